package symexec

import (
	"slices"
	"testing"

	"github.com/riftlab/rift/engines/symexec/exec"
	"github.com/riftlab/rift/program"
)

const directed = `int g;
int twice(int x)
{
	g = x;
	return x + x;
}
int f(int x, int y)
{
	int n = 0;
	if (x > 3)
		n = 1;
	if (y > twice(x))
		n = n + 2;
	g = n;
	return n;
}
int main(void) { return 0; }
`

// trace is a payload: the lines of the statements begun, newest first.
type trace struct {
	line int
	prev *trace
}

func (t *trace) lines() []int {
	if t == nil {
		return nil
	}
	return append(t.prev.lines(), t.line)
}

// Forks inherit the payload; the statement at which a path forks is announced
// once for each of its paths.
func TestStatements(t *testing.T) {
	p := compileC(t, "p.c", directed)
	e, err := New(p, Options{
		Hooks: Hooks{OnStmt: func(st *State, fn int, stmt int32) Order {
			prev, _ := st.Payload.(*trace)
			st.Payload = &trace{p.Position(p.Funcs[fn].Stmts[stmt].At).Line, prev}
			frames := st.Frames(nil)
			if last := frames[len(frames)-1]; last.Func != fn || last.Statement(p) != stmt {
				t.Errorf("statement %d of function %d is announced at %+v", stmt, fn, last)
			}
			if fn2, block := st.Function(); fn2 != fn || block != frames[len(frames)-1].Block {
				t.Errorf("Function and Frames disagree: %d %d and %+v", fn2, block, frames)
			}
			if name := p.Funcs[fn].Name; name == "twice" && (len(frames) != 2 || p.Funcs[frames[0].Func].Name != "f") {
				t.Errorf("twice is called from %+v", frames)
			}
			return exec.Continue
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
		if err != nil {
			t.Fatal(err)
		}
		last := 0
		for _, n := range path.Payload.(*trace).lines() {
			if n == last {
				t.Errorf("line %d twice in %v", n, path.Payload.(*trace).lines())
			}
			last = n
			seen[string(rune('a'+n))] = true
		}
	}
	if e.Stats.Paths != 4 || !e.Stats.Exhaustive() {
		t.Errorf("%d paths, want 4: %+v", e.Stats.Paths, e.Stats)
	}
	for _, n := range []int{4, 5, 9, 10, 11, 12, 13, 14, 15} {
		if !seen[string(rune('a'+n))] {
			t.Errorf("line %d was never announced", n)
		}
	}
}

// A path can be ended where it is, and states can be dropped.
func TestEndAndKeep(t *testing.T) {
	p := compileC(t, "p.c", directed)
	paused := 0
	e, err := New(p, Options{
		Hooks: Hooks{OnStmt: func(st *State, fn int, stmt int32) Order {
			switch p.Position(p.Funcs[fn].Stmts[stmt].At).Line {
			case 11:
				paused++
				return exec.Pause
			case 13: // y > twice(x)
				return exec.End
			}
			return exec.Continue
		}},
		Population: Population{Keep: func(st *State) bool {
			fn, block := st.Function()
			for _, in := range p.Funcs[fn].Blocks[block].Instrs {
				if p.Position(in.At).Line == 11 {
					return false
				}
			}
			return true
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var ends []string
	for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, path.Incomplete)
	}
	// x > 3 is dropped when it begins, or pauses at, line 11; of the other two
	// one ends at line 13.
	if e.Stats.Paths != 2 || e.Stats.Pruned != 1 || e.Stats.Ended != 1 || e.Stats.Incomplete != 0 || e.Stats.Pending != 0 {
		t.Errorf("stats %+v", e.Stats)
	}
	if e.Stats.Exhaustive() {
		t.Error("a search that drops states is not exhaustive")
	}
	if len(ends) != 2 || (ends[0] == EndedBySearch) == (ends[1] == EndedBySearch) {
		t.Errorf("ends: %q", ends)
	}
	if paused > 1 {
		t.Errorf("paused %d times", paused)
	}
}

// A search is told where a call of the program's own returns, and may end the path
// there.
func TestReturns(t *testing.T) {
	p := compileC(t, "p.c", directed)
	var lines []int
	e, err := New(p, Options{
		Hooks: Hooks{OnStmt: func(*State, int, int32) Order { return exec.Continue }, OnReturn: func(st *State, fn int, stmt int32) Order {
			frames := st.Frames(nil)
			if last := frames[len(frames)-1]; last.Func != fn || last.Statement(p) != stmt {
				t.Errorf("statement %d of function %d is announced at %+v", stmt, fn, last)
			}
			lines = append(lines, p.Position(p.Funcs[fn].Stmts[stmt].At).Line)
			return exec.End
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, err := range e.Paths(t.Context(), &program.InputModel{Entry: "f"}) {
		if err != nil {
			t.Fatal(err)
		}
		if path.Incomplete != EndedBySearch {
			t.Errorf("a path went on: %+v", path)
		}
	}
	if !slices.Equal(lines, []int{12, 12}) {
		t.Errorf("returns into lines %v, want 12 on both paths", lines)
	}
}
