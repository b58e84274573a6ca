// The first tab: my party, the answer, the foes.

import { after, button, fill, h, labeled, removal, save, select, wholeNumber } from "./dom.js";
import { Engine } from "./engine.js";
import { TOGGLES, askedText, curveText, fight, turned, turnedText, variantsText } from "./fights.js";
import { MOST, foeList } from "./foes.js";
import { packed } from "./links.js";
import { partyPanel } from "./party.js";
import { beginning } from "./state.js";
import { counted, folded, shownErrors, shownWarnings } from "./show.js";

// Half-widths of intervals at which chances are precise enough.
const ANSWER = 0.005;
const CHANGE = 0.01;
const CURVE = 0.02;
// Number of bars in the chart, one for each number of foes.
const BARS = 9;

export function fightTab(page, panel) {
  const { engine, state } = page;
  const answer = answerPanel(page);
  const ask = after(120, () => answer.ask());
  const changed = () => {
    page.changed();
    answer.wait();
    ask();
  };
  const party = partyPanel(page, () => {
    changed();
  });
  const foes = foesPanel(page, changed, answer);
  // The fighters come first, then the answer. On a phone, the sentence stays visible at the bottom.
  fill(panel, h("div", { className: "columns fight" }, party, foes, answer.verdict, answer.element));
  answer.onfoe = (which, count) => {
    state.foes[which].count = count;
    foes.redraw();
    changed();
  };
  answer.ask();
}

