// Tables, charts and errors of the library, as elements.

import { h } from "./dom.js";

/// A table from the library.
export function shownTable({ title, columns, numbers, rows, more }, name = title) {
  const kind = (place) => (numbers[place] ? "number" : undefined);
  const head = h("tr", {}, columns.map((text, place) => (text ? h("th", { scope: "col", className: kind(place) ?? "" }, text) : h("td"))));
  const body = rows.map((row) =>
    h("tr", {}, row.map((text, place) => (place === 0 ? h("th", { scope: "row", className: kind(0) ?? "" }, text) : h("td", { className: kind(place) ?? "" }, text)))),
  );
  const caption = title ? h("caption", {}, title) : null;
  const table = h("table", {}, caption, h("thead", {}, head), h("tbody", {}, body));
  const note = more > 0 ? h("p", { className: "soft" }, `${more} more rows are in the files.`) : null;
  return h("div", { className: "table", role: "region", tabindex: "0", "aria-label": name || "Odds" }, table, note);
}

/// A picture from the library, given as SVG text.
function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

/// A chart, drawn once for wide screens and once for narrow ones.
export function shownChart({ wide, narrow }) {
  return h("figure", {}, h("div", { className: "wide" }, picture(wide)), h("div", { className: "narrow" }, picture(narrow)));
}

export const folded = (title, ...inside) => h("details", {}, h("summary", {}, title), ...inside);

/// A list of errors. If an error has a place, a button calls `go` with it.
export function shownErrors(errors, go) {
  const entry = ({ message, label, help, place }) => {
    // Some labels only repeat the message, and some are codes for programs.
    const isPlain = label && !message.includes(label) && !/^[a-z]+(-[a-z]+)*$/.test(label);
    const words = [isPlain ? label : null, help].filter(Boolean).join(" · ");
    const where = place && go ? h("button", { type: "button", className: "place", onclick: () => go(place) }, `line ${place.line}, column ${place.column}`) : null;
    return h("li", {}, where, h("span", {}, message), words ? h("span", { className: "soft" }, ` ${words}`) : null);
  };
  return h("ul", { className: "errors" }, errors.map(entry));
}

export const shownWarnings = (warnings) =>
  warnings.map(({ message, help }) => h("div", { className: "warning" }, h("p", {}, h("strong", {}, message)), h("p", {}, help)));

/// A number with separators: `1,234`.
export const counted = (number) => number.toLocaleString("en");

/// The method of a result, in words.
export const how = ({ exact, trials }) => (exact ? "calculated exactly" : `simulated, ${counted(trials)} times`);
