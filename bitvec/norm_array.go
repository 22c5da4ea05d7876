package bitvec

// normSelect:
//
//	select/hit    (store a i v)[i]         -> v
//	select/miss   (store a i v)[j]         -> a[j]   i and j are known to differ
//	select/const  (const v)[j]             -> v
func (s *Store) normSelect(a, j Term) Term {
	missed := false
	for {
		n := &s.nodes[a]
		switch {
		case n.kind == KindConstArray:
			return s.fired(ruleSelectConst, n.args[0])
		case n.kind == KindStore && n.args[1] == j:
			return s.fired(ruleSelectHit, n.args[2])
		case n.kind == KindStore && s.distinct(n.args[1], j):
			a, missed = n.args[0], true
		case missed:
			return s.fired(ruleSelectMiss, s.mk2(KindSelect, int(n.width), a, j))
		default:
			return 0
		}
	}
}

// normStore:
//
//	store/over    store (store a i u) i v  -> store a i v
//	store/read    store a i a[i]           -> a
func (s *Store) normStore(a, i, v Term) Term {
	n := s.nodes[a]
	if n.kind == KindStore && n.args[1] == i {
		return s.fired(ruleStoreOver, s.Store(n.args[0], i, v))
	}
	if m := &s.nodes[v]; m.kind == KindSelect && m.args[0] == a && m.args[1] == i {
		return s.fired(ruleStoreRead, a)
	}
	return 0
}
