"""The keys of fighters and rules, for editors and type checkers. Written by `UPDATE=1 pytest tests/test_types.py`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict


class FighterKeys(TypedDict, total=False):
    """The keys of ``[fighters.NAME]``; None stands for a key that is not set."""

    like: Literal['dog', 'SRD dog', 'cat', 'SRD cat', 'horse', 'SRD horse', 'camel', 'SRD camel', 'elephant', 'SRD elephant', 'falcon', 'SRD falcon', 'SRD lion', 'SRD grizzly bear', 'SRD cobra', 'SRD skunk', 'SRD giant spider', 'SRD griffin', 'SRD dragon', "SRD Wilbur's dragon", 'SRD McMurtree', 'SRD Fionn', 'ogre', 'SRD ogre', 'SRD pixie', 'SRD leprechaun', 'SRD average dragon', 'two-seat space fighter', 'SRD two-seat space fighter', 'super-strong superhero', 'SRD super-strong superhero', 'cercop', 'SRD cercop', 'basilisk', 'FF basilisk', 'FF dragon', 'ghost', 'FF ghost', 'ghoul', 'FF ghoul', 'giant worm', 'FF giant worm', 'goblin', 'FF goblin', 'great weasel', 'FF great weasel', 'hydra head', 'FF hydra head', 'hydra', 'FF hydra', 'hyeena', 'FF hyeena', 'imp', 'FF imp', 'medusa', 'FF medusa', 'rathent', 'FF rathent', 'ratling', 'FF ratling', 'restless dead', 'FF restless dead', 'soldier', 'FF soldier', 'thug', 'FF thug', 'FF troll', 'wall crawler', 'FF wall crawler', 'zombie', 'FF zombie', 'zuvembie', 'FF zuvembie', 'halfling', 'FF halfling', 'elf', 'FF elf', 'F93 lion', 'F93 grizzly bear', 'F93 cobra', 'F93 skunk', 'F93 giant spider', 'F93 griffin', 'F93 dragon', "F93 Wilbur's dragon", 'F93 McMurtree', 'F93 Fionn', 'F93 ogre', 'F93 pixie', 'F93 leprechaun', 'F93 average dragon', 'Christine', 'LITE Christine', 'LITE troll', 'spider', 'LITE spider', 'warg', 'LITE warg', 'raider', 'LITE raider', 'raider chief', 'LITE raider chief', 'fire mage', 'LITE fire mage', 'psionic defender', 'LITE psionic defender', 'psionic destroyer', 'LITE psionic destroyer', 'mook', 'LITE mook', 'qi cultivator', 'LITE qi cultivator', 'robot hunter', 'LITE robot hunter', 'KAER ogre', 'duerager', 'KAER duerager', 'infant sylthaen', 'KAER infant sylthaen', 'bandit', 'OURS bandit', 'OURS ogre', 'orc', 'OURS orc', 'wolf', 'OURS wolf', 'Snorri', 'SRD Snorri', 'Brynhild', 'SRD Brynhild', 'Leroy', 'SRD Leroy', 'Theodora', 'SRD Theodora', 'Rachel', 'SRD Rachel', 'Archie', 'SRD Archie', 'SRD Sheba', 'SRD Wilbur', 'SRD Tucker', 'SRD Molly', 'SRD Annie', 'SRD Maggie', 'Gus', 'SRD Gus', 'Ivan', 'SRD Ivan', 'SRD Brogo', 'Floranna', 'SRD Floranna', 'SRD Moose', 'SRD Tarag', 'Hakim', 'SRD Hakim', 'Arian', 'SRD Arian', 'SRD Henri le Rouge', 'Scruffy Sanders', 'SRD Scruffy Sanders', 'Dolores Ramirez', 'SRD Dolores Ramirez', 'SRD Sherman Foley', 'SRD Dragonfly', 'Captain Wallop', 'SRD Captain Wallop', 'SRD Screamer', 'Cassandra Pine', 'SRD Cassandra Pine', 'SRD Chicory', 'Squeegee Fizzle', 'SRD Squeegee Fizzle', 'Azrath', 'FF Azrath', 'Hans', 'FF Hans', 'Lena', 'FF Lena', 'Tomas', 'FF Tomas', 'Jeb', 'F93 Jeb', 'F93 Wilbur', 'F93 Sheba', 'F93 Tucker', 'F93 Molly', 'F93 Annie', 'F93 Maggie', 'F93 Brogo', 'F93 Moose', 'F93 Tarag', 'F93 Henri le Rouge', 'F93 Chicory', 'Sarah Roberts', 'F93 Sarah Roberts', 'F93 Sherman Foley', 'F93 Screamer', 'F93 Dragonfly', 'Max', 'KAER Max', 'Risonda the Blade', 'KAER Risonda the Blade', 'Naru-naru', 'KAER Naru-naru'] | str | None
    """Library or [cast] entry to copy; the fighter's own keys take precedence."""
    kind: Literal['creature', 'animal', 'person', 'npc'] | None
    """What the fighter is. A creature or an animal without a weapon by name fights with claws or teeth, whose size is not compared with
    weapons."""
    sheet: str | None
    """The fighter's sheet in [sheets]. The cost of the sheet is shown with the results and used by `balance`. The sheet does not affect
    the fight."""
    count: int | None
    """The number of fighters with this stat block. Default: 1."""
    pc: bool | None
    """Whether the fighter is a player character. Default: all fighters on the first side, if no fighter sets `pc`."""
    avoid: int | str | None
    """The level of the trait used to dodge or parry blows, with `pacing = "turns"`. Default: as `skill`."""
    other_avoid: int | str | None
    """The level of the other way to avoid a blow (dodge or parry), if the fighter tries both against the same blow. Default: as `avoid`."""
    avoid_by: Literal['dodge', 'parry'] | None
    """Whether `avoid` is a dodge or a parry, if the rules treat them differently, as with `missiles = "dodge-or-parry"`. Default:
    "dodge"."""
    position: Literal['behind-foe', 'back-turned', 'above', 'below', 'prone'] | None
    """Where the fighter stands, with `pacing = "turns"`: behind the foe it attacks, with its own back turned, above or below the foe, or
    on the ground."""
    place: Literal['front', 'back'] | None
    """Where the fighter stands while others of its side are fit: in front, or behind them. No blow reaches a fighter at the back, who
    can shoot a `missile` throughout the fight. Default: "front"."""
    initiative: int | str | None
    """The level of the trait rolled for initiative, with `pacing = "turns"`. Default: the mean of `perception`, `agility` and
    `intuition`."""
    perception: int | str | None
    """The level of Perception, a third of initiative. Perception or Tactics, at this level, is also rolled for an advantage from all-out
    defense. Default: "Fair"."""
    agility: int | str | None
    """The level of Agility, a third of initiative. Agility is also rolled to keep balance when evading. Default: "Fair"."""
    intuition: int | str | None
    """The level of Intuition, a third of initiative. Default: "Fair"."""
    combat_reflexes: bool | None
    """The gift Combat Reflexes: +1 to initiative. Default: false."""
    dice: str | Mapping[str, Any] | None
    """The dice of this fighter. A formula can use the state of the fight, as in `count(pool(6 - marked, d6) >= 5)`. Default: the dice of
    [rules]."""
    strength: int | str | None
    """Strength, part of the offensive factor. Default: "Fair"."""
    weapon: int | Literal['unarmed', 'martial art', 'blackjack', 'brass knuckles', 'thick boots', 'sling', 'knife', 'dagger', 'billy club', 'rock', 'machete', 'shortsword', 'epee', 'hatchet', 'large club', 'mace', 'flail', 'shoddy sword', 'bow', 'staff', 'quarterstaff', 'sword', 'broadsword', 'longsword', 'axe', 'spear', 'polearm', 'poleaxe', 'two-handed sword', 'greatsword', 'battleaxe', 'small derringer', 'derringer', 'handgun', 'large handgun', 'crossbow', 'powerful rifle', 'shotgun', 'assault rifle', 'bazooka', 'train'] | str | Mapping[str, Any] | None
    """The weapon, by name or by value. A gun has its own Strength in place of the fighter's Strength and Scale. If `offense` is also
    set, `weapon` only sets the size of the weapon. Default: bare hands."""
    martial_art: int | str | None
    """The level of a martial art, with which bare hands count as a weapon: at any level in the SRD, at Fair or better in F93."""
    thrown_unskilled: bool | None
    """Whether the weapon is thrown with a non-combat skill: -1 to the offensive factor. Default: false."""
    halves_armor: bool | None
    """Whether the weapon is heavy, blunt metal: only half of a foe's `armor` counts, rounded down. Default: true for a mace or flail by
    name with the SRD's gear."""
    scale_piercing: Literal['none', 'halve', 'ignore'] | None
    """How much of a foe's Mass Scale counts against the fighter's blows that hit by 3 or more, as with a harpoon or an elephant gun.
    Default: "none"."""
    weapon_tech: int | None
    """The technological level of the weapon, in steps of Scale. If a foe in `armor` has a lower `armor_tech`, the difference is added to
    damage. Default: 0."""
    offense: int | str | Mapping[str, Any] | None
    """The whole offensive factor without Scale: a number, parts by name that add up to it, or a formula such as `1d6 + 1`, which is
    rolled for each hit. It replaces `strength`, `thrown_unskilled` and the weapon's value."""
    damage_capacity: int | str | None
    """Damage Capacity. Default: Fair."""
    health: int | str | None
    """The level of Health, which can set the number of wound boxes, and is rolled against poison, Combat Paralysis and some abilities.
    Default: Fair."""
    pain: Literal['normal', 'tolerant', 'low-threshold', 'intolerant', 'immune'] | None
    """How much wounds lower the fighter's skill, relative to the penalties of the record. Default: "normal"."""
    fatigue_cards: int | None
    """How many fatigue cards the fighter starts with, if wounds are cards. Each is -1. The third card, of fatigue and wounds together,
    puts the fighter out of action. Default: 0."""
    armor: int | Literal['none', 'heavy clothing', 'light leather', 'light non-metal', 'heavy leather', 'boiled leather', 'heavy non-metal', 'light metal', 'medium metal', 'scale mail', 'heavy metal', 'plate', 'advanced', 'light armor', 'heavy armor'] | str | None
    """Armor, by name or by value. If `defense` is also set, `armor` replaces those of its parts that have the name of an armor. If none
    has, `armor` tells how much of `defense` is armor, for criticals that destroy armor and for damage rules that use `armor`."""
    armor_tech: int | None
    """The technological level of the armor, in steps of Scale; see `weapon_tech`. Default: 0."""
    mass: int | str | None
    """A Mass trait other than Fair, part of the defensive factor. Default: "Fair"."""
    tough_hide: int | str | None
    """The value of a tough hide. Default: 0."""
    defense: int | str | Mapping[str, Any] | None
    """The whole defensive factor: a number, parts by name that add up to it, or a formula, which is rolled for each hit. It replaces
    `armor`, `mass` and `tough_hide`. It includes Damage Capacity if the rules count that, but not Scale or the shield. A part that is
    named like a listed armor is armor."""
    shield: int | Literal['none', 'small', 'medium', 'large'] | str | None
    """The shield, by name or by value. All except small shields also help against missiles."""
    missile: Literal['bow', 'sling', 'knife', 'dagger', 'rock', 'hatchet', 'spear', 'crossbow', 'derringer', 'handgun', 'rifle', 'bazooka'] | str | Mapping[str, Any] | None
    """What the fighter shoots or throws while foes close in, or from the `back`: a weapon by name, or a table."""
    dodge: int | str | None
    """The level of the trait used to avoid missiles. Default: as `avoid`, or Fair."""
    cover: int | str | None
    """The lowest result with which a missile hits the fighter, for cover, light and distance together. Default: `range` of [rules]."""
    scale: int | str | None
    """Scale of both Strength and Mass."""
    strength_scale: int | str | None
    """Scale of Strength, if it differs from Scale of Mass. Default: 0."""
    mass_scale: int | str | None
    """Scale of Mass, if it differs from Scale of Strength. Default: 0."""
    hit_bonus: int | None
    """A bonus that helps to hit but does not add to the damage. Default: 0."""
    record: Literal['standard', 'moderately-cinematic', 'injuries', 'conditions'] | Mapping[str, Any] | None
    """How this fighter's wounds are recorded, instead of `record` in [rules]: a record by name, or a table of changes. Default: as in
    [rules]."""
    toughness: Literal['off', 'rolled', 'will', 'gifts'] | None
    """What toughness does to this fighter's wounds, instead of `toughness` in [rules]. Default: as in [rules]."""
    fodder: bool | None
    """Whether the fighter is cannon fodder: the first Scratch or Hurt counts as a Hurt, and any further or worse wound puts the fighter
    out of action (SRD 4.57). Default: false."""
    injury_boxes: int | None
    """How many boxes the fighter's track has, if boxes are marked in order. Default: as many as in [rules]."""
    injuries: int | None
    """How many boxes each of the fighter's hits marks, if damage does not depend on the degree. More than one is for enormous threats.
    Default: 1."""
    serious: bool | None
    """Whether the fighter's hits start at the second wound level, if boxes are marked in order. Default: false."""
    ignores_armor: bool | None
    """Whether the fighter's hits ignore armor, if boxes depend on the weapon: for drowning, burning or suffocation. Default: false."""
    wounds: Sequence[str | int] | int | None
    """The wounds that the fighter begins with: a list of levels, each marked like a blow of that level. If boxes are marked in order,
    give the number of boxes; if boxes absorb hits, the points of each hit. Default: unhurt."""
    defends_at: int | None
    """The wound level, or number of marked boxes, at which a player character stops attacking and only defends, if only player
    characters act (`pacing`). Default: never."""
    unaware: bool | int | None
    """Whether the fighter is unaware of its foes in the first round, or the number of such rounds. An unaware fighter cannot attack or
    defend. If only player characters act, they put an unaware foe out of action without a roll. Default: false."""
    helpless: bool | None
    """Whether the fighter can neither attack nor defend, such as when bound or asleep. Default: false."""
    only_defends: bool | None
    """Whether the fighter defends but does no harm. Default: false."""
    combat_paralysis: bool | None
    """The fault Combat Paralysis: the fighter rolls Health before each round and cannot attack or defend until a roll is Good or better.
    Default: false."""
    speed_power: bool | None
    """A speed power: in even rounds the fighter attacks as if its foes were unaware, and they cannot strike back. Default: false."""
    plus_level: bool | None
    """Whether the fighter's skill has a "plus", which makes it one level higher in even rounds. Default: false."""
    speed: int | str | None
    """The trait compared with the foe's to see who strikes first. Default: "Fair"."""
    morale: Literal['fearless'] | int | str | None
    """The modifier of the fighter's morale rolls, or "fearless" for a fighter who never flees. Default: "Fair"."""
    resistance: Literal['ordinary', 'damage-resistant', 'fragile'] | None
    """The gift Damage Resistant or the fault Fragile: the fighter's wounds are one level lighter, or one level worse. Default:
    "ordinary"."""
    constitution: int | str | None
    """The level of Constitution, rolled to stay conscious when Incapacitated. Default: "Fair"."""
    will: int | str | None
    """The level of Willpower, rolled against wounds. Default: "Fair"."""
    overcomes_at: str | None
    """The lightest wound level at which the fighter rolls Willpower against its wounds. Default: never."""
    evades_at: str | None
    """The lightest wound that the fighter evades after a hit, if evading makes the wound lighter. A heroic evasion is possible once a
    round. The fighter collapses only to avoid being put out of action. Default: never."""
    stuns: bool | None
    """Whether the fighter strikes to stun or knock out. Default: false."""
    pulls: str | None
    """The worst wound level that the fighter's pulled blows inflict. If that level has no open box, a higher box may still be marked."""
    yields_at: str | None
    """The wound level at which the fighter surrenders. Default: the fighter fights on."""
    peripheral_vision: bool | None
    """The gift Peripheral Vision: no penalty for facing two foes at the same time. Default: false."""
    shoddy: int | None
    """How many rounds a poor weapon is used between situational rolls. The weapon breaks on a roll of Mediocre or worse. Default: the
    weapon is not poor."""
    danger_sense: bool | None
    """The gift Danger Sense: a situational roll of Good or better warns the fighter of a surprise. Default: false."""
    poisoned: Literal['normal', 'resistant', 'susceptible'] | None
    """How poison affects the fighter: the gift Resistant to Poison, or the fault Susceptibility to Poison. Default: "normal"."""
    begins_poisoned: Mapping[str, Any] | None
    """A poison already at work when the fight begins, such as from an earlier fight or a poisoned drink. Default: none."""
    against: Mapping[str, Any] | None
    """Bonuses to hit certain foes, by the name of the foe: for example, with a weapon made to fight them. Default: nothing."""
    quick_reflexes: bool | None
    """The gift Quick Reflexes: the fighter is never unaware of its foes, and can dodge missiles even if the rules allow that to no other
    fighters. Default: false."""
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
    """Spells by name, cast instead of blows. Each time, the fighter casts the first spell that is possible and would have an effect. All
    spells share one reservoir."""
    resists_magic: int | str | None
    """The level with which the fighter resists spells that can be resisted: Magic Resistance, or Willpower. Default: the level of the
    resisting trait in the caster's spell."""
    leader: bool | None
    """Whether this fighter is the leader of its side. Foes can attack the leader first (`targets`), and friends can flee once the leader
    is down (`flees`). Default: false."""
    surrenders: str | None
    """When the fighter surrenders: at a wound level, like `yields_at`, or at the start of its own turn if a comparison is true."""
    concedes: str | None
    """When the fighter surrenders at the start of an opponent's turn: a comparison that can use the state of the fight."""
    flees: Literal['half down', 'leader down'] | int | str | None
    """When the fighter flees. At the end of a round: once half of its side is down, once the leader is down, once only this many can
    fight on, or once the fighter has this wound or a worse one. At the start of its own turn: if a comparison is true. Default: the
    fighter does not flee."""
    arrives: int | None
    """The round in which the fighter arrives. If the fight is over by then, the fighter takes no part. Default: 1."""
    attacks: Mapping[str, Any] | None
    """Several ways to attack, by name, each with the keys that differ from those of the fighter. `attack` sets which is used."""
    attack: str | None
    """Which of `attacks` is used. Default: the first."""
    abilities: Mapping[str, Any] | None
    """Special abilities by name, with their values."""
    blade: Literal['slashing', 'piercing', 'blunt', 'fire'] | None
    """How the fighter's weapon wounds: slashing, piercing, blunt or fire. Some foes are harder or easier to hurt with one of these.
    Missiles are piercing. Default: as for the weapon by name, or else blunt."""
    ranges: Literal['low', 'middle', 'high'] | None
    """Which value is used if the stat block has a range. Default: drawn at random for each trial, the same for all fighters with the
    stat block."""
    source: str | None
    """The source of the stat block. Its first word can be put before the name, as in `SRD dragon`."""
    traits: Mapping[str, Any] | None
    """Other traits of the fighter, for people to read. Formulas can use those that are levels or numbers."""
    note: str | None
    """A remark, for people to read."""
    printed_offense: int | str | None
    """The offensive factor with Scale that the source prints. It is compared with `offense` or its parts."""
    printed_defense: int | str | None
    """The defensive factor with Scale that the source prints. It is compared with `defense` or its parts."""
    printed_note: str | None
    """Why the parts do not add up to the printed sum."""


