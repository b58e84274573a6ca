// The visitor's work is never lost by removals, replacements, other people's links, or closed and parallel tabs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { PHONE, address, choose, click, file, opened, root, type, until } from "./visit.mjs";

const names = (page) => page.$$eval(".member .name", (all) => all.map((one) => one.value));
const named = (page, name) => page.$eval(".member .name", (field, name) => ((field.value = name), field.dispatchEvent(new Event("input", { bubbles: true }))), name);
const said = (page, words) => until(page, (words) => document.querySelector("#said").textContent.includes(words), words);
const text = (page) => page.$eval("#editor", (area) => area.value);
/// The link to the page, once its address is up to date.
const link = async (page) => {
  await until(page, () => location.hash.length > 20);
  await new Promise((done) => setTimeout(done, 400));
  return page.evaluate(() => location.href);
};

test("a double click removes only one hero, and Undo restores it", async () => {
  const { page, complaints } = await opened();
  await page.waitForSelector("[aria-label='Remove Ben']");
  const { x, y, width, height } = await (await page.$("[aria-label='Remove Ben']")).boundingBox();
  const place = [x + width / 2, y + height / 2];
  await page.mouse.click(...place, { count: 2 });
  // Another click, which the browser does not count as part of the double click.
  await page.mouse.click(...place);
  assert.deepEqual(await names(page), ["Ada", "Cleo"]);
  await said(page, "Ben removed.");
  await click(page, "Undo", "#said");
  assert.deepEqual(await names(page), ["Ada", "Ben", "Cleo"]);
  await page.click("[aria-label='Remove goblin']");
  assert.equal((await page.$$(".foes li")).length, 0);
  const undo = async () => {
    await page.keyboard.down("Control");
    await page.keyboard.press("z");
    await page.keyboard.up("Control");
  };
  await undo();
  assert.equal((await page.$$(".foes li")).length, 1);
  assert.equal(await page.$eval("#undo", (one) => one.disabled), true);
  // In a field with new input, it undoes only that input.
  await page.type(".member .name", "x");
  await undo();
  assert.equal(await page.$eval(".member .name", (one) => one.value), "Ada");
  // The Undo button disappears after a later change.
  await new Promise((done) => setTimeout(done, 800));
  await page.click("[aria-label='Remove Cleo']");
  await said(page, "Cleo removed.");
  await page.type(".member .name", "y");
  assert.equal(await page.$("#said button"), null);
  assert.deepEqual(complaints, []);
});

test("typed text is replaced only if the visitor agrees", async () => {
  const { page, complaints } = await opened();
  await choose(page, "file");
  await page.waitForSelector("#editor");
  await page.select("[aria-label='Start from an example']", "check");
  await until(page, () => /\[check\]/.test(document.querySelector("#editor").value));
  await type(page, "# mine\n");
  await page.select("[aria-label='Start from an example']", "duel");
  await page.waitForSelector("dialog[open]");
  await click(page, "Keep mine", "dialog");
  assert.equal(await text(page), "# mine\n");
  await choose(page, "fight");
  await click(page, "Open as a file");
  await page.waitForSelector("dialog[open]");
  await click(page, "Replace it", "dialog");
  await until(page, () => /Made by the fudgelab web page/.test(document.querySelector("#editor").value));
  await page.click("#undo");
  await choose(page, "file");
  await until(page, () => document.querySelector("#editor").value === "# mine\n");
  assert.deepEqual(complaints, []);
});

test("a friend's link does not replace the visitor's own fight", async () => {
  const friend = await opened();
  await named(friend.page, "Frieda");
  const theirs = await link(friend.page);
  const mine = await opened();
  await named(mine.page, "Minna");
  const guest = await opened({ at: theirs, context: mine.profile });
  assert.equal((await names(guest.page))[0], "Frieda");
  await named(guest.page, "Fritz");
  await guest.page.reload();
  await guest.page.waitForSelector(".member");
  assert.equal((await names(guest.page))[0], "Fritz", "what was changed in it is kept as well");
  const again = await opened({ context: mine.profile });
  assert.equal((await names(again.page))[0], "Minna");
  await click(guest.page, "Back to mine", "#guest");
  assert.equal((await names(guest.page))[0], "Minna");
  assert.equal(await guest.page.$eval("#guest", (one) => one.hidden), true);
  assert.deepEqual([...friend.complaints, ...mine.complaints, ...guest.complaints, ...again.complaints], []);
});

