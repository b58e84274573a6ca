// The third tab: two sets of rules, compared on a fight.

import { after, button, fill, h, labeled, removal, select, wholeNumber } from "./dom.js";
import { runner } from "./result.js";
import { fight, title } from "./fights.js";
import { folded } from "./show.js";
import { Written, document_text, free } from "./toml.js";

// Number of trials if the fight is too large to solve.
const TRIALS = 50_000;

/// The scenario: the second set of rules is compared with the first, on a duel or on the fight of the first tab.
export function designText({ first, second, fighters, own = false }, state = null) {
  const rules = ({ base, set, modifiers }) => {
    const options = set.filter(([key, value]) => key && value.trim() !== "").map(([key, value]) => [key, key in INSIDE ? formulaIn(INSIDE[key], value) : typedValue(value)]);
    const added = modifiers.filter(({ add }) => add.trim() !== "").map(modifier);
    return { rules: { base, ...Object.fromEntries(options), ...(added.length > 0 ? { modifiers: added } : {}) } };
  };
  const taken = [];
  const tables = {};
  fighters.forEach((one, place) => {
    const name = free(one.name.trim() || `Fighter ${place + 1}`, taken);
    taken.push(name);
    const { skill, offense, defense, count } = one;
    tables[name] = { skill, offense: Number(offense), defense: Number(defense), ...(count > 1 ? { count: Number(count) } : {}) };
  });
  const isOwn = own && state !== null && state.party.length > 0 && state.foes.length > 0;
  const names = isOwn ? `Your party against ${title(state.foes)}` : fighters.map(({ name }) => name).join(" against ");
  return document_text({
    title: `${names}: two sets of rules`,
    show: [{ table: "differences", baseline: "first rules" }],
    fighters: isOwn ? fight(state, []).fighters : tables,
    variants: { "first rules": rules(first), "second rules": rules(second) },
    run: { trials: TRIALS },
  });
}

// Options whose formula has its own key, as in `damage = { points = "degree" }`.
const INSIDE = { damage: "points" };

