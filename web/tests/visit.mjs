// Opens the web page in Chromium, for tests that use it as a visitor would.
// Set PAGE, FUDGELAB or CHROMIUM if the page, the program or the browser is not in its usual place. The packages are
// those of tests/browser.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before } from "node:test";

const require = createRequire(new URL("../../tests/browser/package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
export const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const root = resolve(import.meta.dirname, "../..");
export const file = resolve(process.env.PAGE ?? `${root}/web/dist/index.html`);
export const program = resolve(process.env.FUDGELAB ?? `${root}/target/release/fudgelab`);

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1360, height: 900 };
export const TABS = ["fight", "dice", "design", "file"];
export const SENTENCE = "#panel-fight .sentence";

export let browser, address;
let server;
before(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];
  browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", ...quiet] });
  server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html; charset=utf-8").end(readFileSync(file)));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${server.address().port}/`;
});
after(async () => {
  await browser?.close();
  server?.close();
});

/// Opens the page as a new visitor, and collects the browser's complaints. Any request except for the page itself is a
/// complaint and is blocked.
export async function opened({ at = address, viewport = DESK, scheme = "light", context = null, bypass = false } = {}) {
  const profile = context ?? (await browser.createBrowserContext());
  const page = await profile.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  await page.setBypassCSP(bypass);
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const url = request.url();
    const own = url.split("#")[0] === at.split("#")[0] || /^(blob|data):/.test(url);
    if (own) return request.continue();
    complaints.push(`request: ${url}`);
    request.abort();
  });
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(at);
  await page.waitForSelector("[role=tab]");
  return { page, complaints, profile };
}

/// Waits until a condition is true in the page, and returns its value.
export const until = async (page, condition, ...given) => (await page.waitForFunction(condition, { timeout: 60_000, polling: 100 }, ...given)).jsonValue();

/// The sentence of the first tab, once it is final.
export const sentence = (page) =>
  until(
    page,
    (selector) => {
      const found = document.querySelector(selector);
      const done = found && !document.querySelector(".waiting") && /\d/.test(found.textContent) && found.getAttribute("aria-busy") === "false";
      return done && found.textContent;
    },
    SENTENCE,
  );

export async function choose(page, tab) {
  await page.click(`#tab-${tab}`);
  await page.waitForSelector(`#panel-${tab}:not([hidden])`);
}

/// Waits until the tab has its answer.
export const settled = (page, tab) =>
  until(
    page,
    (tab) => {
      const panel = document.querySelector(`#panel-${tab}`);
      if (tab === "fight") return !panel.querySelector(".waiting") && panel.querySelectorAll(".bars button").length > 0 && [...panel.querySelectorAll(".effect")].every((one) => one.textContent !== "…");
      if (tab === "dice") return panel.querySelectorAll("table").length === 2;
      return panel.querySelectorAll(".result table").length > 0;
    },
    tab,
  );

/// Puts a text into the editor as if it were typed.
export const type = (page, text) =>
  page.$eval("#editor", (area, text) => ((area.value = text), area.dispatchEvent(new Event("input", { bubbles: true }))), text);

export const click = (page, words, within = "main") =>
  page.evaluate(
    (words, within) => {
      const found = [...document.querySelectorAll(`${within} button`)].find((one) => one.textContent === words && one.getClientRects().length > 0);
      if (!found) throw new Error(`no button ${words}`);
      found.click();
    },
    words,
    within,
  );
