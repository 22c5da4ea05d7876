package regver

import (
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/sat"
)

// evidence is what the proof of a pair rests on: the claims that were found to hold, by the
// segment that they are about. Those of a segment that is executed again, as less is known
// where it begins, are forgotten.
type evidence struct {
	list []*segmentEvidence
	now  *segmentEvidence
}

type segmentEvidence struct {
	from    string // where it begins, in words
	settled int
	claims  [][]bitvec.Term // each cannot hold together
}

// newEvidence returns evidence that begins with what is found out of loops.
func newEvidence() *evidence {
	e := &evidence{}
	e.begin("what each round of a loop adds")
	return e
}

// begin notes that a segment is executed, from where.
func (e *evidence) begin(from string) {
	for _, s := range e.list {
		if s.from == from {
			*s = segmentEvidence{from: from}
			e.now = s
			return
		}
	}
	e.now = &segmentEvidence{from: from}
	e.list = append(e.list, e.now)
}

// hold notes a claim that needed no question. A nil evidence takes nothing up.
func (e *evidence) hold() {
	if e != nil {
		e.now.settled++
	}
}

// refuted notes that constraints cannot hold together. A nil evidence takes nothing up.
func (e *evidence) refuted(constraints []bitvec.Term) {
	if e != nil {
		e.now.claims = append(e.now.claims, constraints)
	}
}

// proof writes the evidence down, for the function of a name. The terms are of a store.
func (e *evidence) proof(name string, store *bitvec.Store) engines.FunctionProof {
	out := engines.FunctionProof{Function: name}
	for _, of := range e.list {
		if of.settled == 0 && len(of.claims) == 0 {
			continue
		}
		s := engines.SegmentProof{From: of.from, Settled: of.settled}
		for _, c := range of.claims {
			var b strings.Builder
			if err := smtlib.WriteQuery(&b, store, c, sat.Unsat); err != nil {
				panic(err) // a builder takes everything
			}
			s.Claims = append(s.Claims, b.String())
		}
		out.Segments = append(out.Segments, s)
	}
	return out
}
