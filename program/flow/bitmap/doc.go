// Package bitmap represents sets of small numbers by sparse bitmaps: sorted words
// of 64 members, of which only those with members are kept. Points-to sets are
// such: few members, most of them near each other.
//
// Sets are slices and are shared as such: what Add and Union did not make grow may
// have the words of another set.
package bitmap
