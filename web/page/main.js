// The page: tabs, the link, and the state that they share.

import { byId, fill, h, after } from "./dom.js";
import { Engine, compiled } from "./engine.js";
import { beginning, keepParty, keptParty, packed, unpacked } from "./state.js";
import { fightTab } from "./fight.js";
import { diceTab } from "./dice.js";
import { designTab } from "./design.js";
import { fileTab } from "./file.js";

const TABS = [
  { id: "fight", name: "Fight", make: fightTab },
  { id: "dice", name: "Dice", make: diceTab },
  { id: "design", name: "House rules", make: designTab },
  { id: "file", name: "File", make: fileTab },
];

/// Says something for a moment, to everybody.
function say(text) {
  byId("said").textContent = text;
  clear();
}
const clear = after(4000, () => (byId("said").textContent = ""));

async function start() {
  const main = byId("main");
  let state = await opened();
  let module;
  try {
    module = await compiled();
  } catch (problem) {
    const hint = "It takes a browser of 2023 or later, with WebAssembly.";
    fill(main, h("p", { role: "alert" }, `fudgelab cannot start here: ${problem.message}. ${hint}`));
    return;
  }
  const engine = new Engine(module);
  const { ok: listing } = await engine.once("listing", { ask: "listing" });
  byId("version").textContent = `fudgelab ${listing.version}`;

  const page = {
    module,
    engine,
    listing,
    say,
    get state() {
      return state;
    },
    /// Something was changed: the link says so.
    changed() {
      link();
    },
    partyChanged() {
      keepParty(state.party);
      link();
    },
    show: (id) => choose(id, true),
  };

  let own = location.hash.slice(1);
  const link = after(250, async () => {
    own = await packed(state);
    history.replaceState(null, "", `#${own}`);
  });

  const made = new Map();
  const buttons = TABS.map(({ id, name }) =>
    h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => choose(id), onkeydown: step }, name),
  );
  const panels = TABS.map(({ id }) => h("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: "-1" }));
  fill(byId("tabs"), buttons);
  fill(main, panels);

  function choose(id, focus = false) {
    state.tab = TABS.some((tab) => tab.id === id) ? id : TABS[0].id;
    TABS.forEach((tab, place) => {
      const chosen = tab.id === state.tab;
      buttons[place].setAttribute("aria-selected", String(chosen));
      buttons[place].tabIndex = chosen ? 0 : -1;
      panels[place].hidden = !chosen;
      if (chosen && !made.has(tab.id)) made.set(tab.id, tab.make(page, panels[place]));
      if (chosen) made.get(tab.id)?.shown?.();
      if (chosen && focus) buttons[place].focus();
    });
    link();
  }

  function step(event) {
    const place = TABS.findIndex((tab) => tab.id === state.tab);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1 + TABS.length, Home: 0, End: TABS.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(TABS[to % TABS.length].id, true);
  }

  byId("link").onclick = async () => {
    own = await packed(state);
    history.replaceState(null, "", `#${own}`);
    try {
      await navigator.clipboard.writeText(location.href);
      say("Link copied: it holds all that stands on this page.");
    } catch {
      say("The address of this page is the link: copy it from the address bar.");
    }
  };

  // Another link in the address bar, or one step back.
  window.addEventListener("hashchange", async () => {
    if (location.hash.slice(1) === own) return;
    state = await opened();
    made.clear();
    panels.forEach((panel) => fill(panel));
    choose(state.tab);
  });

  // A scenario file dropped anywhere is opened.
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    choose("file");
    await made.get("file").open(file);
  });

  choose(state.tab);
}

/// What the link asks; else the beginning, with the party that was entered before.
async function opened() {
  const linked = await unpacked(location.hash.slice(1));
  if (linked) return linked;
  const party = keptParty();
  return party ? { ...beginning(), party } : beginning();
}

start();
