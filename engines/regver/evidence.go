package regver

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/bitvec"
	"github.com/riftlab/rift/bitvec/smtlib"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
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
	from    *point // nil for the entry
	loops   bool   // it is what was found out of loops, before any segment
	settled int
	claims  [][]bitvec.Term // each cannot hold together
}

// newEvidence returns evidence that begins with what is found out of loops.
func newEvidence() *evidence {
	e := &evidence{now: &segmentEvidence{loops: true}}
	e.list = append(e.list, e.now)
	return e
}

// begin notes that a segment is executed. A nil evidence takes nothing up.
func (e *evidence) begin(from *point) {
	if e == nil {
		return
	}
	for _, s := range e.list {
		if !s.loops && s.from == from {
			*s = segmentEvidence{from: from}
			e.now = s
			return
		}
	}
	e.now = &segmentEvidence{from: from}
	e.list = append(e.list, e.now)
}

// settled notes a claim that needed no question.
func (e *evidence) settled() {
	if e != nil {
		e.now.settled++
	}
}

// refuted notes that constraints cannot hold together.
func (e *evidence) refuted(constraints []bitvec.Term) {
	if e != nil {
		e.now.claims = append(e.now.claims, constraints)
	}
}

// proof writes the evidence down.
func (p *pair) proof(name string) engines.FunctionProof {
	out := engines.FunctionProof{Function: name}
	for _, e := range p.evidence.list {
		if e.settled == 0 && len(e.claims) == 0 {
			continue
		}
		s := engines.SegmentProof{From: p.place(e), Settled: e.settled}
		for _, c := range e.claims {
			var b strings.Builder
			if err := smtlib.WriteQuery(&b, p.s, c, sat.Unsat); err != nil {
				panic(err) // a builder takes everything
			}
			s.Claims = append(s.Claims, b.String())
		}
		out.Segments = append(out.Segments, s)
	}
	return out
}

// place says where a segment begins.
func (p *pair) place(e *segmentEvidence) string {
	switch {
	case e.loops:
		return "what each round of a loop adds"
	case e.from == nil:
		return "the entry"
	}
	var at [2]program.Position
	for side, x := range p.sides {
		at[side] = p.names.progs[side].Position(x.f.Blocks[e.from.at[side]].Instrs[0].At)
	}
	// Old files may go by the names of new ones.
	return fmt.Sprintf("the loops at %d:%d (old) and %v (new)", at[0].Line, at[0].Col, at[1])
}
