// The state of the page: everything that the visitor has entered.

import { isTable } from "./toml.js";

const hero = (name, skill, weapon, armor, shield, more = {}) => ({ name, skill, weapon, armor, shield, back: false, ...more });

/// The state for a new visitor: an example to change.
export const beginning = () => ({
  tab: "fight",
  party: [
    hero("Ada", "Great", "sword", "heavy leather", "medium"),
    hero("Ben", "Good", "axe", "light metal", "none"),
    hero("Cleo", "Fair", "knife", "light leather", "none", { back: true, missile: "bow", missileSkill: "Great" }),
  ],
  rules: "srd",
  kind: "fight",
  foes: [{ like: "FF goblin", name: "goblin", count: 4 }],
  toggles: [],
  day: [
    { foes: [{ like: "FF goblin", name: "goblin", count: 3 }] },
    { rest: 1 },
    { foes: [{ like: "SRD grizzly bear", name: "grizzly bear", count: 1 }] },
  ],
  healer: "",
  dice: { dice: "4dF", level: "Good", modifier: 0, against: "difficulty", difficulty: "Great", opposed: "Good", opposedDice: "", methods: "4dF, d%, 3d6-table" },
  design: {
    first: { base: "srd", set: [], modifiers: [] },
    second: { base: "srd", set: [["damage_roll", "none"]], modifiers: [] },
    fighters: [
      { name: "Ada", skill: "Great", offense: 3, defense: 2, count: 1 },
      { name: "Bo", skill: "Good", offense: 4, defense: 3, count: 1 },
    ],
    own: false,
  },
  file: { name: "scenario.toml", text: "", typed: false },
  beside: [],
});

const isMember = (one) => isTable(one) && typeof one.name === "string";
const isNumber = (one, most) => Number.isInteger(one) && one >= 1 && one <= most;
const isFoe = (one) => isMember(one) && isNumber(one.count, 60) && (one.keys === undefined || isTable(one.keys));

// Checks of the entries of each list in a state.
const HOLDS = {
  party: isMember,
  foes: isFoe,
  toggles: (one) => typeof one === "string",
  day: (one) => isTable(one) && (isNumber(one.rest, 365) || (Array.isArray(one.foes) && one.foes.every(isFoe))),
  set: (one) => Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string"),
  modifiers: (one) => isTable(one) && ["name", "to", "add", "when", "whom"].every((key) => typeof one[key] === "string"),
  fighters: isMember,
  beside: (one) => Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string"),
};

/// The state `own` with the values of `other` that have the right type.
export function merged(own, other, name = "") {
  if (Array.isArray(own)) return Array.isArray(other) ? other.filter(HOLDS[name]).slice(0, 100) : own;
  if (isTable(own)) {
    if (!isTable(other)) return own;
    return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, merged(value, other[name], name)]));
  }
  return typeof other === typeof own ? other : own;
}
