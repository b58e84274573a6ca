//! The barroom duel as a loop over tables and integers: no rules engine, no options, no keyed rolls. It plays the same
//! game as the general engine under `srd` and counts the same events.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Number of wound states: boxes 3, 1, 1, 1, 1 in mixed radix, plus dead.
const STATES: usize = 65;
const RADIX: [usize; 5] = [4, 2, 2, 2, 2];
/// Snorri's and Brynhild's damage factors.
const FACTOR: [i32; 2] = [3, 2];
const LIMIT: usize = 1000;

pub struct Duel {
    /// All 81 results of 4dF.
    rolls: [i8; 81],
    /// Wound level by attacker, relative degree 1 to 15, and damage roll.
    level: [[[u8; 9]; 16]; 2],
    next: [[u8; 6]; STATES],
    penalty: [i8; STATES],
    worst: [u8; STATES],
}

#[derive(Debug, PartialEq, Eq)]
pub struct Counts {
    pub wins: [u64; 2],
    pub rounds: Vec<u64>,
    pub worst: [[u64; 7]; 2],
    /// Hits by each fighter, grazes by each, stand-offs, and wins below the minimum to hit.
    pub events: [Events; 6],
}

/// Sums over all duels: of an event's count, of its square, and of its product with the duel's rounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Events {
    pub sum: u64,
    pub squares: u64,
    pub products: u64,
}

impl Duel {
    pub fn new() -> Self {
        let mut duel = Self {
            rolls: std::array::from_fn(|n| (0..4).map(|k| (n as i32 / 3i32.pow(k) % 3 - 1) as i8).sum()),
            level: [[[0; 9]; 16]; 2],
            next: [[64; 6]; STATES],
            penalty: [0; STATES],
            worst: [6; STATES],
        };
        for (who, factor) in FACTOR.into_iter().enumerate() {
            for degree in 1..16 {
                for roll in 0..9 {
                    duel.level[who][degree][roll] = level(factor, degree as i32, roll as i32 - 4);
                }
            }
        }
        for state in 0..64 {
            let marks = |k: usize| state / RADIX[..k].iter().product::<usize>() % RADIX[k];
            let worst = (0..5).rev().find(|&k| marks(k) > 0).map_or(0, |k| k + 1);
            duel.worst[state] = worst as u8;
            duel.penalty[state] = [0, 0, -1, -2, -2, -2][worst];
            duel.next[state][0] = state as u8;
            for received in 0..5 {
                if let Some(k) = (received..5).find(|&k| marks(k) + 1 < RADIX[k]) {
                    duel.next[state][received + 1] = (state + RADIX[..k].iter().product::<usize>()) as u8;
                }
            }
        }
        duel
    }

    pub fn play(&self, duels: u64, seed: u64) -> Counts {
        let mut random = Pcg64Mcg::new(u128::from(seed) << 64 | 0x9e37_79b9_7f4a_7c15);
        let mut roll = || self.rolls[(((random.next_u64() >> 32) * 81) >> 32) as usize];
        let mut counts =
            Counts { wins: [0; 2], rounds: vec![0; LIMIT + 1], worst: [[0; 7]; 2], events: [Events::default(); 6] };
        for _ in 0..duels {
            let mut wounds = [0usize; 2];
            let mut now = [0u64; 6];
            let mut rounds = 0;
            while rounds < LIMIT {
                rounds += 1;
                // Both fight at Good: Brynhild's shield lowers Snorri's Great by a level.
                let a = 1 + roll() + self.penalty[wounds[0]];
                let b = 1 + roll() + self.penalty[wounds[1]];
                if a == b {
                    now[4] += 1;
                    continue;
                }
                let (winner, best) = if a > b { (0, a) } else { (1, b) };
                if best < -2 {
                    now[5] += 1;
                    continue;
                }
                let degree = usize::from((a - b).unsigned_abs());
                now[winner] += 1;
                now[2 + winner] += u64::from(degree == 1);
                let level = self.level[winner][degree][(roll() + 4) as usize];
                let target = 1 - winner;
                wounds[target] = usize::from(self.next[wounds[target]][usize::from(level)]);
                if self.worst[wounds[target]] >= 4 {
                    counts.wins[winner] += 1;
                    break;
                }
            }
            counts.rounds[rounds] += 1;
            counts.worst[0][usize::from(self.worst[wounds[0]])] += 1;
            counts.worst[1][usize::from(self.worst[wounds[1]])] += 1;
            for (events, n) in counts.events.iter_mut().zip(now) {
                events.sum += n;
                events.squares += n * n;
                events.products += n * rounds as u64;
            }
        }
        counts
    }
}

fn level(factor: i32, degree: i32, roll: i32) -> u8 {
    let graze = |factor: i32| [0, 5].iter().filter(|&&from| factor >= from).count() as u8;
    if degree == 1 {
        let plain = graze(factor);
        return graze(factor + roll).clamp(plain.saturating_sub(1), plain + 1);
    }
    let points = degree + factor;
    let points = if points > 0 { (points + roll).clamp(1, 2 * points) } else { (points + roll).min(1) };
    [1, 3, 5, 7, 9].iter().filter(|&&from| points >= from).count() as u8
}
