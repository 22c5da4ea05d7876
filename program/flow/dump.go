package flow

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Fprint writes the graph as text for people and for golden tests: for each
// function that keep accepts (all, if nil) its nodes with their successors and
// direct dependences.
//
//	12 [5:3 expression] -> 13 14 | control 10 | data 4(x) 7(list.next) | calls f g
//
// Nodes are numbered within their function: 0 is the entry, the last the exit;
// nodes of other functions are written f:4.
func (g *Graph) Fprint(w io.Writer, keep func(fn int) bool) error {
	out := bufio.NewWriter(w)
	for _, f := range g.Funcs() {
		if keep != nil && !keep(f) {
			continue
		}
		fmt.Fprintf(out, "func %s\n", g.Program().Funcs[f].Name)
		for n := g.Entry(f); n <= g.Exit(f); n++ {
			g.printNode(out, n)
		}
	}
	return out.Flush()
}

func (g *Graph) printNode(out io.Writer, n Node) {
	in := g.Info(n)
	ps := g.Program().Position(in.At)
	kind := in.Kind.String()
	if in.Kind == Statement {
		kind = [...]string{"expression", "condition", "switch", "return", "jump", "asm", "implicit"}[g.Program().Funcs[in.Func].Stmts[in.Stmt].Kind]
	}
	fmt.Fprintf(out, "%4s [%d:%d %s]", g.label(n, in.Func), ps.Line, ps.Col, kind)
	if len(g.Succs(n)) > 0 {
		fmt.Fprint(out, " ->")
		for _, s := range g.Succs(n) {
			fmt.Fprint(out, " ", g.label(s, in.Func))
		}
	}
	g.printDeps(out, "control", g.Control(n), in.Func)
	g.printDeps(out, "data", g.Data(n), in.Func)
	if list := g.Callees(n); len(list) > 0 {
		fmt.Fprint(out, " | calls")
		for _, h := range list {
			fmt.Fprint(out, " ", g.Program().Funcs[h].Name)
		}
	}
	if g.MayEnd(n) {
		fmt.Fprint(out, " | may end")
	}
	fmt.Fprintln(out)
}

func (g *Graph) printDeps(out io.Writer, name string, list []Dependence, fn int) {
	if len(list) == 0 {
		return
	}
	fmt.Fprint(out, " | ", name)
	for i := 0; i < len(list); {
		j := i
		var names []string
		for ; j < len(list) && list[j].Node == list[i].Node; j++ {
			if s := g.Name(list[j].Location); s != "" {
				names = append(names, s)
			}
		}
		fmt.Fprint(out, " ", g.label(list[i].Node, fn))
		if len(names) > 0 {
			fmt.Fprintf(out, "(%s)", strings.Join(names, " "))
		}
		i = j
	}
}

// label returns the number of a node within its function, with the name of the
// function if that is not fn.
func (g *Graph) label(n Node, fn int) string {
	f := g.Info(n).Func
	if f == fn {
		return fmt.Sprint(n - g.Entry(f))
	}
	return fmt.Sprintf("%s:%d", g.Program().Funcs[f].Name, n-g.Entry(f))
}
