package aflchurn

import (
	"context"
	"math"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
)

// Age returns the weight of code that was changed so many commits ago; 0 is the last
// commit. It is the tool's "rrank".
func Age(commits int) float64 { return 1 / float64(max(commits, 1)) }

// Churn returns the weight of code that was changed so often; code that was never changed
// after it had been written has 1. It is the tool's "logchange".
func Churn(changes int) float64 {
	if changes == 0 {
		return 1
	}
	return math.Log2(float64(changes) + 1)
}

// weights are the weights of blocks of both versions, by function and block.
type weights struct {
	old, new []weighed
	lines    int // with a history
}

// weighed is a block that counts, if it is executed.
type weighed struct {
	fn, block int
	weight    float64
}

// weigh returns the weights for a task, by so many commits of its history.
func weigh(ctx context.Context, task *engines.Task, commits int) (*weights, error) {
	m := mapping.New(delta.Compute(task.Old.Version, task.New.Version), task.Old.Program, task.New.Program)
	changed := [2]map[stmt]bool{{}, {}}
	for _, c := range append(m.Changed(), m.Effects()...) {
		changed[1][stmt{c.Func, c.Stmt}] = true
		if f, s, ok := m.ToOld(c.Func, c.Stmt); ok && c.Exact {
			changed[0][stmt{f, s}] = true
		}
	}
	for _, d := range m.Deleted() {
		changed[0][stmt{d.OldFunc, d.OldStmt}] = true
	}
	w := &weights{}
	var history map[string][]program.LineHistory
	if task.History != nil && commits > 0 {
		var err error
		if history, err = task.History(ctx, commits); err != nil {
			return nil, err
		}
	}
	for _, lines := range history {
		w.lines += len(lines)
	}
	each(task.Old.Program, func(b weighed, stmts []int32) {
		if has(changed[0], b.fn, stmts) {
			b.weight = 1
			w.old = append(w.old, b)
		}
	})
	p := task.New.Program
	each(p, func(b weighed, stmts []int32) {
		switch {
		case history != nil:
			b.weight = best(p, b.fn, stmts, history)
		case has(changed[1], b.fn, stmts):
			b.weight = 1
		}
		w.new = append(w.new, b)
	})
	return w, nil
}

// stmt is a statement: indices into Program.Funcs and Func.Stmts.
type stmt struct {
	fn   int
	stmt int32
}

func has(set map[stmt]bool, fn int, stmts []int32) bool {
	for _, s := range stmts {
		if set[stmt{fn, s}] {
			return true
		}
	}
	return false
}

// each calls see for the blocks of a program's own code with the statements of each.
func each(p *program.Program, see func(b weighed, stmts []int32)) {
	for f, fn := range p.Funcs {
		if fn.Library {
			continue
		}
		for b, block := range fn.Blocks {
			var stmts []int32
			for i := range block.Instrs {
				if s := block.Instrs[i].Stmt; s >= 0 && (len(stmts) == 0 || stmts[len(stmts)-1] != s) {
					stmts = append(stmts, s)
				}
			}
			see(weighed{fn: f, block: b}, stmts)
		}
	}
}

// best returns the weight of a block by its lines: that of the youngest, and of the one
// changed most often.
func best(p *program.Program, fn int, stmts []int32, history map[string][]program.LineHistory) float64 {
	var age, churn float64
	for _, s := range stmts {
		r := p.Ranges[p.Funcs[fn].Stmts[s].At]
		lines := history[p.Files[r.File]]
		for l := int(r.Line); l > 0 && l <= int(max(r.Line, r.EndLine)) && l <= len(lines); l++ {
			age = max(age, Age(lines[l-1].Age))
			churn = max(churn, Churn(lines[l-1].Changes))
		}
	}
	return age * churn
}

// fitness returns the fitness of a trial's input.
func (w *weights) fitness(t *engines.Trial) float64 {
	sum, n := 0.0, 0
	for _, side := range []struct {
		blocks  []weighed
		covered *program.Coverage
	}{{w.old, t.Old.Covered}, {w.new, t.New.Covered}} {
		for _, b := range side.blocks {
			if side.covered.Block(b.fn, b.block) {
				sum += b.weight
				n++
			}
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
