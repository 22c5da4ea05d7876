// Package difference answers the question of the maintainer of a C program: what
// does my change change? It finds the two versions (package sources), says which inputs
// they are compared on (packages inputmodel and harness), lets engines look for inputs on which
// they differ (hunt), makes of all that differ the few that are distinct (group),
// names the changes responsible (blame), and shows each so that it can be
// repeated by hand (show). If nothing differs, it says what that is worth
// (verdict).
//
// Terms:
//
//   - case: an input on which the versions differ, as it was tried.
//   - distinct difference: the cases with the same changes responsible that differ
//     in the same respect, with the same errors. Of each, one case is shown, made
//     as small as it gets without becoming another difference.
//   - changes responsible: a smallest set of hunks that the new version must lose
//     for the input to show what the old version shows.
//   - complete: of a round, that an engine accounted for every input of the model
//     (engines.Conclusion); of a verdict without a difference, also that every part of
//     every change was reached and compared, or proved (judge in verdict.go).
package difference
