package mapping

import (
	"slices"

	"github.com/riftlab/rift/program"
)

// compare finds what differs inside the matched statements of a pair of
// functions.
func (m *Mapping) compare(a *match) {
	old, new := m.old.funcs[a.oldFn], m.new.funcs[a.newFn]
	for n, o := range a.toOld {
		if o < 0 {
			continue
		}
		if d := a.compareItems(old.stmts[o], new.stmts[n]); len(d) > 0 {
			a.differ[int32(n)] = d
		}
	}
	m.compareFlow(a, old, new)
	for n := range a.differ {
		slices.SortFunc(a.differ[n], comparePlaces)
		a.differ[n] = slices.Compact(a.differ[n])
	}
}

func comparePlaces(a, b place) int {
	if a.block != b.block {
		return a.block - b.block
	}
	return a.index - b.index
}

// compareItems aligns the items of two statements and returns the
// instructions of the new one that differ from what the old one has.
func (a *match) compareItems(old, new []item) []place {
	pairs := alignItems(old, new)
	toNew := fill(len(old))
	for n, o := range pairs {
		if o >= 0 {
			toNew[o] = int32(n)
		}
	}
	defOld, defNew := definitions(old), definitions(new)
	var differ []place
	for n, o := range pairs {
		if o < 0 {
			differ = append(differ, new[n].at)
			continue
		}
		a.instrs[new[n].at] = old[o].at
		if !sameSources(old[o], new[n], defOld, defNew, toNew, pairs) {
			differ = append(differ, new[n].at)
		}
	}
	if len(differ) == 0 {
		// Something of the old statement may be missing: what used it differs.
		differ = users(old, new, toNew)
	}
	return differ
}

// users returns the instructions of new that correspond to those of old which
// use something that new does not have, or the last instruction if there are
// none.
func users(old, new []item, toNew []int32) []place {
	var out []place
	missing := false
	for o, n := range toNew {
		if n >= 0 {
			continue
		}
		missing = true
		for p := o + 1; p < len(old); p++ {
			if old[o].def != program.NoReg && slices.Contains(old[p].temps, old[o].def) && toNew[p] >= 0 {
				out = append(out, new[toNew[p]].at)
			}
		}
	}
	if missing && len(out) == 0 && len(new) > 0 {
		out = append(out, new[len(new)-1].at)
	}
	return out
}

// definitions maps temporaries to the items that define them.
func definitions(items []item) map[program.Reg]int32 {
	defs := map[program.Reg]int32{}
	for i, it := range items {
		if it.def != program.NoReg {
			defs[it.def] = int32(i)
		}
	}
	return defs
}

// sameSources reports whether the temporaries that two aligned items read come
// from items that do not contradict the alignment. Where neither source has a
// counterpart it is the source that differs, not its use.
func sameSources(old, new item, defOld, defNew map[program.Reg]int32, toNew, toOld []int32) bool {
	for k := range new.temps {
		o, okOld := defOld[old.temps[k]]
		n, okNew := defNew[new.temps[k]]
		if okOld != okNew {
			if okOld && toNew[o] >= 0 || okNew && toOld[n] >= 0 {
				return false
			}
			continue
		}
		if okOld && (toNew[o] >= 0 || toOld[n] >= 0) && toNew[o] != n {
			return false
		}
	}
	return true
}

// sameOperand reports whether two operands are the same but for how they are
// computed. An operand that became an expression, or was one, does not make
// its user differ: what computes it does.
func sameOperand(a, b string) bool { return a == b || (a == "t") != (b == "t") }

// alignItems returns for each item of new the item of old that it equals, in
// a longest common subsequence, or -1.
func alignItems(old, new []item) []int32 {
	pairs := fill(len(new))
	equal := func(i, j int) bool {
		return old[i].op == new[j].op && slices.EqualFunc(old[i].args, new[j].args, sameOperand)
	}
	w := len(new) + 1
	if len(old)*len(new) > gapLimit {
		return pairs
	}
	best := make([]int32, (len(old)+1)*w)
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			if equal(i, j) {
				best[i*w+j] = best[(i+1)*w+j+1] + 1
			} else {
				best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(old) && j < len(new); {
		switch {
		case equal(i, j):
			pairs[j] = int32(i)
			i++
			j++
		case best[(i+1)*w+j] >= best[i*w+j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// exit stands for the end of the function among the statements that control
// can go to.
const exit = int32(-1)

// compareFlow adds to what differs the ends of matched statements that lead to
// other statements. Where the way on enters a statement that only one version
// has, it is that statement which differs, not the way.
func (m *Mapping) compareFlow(a *match, old, new *view) {
	eo, en := old.exits(), new.exits()
	for n, o := range a.toOld {
		if o < 0 || len(eo[o]) != len(en[n]) {
			continue
		}
		for i, e := range en[n] {
			if !a.sameWay(eo[o][i].to, e.to) {
				a.differ[int32(n)] = append(a.differ[int32(n)], e.from)
			}
		}
	}
}

// edge is a way out of a statement.
type edge struct {
	from place
	to   int32 // statement, or exit
}

// exits returns the ways out of each statement, in the order of the code.
func (v *view) exits() [][]edge {
	out := make([][]edge, len(v.stmts))
	for b, blk := range v.f.Blocks {
		last := int32(-1) // the statement of the explicit instruction before
		var at place
		leave := func(to int32) {
			if last >= 0 && to != last {
				out[last] = append(out[last], edge{at, to})
			}
		}
		for i := range blk.Instrs {
			in := &blk.Instrs[i]
			if in.Stmt < 0 || in.Flags&program.Implicit != 0 {
				continue
			}
			if in.Stmt != last {
				leave(in.Stmt)
			}
			last, at = in.Stmt, place{b, i}
		}
		for _, t := range blk.Term().Targets {
			leave(v.next(t))
		}
	}
	return out
}

func (a *match) sameWay(o, n int32) bool {
	switch {
	case o == exit || n == exit:
		return o == n || o != exit && a.toNew[o] < 0 || n != exit && a.toOld[n] < 0
	case a.toOld[n] < 0 || a.toNew[o] < 0:
		return true
	}
	return a.toOld[n] == o
}

// next returns the first statement that control reaches from the start of a
// block.
func (v *view) next(block int32) int32 {
	for range v.f.Blocks {
		blk := v.f.Blocks[block]
		for i := range blk.Instrs {
			if in := &blk.Instrs[i]; in.Stmt >= 0 && in.Flags&program.Implicit == 0 {
				return in.Stmt
			}
		}
		t := blk.Term()
		if t.Op != program.Jump {
			break
		}
		block = t.Targets[0]
	}
	return exit
}
