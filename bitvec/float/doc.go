// Package float makes terms of floating-point operations: circuits of package
// bitvec that compute, bit for bit, what IEEE 754-2019 says of binary formats,
// rounding to nearest with ties to even.
//
// Terms:
//
//   - A *format* ([Format]) is a binary interchange format given by the widths
//     of its exponent and fraction; Binary32 and Binary64 are C's float and
//     double. A number is a word: sign, biased exponent, fraction.
//   - The *precision* of a format is the number of bits of its significand,
//     one more than of the fraction.
//   - The *effective exponent* is the biased one, but 1 for zero and subnormal
//     numbers, whose significand has no leading one.
//   - *Guard* is the first bit below the precision and *sticky* the
//     disjunction of all bits below guard: together with the last bit they
//     decide how to round.
//   - The *origin* of a term is the operation that made it. It is remembered,
//     so that a comparison of the result can become one of the operands.
//
// # NaN
//
// IEEE 754 leaves payloads open; here they are those of SSE2 on x86-64: an
// operation with NaN operands gives the first of them, made quiet with sign
// and payload kept; an invalid operation on numbers gives the Indefinite
// NaN, quiet and negative with payload 0; a conversion keeps sign and upper
// payload; negation and absolute value touch the sign alone. Fused
// multiply-add takes its operands in the order x, y, z.
//
// # Two implementations
//
// The methods of Format compute on words with exact integers, plainly and
// slowly; the methods of Terms make circuits. Tests hold the first to the
// processor, the second to the first: on all operands of small formats, and
// on special and random ones of Binary32 and Binary64.
package float
