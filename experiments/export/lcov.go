package export

import (
	"bytes"
	"context"
	"fmt"
	"io"

	machines "github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/testsuite"
)

// writeLCOV runs the recorded inputs of each pair on its new version and writes
// what they cover, the name of a test being the pair. A pair whose subject is
// not on this machine is an error.
func writeLCOV(ctx context.Context, e *Export, w io.Writer) error {
	inputs, err := e.inputs(ctx)
	if err != nil {
		return err
	}
	limit := e.Plan.RunLimits()
	limit.Coverage = true
	for _, p := range e.Set.Pairs {
		s, err := e.subject(p.Subject)
		if err != nil {
			return err
		}
		pair := s.Pair(p.Pair)
		prog, err := e.Env.Compile(ctx, s.Version(pair.New))
		if err != nil {
			return err
		}
		machine, err := machines.NewMachine(prog, limit)
		if err != nil {
			return err
		}
		h := newHits(prog)
		for i := range inputs[p] {
			out, err := machine.Run(ctx, &inputs[p][i])
			if err != nil {
				return fmt.Errorf("%s: %w", p, err)
			}
			h.add(out.Covered)
		}
		var buf bytes.Buffer
		if err := testsuite.WriteLCOV(&buf, prog, h); err != nil {
			return err
		}
		named := bytes.ReplaceAll(buf.Bytes(), []byte("TN:\n"), []byte("TN:"+testName(p.String())+"\n"))
		if _, err := w.Write(named); err != nil {
			return err
		}
	}
	return nil
}

// testName makes a name that lcov takes: letters, digits and underscores.
func testName(s string) string {
	out := []byte(s)
	for i, c := range out {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9') {
			out[i] = '_'
		}
	}
	return string(out)
}

// hits counts how many runs executed what of a program.
type hits struct {
	prog  *program.Program
	stmts [][]int   // by function
	edges [][][]int // by function, block and target
}

func newHits(p *program.Program) *hits {
	h := &hits{prog: p, stmts: make([][]int, len(p.Funcs)), edges: make([][][]int, len(p.Funcs))}
	for fn, f := range p.Funcs {
		if f.Library {
			continue
		}
		h.stmts[fn], h.edges[fn] = make([]int, len(f.Stmts)), make([][]int, len(f.Blocks))
		for b, block := range f.Blocks {
			if n := len(block.Instrs); n > 0 {
				h.edges[fn][b] = make([]int, len(block.Instrs[n-1].Targets))
			}
		}
	}
	return h
}

// add counts what one run executed.
func (h *hits) add(c *program.Coverage) {
	for fn := range h.stmts {
		for s := range h.stmts[fn] {
			if c.Stmt(fn, s) {
				h.stmts[fn][s]++
			}
		}
		for b := range h.edges[fn] {
			for k := range h.edges[fn][b] {
				if c.Edge(fn, b, k) {
					h.edges[fn][b][k]++
				}
			}
		}
	}
}

// Stmt implements testsuite.Hits.
func (h *hits) Stmt(fn, stmt int) int { return h.stmts[fn][stmt] }

// Edge implements testsuite.Hits.
func (h *hits) Edge(fn, block, k int) int { return h.edges[fn][block][k] }
