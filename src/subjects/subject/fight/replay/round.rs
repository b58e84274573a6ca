//! The order of lines: a round has the rolls before the blows, the exchanges, and the wounds of all fighters at its
//! end; an exchange has its sums, then their results.

use super::{Reporter, blow};
use crate::measure::thousands;
use crate::subject::line::Line;
use serde_json::{Value, json};

/// The position of a line in its round or exchange. Lines with the same position stay in order.
fn position(kind: &str) -> u8 {
    match kind {
        "stances" | "sum" | "casts" | "roll" | "spent" => 0,
        "initiative" | "undefended" => 1,
        "exchange" => 3,
        _ => RESULT_POSITION,
    }
}

/// The position of results among the lines of an exchange.
const RESULT_POSITION: u8 = 2;

/// Inserts `line` after the lines with the same position or an earlier one.
fn insert_in_order(lines: &mut Vec<Line>, line: Line) {
    lines.insert(lines.partition_point(|other| position(other.kind) <= position(line.kind)), line);
}

impl Reporter<'_> {
    pub(super) fn begin_round(&mut self, number: u32) {
        self.end_round();
        self.stances.fill(String::new());
        self.number = number;
        self.afar = self.fight.rounds.is_of_missiles(number);
        let afar = if self.afar { ", from afar" } else { "" };
        let line = Line::new("round", format!("Round {}{afar}", thousands(number.into()))).apart();
        self.round = Some(line.with("number", number).with("missiles", self.afar));
    }

    /// Completes the current round and sends it out.
    pub(super) fn end_round(&mut self) {
        let fighters = self.names.iter().zip(&self.stances);
        let (words, taken): (Vec<String>, Vec<Value>) = fighters
            .filter(|(_, stance)| !stance.is_empty())
            .map(|(who, stance)| (format!("{who}: {stance}"), json!({ "who": who, "stance": stance })))
            .unzip();
        if !taken.is_empty() {
            self.add_to_round(Line::new("stances", format!("Stances: {}.", words.join("; "))).with("taken", taken));
        }
        let wounds: Vec<Line> = self.all_fighters().map(|who| self.wounds(who)).collect();
        let Some(mut round) = self.round.take() else { return };
        if self.afar && round.lines.iter().all(|line| line.kind != "exchange") {
            round.lines.push(Line::new("no_shot", "No fighter shoots."));
        }
        for exchange in round.lines.iter_mut().filter(|line| line.kind == "exchange") {
            exchange.lines.iter_mut().for_each(blow::finish_hit);
            if exchange.lines.last().is_none_or(|last| position(last.kind) < RESULT_POSITION) {
                exchange.lines.push(Line::new("no_hit", "No fighter hits."));
            }
        }
        round.lines.extend(wounds);
        self.rounds += 1;
        (self.out)(round);
    }

    /// The current exchange; `None` before the first of the round.
    pub(super) fn exchange(&mut self) -> Option<&mut Line> {
        self.round.as_mut()?.lines.last_mut().filter(|line| line.kind == "exchange")
    }

    /// Adds a line to the current round.
    pub(super) fn add_to_round(&mut self, line: Line) {
        if let Some(round) = &mut self.round {
            insert_in_order(&mut round.lines, line);
        }
    }

    /// Adds a line to the current exchange, or to a new one before the first blows.
    pub(super) fn add_to_exchange(&mut self, line: Line) {
        if self.exchange().is_none() {
            self.add_to_round(Line::new("exchange", ""));
        }
        if let Some(exchange) = self.exchange() {
            insert_in_order(&mut exchange.lines, line);
        }
    }
}
