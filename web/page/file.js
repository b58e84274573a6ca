// The fourth tab: the scenario file itself.

import { after, button, fill, h, inquire, removal, save, select } from "./dom.js";
import { unpacked } from "./links.js";
import { partsOf, scenariosOf, writtenPath } from "./named.js";
import { runner } from "./result.js";
import { shownErrors } from "./show.js";
import { beginning, merged } from "./state.js";

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

  /// The link to the form that wrote the file; undefined for other files.
  const form = () => area.value.match(/^# Form: (\S+)$/m)?.[1];
  const back = button("Back to the form", async () => {
    const { asked } = await unpacked(form());
    if (!asked) return page.say("The line that begins with “# Form:” is damaged, so the form cannot be restored.");
    const whole = merged(beginning(), asked);
    page.use(Object.fromEntries(Object.keys(asked).filter((name) => name in whole).map((name) => [name, whole[name]])), whole.tab);
  }, { title: "Changes to the text are not carried over to the form" });

  function changed(typed = true) {
    back.hidden = !form();
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
    fill(errors, found.length > 0 ? [h("p", { className: "count" }, found.length === 1 ? "1 error" : `${found.length} errors`), shownErrors(found, go), found.some(({ message }) => /not among the files/.test(message)) ? h("p", {}, "Use “Add files…” to read the missing file from your disk, or “Open a folder…” to read all files at once.") : null] : h("p", { className: "soft" }, "No errors."));
    mark(found.flatMap(({ place }) => (place ? [place] : [])));
  }

  /// Underlines the places of errors: behind the field is a copy of the text in which only the marks are visible.
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

  /// Opens another scenario. Its files replace those of the previous one.
  function put(text, file, beside = []) {
    state.file = { name: file, text, typed: false };
    state.beside = beside;
    showBeside();
    area.value = text;
    name.value = file;
    area.scrollTop = 0;
    result.clear();
    changed(false);
  }

  /// Reads chosen files from `[path, file]` to `[path, text]`. Leaves out files over 1 MiB, and if several are chosen,
  /// those that are not TOML.
  async function texts(chosen) {
    const files = chosen.filter(([path]) => path.endsWith(".toml") || chosen.length === 1);
    const isLong = ([, { size }]) => size > 1 << 20;
    const long = files.find(isLong);
    if (long) page.say(`${long[0]} is too long for a scenario: 1 MiB at most.`);
    return Promise.all(files.filter((one) => !isLong(one)).map(async ([path, file]) => [path, await file.text()]));
  }

  async function open(chosen) {
    const files = await texts(chosen);
    if (files.length === 0) return;
    const scenarios = scenariosOf(files);
    const [path, text] = (scenarios.length < 2 ? scenarios[0] : await oneOf(scenarios)) ?? (files.length === 1 ? files[0] : []);
    if (text === undefined || !(await page.mayReplaceFile(text))) return;
    const parts = partsOf(text, files);
    put(text, path.split("/").pop(), parts);
    page.say(parts.length > 0 ? `${state.file.name} opened, with ${parts.map(([name]) => name).join(", ")}.` : `${state.file.name} opened.`);
    area.focus();
  }

  /// Asks which of several scenarios to open; undefined if the visitor declines.
  async function oneOf(scenarios) {
    const sorted = [...scenarios].sort(([one], [other]) => one.localeCompare(other, "en"));
    const choice = select(sorted.map(([path]) => path), sorted[0][0], () => {}, { "aria-label": "Scenario" });
    const opens = await inquire("Which of these is the scenario?", [["Open it", true]], "None", choice);
    return opens ? sorted.find(([path]) => path === choice.value) : undefined;
  }

  /// The files that the scenario includes or names as presets, by path.
  const files = () => Object.fromEntries(state.beside);
  const beside = h("ul", { className: "beside", "aria-label": "Other files" });
  function showBeside() {
    const rename = (place) => ({ target }) => {
      const name = target.value.trim();
      if (name === "" || state.beside.some(([other], at) => other === name && at !== place)) return (target.value = state.beside[place][0]);
      putBeside(state.beside.map(([own, text], at) => [at === place ? name : own, text]));
    };
    const entry = ([name], place) => h("li", {}, h("input", { value: name, "aria-label": `Path of ${name}, as the scenario names it`, onchange: rename(place) }), button("Remove", removal(() => (putBeside(state.beside.filter(([other]) => other !== name)), page.removed(name))), { "aria-label": `Remove ${name}` }));
    fill(beside, state.beside.map(entry));
  }
  function putBeside(list) {
    state.beside = list;
    showBeside();
    changed(state.file.typed);
  }
  async function add(chosen) {
    const files = await texts(chosen);
    const known = [["scenario.toml", area.value], ...state.beside];
    const named = files.map(([path, text]) => [writtenPath(path, [...known, ...files]), text]);
    putBeside([...state.beside.filter(([name]) => !named.some(([other]) => other === name)), ...named]);
    if (named.length > 0) page.say(`${named.map(([name]) => name).join(", ")} added.`);
  }

  const run = () => result.run(area.value, state.file.name, tell, files());
  const picker = (id, label, use, more = {}) => {
    const picked = async ({ target }) => {
      const chosen = [...target.files].map((file) => [file.webkitRelativePath || file.name, file]);
      target.value = "";
      if (chosen.length > 0) await use(chosen);
    };
    return h("input", { type: "file", accept: ".toml,text/plain", multiple: true, className: "hidden", id, tabindex: "-1", "aria-label": label, onchange: picked, ...more });
  };
  const added = picker("added", "Files that the scenario refers to", add);
  const chosen = picker("chosen", "A scenario and the files it refers to", open);
  const folder = picker("folder", "A folder of scenarios", open, { webkitdirectory: true, accept: null });
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
        h("div", { className: "buttons" }, button("Run", run, { className: "primary" }), starter, button("Open…", () => chosen.click(), { title: "A scenario and any files it refers to" }), button("Open a folder…", () => folder.click()), button("Add files…", () => added.click(), { title: "Files that this scenario includes, uses as presets or continues from" }), back, button("Download", () => save(state.file.name, area.value)), name, chosen, folder, added),
        beside,
        h("div", { className: "editor" }, h("div", { className: "behind" }, marks), area),
        errors,
        h("p", { id: "file-help", className: "soft small" }, "Ctrl+Enter runs it. You can drop files and folders anywhere on the page."),
      ),
      h("section", { className: "panel", "aria-label": "Result" }, result.element),
    ),
  );
  back.hidden = !form();
  mark([]);
  showBeside();
  check();
  run();
  return {
    open,
    /// Another tab of the page may have replaced the file.
    shown() {
      if (state.file.text === area.value) return;
      put(state.file.text, state.file.name);
      run();
    },
  };
}
