// Package papers lays the results of the four experiments that reproduce a
// paper out as that paper does, with the published values beside ours.
//
// Terms: a *paper* is known by a short name, venue and year: fse13, icse16,
// ase08, icse15. Its *tables* are in its own layout, the captions in our words.
// A *cell* has our value, the *published* one if it is known, and whether the
// two *agree* by the rule that the table states. A published value is absent
// where the paper gives none, or where the copy that we read has lost it: it is
// never guessed. What is published lies in published/*.toml, each value with
// the place it was read at.
//
// The rows of a table are those of the paper, measured or not. Pairs that were
// measured and that the paper does not have follow, under a heading of their own.
package papers
