// Pages that this browser keeps, so that nothing is lost: one for each of its tabs, with the time of the last change.

import { isTable } from "./toml.js";

const PAGE = "fudgelab.page.";
// The party alone, which earlier versions kept.
const PARTY = "fudgelab.party";
// More pages than these are not kept.
const MOST_PAGES = 12;

/// A name for the page of a tab that is new.
export const newSlot = () => Math.random().toString(36).slice(2, 12);

/// The value of a text in JSON, or null.
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/// All pages that are kept, the newest first: `{ slot, at, guest, state }`. A guest came by a link and has not become one's own.
function pages() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PAGE));
    const all = names.map((name) => ({ ...parsed(localStorage.getItem(name)), slot: name.slice(PAGE.length) }));
    return all.filter(({ state, at }) => isTable(state) && Number.isFinite(at)).sort((one, other) => other.at - one.at);
  } catch {
    // Private windows and pages without storage keep nothing.
    return [];
  }
}

/// The page that is kept for a tab, if there is one.
export const keptIn = (slot) => pages().find((one) => one.slot === slot);

/// All pages that are kept but that of this tab.
export const otherPages = (slot) => pages().filter((one) => one.slot !== slot);

/// The newest page of one's own; none for new visitors.
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

/// Keeps the page of a tab. Where there is no room, the oldest pages of other tabs make some.
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
    // Nothing can be kept here.
  }
}

/// Removes the oldest pages of other tabs, but not the newest of one's own; false if nothing was removed.
function drop(slot, count) {
  const others = otherPages(slot);
  const own = others.find((one) => !one.guest);
  const oldest = others.filter((one) => one !== own).slice(-count);
  oldest.forEach((one) => localStorage.removeItem(PAGE + one.slot));
  return oldest.length > 0;
}

const HERE = "fudgelab.here";

// More links are not remembered.
const MOST_LINKS = 8;

const remembered = () => parsed(sessionStorage.getItem(HERE)) ?? { here: null, links: [] };

/// Remembers the page of this tab beside its last links: a browser that is told to load a page again while its address changes loads the one before,
/// and forgets the state of its history.
export function showsNow(here, link) {
  try {
    const before = remembered();
    const links = before.here?.slot === here.slot ? before.links.filter((one) => one !== link) : [];
    sessionStorage.setItem(HERE, JSON.stringify({ here, links: [...links, link].slice(-MOST_LINKS) }));
  } catch {
    // Then the history alone tells.
  }
}

/// The page that this tab showed at this link.
export function shownBefore(link) {
  try {
    const { here, links } = remembered();
    return links.includes(link) ? here : null;
  } catch {
    return null;
  }
}

const heldSlots = new Set();

/// Whether another tab of the browser shows this page, as where a tab was duplicated; else this one shows it from now on.
export function isShownElsewhere(slot) {
  if (heldSlots.has(slot)) return false;
  return new Promise((found) => {
    const hold = (lock) => {
      if (lock) heldSlots.add(slot);
      found(!lock);
      // As long as this page is open.
      return lock ? new Promise(() => {}) : undefined;
    };
    try {
      navigator.locks.request(PAGE + slot, { ifAvailable: true }, hold).catch(() => found(false));
    } catch {
      found(false);
    }
  });
}
