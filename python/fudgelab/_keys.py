"""The keys of fighters and rules, for editors and type checkers. Written by `UPDATE=1 pytest tests/test_types.py`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict


class FighterKeys(TypedDict, total=False):
    """The keys of ``[fighters.NAME]``; None stands for a key that is not set."""

    like: Literal['dog', 'SRD dog', 'cat', 'SRD cat', 'horse', 'SRD horse', 'camel', 'SRD camel', 'elephant', 'SRD elephant', 'falcon', 'SRD falcon', 'SRD lion', 'SRD grizzly bear', 'SRD cobra', 'SRD skunk', 'SRD giant spider', 'SRD griffin', 'SRD dragon', "SRD Wilbur's dragon", 'SRD McMurtree', 'SRD Fionn', 'ogre', 'SRD ogre', 'SRD pixie', 'SRD leprechaun', 'SRD average dragon', 'two-seat space fighter', 'SRD two-seat space fighter', 'super-strong superhero', 'SRD super-strong superhero', 'cercop', 'SRD cercop', 'basilisk', 'FF basilisk', 'FF dragon', 'ghost', 'FF ghost', 'ghoul', 'FF ghoul', 'giant worm', 'FF giant worm', 'goblin', 'FF goblin', 'great weasel', 'FF great weasel', 'hydra head', 'FF hydra head', 'hydra', 'FF hydra', 'hyeena', 'FF hyeena', 'imp', 'FF imp', 'medusa', 'FF medusa', 'rathent', 'FF rathent', 'ratling', 'FF ratling', 'restless dead', 'FF restless dead', 'soldier', 'FF soldier', 'thug', 'FF thug', 'FF troll', 'wall crawler', 'FF wall crawler', 'zombie', 'FF zombie', 'zuvembie', 'FF zuvembie', 'halfling', 'FF halfling', 'elf', 'FF elf', 'F93 lion', 'F93 grizzly bear', 'F93 cobra', 'F93 skunk', 'F93 giant spider', 'F93 griffin', 'F93 dragon', "F93 Wilbur's dragon", 'F93 McMurtree', 'F93 Fionn', 'F93 ogre', 'F93 pixie', 'F93 leprechaun', 'F93 average dragon', 'Christine', 'LITE Christine', 'LITE troll', 'spider', 'LITE spider', 'warg', 'LITE warg', 'raider', 'LITE raider', 'raider chief', 'LITE raider chief', 'fire mage', 'LITE fire mage', 'psionic defender', 'LITE psionic defender', 'psionic destroyer', 'LITE psionic destroyer', 'mook', 'LITE mook', 'qi cultivator', 'LITE qi cultivator', 'robot hunter', 'LITE robot hunter', 'KAER ogre', 'duerager', 'KAER duerager', 'infant sylthaen', 'KAER infant sylthaen', 'bandit', 'OURS bandit', 'OURS ogre', 'orc', 'OURS orc', 'wolf', 'OURS wolf', 'Snorri', 'SRD Snorri', 'Brynhild', 'SRD Brynhild', 'Leroy', 'SRD Leroy', 'Theodora', 'SRD Theodora', 'Rachel', 'SRD Rachel', 'Archie', 'SRD Archie', 'SRD Sheba', 'SRD Wilbur', 'SRD Tucker', 'SRD Molly', 'SRD Annie', 'SRD Maggie', 'Gus', 'SRD Gus', 'Ivan', 'SRD Ivan', 'SRD Brogo', 'Floranna', 'SRD Floranna', 'SRD Moose', 'SRD Tarag', 'Hakim', 'SRD Hakim', 'Arian', 'SRD Arian', 'SRD Henri le Rouge', 'Scruffy Sanders', 'SRD Scruffy Sanders', 'Dolores Ramirez', 'SRD Dolores Ramirez', 'SRD Sherman Foley', 'SRD Dragonfly', 'Captain Wallop', 'SRD Captain Wallop', 'SRD Screamer', 'Cassandra Pine', 'SRD Cassandra Pine', 'SRD Chicory', 'Squeegee Fizzle', 'SRD Squeegee Fizzle', 'Azrath', 'FF Azrath', 'Hans', 'FF Hans', 'Lena', 'FF Lena', 'Tomas', 'FF Tomas', 'Jeb', 'F93 Jeb', 'F93 Wilbur', 'F93 Sheba', 'F93 Tucker', 'F93 Molly', 'F93 Annie', 'F93 Maggie', 'F93 Brogo', 'F93 Moose', 'F93 Tarag', 'F93 Henri le Rouge', 'F93 Chicory', 'Sarah Roberts', 'F93 Sarah Roberts', 'F93 Sherman Foley', 'F93 Screamer', 'F93 Dragonfly', 'Max', 'KAER Max', 'Risonda the Blade', 'KAER Risonda the Blade', 'Naru-naru', 'KAER Naru-naru'] | str | None
    """Library or [cast] entry to copy; the fighter's own keys take precedence."""
    kind: Literal['creature', 'animal', 'person', 'npc'] | None
    """What it is. A creature or an animal whose stat block names no weapon fights with claws or teeth, which are not compared with
    weapons."""
    sheet: str | None
    """The sheet of [sheets] that says what the fighter costs, beside results and for `balance`; it changes no figure."""
    count: int | None
    """How many such fighters there are. Default: 1."""
    pc: bool | None
    """Whether it is a player character. Default: where nobody is marked, everybody on the first side is."""
    avoid: int | str | None
    """The level of the trait that dodges or parries blows, in turns. Default: as `skill`."""
    other_avoid: int | str | None
    """The level of the second way to avoid (dodge or parry), where one blow is met with both. Default: as `avoid`."""
    avoid_by: Literal['dodge', 'parry'] | None
    """Whether `avoid` is a dodge or a parry, where it matters. Default: "dodge"."""
    position: Literal['behind-foe', 'back-turned', 'above', 'below', 'prone'] | None
    """Where the fighter stands, in turns: behind the foe it attacks, with its own back turned, higher, lower, on the ground."""
    place: Literal['front', 'back'] | None
    """Where the fighter stands while others of its side are fit: in front, or behind them, where no blow reaches it and it shoots all
    fight if it has a `missile`. Default: "front"."""
    initiative: int | str | None
    """The level of the trait rolled for initiative, in turns. Default: the mean of `perception`, `agility` and `intuition`."""
    perception: int | str | None
    """Perception: a third of initiative, and (or Tactics) the check for an advantage from all-out defense. Default: "Fair"."""
    agility: int | str | None
    """Agility: a third of initiative, and the roll to stay on one's feet. Default: "Fair"."""
    intuition: int | str | None
    """Intuition: a third of initiative. Default: "Fair"."""
    combat_reflexes: bool | None
    """The gift Combat Reflexes: +1 to initiative. Default: false."""
    dice: str | Mapping[str, Any] | None
    """The fighter's own dice; a formula may name the state of the fight, as `count(pool(6 - marked, d6) >= 5)` does. Default: the dice
    of [rules]."""
    strength: int | str | None
    """Strength, part of the offensive factor. Default: "Fair"."""
    weapon: int | Literal['unarmed', 'martial art', 'blackjack', 'brass knuckles', 'thick boots', 'sling', 'knife', 'dagger', 'billy club', 'rock', 'machete', 'shortsword', 'epee', 'hatchet', 'large club', 'mace', 'flail', 'shoddy sword', 'bow', 'staff', 'quarterstaff', 'sword', 'broadsword', 'longsword', 'axe', 'spear', 'polearm', 'poleaxe', 'two-handed sword', 'greatsword', 'battleaxe', 'small derringer', 'derringer', 'handgun', 'large handgun', 'crossbow', 'powerful rifle', 'shotgun', 'assault rifle', 'bazooka', 'train'] | str | Mapping[str, Any] | None
    """The weapon, by name or by value. A gun has its own Strength in place of the fighter's Strength and Scale. Beside `offense` it only
    gives the weapon's size. Default: bare hands."""
    martial_art: int | str | None
    """The level of a martial art, which makes bare hands a weapon: at any level in the SRD, from Fair up in F93."""
    thrown_unskilled: bool | None
    """Whether the weapon is thrown with a non-combat skill: -1 to the offensive factor. Default: false."""
    halves_armor: bool | None
    """Whether the weapon is heavy, blunt metal: only half of a foe's `armor` counts, rounded down. Default: true for a mace or flail by
    name with the SRD's gear."""
    scale_piercing: Literal['none', 'halve', 'ignore'] | None
    """How much of a foe's Mass Scale counts against its blows if they hit by 3 or more (a harpoon, an elephant gun). Default: "none"."""
    weapon_tech: int | None
    """The technological level of the weapon, in steps of Scale. The difference to a lower `armor_tech` of a foe in `armor` is added to
    damage. Default: 0."""
    offense: int | str | Mapping[str, Any] | None
    """The whole offensive factor without Scale, or its parts by name, or a formula such as `1d6 + 1`, which is rolled for each hit;
    instead of `strength`, `thrown_unskilled` and the weapon's value."""
    damage_capacity: int | str | None
    """Damage Capacity. Default: Fair."""
    health: int | str | None
    """Health, which the number of wound boxes may depend on. Default: Fair."""
    pain: Literal['normal', 'tolerant', 'low-threshold', 'intolerant', 'immune'] | None
    """How wounds lower the fighter's skill, compared with the record. Default: "normal"."""
    fatigue_cards: int | None
    """The fatigue cards it starts with, where wounds are cards: each is -1, and the third card of either sort puts it out of action.
    Default: 0."""
    armor: int | Literal['none', 'heavy clothing', 'light leather', 'light non-metal', 'heavy leather', 'boiled leather', 'heavy non-metal', 'light metal', 'medium metal', 'scale mail', 'heavy metal', 'plate', 'advanced', 'light armor', 'heavy armor'] | str | None
    """Armor, by name or by value. Beside `defense` it takes the place of the parts that are armor by name; beside one without such parts
    it says how much of that is armor, where criticals may destroy armor or a damage rule names it."""
    armor_tech: int | None
    """The technological level of the armor, in steps of Scale; see `weapon_tech`. Default: 0."""
    mass: int | str | None
    """A Mass trait other than Fair, part of the defensive factor. Default: "Fair"."""
    tough_hide: int | str | None
    """The value of a tough hide. Default: 0."""
    defense: int | str | Mapping[str, Any] | None
    """The whole defensive factor, or its parts by name (one that is called like a listed armor is armor), including Damage Capacity
    where that counts, without Scale and shield, or a formula, which is rolled for each hit; instead of `armor`, `mass` and
    `tough_hide`."""
    shield: int | Literal['none', 'small', 'medium', 'large'] | str | None
    """The shield, by name or by value; all but a small one also help against missiles."""
    missile: Literal['bow', 'sling', 'knife', 'dagger', 'rock', 'hatchet', 'spear', 'crossbow', 'derringer', 'handgun', 'rifle', 'bazooka'] | str | Mapping[str, Any] | None
    """What the fighter shoots or throws, while the foes close in or from the `back`: by name, or as a table."""
    dodge: int | str | None
    """The level of the trait that avoids missiles. Default: as `avoid`, or Fair."""
    cover: int | str | None
    """The lowest result that hits the fighter with a missile, for cover, light and distance together. Default: `range` of [rules]."""
    scale: int | str | None
    """Scale of both Strength and Mass."""
    strength_scale: int | str | None
    """Scale of Strength, where Mass differs. Default: 0."""
    mass_scale: int | str | None
    """Scale of Mass, where Strength differs. Default: 0."""
    hit_bonus: int | None
    """A bonus that only helps to hit: it is subtracted from damage again. Default: 0."""
    record: Literal['standard', 'moderately-cinematic', 'injuries', 'conditions'] | Mapping[str, Any] | None
    """How its own wounds are recorded, in place of `record` in [rules]: a track by name, or a table of what differs. Default: as in
    [rules]."""
    toughness: Literal['off', 'rolled', 'will', 'gifts'] | None
    """What toughness does to its own wounds, in place of `toughness` in [rules]. Default: as in [rules]."""
    fodder: bool | None
    """Whether it is cannon fodder: the first Scratch or Hurt is a Hurt, anything further or worse puts it out of action (SRD 4.57).
    Default: false."""
    injury_boxes: int | None
    """How many boxes its track has, where boxes are marked in order. Default: as many as in [rules]."""
    injuries: int | None
    """How many boxes each of its hits marks, where the degree does not matter: more than one for enormous threats. Default: 1."""
    serious: bool | None
    """Whether its hits start at the second wound level, where boxes are marked in order. Default: false."""
    ignores_armor: bool | None
    """Whether its hits ignore armor, where boxes depend on the weapon: drowning, burning, suffocation. Default: false."""
    wounds: Sequence[str | int] | int | None
    """The wounds that it begins with: their levels, each marked as a blow of that level would be; where boxes are marked in order, how
    many; where boxes absorb hits, the points of each hit. Default: unhurt."""
    defends_at: int | None
    """The wound level, or number of marked boxes, from which a player character only defends, where only player characters act. Default:
    never."""
    unaware: bool | int | None
    """Whether it is unaware of its foes in the first round, or in how many rounds: it cannot attack or defend. Where only player
    characters act, they put it out of action without a roll. Default: false."""
    helpless: bool | None
    """Whether it can neither attack nor defend: bound, or asleep. Default: false."""
    only_defends: bool | None
    """Whether it defends itself but harms nobody. Default: false."""
    combat_paralysis: bool | None
    """The fault Combat Paralysis: it rolls Health before each round, and cannot attack or defend until a Good result. Default: false."""
    speed_power: bool | None
    """A speed power: in even rounds it attacks as if its foes were unaware, and they cannot strike back. Default: false."""
    plus_level: bool | None
    """Whether its skill has a "plus": it is one level higher in even rounds. Default: false."""
    speed: int | str | None
    """The trait compared with the foe's to see who strikes first. Default: "Fair"."""
    morale: Literal['fearless'] | int | str | None
    """The modifier of its morale rolls, or "fearless" if it never flees. Default: "Fair"."""
    resistance: Literal['ordinary', 'damage-resistant', 'fragile'] | None
    """The gift Damage Resistant or the fault Fragile: its wounds are one level lighter, or worse. Default: "ordinary"."""
    constitution: int | str | None
    """Constitution, which keeps the Incapacitated conscious. Default: "Fair"."""
    will: int | str | None
    """Willpower, where it is rolled against wounds. Default: "Fair"."""
    overcomes_at: str | None
    """The wound level from which it rolls Willpower against its wounds. Default: never."""
    evades_at: str | None
    """The wound level from which it evades a blow that hit, if that helps; a heroic evasion is possible once a round. It collapses only
    to avoid being put out of action. Default: never."""
    stuns: bool | None
    """Whether it strikes to stun or knock out. Default: false."""
    pulls: str | None
    """The worst wound level that its pulled blows inflict; a full track may still mark a higher box."""
    yields_at: str | None
    """The wound level at which it surrenders. Default: it fights on."""
    peripheral_vision: bool | None
    """The gift Peripheral Vision: no penalty for facing two foes at once. Default: false."""
    shoddy: int | None
    """A poor weapon: each time it has struck for so many rounds, it breaks on a situational roll of Mediocre or worse. Default: the
    weapon holds."""
    danger_sense: bool | None
    """The gift Danger Sense: a Good situational roll warns it of a surprise. Default: false."""
    poisoned: Literal['normal', 'resistant', 'susceptible'] | None
    """How poison affects it: the gift Resistant to Poison, or the fault Susceptibility to Poison. Default: "normal"."""
    begins_poisoned: Mapping[str, Any] | None
    """A poison already at work when the fight begins, from an earlier fight or from a cup. Default: none."""
    against: Mapping[str, Any] | None
    """Bonuses to hit certain foes, by their names: a weapon made against them. Default: nothing."""
    quick_reflexes: bool | None
    """The gift Quick Reflexes: it is never unaware of its foes, and may dodge missiles where others cannot. Default: false."""
    modifiers: Mapping[str, Any] | None
    """Skill modifiers by name, for the whole fight or its first rounds: position, blessing, curse, footing."""
    tactic: Literal['normal', 'very-offensive', 'offensive', 'defensive', 'very-defensive', 'very-hasty', 'hasty', 'patient', 'very-patient', 'full-attack', 'full-defense', 'all-out-offense', 'all-out-defense', 'aim-at-weapon-arm', 'aim-at-leg', 'aim-at-eye', 'aim-at-head', 'concentrate', 'attack-twice', 'attack-with-both-hands', 'avoid-twice', 'dodge-and-parry', 'sweep'] | str | Mapping[str, Any] | None
    """The stance taken each round: one by name, several of different kinds joined by `and`, a random mix, or rows with conditions.
    Default: "normal"."""
    targets: Literal['lowest-result', 'roster', 'weakest', 'strongest', 'most-wounded', 'leader', 'random'] | None
    """Which of several foes the fighter attacks first. Default: "lowest-result"."""
    spread: Literal['even', 'gang-up'] | None
    """Which group the fighter joins on the larger side, once each foe has an opponent. Default: "even"."""
    fudge_points: int | None
    """The Fudge points that the fighter has to `spend`. Default: `fudge_points` of [rules]."""
    spend: Literal['nothing', 'survive', 'success', 'shift', 'lighter-wound', 'automatic', 'reroll', 'near-death'] | Sequence[Literal['success', 'shift', 'lighter-wound', 'automatic', 'reroll', 'near-death'] | Mapping[str, Any]] | None
    """What Fudge points are spent on: one use by name whenever it helps, "survive" for wounds that disable or kill, or rows that are
    tried in order. Default: "nothing"."""
    spells: Mapping[str, Any] | None
    """Spells by name, cast in place of blows: the first that may be cast and would do something. All draw on the same reservoir."""
    resists_magic: int | str | None
    """The level with which it resists spells that can be resisted: Magic Resistance, or Willpower. Default: the trait of whoever resists
    in the caster's spell."""
    leader: bool | None
    """Whether foes who target the leader mean this fighter. Default: false."""
    surrenders: str | None
    """When it surrenders: at a wound level, as `yields_at`, or as a turn of its own begins in which a comparison holds."""
    concedes: str | None
    """When it surrenders as the turn of an opponent begins: a comparison that may name the state of the fight."""
    flees: Literal['half down', 'leader down'] | int | str | None
    """When the fighter flees, at the end of a round: once half of its side is down, once the leader is down, once only so many can fight
    on, or once it has a wound of this level or a worse one; or as a turn of its own begins in which a comparison holds. Default: it
    does not."""
    arrives: int | None
    """The round in which the fighter arrives. If the fight is over by then, it takes no part. Default: 1."""
    attacks: Mapping[str, Any] | None
    """Several ways to attack, by name, each with the keys that differ; one of them is used."""
    attack: str | None
    """Which of `attacks` is used. Default: the first."""
    abilities: Mapping[str, Any] | None
    """Special abilities by name, with their figures."""
    blade: Literal['slashing', 'piercing', 'blunt', 'fire'] | None
    """How its weapon wounds (slashing, piercing, blunt, fire), where that matters; missiles are piercing. Default: that of the weapon by
    name, or blunt."""
    ranges: Literal['low', 'middle', 'high'] | None
    """Which value is taken where the stat block gives a range. Default: drawn at random for each trial, the same for all fighters of the
    block."""
    source: str | None
    """Where the stat block is from; its first word may stand before the name."""
    traits: Mapping[str, Any] | None
    """What else is known of it, for people to read; formulas may name those that are levels or numbers."""
    note: str | None
    """A remark, for people to read."""
    printed_offense: int | str | None
    """The offensive factor with Scale that the source prints; it is compared with `offense` or its parts."""
    printed_defense: int | str | None
    """The defensive factor with Scale that the source prints; it is compared with `defense` or its parts."""
    printed_note: str | None
    """Why the parts do not add up to the printed sum."""


