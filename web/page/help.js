// Everything there is to choose from, found by its words: options, presets, dice, gear, and who is in the books.

import { button, fill, h } from "./dom.js";

// More are not shown at once.
const MOST_FOUND = 60;

/// The contents of `fudgelab list` as entries: kind, name, meaning, further lines.
function entries({ options, presets, dice, weapons, armor, shields, launchers, library, sources }) {
  const signed = (value) => (value === null || value === undefined ? "" : `${value >= 0 ? "+" : "−"}${Math.abs(value)}`);
  const gear = (kind, all) => all.map(({ name, value }) => [kind, name, signed(value), []]);
  return [
    ...options.map(({ key, meaning, choices, presets }) => ["option of [rules]", key, meaning, [...choices.map(({ word, meaning }) => (word ? `${word}: ${meaning}` : meaning)), `presets: ${presets.map(([name, value]) => `${name} ${value}`).join(", ")}`]]),
    ...presets.map(({ name, meaning }) => ["preset", name, meaning, []]),
    ...dice.map(({ name, meaning, formula }) => ["dice", name, meaning, formula === name ? [] : [formula]]),
    ...gear("weapon", weapons),
    ...gear("armor", armor),
    ...gear("shield", shields),
    ...launchers.map((name) => ["missile weapon", name, "", []]),
    ...library.map(({ name, source, figures, note }) => ["in the books", name, `${source} · ${figures}`, note ? [note] : []]),
    ...sources.map(({ tag, title }) => ["source", tag, title, []]),
  ];
}

/// A window to search them in.
export function helpWindow(page) {
  const all = entries(page.listing).map((entry) => ({ entry, words: entry.flat().join(" ").toLowerCase().replaceAll("_", " ") }));
  const found = h("ul", { className: "saved", "aria-label": "Found" });
  const count = h("p", { role: "status", className: "soft" });
  const field = h("input", { type: "text", "aria-label": "Search", placeholder: "surprise, broadsword, 3d6, troll…", autocomplete: "off", oninput: () => look() });

  function look() {
    const words = field.value.toLowerCase().replaceAll("_", " ").split(/\s+/).filter(Boolean);
    const isNamed = ({ entry }) => words.length > 0 && entry[1].toLowerCase().replaceAll("_", " ").includes(words[0]);
    const fits = all.filter((one) => words.every((word) => one.words.includes(word))).sort((one, other) => isNamed(other) - isNamed(one));
    count.textContent = fits.length === 1 ? "1 entry" : `${fits.length} entries${fits.length > MOST_FOUND ? `, the first ${MOST_FOUND} of them` : ""}`;
    fill(found, fits.slice(0, MOST_FOUND).map(({ entry: [kind, name, meaning, more] }) => h("li", {}, h("div", { className: "called" }, h("p", {}, h("strong", {}, name), h("span", { className: "soft" }, ` ${kind}`)), h("p", {}, meaning), more.map((line) => h("p", { className: "soft small" }, line))))));
  }

  const dialog = h("dialog", { "aria-labelledby": "help-title", className: "library", onclose: () => dialog.remove() }, h("h2", { id: "help-title" }, "What there is"), field, count, found, h("div", { className: "buttons" }, button("Close", () => dialog.close())));
  look();
  document.body.append(dialog);
  dialog.showModal();
}
