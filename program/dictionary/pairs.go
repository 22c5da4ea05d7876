package dictionary

import (
	"maps"
	"slices"

	"github.com/riftlab/rift/program"
)

// Bounds of the pairs of characters that are found: of how many there are, and of the
// blocks between the two comparisons.
const (
	maxPairs = 200
	maxSteps = 3
)

// Pairs returns characters that the programs' own code looks for one after the other, as
// in "c == '!' && next == '['": the second where the first was found. Where each alone
// leads nowhere, both together may. They are sorted and all different; beyond two hundred
// the rest is left out.
func Pairs(versions ...*program.Program) []string {
	found := map[string]bool{}
	for _, p := range versions {
		for _, f := range p.Funcs {
			if !f.Library {
				pairs(f, func(a, b byte) { found[string([]byte{a, b})] = true })
			}
		}
	}
	list := slices.Sorted(maps.Keys(found))
	return list[:min(len(list), maxPairs)]
}

// Lookup is a way out of a block that is taken if a character was found.
type Lookup struct {
	Char byte
	To   int32 // the block that comes next
}

// pairs calls see for the pairs of a function.
func pairs(f *program.Func, see func(a, b byte)) {
	lookups := make([][]Lookup, len(f.Blocks))
	for i, b := range f.Blocks {
		lookups[i] = Lookups(b)
	}
	for _, list := range lookups {
		for _, first := range list {
			seen := map[int32]bool{first.To: true}
			level := []int32{first.To}
			for range maxSteps {
				var next []int32
				for _, at := range level {
					for _, second := range lookups[at] {
						see(first.Char, second.Char)
					}
					if len(lookups[at]) > 0 {
						continue
					}
					for _, to := range f.Blocks[at].Term().Targets {
						if !seen[to] {
							seen[to] = true
							next = append(next, to)
						}
					}
				}
				level = next
			}
		}
	}
}

// Lookups returns the printable characters that the end of a block looks for.
func Lookups(b *program.Block) []Lookup {
	var list []Lookup
	add := func(v uint64, to int32) {
		if v > ' ' && v <= '~' {
			list = append(list, Lookup{byte(v), to})
		}
	}
	t := b.Term()
	switch t.Op {
	case program.Switch:
		for _, c := range t.Cases {
			if c.Lo == c.Hi {
				add(c.Lo, t.Targets[c.Target])
			}
		}
	case program.Branch:
		i := slices.IndexFunc(b.Instrs, func(in program.Instr) bool { return in.Dst >= 0 && in.Dst == t.A.Reg() })
		if i < 0 || b.Instrs[i].Op != program.Eq && b.Instrs[i].Op != program.Ne {
			return nil
		}
		in := &b.Instrs[i]
		to := t.Targets[0]
		if in.Op == program.Ne {
			to = t.Targets[1]
		}
		for _, o := range []program.Operand{in.A, in.B} {
			if o.Mode == program.Const && o.Kind.IsInt() {
				add(o.Bits, to)
			}
		}
	}
	return list
}
