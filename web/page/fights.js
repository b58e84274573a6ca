// Scenarios built from the input on the first tab.

import { free, difference, document_text } from "./toml.js";

/// The options under "What if". Each changes all fighters of a side, or the rules.
export const TOGGLES = [
  { id: "surprised", name: "They are surprised", instead: "ambush", change: ({ foes }) => foes.forEach((one) => (one.unaware = 1)) },
  { id: "ambush", name: "You are surprised", instead: "surprised", change: ({ party }) => party.forEach((one) => (one.unaware = 1)) },
  {
    id: "arrows",
    name: "Arrows first",
    hint: "a round of shooting before they close in",
    fits: (state) => state.party.some((one) => one.missile),
    unfit: "no hero in your party shoots",
    change: ({ rules }) => (rules.closing = 1),
  },
  { id: "flee", name: "They flee", hint: "once half of them are down", change: ({ foes }) => foes.forEach((one) => (one.flees = "half down")) },
  {
    id: "armor",
    name: "Armor +1 for you",
    change: ({ party }) =>
      party.forEach((one) => {
        if (typeof one.defense === "number") one.defense += 1;
        else if (!one.like) one.tough_hide = (one.tough_hide ?? 0) + 1;
      }),
  },
  {
    id: "points",
    name: "A Fudge point each",
    hint: "spent to survive",
    change: ({ rules, party }) => {
      rules.fudge_points = 1;
      party.forEach((one) => (one.spend = "survive"));
    },
  },
];

/// The toggles that are on after `id` is switched. Switching one on switches off the toggle that it excludes.
export function turned(toggles, id) {
  if (toggles.includes(id)) return toggles.filter((one) => one !== id);
  const { instead } = TOGGLES.find((one) => one.id === id);
  return [...toggles.filter((one) => one !== instead), id];
}

/// Applies the toggles to the rules and fighters in `parts`.
const turn = (toggles, parts) => TOGGLES.filter(({ id }) => toggles.includes(id)).forEach(({ change }) => change(parts));

const number = (text) => (text === "" || text === undefined || text === null || Number.isNaN(Number(text)) ? undefined : Number(text));

/// A member of the party as a table of [fighters].
function member(one) {
  const fighter = {};
  if (one.like) fighter.like = one.like;
  if (one.skill) fighter.skill = one.skill;
  if (one.strength) fighter.strength = one.strength;
  if (number(one.offense) !== undefined) fighter.offense = number(one.offense);
  else if (one.weapon && one.weapon !== "as in the book") fighter.weapon = one.weapon;
  if (number(one.defense) !== undefined) fighter.defense = number(one.defense);
  else if (one.armor && one.armor !== "none") fighter.armor = one.armor;
  if (one.shield && one.shield !== "none") fighter.shield = one.shield;
  if (one.missile) fighter.missile = one.missileSkill ? { weapon: one.missile, skill: one.missileSkill } : { weapon: one.missile };
  if (one.back) fighter.place = "back";
  return fighter;
}

/// The tables of [fighters] for a list, under unique names, which are added to `taken`.
function named(list, taken, fighter) {
  const tables = {};
  for (const one of list) {
    const name = free((one.name ?? "").trim() || "Hero", taken);
    taken.push(name);
    tables[name] = fighter(one);
  }
  return tables;
}

function foe(one) {
  const fighter = { ...(one.like ? { like: one.like } : {}), ...(one.keys ?? {}) };
  if (one.skill) fighter.skill = one.skill;
  if (one.count > 1) fighter.count = one.count;
  return fighter;
}

/// The fight as an object, with `toggles` applied.
export function fight(state, toggles = state.toggles) {
  const taken = [];
  const party = named(state.party, taken, (one) => ({ ...member(one), side: "party" }));
  const foes = named(state.foes, taken, (one) => ({ ...foe(one), side: "foes" }));
  const rules = { base: state.rules };
  turn(toggles, { rules, party: Object.values(party), foes: Object.values(foes) });
  return { title: title(state.foes), rules, fighters: { ...party, ...foes } };
}

/// The day as an object, with `toggles` applied.
export function day(state, toggles = state.toggles) {
  const taken = [];
  const party = named(state.party, taken, member);
  const rules = { base: state.rules };
  const stages = {};
  state.day.forEach((stage) => {
    if (stage.rest) stages[free("rest", Object.keys(stages))] = { rest: stage.rest };
    else if (stage.foes.length > 0) stages[free(title(stage.foes), Object.keys(stages))] = { foes: named(stage.foes, [...taken], foe) };
  });
  const foes = Object.values(stages).flatMap((stage) => Object.values(stage.foes ?? {}));
  turn(toggles, { rules, party: Object.values(party), foes });
  const healer = state.healer ? { healer: { trait: state.healer } } : {};
  return { title: "A day of adventure", rules, campaign: { ...healer, party, stages } };
}

/// Foes in words: `goblin × 4, ogre`.
export const title = (foes) => foes.map((one) => (one.count > 1 ? `${one.name} × ${one.count}` : one.name)).join(", ") || "no foes";

/// The scenario of the first tab, as an object.
export const asked = (state, toggles) => (state.kind === "day" ? day(state, toggles) : fight(state, toggles));

/// The scenario of the first tab as text; with `trials`, it is simulated.
export function askedText(state, trials) {
  const run = trials ? { run: { method: "simulate", trials } } : {};
  return document_text({ ...asked(state), ...run });
}

/// The scenario of the first tab, with a variant for each toggle in `ids` that switches it.
export function variantsText(state, ids) {
  const plain = asked(state, []);
  const variant = (toggles) => difference(plain, asked(state, toggles));
  const variants = { "as it is": variant(state.toggles) };
  ids.forEach((id) => (variants[id] = variant(turned(state.toggles, id))));
  return document_text({ ...plain, variants });
}

/// The scenario with the toggle `id` on, to check whether the rules allow it.
export const turnedText = (state, id) => document_text(asked(state, state.toggles.includes(id) ? state.toggles : turned(state.toggles, id)));

/// The fight with `from` to `to` foes of the type with the index `which`.
export function curveText(state, which, from, to) {
  const names = Object.keys(fight(state).fighters);
  const name = names[state.party.length + which];
  const path = `fighters.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}.count`;
  return document_text({ ...fight(state), vary: { [path]: { from, to } } });
}
