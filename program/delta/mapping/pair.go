package mapping

import (
	"path"
	"sort"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Likeness from which functions of different names count as one renamed, for
// bodies of at least renamedStmts statements; shorter ones must be equal.
const (
	renamedLikeness = 0.7
	renamedStmts    = 3
)

// pairFuncs pairs the functions of the two programs.
func (m *Mapping) pairFuncs(lines map[string]*lineMap) {
	m.toOld, m.toNew = unpaired(m.new), unpaired(m.old)
	kind := make([]FuncMatch, len(m.toOld))
	pair := func(o, n int, k FuncMatch) {
		m.toOld[n], m.toNew[o], kind[n] = o, n, k
	}
	for n, v := range m.new.funcs {
		if v == nil {
			continue
		}
		if o, ok := m.old.p.FuncByName(v.f.Name); ok && m.old.funcs[o] != nil {
			pair(o, n, FuncSame)
		}
	}
	m.pairBySource(pair)
	m.pairByBody(pair)
	for n, o := range m.toOld {
		if o >= 0 && kind[n] == FuncSame && moved(m.old.p, m.new.p, o, n, lines) {
			kind[n] = FuncMoved
		}
	}
	for n, v := range m.new.funcs {
		switch {
		case v == nil:
		case m.toOld[n] < 0:
			m.funcs = append(m.funcs, FuncPair{-1, n, FuncAdded})
		default:
			m.funcs = append(m.funcs, FuncPair{m.toOld[n], n, kind[n]})
		}
	}
	for o, v := range m.old.funcs {
		if v != nil && m.toNew[o] < 0 {
			m.funcs = append(m.funcs, FuncPair{o, -1, FuncRemoved})
		}
	}
}

func unpaired(s *side) []int {
	list := make([]int, len(s.funcs))
	for i := range list {
		list[i] = -1
	}
	return list
}

// pairBySource pairs what is left by the name in the source if that is unique
// on both sides: static functions that moved to another file.
func (m *Mapping) pairBySource(pair func(o, n int, k FuncMatch)) {
	free := func(s *side, to []int) map[string][]int {
		by := map[string][]int{}
		for i, v := range s.funcs {
			if v != nil && to[i] < 0 {
				by[v.f.Source] = append(by[v.f.Source], i)
			}
		}
		return by
	}
	olds, news := free(m.old, m.toNew), free(m.new, m.toOld)
	for name, o := range olds {
		if n := news[name]; len(o) == 1 && len(n) == 1 {
			pair(o[0], n[0], FuncMoved)
		}
	}
}

// pairByBody pairs what is left by the likeness of bodies, the likest first.
func (m *Mapping) pairByBody(pair func(o, n int, k FuncMatch)) {
	type candidate struct {
		o, n int
		like float64
	}
	var list []candidate
	bags := map[*view]delta.Bag{}
	for _, s := range []*side{m.old, m.new} {
		for _, v := range s.funcs {
			if v != nil {
				bags[v] = bodyBag(v)
			}
		}
	}
	for o, ov := range m.old.funcs {
		if ov == nil || m.toNew[o] >= 0 {
			continue
		}
		for n, nv := range m.new.funcs {
			if nv == nil || m.toOld[n] >= 0 {
				continue
			}
			like := delta.Likeness(bags[ov], bags[nv])
			if like == 1 || like >= renamedLikeness && min(len(ov.stmts), len(nv.stmts)) >= renamedStmts {
				list = append(list, candidate{o, n, like})
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].like > list[j].like })
	for _, c := range list {
		if m.toNew[c.o] < 0 && m.toOld[c.n] < 0 {
			pair(c.o, c.n, FuncRenamed)
		}
	}
}

// moved reports whether a function stands at another place: in another file,
// or where neither an unchanged line nor a common change joins the headers.
func moved(old, new *program.Program, o, n int, lines map[string]*lineMap) bool {
	ro, rn := old.Ranges[old.Funcs[o].At], new.Ranges[new.Funcs[n].At]
	fo, fn := path.Clean(old.Files[ro.File]), path.Clean(new.Files[rn.File])
	if fo != fn {
		return true
	}
	lm := lines[fo]
	if lm == nil || !lm.inOld(ro.Line) || !lm.inNew(rn.Line) {
		return false
	}
	if to := lm.toNew[ro.Line]; to > 0 {
		return to != int(rn.Line)
	}
	return lm.ofOld[ro.Line] != lm.ofNew[rn.Line]
}

func (lm *lineMap) inOld(l int32) bool { return l > 0 && int(l) < len(lm.ofOld) }
func (lm *lineMap) inNew(l int32) bool { return l > 0 && int(l) < len(lm.ofNew) }

// bodyBag holds the operations of a function with their constants, without
// names.
func bodyBag(v *view) delta.Bag {
	var b delta.Bag
	for _, s := range v.stmts {
		for _, it := range s {
			b.Add(it.op)
			for _, a := range it.args {
				if a[0] == 'c' || a[0] == 'l' || a[0] == 'f' {
					b.Add(a)
				}
			}
		}
	}
	return b
}

// stmtBag holds what a statement consists of.
func stmtBag(items []item) delta.Bag {
	var b delta.Bag
	for _, it := range items {
		b.Add(it.op)
		for _, a := range it.args {
			if a != "t" {
				b.Add(a)
			}
		}
	}
	return b
}
