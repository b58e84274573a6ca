use super::*;

/// A row: transitions to transient and to absorbing states, each with its chance.
type Row<'a> = (&'a [(u32, f64)], &'a [(u32, f64)]);

fn chain(rows: &[Row<'_>]) -> Chain {
    let mut chain = Chain::default();
    for (transient, absorbing) in rows {
        transient.iter().for_each(|&(to, chance)| chain.transient.add(to, chance));
        absorbing.iter().for_each(|&(to, chance)| chain.absorbing.add(to, chance));
        chain.close(0);
    }
    chain
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-14 * b.abs().max(1.0), "{a}, not {b}");
}

#[test]
fn state_left_one_time_in_four_has_four_visits() {
    let chain = chain(&[(&[(0, 0.75)], &[(0, 0.25)])]);
    let visits = chain.visits(1.0, &|| false).unwrap();
    assert_eq!((visits.expected.as_slice(), visits.never_absorbed), ([4.0].as_slice(), 0.0));
    assert_eq!(chain.absorption_chances(&visits.expected, 1), [1.0]);
}

/// Gambler's ruin: starting with 2 of 5 and winning 3 of 5 games, ruin has chance (r^2 - r^5) / (1 - r^5), r = 2/3.
#[test]
fn cycle_of_states_matches_gamblers_ruin() {
    let (up, down) = (0.6, 0.4);
    // States 0, 1, 2, 3 stand for 2, 1, 3, 4 coins; absorbing states 0 and 1 for ruin and 5 coins.
    let chain = chain(&[
        (&[(1, down), (2, up)], &[]),
        (&[(0, up)], &[(0, down)]),
        (&[(0, down), (3, up)], &[]),
        (&[(2, down)], &[(1, up)]),
    ]);
    assert_eq!(Components::find(&chain.transient).len(), 1);
    let visits = chain.visits(1.0, &|| false).unwrap();
    let ratio: f64 = down / up;
    let ruin = (ratio.powi(2) - ratio.powi(5)) / (1.0 - ratio.powi(5));
    let absorbed = chain.absorption_chances(&visits.expected, 2);
    near(absorbed[0], ruin);
    near(absorbed[1], 1.0 - ruin);
    // Wald: the expected number of games is the expected gain divided by that of one game.
    near(visits.expected.iter().sum(), (5.0 * (1.0 - ruin) - 2.0) / (up - down));
    let followed = chain.follow(10_000, 1e-15, None, Weights::default(), &|| false).unwrap();
    near(followed.absorbed_in.iter().sum(), 1.0);
    near(followed.steps, visits.expected.iter().sum());
    followed.visits.iter().zip(&visits.expected).for_each(|(a, b)| near(*a, *b));
}

#[test]
fn closed_component_has_infinite_visits() {
    // Half of the chains alternate forever between states 1 and 2.
    let chain = chain(&[(&[(1, 0.5)], &[(0, 0.5)]), (&[(2, 1.0)], &[]), (&[(1, 1.0)], &[])]);
    let visits = chain.visits(1.0, &|| false).unwrap();
    assert_eq!(visits.never_absorbed, 0.5);
    assert_eq!(visits.expected[0], 1.0);
    assert!(visits.expected[1].is_infinite() && visits.expected[2].is_infinite());
    let followed = chain.follow(7, 0.0, None, Weights::default(), &|| false).unwrap();
    assert_eq!(
        (followed.remaining, followed.steps, followed.distribution),
        (0.5, 1.0 + 6.0 * 0.5, vec![0.0, 0.5, 0.0])
    );
}

#[test]
fn components_have_reverse_topological_order() {
    let chain = chain(&[
        (&[(3, 0.5), (1, 0.5)], &[]),
        (&[(2, 1.0)], &[]),
        (&[(1, 0.5), (4, 0.5)], &[]),
        (&[(4, 1.0)], &[]),
        (&[(4, 0.5)], &[(0, 0.5)]),
    ]);
    let components = Components::find(&chain.transient);
    let sorted = |number| {
        let mut members = components.order[components.members(number)].to_vec();
        members.sort_unstable();
        members
    };
    let components: Vec<_> = (0..components.len()).map(sorted).collect();
    assert_eq!(components, [vec![4], vec![3], vec![1, 2], vec![0]]);
    let visits = chain.visits(1.0, &|| false).unwrap();
    assert_eq!(visits.expected, [1.0, 1.0, 1.0, 0.5, 2.0]);
}

/// A loop is left even if its chance rounds to 1.
#[test]
fn tiny_chance_of_leaving_keeps_its_precision() {
    let chain = chain(&[(&[(0, 1.0 - 1e-18)], &[(0, 1e-18)])]);
    near(chain.visits(1.0, &|| false).unwrap().expected[0] / 1e18, 1.0);
}

/// Would overflow the stack with recursion.
#[test]
fn long_chain_needs_no_recursion() {
    let mut line = Chain::default();
    let states = 300_000;
    for state in 1..=states {
        if state < states {
            line.transient.add(state, 1.0);
        } else {
            line.absorbing.add(0, 1.0);
        }
        line.close(0);
    }
    assert_eq!(line.visits(1.0, &|| false).unwrap().expected.iter().sum::<f64>(), f64::from(states));
}

#[test]
fn visits_rejects_components_above_the_limit() {
    let mut ring = Chain::default();
    for state in 0..=MAX_COMPONENT_SIZE as u32 {
        ring.transient.add((state + 1) % (MAX_COMPONENT_SIZE as u32 + 1), 0.5);
        ring.absorbing.add(0, 0.5);
        ring.close(0);
    }
    assert!(ring.visits(1.0, &|| false).unwrap_err().message().contains("1001 states"));
}

/// Fails if a transition is lost, or replaces another instead of being added to it.
#[test]
fn transitions_to_the_same_state_add_up() {
    let mut chain = Chain::default();
    [(0, 0.25), (0, 0.25)].into_iter().for_each(|(to, chance)| chain.transient.add(to, chance));
    [(0, 0.25), (1, 0.125), (0, 0.125)].into_iter().for_each(|(to, chance)| chain.absorbing.add(to, chance));
    chain.close(0);
    assert_eq!((chain.transient.len(), chain.absorbing.len()), (1, 2));
    let visits = chain.visits(1.0, &|| false).unwrap();
    assert_eq!(visits.expected, [2.0]);
    assert_eq!(chain.absorption_chances(&visits.expected, 2), [0.75, 0.25]);
}
