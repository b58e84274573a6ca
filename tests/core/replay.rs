//! Transcripts: they show the trials of the simulation, add up to its counts, and print as pages.

use crate::support::fights::{self, fight_of};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Body, Cast, Detail, Event, Observer, damage, play};
use fudgelab::fights::{Combat, Rate};
use fudgelab::report::transcript::document;
use fudgelab::rules::Rules;
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::sim::{Trial, Trials};
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Line, Rolls, Transcript, choose, find, parse_script, replay, typical};
use fudgelab::study::{MethodChoice, Study, run};
use serde_json::{Value, json};

const BARROOM: &str = r#"
title = "Barroom duel"
[rules]
base = "srd"
[fighters.Snorri]
skill = "Great"
offense = 5
defense = 3
[fighters.Brynhild]
skill = "Good"
offense = 5
defense = 2
shield = "medium"
"#;

fn study(text: &str) -> Study {
    let source = Source::from_bytes("duel.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).map_err(|faults| faults.render(false)).unwrap().study
}

/// The transcript of the first cell.
fn told(study: &Study, rolls: Rolls<'_>) -> Transcript {
    replay(study, 0, rolls).unwrap()
}

/// An integer fact of a line.
fn number(line: &Line, key: &str) -> i64 {
    line.facts[key].as_i64().unwrap_or_else(|| panic!("`{key}` of {line:?}"))
}

/// The line with the result: there is only one, and only unused rolls follow it.
fn end(transcript: &Transcript) -> &Line {
    let [end] = transcript.all("result")[..] else { panic!("one result: {transcript:?}") };
    assert!(transcript.lines.iter().rev().find(|line| line.kind != "unused").is_some_and(|last| last == end));
    end
}

/// The wounds of fighter `who` after each round.
fn wounds(transcript: &Transcript, who: usize) -> Vec<&Line> {
    transcript.all("round").into_iter().map(|round| round.all("wounds")[who]).collect()
}

/// The only line of `kind` in a hit, such as its damage or its marks.
fn part<'a>(hit: &'a Line, kind: &str) -> &'a Line {
    let [one] = hit.all(kind)[..] else { panic!("one `{kind}` of {hit:?}") };
    one
}

/// V1, SRD 4.7, rounds 1 to 3.
#[test]
fn transcript_of_the_barroom_duel_matches_the_srd() {
    let rolls = parse_script("1,-1,-2, 0,1, 1,1,0").unwrap();
    let transcript = told(&study(BARROOM), Rolls::Script(&rolls));
    let rounds = transcript.all("round");
    assert_eq!(rounds.len(), 3);
    assert_eq!((end(&transcript).word("end"), end(&transcript).facts.get("missing")), ("script_over", None));
    let of = |round: usize| {
        let [exchange] = rounds[round].all("exchange")[..] else { panic!("one exchange") };
        exchange
    };
    let words =
        |round: usize| of(round).all("sum").iter().map(|sum| sum.facts["degree"]["word"].clone()).collect::<Vec<_>>();
    assert_eq!([0, 1, 2].map(words), [["Great", "Fair"], ["Good", "Good"], ["Great", "Good"]]);
    assert_eq!(of(1).lines.iter().map(|line| line.kind).collect::<Vec<_>>(), ["sum", "sum", "stand_off"]);
    let hits = transcript.all("hit");
    let damage = part(hits[0], "damage");
    let figures = (number(hits[0], "relative_degree"), number(damage, "calculated"), number(damage, "points"));
    assert_eq!((hits.len(), figures), (2, (2, 5, 3)));
    for (hit, graze, marked) in [(hits[0], false, "Hurt"), (hits[1], true, "Scratch")] {
        assert_eq!((&hit.facts["graze"], &part(hit, "marks").facts["marked"]), (&json!(graze), &json!([marked])));
    }
    for after in wounds(&transcript, 1) {
        assert_eq!((after.word("who"), after.word("level"), number(after, "penalty")), ("Brynhild", "Hurt", -1));
    }
    assert!(wounds(&transcript, 0).iter().all(|after| after.word("level") == "Undamaged"));
}

