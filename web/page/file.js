// The fourth tab: the scenario file itself.

import { after, button, fill, h, removal, save, select } from "./dom.js";
import { runner } from "./result.js";
import { shownErrors } from "./show.js";

export function fileTab(page, panel) {
  const { engine, listing, state } = page;
  if (state.file.text === "") state.file = { typed: false, name: "duel.toml", text: listing.starters.find(({ name }) => name === "duel").text };
  const result = runner(page);
  const marks = h("div", { className: "marks", "aria-hidden": "true" });
  const errors = h("div", { id: "file-errors", role: "status" });
  const area = h("textarea", {
    id: "editor",
    value: state.file.text,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    wrap: "off",
    rows: "22",
    "aria-label": "The scenario file, in TOML",
    "aria-describedby": "file-errors file-help",
    oninput: () => changed(),
    onscroll: () => scrolled(),
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        run();
      }
    },
  });
  const name = h("input", { value: state.file.name, "aria-label": "Name of the file", className: "file-name", oninput: ({ target }) => ((state.file.name = target.value || "scenario.toml"), page.changed()) });

  function changed(typed = true) {
    state.file.text = area.value;
    state.file.typed = typed;
    page.changed();
    mark([]);
    check();
  }

  const check = after(200, async () => {
    if (area.value.trim() === "") return tell([]);
    const given = await engine.once("check", { ask: "check", toml: area.value, files: files() });
    tell(given.errors ?? []);
  });

  function tell(found) {
    area.setAttribute("aria-invalid", String(found.length > 0));
    fill(errors, found.length > 0 ? [h("p", { className: "count" }, found.length === 1 ? "1 error" : `${found.length} errors`), shownErrors(found, go)] : h("p", { className: "soft" }, "No errors."));
    mark(found.flatMap(({ place }) => (place ? [place] : [])));
  }

  /// Underlines places: a copy of the text lies behind the field, with nothing but the marks to be seen.
  function mark(places) {
    const text = area.value;
    const parts = [];
    let at = 0;
    for (const { start, end } of [...places].sort((one, other) => one.start - other.start)) {
      if (start < at) continue;
      const stop = Math.max(end, start + 1);
      parts.push(text.slice(at, start), h("mark", {}, text.slice(start, stop).replace(/^\n/, " \n") || " "));
      at = stop;
    }
    fill(marks, parts, text.slice(at), "\n");
    scrolled();
  }

  function scrolled() {
    marks.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  }

  function go({ start, end }) {
    area.focus();
    area.setSelectionRange(start, Math.max(end, start));
    const line = area.value.slice(0, start).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(area).lineHeight);
    area.scrollTop = Math.max(0, line * height - area.clientHeight / 2);
  }

  function put(text, file) {
    state.file = { name: file, text, typed: false };
    area.value = text;
    name.value = file;
    area.scrollTop = 0;
    result.clear();
    changed(false);
  }

  async function open(file) {
    if (file.size > 1 << 20) return page.say("That is too long for a scenario: 1 MiB at most.");
    const text = await file.text();
    if (!(await page.mayReplaceFile(text))) return;
    put(text, file.name);
    page.say(`${file.name} opened.`);
    area.focus();
  }

  /// Files that the scenario includes or names as presets.
  const files = () => Object.fromEntries(state.beside);
  const beside = h("ul", { className: "beside", "aria-label": "Other files" });
  function showBeside() {
    const entry = ([name]) => h("li", {}, name, " ", button("Remove", removal(() => (putBeside(state.beside.filter(([other]) => other !== name)), page.removed(name))), { "aria-label": `Remove ${name}` }));
    fill(beside, state.beside.map(entry));
  }
  function putBeside(list) {
    state.beside = list;
    showBeside();
    changed(state.file.typed);
  }
  async function add(file) {
    if (file.size > 1 << 20) return page.say("That is too long for a scenario: 1 MiB at most.");
    putBeside([...state.beside.filter(([name]) => name !== file.name), [file.name, await file.text()]]);
    page.say(`${file.name} added.`);
  }

  const run = () => result.run(area.value, state.file.name, tell, files());
  const added = h("input", { type: "file", accept: ".toml,text/plain", className: "hidden", id: "added", tabindex: "-1", "aria-label": "A file that the scenario names", onchange: ({ target }) => target.files[0] && add(target.files[0]) });
  const chosen = h("input", { type: "file", accept: ".toml,text/plain", className: "hidden", id: "chosen", tabindex: "-1", "aria-label": "A scenario file", onchange: ({ target }) => target.files[0] && open(target.files[0]) });
  const starter = select([{ value: "", text: "Start from…" }, ...listing.starters.map((one) => one.name)], "", async (value) => {
    starter.value = "";
    const found = listing.starters.find((one) => one.name === value);
    if (found && (await page.mayReplaceFile(found.text))) put(found.text, `${value}.toml`);
  }, { "aria-label": "Start from an example" });

  fill(
    panel,
    h(
      "div",
      { className: "columns two file" },
      h(
        "section",
        { className: "panel", "aria-labelledby": "file-title" },
        h("h2", { id: "file-title" }, "Scenario file"),
        h("div", { className: "buttons" }, button("Run", run, { className: "primary" }), starter, button("Open…", () => chosen.click()), button("Add a file…", () => added.click(), { title: "A file that this one includes, or names as its preset" }), button("Download", () => save(state.file.name, area.value)), name, chosen, added),
        beside,
        h("div", { className: "editor" }, h("div", { className: "behind" }, marks), area),
        errors,
        h("p", { id: "file-help", className: "soft small" }, "Control and Enter run it. A file may be dropped anywhere on the page."),
      ),
      h("section", { className: "panel", "aria-label": "Result" }, result.element),
    ),
  );
  mark([]);
  showBeside();
  check();
  run();
  return {
    open,
    /// Another tab may have put another file in.
    shown() {
      if (state.file.text === area.value) return;
      put(state.file.text, state.file.name);
      run();
    },
  };
}
