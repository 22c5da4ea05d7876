package mutation

import (
	"slices"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// place is an expression in a function.
type place struct {
	function
	n      *tree.Node
	parent *tree.Node
}

// values returns the expressions of a function that are read, and not assigned to.
func (fn function) values() []place {
	var list []place
	walk(fn.body, func(n, parent *tree.Node) {
		if parent == nil || n.Kind < tree.Leaf || n.Kind == tree.Init {
			return
		}
		switch parent.Kind {
		case tree.Expr:
			return
		case tree.For:
			if n != parent.Kids[1] {
				return
			}
		case tree.Assign, tree.Call, tree.Post:
			if n == parent.Kids[0] {
				return
			}
		case tree.Pre:
			if parent.Op == "&" || parent.Op == "++" || parent.Op == "--" || parent.Op == "*" {
				return
			}
		case tree.Member:
			return
		case tree.Index:
			if n == parent.Kids[0] {
				return
			}
		}
		list = append(list, place{fn, n, parent})
	})
	return list
}

// any chooses an expression of a function of which ok is true.
func (d *draft) any(ok func(n, parent *tree.Node) bool) (place, bool) {
	fn, found := d.function()
	if !found {
		return place{}, false
	}
	var list []place
	walk(fn.body, func(n, parent *tree.Node) {
		if parent != nil && ok(n, parent) {
			list = append(list, place{fn, n, parent})
		}
	})
	return one(d, list)
}

// read chooses an expression that is read.
func (d *draft) read() (place, bool) {
	fn, ok := d.function()
	if !ok {
		return place{}, false
	}
	return one(d, fn.values())
}

// conditional reports whether an expression is what a statement decides by.
func conditional(n, parent *tree.Node) bool {
	switch parent.Kind {
	case tree.If, tree.While, tree.Do, tree.Cond:
		return n == parent.Kids[0]
	case tree.For:
		return n == parent.Kids[1]
	}
	return false
}

// operatorsLike are operators by which others are replaced.
func operatorsLike(op string) []string {
	for _, group := range []string{"+ - * | & ^", "/ % *", "<< >>", "< <= > >= == !=", "&& ||", "= += -= *= |= &= ^=", "<<= >>=", "/= %= *=", "++ --", "! ~ - +"} {
		if list := strings.Fields(group); slices.Contains(list, op) {
			return slices.DeleteFunc(list, func(s string) bool { return s == op })
		}
	}
	return nil
}

// around makes an operator that writes an expression that is read in another way.
func around(name string, write func(d *draft, p place, text string) string) operator {
	return operator{Expression, name, func(d *draft) bool {
		p, ok := d.read()
		return ok && d.replace(p.n.From, p.n.To, write(d, p, d.text(p.n)))
	}}
}

func expressions() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Expression, name, do} }
	return []operator{
		op("operator", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind >= tree.Leaf && operatorsLike(n.Op) != nil })
			if !ok {
				return false
			}
			to, _ := one(d, operatorsLike(p.n.Op))
			return d.sign(p.n, to)
		}),
		op("constant", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Leaf && d.f.Toks[n.From].Kind == csyntax.Number })
			return ok && d.replace(p.n.From, p.n.To, d.nudged(d.text(p.n)))
		}),
		op("text", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Leaf && d.f.Toks[n.From].Kind == csyntax.String })
			if !ok {
				return false
			}
			t := d.f.Toks[p.n.From].Text
			i := strings.Index(t, `"`)
			return i >= 0 && d.replace(p.n.From, p.n.From+1, t[:i+1]+d.of("z", "new ", `\t`, "(")+t[i+1:])
		}),
		op("operand", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Leaf && d.f.Toks[n.From].Kind == csyntax.Identifier })
			return ok && d.replace(p.n.From, p.n.To, d.name(p.function, p.n.From))
		}),
		op("object", func(d *draft) bool { // what is assigned to, taken the address of, indexed or dereferenced
			p, ok := d.any(func(n, parent *tree.Node) bool {
				return n.Kind >= tree.Leaf && n == parent.Kids[0] && (parent.Kind == tree.Assign || parent.Kind == tree.Index || parent.Kind == tree.Member || parent.Kind == tree.Pre || parent.Kind == tree.Post)
			})
			if !ok {
				return false
			}
			var others []*tree.Node
			walk(p.body, func(n, parent *tree.Node) {
				if n.Kind == p.n.Kind && parent.Kind == p.parent.Kind {
					others = append(others, n)
				}
			})
			o, ok := one(d, others)
			return ok && d.replace(p.n.From, p.n.To, d.text(o))
		}),
		op("other expression", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			q, _ := one(d, p.values())
			return d.replace(p.n.From, p.n.To, "("+d.text(q.n)+")")
		}),
		op("conjunct", func(d *draft) bool {
			p, ok := d.any(conditional)
			if !ok {
				return false
			}
			op, c := d.of("&&", "||"), d.truth(p.function, p.n.From)
			if d.rnd.IntN(2) == 0 {
				return d.before(p.n.From, c+" "+op+" ")
			}
			return d.behind(p.n.To-1, " "+op+" "+c)
		}),
		op("conjunct in parentheses", func(d *draft) bool {
			p, ok := d.any(conditional)
			if !ok {
				return false
			}
			op, c, t := d.of("&&", "||"), d.truth(p.function, p.n.From), d.text(p.n)
			return d.replace(p.n.From, p.n.To, d.of(c+" "+op+" ("+t+")", "("+t+") "+op+" "+c, "!("+t+")", "("+t+") "+op+" ("+c+" && "+d.truth(p.function, p.n.From)+")"))
		}),
		op("conjunct gone", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Binary && (n.Op == "&&" || n.Op == "||") })
			return ok && d.replace(p.n.From, p.n.To, d.text(p.n.Kids[d.rnd.IntN(2)]))
		}),
		op("operand gone", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Binary || n.Kind == tree.Cond })
			return ok && d.replace(p.n.From, p.n.To, d.text(p.n.Kids[d.rnd.IntN(len(p.n.Kids))]))
		}),
		op("swap operands", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Binary })
			if !ok {
				return false
			}
			a, b := p.n.Kids[0], p.n.Kids[1]
			return d.replace(a.From, a.To, "("+d.text(b)+")") && d.replace(b.From, b.To, "("+d.text(a)+")")
		}),
		op("swap arguments", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Call && len(n.Kids) > 2 })
			if !ok {
				return false
			}
			i := 1 + d.rnd.IntN(len(p.n.Kids)-2)
			a, b := p.n.Kids[i], p.n.Kids[i+1]
			return d.replace(a.From, a.To, d.text(b)) && d.replace(b.From, b.To, d.text(a))
		}),
		op("value of a call", func(d *draft) bool {
			p, ok := d.any(func(n, parent *tree.Node) bool { return n.Kind == tree.Call && parent.Kind != tree.Expr })
			return ok && d.replace(p.n.From, p.n.To, d.value(p.function, p.n.From))
		}),
		op("call", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			it, ok := one(d, d.items(csyntax.Function))
			if !ok || it.Name == "main" {
				return false
			}
			args := make([]string, len(d.parameters(it)))
			for i := range args {
				args[i] = d.value(p.function, p.n.From)
			}
			if len(args) > 0 {
				args[0] = d.text(p.n)
			}
			return d.replace(p.n.From, p.n.To, it.Name+"("+strings.Join(args, ", ")+")")
		}),
		around("ternary", func(d *draft, p place, t string) string {
			c, v := d.truth(p.function, p.n.From), d.value(p.function, p.n.From)
			return d.of("("+c+" ? "+t+" : "+v+")", "("+c+" ? "+v+" : "+t+")", "("+c+" ? "+t+" : "+t+")")
		}),
		around("more", func(d *draft, p place, t string) string {
			return "(" + t + ") " + d.of("+", "-", "*", "^", "|", "&") + " " + d.value(p.function, p.n.From)
		}),
		around("in front", func(d *draft, p place, t string) string {
			return d.value(p.function, p.n.From) + " " + d.of("+", "-", "*", "^", "|", "&") + " (" + t + ")"
		}),
		around("cast", func(d *draft, _ place, t string) string {
			return "(" + d.of("int", "unsigned", "char", "unsigned char", "short", "long", "_Bool") + ")(" + t + ")"
		}),
		around("parentheses", func(_ *draft, _ place, t string) string { return "(" + t + ")" }),
		around("unary", func(d *draft, _ place, t string) string { return d.of("!", "!!", "-", "~") + "(" + t + ")" }),
		around("comma", func(d *draft, p place, t string) string {
			return "(" + d.value(p.function, p.n.From) + ", " + t + ")"
		}),
		around("effect", func(d *draft, p place, t string) string {
			x, ok := d.target(p.function, p.n.From)
			if !ok {
				return t
			}
			return d.of("("+x+" = "+t+")", "("+x+"++, "+t+")", "("+t+") + "+x+"--", "("+t+" && "+x+"++)")
		}),
		around("statement expression", func(d *draft, _ place, t string) string {
			v := d.fresh("v")
			return "({ __typeof__(" + t + ") " + v + " = " + t + "; " + v + "; })"
		}),
		around("compound literal", func(_ *draft, _ place, t string) string { return "(int){" + t + "}" }),
		around("size", func(d *draft, _ place, t string) string { return d.of("sizeof (", "(int)sizeof (") + t + ")" }),
		op("index", func(d *draft) bool {
			p, ok := d.any(func(n, parent *tree.Node) bool { return parent.Kind == tree.Index && n == parent.Kids[1] })
			return ok && d.replace(p.n.From, p.n.To, d.of("("+d.text(p.n)+") % 2", "0", "("+d.text(p.n)+") ^ 1", d.text(p.n)+" + 0"))
		}),
		op("pointer form", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Index })
			return ok && d.replace(p.n.From, p.n.To, "(*("+d.text(p.n.Kids[0])+" + ("+d.text(p.n.Kids[1])+")))")
		}),
		op("assignment as a sum", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Assign && n.Op == "+=" })
			return ok && d.replace(p.n.From, p.n.To, d.text(p.n.Kids[0])+" = "+d.text(p.n.Kids[0])+" + ("+d.text(p.n.Kids[1])+")")
		}),
	}
}

// sign puts another operator into an expression.
func (d *draft) sign(n *tree.Node, to string) bool {
	tok := n.From
	switch n.Kind {
	case tree.Binary, tree.Assign:
		tok = n.Kids[0].To
	case tree.Post:
		tok = n.To - 1
	case tree.Pre:
	default:
		return false
	}
	return d.f.Toks[tok].Text == n.Op && d.replace(tok, tok+1, to)
}

// nudged returns another number in the same spelling.
func (d *draft) nudged(text string) string {
	digits := strings.TrimRight(text, "uUlL")
	v, err := strconv.ParseInt(digits, 0, 64)
	if err != nil || v < 0 {
		return d.number()
	}
	return d.of(strconv.FormatInt(v+1, 10), strconv.FormatInt(max(v-1, 0), 10), strconv.FormatInt(v*2&0xfff, 10), "0", "1", "(1 + "+digits+")") + d.of(text[len(digits):], "")
}