#[test]
fn script_page_shows_rolls_and_wounds() {
    // Each fighter is wounded once; the last number is not needed.
    let transcript = told(&study(BARROOM), Rolls::Script(&[1, -1, -2, -4, 4, 4, 3]));
    insta::assert_snapshot!(page(&transcript, 80), @"
    Barroom duel · a script of 7 rolls
    Wound boxes, left to right: Scratch ×3, Hurt, Very Hurt, Incapacitated, Near
      Death.

    Round 1
      Snorri: Great, foe's shield −1, 4dF +1 = Great
      Brynhild: Good, 4dF −1 = Fair
      Snorri hits Brynhild by 2.
      Damage: relative degree 2, offense +5, foe's defense −2 = 5; 4dF −2 = 3:
        Hurt.
      Brynhild marks Hurt.
      Snorri    [ ][ ][ ] [ ] [ ] [ ] [ ]  Undamaged
      Brynhild  [ ][ ][ ] [x] [ ] [ ] [ ]  Hurt −1

    Round 2
      Snorri: Great, foe's shield −1, 4dF −4 = Terrible
      Brynhild: Good, wounds −1, 4dF +4 = Superb+1
      Brynhild hits Snorri by 7.
      Damage: relative degree 7, offense +5, foe's defense −3 = 9; 4dF +4 = 13:
        Near Death.
      Snorri marks Near Death.
      Snorri    [ ][ ][ ] [ ] [ ] [ ] [x]  Near Death, out
      Brynhild  [ ][ ][ ] [x] [ ] [ ] [ ]  Hurt −1

    Brynhild wins after 2 rounds.
    The last roll of the script was not needed.
    ");
    let narrow = page(&transcript, 40);
    assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
}

#[test]
fn script_that_runs_out_reports_the_missing_roll() {
    let study = study(BARROOM);
    let short = told(&study, Rolls::Script(&[0, 0, 2]));
    assert_eq!(short.all("round").len(), 1, "the round that is not whole is left out");
    assert!(page(&short, 120).contains("ran out in round 2, which is left out: the roll of Brynhild is missing"));
    let fault = replay(&study, 0, Rolls::Script(&[1, -1, 5])).unwrap_err();
    assert!(fault.is_input() && fault.message().contains("roll 3 of the script is 5"), "{fault}");
}

/// The barroom duel with Damage Capacity as the wound record (W14).
fn by_capacity() -> String {
    BARROOM.replace("\"srd\"", "\"srd\"\ndamage_capacity = \"ignored\"\nrecord = { kind = \"capacity\" }")
}

/// The barroom duel with wound cards (W30).
fn by_cards() -> String {
    BARROOM.replace("\"srd\"", "\"srd\"\nrecord = { kind = \"cards\" }")
}

/// Brynhild is hit by 2 for 5 points, and the damage roll of −2 makes it 3: Hurt.
#[test]
fn pages_show_cards_and_lost_levels() {
    let rolls = parse_script("1,-1,-2").unwrap();
    let lines = |text: &str| {
        let page = page(&told(&study(text), Rolls::Script(&rolls)), 120);
        page.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>()
    };
    let holds =
        |lines: &[String], wanted: &str| assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:#?}");
    let cards = lines(&by_cards());
    holds(&cards, "Wound boxes, left to right: Card ×3, Incapacitated, Near Death.");
    holds(&cards, "Brynhild marks Card.");
    holds(&cards, "Brynhild  [x][ ][ ] [ ] [ ]  1 card −1");
    let capacity = lines(&by_capacity());
    holds(&capacity, "Wound boxes, left to right: Scratch ×2, Level lost ×4.");
    holds(&capacity, "Brynhild marks Level lost.");
    holds(&capacity, "Brynhild  [ ][ ] [x][ ][ ][ ]  1 level lost −1");
    holds(&capacity, "Snorri    [ ][ ] [ ][ ][ ][ ]  No level lost");
}

/// Replays each trial of the simulation: the transcripts add up to all of its counts.
#[test]
fn transcripts_add_up_to_the_tally_of_the_simulation() {
    for text in [BARROOM.to_owned(), BARROOM.replace("\"srd\"", "\"fudge-1993\""), by_capacity(), by_cards()] {
        let study = study(&text);
        let Combat { fight, cast, .. } = fight_of(&study, 0);
        let trial = fights::trial(fight);
        let mut tally = trial.tally();
        let levels: Vec<_> = cast.fighters.iter().map(|fighter| fighter.level_names(&study.cells[0].rules)).collect();
        let mut outcomes = vec![0; 4];
        let mut rounds = vec![0; tally.tally.rounds.len()];
        let mut ends: Vec<Vec<u64>> = levels.iter().map(|_| vec![0; fight.roster.levels()]).collect();
        let (mut hits, mut grazes) = ([0; 2], [0; 2]);
        let place = |name: &str| usize::from(name != "Snorri");
        for number in 0..2000 {
            trial.run(Trials::new(&mut Sampler::from(Seed::new(study.seed), number), 1, &mut []), &mut tally);
            let transcript = told(&study, Rolls::Trial(number + 1));
            rounds[transcript.all("round").len()] += 1;
            let end = end(&transcript);
            outcomes[match end.word("end") {
                "won" => place(end.word("winner")),
                "both_out" => 2,
                _ => 3,
            }] += 1;
            let last = transcript.all("round").pop().unwrap().all("wounds");
            assert_eq!(last.len(), ends.len());
            for ((levels_of, levels), wounds) in ends.iter_mut().zip(&levels).zip(last) {
                levels_of[levels.iter().position(|level| level == wounds.word("level")).unwrap()] += 1;
            }
            for hit in transcript.all("hit") {
                hits[place(hit.word("by"))] += 1;
                grazes[place(hit.word("by"))] += u64::from(hit.facts["graze"] == true);
            }
        }
        let tally = fights::tallied(fight, tally.tally);
        let counted: Vec<Vec<u64>> =
            tally.levels.iter().map(|levels| levels.iter().map(|spread| spread.sum).collect()).collect();
        assert_eq!((&outcomes, &rounds, &ends), (&tally.outcomes, &tally.rounds, &counted));
        let sums = |rates: &[Rate]| [rates[0].sum, rates[1].sum];
        assert_eq!((hits, grazes), (sums(&tally.hits), sums(&tally.grazes)));
    }
}

/// Covers every rule that adds a term.
#[test]
fn printed_terms_add_up_to_the_result() {
    let rich = r#"
        [rules]
        size_to_hit = "penalty-2"
        [fighters.Jeb]
        skill = "Good"
        offense = 4
        strength_scale = 1
        mass_scale = 2
        modifiers = { "high ground" = 1, "surprise" = { value = 2, rounds = 2 } }
        [fighters.Goblin]
        skill = "Fair"
        offense = 2
        defense = 1
        shield = 1
        weapon = "knife"
    "#;
    let level = |value: &Value| value["level"].as_i64().unwrap();
    let terms = |line: &Line| line.facts["terms"].as_array().unwrap().clone();
    let total = |sum: &Line| {
        level(&sum.facts["base"]) + terms(sum).iter().map(|term| term["value"].as_i64().unwrap()).sum::<i64>()
    };
    let mut names = std::collections::BTreeSet::new();
    let postures = r#"
        [rules]
        postures = "on"
        sweeping_blow = 1
        [fighters.Jeb]
        skill = "Superb"
        offense = 3
        tactic = { mix = { offensive = 1, very-defensive = 1, concentrate = 1 } }
        [fighters.goblin]
        count = 3
        skill = "Fair"
        tactic = "very-offensive"
    "#;
    let turns = r#"
        [rules]
        base = "nutshell"
        pacing = "turns"
        full_attack = "-2"
        [fighters.Jeb]
        skill = "Good"
        offense = 3
        tactic = { mix = { full-attack = 1, full-defense = 1 } }
        [fighters.Goblin]
        skill = "Good"
    "#;
    for text in [BARROOM, rich, postures, turns] {
        let study = study(text);
        for number in 1..=300 {
            let transcript = told(&study, Rolls::Trial(number));
            let sums = transcript.all("sum");
            assert!(!sums.is_empty());
            for sum in &sums {
                assert_eq!(total(sum), level(&sum.facts["degree"]), "{sum:?}");
            }
            let lines = sums.into_iter().chain(transcript.all("damage"));
            names.extend(lines.flat_map(terms).map(|term| term["name"].as_str().unwrap().to_owned()));
        }
    }
    for term in ["foe's shield", "wounds", "4dF", "larger size", "size given back", "Strength Scale", "high ground"] {
        assert!(names.contains(term), "{term} in {names:?}");
    }
    for tactic in [
        "very-offensive attack",
        "very-defensive defense",
        "offensive defense",
        "full-attack attack",
        "full-defense defense",
        "exposed",
        "tactics",
    ] {
        assert!(names.contains(tactic), "{tactic} in {names:?}");
    }
    assert!(names.contains("high ground and surprise"), "{names:?}");
}

/// V11, SRD 4.32, as a page: it names the stance, and distinguishes offense from defense.
#[test]
fn postures_page_names_the_stance() {
    let text = r#"
        title = "Postures"
        [rules]
        base = "nutshell"
        postures = "on"
        [fighters.He]
        skill = "Good"
        tactic = { when = [{ until_round = 1, then = "offensive" }] }
        [fighters.She]
        skill = "Great"
    "#;
    let rolls = parse_script("0,-1, 0,0").unwrap();
    let page = page(&told(&study(text), Rolls::Script(&rolls)), 80);
    insta::assert_snapshot!(page.split("\nRound 2").next().unwrap_or_default(), @r"
    Postures · a script of 4 rolls
    Wound boxes, left to right: Scratch ×3, Hurt, Very Hurt, Incapacitated, Near
      Death.

    Round 1
      Stances: He: offensive.
      He attacks: Good, offensive attack +1, 4dF 0 = Great
      He defends: Good, offensive defense −1, 4dF 0 = Fair
      She: Great, 4dF −1 = Good
      He hits She by 1.
      Damage: relative degree 1, offense −1 = 0: no wound.
      She is not wounded.
      She hits He by 1.
      Damage: relative degree 1, offense −1 = 0: no wound.
      He is not wounded.
      He   [ ][ ][ ] [ ] [ ] [ ] [ ]  Undamaged
      She  [ ][ ][ ] [ ] [ ] [ ] [ ]  Undamaged
    ");
    assert_eq!(page.matches("offensive").count(), 3, "{page}");
}

/// Recomputes the damage of each blow with the function that transcripts use.
struct Judge<'a> {
    fight: &'a fudgelab::combat::Fight,
    cast: &'a Cast,
    rules: &'a Rules,
    blows: u32,
}

impl Observer for Judge<'_> {
    fn note(&mut self, _event: Event) {}

    fn detail(&mut self, detail: Detail) {
        if let Detail::Damaged { blow, roll, severity } = detail {
            let [own, foe] = [blow.by, blow.target].map(|who| &self.cast.fighters[usize::from(who)]);
            let (track, blown) = (self.fight.roster.track(blow.target), self.fight.weapons.landed_hit(blow, roll));
            assert_eq!(damage(own, foe, track, blown, self.rules).unwrap().severity, severity, "{detail:?}");
            self.blows += 1;
        }
    }
}