test("input is kept immediately in each of two tabs", async () => {
  const { page, profile } = await opened();
  await page.waitForSelector(".member");
  const other = (await opened({ context: profile })).page;
  await other.waitForSelector(".member");
  await named(page, "One");
  await named(other, "Two");
  await Promise.all([page.reload(), other.reload()]);
  await Promise.all([page.waitForSelector(".member"), other.waitForSelector(".member")]);
  assert.deepEqual([(await names(page))[0], (await names(other))[0]], ["One", "Two"]);
  await choose(other, "file");
  await other.waitForSelector("#editor");
  await type(other, "# the last words\n");
  await other.close();
  const again = (await opened({ context: profile })).page;
  await choose(again, "file");
  assert.equal(await text(again), "# the last words\n");
  // The page of the first tab is kept as well.
  await page.close();
  await choose(again, "fight");
  await again.click("#saved");
  await again.$eval("dialog details", (one) => (one.open = true));
  assert.equal((await again.$$("dialog details li")).length, 1, "the page that is shown stands there no second time");
  await again.evaluate(() => [...document.querySelectorAll("dialog details button")].find((one) => one.getAttribute("aria-label").startsWith("Open One, ")).click());
  assert.equal((await names(again))[0], "One");
});

test("old pages make room, except the visitor's newest own page", async () => {
  const { page, profile } = await opened();
  await page.waitForSelector(".member");
  await named(page, "Ursula");
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("fudgelab.page.")).length);
  // Many pages that came from links, and one so long that there is hardly any room left.
  await page.evaluate(() => {
    for (let at = 0; at < 30; at += 1) localStorage.setItem(`fudgelab.page.x${at}`, JSON.stringify({ at: 1 + at, guest: true, state: { tab: "fight" } }));
    localStorage.setItem("fudgelab.page.long", JSON.stringify({ at: 40, guest: true, state: { tab: "file", text: "x".repeat(4_900_000) } }));
  });
  const other = (await opened({ context: profile })).page;
  await choose(other, "file");
  await other.waitForSelector("#editor");
  await type(other, `# ${"y".repeat(600_000)}\n`);
  await other.reload();
  await other.waitForSelector("#editor");
  assert.equal((await text(other)).length, 600_003);
  assert.ok((await kept()) <= 14, `${await kept()}`);
  await page.reload();
  await page.waitForSelector(".member");
  assert.equal((await names(page))[0], "Ursula");
});

test("Back returns to the previous tab and loses nothing", async () => {
  const { page, complaints } = await opened();
  await page.waitForSelector(".member");
  await named(page, "Nora");
  await choose(page, "dice");
  await choose(page, "file");
  const shown = () => page.$$eval("[role=tabpanel]:not([hidden])", ([one]) => one.id);
  await page.goBack();
  await until(page, () => !document.querySelector("#panel-dice").hidden);
  await page.goBack();
  await until(page, () => !document.querySelector("#panel-fight").hidden);
  assert.equal(await shown(), "panel-fight");
  assert.equal((await names(page))[0], "Nora");
  await page.goForward();
  await until(page, () => !document.querySelector("#panel-dice").hidden);
  assert.deepEqual(complaints, []);
});

test("an unreadable link reports why and keeps the page", async () => {
  const { page } = await opened();
  await named(page, "Olga");
  const whole = await link(page);
  const at = whole.indexOf("#") + 1;
  const cases = [
    [whole.slice(0, at + 0.5 * (whole.length - at)), "cut off"],
    [whole.slice(0, at + 0.9 * (whole.length - at)), "cut off"],
    [`${whole.slice(0, -4)}____`, "damaged"],
    [`${whole.slice(0, at)}9${whole.slice(at + 1)}`, "newer version"],
  ];
  for (const [broken, why] of cases) {
    // First for a visitor with a page, then for a new visitor.
    await page.evaluate((broken) => (location.href = broken), broken);
    await said(page, why);
    assert.equal((await names(page))[0], "Olga");
    const other = await opened({ at: broken });
    await said(other.page, why);
    assert.equal((await names(other.page))[0], "Ada");
    assert.deepEqual(other.complaints, []);
    await other.page.close();
  }
});

/// Stores each text that the page copies in `window.copied`.
const catchCopies = (page) =>
  page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => (window.copied = text);
  });

