//! Invalid scenarios, grouped by the kind of mistake.

/// A name for the mistake, and the scenario.
pub type Case = (&'static str, &'static str);

/// Unknown keys, misspelled words, wrong types and unknown baselines.
pub const WORDS: &[Case] = &[
    ("unknown key", "[check]\ntrait = 'Fair'\ndificulty = 'Good'"),
    ("unknown table", "[chek]\ntrait = 'Fair'\ndifficulty = 'Good'"),
    ("unknown key in run", "[check]\ndifficulty = 'Good'\n[run]\ntrails = 10"),
    ("wrong type", "[check]\ntrait = 'Fair'\ndifficulty = true"),
    ("misspelt level", "[check]\ntrait = 'Faire'\ndifficulty = 'Good'"),
    ("misspelt weapon", "[fighters.hans]\nskill = 'Fair'\nweapon = 'brodsword'\n[fighters.greta]\nskill = 'Fair'"),
    ("misspelt missile", "[fighters.hans]\nskill = 'Fair'\nmissile = 'crosbow'\n[fighters.greta]\nskill = 'Fair'"),
    ("misspelt armor", "[fighters.hans]\nskill = 'Fair'\narmor = 'scale male'\n[fighters.greta]\nskill = 'Fair'"),
    ("misspelt dice", "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\n[rules]\ndice = '4df'"),
    ("misspelt preset", "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\n[rules]\nbase = 'nutshel'"),
    (
        "unknown wound levels, and keys without their rules",
        "[fighters.hans]\nskill = 1\npulls = 'Scratched'\nyields_at = 2\nstuns = true\nevades_at = 'Hurt'\n[fighters.greta]\nskill = 1\novercomes_at = 'Hurt'\nresistance = 'fragile'\n[rules]\nends_at = 'Undamaged'",
    ),
    ("misspelt choice", "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\n[[show]]\nchart = 'marginss'"),
    ("words without quotes", "[check]\ntrait = Fair\ndifficulty = 'Good'"),
    (
        "baseline of no variant",
        "[check]\ndifficulty = 1\n[variants]\nplain = {}\nhard = { check = { difficulty = 2 } }\n[[show]]\ntable = 'differences'\nbaseline = 'plan'",
    ),
    (
        "baseline of a chart that is no value of the varied key",
        "[check]\ndifficulty = 1\n[vary]\n'check.difficulty' = [1, 2]\n[[show]]\nchart = 'differences'\nbaseline = '3'",
    ),
    (
        "tables with two baselines",
        "[check]\ndifficulty = 1\n[variants]\nplain = {}\nhard = { check = { difficulty = 2 } }\n[[show]]\ntable = 'differences'\nbaseline = 'plain'\n[[show]]\ntable = 'differences'\nbaseline = 'hard'",
    ),
    ("baseline without variants", "[check]\ndifficulty = 1\n[[show]]\ntable = 'differences'\nbaseline = 'plain'"),
];