/// The damage table used in play and the damage shown in transcripts agree on every blow.
#[test]
fn transcript_damage_matches_played_damage() {
    let with = |preset: &str| BARROOM.replace("\"srd\"", preset);
    for text in [BARROOM.to_owned(), with("\"nutshell\""), with("\"fudge-1993\""), by_capacity(), by_cards()] {
        let study = study(&text);
        let Combat { fight, cast, .. } = fight_of(&study, 0);
        let mut judge = Judge { fight, cast, rules: &study.cells[0].rules, blows: 0 };
        for trial in 0..3000 {
            play(fight, [Body::default(); 2], &mut Sampler::new(Seed::new(9), trial), &mut judge);
        }
        assert!(judge.blows > 3000, "{}", judge.blows);
    }
}

#[test]
fn find_returns_the_first_matching_trial() {
    let study = study(BARROOM);
    let first = |name: &str| find(&study, 0, name, 20_000, &());
    let happens = |name: &str, number: u64| {
        let transcript = told(&study, Rolls::Trial(number));
        let snorri = || wounds(&transcript, 0).pop().unwrap().word("level");
        let rounds = transcript.all("round").len();
        match name {
            "BRYNHILD wins" => end(&transcript).word("winner") == "Brynhild",
            "snorri near  death" => snorri() == "Near Death",
            "snorri undamaged" => snorri() == "Undamaged",
            "over 9 rounds" => rounds > 9,
            "within 1 round" => rounds <= 1,
            "in round 3" => rounds == 3,
            "snorri wins and not within 3 rounds" => end(&transcript).word("winner") == "Snorri" && rounds > 3,
            "overflow" => page(&transcript, 200).contains("box is left"),
            other => panic!("{other}"),
        }
    };
    for name in [
        "BRYNHILD wins",
        "snorri near  death",
        "snorri undamaged",
        "over 9 rounds",
        "within 1 round",
        "in round 3",
        "snorri wins and not within 3 rounds",
        "overflow",
    ] {
        let found = first(name).unwrap().unwrap();
        assert!(happens(name, found) && (1..found).all(|earlier| !happens(name, earlier)), "{name}: {found}");
    }
    assert_eq!(first("both out").unwrap(), None, "one blow a round leaves one standing");
    for (name, help) in
        [("snorri winz", "did you mean `Snorri wins`?"), ("rain", "Brynhild dies"), ("over x rounds", "over 20")]
    {
        let fault = first(name).unwrap_err();
        assert!(fault.is_input() && fault.help().unwrap().contains(help), "{fault}");
    }
}

