// Writes the pictures in the README: assets/pictures/report.png, the top of a report, and assets/pictures/page.png, the
// top of the web page with its first answer. Run it again if one of them looks different now:
//
//     cargo build --release && cargo run --package web-build && npm ci --prefix tests/browser
//     node reports/pictures.mjs
//
// Set FUDGELAB, PAGE or CHROMIUM if the program, the page or the browser is not in its usual place. Both pages use the
// font Inter if it is installed (Debian: fonts-inter). Without it, the letters look different.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const puppeteer = createRequire(new URL("../tests/browser/package.json", import.meta.url))("puppeteer-core");

const root = resolve(import.meta.dirname, "..");
const program = resolve(process.env.FUDGELAB ?? `${root}/target/release/fudgelab`);
const webPage = resolve(process.env.PAGE ?? `${root}/web/dist/index.html`);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const pictures = `${root}/assets/pictures`;

// The scenario that the README shows.
const SCENARIO = "scenarios/friday/goblins.toml";
// Space below the last visible element, in CSS pixels.
const MARGIN = 16;
const MOST_BYTES = 200_000;

const opened = async (browser, file, viewport) => {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(pathToFileURL(file).href);
  return page;
};

/// Saves the page from its top to the bottom of the first element that matches `selector`.
const save = async (page, selector, name) => {
  const bottom = await page.$eval(selector, (element) => element.getBoundingClientRect().bottom + window.scrollY);
  const clip = { x: 0, y: 0, width: page.viewport().width, height: Math.ceil(bottom) + MARGIN };
  const path = join(pictures, name);
  await page.screenshot({ path, clip, captureBeyondViewport: true });
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes, and at most ${MOST_BYTES} are allowed`);
  console.log(`${path}: ${size} bytes`);
};

const saveReport = async (browser, folder) => {
  execFileSync(program, ["run", SCENARIO, "--format", "none", "--quiet", "--out", folder], { cwd: root });
  const [name] = readdirSync(folder);
  const page = await opened(browser, join(folder, name, "report.html"), { width: 880, height: 900, deviceScaleFactor: 1.5 });
  await save(page, "figure", "report.png");
};

const saveWebPage = async (browser) => {
  const page = await opened(browser, webPage, { width: 1280, height: 900, deviceScaleFactor: 1.2 });
  await page.waitForSelector("#panel-fight .sentence");
  await page.$eval("[aria-label='One goblin more']", (button) => button.click());
  const isFinal = () => {
    const panel = document.querySelector("#panel-fight");
    const sentence = panel.querySelector(".sentence");
    return sentence.textContent.startsWith("Five goblins") && sentence.getAttribute("aria-busy") === "false"
      && !panel.querySelector(".waiting, .old") && panel.querySelectorAll(".bars button").length > 0
      && [...panel.querySelectorAll(".effect")].every((effect) => effect.textContent !== "…");
  };
  await page.waitForFunction(isFinal, { timeout: 120_000, polling: 200 });
  await page.evaluate(() => document.activeElement?.blur());
  await save(page, "#panel-fight .legend", "page.png");
};

mkdirSync(pictures, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "fudgelab-pictures-"));
const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });
try {
  await saveReport(browser, folder);
  await saveWebPage(browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
