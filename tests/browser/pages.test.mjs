// Opens the report of every shipped scenario in Chromium: on phone and desktop, light and dark, and printed.
// PAGES is the folder that `fudgelab run --out` has written. Set CHROMIUM if the browser is not in its usual place.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { printedText } from "./printed.mjs";

const folder = resolve(process.env.PAGES ?? "target/scenarios");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// Claims and studies have their own folders.
const within = (part) => (existsSync(join(folder, part)) ? readdirSync(join(folder, part)).map((name) => join(part, name)) : []);
const names = ["", "claims", "studies"].flatMap(within).filter((name) => existsSync(join(folder, name, "report.html")));

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
// Maximum height in pixels, and maximum number of printed sheets, of a page with all details closed.
const TALLEST = 6000;
const MOST_SHEETS = 4;

let browser;
before(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/// Opens the page as a reader, and collects the browser's complaints.
async function opened(name, viewport, scheme) {
  const page = await browser.newPage();
  const complaints = [];
  const address = pathToFileURL(join(folder, name, "report.html")).href;
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => request.url() !== address && complaints.push(`request: ${request.url()}`));
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(address);
  return { page, complaints };
}

/// The violations that axe-core finds. The page's policy is bypassed, since it allows only the page's own script.
async function violations(page) {
  const session = await page.createCDPSession();
  await session.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await page.evaluate(axe);
  return axed(page);
}

async function axed(page) {
  const found = await page.evaluate(async () => (await window.axe.run()).violations);
  return found.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" ")}`);
}

const measure = (page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    return { wide: root.scrollWidth, high: root.scrollHeight, answer: document.querySelector(".answer")?.textContent ?? "" };
  });

/// Checks that a click on the first heading of a table sorts it, and a second click reverses the order. This also shows
/// that the page's policy lets its script run.
async function sorts(page) {
  const found = await page.evaluate(() => {
    const table = [...document.querySelectorAll("table")].find((one) => one.tBodies[0].rows.length > 1 && one.querySelector("th button"));
    if (!table) return null;
    const column = () => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent);
    table.querySelector("th button").click();
    const up = column();
    table.querySelector("th button").click();
    return { up, down: column(), sorted: table.querySelector("th").getAttribute("aria-sort") };
  });
  if (found === null) return;
  assert.equal(found.sorted, "descending");
  assert.deepEqual([...found.up].sort(), [...found.down].sort());
  assert.ok(new Set(found.up).size === 1 || found.up[0] !== found.down[0], `sorted: ${found.up}`);
}

async function sheets(page) {
  const pdf = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
  return (pdf.match(/\/Type\s*\/Page[^s]/g) ?? []).length;
}

test("the folder contains reports", () => assert.ok(names.length > 0, `no page in ${folder}`));

// Two at a time, since the browser does the work.
describe("every page", { concurrency: 2 }, () => {
  for (const name of names) {
    test(name, async () => {
      for (const [viewport, scheme] of [[DESK, "light"], [PHONE, "dark"]]) {
        const { page, complaints } = await opened(name, viewport, scheme);
        const { wide, high, answer } = await measure(page);
        assert.ok(wide <= viewport.width, `${wide} px wide on ${viewport.width} px`);
        assert.match(answer, /\d/, "the answer stands first");
        if (viewport === DESK) {
          assert.ok(high <= TALLEST, `${high} px high`);
          const count = await sheets(page);
          assert.ok(count <= MOST_SHEETS, `${count} printed pages`);
        }
        await sorts(page);
        assert.deepEqual(complaints, []);
        assert.deepEqual(await violations(page), [], `${scheme}, ${viewport.width} px`);
        // Folded parts must fit too.
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
        assert.ok((await measure(page)).wide <= viewport.width, "with all details open");
        await page.close();
      }
    });
  }
});

test("the printed tables of a page are text", async () => {
  const { page } = await opened(names[0], DESK, "light");
  const cells = await page.$$eval("td", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent.replace(/\s/g, "")));
  assert.ok(cells.some((cell) => /\d/.test(cell)), `${cells}`);
  const text = (await printedText(page, { format: "a4" })).replace(/\s/g, "");
  for (const cell of cells) assert.ok(text.includes(cell), `${cell}: ${text}`);
  await page.close();
});

// The checks above notice a page that is too wide, a picture without alternative text, and pale text.
test("the checks report a broken page", async () => {
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  await page.setContent('<html><body><div style="width: 2000px">wide</div><img src="data:,"><p style="color: #ccc">pale</p></body></html>');
  assert.ok((await measure(page)).wide > PHONE.width);
  await page.evaluate(axe);
  const found = (await axed(page)).map((one) => one.split(":")[0]);
  assert.ok(found.includes("image-alt") && found.includes("color-contrast"), `${found}`);
  await page.close();
});