#[test]
fn find_accepts_events_during_the_fight() {
    let study = study(BARROOM);
    let first = |name: &str| find(&study, 0, name, 20_000, &()).unwrap();
    // Blood drawn in the third round or later needs a third round, and a new leader needs a second one.
    for (name, sure) in [("rounds until first blood >= 3", "over 2 rounds"), ("lead changes >= 1", "over 1 round")] {
        assert!(first(name).is_some(), "{name}");
        assert_eq!(first(name), first(&format!("{name} and {sure}")), "{name}");
        assert_eq!(first(&format!("{name} and not {sure}")), None, "{name}");
    }
}

const CLIMB: &str = r#"
[check]
trait = "Good"
modifiers = { "rain" = -1 }
difficulty = "Great"
[variants]
"dry" = { check = { modifiers = {} } }
"wet" = {}
[vary]
"check.difficulty" = ["Fair", "Great"]
"#;

#[test]
fn check_transcripts_are_printed_and_found() {
    let study = study(CLIMB);
    let cell = choose(&study, Some("WET"), Some(2)).unwrap();
    let transcript = replay(&study, cell, Rolls::Script(&[2])).unwrap();
    insta::assert_snapshot!(page(&transcript, 80), @"
    Duel · wet · check.difficulty = Great · a script of 1 roll

    Good, modifiers −1, 4dF +2 = Great
    Difficulty Great: exactly reached, success.
    ");
    let success = find(&study, cell, "success", 1000, &()).unwrap().unwrap();
    for number in 1..=success {
        let transcript = replay(&study, cell, Rolls::Trial(number)).unwrap();
        let check = end(&transcript);
        let margin = self::number(check, "margin");
        assert_eq!((check.word("verdict") == "success", margin >= 0), (number == success, number == success));
    }
    assert!(replay(&study, cell, Rolls::Script(&[])).unwrap_err().message().contains("too short"));
    assert!(find(&study, cell, "over 20 rounds", 1000, &()).unwrap_err().help().unwrap().contains("partial success"));
}

#[test]
fn missing_variants_cells_and_trials_are_rejected() {
    let study = study(CLIMB);
    for (variant, cell, message, help) in [
        (None, Some(1), "2 variants", "`dry`, `wet`"),
        (Some("wett"), Some(1), "no variant `wett`", "did you mean `wet`?"),
        (Some("snow"), Some(1), "no variant `snow`", "`dry`, `wet`"),
        (Some("wet"), None, "2 cells", "1 (Fair), 2 (Great)"),
        (Some("wet"), Some(0), "no cell 0", "1 to 2"),
        (Some("wet"), Some(3), "no cell 3", "1 to 2"),
        (Some("wet"), Some(u64::MAX), "no cell", "1 to 2"),
    ] {
        let fault = choose(&study, variant, cell).unwrap_err();
        let told = (fault.message().contains(message), fault.help().unwrap().contains(help));
        assert!(fault.is_input() && told == (true, true), "{fault}");
    }
    for trial in [0, u64::MAX] {
        assert!(replay(&study, 0, Rolls::Trial(trial)).unwrap_err().is_input());
    }
}

#[test]
fn opposed_page_shows_rolls_and_winner() {
    let study = study(
        "[opposed]\nactive = { name = \"Lisa\", trait = \"Good\" }\npassive = { name = \"Joe\", trait = \"Fair\", dice = \"none\" }\n",
    );
    let lines = |rolls: &[i32]| {
        page(&told(&study, Rolls::Script(rolls)), 80).lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[1]), ["Lisa: Good, 4dF +1 = Great", "Joe: Fair, no roll", "Lisa wins by 2."]);
    assert_eq!(lines(&[-1])[2], "A tie, which goes to Lisa.");
    assert_eq!(lines(&[-3, 2])[2..], ["Joe wins by 2.", "The last roll of the script was not needed."]);
}

