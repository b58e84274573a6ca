// What the page is asked: kept in the link, the party in the browser as well.

import { isTable } from "./toml.js";

const KEY = "fudgelab.party";

const hero = (name, skill, weapon, armor, shield, more = {}) => ({ name, skill, weapon, armor, shield, back: false, ...more });

/// What a visitor finds who has not been here: something to change.
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
    first: { base: "srd", set: [] },
    second: { base: "srd", set: [["damage_roll", "none"]] },
    fighters: [
      { name: "Ada", skill: "Great", offense: 3, defense: 2, count: 1 },
      { name: "Bo", skill: "Good", offense: 4, defense: 3, count: 1 },
    ],
  },
  file: { name: "scenario.toml", text: "" },
  beside: [],
});

/// The party that was entered before; none where nothing is kept, or may be.
export function keptParty() {
  try {
    const party = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(party) && party.length > 0 && party.every(isMember) ? party.slice(0, 20) : null;
  } catch {
    return null;
  }
}

export function keepParty(party) {
  try {
    localStorage.setItem(KEY, JSON.stringify(party));
  } catch {
    // Private windows and full disks keep nothing.
  }
}

const isMember = (one) => isTable(one) && typeof one.name === "string";
const isNumber = (one, most) => Number.isInteger(one) && one >= 1 && one <= most;
const isFoe = (one) => isMember(one) && isNumber(one.count, 60) && (one.keys === undefined || isTable(one.keys));

// What the lists of a state may hold.
const HOLDS = {
  party: isMember,
  foes: isFoe,
  toggles: (one) => typeof one === "string",
  day: (one) => isTable(one) && (isNumber(one.rest, 365) || (Array.isArray(one.foes) && one.foes.every(isFoe))),
  set: (one) => Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string"),
  fighters: isMember,
  beside: (one) => Array.isArray(one) && one.length === 2 && one.every((text) => typeof text === "string"),
};

/// The text of a link: deflated, in the letters of URLs. `z` says so, `j` that it is not deflated.
export async function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  if (typeof CompressionStream === "undefined") return `j${letters(bytes)}`;
  return `z${letters(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

// No link of this page is longer, packed or unpacked.
const LONGEST = 2_000_000;

/// What a link asks, over what the page begins with; none where it is no link of this page.
export async function unpacked(link) {
  try {
    if (!/^[zj][\w-]+$/.test(link) || link.length > LONGEST) return null;
    const text = link.slice(1).replaceAll("-", "+").replaceAll("_", "/");
    let bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (link[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
    const state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return merged(beginning(), state);
  } catch {
    return null;
  }
}

/// One state over another: whatever is not of the same kind is left as it was.
function merged(own, other, name = "") {
  if (Array.isArray(own)) return Array.isArray(other) ? other.filter(HOLDS[name]).slice(0, 100) : own;
  if (isTable(own)) {
    if (!isTable(other)) return own;
    return Object.fromEntries(Object.entries(own).map(([name, value]) => [name, merged(value, other[name], name)]));
  }
  return typeof other === typeof own ? other : own;
}

const letters = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > LONGEST) throw new RangeError("too long");
    parts.push(value);
  }
}
