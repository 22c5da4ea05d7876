package mutation

import (
	"strings"

	"github.com/riftlab/rift/program/delta/unify/tree"
)

func statements() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Statement, name, do} }
	return []operator{
		op("remove", func(d *draft) bool {
			s, ok := d.spot(plain)
			return ok && d.replace(s.stmt().From, s.stmt().To, "")
		}),
		op("remove several", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			from, to := d.run(s)
			return d.replace(from, to, "")
		}),
		op("duplicate", func(d *draft) bool {
			s, ok := d.spot(plain)
			return ok && d.before(s.stmt().To, d.text(s.stmt())+"\n")
		}),
		op("swap", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok || s.i+1 >= len(s.list.Kids) {
				return false
			}
			a, b := s.stmt(), s.list.Kids[s.i+1]
			return d.replace(a.From, a.To, d.text(b)) && d.replace(b.From, b.To, d.text(a))
		}),
		op("move", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			to, ok := one(d, s.spots(func(n *tree.Node) bool { return n.From < s.stmt().From || n.From >= s.stmt().To }))
			return ok && d.replace(s.stmt().From, s.stmt().To, "") && d.before(to.stmt().From, d.text(s.stmt())+"\n")
		}),
		op("copy", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			to, _ := one(d, s.spots(func(*tree.Node) bool { return true }))
			return d.before(to.stmt().From, d.text(s.stmt())+"\n")
		}),
		op("insert", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind != tree.Line })
			if !ok {
				return false
			}
			text, ok := d.statement(s.function, s.stmt().From)
			return ok && d.before(s.stmt().From, text+"\n")
		}),
		op("insert at the end", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind != tree.Line })
			if !ok {
				return false
			}
			text, ok := d.statement(s.function, s.list.To-1)
			return ok && d.before(s.list.To-1, text+"\n")
		}),
		op("wrap", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			from, to := d.run(s)
			head, tail := d.wrapper(s.function, from)
			return d.before(from, head) && d.behind(to-1, tail)
		}),
		op("condition without braces", func(d *draft) bool {
			s, ok := d.spot(plain)
			return ok && d.before(s.stmt().From, d.of("if", "if", "while")+" ("+d.truth(s.function, s.stmt().From)+")\n")
		}),
		op("unwrap", unwrap),
		op("else", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.If })
			if !ok {
				return false
			}
			n := s.stmt()
			if len(n.Kids) == 3 {
				e := n.Kids[2]
				return d.replace(e.From-1, e.To, "")
			}
			text, ok := d.statement(s.function, n.From)
			return ok && d.behind(n.To-1, " else { "+text+" }")
		}),
		op("swap branches", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.If && len(n.Kids) == 3 })
			if !ok {
				return false
			}
			k := s.stmt().Kids
			if d.rnd.IntN(2) == 0 {
				d.replace(k[0].From, k[0].To, "!("+d.text(k[0])+")")
			}
			return d.replace(k[1].From, k[1].To, "{ "+d.text(k[2])+" }") && d.replace(k[2].From, k[2].To, "{ "+d.text(k[1])+" }")
		}),
		op("link of else if", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.If })
			if !ok {
				return false
			}
			n := s.stmt()
			for len(n.Kids) == 3 && n.Kids[2].Kind == tree.If && d.rnd.IntN(2) == 0 {
				n = n.Kids[2]
			}
			text, ok := d.statement(s.function, s.stmt().From)
			return ok && d.before(n.From, "if ("+d.truth(s.function, s.stmt().From)+") { "+text+" } else ")
		}),
		op("other loop", loop),
		op("braces", func(d *draft) bool {
			fn, ok := d.function()
			if !ok {
				return false
			}
			var list []*tree.Node
			walk(fn.body, func(n, _ *tree.Node) {
				switch n.Kind {
				case tree.If:
					list = append(list, n.Kids[1:]...)
				case tree.While, tree.For, tree.Do:
					list = append(list, n.Kids[len(n.Kids)-1])
				}
			})
			n, ok := one(d, list)
			switch {
			case !ok:
				return false
			case n.Kind != tree.Block:
				return d.replace(n.From, n.To, "{ "+d.text(n)+" }")
			}
			return len(n.Kids) == 1 && d.replace(n.From, n.To, d.text(n.Kids[0]))
		}),
		op("case", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.Label && (n.Op == "case" || n.Op == "default") })
			if !ok {
				return false
			}
			text, ok := d.statement(s.function, s.list.From)
			return ok && d.before(s.stmt().From, "case "+d.of("1", "2", "3", "7", "19", "100", "'x'")+": "+text+d.of(" break;", " break;", "")+"\n")
		}),
		op("label of a case", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.Label && n.Op == "case" })
			return ok && d.replace(s.stmt().From, s.stmt().To, d.of("", "case 5:", "case 17: case 18:"))
		}),
		op("jump", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.Jump || n.Kind == tree.Return })
			if !ok {
				return false
			}
			n := s.stmt()
			if d.rnd.IntN(2) == 0 {
				return d.before(n.From, "if ("+d.truth(s.function, n.From)+") ")
			}
			return d.replace(n.From, n.To, d.of("", "break;", "continue;", ";"))
		}),
		op("leave early", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			jumps := s.spots(func(n *tree.Node) bool { return n.Kind == tree.Return || n.Kind == tree.Jump })
			j, ok := one(d, jumps)
			return ok && d.before(s.stmt().From, "if ("+d.truth(s.function, s.stmt().From)+") "+d.text(j.stmt())+"\n")
		}),
		op("goto", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			l := d.fresh("skip")
			from, to := d.run(s)
			return d.before(from, "if ("+d.truth(s.function, from)+") goto "+l+";\n") && d.behind(to-1, "\n"+l+": ;")
		}),
	}
}