/// The sentence and everything below it.
function answerPanel(page) {
  const { engine, state } = page;
  const sentence = h("p", { className: "sentence", role: "status", "aria-live": "polite", "aria-atomic": "true" }, "Calculating…");
  const detail = h("p", { className: "detail soft" });
  const problems = h("div", { role: "alert" });
  const curve = h("div", { className: "curve" });
  const why = h("div", { className: "why" });
  const day = h("div", { className: "day" });
  const toggles = h("div", { className: "toggles" });
  const replay = replayPanel(page);
  const labels = h("p", { className: "soft small" }, page.listing.labels);
  const verdict = h(
    "section",
    { className: "panel verdict", "aria-labelledby": "answer-title" },
    h("h2", { id: "answer-title", className: "hidden" }, "The answer"),
    sentence,
    detail,
    problems,
  );
  const self = {
    verdict,
    element: h(
      "section",
      { className: "panel more", "aria-label": "More about the answer" },
      why,
      curve,
      day,
      toggles,
      replay.element,
      downloads(page, () => self.trials),
      labels,
    ),
    onfoe: () => {},
    trials: 10_000,
    /// Marks the answer as out of date.
    wait: () => wait(true),
    ask,
  };
  const wait = (waits) => [verdict, self.element].forEach((one) => one.classList.toggle("waiting", waits));
  const rows = TOGGLES.map(toggleRow);
  const bars = Array.from({ length: BARS }, () => curveBar((which, count) => self.onfoe(which, count)));
  const heading = h("h3");
  const group = h("div", { className: "bars", role: "group" }, bars.map(({ element }) => element));
  const turning = h("p", { className: "turning" });
  const legend = h("p", { className: "legend", "aria-hidden": "true" }, ["easy", "fair", "hard", "deadly"].map((word) => h("span", { className: "key" }, h("span", { className: `dot ${word}` }), word)));
  const whatIf = h("span", { className: "soft small" });
  fill(toggles, h("div", { className: "heads" }, h("h3", {}, "What if"), whatIf), h("ul", {}, rows.map(({ element }) => element)));
  let shownFrom = { which: 0, from: 1 };
  // The answer to the fight itself, which its bar repeats.
  let own = null;
  let drawCurve = () => {};
  // Charts that still show the previous question. A new sentence is never shown with an old chart, nor an old sentence
  // with a new chart.
  const old = new Set();
  const early = new Map();
  function draw(chart, drawn) {
    if (verdict.classList.contains("waiting")) return early.set(chart, drawn);
    drawn();
    old.delete(chart);
    chart.classList.remove("old");
  }

  function ask() {
    const isDay = state.kind === "day";
    const nobody = isDay ? !state.day.some((stage) => stage.foes?.length > 0) : state.foes.length === 0;
    curve.hidden = isDay;
    why.hidden = isDay;
    day.hidden = !isDay;
    labels.hidden = isDay;
    replay.clear();
    if (nobody || state.party.length === 0) {
      ["answer", "toggles", "curve"].forEach((name) => engine.drop(name));
      wait(false);
      say(state.party.length === 0 ? "Add a hero to your party." : "Add a foe to see how hard the fight is.");
      fill(detail);
      fill(problems);
      [curve, day, why].forEach((one) => fill(one));
      toggles.hidden = true;
      return;
    }
    [own, drawCurve] = [null, () => {}];
    [curve, toggles].forEach((chart) => old.add(chart));
    early.clear();
    toggles.hidden = false;
    whatIf.textContent = isDay ? "change in your chance to come through" : "change in your chance to win";
    engine.glance("answer", askedText(state), ANSWER, 1, shown);
    askToggles();
    if (isDay) engine.drop("curve");
    else askCurve();
  }

  function say(...words) {
    // Screen readers read the sentence aloud only if it changes.
    const made = h("span", {}, words);
    if (sentence.textContent !== made.textContent) fill(sentence, ...words);
  }

  function shown(given, last) {
    wait(false);
    old.forEach((chart) => chart.classList.add("old"));
    early.forEach((drawn, chart) => draw(chart, drawn));
    early.clear();
    if (given.errors) {
      say(state.kind === "day" ? "This day cannot be calculated." : "This fight cannot be calculated.");
      fill(detail);
      fill(problems, shownErrors(given.errors));
      [curve, day, why].forEach((one) => fill(one));
      return;
    }
    const { cells, exact, trials, warnings } = given.ok;
    const [cell] = cells;
    self.trials = trials;
    own = cell;
    if (!old.has(curve)) drawCurve();
    fill(problems, warnings.length > 0 ? folded(warnings.length === 1 ? "One note on this fight" : `${warnings.length} notes on this fight`, shownWarnings(warnings)) : []);
    say(colored(cell.sentence, cell.words));
    sentence.setAttribute("aria-busy", String(!last));
    const [wins] = cell.chances;
    const name = state.kind === "day" ? "You come through" : "You win";
    fill(
      detail,
      `${name} ${wins.full.replaceAll(" ", "\u00a0")}. `,
      exact ? "Calculated exactly." : `${counted(trials)} ${state.kind === "day" ? "days" : "fights"} simulated${last ? "." : "…"}`,
    );
    if (state.kind === "day") fill(day, stages(cell));
    else fill(why, whyHard(cell, Object.keys(fight(state).fighters).slice(0, state.party.length)));
  }

  /// The chance that a hero can go on, after each fight.
  function stages({ chances }) {
    const rows = chances.filter(({ figure }) => figure === "goes on");
    const row = ({ subject, value, text }) => {
      const bar = h("span", { className: "fill" });
      bar.style.width = `${100 * value}%`;
      return h("li", {}, h("span", { className: "stage" }, subject), h("span", { className: "track", "aria-hidden": "true" }, bar), h("span", { className: "value" }, text));
    };
    return [h("h3", {}, "At least one of you can go on after"), h("ol", { className: "stages" }, rows.map(row))];
  }

  async function askToggles() {
    rows.forEach((row) => row.draw());
    const fitting = rows.filter(({ toggle: { fits } }) => !fits || fits(state));
    const checks = await Promise.all(fitting.map(({ id }) => engine.once(`check ${id}`, { ask: "check", toml: turnedText(state, id) }, 1.5)));
    const good = fitting.filter((_, place) => checks[place].ok);
    rows.forEach((row) => row.allow(good.includes(row), checks[fitting.indexOf(row)]?.errors?.[0]?.message));
    if (good.length === 0) {
      draw(toggles, () => {});
      return engine.drop("toggles");
    }
    engine.glance("toggles", variantsText(state, good.map(({ id }) => id)), CHANGE, 4, (given) =>
      draw(toggles, () => {
        if (given.ok) good.forEach((row) => row.tell(given.ok.changes.find(({ variant }) => variant === row.id)));
      }),
    );
  }

  /// A row with a toggle and its effect. It is updated in place, since the visitor may be about to click on it.
  function toggleRow(toggle) {
    const { id, name, hint, unfit } = toggle;
    const box = h("input", { type: "checkbox", id: `toggle-${id}`, onchange: turn });
    const why = h("small", { className: "soft" });
    const effect = h("span", { className: "effect same" }, "…");
    const element = h("li", {}, h("label", {}, box, h("span", {}, name, " ", why)), effect);
    const isOn = () => state.toggles.includes(id);
    function turn() {
      state.toggles = turned(state.toggles, id);
      page.changed();
      wait(true);
      ask();
    }
    return {
      id,
      toggle,
      element,
      draw: () => (box.checked = isOn()),
      allow(can, reason) {
        box.disabled = !can && !isOn();
        element.className = can ? "" : "unfit";
        why.textContent = (can ? hint : reason ?? unfit) ?? "";
        if (!can) effect.textContent = "";
      },
      /// Shows the effect on the chance to win, in percentage points: what the toggle would add, or adds if it is on.
      tell(change) {
        if (!change) return;
        const points = 100 * (isOn() ? -change.value : change.value);
        const isSame = !change.resolved || Math.abs(points) < 0.05;
        const digits = Math.abs(points) < 1 ? 1 : 0;
        effect.textContent = change.value === 0 ? "no change" : isSame ? "no clear change" : `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(digits)} points${isOn() ? ", included" : ""}`;
        effect.className = `effect ${isSame ? "same" : points > 0 ? "better" : "worse"}`;
        effect.title = `If you switch this ${isOn() ? "off" : "on"}: ${change.text} points`;
      },
    };
  }

  function askCurve() {
    const which = Math.min(state.foes.indexOf([...state.foes].sort((one, other) => other.count - one.count)[0]), state.foes.length - 1);
    const { name, count } = state.foes[which];
    const others = state.foes.length > 1 ? "; all others unchanged" : "";
    const isInside = shownFrom.which === which && count > shownFrom.from && count < shownFrom.from + BARS - 1;
    if (!isInside) shownFrom = { which, from: Math.max(1, Math.min(count - 4, MOST - BARS + 1)) };
    const { from } = shownFrom;
    engine.glance("curve", curveText(state, which, from, from + BARS - 1), CURVE, 2, (given) => {
      drawCurve = () => {
        if (!given.ok) return fill(curve);
        if (curve.childElementCount === 0) fill(curve, heading, turning, group, legend);
        heading.textContent = `Chance to win in percent, by number (${name}${others})`;
        group.setAttribute("aria-label", heading.textContent);
        const cells = given.ok.cells.map((cell, place) => (own && from + place === count ? own : cell));
        turning.textContent = turningPoint(cells, from);
        bars.forEach((bar, place) => bar.tell(cells[place], which, from + place, name, count));
      };
      draw(curve, () => drawCurve());
    });
  }

  return self;
}