/// Mistakes in what is rolled: fights, checks, contests, tasks and reactions.
pub const SUBJECTS: &[Case] = &[
    ("missing skill", "[fighters.hans]\nstrength = 'Good'\n[fighters.greta]\nskill = 'Fair'"),
    ("one fighter", "[fighters.hans]\nskill = 'Good'"),
    ("no fighters", "fighters = {}"),
    (
        "missiles of too little",
        "[fighters.hans]\nskill = 1\noffense = 4\nmissile = 'bow'\n[fighters.greta]\nskill = 1\nmissile = { skill = 2 }\n[fighters.anna]\nskill = 1\nside = 'greta'\nmissile = { weapon = 'crossbow', offense = 3, strength = 4 }",
    ),
    ("nobody to shoot", "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\nclosing = 'never'"),
    (
        "a side that nobody is on",
        "[fighters.hans]\nskill = 'Good'\nside = 'a'\n[fighters.greta]\nskill = 'Good'\nside = 'a'",
    ),
    (
        "injury boxes on a track of levels",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\ninjury_boxes = 2\nunaware = true",
    ),
    (
        "spread where player characters act alone",
        "rules = { base = 'lite' }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\nspread = 'gang-up'",
    ),
    (
        "targets of a story element",
        "rules = { pacing = 'story' }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\ntargets = 'weakest'",
    ),
    (
        "fodder on a track in order",
        "rules = { base = 'lite' }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\nfodder = true",
    ),
    (
        "fatigue where wounds are no cards",
        "[fighters.hans]\nskill = 1\nfatigue_cards = 1\nignores_armor = true\n[fighters.greta]\nskill = 1\npain = 'tolerent'",
    ),
    (
        "too tired to fight",
        "rules = { record = { kind = 'cards' } }\n[fighters.hans]\nskill = 1\nfatigue_cards = 3\n[fighters.greta]\nskill = 1",
    ),
    (
        "a track of no such name",
        "rules = { record = 'moderately cinematic' }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1",
    ),
    ("a track by a number", "rules = { record = 3 }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1"),
    (
        "boxes and penalties of cards",
        "rules = { record = { kind = 'cards', extra = [1], levels = [{ name = 'Scratch', from = 1, boxes = 3 }, { name = 'Hurt', from = 3, penalty = -1 }, { name = 'Out', from = 5, out = true }] } }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1",
    ),
    (
        "a limit of Scratches on cards",
        "rules = { record = { kind = 'cards', overflow = 'scratches-never-out' } }\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1",
    ),
    (
        "an ally who never acts",
        "rules = { base = 'lite' }\n[fighters.hans]\nside = 'a'\npc = true\nskill = 1\n[fighters.greta]\nside = 'a'\nskill = 1\n[fighters.orc]\nskill = 1",
    ),
    ("side without a name", "[fighters.hans]\nskill = 'Good'\nside = ''\n[fighters.greta]\nskill = 'Good'"),
    (
        "five sides",
        "[fighters]\na = { skill = 1 }\nb = { skill = 1 }\nc = { skill = 1 }\nd = { skill = 1 }\ne = { skill = 1 }",
    ),
    (
        "a first wound among three",
        "rules.ends_at = 'Scratch'\n[fighters]\na = { skill = 1 }\nb = { skill = 1 }\nc = { skill = 1 }",
    ),
    (
        "three sides where players act",
        "rules.base = 'lite'\n[fighters]\na = { skill = 1 }\nb = { skill = 1 }\nc = { skill = 1 }",
    ),
    ("after no file", "after = { fight = 3, sid = 'a' }\n[fighters]\na = { skill = 1 }\nb = { skill = 1 }"),
    ("after nothing", "after = 3\n[fighters]\na = { skill = 1 }\nb = { skill = 1 }"),
    (
        "poisoned otherwise",
        "[fighters]\na = { skill = 1, begins_poisoned = { drain = 1, lost = -1 } }\nb = { skill = 1 }",
    ),
    (
        "like nobody in the cast",
        "[cast.goblin]\nskill = 1\n[fighters.hans]\nskill = 1\n[fighters.foe]\nlike = 'goblni'",
    ),
    ("like without a cast", "[fighters.hans]\nskill = 1\n[fighters.foe]\nlike = 'gobln'"),
    ("like of several sources", "[fighters.hans]\nlike = 'Hans'\n[fighters.foe]\nlike = 'Dragon'"),
    ("attack that is not there", "[fighters.hans]\nlike = 'Hans'\nattack = 'spear'\n[fighters.foe]\nskill = 1"),
    (
        "unknown ability",
        "[fighters.hans]\nlike = 'Hans'\n[fighters.foe]\nskill = 1\nabilities = { stnch = { check = 'Good' }, gaze = { chek = 1 } }",
    ),
    (
        "ranges without end",
        "[fighters.hans]\nlike = 'Hans'\n[fighters.foe]\nskill = '-50 to 50'\nscale = '-50 to 50'\ndefense = { hide = 'lots to more' }",
    ),
    ("which of a range", "[fighters.hans]\nlike = 'Hans'\n[fighters.foe]\nlike = 'SRD dog'\nranges = 'average'"),
    (
        "printed sum",
        "[cast.ogre]\nsource = 'my own'\nskill = 1\nscale = 3\noffense = { club = 2 }\nprinted_offense = 6\n[fighters.hans]\nlike = 'Hans'\n[fighters.foe]\nlike = 'ogre'",
    ),
    ("like in the cast", "[cast.a]\nlike = 'b'\n[fighters.hans]\nskill = 1\n[fighters.foe]\nlike = 'a'\nskill = 1"),
    (
        "like and a whole factor",
        "[cast.a]\nskill = 1\noffense = 2\n[fighters.b]\nskill = 1\n[fighters.foe]\nlike = 'a'\nstrength = 1",
    ),
    (
        "varying nobody in the cast",
        "[cast.goblin]\nskill = 1\n[fighters.hans]\nskill = 1\n[fighters.foe]\nlike = 'goblin'\n[vary]\n\"cast.gobln.skill\" = [1, 2]",
    ),
    (
        "most of what is not varied",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\nof = 'fighters.b.cuont'\nwhile = { 'party wins' = '>= 70 %' }",
    ),
    (
        "most without of and while",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\n",
    ),
    (
        "most while nothing",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\nof = 'fighters.b.count'\nwhile = {}",
    ),
    (
        "most while unknown figures",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\nof = 'fighters.b.count'\nwhile = { 'party win' = '>= 70 %', 'weather' = '<= 1 %' }",
    ),
    (
        "most with wrong limits",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\nof = 'fighters.b.count'\nwhile = { 'party wins' = '> 70 %', 'draw' = 'seldom', 'rounds' = 8 }",
    ),
    (
        "most with wrong units",
        "[fighters.a]\nskill = 1\nside = 'party'\n[fighters.b]\nskill = 1\ncount = 2\n[vary]\n'fighters.b.count' = [2, 3]\n[[show]]\ntable = 'most'\nof = 'fighters.b.count'\nwhile = { 'party wins' = '>= 0.7', 'rounds' = '<= 8 %' }",
    ),
    ("absurd count", "[fighters.hans]\nskill = 1\n[fighters.goblins]\nskill = 1\ncount = 1000000"),
    ("two of one name", "[fighters.hans]\nskill = 1\n[fighters.other]\nname = 'Hans'\nskill = 1"),
    ("two subjects", "[check]\ndifficulty = 1\n[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1"),
    ("nothing to roll", "title = 'What now?'"),
    (
        "offense beside strength",
        "[fighters.hans]\nskill = 1\noffense = 3\nstrength = 'Good'\n[fighters.greta]\nskill = 1",
    ),
    (
        "defense beside armor",
        "[fighters.hans]\nskill = 1\ndefense = 3\narmor = 'scale mail'\n[fighters.greta]\nskill = 1",
    ),
    (
        "rounds without end",
        "[fighters.hans]\nskill = 1\nmodifiers = { curse = { value = -1, rounds = 1000000000 } }\n[fighters.greta]\nskill = 1",
    ),
    (
        "figures beyond their limits",
        "[fighters.hans]\nskill = -2147483648\navoid = 9223372036854775807\nstrength = 101\nhit_bonus = -101\nscale = -9223372036854775808\ncount = 0\nmodifiers = { a = 2147483647, b = { value = 1, avoid = -2147483648 } }\nabilities = { swallow = { scale = 101, inside = -101 }, poison = { check = 2147483647 } }\nmissile = { offense = -101 }\n[fighters.greta]\nskill = 1",
    ),
    (
        "sums beyond their limits",
        "[fighters.a]\nskill = 1\nstrength = 60\nweapon = 60\n[fighters.b]\nskill = 1\nside = 'A'\noffense = { arm = 60, axe = 60 }\ndefense = { a = -60, b = -60 }\n[fighters.c]\nskill = 1\narmor = 60\nmass = 60\n[fighters.d]\nskill = 1\nside = 'C'\noffense = 60\nscale = 60\n[fighters.e]\nskill = 1\nside = 'C'\nstrength = 100\nweapon = 0\nmissile = 'bow'\n[fighters.f]\nskill = 1\nside = 'C'\nweapon = { name = 'axe', magic = 21 }\ninitiative = 100\ncombat_reflexes = true",
    ),
    (
        "modifiers that add up to too much",
        "[rules]\nmodifier_cap = 'none'\n[fighters.hans]\nskill = 1\nmodifiers = { a = 60, b = { value = 60, rounds = 2 } }\n[fighters.greta]\nskill = 1",
    ),
    (
        "check of the least number",
        "[check]\ntrait = -2147483648\ndifficulty = 9223372036854775807\nmodifiers = { luck = -9223372036854775808 }",
    ),
    ("absurd skill", "[fighters.hans]\nskill = 2000000000\n[fighters.greta]\nskill = 1"),
    ("contest of one", "[contest.anna]\ntrait = 'Good'"),
    ("contest without contestants", "contest = {}"),
    ("contest of a word", "[contest]\nanna = 'Good'"),
    ("contest with two of one name", "[contest.anna]\ntrait = 1\n[contest.ben]\nname = 'anna'\ntrait = 1"),
    ("contest of wide dice", "[contest.anna]\ntrait = 1\ndice = '1d1000'\n[contest.ben]\ntrait = 1"),
    ("task without successes", "[task]\ntrait = 'Fair'\ndifficulty = 'Fair'"),
    ("task without a difficulty", "[task]\ntrait = 'Fair'\nsuccesses = 3"),
    ("task of half of nothing", "[task]\ntrait = 'Fair'\ndifficulty = 'Fair'\nsuccesses = 'half'"),
    (
        "task of absurd numbers",
        "[task]\ntrait = 'Fair'\ndifficulty = 'Fair'\nsuccesses = 0\nfailures = 1000\nperiods = -1",
    ),
    (
        "task with rolls and a trait",
        "[task]\ntrait = 'Fair'\nsuccesses = 3\n[task.rolls.spell]\ntrait = 'Fair'\ndifficulty = 'Fair'",
    ),
    ("task without rolls", "[task]\nsuccesses = 3\nrolls = {}"),
    ("reaction with a trait", "[reaction]\ntrait = 'Good'"),
    (
        "reaction on dice without a total",
        "[reaction]\nmodifiers = { bribe = 1 }\n[rules]\nreaction_modifiers = 'dice-total'",
    ),
    (
        "results out of order",
        "[reaction]\nresults = [{ name = 'bad' }, { name = 'good', from = 'Good' }, { name = 'fair', from = 'Fair' }]",
    ),
    (
        "results that all start",
        "[reaction]\nresults = [{ name = 'bad', from = 'Poor' }, { name = 'good', from = 'Good' }]",
    ),
    ("trait listed and unlisted", "[check]\ntrait = 'Good'\nunlisted = 'skill'\ndifficulty = 'Fair'"),
    ("unlisted skill that does not exist", "[check]\nunlisted = 'studied skill'\ndifficulty = 'Fair'"),
    ("misspelt unlisted skill", "[check]\nunlisted = 'skil'\ndifficulty = 'Fair'"),
    (
        "high attribute in 1993",
        "[check]\nunlisted = 'skill'\nhigh_attribute = true\ndifficulty = 'Fair'\n[rules]\nbase = 'fudge-1993'",
    ),
    ("high attribute of a listed skill", "[check]\ntrait = 'Good'\nhigh_attribute = true\ndifficulty = 'Fair'"),
    (
        "assisting while that is off",
        "[check]\ntrait = 'Good'\nassist = 'Good'\ndifficulty = 'Fair'\n[rules]\nassisting = 'off'",
    ),
    ("assisting nothing", "[check]\nassist = 'Good'\ndifficulty = 'Fair'"),
    ("default levels in a reaction", "[reaction]\nmodifiers = { bribe = 1 }\n[rules]\ndefault_levels = 'lite'"),
    ("assisting in a reaction", "[reaction]\nmodifiers = { bribe = 1 }\n[rules]\nassisting = 'off'"),
    ("opposed without a foe", "[opposed]\nactive = { trait = 'Fair' }"),
    ("outcome without a name", "[check]\ndifficulty = 1\noutcomes = [{ name = 'bad' }, { from = 0 }]"),
    (
        "outcomes out of order",
        "[check]\ndifficulty = 1\noutcomes = [{ name = 'bad' }, { name = 'good', from = 0 }, { name = 'fair', from = -2 }]",
    ),
    ("a ladder with a name twice", "[check]\ndifficulty = 1\n[ladder]\nnames = ['Weak', 'Fair', 'weak']"),
];

