// The scripts of the page that need no page: scenarios as text, stat blocks, links.
import assert from "node:assert/strict";
import { test } from "node:test";
import { askedText, curveText, variantsText } from "../page/fights.js";
import { designText } from "../page/design.js";
import { separated } from "../page/dice.js";
import { read } from "../page/paste.js";
import { beginning, packed, unpacked } from "../page/state.js";
import { difference, document_text, inline } from "../page/toml.js";

test("values in TOML", () => {
  assert.equal(inline({ a: 1, "b c": [true, 'say "no"\n'], d: {} }), '{ a = 1, "b c" = [true, "say \\"no\\"\\n"], d = {} }');
  assert.equal(inline("\u007f"), '"\\u007f"');
});

test("dice are separated outside brackets", () => {
  assert.deepEqual(separated("4dF, highest(3, 4d6); let r = d6; r + 1,"), ["4dF", "highest(3, 4d6)", "let r = d6; r + 1"]);
});

test("tables get headings of their own where people expect them", () => {
  const text = document_text({ title: "x", rules: { base: "srd" }, fighters: { "Ada B": { skill: "Good", missile: { weapon: "bow" } } } });
  assert.equal(text, 'title = "x"\n\n[rules]\nbase = "srd"\n\n[fighters."Ada B"]\nskill = "Good"\nmissile = { weapon = "bow" }\n');
});

test("a variant holds what is different", () => {
  const from = { rules: { base: "srd" }, fighters: { a: { skill: 1 }, b: { skill: 2 } } };
  const to = { rules: { base: "srd", closing: 1 }, fighters: { a: { skill: 1, unaware: 1 }, b: { skill: 2 } } };
  assert.deepEqual(difference(from, to), { rules: { closing: 1 }, fighters: { a: { unaware: 1 } } });
  assert.deepEqual(difference(from, from), {});
});

test("heroes and foes of one name are told apart", () => {
  const state = beginning();
  state.party[1].name = "Ada";
  state.party[2].name = " ";
  state.foes.push({ name: "Ada", keys: { skill: "Fair" }, count: 2 });
  const headings = askedText(state).match(/^\[fighters\..*\]$/gm);
  assert.deepEqual(headings, ["[fighters.Ada]", '[fighters."Ada 2"]', "[fighters.Hero]", "[fighters.goblin]", '[fighters."Ada 3"]']);
  assert.match(curveText(state, 1, 1, 9), /"fighters\.\\"Ada 3\\"\.count" = \{ from = 1, to = 9 \}/);
});

test("a toggle that is on is turned off by its variant", () => {
  const state = { ...beginning(), toggles: ["surprised"] };
  const text = variantsText(state, ["surprised", "flee"]);
  assert.match(text, /^"as it is" = \{ fighters = \{ goblin = \{ unaware = 1 \} \} \}$/m);
  assert.match(text, /^surprised = \{\}$/m);
  assert.match(text, /^flee = \{ fighters = \{ goblin = \{ unaware = 1, flees = "half down" \} \} \}$/m);
});

test("two sets of rules", () => {
  const { design } = beginning();
  design.second.set.push(["minimum_to_hit", "-1"], ["", "x"]);
  assert.match(designText(design), /^"second rules" = \{ rules = \{ base = "srd", damage_roll = "none", minimum_to_hit = -1 \} \}$/m);
});

test("stat blocks as people write them", () => {
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

test("a link holds everything, and nothing else is taken from one", async () => {
  const state = { ...beginning(), kind: "day", healer: "Good" };
  state.party[0].name = "Ä∂a 😀";
  const link = await packed(state);
  assert.match(link, /^z[\w-]+$/);
  assert.deepEqual(await unpacked(link), state);
  const json = (value) => `j${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
  assert.deepEqual(await unpacked(json({ party: "x", dice: null, evil: 1, rules: "lite" })), { ...beginning(), rules: "lite" });
  assert.deepEqual((await unpacked(json({ party: [3, null, { name: "Ada" }], foes: [{ name: "x", count: 0 }], day: [{ rest: -1 }] }))).party, [{ name: "Ada" }]);
  for (const bad of ["", "z", "j!!", "zzzz", "j", json(3).slice(0, -1)]) assert.equal((await unpacked(bad))?.tab ?? null, null);
});
