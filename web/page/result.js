// Runs a scenario like the command line and shows the results.

import { button, fill, h, save } from "./dom.js";
import { Engine } from "./engine.js";
import { folded, how, shownChart, shownErrors, shownTable, shownWarnings } from "./show.js";

/// Runs scenarios in a separate worker, which can be stopped, and shows their results.
export function runner(page, { heading = true } = {}) {
  const engine = new Engine(page.module);
  const bar = h("progress", { max: "1", "aria-label": "Progress of the calculation" });
  const stop = button("Stop", () => stopped());
  const state = h("div", { className: "running", hidden: true }, bar, stop);
  const out = h("div", { className: "result", "aria-live": "polite" });
  engine.onprogress = (share) => (bar.value = Math.min(share, 1));

  function stopped() {
    engine.drop("run");
    state.hidden = true;
    out.classList.remove("waiting");
    fill(out, h("p", { className: "soft" }, "Stopped."));
  }

  /// Runs the text of a scenario. Errors are shown here, unless `refused` shows them.
  function run(text, file, refused = null, files = {}) {
    state.hidden = false;
    out.classList.add("waiting");
    bar.removeAttribute("value");
    engine.ask("run", { request: { ask: "run", toml: text, file, files } }, (given) => {
      state.hidden = true;
      out.classList.remove("waiting");
      if (given.ok) fill(out, shown(given.ok, file));
      else if (refused) refused(given.errors, fill(out, h("p", { className: "soft" }, "No result: the file has errors.")));
      else fill(out, shownErrors(given.errors));
    });
  }

  function shown(result, file) {
    const [first, ...more] = result.sentences;
    const [table, ...tables] = result.answers;
    const leading = result.charts.slice(0, 2);
    const stem = file.replace(/\.toml$/, "");
    const get = async (name) => {
      const given = await engine.once("file", { ask: "file", name });
      if (given.ok) save(`${stem}-${name}`, given.ok, TYPES[name.split(".").pop()]);
    };
    return [
      heading ? h("h2", {}, result.title) : null,
      first ? h("p", { className: "sentence small-sentence" }, first) : null,
      more.map((words) => h("p", {}, words)),
      result.agreement ? h("p", {}, result.agreement) : null,
      h("p", { className: "soft" }, [result.base, how(result), result.seed === null ? null : `seed ${result.seed}`].filter(Boolean).join(" · ")),
      // In a comparison of two sets of rules, notes on the presets are not news, so several notes are folded.
      heading || result.warnings.length < 2 ? shownWarnings(result.warnings) : folded(`${result.warnings.length} notes on these rules and this fight`, shownWarnings(result.warnings)),
      leading.map(shownChart),
      table ? shownTable(table) : null,
      [...tables, ...result.details].map((one) => folded(one.title || "More figures", shownTable({ ...one, title: "" }, one.title))),
      result.charts.slice(2).map((chart) => folded(chart.title, shownChart(chart))),
      h("h3", {}, "Files"),
      h("div", { className: "buttons" }, result.files.map((name) => button(name, () => get(name)))),
    ];
  }

  return { element: h("div", {}, state, out), run, clear: () => fill(out, h("p", { className: "soft" }, "“Run” shows the results here.")) };
}

const TYPES = { html: "text/html", json: "application/json", csv: "text/csv", svg: "image/svg+xml" };