pub const RULES: &[Case] = &[
    ("healing in a fight", "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\nhealing = 'care'"),
    ("graze in a check", "[check]\ndifficulty = 1\n[rules]\ngraze = 'off'"),
    (
        "dice too wide for damage",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\ndice = '2d1000'\ndamage_roll = 'game-dice-limited'",
    ),
    ("misspelt rule", "[check]\ndifficulty = 1\n[rules]\ncritcals = 'off'"),
    (
        "contradiction with a preset",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\nbase = 'srd'\nlarge_blow = 3",
    ),
    (
        "record without levels",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\nrecord = { levels = [] }",
    ),
    (
        "record out of order",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules.record]\nlevels = [{ name = 'Hurt', from = 5 }, { name = 'Out', from = 3, out = true }]",
    ),
    (
        "graze table out of order",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\ngraze_from = [5, 0]",
    ),
    (
        "round limit without end",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[rules]\nround_limit = 1000000000",
    ),
];

/// Mistakes in fighters' choices: Fudge points, stances and targets.
pub const TACTICS: &[Case] = &[
    (
        "policies of Fudge points that come to nothing",
        "[fighters.hans]\nskill = 1\nfudge_points = 2\n[fighters.greta]\nskill = 1\nspend = 'survive'\n[fighters.ulf]\nskill = 1\nside = 'greta'\nfudge_points = 21\nspend = 'rerol'",
    ),
    (
        "rows of a policy of Fudge points",
        "[fighters.hans]\nskill = 1\nfudge_points = 2\nspend = [{ on = 'near-death', to = 'hit' }, { on = 'reroll', from = 'out' }, { to = 'avoid' }, { on = 'lighter-wound', from = 'Hrut', whounds = 'Hurt' }, 'shfit']\n[fighters.greta]\nskill = 1\nfudge_points = 1\nspend = []",
    ),
    (
        "a Fudge point for a success in blows",
        "[fighters.hans]\nskill = 1\nfudge_points = 2\nspend = 'success'\n[fighters.greta]\nskill = 1",
    ),
    (
        "a Fudge point for wounds in a story",
        "[rules]\npacing = 'story'\n[fighters.hans]\nskill = 1\nfudge_points = 2\nspend = 'survive'\n[fighters.greta]\nskill = 1",
    ),
    (
        "misspelt stance",
        "[rules]\npostures = 'on'\n[fighters.hans]\nskill = 1\ntactic = 'defensiv'\n[fighters.greta]\nskill = 1",
    ),
    ("stance without its rule", "[fighters.hans]\nskill = 1\ntactic = 'offensive'\n[fighters.greta]\nskill = 1"),
    ("stance of turns", "[fighters.hans]\nskill = 1\ntactic = 'full-defense'\n[fighters.greta]\nskill = 1"),
    (
        "two postures",
        "[rules]\npostures = 'on'\n[fighters.hans]\nskill = 1\ntactic = 'offensive and defensive'\n[fighters.greta]\nskill = 1",
    ),
    ("tactic that is a number", "[fighters.hans]\nskill = 1\ntactic = 2\n[fighters.greta]\nskill = 1"),
    (
        "faults of a policy",
        "[rules]\npostures = 'on'\n[fighters.hans]\nskill = 1\n[fighters.hans.tactic]\ndefault = 'norml'\nwhen = [\n  { wounds = 'Very Hrut', then = 'defensive' },\n  { then = 'offensive' },\n  { outnumberd = true, then = 'normal' },\n  { ahead = 1 },\n  { side_down_to = 1.5, then = { mix = { defensve = 1 } } },\n  { from_round = 1, then = 'normal' },\n]\n[fighters.greta]\nskill = 1",
    ),
    (
        "mix beside a default",
        "[rules]\npostures = 'on'\n[fighters.hans]\nskill = 1\ntactic = { mix = { offensive = 1 }, default = 'normal' }\n[fighters.greta]\nskill = 1",
    ),
    (
        "mix of nothing",
        "[rules]\npostures = 'on'\n[fighters.hans]\nskill = 1\ntactic = { mix = { offensive = 0 } }\n[fighters.greta]\nskill = 1",
    ),
    ("misspelt targets", "[fighters.hans]\nskill = 1\ntargets = 'weekest'\n[fighters.greta]\nskill = 1"),
    ("misspelt spread", "[fighters.hans]\nskill = 1\nspread = 'gangup'\n[fighters.greta]\nskill = 1"),
    ("leader that nobody is", "[fighters.hans]\nskill = 1\ntargets = 'leader'\n[fighters.greta]\nskill = 1"),
    (
        "ganging up at random",
        "[fighters.hans]\nskill = 1\ntargets = 'random'\nspread = 'gang-up'\n[fighters.greta]\nskill = 1",
    ),
];

