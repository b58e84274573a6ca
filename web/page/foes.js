// The foes: their numbers with − and +, and a search for more.

import { button, fill, h, removal, select } from "./dom.js";
import { free } from "./toml.js";
import { read } from "./paste.js";

// Maximum number of identical foes.
export const MOST = 60;

/// A list of foes to edit. It changes `foes` in place and then calls `changed`.
export function foeList(page, foes, changed, properties = {}) {
  const { listing } = page;
  const list = h("ul", { className: "foes", "aria-label": properties.name ?? "Foes" });
  const levels = listing.ladder.map(({ name }) => name);

  function row(one, place) {
    const known = listing.library.find(({ like }) => like === one.like);
    const wrong = h("p", { className: "wrong small", role: "status" });
    const count = h("input", {
      type: "number",
      className: "count",
      min: "1",
      max: String(MOST),
      value: one.count,
      "aria-label": `How many: ${one.name}`,
      oninput: () => (isCount(count.value) ? set(Number(count.value)) : mark(true)),
      // The message about the invalid number stays below.
      onblur: () => isCount(count.value) || (count.value = one.count),
    });
    const isCount = (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST;
    const mark = (isWrong) => {
      count.setAttribute("aria-invalid", String(isWrong));
      wrong.textContent = isWrong ? `Enter a whole number from 1 to ${MOST}. Until then, ${one.count} is used.` : "";
    };
    const set = (value) => {
      one.count = Math.min(Math.max(value, 1), MOST);
      if (Number(count.value) !== one.count) count.value = one.count;
      mark(false);
      less.disabled = one.count <= 1;
      changed();
    };
    const less = button("−", () => set(one.count - 1), { className: "step", "aria-label": `One ${one.name} fewer`, disabled: one.count <= 1 });
    const more = button("+", () => set(one.count + 1), { className: "step", "aria-label": `One ${one.name} more` });
    /// Adds a single foe of this type, one level better.
    const chief = () => {
      const printed = levels.find((level) => new RegExp(`\\b${level}\\b`).test(one.keys?.skill ?? known?.figures ?? ""));
      const at = levels.indexOf(one.skill || printed || "Fair");
      const name = free(`${one.name} chief`, foes.map((other) => other.name));
      foes.splice(place + 1, 0, { ...one, ...(one.keys ? { keys: { ...one.keys } } : {}), name, count: 1, skill: levels[Math.min(at + 1, levels.length - 1)] });
      draw();
      changed();
      list.children[place + 1].querySelector("input").focus();
    };
    const remove = removal(() => {
      foes.splice(place, 1);
      draw();
      changed();
      page.removed(one.name);
      search.focus();
    });
    // Foes that are printed without a skill need one.
    const needsSkill = known && !known.fights;
    const asIs = known ? (known.source.startsWith("OURS") ? "as suggested" : "as printed") : "as pasted";
    const skill = select([...(needsSkill ? [] : [{ value: "", text: asIs }]), ...levels], one.skill ?? "", (value) => {
      one.skill = value;
      summary.textContent = figures();
      changed();
    }, { "aria-label": `Skill of ${one.name}` });
    const figures = () => {
      const own = known?.figures || Object.entries(one.keys ?? {}).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`).join(" · ");
      if (!one.skill) return own || "no figures";
      return [`skill ${one.skill}`, own && (needsSkill ? own : `${asIs}: ${own}`)].filter(Boolean).join(" · ");
    };
    const summary = h("summary", {}, figures());
    return h(
      "li",
      {},
      h("div", { className: "who" }, h("strong", {}, one.name), known ? h("span", { className: "soft" }, ` ${known.source.split(" ")[0]}`) : null),
      h("div", { className: "counter" }, less, count, more),
      button("×", remove, { className: "icon", "aria-label": `Remove ${one.name}`, title: "Remove" }),
      wrong,
      h("details", { className: "figures" }, summary, known?.note ? h("p", { className: "soft" }, known.note) : null, h("label", { className: "field" }, h("span", {}, "Skill"), skill), h("div", { className: "buttons" }, button("Copy as a chief", chief, { title: "Adds a single one whose skill is one level higher" }))),
    );
  }

  const draw = () => fill(list, foes.map(row));

  function add(one) {
    const known = foes.find((other) => one.like && other.like === one.like);
    if (known) known.count = Math.min(known.count + 1, MOST);
    else foes.push({ ...one, name: free(one.name, foes.map(({ name }) => name)), count: one.count ?? 1 });
    draw();
    changed();
  }

  const { field: search, element: finder } = find(listing.library, (entry) =>
    add({ name: entry.name, like: entry.like, ...(entry.fights ? {} : { skill: "Fair" }) }),
  );
  draw();
  return { element: h("div", { className: "foe-list" }, list, finder, paste(page, add), books(listing)), draw };
}

/// A combobox to find a creature or person of the library by name or book.
let boxes = 0;
function find(library, chosen) {
  boxes += 1;
  const id = `found-${boxes}`;
  const found = h("ul", { id, role: "listbox", className: "found", hidden: true, tabindex: "-1", "aria-label": "Foes from the books" });
  let matches = [];
  let at = -1;
  const field = h("input", {
    type: "text",
    role: "combobox",
    placeholder: "Add a foe: goblin, troll, wolf…",
    "aria-label": "Add a foe",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": id,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => look(),
    onfocus: () => look(),
    onblur: () => setTimeout(close, 150),
    onkeydown: (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (found.hidden) look();
        mark((at + (event.key === "ArrowDown" ? 1 : -1) + matches.length) % Math.max(matches.length, 1));
      } else if (event.key === "Enter" && matches.length > 0) {
        event.preventDefault();
        take(Math.max(at, 0));
      } else if (event.key === "Escape") close();
    },
  });

  function look() {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ name, source }) => words.every((word) => `${name} ${source}`.toLowerCase().includes(word));
    const begins = ({ name }) => words.length > 0 && name.toLowerCase().startsWith(words[0]);
    matches = library.filter(fits).sort((one, other) => begins(other) - begins(one) || other.fights - one.fights || one.person - other.person || one.name.localeCompare(other.name, "en"));
    at = -1;
    fill(
      found,
      matches.map((entry, place) =>
        h(
          "li",
          { role: "option", id: `${id}-${place}`, "aria-selected": "false", onmousedown: (event) => (event.preventDefault(), take(place)) },
          h("strong", {}, entry.name),
          h("span", { className: "soft" }, ` ${entry.source.split(" ")[0]}${entry.fights ? "" : " · no skill printed"}`),
        ),
      ),
      matches.length === 0 ? h("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "No foe matches. You can paste a stat block below.") : null,
    );
    found.hidden = false;
    field.setAttribute("aria-expanded", "true");
    field.removeAttribute("aria-activedescendant");
  }

  function mark(place) {
    at = place;
    [...found.children].forEach((one, number) => one.setAttribute("aria-selected", String(number === place)));
    found.children[place]?.scrollIntoView({ block: "nearest" });
    if (matches[place]) field.setAttribute("aria-activedescendant", `${id}-${place}`);
  }

  function take(place) {
    if (!matches[place]) return;
    chosen(matches[place]);
    field.value = "";
    close();
  }

  function close() {
    found.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }

  return { field, element: h("div", { className: "finder" }, field, found) };
}

/// The titles of the books that are abbreviated after names.
const books = ({ sources }) =>
  h("details", { className: "books" }, h("summary", {}, "Which books are these?"), h("dl", { className: "names" }, sources.map(({ tag, title }) => [h("dt", {}, tag), h("dd", {}, title)])));

/// A field to paste the stat block of a foe that is in no book.
function paste(page, add) {
  const said = h("p", { role: "status", className: "soft" });
  const area = h("textarea", { rows: "5", "aria-label": "A stat block", spellcheck: "false", placeholder: "Hobgoblin\nSkill: Good, offense +3, defense 2\nScale −1" });
  const use = () => {
    const found = read(area.value);
    if (!found || Object.keys(found.keys).length === 0) {
      said.textContent = "No figures found. Write a skill (Fair, Good …), offense and defense, one per line.";
      return;
    }
    const keys = { skill: "Fair", ...found.keys };
    add({ name: found.name, keys });
    const read_ = Object.entries(found.keys).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`);
    const assumed = "skill" in found.keys ? "" : " No skill found, so Fair.";
    const left = found.unread.length > 0 ? ` Not read: ${found.unread.join("; ")}.` : "";
    said.textContent = `Read: ${read_.join(", ")}.${assumed}${left}`;
    area.value = "";
  };
  return h("details", { className: "paste" }, h("summary", {}, "Paste a stat block"), area, h("div", { className: "buttons" }, button("Read it", use)), said);
}