/// `in 12 of 100 fights`, or `in 1 of 1,000 fights` if it is rare.
function often({ value, text }) {
  if (value === 0) return `in no fight (${text})`;
  const share = 100 * value;
  return share >= 0.95 ? `in ${Math.round(share)} of 100 fights` : `in ${Math.max(1, Math.round(10 * share))} of 1,000 fights`;
}

/// The cost of the fight: how often a hero is left for dead, and how each hero fares.
function whyHard({ chances }, party) {
  const of = (figure, subject) => chances.find((one) => one.figure === figure && one.subject === subject);
  const dying = of("any left for dead", "party");
  const blood = ["party", "foes"].map((side) => of("first blood", side));
  const rows = party.map((name) => [name, ...["out", "left for dead", "first to fall"].map((figure) => of(figure, name))]).filter(([, out]) => out);
  const first = rows.filter(([, , , falls]) => falls).sort((one, other) => other[3].value - one[3].value)[0];
  const said = [
    dying ? `At least one of you is left for dead ${often(dying)}.` : null,
    first && rows.length > 1 && first[3].value > 0 ? `Of you, ${first[0]} is the most likely to be the first of all fighters to go down.` : null,
    blood.every(Boolean) ? `First blood is yours ${often(blood[0])}, theirs ${often(blood[1])}.` : null,
  ];
  const cells = (all) => all.map((one) => h("td", { className: "number" }, one?.text.replace("at most ", "≤\u00a0") ?? "–"));
  const head = h("tr", {}, ["", "out", "left for dead", "first down"].map((text, place) => (place === 0 ? h("td") : h("th", { scope: "col", className: "number" }, text))));
  const table = h("table", {}, h("thead", {}, head), h("tbody", {}, rows.map(([name, ...all]) => h("tr", {}, h("th", { scope: "row" }, name), cells(all)))));
  return [h("h3", {}, "How your party fares"), h("p", {}, said.filter(Boolean).join(" ")), rows.length > 0 ? h("div", { className: "table", role: "region", tabindex: "0", "aria-label": "How each of you fares" }, table) : null];
}

