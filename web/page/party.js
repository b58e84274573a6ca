// The visitor's party.

import { button, fill, h, labeled, removal, select, wholeNumber } from "./dom.js";
import { free } from "./toml.js";

const BOOK = "as in the book";

/// The panel of the party. It calls `changed` after every change.
export function partyPanel(page, changed) {
  const { listing } = page;
  const list = h("div", { className: "members" });
  const open = new Set();

  const levels = listing.ladder.map(({ name }) => name);
  const names = (gear) => gear.map(({ name, value }) => ({ value: name, text: value === null || value === undefined || name === "none" ? name : `${name} (${value >= 0 ? "+" : "−"}${Math.abs(value)})` }));
  const weapons = names(listing.weapons);
  const people = listing.library.filter((one) => one.person && one.fights);

  function card(one, place) {
    const edit = (key) => (value) => {
      one[key] = value;
      summary.textContent = gearOf(one);
      if (key === "name") call();
      changed();
    };
    /// Updates the labels that contain the name.
    const call = () => {
      legend.textContent = one.name || `Hero ${place + 1}`;
      skill.setAttribute("aria-label", `Skill of ${legend.textContent}`);
      removing.setAttribute("aria-label", `Remove ${legend.textContent}`);
    };
    const number = (key, placeholder, blank) => wholeNumber(one[key] ?? "", { min: -20, max: 50, blank, placeholder }, edit(key));
    const offense = number("offense", "by weapon", "the weapon’s value");
    const defense = number("defense", "by armor", "the armor’s value");
    const skills = one.like ? [{ value: "", text: BOOK }, ...levels] : levels;
    const own = one.like ? [{ value: BOOK, text: BOOK }] : [];
    const none = { value: "", text: "—" };
    const back = h("input", { type: "checkbox", checked: one.back === true, onchange: ({ target }) => edit("back")(target.checked) });
    const summary = h("summary", {}, gearOf(one));
    const remove = removal(() => {
      page.state.party.splice(place, 1);
      draw();
      changed();
      page.removed(one.name || "Hero");
      list.querySelectorAll("input")[0]?.focus();
    });
    const legend = h("legend", { className: "hidden" });
    const skill = select(skills, one.skill ?? "", edit("skill"));
    const removing = button("×", remove, { className: "icon", title: "Remove" });
    call();
    return h(
      "fieldset",
      { className: "member" },
      legend,
      h(
        "div",
        { className: "line" },
        h("input", { value: one.name ?? "", "aria-label": "Name", placeholder: "Hero", maxlength: "40", className: "name", autocomplete: "off", oninput: ({ target }) => edit("name")(target.value) }),
        skill,
        removing,
      ),
      h(
        "details",
        { open: open.has(one), ontoggle: ({ target }) => (target.open ? open.add(one) : open.delete(one)) },
        summary,
        h(
          "div",
          { className: "fields" },
          labeled("Weapon", select([...own, ...weapons], one.weapon, edit("weapon"))),
          labeled("Armor", select(names(listing.armor), one.armor, edit("armor"))),
          labeled("Shield", select(names(listing.shields), one.shield, edit("shield"))),
          labeled("Shoots", select([none, ...listing.launchers], one.missile ?? "", edit("missile"))),
          labeled("Shooting skill", select([{ value: "", text: "same skill" }, ...levels], one.missileSkill ?? "", edit("missileSkill"))),
          labeled("Strength", select([{ value: "", text: "Fair" }, ...levels.filter((level) => level !== "Fair")], one.strength ?? "", edit("strength"))),
          labeled("Offense (number)", offense.field),
          offense.wrong,
          labeled("Defense (number)", defense.field),
          defense.wrong,
          h("label", { className: "check" }, back, " Stays back, behind the others"),
        ),
      ),
    );
  }

  const gearOf = (one) =>
    [
      one.offense !== undefined && one.offense !== "" ? `offense ${one.offense}` : one.weapon,
      one.defense !== undefined && one.defense !== "" ? `defense ${one.defense}` : one.armor === "none" ? (one.like ? "" : "no armor") : one.armor,
      one.shield && one.shield !== "none" ? `${one.shield} shield` : "",
      one.missile ? one.missile : "",
      one.back ? "stays back" : "",
    ]
      .filter(Boolean)
      .join(", ");

  function add(more = {}) {
    const taken = page.state.party.map(({ name }) => name);
    const one = { name: free(more.name ?? "Hero", taken), skill: "Good", weapon: "sword", armor: "light leather", shield: "none", back: false, ...more };
    one.name = free(more.name ?? "Hero", taken);
    page.state.party.push(one);
    if (!more.like) open.add(one);
    draw();
    changed();
    const field = list.lastElementChild.querySelector("input");
    field.focus();
    field.select();
  }

  const draw = () => fill(list, page.state.party.map(card));
  draw();

  const fromBook = select(
    [{ value: "", text: "From a book…" }, ...people.map(({ like, name, source }) => ({ value: like, text: `${name} (${source.split(" ")[0]})` }))],
    "",
    (like) => {
      const person = people.find((one) => one.like === like);
      fromBook.value = "";
      if (person) add({ name: person.name, like, skill: "", weapon: BOOK, armor: "none", shield: "none" });
    },
    { "aria-label": "Add a person from a book" },
  );
  const rules = select(
    listing.presets.map(({ name, meaning }) => ({ value: name, text: name, title: meaning })),
    page.state.rules,
    (value) => {
      page.state.rules = value;
      meaning.textContent = meaningOf(value);
      changed();
    },
  );
  const meaningOf = (name) => listing.presets.find((preset) => preset.name === name)?.meaning ?? "";
  const meaning = h("p", { className: "soft" }, meaningOf(page.state.rules));
  return h(
    "section",
    { className: "panel party", "aria-labelledby": "party-title" },
    h("h2", { id: "party-title" }, "Your party"),
    list,
    h("div", { className: "buttons" }, button("Add a hero", () => add(), { className: "primary-quiet" }), fromBook),
    labeled("Rules", rules),
    meaning,
  );
}
