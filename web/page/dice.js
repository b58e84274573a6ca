// The second tab: the odds of one roll, and tables of success rates.

import { after, button, fill, h, labeled, save, select, wholeNumber } from "./dom.js";
import { shownErrors, shownTable } from "./show.js";

// Splits dice at commas and semicolons, except inside brackets and at the semicolon after a `let`.
export function separated(text) {
  const all = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([{".includes(letter)) depth += 1;
    if (")]}".includes(letter)) depth -= 1;
    const last = all[all.length - 1];
    const apart = letter === "," || (letter === ";" && !/^\s*let\b/.test(last));
    if (depth === 0 && apart) all.push("");
    else all[all.length - 1] = last + letter;
  }
  return all.map((one) => one.trim()).filter(Boolean);
}

/// Converts dice as other programs write them (`4d6 drop lowest`) to a formula. Other text stays unchanged.
export function meant(text) {
  const plain = text.trim().replace(/\s+/g, " ");
  if (plain === "") return "4dF";
  const fudge = plain.match(/^(\d*) ?d ?f$/i);
  if (fudge) return `${fudge[1] || 4}dF`;
  const kept = plain.match(/^(\d+) ?d ?(\d+) ?(keep|take|best|highest|k|kh|kl|drop|d|dl|dh)(?: (highest|best|lowest|worst))?(?: ?(\d+))?$/i);
  if (!kept) return text;
  const [, count, sides, verb, which = "", number = "1"] = kept;
  const isDrop = /^d/i.test(verb);
  const isLow = /^(kl|dl)$/i.test(verb) || /lowest|worst/i.test(which) || (isDrop && which === "" && !/^dh$/i.test(verb));
  const left = isDrop ? count - number : Number(number);
  return left >= 1 && left <= count ? `${isLow === isDrop ? "highest" : "lowest"}(${left}, ${count}d${sides})` : text;
}

/// A button that replaces unreadable dice with the formula that was probably meant; null without a suggestion.
function offer(text, errors, use) {
  const hint = errors.map(({ help }) => help?.match(/did you mean `([^`]+)`/)?.[1]).find(Boolean);
  const found = meant(text) === text ? hint : meant(text);
  return found ? button(`Use ${found}`, () => use(found), { className: "primary-quiet" }) : null;
}

export function diceTab(page, panel) {
  const { engine, listing, state } = page;
  const { dice } = state;
  const levels = listing.ladder.map(({ name }) => name).reverse();
  const none = { value: "", text: "none (situational)" };

  const answer = h("p", { className: "sentence small-sentence", role: "status", "aria-live": "polite" });
  const detail = h("div", { className: "odds" });
  const ask = after(100, async () => {
    const asked = {
      ask: "odds",
      dice: dice.dice,
      level: dice.level,
      modifier: dice.modifier,
      difficulty: dice.against === "difficulty" ? dice.difficulty : "",
      opposed: dice.against === "opposed" ? dice.opposed : "",
      opposed_dice: dice.against === "opposed" ? dice.opposedDice : "",
    };
    const given = await engine.once("odds", asked);
    if (given.errors) {
      answer.textContent = "";
      const use = (found) => {
        own.value = found;
        set("dice", ask)(found);
      };
      fill(detail, shownErrors(given.errors), offer(dice.dice, given.errors, use));
      return;
    }
    const { words, doubts, outcomes, table, shares, spread } = given.ok;
    const said = outcomes?.filter(([, share]) => share !== "0 %").map(([name, share]) => `${name} ${share.replace(" ", "\u00a0")}`).join(", ") ?? spread ?? "";
    answer.textContent = said && `${said[0].toUpperCase()}${said.slice(1)}`;
    const exact = outcomes?.map(([name, , fraction]) => `${name} ${fraction}`).filter((text) => /\d/.test(text)).join(" · ");
    fill(
      detail,
      h("p", { className: "soft" }, [words, exact].filter(Boolean).join(" — ")),
      doubts.map((doubt) => h("div", { className: "warning" }, h("p", {}, doubt))),
      withBars(shownTable(table), shares),
    );
  });

  const rates = h("div", { className: "rates" });
  const askRates = after(150, async () => {
    const methods = separated(dice.methods);
    const given = await engine.once("rates", { ask: "rates", dice: methods.length > 0 ? methods : ["4dF"] });
    table = given.ok ?? null;
    if (given.ok) return fill(rates, shownTable(given.ok));
    // The errors are about the first dice that cannot be read.
    const wrong = methods.find((one) => given.errors.some(({ message }) => message.includes(`\`${one}\``))) ?? methods[0] ?? "";
    const use = (found) => {
      const all = methods.map((one) => (one === wrong ? found : one)).join(", ");
      several.value = all;
      set("methods", askRates)(all);
    };
    fill(rates, shownErrors(given.errors), offer(wrong, given.errors, use));
  });
  let table = null;

  const set = (key, again) => (value) => {
    dice[key] = value;
    page.changed();
    again();
  };
  const typed = (key, again, properties) => h("input", { value: dice[key], autocomplete: "off", spellcheck: "false", oninput: ({ target }) => set(key, again)(target.value), ...properties });
  const own = typed("dice", ask, { list: "methods" });
  const modifier = wholeNumber(dice.modifier, { min: -20, max: 20, blank: 0 }, (value) => set("modifier", ask)(value || 0));
  const several = typed("methods", askRates, {});
  const named = h("datalist", { id: "methods" }, listing.dice.map(({ name, meaning }) => h("option", { value: name }, meaning)));
  const against = h("div", { className: "inner" });
  const drawAgainst = () =>
    fill(
      against,
      dice.against === "difficulty" ? labeled("Difficulty", select(levels, dice.difficulty, set("difficulty", ask))) : null,
      dice.against === "opposed" ? [labeled("Their trait", select(levels, dice.opposed, set("opposed", ask))), labeled("Their dice", typed("opposedDice", ask, { list: "methods", placeholder: "the same" }))] : null,
    );
  const kind = select(
    [{ value: "difficulty", text: "a difficulty" }, { value: "opposed", text: "an opponent who rolls" }, { value: "nothing", text: "nothing" }],
    dice.against,
    (value) => {
      set("against", ask)(value);
      drawAgainst();
    },
  );
  drawAgainst();

  /// Prints the table alone.
  const printed = () => {
    document.body.classList.add("rates-alone");
    window.addEventListener("afterprint", () => document.body.classList.remove("rates-alone"), { once: true });
    window.print();
  };
  const csv = () => {
    if (!table) return;
    const field = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    save("success-rates.csv", [table.columns, ...table.rows].map((row) => row.map(field).join(",")).join("\n") + "\n", "text/csv");
  };

  fill(
    panel,
    named,
    h(
      "div",
      { className: "columns two" },
      h(
        "section",
        { className: "panel", "aria-labelledby": "odds-title" },
        h("h2", { id: "odds-title" }, "The odds of a roll"),
        h(
          "div",
          { className: "fields wide-fields" },
          labeled("Dice", own),
          labeled("Trait", select([...levels, none], dice.level, set("level", ask))),
          labeled("Modifier", modifier.field),
          modifier.wrong,
          labeled("Against", kind),
          against,
        ),
        answer,
        detail,
      ),
      h(
        "section",
        { className: "panel", "aria-labelledby": "rates-title" },
        h("h2", { id: "rates-title" }, "Success tables"),
        labeled("Dice, separated by commas. A single entry gives a table of traits and difficulties", several),
        rates,
        h("div", { className: "buttons" }, button("CSV", csv), button("Print", printed)),
        h("p", { className: "soft small" }, "Fate rolls 4dF too, so these odds apply to it, with its own words for the numbers. This tab does not know stress, consequences and aspects."),
        h("details", {}, h("summary", {}, "Dice with names"), h("dl", { className: "names" }, listing.dice.map(({ name, meaning, formula }) => [h("dt", {}, name), h("dd", {}, meaning, formula === name ? null : [" — ", h("code", {}, formula)])]))),
      ),
    ),
  );
  ask();
  askRates();
}

/// Adds a bar to each row of a table of chances.
function withBars(table, shares) {
  const most = Math.max(...shares, 0.0001);
  [...table.querySelectorAll("tbody tr")].forEach((row, place) => {
    const bar = h("span", { className: "fill" });
    bar.style.width = `${(100 * shares[place]) / most}%`;
    row.append(h("td", { className: "bar", "aria-hidden": "true" }, h("span", { className: "track" }, bar)));
  });
  table.querySelector("thead tr").append(h("td", { "aria-hidden": "true" }));
  return table;
}
