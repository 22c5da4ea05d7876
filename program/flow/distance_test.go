package flow

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
)

// writer makes random programs of functions that call each other, branch, loop,
// return early and end the run.
type programWriter struct {
	t     *rapid.T
	sb    strings.Builder
	funcs int
	depth int
	left  int // statements that may still be made
}

func (w *programWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.sb, strings.Repeat("  ", w.depth)+format+"\n", args...)
}

func (w *programWriter) block() {
	w.depth++
	for range rapid.IntRange(1, 3).Draw(w.t, "statements") {
		w.statement()
	}
	w.depth--
}

func (w *programWriter) statement() {
	w.left--
	kind := rapid.IntRange(0, 9).Draw(w.t, "kind")
	if w.left < 0 || w.depth > 3 {
		kind %= 4
	}
	switch kind {
	case 0, 1:
		w.line("x = x * 3 + %d;", kind)
	case 2:
		w.line("x += f%d(x);", rapid.IntRange(0, w.funcs-1).Draw(w.t, "callee"))
	case 3:
		w.line("if (x == 7) return x;")
	case 4, 5:
		w.line("if (x & %d) {", kind)
		w.block()
		w.line("} else {")
		w.block()
		w.line("}")
	case 6:
		w.line("while (x-- > 0) {")
		w.block()
		w.line("}")
	case 7:
		w.line("exit(x);")
	case 8:
		w.line("x = table[x & 1](x) + f%d(x);", rapid.IntRange(0, w.funcs-1).Draw(w.t, "callee"))
	case 9:
		w.line("for (;;) { if (x > 9) break; x++; }")
	}
}

func randomProgram(t *rapid.T) string {
	w := &programWriter{t: t, funcs: rapid.IntRange(1, 4).Draw(t, "functions"), left: 14}
	w.line("#include <stdlib.h>")
	for i := range w.funcs {
		w.line("int f%d(int);", i)
	}
	w.line("int (*table[])(int) = {f0, f%d};", w.funcs-1)
	for i := range w.funcs {
		w.line("int f%d(int x) {", i)
		w.block()
		w.line("  return x;")
		w.line("}")
	}
	w.line("int main(int argc, char **argv) {")
	w.line("  int x = argc;")
	w.block()
	w.line("  return x;")
	w.line("}")
	return w.sb.String()
}

// config is a node of the exploded graph: a whole stack of activations.
type config struct {
	stack string // of the callers: places of their calls
	at    Frame
}

// exploded searches breadth first, from the definition: every configuration is
// a node, every instruction an edge. There are exponentially many: after about most
// of them it gives up, and cut says that all it knows is that no target is nearer
// than dist.
func exploded(g *Graph, frames []Frame, target map[Node]bool, depth, most int) (dist int, reached, cut bool) {
	var callers []Frame
	callers = append(callers, frames[:len(frames)-1]...)
	type item struct {
		stack []Frame
		at    Frame
	}
	start := item{callers, frames[len(frames)-1]}
	seen := map[config]bool{}
	level := []item{start}
	for ; len(level) > 0; dist++ {
		if len(seen) > most {
			return dist, false, true
		}
		var next []item
		push := func(stack []Frame, at Frame) {
			c := config{fmt.Sprint(stack), at}
			if !seen[c] && len(stack) <= depth {
				seen[c] = true
				next = append(next, item{stack, at})
			}
		}
		for _, x := range level {
			in := &g.Program().Funcs[x.at.Func].Blocks[x.at.Block].Instrs[x.at.Index]
			// The place counts as its node; implicit code as none.
			if in.Stmt >= 0 && in.Op != program.Enter && in.Op != program.Leave && target[g.At(x.at.Func, x.at.Block, x.at.Index)] {
				return dist, true, false
			}
			after := x.at
			after.Index++
			switch in.Op {
			case program.Return:
				if n := len(x.stack); n > 0 {
					ret := x.stack[n-1]
					ret.Index++
					push(x.stack[:n-1], ret)
				}
			case program.Unreachable:
			case program.Call:
				callees := g.CalleesAt(x.at.Func, x.at.Block, x.at.Index)
				for _, f := range callees {
					stack := append(append([]Frame(nil), x.stack...), x.at)
					push(stack, Frame{f, 0, 0})
				}
				if len(callees) == 0 && !(in.A.Mode == program.FuncAddr && g.Program().Funcs[in.A.Index].Name == "exit") {
					push(x.stack, after)
				}
			default:
				if !in.IsTerminator() {
					push(x.stack, after)
				}
				for _, b := range in.Targets {
					push(x.stack, Frame{x.at.Func, int(b), 0})
				}
			}
		}
		level = next
	}
	return 0, false, false
}

