// Links: the state of a tab, compressed and encoded for URLs, after a version, a length and a checksum.

const VERSION = 2;

/// The parts of the state that belong to each tab.
export const PARTS = {
  fight: ["party", "rules", "kind", "foes", "toggles", "day", "healer"],
  dice: ["dice"],
  design: ["design"],
  file: ["file", "beside"],
};

/// The content of a link: the state of the current tab. House rules for the visitor's own fight include it.
export function shared(state) {
  const fight = state.tab === "design" && state.design.own ? ["party", "foes"] : [];
  return Object.fromEntries(["tab", ...(PARTS[state.tab] ?? []), ...fight].map((name) => [name, state[name]]));
}

// Maximum length of a link, compressed or not.
const LONGEST = 2_000_000;

/// The text of a link. In front of the content, `z` means compressed and `j` uncompressed.
export async function packed(state) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared(state)));
  const deflates = typeof CompressionStream !== "undefined";
  const inside = (deflates ? "z" : "j") + letters(deflates ? await through(bytes, new CompressionStream("deflate-raw")) : bytes);
  return `${VERSION}.${inside.length.toString(36)}.${checksum(inside)}.${inside}`;
}

const CUT = "This link is cut off: its end is missing.";
const DAMAGED = "This link is damaged: some of its letters have changed.";
const NEWER = "This link was made by a newer version of this page.";
const OLDER = "This link was made by an older version of this page.";

/// Reads a link: `{ asked, note }`, or `{ problem }` if it cannot be read.
export async function unpacked(given) {
  // In emails and chats, a link may be followed by punctuation.
  const link = given.replace(/[^\w-]+$/, "");
  const parts = link.length <= LONGEST && link.match(/^(\d+)\.([0-9a-z]+)\.([0-9a-z]+)\.([\w-]*)$/);
  if (!parts) {
    // The first links had no version.
    const asked = /^[zj][\w-]+$/.test(link) ? await inflated(link) : null;
    return asked ? { asked, note: OLDER } : { problem: /^\d+(\.[0-9a-z]*){0,2}$/.test(link) ? CUT : DAMAGED };
  }
  const [, version, length, sum, inside] = parts;
  if (Number(version) > VERSION) return { problem: NEWER };
  if (inside.length < parseInt(length, 36)) return { problem: CUT };
  const asked = checksum(inside) === sum ? await inflated(inside) : null;
  return asked ? { asked } : { problem: DAMAGED };
}

async function inflated(inside) {
  try {
    const text = inside.slice(1).replaceAll("-", "+").replaceAll("_", "/");
    let bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (inside[0] === "z") bytes = await through(bytes, new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/// The 32-bit FNV-1a hash of a text, in base 36.
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  return sum.toString(36);
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
