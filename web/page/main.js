// The page: its tabs, the link, and their shared state.

import { after, button, byId, filesOf, fill, h, inquire, save } from "./dom.js";
import { Engine, compiled } from "./engine.js";
import { helpWindow } from "./help.js";
import { isShownElsewhere, keep, keptIn, newSlot, newestOwn, otherPages, parsed, shownBefore, showsNow } from "./kept.js";
import { packed, shared, unpacked } from "./links.js";
import { savedWindow } from "./saved.js";
import { beginning, merged } from "./state.js";
import { Changes } from "./undo.js";
import { designText, designTab } from "./design.js";
import { diceTab } from "./dice.js";
import { fightTab } from "./fight.js";
import { askedText } from "./fights.js";
import { fileTab } from "./file.js";

const TABS = [
  { id: "fight", name: "Fight", make: fightTab },
  { id: "dice", name: "Dice", make: diceTab },
  { id: "design", name: "House rules", make: designTab },
  { id: "file", name: "File", make: fileTab },
];

// The public address of the page; empty if none was set when the page was built.
const PUBLIC = document.querySelector("meta[name=fudgelab-address]").content;

/// Shows a message for eight seconds, followed by `more`.
function say(text, ...more) {
  fill(byId("said"), h("span", {}, text), more);
  clear();
}
const clear = after(8000, () => fill(byId("said")));