// Distances are those of breadth-first search on the exploded graph.
func TestDistancesAgainstSearch(t *testing.T) {
	drawn, compared := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		src := randomProgram(t)
		p := compileQuietly(t, src)
		g, err := Analyse(t.Context(), p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		target := map[Node]bool{}
		var targets []Node
		for range rapid.IntRange(1, 2).Draw(t, "targets") {
			n := Node(rapid.IntRange(0, g.Len()-1).Draw(t, "target"))
			if g.Info(n).Kind == Statement {
				target[n] = true
				targets = append(targets, n)
			}
		}
		d := g.Distances(targets)
		frames := randomStack(t, g)
		// A shortest way opens each function at most once for good; the calls that it
		// gets through on the way nest no deeper than there are functions either.
		want, reached, cut := exploded(g, frames, target, len(frames)+2*len(g.Funcs()), 20_000)
		got, ok := d.From(frames)
		if cut {
			if ok && got < want {
				t.Fatalf("from %v to %v: distance %d, want at least %d\n%s", frames, targets, got, want, src)
			}
			return
		}
		compared++
		if ok != reached || ok && got != want {
			t.Fatalf("from %v to %v: distance %d %v, want %d %v\n%s", frames, targets, got, ok, want, reached, src)
		}
	})
	if compared < drawn/2 {
		t.Errorf("only %d of %d programs could be searched to the end", compared, drawn)
	}
}

// canBeAt reports whether control gets to a place at all: not behind a call that
// never returns.
func canBeAt(g *Graph, x Frame) bool {
	seg := g.Segments(int32(x.Func))
	for _, s := range seg.Order {
		if sg := seg.List[s]; int(sg.Block) == x.Block && int(sg.Lo) <= x.Index && x.Index < int(sg.Hi) {
			return true
		}
	}
	return false
}

// randomStack returns activations that a run might have: main, then a callee
// of a call in the one before, and so on.
func randomStack(t *rapid.T, g *Graph) []Frame {
	f, _ := g.Program().FuncByName("main")
	var frames []Frame
	for {
		var calls, all []Frame
		for b, blk := range g.Program().Funcs[f].Blocks {
			for i := range blk.Instrs {
				x := Frame{f, b, i}
				if !canBeAt(g, x) {
					continue
				}
				all = append(all, x)
				if len(g.CalleesAt(f, b, i)) > 0 {
					calls = append(calls, x)
				}
			}
		}
		if len(calls) == 0 || len(frames) == 2 || rapid.Bool().Draw(t, "innermost") {
			return append(frames, rapid.SampledFrom(all).Draw(t, "place"))
		}
		x := rapid.SampledFrom(calls).Draw(t, "call")
		frames = append(frames, x)
		f = rapid.SampledFrom(g.CalleesAt(x.Func, x.Block, x.Index)).Draw(t, "callee")
	}
}

// A longjmp leads back to the setjmp of a caller.
func TestDistanceByLongjmp(t *testing.T) {
	g := analyse(t, source(
		"#include <setjmp.h>",
		"jmp_buf b;",
		"int leave(int v) {",
		"  longjmp(b, v);",
		"}",
		"int main(int argc, char **argv) {",
		"  if (setjmp(b))",
		"    return 3;",
		"  leave(argc);",
		"  for (;;)",
		"    argc++;",
		"}"), Options{})
	leave, _ := g.Program().FuncByName("leave")
	main, _ := g.Program().FuncByName("main")
	var call Frame
	for b, blk := range g.Program().Funcs[main].Blocks {
		for i := range blk.Instrs {
			if len(g.CalleesAt(main, b, i)) > 0 {
				call = Frame{main, b, i}
			}
		}
	}
	frames := []Frame{call, {leave, 0, 0}}
	if n, ok := g.Distances([]Node{the(t, g, 8)}).From(frames); !ok || n == 0 {
		t.Errorf("distance to what follows setjmp: %d %v", n, ok)
	}
	for n := range Node(g.Len()) {
		if g.Program().Position(g.Info(n).At).Line != 11 {
			continue
		}
		if dist, ok := g.Distances([]Node{n}).From(frames); ok {
			t.Errorf("distance to what follows a call that does not return: %d, want none", dist)
		}
	}
}

// A way that leads through a recursive call counts, although the length of that
// call is found only in a second round.
func TestDistanceThroughRecursion(t *testing.T) {
	g := analyse(t, source(
		"int f(int x) {",
		"  if (x > 3) {",
		"    x += f(x - 1);",
		"    x *= 2;",
		"  }",
		"  return x;",
		"}",
		"int main(int argc, char **argv) {",
		"  return f(argc);",
		"}"), Options{})
	main, _ := g.Program().FuncByName("main")
	d := g.Distances([]Node{the(t, g, 4)})
	got, ok := d.From([]Frame{{main, 0, 0}})
	want, reached, _ := exploded(g, []Frame{{main, 0, 0}}, map[Node]bool{the(t, g, 4): true}, 4, 20_000)
	if !reached || !ok || got != want {
		t.Errorf("distance %d %v, want %d %v", got, ok, want, reached)
	}
}
