package pointsto

import "github.com/riftlab/rift/program/flow/bitmap"

type ruleKind uint8

const (
	ruleLoad     ruleKind = iota // to = *(v + off)
	ruleStore                    // *(v + off) = from
	ruleShift                    // to = v + off
	ruleIndex                    // to = v + off + any multiple of size
	ruleAny                      // to = any place in the objects of v
	ruleDeep                     // to = every pointer stored in the objects of v
	ruleText                     // to = every pointer stored in the string at v
	ruleStoreAll                 // every cell of the objects of v = from
	ruleCopyTo                   // the objects of v receive what those of peer hold
	ruleCopyFrom                 // the reverse side of ruleCopyTo
	ruleCall                     // v is called
)

// rule says what follows for each place that a variable comes to hold.
type rule struct {
	kind ruleKind
	to   variable // or from, or peer
	off  int64
	size int64
	site int32 // ruleCall; for copies their number
	// shared says that to is a helper which stands between the rule and all who
	// ask for the same.
	shared bool
}

// ruleKey identifies what a rule derives from its variable.
type ruleKey struct {
	kind ruleKind
	off  int64
	size int64
}

func (r *rule) key() ruleKey { return ruleKey{r.kind, r.off, r.size} }

// stores reports whether a rule lets what to holds flow into memory.
func (r *rule) stores() bool { return r.kind == ruleStore || r.kind == ruleStoreAll }

// acts reports whether a rule is more than a flow between to and what its
// variable holds: such rules are never shared.
func (r *rule) acts() bool {
	return r.kind == ruleCall || r.kind == ruleCopyTo || r.kind == ruleCopyFrom
}

// rule adds a rule to v and applies it to what v holds already.
func (s *solver) rule(v variable, r rule) {
	v = s.rep(v)
	switch {
	case r.acts():
		s.acting[v] = append(s.acting[v], r)
		if len(s.set[v]) > 0 {
			s.apply(r, s.set[v].Clone())
		}
	case v == s.rep(s.top):
		s.applyTop(r)
	default:
		if i := s.alike(v, r); i >= 0 {
			s.share(v, i, r)
			return
		}
		s.rules[v] = append(s.rules[v], r)
		if len(s.set[v]) > 0 {
			s.apply(r, s.set[v].Clone())
		}
	}
}

// alike returns the number of the rule of v that derives the same as r, or -1.
func (s *solver) alike(v variable, r rule) int {
	k := r.key()
	for i := range s.rules[v] {
		if s.rules[v][i].key() == k {
			return i
		}
	}
	return -1
}

// share lets rule r take part in rule i of v, which derives the same.
func (s *solver) share(v variable, i int, r rule) {
	have := s.rules[v][i]
	if have.to == r.to {
		return
	}
	if !have.shared {
		first := have.to
		have.to, have.shared = s.newHelper(), true
		s.rules[v][i] = have
		s.connect(have, first)
		if len(s.set[v]) > 0 {
			s.apply(have, s.set[v].Clone())
		}
	}
	s.connect(have, r.to)
}

// connect lets v take part in a shared rule.
func (s *solver) connect(shared rule, v variable) {
	if shared.stores() {
		s.edge(v, shared.to)
	} else {
		s.edge(shared.to, v)
	}
}

// apply does what a rule says for new places of its variable.
func (s *solver) apply(r rule, places bitmap.Set) {
	var buf [32]Location
	var out [32]int32
	places.Each(func(p int32) {
		switch r.kind {
		case ruleLoad:
			for _, l := range s.cells(p, r.off, r.size, buf[:0]) {
				s.edge(s.cellVar(l), r.to)
			}
		case ruleStore:
			for _, l := range s.cells(p, r.off, r.size, buf[:0]) {
				s.edge(r.to, s.cellVar(l))
			}
		case ruleShift:
			for _, q := range s.shifted(p, r.off, out[:0]) {
				s.place(r.to, q)
			}
		case ruleIndex:
			for _, q := range s.indexed(p, r.size, r.off, out[:0]) {
				s.place(r.to, q)
			}
		case ruleAny:
			s.place(r.to, s.anywhere(s.positions[p].obj))
		case ruleDeep:
			s.edge(s.outOf(s.positions[p].obj), r.to)
		case ruleStoreAll:
			s.edge(r.to, s.intoAll(s.positions[p].obj))
		case ruleText:
			for _, l := range s.textCells(p, buf[:0]) {
				s.edge(s.cellVar(l), r.to)
			}
		case ruleCopyTo, ruleCopyFrom:
			s.copy(&s.copies[r.site], p, r.kind == ruleCopyTo)
		case ruleCall:
			s.calls(r.site, p)
		}
	})
}

// outOf returns the variable that holds what any cell of an object does.
func (s *solver) outOf(obj int32) variable {
	return s.gathered(&s.out, obj, func(all, cell variable) { s.edge(cell, all) })
}

// intoAll returns the variable that flows into all cells of an object.
func (s *solver) intoAll(obj int32) variable {
	return s.gathered(&s.into, obj, func(all, cell variable) { s.edge(all, cell) })
}

func (s *solver) gathered(known *[]variable, obj int32, connect func(all, cell variable)) variable {
	for len(*known) < len(s.list) {
		*known = append(*known, -1)
	}
	if v := (*known)[obj]; v >= 0 {
		return v
	}
	o := &s.list[obj]
	if len(o.lay.cells) == 1 {
		(*known)[obj] = s.cellVar(o.first)
		return s.cellVar(o.first)
	}
	v := s.newHelper()
	(*known)[obj] = v
	for i := range o.lay.cells {
		connect(v, s.cellVar(o.first+Location(i)))
	}
	return v
}