/// Mistakes in trials, precision and other numbers.
pub const NUMBERS: &[Case] = &[
    ("trials beside a precision", "[check]\ndifficulty = 1\n[run]\ntrials = 1000\nprecision = 0.01"),
    (
        "everything beside a precision",
        "[check]\ndifficulty = 1\n[run]\nmethod = 'exact'\ntrials = 9\nprecision = 0.01\nrelative = 0.1",
    ),
    ("a precision of both ways", "[check]\ndifficulty = 1\n[run]\nmethod = 'both'\nprecision = 0.01"),
    (
        "limits without a precision",
        "[check]\ndifficulty = 1\n[run]\nfigure = 'success'\nmax_trials = 1e6\nmax_time = 9",
    ),
    ("a precision of nothing", "[check]\ndifficulty = 1\n[run]\nprecision = 0\nmax_time = '2 weeks'"),
    ("misspelt figure", "[check]\ndifficulty = 1\n[run]\nprecision = 0.01\nfigure = 'sucess'"),
    (
        "a median to be precise",
        "[fighters.a]\nskill = 1\n[fighters.b]\nskill = 1\n[run]\nprecision = 0.01\nfigure = 'median rounds'",
    ),
    ("no trials", "[check]\ndifficulty = 1\n[run]\ntrials = 0"),
    ("negative trials", "[check]\ndifficulty = 1\n[run]\ntrials = -5"),
    ("trials in words", "[check]\ndifficulty = 1\n[run]\ntrials = 'a lot'"),
    ("trials beyond counting", "[check]\ndifficulty = 1\n[run]\ntrials = '99999999999 billion'"),
    ("not a number", "[check]\ndifficulty = nan"),
    ("infinity", "[check]\ndifficulty = 1\n[run]\ntrials = inf"),
    ("a number too large", "[check]\ndifficulty = 123456789012345678901234567890"),
    ("a date", "title = 2026-01-01\n[check]\ndifficulty = 1"),
];

