package pointsto

// Renaming puts the object of a call in place of the generic objects of the wrapper
// that is called.
type Renaming struct {
	a        *analysis
	generics []int32
	object   int32
}

// renamings returns what calls of wrappers rename, by site and callee.
func (a *analysis) renamings() map[[2]int32]*Renaming {
	out := map[[2]int32]*Renaming{}
	for i := range a.clones {
		c := &a.clones[i]
		out[[2]int32{c.site, c.callee}] = &Renaming{a, a.generics(c.callee), c.object}
	}
	return out
}

// Renaming returns under which other names the caller knows objects of a callee that
// is a wrapper; nil if it knows all by the same.
func (r *Result) Renaming(site, callee int32) *Renaming {
	return r.renamings[[2]int32{site, callee}]
}

// Generic returns the objects of the callee that the caller knows under another name.
// It must not be changed.
func (n *Renaming) Generic() []int32 { return n.generics }

// Translate calls f for the locations of the caller that stand for a location of the
// callee.
func (n *Renaming) Translate(l Location, f func(Location)) {
	for _, generic := range n.generics {
		if n.a.cellObj[l] != generic {
			continue
		}
		x, y := &n.a.list[generic], &n.a.list[n.object]
		if len(x.lay.cells) == len(y.lay.cells) {
			f(y.first + (l - x.first))
			return
		}
		for i := range y.lay.cells {
			f(y.first + Location(i))
		}
		return
	}
	f(l)
}