/// The value of an option with a formula. A word or a table stays unchanged; a formula goes under `key`, even if the
/// visitor has typed the key before it.
function formulaIn(key, text) {
  const [, formula] = text.trim().match(new RegExp(`^(?:[a-z_]+\\.)?${key}\\s*=\\s*["']?(.*?)["']?$`)) ?? [null, text.trim()];
  return /^[a-z][\w-]*$|^\{/.test(formula) ? typedValue(formula) : { [key]: formula };
}

/// A custom modifier as a table of `[[rules.modifiers]]`, without empty fields.
const modifier = ({ name, to, add, when, whom }) =>
  Object.fromEntries(Object.entries({ name: name.trim(), to: to.split(" "), add: typedValue(add), when: when.trim(), for: whom }).filter(([, value]) => value !== ""));

// The rolls and figures that a modifier can be added to.
const ADDED_TO = [["attack", "attacks"], ["defense", "defenses"], ["attack defense", "attacks and defenses"], ["damage", "damage"], ["initiative", "initiative"], ["minimum", "the minimum to hit"]];

/// Typed text as a number, a word or a list. Tables, and lists with quotes or tables, stay TOML.
function typedValue(text) {
  const trimmed = text.trim().replace(/\s*\n\s*/g, " ");
  if (/^\{.*\}$/.test(trimmed) || /^\[.*[{"'].*\]$/.test(trimmed)) return new Written(trimmed);
  if (/^[+-]?\d+$/.test(trimmed)) return Number(trimmed);
  if (/^\[[-+\d\s,]*\]$/.test(trimmed)) return JSON.parse(trimmed.replaceAll("+", ""));
  if (/^\[.*\]$/.test(trimmed)) return trimmed.slice(1, -1).split(",").map((word) => word.trim().replace(/^["']|["']$/g, "")).filter(Boolean);
  return trimmed;
}

export function designTab(page, panel) {
  const { listing, state } = page;
  const { design } = state;
  const result = runner(page, { heading: false });
  const run = after(300, () => result.run(designText(design, state), "two-rules.toml"));
  const changed = () => {
    page.changed();
    run();
  };

  // A modifier can be for one fighter, so its row is redrawn when the fighters change.
  const redraws = [];
  function rules(set, name) {
    const list = h("ul", { className: "changes" });
    const meaning = h("p", { className: "soft" });
    const tell = () => (meaning.textContent = listing.presets.find((one) => one.name === set.base)?.meaning ?? "");
    const preset = select(listing.presets.map(({ name, meaning }) => ({ value: name, text: name, title: meaning })), set.base, (value) => {
      set.base = value;
      tell();
      draw();
      changed();
    });
    tell();

    function row(entry, place) {
      const [key, value] = entry;
      const option = listing.options.find((one) => one.key === key);
      const choose = select([{ value: "", text: "choose an option…" }, ...listing.options.map((one) => ({ value: one.key, text: one.key.replaceAll("_", " "), title: one.meaning }))], key, (chosen) => {
        const words = listing.options.find((one) => one.key === chosen)?.choices.filter(({ word }) => word) ?? [];
        const { formula } = listing.options.find((one) => one.key === chosen) ?? {};
        set.set[place] = [chosen, formula ? "" : words.find(({ word }) => word !== inPreset(chosen))?.word ?? inPreset(chosen)];
        draw();
        changed();
      }, { "aria-label": "Option" });
      const remove = removal(() => {
        set.set.splice(place, 1);
        draw();
        changed();
        page.removed(key.replaceAll("_", " ") || "The option");
      });
      return h(
        "li",
        {},
        h("div", { className: "line" }, choose, button("×", remove, { className: "icon", "aria-label": `Remove ${key || "this option"}` })),
        option ? [setting(option, entry), option.formula ? known(option.formula, "Names that formulas can use here") : null, h("p", { className: "soft small" }, `${option.meaning} (${set.base}: ${inPreset(key)})`)] : null,
      );
    }

    const inPreset = (key) => listing.options.find((one) => one.key === key)?.presets.find(([name]) => name === set.base)?.[1] ?? "";

    /// The field for the value of an option: a choice of words, or text.
    function setting(option, entry) {
      const words = option.choices.filter(({ word }) => word && !word.startsWith("{"));
      const plain = option.choices.every(({ word }) => word);
      const change = (value) => {
        entry[1] = value;
        changed();
      };
      if (plain && words.length > 0) {
        return select(words.map(({ word, meaning }) => ({ value: word, text: `${word}: ${meaning}` })), entry[1], change, { "aria-label": `Setting of ${option.key}` });
      }
      const hints = [...words.map(({ word }) => word), ...(/dice/.test(option.key) ? listing.dice.map(({ name }) => name) : [])];
      const id = `hints-${name}-${option.key}`;
      return [
        h("input", { value: entry[1], "aria-label": `Setting of ${option.key}`, list: id, oninput: ({ target }) => change(target.value), autocomplete: "off", placeholder: option.key in INSIDE ? "a formula, such as degree + offense - defense" : option.choices.map(({ meaning }) => meaning).pop() }),
        h("datalist", { id }, hints.map((value) => h("option", { value }))),
      ];
    }

    /// The fields of a custom modifier: rolls, amount, condition and fighter.
    function modifierRow(one, place) {
      const typed = (key, properties) => h("input", { value: one[key], autocomplete: "off", oninput: ({ target }) => ((one[key] = target.value), changed()), ...properties });
      const chosen = (key, options) => select(options.map(([value, text]) => ({ value, text })), one[key], (value) => ((one[key] = value), changed()));
      const sides = design.own ? [["party", "your party"], ["foes", "the foes"]] : [];
      const fighters = design.own ? Object.keys(fight(state, []).fighters) : design.fighters.map(({ name }) => name);
      const whom = [["", "all fighters"], ...sides, ...fighters.map((name) => [name, name])];
      const remove = removal(() => {
        set.modifiers.splice(place, 1);
        draw();
        changed();
        page.removed(one.name || "The modifier");
      });
      return h(
        "li",
        {},
        h("div", { className: "line" }, typed("name", { "aria-label": "Name of the modifier", placeholder: "a name, such as berserk" }), button("×", remove, { className: "icon", "aria-label": `Remove ${one.name || "the modifier"}` })),
        h("div", { className: "fields" }, labeled("Added to", chosen("to", ADDED_TO)), labeled("How much", typed("add", { placeholder: "1, or a formula" })), labeled("When", typed("when", { placeholder: "always; or level >= 'Hurt'" })), labeled("For", chosen("whom", whom))),
        known("rules.modifiers.add", "Names that formulas can use here"),
      );
    }

    /// The names that formulas of a key can use. The list is loaded when it is opened.
    function known(key, title) {
      const names = h("dl", { className: "names" });
      const opened = async ({ target }) => {
        if (!target.open || names.childElementCount > 0) return;
        const { ok } = await page.engine.once(`names ${key}`, { ask: "names", key });
        fill(names, (ok ?? []).map(({ name, meaning }) => [h("dt", {}, h("code", {}, name)), h("dd", {}, meaning)]));
      };
      const fold = folded(title, names);
      fold.addEventListener("toggle", opened);
      return fold;
    }

    const draw = () => fill(list, set.set.map(row), set.modifiers.map(modifierRow));
    redraws.push(draw);
    draw();
    const add = () => {
      set.set.push(["", ""]);
      draw();
      list.children[set.set.length - 1].querySelector("select").focus();
    };
    const addModifier = () => {
      set.modifiers.push({ name: free("modifier", set.modifiers.map(({ name }) => name)), to: "attack", add: "1", when: "", whom: "" });
      draw();
      changed();
      list.lastElementChild.querySelector("input").select();
    };
    return h("section", { className: "panel", "aria-label": name }, h("h2", {}, name), labeled("Preset", preset), meaning, list, h("div", { className: "buttons" }, button("Change an option", add), button("Add a modifier", addModifier)));
  }

  const levels = listing.ladder.map(({ name }) => name);
  const fighter = (one, place) => {
    const number = (key, min, max) => wholeNumber(one[key], { min, max }, (value) => ((one[key] = value), changed()));
    const numbers = [["Offense", number("offense", -20, 50)], ["Defense", number("defense", -20, 50)], ["How many", number("count", 1, 50)]];
    return h(
      "fieldset",
      { className: "duelist" },
      h("legend", { className: "hidden" }, `Fighter ${place + 1}`),
      labeled("Name", h("input", { value: one.name, maxlength: "40", autocomplete: "off", oninput: ({ target }) => ((one.name = target.value), changed()) })),
      labeled("Skill", select(levels, one.skill, (value) => ((one.skill = value), changed()))),
      numbers.map(([name, { field }]) => labeled(name, field)),
      numbers.map(([, { wrong }]) => wrong),
    );
  };

  const mine = h("p", { className: "soft" });
  const duel = h("div", { className: "duelists" }, design.fighters.map(fighter));
  const who = h("div", { className: "switch", role: "group", "aria-label": "Who fights" });
  function drawWho() {
    const kinds = [[false, "A duel"], [true, "My own fight"]];
    const choose = (own) => () => {
      design.own = own;
      drawWho();
      redraws.forEach((draw) => draw());
      changed();
      who.querySelector("[aria-pressed=true]")?.focus();
    };
    fill(who, kinds.map(([own, name]) => button(name, choose(own), { "aria-pressed": String(design.own === own) })));
    duel.hidden = design.own;
    const isThere = state.party.length > 0 && state.foes.length > 0;
    mine.textContent = !design.own ? "" : isThere ? `${state.party.map(({ name }) => name).join(", ")} against ${title(state.foes)}, as on the “Fight” tab.` : "The “Fight” tab has no party or no foes, so the duel is used instead.";
  }
  drawWho();

  const open = () => page.openFile("two-rules.toml", designText(design, state));
  fill(
    panel,
    h("div", { className: "columns two" }, rules(design.first, "First rules"), rules(design.second, "Second rules")),
    h("section", { className: "panel", "aria-labelledby": "duel-title" }, h("h2", { id: "duel-title" }, "Who fights"), who, mine, duel),
    h("section", { className: "panel", "aria-labelledby": "compared-title" }, h("h2", { id: "compared-title" }, "What it changes"), result.element, h("div", { className: "buttons" }, button("Open as a file", open))),
  );
  run();
  return {
    /// The fight of the first tab may have changed.
    shown() {
      if (!design.own) return;
      drawWho();
      run();
    },
  };
}
