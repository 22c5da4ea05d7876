package mutation

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// function is a function of the file at work with the tree of its body.
type function struct {
	it   *source.Item
	body *tree.Node
}

// function chooses a function whose body the tree's parser knows.
func (d *draft) function() (function, bool) {
	list := d.items(csyntax.Function)
	for range 4 {
		it, ok := one(d, list)
		if !ok {
			break
		}
		if n, err := tree.Parse(d.f, it); err == nil {
			return function{it, n}, true
		}
	}
	return function{}, false
}

// walk visits the nodes of a tree, the outer ones first.
func walk(n *tree.Node, visit func(n, parent *tree.Node)) {
	var in func(n, parent *tree.Node)
	in = func(n, parent *tree.Node) {
		if n == nil {
			return
		}
		visit(n, parent)
		for _, k := range n.Kids {
			in(k, n)
		}
	}
	in(n, nil)
}

// spot is a place in a list of statements.
type spot struct {
	function
	list *tree.Node // a block
	i    int        // of its kids
}

func (s spot) stmt() *tree.Node { return s.list.Kids[s.i] }

// spots returns the statements in lists of a function of which ok is true.
func (fn function) spots(ok func(*tree.Node) bool) []spot {
	var list []spot
	walk(fn.body, func(n, _ *tree.Node) {
		if n.Kind != tree.Block {
			return
		}
		for i, k := range n.Kids {
			if ok(k) {
				list = append(list, spot{fn, n, i})
			}
		}
	})
	return list
}

// spot chooses a statement of a function.
func (d *draft) spot(ok func(*tree.Node) bool) (spot, bool) {
	fn, found := d.function()
	if !found {
		return spot{}, false
	}
	return one(d, fn.spots(ok))
}

func plain(n *tree.Node) bool {
	return n.Kind != tree.Decl && n.Kind != tree.Label && n.Kind != tree.Line
}

// integral reports whether specifiers are those of an integer, as far as words tell.
func integral(spec []csyntax.Token) bool {
	found := false
	for _, t := range spec {
		switch w := t.Text; {
		case w == "int" || w == "long" || w == "short" || w == "char" || w == "unsigned" || w == "signed" || w == "_Bool" || w == "bool" || w == "size_t" || strings.HasPrefix(w, "int") && strings.HasSuffix(w, "_t") || strings.HasPrefix(w, "uint"):
			found = true
		case w == "const" || w == "static" || w == "register" || w == "volatile" || w == "auto" || w == "extern":
		default:
			return false
		}
	}
	return found
}

// constant reports whether specifiers make something that is not assigned to.
func constant(spec []csyntax.Token) bool {
	return slices.ContainsFunc(spec, func(t csyntax.Token) bool { return t.Text == "const" })
}

// variable is a name in scope of an integer type.
type variable struct {
	name  string
	fixed bool // it may not be assigned
}

// in returns the integers that tokens of a declaration declare.
func in(toks []csyntax.Token) (list []variable) {
	spec, ds, ok := csyntax.Declarators(toks)
	if !ok || !integral(toks[:spec]) {
		return nil
	}
	for _, x := range ds {
		end := x.To
		if x.Init >= 0 {
			end = x.Init - 1
		}
		if end == x.From+1 {
			list = append(list, variable{x.Name, constant(toks[:spec])})
		}
	}
	return list
}

// scope returns the integers that are known at a token of a function: its parameters, those
// of the blocks around it, and variables outside functions.
func (d *draft) scope(fn function, tok int) (list []variable) {
	list = d.parameters(fn.it)
	walk(fn.body, func(n, _ *tree.Node) {
		if n.Kind != tree.Block && n.Kind != tree.For || tok < n.From || tok >= n.To {
			return
		}
		for _, k := range n.Kids {
			if k != nil && k.Kind == tree.Decl && k.To <= tok {
				list = append(list, in(d.f.Toks[k.From:k.To])...)
			}
		}
	})
	for _, it := range d.f.Items {
		if it.To > fn.it.From {
			break
		}
		if it.Kind == csyntax.Declaration {
			list = append(list, in(d.f.Toks[it.From:it.To])...)
		}
	}
	return list
}

// parameters returns the integers among the parameters of a function, in either style.
func (d *draft) parameters(it *source.Item) (list []variable) {
	for i := it.From; i < it.Body; i++ {
		if !d.f.Toks[i].Is("(") || d.f.Toks[i-1].Text != it.Name {
			continue
		}
		args, end := arguments(d.f, i)
		for _, a := range args {
			toks := csyntax.Lex(d.f.Text[a[0]:a[1]])
			if n := len(toks); n > 1 && toks[n-1].Names() && integral(toks[:n-1]) {
				list = append(list, variable{toks[n-1].Text, constant(toks)})
			}
		}
		for from := end + 1; from < it.Body; { // an old-style definition
			to := from
			for to < it.Body && !d.f.Toks[to].Is(";") {
				to++
			}
			if to < it.Body {
				list = append(list, in(d.f.Toks[from:to+1])...)
			}
			from = to + 1
		}
		break
	}
	return list
}

// name returns an integer in scope, or a constant if there is none.
func (d *draft) name(fn function, tok int) string {
	v, ok := one(d, d.scope(fn, tok))
	if !ok {
		return d.number()
	}
	return v.name
}

// target returns an integer in scope that may be assigned, and reports whether there is one.
func (d *draft) target(fn function, tok int) (string, bool) {
	v, ok := one(d, slices.DeleteFunc(d.scope(fn, tok), func(v variable) bool { return v.fixed }))
	return v.name, ok
}

func (d *draft) number() string {
	return d.of("0", "1", "2", "3", "4", "7", "10", "31", "100", "255", "0x80", "1000", "'a'", "5u", "6L", "-1")
}

// value makes an expression of integers that are known at a token.
func (d *draft) value(fn function, tok int) string {
	x, y := d.name(fn, tok), d.name(fn, tok)
	switch d.rnd.IntN(8) {
	case 0:
		return d.number()
	case 1, 2:
		return x
	case 3:
		return x + " " + d.of("+", "-", "*", "&", "|", "^") + " " + y
	case 4:
		return x + " " + d.of("+", "-", "^", "&", "<<", ">>") + " " + d.of("1", "2", "3")
	case 5:
		return "(" + d.truth(fn, tok) + " ? " + x + " : " + d.number() + ")"
	case 6:
		return d.of("!", "~", "-") + x
	}
	return x + " " + d.of("/", "%") + " " + d.of("2", "3", "7")
}

// truth makes a condition of integers that are known at a token.
func (d *draft) truth(fn function, tok int) string {
	x := d.name(fn, tok)
	switch d.rnd.IntN(5) {
	case 0:
		return x
	case 1:
		return "!" + x
	case 2:
		return x + " " + d.of("<", ">", "==", "!=", "<=", ">=") + " " + d.name(fn, tok)
	case 3:
		return "(" + x + " & " + d.of("1", "2", "4") + ")"
	}
	return x + " " + d.of("<", ">", "==", "!=", "<=", ">=") + " " + d.number()
}
