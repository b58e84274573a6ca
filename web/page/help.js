// Searches everything that `fudgelab list` prints.

import { button, fill, h } from "./dom.js";

// Maximum number of entries shown.
const MOST_FOUND = 60;

// The type of an entry in words, by its list.
const LISTS = { rules: "option of [rules]", presets: "preset", creatures: "creature", people: "person", gifts: "gift", faults: "fault", powers: "power", policies: "policy", spells: "spell", weapons: "weapon", scale: "scale", measures: "measure", charts: "chart" };

const loose = (text) => text.toLowerCase().replaceAll("_", " ");

/// Opens the search window.
export function helpWindow(page) {
  let all = [];
  const found = h("ul", { className: "saved", "aria-label": "Found" });
  const count = h("p", { role: "status", className: "soft" });
  const field = h("input", { type: "text", "aria-label": "Search", placeholder: "surprise, broadsword, 3d6, troll, party wins…", autocomplete: "off", oninput: () => look() });

  function look() {
    const words = loose(field.value).split(/\s+/).filter(Boolean);
    const isNamed = ({ name }) => words.length > 0 && loose(name).includes(words[0]);
    const fits = all.filter((one) => words.every((word) => one.searched.includes(word))).sort((one, other) => isNamed(other) - isNamed(one));
    const isWhole = fits.length <= MOST_FOUND;
    count.textContent = fits.length === 1 ? "1 entry" : `${fits.length} entries${isWhole ? "" : `, of which the first ${MOST_FOUND} are shown`}`;
    const entry = ({ kind, name, meaning, source, lines }) => h("li", {}, h("div", { className: "called" }, h("p", {}, h("strong", {}, name), h("span", { className: "soft" }, ` ${kind}`)), h("p", {}, [meaning, source && `(${source})`].filter(Boolean).join(" ")), lines.map((line) => h("p", { className: "soft small" }, line))));
    fill(found, fits.slice(0, MOST_FOUND).map(entry));
  }

  async function fetched() {
    const given = await page.engine.once("lists", { ask: "lists" });
    const sources = page.listing.sources.map(({ tag, title }) => ({ kind: "source", name: tag, meaning: title, source: "", lines: [] }));
    const listed = (given.ok ?? []).map((one) => ({ ...one, kind: LISTS[one.kind] ?? one.kind }));
    all = [...listed, ...sources].map((one) => ({ ...one, searched: loose([one.kind, one.name, one.meaning, one.source, ...one.lines].join(" ")) }));
    look();
  }

  const dialog = h("dialog", { "aria-labelledby": "help-title", className: "library", onclose: () => dialog.remove() }, h("h2", { id: "help-title" }, "Search"), h("p", { className: "soft small" }, "Options, presets, dice, creatures, gear, keys of scenario files and measures: everything that the command “fudgelab list” prints. The “File” tab has examples to start from."), field, count, found, h("div", { className: "buttons" }, button("Close", () => dialog.close())));
  document.body.append(dialog);
  dialog.showModal();
  fetched();
}
