// Modules of the page that run without a browser: scenario texts, stat blocks, links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedText, curveText, variantsText } from "../page/fights.js";
import { designText } from "../page/design.js";
import { meant, separated } from "../page/dice.js";
import { partsOf, scenariosOf, writtenPath } from "../page/named.js";
import { read } from "../page/paste.js";
import { packed, unpacked } from "../page/links.js";
import { beginning, merged } from "../page/state.js";
import { Changes } from "../page/undo.js";
import { difference, document_text, inline } from "../page/toml.js";

test("dice of other programs become formulas", () => {
  const known = { "": "4dF", "4df": "4dF", "4 d f": "4dF", df: "4dF", "3d6 keep 2": "highest(2, 3d6)", "4d6k3": "highest(3, 4d6)", "2d20kl": "lowest(1, 2d20)", "4d6 drop lowest": "highest(3, 4d6)", "3d6 drop highest 2": "lowest(1, 3d6)", "2d20 keep lowest": "lowest(1, 2d20)" };
  for (const [typed, formula] of Object.entries(known)) assert.equal(meant(typed), formula, typed);
  for (const kept of ["3d6", "d%", "2d6 keep 5", "fish"]) assert.equal(meant(kept), kept);
});

test("inline values are TOML", () => {
  assert.equal(inline({ a: 1, "b c": [true, 'say "no"\n'], d: {} }), '{ a = 1, "b c" = [true, "say \\"no\\"\\n"], d = {} }');
  assert.equal(inline("\u007f"), '"\\u007f"');
});

test("dice are not split inside brackets or after let", () => {
  assert.deepEqual(separated("4dF, highest(3, 4d6); let r = d6; r + 1,"), ["4dF", "highest(3, 4d6)", "let r = d6; r + 1"]);
});

test("fighters have headings, and their nested tables are inline", () => {
  const text = document_text({ title: "x", rules: { base: "srd" }, fighters: { "Ada B": { skill: "Good", missile: { weapon: "bow" } } } });
  assert.equal(text, 'title = "x"\n\n[rules]\nbase = "srd"\n\n[fighters."Ada B"]\nskill = "Good"\nmissile = { weapon = "bow" }\n');
});

test("a variant contains only the differences", () => {
  const from = { rules: { base: "srd" }, fighters: { a: { skill: 1 }, b: { skill: 2 } } };
  const to = { rules: { base: "srd", closing: 1 }, fighters: { a: { skill: 1, unaware: 1 }, b: { skill: 2 } } };
  assert.deepEqual(difference(from, to), { rules: { closing: 1 }, fighters: { a: { unaware: 1 } } });
  assert.deepEqual(difference(from, from), {});
});

test("heroes and foes with the same name get unique names", () => {
  const state = beginning();
  state.party[1].name = "Ada";
  state.party[2].name = " ";
  state.foes.push({ name: "Ada", keys: { skill: "Fair" }, count: 2 });
  const headings = askedText(state).match(/^\[fighters\..*\]$/gm);
  assert.deepEqual(headings, ["[fighters.Ada]", '[fighters."Ada 2"]', "[fighters.Hero]", "[fighters.goblin]", '[fighters."Ada 3"]']);
  assert.match(curveText(state, 1, 1, 9), /"fighters\.\\"Ada 3\\"\.count" = \{ from = 1, to = 9 \}/);
});

test("the variant of a toggle that is on switches it off", () => {
  const state = { ...beginning(), toggles: ["surprised"] };
  const text = variantsText(state, ["surprised", "flee"]);
  assert.match(text, /^"as it is" = \{ fighters = \{ goblin = \{ unaware = 1 \} \} \}$/m);
  assert.match(text, /^surprised = \{\}$/m);
  assert.match(text, /^flee = \{ fighters = \{ goblin = \{ unaware = 1, flees = "half down" \} \} \}$/m);
});

test("two sets of rules become variants with options and modifiers", () => {
  const { design } = beginning();
  design.second.set.push(["minimum_to_hit", "-1"], ["", "x"]);
  assert.match(designText(design), /^"second rules" = \{ rules = \{ base = "srd", damage_roll = "none", minimum_to_hit = -1 \} \}$/m);
  const other = merged(beginning(), { design: { first: { modifiers: [{ name: "berserk", to: "attack", add: "1", when: "", whom: "" }, { name: "half of one" }, 7] } } });
  assert.match(designText(other.design), /modifiers = \[\{ name = "berserk", to = \["attack"\], add = 1 \}\]/);
  const damage = (text) => {
    design.second.set = [["damage", text]];
    return designText(design).match(/damage = (.*) \} \}$/m)?.[1];
  };
  for (const text of ["degree + 1", 'points = "degree + 1"', "damage.points = 'degree + 1'", '{ points = "degree + 1" }']) assert.equal(damage(text), '{ points = "degree + 1" }');
  assert.equal(damage("hit"), '"hit"');
});

