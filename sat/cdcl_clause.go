package sat

// ref names a clause as the reason of an assignment or as a conflict:
//
//	noRef        no clause: a decision, an assumption or a unit
//	1<<31 | q    the binary clause of the assigned literal and q
//	conflictBin  a binary clause that became false (CDCL.falseBin)
//	otherwise    the index of a clause's header in the arena
type ref uint32

const (
	noRef       ref = 0
	conflictBin ref = 1<<32 - 1
	binaryBit   ref = 1 << 31
)

func binaryRef(q Lit) ref     { return binaryBit | ref(q) }
func (r ref) isBinary() bool  { return r&binaryBit != 0 }
func (r ref) otherLit() Lit   { return Lit(r &^ binaryBit) }
func (r ref) isInArena() bool { return r != noRef && !r.isBinary() }

// A clause in the arena is a header of two words, its size and its flags with
// the glue in the upper bits, followed by its literals. The first two literals
// are watched; when the clause is a reason, the first is what it implied.
//
// The glue of a learned clause (also called LBD) is the number of decision
// levels among its literals when it was learned or last improved. Low glue
// means that the clause links few levels and will propagate often.
const headerWords = 2

const (
	flagLearned Lit = 1 << iota
	flagGarbage     // to be collected
	flagUsed        // took part in a conflict since the last reduction
	flagUsed2       // ... or the reduction before
	flagLocked      // is a reason on the trail; set during a reduction only
	glueShift   = 8
	maxGlue     = 1<<20 - 1
)

func (s *CDCL) lits(r ref) []Lit {
	c := s.arena[r:]
	return c[headerWords : headerWords+c[0] : headerWords+c[0]]
}

func (s *CDCL) flags(r ref) Lit           { return s.arena[r+1] }
func (s *CDCL) hasFlag(r ref, f Lit) bool { return s.arena[r+1]&f != 0 }
func (s *CDCL) setFlag(r ref, f Lit)      { s.arena[r+1] |= f }
func (s *CDCL) clearFlag(r ref, f Lit)    { s.arena[r+1] &^= f }
func (s *CDCL) glue(r ref) int            { return int(s.arena[r+1] >> glueShift) }

func (s *CDCL) setGlue(r ref, glue int) {
	s.arena[r+1] = s.arena[r+1]&(1<<glueShift-1) | Lit(min(glue, maxGlue))<<glueShift
}

// attach stores a clause of at least two literals and watches the first two.
// It returns noRef for a binary clause; see reasonFor.
func (s *CDCL) attach(lits []Lit, learned bool, glue int) ref {
	a, b := lits[0], lits[1]
	if len(lits) == 2 {
		s.links[a.Not()].bins = append(s.links[a.Not()].bins, b)
		s.links[b.Not()].bins = append(s.links[b.Not()].bins, a)
		s.nbins++
		return noRef
	}
	r := s.alloc(lits, learned, glue)
	if learned {
		s.learned = append(s.learned, r)
	} else {
		s.original = append(s.original, r)
	}
	s.watchClause(r, lits)
	return r
}

func (s *CDCL) alloc(lits []Lit, learned bool, glue int) ref {
	r := ref(len(s.arena))
	if len(s.arena)+headerWords+len(lits) >= int(binaryBit) {
		panic("sat: clause memory exceeds 2^31 words; set Limits.Memory")
	}
	flags := Lit(0)
	if learned {
		flags = flagLearned
	}
	s.arena = append(s.arena, Lit(len(lits)), flags)
	s.arena = append(s.arena, lits...)
	s.setGlue(r, glue)
	return r
}

func (s *CDCL) watchClause(r ref, lits []Lit) {
	a, b := lits[0], lits[1]
	// The blocker of a ternary clause's watch is the other watch; any literal
	// is sound, and this one is most often still true.
	s.links[a.Not()].watches = append(s.links[a.Not()].watches, watch{b, r})
	s.links[b.Not()].watches = append(s.links[b.Not()].watches, watch{a, r})
}

// reasonFor returns the reason of the first literal of a clause that attach
// stored as r, other being its second.
func (s *CDCL) reasonFor(r ref, other Lit) ref {
	if r == noRef {
		return binaryRef(other)
	}
	return r
}

// discard marks a clause as garbage. Its watches must be dropped, by
// flushWatches, before the next propagation.
func (s *CDCL) discard(r ref) {
	s.setFlag(r, flagGarbage)
	s.garbage += headerWords + int(s.arena[r])
}