pub const DICE: &[Case] = &[
    ("faces and weights", "[check]\ndifficulty = 1\n[rules]\ndice = { faces = [-1, 0, 1], weights = { '1' = 1 } }"),
    ("dice of nothing", "[check]\ndifficulty = 1\n[rules]\ndice = {}"),
    ("a billion dice", "[check]\ndifficulty = 1\n[rules]\ndice = '1000000000d6'"),
    ("a billion dice by faces", "[check]\ndifficulty = 1\n[rules]\ndice = { faces = [-1, 0, 1], count = 1000000000 }"),
    (
        "a thousand dice of many faces",
        "[check]\ndifficulty = 1\n[rules]\ndice = { faces = [-10000, 0, 10000], count = 1000 }",
    ),
    ("weights of zero", "[check]\ndifficulty = 1\n[rules]\ndice = { weights = { '1' = 0, '2' = 0 } }"),
    ("weights that are no numbers", "[check]\ndifficulty = 1\n[rules]\ndice = { weights = { one = 1 } }"),
    ("a negative number of dice", "[check]\ndifficulty = 1\n[rules]\ndice = { faces = [-1, 0, 1], count = -4 }"),
    (
        "more dice kept than rolled",
        "[check]\ndifficulty = 1\n[rules]\ndice = { faces = [-1, 0, 1], count = 2, highest = 3 }",
    ),
    (
        "sums without a result",
        "[check]\ndifficulty = 1\n[rules]\ndice = { roll = '2d6', table = [{ from = 2, to = 5, result = -1 }] }",
    ),
];