/// Names come from files that other people wrote.
#[test]
fn names_cannot_steer_the_terminal() {
    let study = study(
        &BARROOM.replace("fighters.Snorri", "fighters.\"S\\u001b[2J\\u202enorri of the very long and winding name\""),
    );
    for number in 1..50 {
        let transcript = told(&study, Rolls::Trial(number));
        let page = page(&transcript, 40);
        assert!(!page.chars().any(|letter| letter != '\n' && (letter.is_control() || letter == '\u{202e}')), "{page}");
        assert!(page.lines().all(|line| line.chars().count() <= 40), "{page}");
        assert_eq!(document(&transcript)["rolls"]["trial"]["trial"], number);
    }
}

/// The page is the text of the tree from top to bottom, and no fact has the name of a field that every line has.
#[test]
fn page_matches_the_text_of_the_tree() {
    fn texts(line: &Line, out: &mut Vec<String>) {
        assert!(["kind", "text", "lines"].iter().all(|key| !line.facts.contains_key(*key)), "{line:?}");
        out.extend((!line.text.is_empty()).then(|| words(&line.text)));
        line.lines.iter().for_each(|line| texts(line, out));
    }
    fn words(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
    for text in [BARROOM.to_owned(), by_capacity(), by_cards(), CLIMB.split("[variants]").next().unwrap().to_owned()] {
        let study = study(&text);
        for number in 1..=50 {
            let transcript = told(&study, Rolls::Trial(number));
            let mut tree = Vec::new();
            transcript.lines.iter().for_each(|line| texts(line, &mut tree));
            let page = page(&transcript, 10_000);
            let lines: Vec<String> = page.lines().skip(1).filter(|line| !line.is_empty()).map(words).collect();
            assert_eq!(lines, tree);
            let json = document(&transcript);
            assert_eq!(json["lines"].as_array().unwrap().len(), transcript.lines.len());
            assert!(!json.to_string().contains('\u{a0}'), "texts have plain spaces");
        }
    }
}

/// Only players roll (C5): fighters without a roll are shown as such, and a tie hits (W16).
#[test]
fn player_facing_page_shows_fighters_without_a_roll() {
    let text = r#"
title = "Riders"
[rules]
base = "lite"
[fighters.knight]
side = "heroes"
skill = "Good"
[fighters.wizard]
side = "heroes"
skill = "Fair"
defends_at = 1
[fighters.sentry]
side = "riders"
skill = "Fair"
injury_boxes = 1
unaware = true
[fighters.goblin]
side = "riders"
skill = "Good"
injury_boxes = 2
"#;
    let rolls = parse_script("-1, 0,1, -4").unwrap();
    let page = page(&told(&study(text), Rolls::Script(&rolls)), 80);
    let expected = "\
Riders · a script of 4 rolls
Wound boxes, left to right: Minor injury, Serious injury.

Round 1
  Knight takes Sentry unaware: out, without a roll.
  Wizard: Fair, 4dF −1 = Mediocre
  Goblin: Good, no roll
  Goblin hits Wizard by 2.
  Wizard marks Minor injury.
  Knight  [ ][ ] [ ][ ]  Undamaged
  Wizard  [x][ ] [ ][ ]  Minor injury 1
  Sentry  [x]  Incapacitated, out
  Goblin  [ ][ ]  Undamaged

Round 2
  Knight: Good, 4dF 0 = Good
  Goblin: Good, no roll
  Knight hits Goblin on a tie.
  Goblin marks Minor injury.
  Wizard: Fair, 4dF +1 = Good
  Goblin: Good, no roll
  Wizard avoids Goblin's blow.
  Knight  [ ][ ] [ ][ ]  Undamaged
  Wizard  [x][ ] [ ][ ]  Minor injury 1
  Sentry  [x]  Incapacitated, out
  Goblin  [x][ ]  Minor injury 1

The script ran out in round 3, which is left out: the attack roll of Wizard is
  missing.
";
    assert_eq!(page, expected);
}

/// The difficulty of a story element is not rolled (C3).
#[test]
fn story_page_shows_foes_without_a_roll() {
    let text =
        "[rules]\npacing = 'story'\n[fighters.gunner]\nskill = 'Good'\n[fighters.mobster]\nskill = 'Good'\ncount = 2\n";
    let page = page(&told(&study(text), Rolls::Script(&[0])), 80);
    let told: Vec<&str> = page.lines().map(str::trim).skip_while(|line| *line != "Round 1").skip(1).take(3).collect();
    assert_eq!(told, ["Gunner: Good, 4dF 0 = Good", "Mobster 1: Good, no roll", "Mobster 1 and Mobster 2 are out."]);
}

/// Snorri wins most often, in half of these fights by round 3. The typical fight is the first trial that he wins in
/// round 3; it follows from the scenario's seed, whatever the method.
#[test]
fn typical_fight_has_the_likeliest_winner_and_length() {
    let fight = |method| {
        let study = Study { goal: None, method, trials: 20_000, ..study(BARROOM) };
        typical(&study, &run(&study, &()).unwrap()).unwrap().unwrap()
    };
    let exact = fight(MethodChoice::Exact);
    assert_eq!(exact, fight(MethodChoice::Simulate));
    assert_eq!(end(&exact.transcript).facts["winner"], "Snorri");
    let rounds = exact.transcript.all("round").len();
    assert_eq!(rounds, 3);
    let first = find(&study(BARROOM), 0, "Snorri wins and in round 3", 1000, &()).unwrap().unwrap();
    assert_eq!(exact.transcript, told(&study(BARROOM), Rolls::Trial(first)));
    assert!(exact.chosen.contains(&format!("trial {first}")), "{}", exact.chosen);
    // Among several cases no fight is typical.
    let varied = study(&format!("{BARROOM}[vary]\n'fighters.Snorri.skill' = ['Good', 'Great']\n"));
    assert!(typical(&varied, &run(&varied, &()).unwrap()).unwrap().is_none());
}
