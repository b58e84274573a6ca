// The web page in Chromium, served and from disk: what a visitor does, and that its figures are those of the command line.
// PAGE names the page, FUDGELAB the program, CHROMIUM the browser, where they are not in their usual places. The packages are those of tests/browser.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const require = createRequire(new URL("../../tests/browser/package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const root = resolve(import.meta.dirname, "../..");
const file = resolve(process.env.PAGE ?? `${root}/web/dist/index.html`);
const program = resolve(process.env.FUDGELAB ?? `${root}/target/release/fudgelab`);

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1360, height: 900 };
const TABS = ["fight", "dice", "design", "file"];
const SENTENCE = "#panel-fight .sentence";

let browser, server, address;
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

/// The page as a new visitor has it, and what the browser complains of. Any request but the page's own is a complaint, and fails.
async function opened({ at = address, viewport = DESK, scheme = "light", context = null, bypass = false } = {}) {
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

/// Waits until a condition holds in the page, and gives what it found.
const until = async (page, condition, ...given) => (await page.waitForFunction(condition, { timeout: 60_000, polling: 100 }, ...given)).jsonValue();

/// The sentence of the first tab, once no more trials come.
const sentence = (page) =>
  until(
    page,
    (selector) => {
      const found = document.querySelector(selector);
      const done = found && !document.querySelector(".waiting") && /\d/.test(found.textContent) && found.getAttribute("aria-busy") === "false";
      return done && found.textContent;
    },
    SENTENCE,
  );

async function choose(page, tab) {
  await page.click(`#tab-${tab}`);
  await page.waitForSelector(`#panel-${tab}:not([hidden])`);
}

/// Waits until the tab has its answer.
const settled = (page, tab) =>
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

/// Puts a text into the editor as if it was typed.
const type = (page, text) =>
  page.$eval("#editor", (area, text) => ((area.value = text), area.dispatchEvent(new Event("input", { bubbles: true }))), text);

const click = (page, words, within = "main") =>
  page.evaluate(
    (words, within) => {
      const found = [...document.querySelectorAll(`${within} button`)].find((one) => one.textContent === words && one.getClientRects().length > 0);
      if (!found) throw new Error(`no button ${words}`);
      found.click();
    },
    words,
    within,
  );

test("a party is entered, foes are added, and the sentence says how hard it is", async () => {
  const { page, complaints } = await opened();
  const first = await sentence(page);
  assert.match(first, /^Four goblins: (easy|fair|hard|deadly)( or \w+)?\. You win \d+\u00a0%; somebody is left for dead in \d+\u00a0%\.$/);
  await click(page, "Add a hero");
  await page.keyboard.type("Dora");
  await page.select("#panel-fight .member:last-child .line select", "Superb");
  const stronger = await until(page, (selector, before) => document.querySelector(selector).textContent !== before && document.querySelector(selector).textContent, SENTENCE, first);
  assert.notEqual(stronger, first);
  await page.click("[aria-label='One goblin more']");
  await page.type("[role=combobox]", "ff troll");
  await page.keyboard.press("Enter");
  await until(page, (selector) => document.querySelector(selector).textContent.startsWith("Five goblins and a troll: "), SENTENCE);
  assert.deepEqual(complaints, []);
});

test("a link opened in a new profile gives the same page, and the party is kept in this one", async () => {
  const { page, profile, complaints } = await opened();
  await page.click("[aria-label='One goblin more']");
  await page.$eval(".member .name", (field) => ((field.value = "Äda „the“ 7"), field.dispatchEvent(new Event("input", { bubbles: true }))));
  await page.click("#toggle-surprised");
  const said = await sentence(page);
  await until(page, () => location.hash.length > 20);
  await new Promise((done) => setTimeout(done, 400));
  const link = await page.evaluate(() => location.href);
  const state = (page) => page.evaluate(() => ({ names: [...document.querySelectorAll(".member .name")].map((one) => one.value), surprised: document.querySelector("#toggle-surprised")?.checked }));
  const other = await opened({ at: link });
  // How many trials there was time for differs a little, and so do the figures.
  const [mine, theirs] = [said, await sentence(other.page)].map((text) => ({ foes: text.split(":")[0], figures: text.match(/\d+/g).map(Number) }));
  assert.equal(theirs.foes, mine.foes);
  mine.figures.forEach((figure, place) => assert.ok(Math.abs(figure - theirs.figures[place]) <= 3, `${said}`));
  await settled(page, "fight");
  await settled(other.page, "fight");
  assert.deepEqual(await state(other.page), await state(page));
  const again = await opened({ context: profile });
  assert.equal((await state(again.page)).names[0], "Äda „the“ 7");
  assert.deepEqual([...complaints, ...other.complaints, ...again.complaints], []);
});

test("a broken link opens the page as it begins", async () => {
  const opens = async (link) => {
    const { page, complaints } = await opened({ at: `${address}#${link}` });
    assert.match(await sentence(page), /^Four goblins: /);
    assert.deepEqual(complaints, []);
    await page.close();
  };
  await Promise.all(["znonsense", "j%", "x", `z${"A".repeat(300)}`].map(opens));
});

test("it opens from disk, without a request", async () => {
  const { page, complaints } = await opened({ at: pathToFileURL(file).href });
  assert.match(await sentence(page), /You win \d/);
  await choose(page, "file");
  await settled(page, "file");
  assert.deepEqual(complaints, []);
});

test("what if, the curve, and one such fight", async () => {
  const { page, complaints } = await opened();
  await settled(page, "fight");
  const words = await page.$$eval(".effect", (all) => all.map((one) => one.textContent));
  assert.equal(words.length, 6);
  assert.ok(words.some((one) => /^[+−]\d+ points$/.test(one)), `${words}`);
  await page.click(".bars button[data-number='6']");
  assert.match(await until(page, (selector) => document.querySelector(selector).textContent.startsWith("Six goblins: ") && document.querySelector(selector).textContent, SENTENCE), /You win/);
  await click(page, "Show me one such fight");
  await until(page, () => document.querySelectorAll(".transcript li.round").length > 1);
  assert.deepEqual(complaints, []);
});

test("a day of fights and rests", async () => {
  const { page, complaints } = await opened();
  await click(page, "A whole day");
  const said = await until(page, (selector) => /^You come through/.test(document.querySelector(selector).textContent) && document.querySelector(selector).textContent, SENTENCE);
  assert.match(said, /^You come through both fights .+ of the time; all of you are fit at the end in [^,]+, somebody is dead in .+\u00a0%\.$/);
  await click(page, "Add a fight");
  await until(page, (selector) => document.querySelector(selector).textContent.startsWith("You come through all three fights "), SENTENCE);
  await until(page, () => document.querySelectorAll(".stages li").length === 3);
  assert.deepEqual(complaints, []);
});

test("a stat block is read", async () => {
  const { page, complaints } = await opened();
  await page.$eval(".paste", (one) => (one.open = true));
  await page.type(".paste textarea", "Hobgoblin\nSkill: Good\nOffense +3, defense 2\nHates elves");
  await click(page, "Read it");
  await until(page, (selector) => document.querySelector(selector).textContent.startsWith("Four goblins and Hobgoblin: "), SENTENCE);
  assert.match(await page.$eval(".paste [role=status]", (one) => one.textContent), /Read: skill Good, offense 3, defense 2\. Not read: Hates elves\./);
  assert.deepEqual(complaints, []);
});

test("odds and tables", async () => {
  const { page, complaints } = await opened();
  await choose(page, "dice");
  await settled(page, "dice");
  assert.match(await page.$eval("#panel-dice .sentence", (one) => one.textContent), /^Success 38\.27\u00a0%, failure 61\.73\u00a0%$/);
  await page.$eval("#panel-dice input", (one) => ((one.value = "4df"), one.dispatchEvent(new Event("input", { bubbles: true }))));
  await until(page, () => /did you mean `4dF`/.test(document.querySelector("#panel-dice .errors")?.textContent ?? ""));
  assert.deepEqual(complaints, []);
});

test("a file dropped on the page is opened, its errors are marked, and Run runs it", async () => {
  const { page, complaints } = await opened();
  const drop = (text) =>
    page.evaluate((text) => {
      const given = new DataTransfer();
      given.items.add(new File([text], "dropped.toml"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
    }, text);
  await drop("title = 'é'\n[check]\ntrait = 'Goood'\ndifficulty = 'Great'\n");
  await until(page, () => document.querySelector("#editor")?.value.includes("Goood") && document.querySelectorAll("#file-errors .place").length === 1);
  assert.deepEqual(await page.$$eval(".marks mark", (all) => all.map((one) => one.textContent)), ["'Goood'"]);
  assert.match(await page.$eval("#file-errors", (one) => one.textContent), /1 error.*line 3, column 9/);
  await page.click("#file-errors .place");
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), "'Goood'");
  await type(page, "[check]\ntrait = 'Good'\ndifficulty = 'Great'\n");
  await until(page, () => /No errors/.test(document.querySelector("#file-errors").textContent));
  await click(page, "Run");
  await until(page, () => /Success 38\.27.%/.test(document.querySelector("#panel-file .result .sentence")?.textContent ?? ""));
  assert.deepEqual(complaints, []);
});

/// The file of a run in the page, caught on its way to the disk.
async function downloaded(page, name) {
  await page.evaluate(() => {
    window.caught = null;
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => (blob.text().then((text) => (window.caught = text)), create(blob));
    HTMLAnchorElement.prototype.click = () => {};
  });
  await click(page, name);
  return until(page, () => window.caught);
}

for (const name of ["barroom-duel", "goblin-ambush", "first-blood", "campaign", "archers-closing", "casting-psi", "con-game", "friday/goblins", "processes/siege"]) {
  test(`${name}: simulated figures are the command line's, byte for byte`, async () => {
    let text = readFileSync(`${root}/scenarios/${name}.toml`, "utf8").replace(/^include = .*\n/m, (line) => line.match(/"[^"]+"/g).map((one) => readFileSync(`${root}/scenarios/${JSON.parse(one)}`, "utf8")).join("\n"));
    text = text.replace(/^\[run\]\n(?:[a-z_]+ ?=.*\n)*/m, "").replace(/^#:schema.*\n/m, "") + '\n[run]\nmethod = "simulate"\ntrials = 5_000\nseed = 7\n';
    const { page, complaints } = await opened();
    await choose(page, "file");
    await settled(page, "file");
    await type(page, text);
    await page.$eval(".file-name", (one) => ((one.value = "-"), one.dispatchEvent(new Event("input", { bubbles: true }))));
    await click(page, "Run");
    await until(page, () => /simulated, 5,000/.test(document.querySelector("#panel-file .result")?.textContent ?? ""));
    const own = await downloaded(page, "result.json");
    const run = promisify(execFile)(program, ["run", "-", "--json", "--out", "-", "--quiet"], { maxBuffer: 1 << 26 });
    run.child.stdin.end(text);
    const { stdout } = await run;
    // A page knows no file names; the last digits of logarithms and powers, and so of p values, are those of another library of mathematics.
    const lines = (text) => text.replace(/^ {2}"(file|title)": .*$/gm, "").split("\n");
    const pValue = (line) => /^ *"p_adjusted": (\d[^,]*),?$/.exec(line)?.[1];
    const same = (one, other) => one === other || Math.abs(pValue(one) / pValue(other ?? "") - 1) <= 1e-12;
    const [mine, theirs] = [lines(own), lines(stdout)];
    const differs = mine.map((line, place) => [line, theirs[place]]).filter(([one, other]) => !same(one, other));
    assert.deepEqual(differs, []);
    assert.ok(mine.length === theirs.length && mine.length > 100);
    assert.deepEqual(complaints, []);
  });
}

test("a worker that breaks is started anew", async () => {
  const { page } = await opened();
  await settled(page, "fight");
  const [worker] = page.workers();
  await worker.evaluate(() => setTimeout(() => {
    throw new Error("broken for a test");
  }));
  await until(page, () => true);
  await page.click("[aria-label='One goblin more']");
  await until(page, (selector) => document.querySelector(selector).textContent.startsWith("Five goblins: "), SENTENCE);
});

test("while somebody types, the last question is answered", async () => {
  const { page, complaints } = await opened();
  for (let count = 0; count < 8; count += 1) await page.click("[aria-label='One goblin more']");
  const said = await sentence(page);
  assert.match(said, /^12 goblins|^Twelve goblins/);
  assert.deepEqual(complaints, []);
});

test("tabs are chosen with the keyboard", async () => {
  const { page } = await opened();
  await page.focus("#tab-fight");
  for (const tab of ["dice", "design", "file", "fight"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${tab}`);
    assert.equal(await page.$eval(`#panel-${tab}`, (one) => one.hidden), false);
  }
});

for (const [scheme, viewport] of [["light", DESK], ["dark", DESK], ["light", PHONE], ["dark", PHONE]]) {
  test(`every tab is sound: ${scheme}, ${viewport.width} px`, async () => {
    const { page, complaints } = await opened({ viewport, scheme, bypass: true });
    await page.evaluate(axe);
    for (const tab of TABS) {
      await choose(page, tab);
      await settled(page, tab);
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${tab} is ${wide} px wide`);
      const found = await page.evaluate(async () => (await window.axe.run()).violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" ")}`));
      assert.deepEqual(found, [], tab);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${tab}-${scheme}-${viewport.width}-open.png`, fullPage: true });
    }
    await choose(page, "fight");
    await click(page, "A whole day");
    await until(page, () => document.querySelectorAll(".stages li").length > 1);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= viewport.width);
    assert.deepEqual(await page.evaluate(async () => (await window.axe.run()).violations.map((one) => one.id)), []);
    assert.deepEqual(complaints, []);
  });
}