test("a page from disk offers the scenario, a file, or a link to its public address", async () => {
  const { page, complaints } = await opened({ at: pathToFileURL(file).href });
  await page.waitForSelector(".member");
  await named(page, "Petra");
  await catchCopies(page);
  await page.click("#link");
  await page.waitForSelector("dialog[open]");
  await click(page, "Copy the text", "dialog");
  assert.match(await until(page, () => window.copied), /^\[fighters\.Petra\]$/m);
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => (blob.text().then((text) => (window.caught = text)), create(blob));
    HTMLAnchorElement.prototype.click = () => {};
  });
  await page.click("#link");
  await page.waitForSelector("dialog[open]");
  await click(page, "Save a file", "dialog");
  const sent = await until(page, () => window.caught);
  const other = await opened();
  await other.page.evaluate((sent) => {
    const given = new DataTransfer();
    given.items.add(new File([sent], "fight.fudgelab.json"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  }, sent);
  await until(other.page, () => document.querySelector(".member .name")?.value === "Petra");
  const known = join(tmpdir(), `fudgelab-page-${process.pid}.html`);
  writeFileSync(known, readFileSync(file, "utf8").replace('name="fudgelab-address" content=""', 'name="fudgelab-address" content="https://example.org/odds/"'));
  const published = await opened({ at: pathToFileURL(known).href });
  await published.page.waitForSelector(".member");
  await catchCopies(published.page);
  await published.page.click("#link");
  assert.match(await until(published.page, () => window.copied), /^https:\/\/example\.org\/odds\/#2\./);
  assert.deepEqual([...complaints, ...other.complaints, ...published.complaints], []);
});

test("the link of a fight contains the fight but not the notes on another tab", async () => {
  const { page } = await opened({ viewport: PHONE });
  await choose(page, "file");
  await page.waitForSelector("#editor");
  await type(page, "# my notes\n");
  await choose(page, "fight");
  await named(page, "Quinn");
  const fight = await link(page);
  const other = await opened({ at: fight });
  assert.equal((await names(other.page))[0], "Quinn");
  await choose(other.page, "file");
  assert.doesNotMatch(await text(other.page), /my notes/);
  assert.ok(fight.startsWith(address));
});

test("the files that a scenario names are opened and replaced with it", async () => {
  const { page, complaints } = await opened();
  await choose(page, "file");
  await page.waitForSelector("#editor");
  const scenario = `${root}/scenarios/barroom-duel.toml`;
  const cast = `${root}/scenarios/cast/barroom.toml`;
  const pick = async (id, ...paths) => (await page.$(id)).uploadFile(...paths);
  const beside = () => page.$$eval(".beside input", (all) => all.map((one) => one.value));
  const runs = async () => {
    await until(page, () => /No errors/.test(document.querySelector("#file-errors").textContent));
    await click(page, "Run", "#panel-file");
    await until(page, () => /Snorri wins/.test(document.querySelector("#panel-file .result").textContent));
  };
  // Both files together.
  await pick("#chosen", cast, scenario);
  await until(page, () => /barroom/.test(document.querySelector("#editor").value));
  assert.deepEqual(await beside(), ["cast/barroom.toml"]);
  await runs();
  // One after the other. An error is explained in the result panel.
  await pick("#chosen", scenario);
  await until(page, () => document.querySelectorAll(".beside li").length === 0);
  await click(page, "Run", "#panel-file");
  await until(page, () => /No result: the file has errors/.test(document.querySelector("#panel-file .result").textContent));
  await pick("#added", cast);
  await until(page, () => document.querySelectorAll(".beside li").length === 1);
  await runs();
  // After renaming, the file is missing. After Remove and Undo, it is there again.
  const rename = (name) => page.$eval(".beside input", (field, name) => ((field.value = name), field.dispatchEvent(new Event("change", { bubbles: true }))), name);
  await rename("other.toml");
  await until(page, () => /not among the files/.test(document.querySelector("#file-errors").textContent));
  await rename("cast/barroom.toml");
  await until(page, () => /No errors/.test(document.querySelector("#file-errors").textContent));
  await click(page, "Remove", ".beside");
  await until(page, () => document.querySelectorAll(".beside li").length === 0);
  await click(page, "Undo", "#said");
  await until(page, () => document.querySelectorAll(".beside li").length === 1);
  await runs();
  await page.select("[aria-label='Start from an example']", "check");
  await until(page, () => document.querySelectorAll(".beside li").length === 0);
  assert.deepEqual(complaints, []);
});

test("the visitor chooses one of the scenarios in a folder", async () => {
  const { page, complaints } = await opened();
  await choose(page, "file");
  await page.waitForSelector("#editor");
  await (await page.$("#folder")).uploadFile(`${root}/scenarios`);
  await page.waitForSelector("dialog[open] select");
  const all = await page.$$eval("dialog option", (every) => every.map((one) => one.value));
  assert.ok(all.length > 50 && !all.some((one) => one.endsWith("cast/barroom.toml")), `${all}`);
  await page.select("dialog select", all.find((one) => one.endsWith("/three-presets.toml")));
  await click(page, "Open it", "dialog");
  await until(page, () => document.querySelector(".beside input")?.value === "cast/barroom.toml");
  await until(page, () => /No errors/.test(document.querySelector("#file-errors").textContent));
  assert.deepEqual(complaints, []);
});

test("saved parties and fights are opened, duplicated, removed and moved in one file", async () => {
  const { page, complaints } = await opened();
  await named(page, "Rosa");
  const save = async (name, kind) => {
    await page.$eval("dialog .field input", (field, name) => (field.value = name), name);
    await click(page, `Save ${kind}`, "dialog");
    await until(page, (words) => document.querySelector("dialog [role=status]").textContent.startsWith(words), `${name} saved`);
  };
  const listed = () => page.$$eval(".saved .called", (all) => all.map((one) => one.textContent));
  await page.click("#saved");
  await save("The watch", "party");
  await save("At the gate", "fight");
  assert.deepEqual(await listed(), ["At the gate fight", "The watch party"]);
  await page.click("dialog [aria-label='Duplicate The watch']");
  assert.deepEqual(await listed(), ["At the gate fight", "The watch party", "The watch 2 party"]);
  await page.click("dialog [aria-label='Remove The watch 2']");
  await click(page, "Undo", "dialog");
  assert.equal((await listed()).length, 3);
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => (blob.text().then((text) => (window.caught = text)), create(blob));
    HTMLAnchorElement.prototype.click = () => {};
  });
  await click(page, "Save all as a file", "dialog");
  const all = await until(page, () => window.caught);
  await click(page, "Close", "dialog");
  // Opens it over another party, and undoes that.
  await named(page, "Sven");
  await page.click("[aria-label='Remove goblin']");
  await page.click("#saved");
  await page.click("dialog [aria-label='Open The watch']");
  assert.equal((await names(page))[0], "Rosa");
  assert.equal((await page.$$(".foes li")).length, 0, "the foes are no part of a party");
  await click(page, "Undo", "#said");
  assert.equal((await names(page))[0], "Sven");
  // In another browser.
  const other = await opened();
  await other.page.click("#saved");
  const place = join(tmpdir(), `fudgelab-saved-${process.pid}.fudgelab.json`);
  writeFileSync(place, all);
  await (await other.page.$("#imported")).uploadFile(place);
  await until(other.page, () => document.querySelectorAll(".saved li").length === 3);
  await other.page.click("dialog [aria-label='Open At the gate']");
  assert.equal((await names(other.page))[0], "Rosa");
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test("a scenario that the page wrote opens in the form again", async () => {
  const { page, complaints } = await opened();
  await named(page, "Tilda");
  await click(page, "Open as a file");
  await until(page, () => /^# Form: /m.test(document.querySelector("#editor")?.value ?? ""));
  const written = await text(page);
  const other = await opened();
  await choose(other.page, "file");
  await other.page.waitForSelector("#editor");
  await type(other.page, written);
  await click(other.page, "Back to the form", "#panel-file");
  await until(other.page, () => !document.querySelector("#panel-fight").hidden);
  assert.equal((await names(other.page))[0], "Tilda");
  await choose(other.page, "file");
  assert.equal(await text(other.page), written, "the text stays");
  await type(other.page, "[check]\n");
  assert.equal(await other.page.$$eval("#panel-file button", (all) => all.find((one) => one.textContent === "Back to the form").hidden), true);
  assert.deepEqual([...complaints, ...other.complaints], []);
});

test("a chase, a ritual and a siege are among the examples and run", async () => {
  const { page, complaints } = await opened();
  await choose(page, "file");
  await page.waitForSelector("#editor");
  for (const [name, figure] of [["chase", "over the fence"], ["ritual", "ritual"], ["siege", "siege"]]) {
    await page.select("[aria-label='Start from an example']", name);
    await until(page, (name) => document.querySelector(".file-name").value === `${name}.toml`, name);
    await until(page, () => /No errors/.test(document.querySelector("#file-errors").textContent));
    await click(page, "Run", "#panel-file");
    await until(page, (begin) => new RegExp(begin, "i").test(document.querySelector("#panel-file .result h2")?.textContent ?? ""), figure);
  }
  assert.deepEqual(complaints, []);
});