/// The numbers of foes between which the fight is even, in words.
function turningPoint(cells, from) {
  const wins = cells.map(({ chances: [first] }) => first.value);
  const at = wins.findIndex((chance, place) => place > 0 && wins[place - 1] >= 0.5 && chance < 0.5);
  if (at > 0) return `The odds are even between ${from + at - 1} and ${from + at}.`;
  if (wins.every((chance) => chance >= 0.5)) return `You win more often than not against up to ${from + wins.length - 1}.`;
  if (wins[0] >= 0.5) return "";
  return from === 1 ? "You lose more often than not even against 1." : `The odds are even at fewer than ${from}.`;
}

/// The bar for a number of foes. It is also a button that sets this number in the fight.
function curveBar(choose) {
  const share = h("span");
  const bar = h("span");
  const number = h("span");
  const words = h("span", { className: "hidden" });
  let told = [0, 1];
  const element = h(
    "button",
    { type: "button", onclick: () => choose(...told) },
    h("span", { className: "value" }, share, h("span", { className: "hidden" }, " % against ")),
    h("span", { className: "shaft" }, bar),
    h("span", { className: "number" }, number, words),
  );
  return {
    element,
    tell({ chances: [wins], words: [mild, bad] }, which, count, name, now) {
      told = [which, count];
      const word = mild === bad ? mild : `${mild} or ${bad}`;
      share.textContent = String(Math.round(100 * wins.value));
      bar.className = `fill ${bad}`;
      bar.style.height = `${Math.max(100 * wins.value, 1)}%`;
      number.textContent = String(count);
      words.textContent = ` ${name}: ${word}`;
      element.title = `${count} ${name}: ${word}, you win ${wins.text}`;
      element.setAttribute("aria-pressed", String(count === now));
      element.dataset.number = count;
    },
  };
}

/// The sentence, with its word for the difficulty in color.
function colored(sentence, words) {
  if (!words) return [sentence];
  const [mild, bad] = words;
  const word = mild === bad ? mild : `${mild} or ${bad}`;
  const at = sentence.indexOf(`: ${word}.`);
  if (at < 0) return [sentence];
  return [sentence.slice(0, at + 2), h("strong", { className: `word ${bad}` }, word), sentence.slice(at + 2 + word.length)];
}

/// The foes of a fight, or the fights and rests of a day.
function foesPanel(page, changed) {
  const { state } = page;
  const inside = h("div");
  const kinds = h("div", { className: "switch", role: "group", "aria-label": "One fight or a whole day" });
  let redraw = () => {};

  function draw() {
    fill(
      kinds,
      [["fight", "One fight"], ["day", "A whole day"]].map(([kind, name]) => {
        const choose = () => {
          state.kind = kind;
          // A day that has not been planned yet begins with the current fight.
          const isPlanned = JSON.stringify(state.day) !== JSON.stringify(beginning().day);
          if (kind === "day" && !isPlanned && state.foes.length > 0) state.day[0].foes = JSON.parse(JSON.stringify(state.foes));
          draw();
          changed();
          kinds.querySelector("[aria-pressed=true]")?.focus();
        };
        return button(name, choose, { "aria-pressed": String(state.kind === kind) });
      }),
    );
    if (state.kind === "fight") {
      const list = foeList(page, state.foes, changed);
      redraw = list.draw;
      fill(inside, list.element);
    } else fill(inside, stages());
  }

  /// The list of the day's stages.
  function stages() {
    const move = (place, by) => {
      const [stage] = state.day.splice(place, 1);
      state.day.splice(place + by, 0, stage);
      draw();
      changed();
    };
    const remove = (place, name) =>
      removal(() => {
        state.day.splice(place, 1);
        draw();
        changed();
        page.removed(name);
      });
    const add = (stage) => {
      state.day.push(stage);
      draw();
      changed();
    };
    const tools = (place, name) => [
      button("↑", () => move(place, -1), { className: "icon", "aria-label": `${name} earlier`, disabled: place === 0 }),
      button("↓", () => move(place, 1), { className: "icon", "aria-label": `${name} later`, disabled: place === state.day.length - 1 }),
      button("×", remove(place, name), { className: "icon", "aria-label": `Remove ${name}` }),
    ];
    let fights = 0;
    const stage = (one, place) => {
      if (one.rest) {
        const { field, wrong } = wholeNumber(one.rest, { min: 1, max: 365, "aria-label": "Days of rest" }, (days) => {
          one.rest = days;
          changed();
        });
        return h("li", { className: "rest" }, h("div", { className: "line" }, h("label", { className: "inline" }, "Rest for ", field, " days"), tools(place, "rest")), wrong);
      }
      fights += 1;
      const name = `fight ${fights}`;
      const list = foeList(page, one.foes, changed, { name: `Foes of ${name}` });
      return h("li", { className: "battle" }, h("div", { className: "line" }, h("h3", {}, `Fight ${fights}`), tools(place, name)), list.element);
    };
    const healer = select([{ value: "", text: "no healer" }, ...page.listing.ladder.map(({ name }) => name)], state.healer, (value) => {
      state.healer = value;
      changed();
    });
    return [
      h("ol", { className: "plan" }, state.day.map(stage)),
      h("div", { className: "buttons" }, button("Add a fight", () => add({ foes: [{ like: "FF goblin", name: "goblin", count: 2 }] })), button("Add a rest", () => add({ rest: 1 }))),
      labeled("Healer’s skill", healer),
    ];
  }

  draw();
  const element = h("section", { className: "panel against", "aria-labelledby": "foes-title" }, h("h2", { id: "foes-title" }, "Against"), kinds, inside);
  element.redraw = () => redraw();
  return element;
}

