package pointsto

// copying is one copy of memory: field by field while the places on both sides
// are few, by way of one variable for everything when they are many.
type copying struct {
	to, from variable
	size     int64
	hub      variable // -1 at first
}

// maxPairs bounds the pairs of places that one copy is worked out for.
const maxPairs = 400

// copyMemory makes what to points to hold what the memory that from points to
// does: size bytes, or an unknown number if size < 0.
func (s *solver) copyMemory(to, from variable, size int64) {
	if to < 0 || from < 0 {
		return
	}
	n := int32(len(s.copies))
	s.copies = append(s.copies, copying{to, from, size, -1})
	s.rule(to, rule{kind: ruleCopyTo, site: n})
	s.rule(from, rule{kind: ruleCopyFrom, site: n})
}

// copy takes a new place of a copy into account.
func (s *solver) copy(c *copying, p int32, isTo bool) {
	if c.hub < 0 && s.isTop(c.to) && s.isTop(c.from) {
		return // both hold the same already
	}
	if c.hub < 0 && (s.isTop(c.to) || s.isTop(c.from)) {
		c.hub = s.top
	} else if c.hub >= 0 {
		s.copyHub(p, c.hub, c.size, isTo)
		return
	}
	to, from := s.set[s.rep(c.to)], s.set[s.rep(c.from)]
	if c.hub == s.top {
		for _, q := range to.AppendTo(nil) {
			s.copyHub(q, s.top, c.size, true)
		}
		for _, q := range from.AppendTo(nil) {
			s.copyHub(q, s.top, c.size, false)
		}
		return
	}
	if to.Count()*from.Count() > maxPairs {
		c.hub = s.variables(1)
		hub := c.hub
		size := c.size
		for _, q := range to.AppendTo(nil) {
			s.copyHub(q, hub, size, true)
		}
		for _, q := range from.AppendTo(nil) {
			s.copyHub(q, hub, size, false)
		}
		return
	}
	size := c.size
	if isTo {
		for _, q := range from.AppendTo(nil) {
			s.copyCells(p, q, size)
		}
		return
	}
	for _, q := range to.AppendTo(nil) {
		s.copyCells(q, p, size)
	}
}

// copyHub connects a place with the variable through which a copy goes.
func (s *solver) copyHub(p int32, hub variable, size int64, isTo bool) {
	if obj := s.positions[p].obj; s.rep(hub) == s.rep(s.top) && int(obj) < len(s.topObj) && s.topObj[obj] {
		return // its cells are one with top
	}
	var buf [32]Location
	for _, l := range s.cells(p, 0, size, buf[:0]) {
		if isTo {
			s.edge(hub, s.cellVar(l))
		} else {
			s.edge(s.cellVar(l), hub)
		}
	}
}

// copyCells makes the memory at place to hold what that at from does: size
// bytes, or an unknown number if size < 0.
func (s *solver) copyCells(to, from int32, size int64) {
	s.copied(to, from, size, func(to, from Location) { s.edge(s.cellVar(from), s.cellVar(to)) })
}

// copied calls f with the pairs of cells that a copy between two places may move
// something between. Where both are laid out alike it goes field by field.
func (t *objects) copied(to, from int32, size int64, f func(to, from Location)) {
	a, b := t.positions[to], t.positions[from]
	la, lb := t.list[a.obj].lay, t.list[b.obj].lay
	var ba, bb [32]Location
	ca, cb := t.cells(to, 0, size, ba[:0]), t.cells(from, 0, size, bb[:0])
	if a.off != anyOffset && b.off != anyOffset && len(ca) == len(cb) {
		alike := true
		for i := range ca {
			x, y := la.cells[ca[i]-t.list[a.obj].first], lb.cells[cb[i]-t.list[b.obj].first]
			alike = alike && x.off-int64(a.off) == y.off-int64(b.off)
		}
		if alike {
			for i := range ca {
				f(ca[i], cb[i])
			}
			return
		}
	}
	for _, y := range cb {
		for _, x := range ca {
			f(x, y)
		}
	}
}