test("stat blocks are read in common notations", () => {
  const cases = [
    ["Hobgoblin\nSkill: Good\nOffense +3, Defense 2\nScale −1\nHates elves", "Hobgoblin", { skill: "Good", offense: 3, defense: 2, scale: -1 }, ["Hates elves"]],
    ["Cave Bear: Great bite, Strength Superb; ODF +4, DDF +3. Scale 3", "Cave Bear", { skill: "Great", offense: 4, defense: 3, scale: 3 }, []],
    ["## Wight (undead)\nMelee Combat: Great\nDamage Capacity: Good\nStrength: Great", "Wight", { skill: "Great", damage_capacity: "Good", strength: "Great" }, []],
    ["Melee: fair\nArmor 2", "foe", { skill: "Fair", defense: 2 }, []],
  ];
  for (const [text, name, keys, unread] of cases) assert.deepEqual(read(text), { name, keys, unread });
  assert.equal(read(" \n"), null);
  assert.deepEqual(read("No figures here").keys, {});
});

test("a link contains only the state of its tab, and invalid values are ignored", async () => {
  const state = { ...beginning(), kind: "day", healer: "Good" };
  state.party[0].name = "Ä∂a 😀";
  state.file.text = "notes";
  const link = await packed(state);
  assert.match(link, /^2\.[0-9a-z]+\.[0-9a-z]+\.z[\w-]+$/);
  const { asked } = await unpacked(link);
  assert.ok(!("file" in asked) && !("dice" in asked));
  assert.deepEqual(merged(beginning(), asked), { ...state, file: beginning().file });
  assert.deepEqual((await unpacked(await packed({ ...state, tab: "file" }))).asked, { tab: "file", file: state.file, beside: [] });
  const taken = (value) => merged(beginning(), value);
  assert.deepEqual(taken({ party: "x", dice: null, evil: 1, rules: "lite" }), { ...beginning(), rules: "lite" });
  assert.deepEqual(taken({ party: [3, null, { name: "Ada" }], foes: [{ name: "x", count: 0 }], day: [{ rest: -1 }] }).party, [{ name: "Ada" }]);
});

test("an unreadable link reports why", async () => {
  const link = await packed(beginning());
  const why = async (text) => (await unpacked(text)).problem ?? "";
  for (const part of [0.05, 0.5, 0.9, 0.999]) assert.match(await why(link.slice(0, part * link.length)), /cut off/, `${part}`);
  const swapped = link.at(-3) === "A" ? "B" : "A";
  for (const bad of [`${link.slice(0, -3)}${swapped}${link.slice(-2)}`, `${link}A`, "nonsense", "z", "j!!", "%"]) assert.match(await why(bad), /damaged/, bad);
  for (const end of [".", ").", "…"]) assert.equal(await why(`${link}${end}`), "", end);
  assert.match(await why(`3${link.slice(1)}`), /newer version/);
  const older = `j${Buffer.from(JSON.stringify(beginning())).toString("base64url")}`;
  const { asked, note } = await unpacked(older);
  assert.deepEqual(asked, beginning());
  assert.match(note, /older version/);
  assert.match(await why(older.slice(0, -9)), /damaged/);
});

test("changes are undone one by one, and typing in one field together", () => {
  const state = beginning();
  const changes = new Changes(state);
  const field = {};
  for (const name of ["A", "Ad", "Adi"]) {
    state.party[0].name = name;
    changes.note(state, field);
  }
  state.party.splice(1, 1);
  changes.note(state, null);
  state.tab = "dice";
  changes.note(state, null);
  assert.deepEqual(changes.undo().party.map(({ name }) => name), ["Adi", "Ben", "Cleo"]);
  assert.deepEqual(changes.undo(), beginning());
  assert.ok(changes.isEmpty);
});

test("chosen files match the paths in scenarios", () => {
  const duel = ["scenarios/duel.toml", 'include = ["cast/ada.toml"]\n[rules]\nbase = "house.toml"\n'];
  const other = ["scenarios/other.toml", "[check]\n"];
  const files = [["scenarios/cast/ada.toml", "include = ['bo.toml']\n"], ["scenarios/cast/bo.toml", "# Bo\n"], duel, ["house.toml", "# house\n"], other];
  assert.deepEqual(scenariosOf(files), [duel, other]);
  assert.deepEqual(partsOf(duel[1], files).map(([path]) => path), ["cast/ada.toml", "cast/bo.toml", "house.toml"]);
  assert.equal(writtenPath("ada.toml", [["scenario.toml", duel[1]]]), "cast/ada.toml");
  assert.equal(writtenPath("elsewhere/cast/ada.toml", [["scenario.toml", duel[1]]]), "cast/ada.toml");
  assert.equal(writtenPath("b.toml", [["cast/a.toml", "include = ['../more/b.toml']"]]), "more/b.toml");
  assert.equal(writtenPath("eve.toml", [["scenario.toml", duel[1]]]), "eve.toml");
});