class RulesKeys(TypedDict, total=False):
    """The keys of ``[rules]``; None stands for a key that is not set."""

    policies: Mapping[str, Any] | None
    """Policies for boxes that absorb hits, by name: each a list of steps, of which the first that finds a set of free boxes decides."""
    dice: str | Mapping[str, Any] | None
    """the action dice of everyone who states no others"""
    npc_dice: str | Mapping[str, Any] | None
    """the action dice of all in a fight who are not player characters and state no others"""
    stacking: Literal['sum', 'largest'] | None
    """how situational modifiers are combined"""
    modifier_cap: int | Literal['none'] | None
    """the largest sum of situational modifiers, either way"""
    results_cap: Literal['off', 'ladder', 'superhuman'] | None
    """the limits of a rolled degree; a trait that is not rolled may lie outside them"""
    success: Literal['meet', 'surpass'] | None
    """what succeeds in a check"""
    criticals: Literal['off', 'report', 'automatic', 'trans-superb'] | None
    """what a natural critical does in a check"""
    critical_success: int | Literal['none'] | None
    """the lowest natural roll that is a critical success"""
    critical_failure: int | Literal['none'] | None
    """the highest natural roll that is a critical failure"""
    no_roll_at: Literal['none'] | int | str | None
    """a difficulty of this level or less succeeds without a roll"""
    default_difficulty: Literal['none'] | int | str | None
    """the difficulty of a check where none is stated"""
    assisting: Literal['off', 'plus-one', 'stand-in'] | None
    """what a second, assisting trait adds"""
    default_levels: Literal['srd', 'fudge-1993', 'lite'] | None
    """the level of a trait that a character does not list"""
    reaction_modifiers: Literal['degree', 'dice-total'] | None
    """what the modifiers of a reaction are added to"""
    skill: Literal['added', 'dice'] | None
    """whether the skill that a fighter attacks or avoids with is added to the dice, or is in them"""
    minimum_to_hit: Literal['none'] | int | str | None
    """the result a winner must reach to hit a foe of the same size"""
    size_to_hit: Literal['off', 'minimum', 'minimum-by-level', 'penalty-1', 'penalty-2'] | None
    """how a difference in size affects hitting"""
    shields: Literal['ignored', 'foe-skill', 'defense'] | None
    """what a shield does in melee"""
    weapon_size: Literal['off', 'penalty'] | None
    """the penalty for the smaller weapon"""
    gear: Literal['srd', 'srd-less-lethal', 'fudge-1993', 'lite'] | None
    """which weapon table to use"""
    pacing: Literal['simultaneous', 'turns', 'player-facing', 'story'] | None
    """who acts when"""
    turn_order: Literal['fighters', 'sides'] | None
    """who rolls for initiative, in turns"""
    initiative: Literal['each-round', 'once'] | None
    """how often initiative is rolled, in turns"""
    initiative_ties: Literal['together', 'reroll'] | None
    """what happens at equal initiative, in turns"""
    initiative_wounds: Literal['ignored', 'slow'] | None
    """whether wounds lower initiative, in turns"""
    avoidance: Literal['every', 'one'] | None
    """how many blows a fighter can dodge or parry in a round, in turns"""
    strike_first: Literal['off', 'speed'] | None
    """whether the faster of two opponents has an advantage, by the fighters' `speed`"""
    morale: Literal['off', 'npcs', 'all'] | None
    """who must roll or flee when first wounded and again when badly wounded; see the fighters' `morale`"""
    unopposed: int | str | None
    """the level that hits a target who does not defend"""
    wound_penalties: Literal['actions', 'all'] | None
    """which rolls wound penalties apply to"""
    outnumbered: Literal['off', 'per-foe', 'epic'] | None
    """the skill penalty for facing several foes"""
    lone_strike: Literal['beat-or-tie', 'beat-all'] | None
    """which of several foes a lone fighter may hit"""
    mob_roll: Literal['each', 'one', 'one-2dF', 'one-npc-d6', 'one-closer'] | None
    """whether several foes of one fighter roll once for all of them"""
    reach: int | Literal['any'] | None
    """the most foes who can reach one fighter: 6 with room, 3 or 4 with swung weapons, 1 or 2 in a doorway"""
    sweeping_blow: int | Literal['off'] | None
    """the damage that a sweeping blow loses for each foe it has already cut through"""
    postures: Literal['off', 'on'] | None
    """whether fighters may trade offense for defense, by their `tactic`; where all act at once, both of a pair may then be hit"""
    all_out: Literal['off', 'srd', 'fudge-1993'] | None
    """whether fighters may go all out, by their `tactic`; for turns see `full_attack`"""
    advantage: Literal['none'] | int | str | None
    """the difficulty of the `perception` check that gains an advantage from all-out defense; none means no check"""
    called_shots: Literal['off', 'result', 'degree', 'fudge-1993'] | None
    """whether fighters may aim at a part of the body, by their `tactic`: its wounds are recorded by themselves, a Hurt or Incapacitated
    part is a skill penalty, and a disabled weapon arm drops the weapon"""
    called_minimum: Literal['none'] | int | str | None
    """the result needed to hit the part aimed at: Good or Great, by its size"""
    fight_criticals: Literal['off', 'table'] | None
    """what natural criticals do in fights"""
    critical_effects: Sequence[Literal['blinded', 'fallen', 'armor-gone', 'armor-ignored', 'off-balance', 'weapon-dropped', 'weapon-damaged', 'nothing']] | None
    """the effect of a critical for each sum of 2d6, from 2 to 12"""
    initiative_trade: Literal['off', 'hasty', 'table'] | None
    """how initiative may be traded for attack and defense, by a fighter's `tactic`"""
    full_attack: Literal['off', '-2', 'none', -2] | None
    """the defense that is left after a full attack, by a fighter's `tactic`"""
    maneuvers: Literal['off', 'on'] | None
    """whether fighters may attack twice, avoid twice or sweep, by their `tactic`"""
    closing: int | Literal['never'] | None
    """the number of rounds of missile fire before melee begins, in which fighters with a `missile` use it"""
    range: int | str | None
    """the result needed to hit with a missile, by distance and light, unless the target states its `cover`"""
    missiles: Literal['dodge', 'dodge-or-parry', 'quick-reflexes'] | None
    """how a target avoids a missile that it is aware of and free to avoid; otherwise only the difficulty counts"""
    shot_degree: Literal['better', 'defense'] | None
    """what the relative degree of a shot is measured against if the target tries to avoid it"""
    shots_into_melee: Literal['harder', 'free', 'stray'] | None
    """what happens to a shot at a foe who fights somebody on the shooter's own side, for those at the `back`"""
    propelled: int | None
    """the penalty of a dodge against missiles that are not thrown"""
    missile_parry: int | None
    """the penalty of a parry without a shield against a thrown missile, where missiles can be parried; 2 more against other missiles"""
    shots: Literal['together', 'in-turn'] | None
    """whether the shots of a round are simultaneous"""
    burst_from: Sequence[int] | None
    """the numbers of hits in a burst at which each further point of damage is added; not on grazes"""
    healing: Literal['every-wound', 'by-result', 'care'] | None
    """what treatment does for wounds"""
    toughness: Literal['off', 'rolled', 'will', 'gifts'] | None
    """how a fighter's toughness changes wounds"""
    fudge_points: int | None
    """how many Fudge points a fighter can `spend` if the fighter states no number: SRD and LITE 1 to 5, Fantasy Fudge 1 to 3, KAER 2;
    earning them is not part of a fight"""
    success_limit: Literal['superb', 'skill', 'dearer'] | None
    """which difficulties a Fudge point cannot overcome: in a check or task, and where one unopposed roll decides a fight (`pacing =
    "story"`)"""
    lighter_wound: Literal['one-level', 'two-levels', 'scratch', 'halved'] | None
    """how much lighter a Fudge point makes the wound of a blow"""
    lighter_for: Literal['blow', 'round'] | None
    """which wounds a Fudge point makes lighter"""
    scratch_price: int | None
    """the Fudge points it costs to turn a wound into a Scratch, with `lighter_wound = "scratch"`"""
    automatic_price: int | None
    """the Fudge points an automatic +4 costs"""
    near_death_price: int | None
    """the Fudge points that a fighter who is already at Near Death pays to survive; others pay one"""
    stun: Literal['off', 'srd', 'fantasy', 'fudge-1993'] | None
    """what blows struck to stun do"""
    head_blows: Literal['off', 'knockout'] | None
    """what a blow aimed at the head does; see also `called_shots`"""
    automatic_death: Literal['off', 'helpless'] | None
    """whether helpless fighters are killed without a roll"""
    pc_wound_levels: int | Literal['any'] | None
    """the most wound levels that one blow may add to a player character's worst wound"""
    pc_near_death: Literal['allowed', 'only-incapacitated'] | None
    """whether a blow may leave a player character Near Death, or worse"""
    evasion: Literal['off', 'heroic-evasion', 'heroic-avoidance'] | None
    """how a fighter who is hit may reduce the wound by one level; the fighter's `evades_at` says when"""
    will_over_wounds: Literal['off', 'reduce', 'nullify', 'levels'] | None
    """what a Willpower roll does against wounds; the fighter's `overcomes_at` says when it is made"""
    will_difficulty: int | str | None
    """the difficulty of a Willpower roll against wounds, where `will_over_wounds` is reduce or nullify"""
    damage_capacity: Literal['counts', 'ignored'] | None
    """whether Damage Capacity is part of the defensive factor"""
    static_tie: Literal['stand-off', 'hit'] | None
    """what a tie with an opponent who does not roll means; where only player characters act, they win ties anyway"""
    damage: Literal['degree', 'hit', 'weapon'] | Mapping[str, Any] | None
    """what determines the damage of a hit"""
    degree_multiplier: int | None
    """how many points each step of relative degree is worth; with 2, the source puts the wound levels at 1, 4, 7, 10 and 13 points,
    which `record` sets"""
    damage_roll: Literal['none', '4dF-limited', 'game-dice-limited', '4dF-unlimited', '1dF-points', '1dF-level', 'parity-points', 'parity-level', 'freeform', 'min-mid-max'] | None
    """how damage is rolled"""
    damage_dice: Literal['action', '2d6-table'] | None
    """which dice are the game's own, where these are rolled for damage"""
    level_roll: Literal['wounds', 'all'] | None
    """what a damage roll on the wound level may change"""
    rolled_hits: Literal['all', 'stopped-by-scale'] | None
    """which hits get a damage roll"""
    half_hits: Literal['off', 'just-stopped'] | None
    """what two hits do that the target's larger Scale only just stopped"""
    critical_points: int | Literal['off'] | None
    """the points that a natural critical success does to a larger target that it would otherwise not hurt; not on grazes"""
    low_factor: Literal['-1', '-2', -1, -2] | None
    """what a damage factor below 0 adds to the bonus that decides which of three dice to read for damage"""
    graze: Literal['off', 'table'] | None
    """whether a hit by a relative degree of 1 is a graze"""
    graze_from: Sequence[int] | None
    """the smallest damage factor of each graze level: Scratch, Hurt …"""
    graze_roll: Literal['off', 'one-level'] | None
    """what the damage roll may do to a graze"""
    graze_ceiling: Literal['table', 'scale'] | None
    """how far up a graze may go"""
    record: Literal['standard', 'moderately-cinematic', 'injuries', 'conditions'] | Mapping[str, Any] | None
    """how wounds are recorded, and the penalty of each level"""
    large_blow: int | Literal['off'] | None
    """the points that one blow must do to go past Very Hurt, or past Incapacitated, on a point track"""
    consciousness: Literal['off', 'rolled'] | None
    """whether fighters who end a fight Incapacitated roll to stay conscious; whoever is Near Death is unconscious, and dies without help"""
    ends_at: str | None
    """the wound level at which the first mark ends the fight: whoever has the mark loses; if both sides have one, nobody wins"""
    round_limit: int | Literal['none'] | None
    """the number of rounds after which an undecided fight is stopped as a draw; with `none`, exact answers have no limit if all fights
    end; others stop at 10,000"""
    counters: Mapping[str, Any] | None
    """Counters: small numbers beside the record of each fighter, which formulas name and `after` changes."""
    modifiers: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None
    """Modifiers of your own in fights, a list or by name, where `false` leaves one out; beyond `stacking` and `modifier_cap`."""
    hit: str | None
    """Whether a blow hits, instead of `attack > guard and attack >= minimum`: a comparison without dice. It may name `attack`, `guard`,
    `guard_fixed`, `degree`, `minimum`, `natural`, `foe_natural`, `critical`, and the state of fighter and foe."""
    initiative_roll: str | int | None
    """What is rolled for the order of turns instead of dice and trait, by a formula that may name the state of the fighter."""
    after: Sequence[Mapping[str, Any]] | None
    """What the end of each round does, line by line: tables with the new values of counters, with `harm`, the points that the fighter's
    own record takes, and with `when` and `for`. Formulas may name `hit`, `was_hit`, `points`, `taken`, and the state of the fighter."""
