// Package matrix measures how well a test suite exercises the effects of a
// change, and finds tests for what it misses.
//
// Terms, after the paper:
//
//   - chain: a sequence of data and control dependences that begins at a change.
//     Its length is the number of dependences; its end is the last statement.
//   - chain requirement: some test must execute the chain: each statement on it,
//     each depending on the one before in that very run.
//   - state requirement: a test must execute the chain and bring the effect of
//     the change to its end. Condition 1: the end is reached in both versions,
//     and a variable live there has different values. Condition 2: the end is
//     reached in the new version but not in the old one.
//   - distance: the length of chains that is asked for. A chain that reaches an
//     output earlier is asked for at its own length; one that ends without
//     reaching either is dropped.
//   - criterion: stmt asks that the changes be executed; ctrl, data and chain for
//     all chains of control dependences, of data dependences, of both; full for
//     the state requirements too.
//   - entry state: a place at which a change begins, in one calling context, with a
//     variable for each value that is live there. Partial symbolic execution
//     follows the paths of both versions from there on and gives, for each chain,
//     the formulas of its conditions over these variables, and over what lies
//     behind pointers among them, as it is when the change begins.
//   - monitoring: deciding which requirements a run of the new version satisfies.
//   - granularity: what counts as one statement; see Granularity.
//
// At the granularity of pieces the changes are those that package delta
// finds to differ at its exact grain: of `a || b > c` made `a || b >= c`, the
// comparison. At the granularity of lines they are the lines of these.
//
// Source: Santelices, Chittimalli, Apiwattanapong, Orso, Harrold: Test-Suite
// Augmentation for Evolving Software, ASE 2008.
package matrix
