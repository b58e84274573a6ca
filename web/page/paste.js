// Reads a stat block from pasted text, as far as possible.

const LEVELS = { Terrible: -3, Poor: -2, Mediocre: -1, Fair: 0, Good: 1, Great: 2, Superb: 3, Legendary: 4 };
const LEVEL = Object.keys(LEVELS).join("|");

// Words in stat blocks, and the fighter keys that they mean. The first match in a list counts.
const LEVEL_KEYS = [
  [/melee combat|melee|combat skill|fighting|brawling|combat|skill|sword|spear|axe|club|claws|bite|attack/i, "skill"],
  [/damage capacity|toughness/i, "damage_capacity"],
  [/dodge|defen[cs]e skill|parry/i, "avoid"],
  [/strength|might/i, "strength"],
  [/health|constitution/i, "health"],
  [/agility|dexterity/i, "agility"],
  [/perception|awareness/i, "perception"],
  [/willpower|will/i, "will"],
];
const NUMBER_KEYS = [
  [/mass scale/i, "mass_scale"],
  [/strength scale/i, "strength_scale"],
  [/scale|size/i, "scale"],
  [/offensive (?:damage )?factor|odf|offen[cs]e|damage(?! capacity)|weapon/i, "offense"],
  [/defensive (?:damage )?factor|ddf|defen[cs]e|armou?r/i, "defense"],
  [/tough hide/i, "tough_hide"],
];

const spelled = (word) => Object.keys(LEVELS).find((level) => level.toLowerCase() === word.toLowerCase());

/// The name, the keys found, and the parts that were not understood; null for an empty text.
export function read(text) {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "");
  if (lines.length === 0) return null;
  const keys = {};
  const unread = [];
  let name = null;
  lines.forEach((line, place) => {
    const parts = line.split(/[;,]|\.(?=\s|$)/).map((part) => part.trim()).filter((part) => part !== "");
    const found = parts.map((part) => take(part, keys));
    if (found.some(Boolean)) {
      unread.push(...parts.filter((part, number) => !found[number] && !(place === 0 && number === 0 && name === null)));
      if (place === 0 && !found[0]) name = called(parts[0]);
      else if (place === 0 && line.includes(":") && take(parts[0].slice(parts[0].indexOf(":") + 1), {})) name = called(line.split(":")[0]);
    } else if (place === 0) name = called(line);
    else unread.push(line);
  });
  // A total factor already includes these.
  if ("offense" in keys) delete keys.strength;
  if ("defense" in keys) ["damage_capacity", "tough_hide"].forEach((part) => delete keys[part]);
  return { name: name ?? "foe", keys, unread };
}

const called = (text) => text.replace(/\(.*?\)/g, "").replace(/^#+\s*|[*_:]+/g, "").trim().slice(0, 40) || null;

/// Adds the key in a part of a line to `keys`, unless it is already there. Returns false if the part has no known key.
function take(part, keys) {
  const level = part.match(new RegExp(`\\b(${LEVEL})\\b`, "i"));
  const number = part.match(/([+\-\u2212]?\s?\d+)(?!\s*(?:feet|ft|lbs|years))/);
  const set = (key, value) => {
    if (!(key in keys)) keys[key] = value;
    return true;
  };
  if (level) {
    const words = part.replace(level[0], "");
    const known = LEVEL_KEYS.find(([pattern]) => pattern.test(words));
    if (known) return set(known[1], spelled(level[1]));
  }
  if (number) {
    const words = part.replace(number[0], "");
    const known = NUMBER_KEYS.find(([pattern]) => pattern.test(words));
    if (known) return set(known[1], Number(number[1].replace("\u2212", "-").replace(/\s/g, "")));
  }
  return false;
}
