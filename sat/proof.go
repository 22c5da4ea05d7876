package sat

import (
	"bufio"
	"fmt"
	"io"
)

// Proof writes down what a solver derives, in the text form of DRAT, so that another
// program can check an Unsat: each line is a clause that follows from those before it, or,
// after a d, one that is no longer needed; the last is the empty clause. What rift's
// solvers derive follows by unit propagation alone (RUP), which DRAT allows.
//
// It is given to a solver by [CDCLOptions] or [SimplifyOptions], before the first clause,
// and stands for queries without assumptions.
//
// Sources: Goldberg, Novikov, "Verification of proofs of unsatisfiability for CNF
// formulas", DATE 2003; Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014.
type Proof struct {
	out *bufio.Writer
	buf []byte
}

// NewProof returns a proof that is written to w. Call Flush at the end.
func NewProof(w io.Writer) *Proof { return &Proof{out: bufio.NewWriterSize(w, 1<<16)} }

// Flush writes what is buffered and returns the first error of all writing.
func (p *Proof) Flush() error {
	if err := p.out.Flush(); err != nil {
		return fmt.Errorf("write proof: %w", err)
	}
	return nil
}

// derived notes a clause that was derived. A nil proof notes nothing.
func (p *Proof) derived(lits ...Lit) {
	if p == nil {
		return
	}
	p.buf = appendLits(p.buf[:0], lits)
	p.out.Write(p.buf)
}

// discarded notes a clause that is no longer needed.
func (p *Proof) discarded(lits []Lit) {
	if p == nil {
		return
	}
	p.buf = appendLits(append(p.buf[:0], "d "...), lits)
	p.out.Write(p.buf)
}
