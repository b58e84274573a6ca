// Converts scenarios from objects to TOML.

export const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof Written);
const BARE = /^[A-Za-z0-9_-]+$/;

const key = (name) => (BARE.test(name) ? name : text(name));

// A JSON string is also a TOML string, except for the character DEL.
const text = (value) => JSON.stringify(value).replaceAll("\u007f", "\\u007f");

/// A value that the visitor has typed as TOML.
export class Written {
  constructor(text) {
    this.text = text;
  }
}

/// A value as TOML on one line.
export function inline(value) {
  if (value instanceof Written) return value.text;
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (!isTable(value)) return String(value);
  const entries = Object.entries(value).map(([name, one]) => `${key(name)} = ${inline(one)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

// Down to this depth, nested tables have their own headings: `[fighters.ada]`.
const HEADINGS = { rules: 1, fighters: 2, variants: 1, vary: 1, run: 1, campaign: 3 };

/// A document as TOML: its values, then its tables.
export function document_text(document) {
  const lines = [];
  for (const [name, value] of Object.entries(document)) if (!isTable(value)) lines.push(`${key(name)} = ${inline(value)}`);
  for (const [name, value] of Object.entries(document)) if (isTable(value)) section(key(name), value, HEADINGS[name] ?? 1, lines);
  return lines.join("\n") + "\n";
}

function section(path, table, depth, lines) {
  const entries = Object.entries(table);
  const below = (value) => depth > 1 && isTable(value) && Object.values(value).length > 0;
  const own = entries.filter(([, value]) => !below(value));
  if (own.length > 0) lines.push("", `[${path}]`, ...own.map(([name, value]) => `${key(name)} = ${inline(value)}`));
  for (const [name, value] of entries) if (below(value)) section(`${path}.${key(name)}`, value, depth - 1, lines);
}

/// The entries of `to` that are new or different in comparison with `from`. `to` must have all keys of `from`.
export function difference(from, to) {
  const more = {};
  for (const [name, value] of Object.entries(to)) {
    if (!isTable(value)) {
      if (JSON.stringify(from?.[name]) !== JSON.stringify(value)) more[name] = value;
      continue;
    }
    const inner = difference(isTable(from?.[name]) ? from[name] : {}, value);
    if (Object.keys(inner).length > 0 || !isTable(from?.[name])) more[name] = inner;
  }
  return more;
}

/// The name, with a number if it is already taken.
export function free(name, taken) {
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