class RulesKeys(TypedDict, total=False):
    """The keys of ``[rules]``; None stands for a key that is not set."""

    policies: Mapping[str, Any] | None
    """Policies for boxes that absorb hits, by name: each is a list of steps, and the first step that finds a set of free boxes decides."""
    dice: str | Mapping[str, Any] | None
    """the action dice, unless a roll has its own"""
    npc_dice: str | Mapping[str, Any] | None
    """the action dice of fighters who are not player characters, unless a fighter has its own"""
    stacking: Literal['sum', 'largest'] | None
    """how situational modifiers are combined"""
    modifier_cap: int | Literal['none'] | None
    """the largest sum of situational modifiers, positive or negative"""
    results_cap: Literal['off', 'ladder', 'superhuman'] | None
    """the limits of a rolled degree; they do not apply to a trait that is not rolled"""
    success: Literal['meet', 'surpass'] | None
    """what a check needs to succeed"""
    criticals: Literal['off', 'report', 'automatic', 'trans-superb'] | None
    """what a natural critical does in a check"""
    critical_success: int | Literal['none'] | None
    """the lowest natural roll that is a critical success"""
    critical_failure: int | Literal['none'] | None
    """the highest natural roll that is a critical failure"""
    no_roll_at: Literal['none'] | int | str | None
    """the highest difficulty at which a check succeeds without a roll"""
    default_difficulty: Literal['none'] | int | str | None
    """the difficulty of a check that does not set one"""
    assisting: Literal['off', 'plus-one', 'stand-in'] | None
    """what a second, assisting trait adds"""
    default_levels: Literal['srd', 'fudge-1993', 'lite'] | None
    """the level of a trait that a character does not list"""
    reaction_modifiers: Literal['degree', 'dice-total'] | None
    """what the modifiers of a reaction are added to"""
    skill: Literal['added', 'dice'] | None
    """whether the skill used to attack or to avoid a blow is added to the dice, or is part of them"""
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
    """which fighters act, and in what order"""
    turn_order: Literal['fighters', 'sides'] | None
    """who rolls for initiative, with `pacing = "turns"`"""
    initiative: Literal['each-round', 'once'] | None
    """how often initiative is rolled, with `pacing = "turns"`"""
    initiative_ties: Literal['together', 'reroll'] | None
    """what happens if initiative is equal, with `pacing = "turns"`"""
    initiative_wounds: Literal['ignored', 'slow'] | None
    """whether wounds lower initiative, with `pacing = "turns"`"""
    avoidance: Literal['every', 'one'] | None
    """how many blows a fighter can dodge or parry in a round, with `pacing = "turns"`"""
    strike_first: Literal['off', 'speed'] | None
    """whether the faster of two opponents has an advantage; both roll their `speed`"""
    morale: Literal['off', 'npcs', 'all'] | None
    """which fighters must roll to stay in the fight when first wounded, and again when badly wounded; see the fighters' `morale`"""
    unopposed: int | str | None
    """the result needed to hit a target who does not defend"""
    wound_penalties: Literal['actions', 'all'] | None
    """which rolls wound penalties apply to"""
    outnumbered: Literal['off', 'per-foe', 'epic'] | None
    """the skill penalty for facing several foes"""
    lone_strike: Literal['beat-or-tie', 'beat-all'] | None
    """which of several foes a lone fighter may hit"""
    mob_roll: Literal['each', 'one', 'one-2dF', 'one-npc-d6', 'one-closer'] | None
    """whether several foes of one fighter share a single roll"""
    reach: int | Literal['any'] | None
    """the most foes who can reach one fighter: 6 if there is room, 3 or 4 with swung weapons, 1 or 2 in a doorway"""
    sweeping_blow: int | Literal['off'] | None
    """the damage that a sweeping blow loses for each foe it has already cut through"""
    postures: Literal['off', 'on'] | None
    """whether a fighter's `tactic` can trade offense for defense; with `pacing = "simultaneous"`, both fighters of a pair can then be
    hit"""
    all_out: Literal['off', 'srd', 'fudge-1993'] | None
    """whether a fighter's `tactic` can go all out; with `pacing = "turns"`, see `full_attack`"""
    advantage: Literal['none'] | int | str | None
    """the difficulty of the `perception` check that gains an advantage from all-out defense; with `none`, there is no check"""
    called_shots: Literal['off', 'result', 'degree', 'fudge-1993'] | None
    """whether a fighter's `tactic` can aim at a part of the body. Its wounds are recorded separately: if it is Hurt or Incapacitated, it
    may lower skills, and a disabled weapon arm makes the fighter drop the weapon"""
    called_minimum: Literal['none'] | int | str | None
    """the result needed to hit the part aimed at: Good or Great, depending on its size"""
    fight_criticals: Literal['off', 'table'] | None
    """what natural criticals do in fights"""
    critical_effects: Sequence[Literal['blinded', 'fallen', 'armor-gone', 'armor-ignored', 'off-balance', 'weapon-dropped', 'weapon-damaged', 'nothing']] | None
    """the effect of a critical for each sum of 2d6, from 2 to 12"""
    initiative_trade: Literal['off', 'hasty', 'table'] | None
    """how a fighter's `tactic` can trade initiative for attack and defense"""
    full_attack: Literal['off', '-2', 'none', -2] | None
    """how well a fighter can defend after the tactic `full-attack`"""
    maneuvers: Literal['off', 'on'] | None
    """whether a fighter's `tactic` can attack twice, avoid twice or sweep"""
    closing: int | Literal['never'] | None
    """the number of rounds before melee begins, in which fighters with a `missile` can shoot"""
    range: int | str | None
    """the result needed to hit with a missile, which depends on distance and light; a target's `cover` replaces it"""
    missiles: Literal['dodge', 'dodge-or-parry', 'quick-reflexes'] | None
    """how a target avoids a missile that it is aware of and free to avoid; otherwise only the difficulty counts"""
    shot_degree: Literal['better', 'defense'] | None
    """what the relative degree of a shot is measured against if the target tries to avoid it"""
    shots_into_melee: Literal['harder', 'free', 'stray'] | None
    """what happens to shots from the `back` at a foe who is fighting one of the shooter's allies"""
    propelled: int | None
    """the penalty to dodging missiles that are not thrown"""
    missile_parry: int | None
    """the penalty to parrying a thrown missile without a shield, with `missiles = "dodge-or-parry"`, for a fighter with `avoid_by =
    "parry"`; against other missiles, the penalty is larger by 2"""
    shots: Literal['together', 'in-turn'] | None
    """whether the shots of a round are simultaneous"""
    burst_from: Sequence[int] | None
    """the numbers of hits in a burst at which another point of damage is added, except to grazes"""
    healing: Literal['every-wound', 'by-result', 'care'] | None
    """what treatment does for wounds"""
    toughness: Literal['off', 'rolled', 'will', 'gifts'] | None
    """how a fighter's toughness changes wounds"""
    fudge_points: int | None
    """how many Fudge points a fighter can `spend`, unless the fighter sets a number: SRD and LITE 1 to 5, Fantasy Fudge 1 to 3, KAER 2;
    no points are earned during a fight"""
    success_limit: Literal['superb', 'skill', 'dearer'] | None
    """which difficulties a Fudge point cannot overcome, in a check, in a task, or in a fight that one unopposed roll decides (`pacing =
    "story"`)"""
    lighter_wound: Literal['one-level', 'two-levels', 'scratch', 'halved'] | None
    """how much lighter a Fudge point makes the wound of a blow"""
    lighter_for: Literal['blow', 'round'] | None
    """which wounds a Fudge point makes lighter"""
    scratch_price: int | None
    """the cost in Fudge points of turning a wound into a Scratch, with `lighter_wound = "scratch"`"""
    automatic_price: int | None
    """the cost in Fudge points of an automatic +4"""
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
    """how a fighter who is hit can make the wound one level lighter; the fighter's `evades_at` sets when"""
    will_over_wounds: Literal['off', 'reduce', 'nullify', 'levels'] | None
    """what a Willpower roll does against wounds; the fighter's `overcomes_at` sets when it is made"""
    will_difficulty: int | str | None
    """the difficulty of a Willpower roll against wounds, if `will_over_wounds` is `reduce` or `nullify`"""
    damage_capacity: Literal['counts', 'ignored'] | None
    """whether Damage Capacity is part of the defensive factor"""
    static_tie: Literal['stand-off', 'hit'] | None
    """what a tie with an opponent who does not roll means; if only player characters act, they always win such ties"""
    damage: Literal['degree', 'hit', 'weapon'] | Mapping[str, Any] | None
    """what determines the damage of a hit"""
    degree_multiplier: int | None
    """how many points each step of relative degree is worth. For 2, the SRD's wound levels start at 1, 4, 7, 10 and 13 points; set them
    in `record`"""
    damage_roll: Literal['none', '4dF-limited', 'game-dice-limited', '4dF-unlimited', '1dF-points', '1dF-level', 'parity-points', 'parity-level', 'freeform', 'min-mid-max'] | None
    """how damage is rolled"""
    damage_dice: Literal['action', '2d6-table'] | None
    """the dice that `damage_roll = "game-dice-limited"` rolls"""
    level_roll: Literal['wounds', 'all'] | None
    """which hits a damage roll on the wound level can change"""
    rolled_hits: Literal['all', 'stopped-by-scale'] | None
    """which hits get a damage roll"""
    half_hits: Literal['off', 'just-stopped'] | None
    """the effect of two hits that the target's larger Scale only just stopped"""
    critical_points: int | Literal['off'] | None
    """the points of damage that a natural critical success does to a larger target it would otherwise not hurt; grazes are excluded"""
    low_factor: Literal['-1', '-2', -1, -2] | None
    """the modifier for a damage factor below 0 in choosing which of the three dice to read, with `damage_roll = "min-mid-max"`"""
    graze: Literal['off', 'table'] | None
    """whether a hit by a relative degree of 1 is a graze"""
    graze_from: Sequence[int] | None
    """the smallest damage factor of each graze level: Scratch, Hurt …"""
    graze_roll: Literal['off', 'one-level'] | None
    """how the damage roll can change a graze"""
    graze_ceiling: Literal['table', 'scale'] | None
    """the highest wound level of a graze"""
    record: Literal['standard', 'moderately-cinematic', 'injuries', 'conditions'] | Mapping[str, Any] | None
    """how wounds are recorded, and the penalty of each level"""
    large_blow: int | Literal['off'] | None
    """the points that one blow must do to go past Very Hurt, or past Incapacitated, on a point track"""
    consciousness: Literal['off', 'rolled'] | None
    """whether fighters who end a fight Incapacitated roll to stay conscious; fighters who are Near Death are unconscious, and die
    without help"""
    ends_at: str | None
    """the wound level whose first mark ends the fight: the side with the mark loses; if both sides have one, neither wins"""
    round_limit: int | Literal['none'] | None
    """the number of rounds after which an undecided fight is stopped as a draw; with `none`, exact answers have no limit if every fight
    ends, and all others stop at 10,000 rounds"""
    counters: Mapping[str, Any] | None
    """Counters: small numbers for each fighter, which formulas can use and `after` changes."""
    modifiers: Sequence[Mapping[str, Any]] | Mapping[str, Any] | None
    """Custom modifiers in fights: a list, or tables by name, where `false` leaves a modifier out. `stacking` and `modifier_cap` do not
    apply to them."""
    hit: str | None
    """Whether a blow hits, instead of `attack > guard and attack >= minimum`: a comparison without dice. The comparison can use
    `attack`, `guard`, `guard_fixed`, `degree`, `minimum`, `natural`, `foe_natural`, `critical`, and the state of fighter and foe."""
    initiative_roll: str | int | None
    """The roll for the order of turns, instead of dice and trait: a formula that can use the state of the fighter."""
    after: Sequence[Mapping[str, Any]] | None
    """The lines for the end of each round: tables with new values of counters, `harm` (points of damage to the fighter itself), `when`
    and `for`. Formulas can use `hit`, `was_hit`, `points`, `taken`, and the state of the fighter."""
