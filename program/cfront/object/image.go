package object

import (
	"sort"

	"github.com/riftlab/rift/program"
)

// Image returns the n bytes at off of the initial content of g.
func Image(g *program.Global, off, n int64) []byte {
	if missing := off + n - int64(len(g.Data)); missing > 0 {
		g.Data = append(g.Data, make([]byte, missing)...)
	}
	return g.Data[off : off+n]
}

// ClearRelocs drops the relocations of g at off..off+n. Initialisers mostly go
// upwards: what lies beyond the image has none.
func ClearRelocs(g *program.Global, off, n int64) {
	if off >= int64(len(g.Data)) {
		return
	}
	kept := g.Relocs[:0]
	for _, r := range g.Relocs {
		if r.Off+8 <= off || r.Off >= off+n {
			kept = append(kept, r)
		}
	}
	g.Relocs = kept
}

// PutWord writes v to b, least significant byte first, as far as there is room.
func PutWord(b []byte, v uint64) {
	for i := range b {
		b[i] = byte(v >> (8 * i))
	}
}

// Word reads what PutWord writes.
func Word(b []byte) (v uint64) {
	for i, c := range b {
		v |= uint64(c) << (8 * i)
	}
	return v
}

// SortRelocs puts the relocations of g in the order that Global requires.
func SortRelocs(g *program.Global) {
	sort.Slice(g.Relocs, func(i, j int) bool { return g.Relocs[i].Off < g.Relocs[j].Off })
}