/// One trial of the fight or day, roll by roll.
function replayPanel(page) {
  const { engine, state } = page;
  const lines = h("div", { className: "transcript", tabindex: "0", role: "region", "aria-label": "One fight, roll by roll", hidden: true });
  let next = 0;
  let outcome = "";
  const outcomes = () =>
    state.kind === "day"
      ? [["", "any"], ["party holds out", "you come through"], ["party is beaten", "you do not"]]
      : [["", "any"], ["party wins", "you win"], ["not party wins", "you lose"]].map(([value, text]) => [value, text]);
  const choice = h("span");
  const go = async () => {
    const given = await engine.once("replay", { ask: "replay", toml: askedText(state), after: next, outcome });
    lines.hidden = false;
    if (given.errors) {
      fill(lines, shownErrors(given.errors));
      return;
    }
    next = given.ok.trial;
    fill(lines, h("h3", {}, `${state.kind === "day" ? "Day" : "Fight"} ${counted(given.ok.trial)}`), told(given.ok.lines));
    start.textContent = "Another one";
  };
  const start = button("Show me one such fight", go, { className: "primary-quiet" });
  const clear = () => {
    next = 0;
    lines.hidden = true;
    start.textContent = state.kind === "day" ? "Show me one such day" : "Show me one such fight";
    if (!outcomes().some(([value]) => value === outcome)) outcome = "";
    const chosen = (value) => {
      outcome = value;
      next = 0;
    };
    fill(choice, select(outcomes().map(([value, text]) => ({ value, text })), outcome, chosen, { "aria-label": "Which outcome" }));
  };
  clear();
  return { element: h("div", { className: "replay" }, h("div", { className: "buttons" }, start, choice), lines), clear };
}

const told = (lines) =>
  h("ul", {}, lines.filter(({ text, lines }) => text || lines.length > 0).map(({ kind, text, lines }) => h("li", { className: kind === "round" ? "round" : "" }, text, lines.length > 0 ? told(lines) : null)));

/// Buttons that save the scenario and its results as files.
function downloads(page, trials) {
  const { state } = page;
  let runner = null;
  const said = h("span", { role: "status", className: "soft" });
  // The line `Form` lets the page load the file back into the form.
  const text = async () =>
    `# Made by the fudgelab web page. Run it with:  fudgelab run fight.toml\n# Form: ${await packed(state)}\n${askedText(state, trials() ?? undefined)}`;
  const file = (name, type) => async () => {
    said.textContent = "Calculating…";
    runner ??= new Engine(page.module);
    const run = await runner.once("run", { ask: "run", toml: await text(), file: "fight.toml" });
    const wanted = name === "svg" ? run.ok?.files.find((one) => one.endsWith(".svg")) : name;
    const given = run.ok ? await runner.once("file", { ask: "file", name: wanted }) : run;
    said.textContent = given.errors ? given.errors[0].message : "";
    if (given.ok) save(wanted === "report.html" ? "fight.html" : `fight-${wanted}`, given.ok, type);
  };
  const open = async () => page.openFile("fight.toml", await text());
  return h(
    "div",
    { className: "buttons downloads" },
    button("Report", file("report.html", "text/html")),
    button("CSV", file("summary.csv", "text/csv")),
    button("Chart", file("svg", "image/svg+xml")),
    button("Scenario file", async () => save("fight.toml", await text())),
    button("Open as a file", open),
    said,
  );
}