async function start() {
  const main = byId("main");
  const library = compiled();
  // Errors are handled below, where the library is awaited.
  library.catch(() => {});
  const first = await arrived(history.state?.fudgelab ?? shownBefore(location.hash));
  let { slot, state, guest } = first;
  isShownElsewhere(slot);
  let module;
  try {
    module = await library;
  } catch (failed) {
    const hint = "It needs a browser from 2023 or later, with WebAssembly.";
    fill(main, h("p", { role: "alert" }, `fudgelab cannot start here: ${failed.message}. ${hint}`));
    return;
  }
  const engine = new Engine(module);
  const { ok: listing } = await engine.once("listing", { ask: "listing" });
  byId("version").textContent = `fudgelab ${listing.version}`;

  let changes = new Changes(state);
  const page = {
    module,
    engine,
    listing,
    say,
    get state() {
      return state;
    },
    /// Stores a change, so that it is kept and can be undone.
    changed() {
      // The Undo button of a message is only valid until the next change.
      if (byId("said").querySelector("button")) fill(byId("said"));
      changes.note(state, document.activeElement?.matches("input:not([type=checkbox]), textarea") ? document.activeElement : null);
      kept();
    },
    undo: () => undo(),
    get others() {
      // A page that was opened again is stored twice, so the copy is left out.
      const own = JSON.stringify({ ...state, tab: "" });
      return otherPages(slot).filter((one) => JSON.stringify({ ...merged(beginning(), one.state), tab: "" }) !== own);
    },
    /// Replaces a part of the state, which can be undone.
    use(part, tab) {
      show({ ...state, ...part, tab });
      changes.note(state, null);
      kept();
    },
    /// Shows a message that something was removed, with an Undo button.
    removed(name) {
      say(`${name} removed.`, button("Undo", undo));
    },
    /// Opens a text in the file tab, unless the visitor prefers to keep the text typed there.
    async openFile(name, text) {
      if (!(await page.mayReplaceFile(text))) return;
      state.file = { name, text, typed: false };
      page.changed();
      choose("file", { focus: true });
    },
    async mayReplaceFile(text) {
      const { file } = state;
      if (!file.typed || file.text === text || file.text.trim() === "") return true;
      return (await inquire(`Replace what you typed in ${file.name}?`, [["Replace it", true]], "Keep mine")) === true;
    },
  };

  const made = new Map();
  const buttons = TABS.map(({ id, name }) =>
    h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => choose(id), onkeydown: step }, name),
  );
  const panels = TABS.map(({ id }) => h("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: "-1" }));
  fill(byId("tabs"), buttons);
  fill(main, panels);

  /// Stores the page and updates its address.
  function kept() {
    keep(slot, state, guest);
    byId("undo").disabled = changes.isEmpty;
    byId("guest").hidden = !guest;
    link();
  }
  const entry = () => ({ fudgelab: { slot, tab: state.tab } });
  /// Records immediately in the browser's history which page this entry shows.
  function mark(address) {
    history.replaceState(entry(), "", address);
    showsNow(entry().fudgelab, location.hash);
  }
  const linked = async () => mark(`#${await packed(state)}`);
  const link = after(250, linked);

  function choose(id, { focus = false, returns = false } = {}) {
    const before = state.tab;
    state.tab = TABS.some((tab) => tab.id === id) ? id : TABS[0].id;
    // One step back in the history leads to the previous tab.
    if (state.tab !== before && !returns) {
      history.replaceState({ fudgelab: { slot, tab: before } }, "");
      history.pushState(entry(), "");
    }
    TABS.forEach((tab, place) => {
      const chosen = tab.id === state.tab;
      buttons[place].setAttribute("aria-selected", String(chosen));
      buttons[place].tabIndex = chosen ? 0 : -1;
      panels[place].hidden = !chosen;
      if (chosen && !made.has(tab.id)) made.set(tab.id, tab.make(page, panels[place]));
      if (chosen) made.get(tab.id)?.shown?.();
      if (chosen && focus) buttons[place].focus();
    });
    kept();
  }

  function step(event) {
    const place = TABS.findIndex((tab) => tab.id === state.tab);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(TABS[to % TABS.length].id, { focus: true });
  }

  /// Replaces the state and redraws the page.
  function show(other, more = {}) {
    ({ slot, guest } = { slot, guest, ...more });
    state = other;
    isShownElsewhere(slot);
    mark();
    made.clear();
    panels.forEach((panel) => fill(panel));
    choose(state.tab, { returns: true });
  }

  function undo() {
    if (changes.isEmpty) return;
    show(changes.undo());
    say("Undone.");
  }
  byId("undo").onclick = undo;
  byId("saved").onclick = () => savedWindow(page);
  byId("help").onclick = () => helpWindow(page);
  document.addEventListener("keydown", (event) => {
    const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    // While a field has the focus, it undoes its own typing.
    if (!isUndo || (typedIn !== null && event.target === typedIn)) return;
    event.preventDefault();
    undo();
  });
  let typedIn = null;
  document.addEventListener("focusin", () => (typedIn = null));
  document.addEventListener("input", ({ target }) => (typedIn = target.matches("input:not([type=checkbox]), textarea") ? target : null));

  /// Switches to another page, with an empty history of changes.
  function begin(other, more) {
    changes = new Changes(other);
    show(other, more);
  }

  byId("mine").onclick = () => begin(merged(beginning(), newestOwn()), { slot: newSlot(), guest: false });
  byId("keep").onclick = () => {
    guest = false;
    kept();
    say("This page is yours now.");
  };

  byId("link").onclick = async () => {
    await linked();
    if (location.protocol === "file:" && !PUBLIC) return send();
    const address = PUBLIC ? `${PUBLIC}${location.hash}` : location.href;
    try {
      await navigator.clipboard.writeText(address);
      say(`Link copied. It contains the “${TABS.find(({ id }) => id === state.tab).name}” tab.`);
    } catch {
      say(PUBLIC ? `Copy this link: ${address}` : "Copy the link from the address bar: it is the address of this page.");
    }
  };

  /// Offers a text or a file to send, since a page on disk has no address that others can open.
  async function send() {
    const texts = { fight: () => askedText(state), design: () => designText(state.design, state), file: () => state.file.text };
    const text = texts[state.tab]?.() ?? document.querySelector("#panel-dice .sentence").textContent;
    const question = "This page is a file on your disk, so a link to it works only here. Send the text instead, or a file that opens in any copy of this page.";
    const way = await inquire(question, [["Copy the text", "copy"], ["Save a file", "save"]], "Close");
    if (way === "save") save(`${state.tab}.fudgelab.json`, JSON.stringify(shared(state)), "application/json");
    if (way !== "copy") return;
    await navigator.clipboard.writeText(text).then(() => say("Text copied."), () => say("The browser does not let this page copy text."));
  }

  // The visitor has opened another link in the address bar, or gone back or forward.
  window.addEventListener("popstate", async ({ state: entry }) => {
    const here = entry?.fudgelab;
    if (here?.slot === slot) {
      if (here.tab !== state.tab) choose(here.tab, { returns: true });
      return;
    }
    await arrive(here);
  });

  async function arrive(here) {
    const found = await arrived(here, { slot, state, guest });
    if (found.problem) return tell(found.problem);
    if (found.state === state) return kept();
    begin(found.state, found);
    tell(found.note);
  }

  function tell(words) {
    if (words) say(words);
    kept();
  }

  /// Opens a page that was sent as a file.
  async function received(file) {
    const given = parsed(await file.text());
    if (!TABS.some(({ id }) => id === given?.tab)) return say(`${file.name} was not made by this page.`);
    begin(merged(beginning(), given), { slot: newSlot(), guest: newestOwn() !== null });
  }

  // Files can be dropped anywhere on the page.
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", async (event) => {
    event.preventDefault();
    const folders = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter((one) => one?.isDirectory);
    const loose = [...(event.dataTransfer?.files ?? [])].filter(({ name }) => !folders.some((one) => one.name === name));
    let inside;
    try {
      inside = await Promise.all(folders.map(filesOf));
    } catch {
      return say("The browser does not let a page on disk read a dropped folder. Use “Open a folder…” on the “File” tab instead.");
    }
    const files = [...loose.map((file) => [file.name, file]), ...inside.flat()];
    if (files.length === 0) return;
    const [[, only]] = files;
    if (only.name.endsWith(".json")) return received(only);
    choose("file");
    await made.get("file").open(files);
  });

  mark();
  choose(state.tab, { returns: true });
  tell(first.problem ?? first.note);
}

/// The page to show in this browser tab: the one that it showed before, else the one in the link, else the visitor's
/// newest own page. `here` is the state of the history entry, `now` the page that is already shown.
async function arrived(here, now = null) {
  const kept = here && keptIn(here.slot);
  if (kept) {
    const state = { ...merged(beginning(), kept.state), ...(now ? { tab: here.tab } : {}) };
    const slot = (await isShownElsewhere(here.slot)) ? newSlot() : here.slot;
    return { slot, state, guest: kept.guest === true };
  }
  const own = newestOwn();
  const mine = now ?? { slot: newSlot(), state: merged(beginning(), own), guest: false };
  const found = location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : {};
  if (!found.asked) return { ...mine, problem: found.problem && `${found.problem} Nothing on this page has changed.` };
  const state = merged(beginning(), found.asked);
  const isSame = JSON.stringify(shared({ ...mine.state, tab: state.tab })) === JSON.stringify(shared(state));
  if (isSame) return mine;
  return { slot: newSlot(), state, guest: own !== null, note: found.note };
}

start();