// run returns the tokens of a few plain statements from a spot on.
func (d *draft) run(s spot) (from, to int) {
	k := s.i
	for k+1 < len(s.list.Kids) && plain(s.list.Kids[k+1]) && d.rnd.IntN(2) == 0 {
		k++
	}
	return s.stmt().From, s.list.Kids[k].To
}

// wrapper makes what stands before and behind statements that are wrapped.
func (d *draft) wrapper(fn function, tok int) (head, tail string) {
	c, i := d.truth(fn, tok), d.fresh("i")
	switch d.rnd.IntN(9) {
	case 0, 1, 2:
		return "if (" + c + ") {\n", "\n}"
	case 3:
		text, ok := d.statement(fn, tok)
		if !ok {
			text = ";"
		}
		return "if (" + c + ") { " + text + " } else {\n", "\n}"
	case 4:
		return "for (int " + i + " = 0; " + i + " < 2; " + i + "++) {\n", "\n}"
	case 5:
		return "do {\n", "\n} while (0);"
	case 6:
		return "while (" + c + ") {\n", "\nbreak;\n}"
	case 7:
		return "switch (" + d.name(fn, tok) + ") {\ncase 1: break;\ndefault:\n", "\n}"
	}
	return "{\n", "\n}"
}

// statement makes a statement that can stand at a token.
func (d *draft) statement(fn function, tok int) (string, bool) {
	x, ok := d.target(fn, tok)
	if !ok {
		return "", false
	}
	set := func() string { return x + " " + d.of("=", "=", "+=", "-=", "^=", "|=") + " " + d.value(fn, tok) + ";" }
	y := d.fresh("t")
	switch d.rnd.IntN(12) {
	case 0:
		return x + d.of("++", "--") + ";", true
	case 1:
		return "if (" + d.truth(fn, tok) + ") " + set(), true
	case 2:
		return "if (" + d.truth(fn, tok) + ") { " + set() + " " + set() + " }", true
	case 3:
		return "if (" + d.truth(fn, tok) + ") " + set() + " else " + set(), true
	case 4:
		return "{ int " + y + " = " + d.value(fn, tok) + "; " + x + " += " + y + "; }", true
	case 5:
		return "for (int " + y + " = 0; " + y + " < 3; " + y + "++) " + x + " += " + y + ";", true
	case 6:
		return "do " + set() + " while (0);", true
	case 7:
		return "switch (" + x + ") { case 0: " + set() + " break; case 1: " + set() + " default: " + set() + " }", true
	case 8:
		return "while (" + d.truth(fn, tok) + ") { " + set() + " break; }", true
	case 9:
		return x + " = " + x + " > 3 ? " + d.value(fn, tok) + " : " + d.value(fn, tok) + ";", true
	}
	return set(), true
}

// unwrap takes the statements out of a condition, loop or block.
func unwrap(d *draft) bool {
	s, ok := d.spot(func(n *tree.Node) bool {
		return n.Kind == tree.If || n.Kind == tree.While || n.Kind == tree.Do || n.Kind == tree.For || n.Kind == tree.Block || n.Kind == tree.Switch
	})
	if !ok {
		return false
	}
	n := s.stmt()
	body := n
	switch n.Kind {
	case tree.If:
		body = n.Kids[1+d.rnd.IntN(len(n.Kids)-1)]
	case tree.For:
		body = n.Kids[3]
	case tree.While, tree.Do, tree.Switch:
		body = n.Kids[1]
	}
	text := d.text(body)
	if body.Kind == tree.Block {
		text = d.f.Span(body.From+1, body.To-1)
	}
	return d.replace(n.From, n.To, text)
}

// loop writes a loop in another form.
func loop(d *draft) bool {
	s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.While || n.Kind == tree.Do || n.Kind == tree.For })
	if !ok {
		return false
	}
	n := s.stmt()
	if n.Kind != tree.For {
		c, b := d.text(n.Kids[0]), d.text(n.Kids[1])
		return d.replace(n.From, n.To, d.of("for (; "+c+"; ) "+b, "do "+b+" while ("+c+");", "while ("+c+") "+b, "for (;;) { if (!("+c+")) break; "+b+" }"))
	}
	part := func(i int, or, end string) string {
		if n.Kids[i] == nil {
			return or
		}
		return strings.TrimSuffix(d.text(n.Kids[i]), ";") + end
	}
	return d.replace(n.From, n.To, "{ "+part(0, "", ";")+" while ("+part(1, "1", "")+") { "+d.text(n.Kids[3])+" "+part(2, "", ";")+" } }")
}
