package hydiff

import (
	"hash/fnv"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/fuzz/distance"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta/mapping"
)

// reasons are why an input is kept beside that it executed something new, as bits.
type reasons uint8

// The reasons, and how many there are.
const (
	output = iota
	decision
	cost
	nearer
	allReasons
)

func (r reasons) has(reason int) bool { return r>>reason&1 != 0 }

// diverges reports whether it is for a difference of what the versions did.
func (r reasons) diverges() bool { return r.has(output) || r.has(decision) }

// fitness tells which inputs are kept.
type fitness struct {
	p        *Params
	branches []branches
	rulers   [2]*distance.Ruler // of the old and the new version

	outputs   map[shown]bool
	decisions map[uint64]bool
	cost      int64 // the greatest so far
	nearest   float64
	reached   bool // nearest is of some input
	last      reasons
	counts    [allReasons]int64
}

// shown is a kind of difference: in what respect, how the versions ended, and where, if with
// an error.
type shown struct {
	difference program.Difference
	ends       [2]program.Ending
	faults     [2]program.Position
}

// branches are corresponding branches of the versions: function and block of each, and how
// many sides both have.
type branches struct {
	old, new [2]int
	sides    int
}

func newFitness(p *Params, m *mapping.Mapping, rulers [2]*distance.Ruler) *fitness {
	f := &fitness{p: p, rulers: rulers, outputs: map[shown]bool{}, decisions: map[uint64]bool{}}
	old, new := m.Programs()
	for fn := range new.Funcs {
		if new.Funcs[fn].Library {
			continue
		}
		for b, block := range new.Funcs[fn].Blocks {
			if op := block.Term().Op; op != program.Branch && op != program.Switch {
				continue
			}
			site, ok := m.InstrToOld(mapping.Site{Func: fn, Block: b, Index: len(block.Instrs) - 1})
			if !ok {
				continue
			}
			was := old.Funcs[site.Func].Blocks[site.Block]
			if n := len(block.Term().Targets); site.Index == len(was.Instrs)-1 && n == len(was.Term().Targets) {
				f.branches = append(f.branches, branches{[2]int{site.Func, site.Block}, [2]int{fn, b}, n})
			}
		}
	}
	return f
}

// interesting reports whether an input is kept for what the versions did. It is asked about
// every input, in the order in which they were tried.
func (f *fitness) interesting(t *engines.Trial) bool {
	f.last = 0
	add := func(reason int) {
		f.last |= 1 << reason
		f.counts[reason]++
	}
	if f.p.Output && t.Difference.Counts() {
		k := shown{difference: t.Difference, ends: [2]program.Ending{t.Old.Ending, t.New.Ending}}
		for i, o := range []*program.Outcome{t.Old, t.New} {
			if o.Fault != nil {
				k.faults[i] = o.Fault.Pos
			}
		}
		if !f.outputs[k] {
			f.outputs[k] = true
			add(output)
		}
	}
	if f.p.Decision {
		if d := f.decisionsOf(t); d != 0 && !f.decisions[d] {
			f.decisions[d] = true
			add(decision)
		}
	}
	if f.p.Cost {
		if d := max(t.Old.Steps-t.New.Steps, t.New.Steps-t.Old.Steps); d > f.cost {
			f.cost = d
			add(cost)
		}
	}
	if f.p.Distance {
		f.approach(t, add)
	}
	return f.last != 0
}

// approach tells whether an input comes nearer to a change than any before.
func (f *fitness) approach(t *engines.Trial, add func(int)) {
	for i, covered := range []*program.Coverage{t.Old.Covered, t.New.Covered} {
		if covered == nil {
			continue
		}
		if d, ok := f.rulers[i].Nearest(covered); ok && (!f.reached || d < f.nearest) {
			if f.reached = true; !f.last.has(nearer) {
				add(nearer)
			}
			f.nearest = d
		}
	}
}

// decisionsOf returns a hash of the branches of which the versions took different sides, and
// of the sides; 0 if there is none.
func (f *fitness) decisionsOf(t *engines.Trial) uint64 {
	if t.Old.Covered == nil || t.New.Covered == nil {
		return 0
	}
	h := fnv.New64a()
	differ := false
	for i, b := range f.branches {
		for k := range b.sides {
			old, new := t.Old.Covered.Edge(b.old[0], b.old[1], k), t.New.Covered.Edge(b.new[0], b.new[1], k)
			if old == new {
				continue
			}
			differ = true
			side := byte(0)
			if new {
				side = 1
			}
			_, _ = h.Write([]byte{byte(i), byte(i >> 8), byte(i >> 16), byte(k), byte(k >> 8), side}) // which never fails
		}
	}
	if !differ {
		return 0
	}
	return h.Sum64() | 1
}
