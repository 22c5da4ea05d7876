package sat

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
)

// Tracer is a solver that writes its session down in the iCNF format, to be
// handed to [Replay] or to another solver:
//
//	p inccnf
//	1 -2 0
//	a 2 0
//	c sat
//
// Each query is followed by its answer as a comment. Restrictions of the
// search are not written: they are the caller's knowledge, and a replay
// answers the same without them.
type Tracer struct {
	Solver
	out *bufio.Writer
	buf []byte
}

// Trace returns a solver that passes everything on to s and writes the session
// to w. s must have no clauses. Call Flush at the end.
func Trace(s Solver, w io.Writer) *Tracer {
	t := &Tracer{Solver: s, out: bufio.NewWriter(w)}
	t.out.WriteString("p inccnf\n")
	return t
}

// SetDecision implements [Decider].
func (t *Tracer) SetDecision(v Var, on bool) {
	if d, ok := t.Solver.(Decider); ok {
		d.SetDecision(v, on)
	}
}

// AddClause implements [Solver].
func (t *Tracer) AddClause(lits ...Lit) {
	t.buf = appendLits(t.buf[:0], lits)
	t.out.Write(t.buf)
	t.Solver.AddClause(lits...)
}

// Solve implements [Solver]. The query is flushed before it is solved, so that
// the trace of a crash shows it.
func (t *Tracer) Solve(ctx context.Context, limits Limits, assumptions ...Lit) Result {
	t.buf = appendLits(append(t.buf[:0], "a "...), assumptions)
	t.out.Write(t.buf)
	_ = t.out.Flush()
	res := t.Solver.Solve(ctx, limits, assumptions...)
	fmt.Fprintf(t.out, "c %v", res.Verdict)
	if res.Verdict == Unknown {
		fmt.Fprintf(t.out, " %v", res.Reason)
	}
	t.out.WriteByte('\n')
	return res
}

// Flush writes what is buffered and returns the first error of all writing.
func (t *Tracer) Flush() error {
	if err := t.out.Flush(); err != nil {
		return fmt.Errorf("write trace: %w", err)
	}
	return nil
}

// Replay runs a session from r on s, which must be empty, and calls answer
// after each query, while s is in the state of that answer. It stops at the
// first error, also one from answer.
func Replay(ctx context.Context, r io.Reader, name string, s Solver, limits Limits, answer func(Result) error) error {
	in := NewReader(r, name)
	for {
		item, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case !item.Query:
			addGrowing(s, item.Lits)
			continue
		}
		growFor(s, item.Lits)
		if err := answer(s.Solve(ctx, limits, item.Lits...)); err != nil {
			return err
		}
	}
}
