// Stores the page of each browser tab, with the time of its last change, so that nothing is lost.

import { isTable } from "./toml.js";

const PAGE = "fudgelab.page.";
// Earlier versions stored only the party, under this key.
const PARTY = "fudgelab.party";
// If more pages than this are stored, the oldest are removed.
const MOST_PAGES = 12;

/// A random name for the page of a new tab.
export const newSlot = () => Math.random().toString(36).slice(2, 12);

/// The value of a JSON text; null if the text is invalid.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/// All stored pages, newest first: `{ slot, at, guest, state }`. A guest page came from a link and is not yet the
/// visitor's own.
function pages() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PAGE));
    const all = names.map((name) => ({ ...parsed(localStorage.getItem(name)), slot: name.slice(PAGE.length) }));
    return all.filter(({ state, at }) => isTable(state) && Number.isFinite(at)).sort((one, other) => other.at - one.at);
  } catch {
    // Private windows may have no storage.
    return [];
  }
}

/// The stored page of a tab, if there is one.
export const keptIn = (slot) => pages().find((one) => one.slot === slot);

/// All stored pages except that of this tab.
export const otherPages = (slot) => pages().filter((one) => one.slot !== slot);

/// The state of the visitor's newest own page; null for new visitors.
export function newestOwn() {
  const own = pages().find(({ guest }) => !guest);
  if (own) return own.state;
  const party = parsed(localStorageText(PARTY));
  return Array.isArray(party) && party.length > 0 ? { party } : null;
}

function localStorageText(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/// Stores the page of a tab. If there is not enough room, removes the oldest pages of other tabs.
export function keep(slot, state, guest) {
  const text = JSON.stringify({ at: Date.now(), guest, state });
  try {
    const more = Object.keys(localStorage).filter((name) => name.startsWith(PAGE)).length - MOST_PAGES;
    if (more > 0) drop(slot, more);
    for (;;) {
      try {
        return localStorage.setItem(PAGE + slot, text);
      } catch (problem) {
        if (!drop(slot, 1)) throw problem;
      }
    }
  } catch {
    // There is no storage.
  }
}

/// Removes the `count` oldest pages of other tabs, but never the visitor's newest own page. Returns false if nothing
/// was removed.
function drop(slot, count) {
  const others = otherPages(slot);
  const own = others.find((one) => !one.guest);
  const oldest = others.filter((one) => one !== own).slice(-count);
  oldest.forEach((one) => localStorage.removeItem(PAGE + one.slot));
  return oldest.length > 0;
}

const HERE = "fudgelab.here";

// Maximum number of links remembered for a tab.
const MOST_LINKS = 8;

const remembered = () => parsed(sessionStorage.getItem(HERE)) ?? { here: null, links: [] };

/// Remembers which page this tab shows, together with its last links. A browser that reloads a page while its address
/// changes loads the previous address and loses the history state.
export function showsNow(here, link) {
  try {
    const before = remembered();
    const links = before.here?.slot === here.slot ? before.links.filter((one) => one !== link) : [];
    sessionStorage.setItem(HERE, JSON.stringify({ here, links: [...links, link].slice(-MOST_LINKS) }));
  } catch {
    // Without storage, only the history knows the page.
  }
}

/// The page that this tab showed at this link; null if it is not known.
export function shownBefore(link) {
  try {
    const { here, links } = remembered();
    return links.includes(link) ? here : null;
  } catch {
    return null;
  }
}

const heldSlots = new Set();

/// Whether another browser tab shows this page, for example because a tab was duplicated. If not, this tab reserves it.
export function isShownElsewhere(slot) {
  if (heldSlots.has(slot)) return false;
  return new Promise((found) => {
    const hold = (lock) => {
      if (lock) heldSlots.add(slot);
      found(!lock);
      // Holds the lock as long as this page is open.
      return lock ? new Promise(() => {}) : undefined;
    };
    try {
      navigator.locks.request(PAGE + slot, { ifAvailable: true }, hold).catch(() => found(false));
    } catch {
      found(false);
    }
  });
}