/// Mistakes in `[vary]` and `[variants]`.
pub const GRIDS: &[Case] = &[
    ("a billion cells", "[check]\ndifficulty = 1\n[vary]\n'check.difficulty' = { from = 1, to = 1000000000 }"),
    (
        "a list and a long range",
        "[check]\ntrait = 1\ndifficulty = 1\n[vary]\n'check.trait' = ['Poor', 'Fair', 'Good']\n'check.difficulty' = { from = -1000000000, to = 1000000000 }",
    ),
    (
        "a range with tiny steps",
        "[check]\ndifficulty = 1\n[vary]\n'check.difficulty' = { from = 0.0, to = 1.0, step = 1e-300 }",
    ),
    (
        "levels beyond the ladder",
        "[check]\ndifficulty = 1\n[vary]\n'check.difficulty' = { from = 'Fair', to = 9000000000000, step = 1000000000000 }",
    ),
    ("a varied table that is not there", "[check]\ndifficulty = 1\n[vary]\n'chek.difficulty' = [1, 2]"),
    ("a varied key that is not there", "[check]\ndifficulty = 1\n[vary]\n'check.dificulty' = [1, 2]"),
    (
        "a varied fighter who is not there",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[vary]\n'fighters.hands.skill' = [1, 2]",
    ),
    ("a varied path through a number", "[check]\ndifficulty = 1\n[vary]\n'check.difficulty.level' = [1, 2]"),
    ("a varied value of the wrong kind", "[check]\ndifficulty = 1\n[vary]\n'check.difficulty' = ['Good', 'Grat']"),
    ("a varied title", "[check]\ndifficulty = 1\n[vary]\ntitle = ['a', 'b']"),
    (
        "a variant for another fighter",
        "[fighters.hans]\nskill = 1\n[fighters.greta]\nskill = 1\n[variants]\nplain = {}\narmed = { fighters = { hands = { weapon = 'axe' } } }",
    ),
    (
        "a variant for another check",
        "[check]\ndifficulty = 1\n[variants]\nplain = {}\nhard = { chek = { difficulty = 2 } }",
    ),
    ("a variant of the trials", "[check]\ndifficulty = 1\n[variants]\nplain = {}\nlong = { run = { trials = 2 } }"),
    (
        "a variant of another subject",
        "[check]\ndifficulty = 1\n[variants]\nplain = {}\nduel = { fighters = { hans = { skill = 1 } } }",
    ),
];

/// Inputs that are hardly scenarios: empty, broken, or not TOML.
pub const TEXTS: &[Case] = &[
    ("empty", ""),
    ("blank", " \n\t\n"),
    ("everything left open", "[check\ntrait = \"Fair\ndifficulty = [1, { a = '''"),
    ("a key set twice", "[check]\ntrait = 'Fair'\ndifficulty = 1\ntrait = 'Good'"),
    ("not toml", "<html>\n<body>Hello</body>\n</html>"),
];
