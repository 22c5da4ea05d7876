package mutation

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// definition is a #define line of the file at work.
type definition struct {
	it         *source.Item
	line, name string
	toks       []csyntax.Token // of the line
	parameters []string
	calls      bool // it has a list of parameters
	body       int  // token of the line
}

// macro chooses a definition of which ok is true.
func (d *draft) macro(ok func(definition) bool) (definition, bool) {
	var list []definition
	for _, it := range d.items(csyntax.Macro) {
		m := definition{it: it, line: d.f.Toks[it.From].Text, name: it.Name}
		m.toks = csyntax.Flat(m.line)
		m.body = 3
		if m.body < len(m.toks) && m.toks[3].Is("(") && m.toks[3].Start == m.toks[2].End {
			m.calls = true
			for m.body < len(m.toks) && !m.toks[m.body].Is(")") {
				if m.toks[m.body].Kind == csyntax.Identifier {
					m.parameters = append(m.parameters, m.toks[m.body].Text)
				}
				m.body++
			}
			m.body++
		}
		if len(m.toks) > 2 && ok(m) {
			list = append(list, m)
		}
	}
	return one(d, list)
}

// value returns what a macro stands for, "" for nothing.
func (m definition) value() string {
	if m.body >= len(m.toks) {
		return ""
	}
	return m.line[m.toks[m.body].Start:]
}

func valued(m definition) bool { return m.value() != "" && !strings.Contains(m.line, "\\\n") }

func object(m definition) bool { return valued(m) && !m.calls }

// define makes a line with another body.
func (d *draft) define(m definition, body string) bool {
	if m.body >= len(m.toks) {
		return d.replace(m.it.From, m.it.To, m.line+" "+body)
	}
	return d.replace(m.it.From, m.it.To, m.line[:m.toks[m.body].Start]+body)
}

func macros() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Macro, name, do} }
	return []operator{
		op("number", func(d *draft) bool {
			m, ok := d.macro(valued)
			if !ok {
				return false
			}
			var list []int
			for i := m.body; i < len(m.toks); i++ {
				if m.toks[i].Kind == csyntax.Number {
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			if !ok {
				return false
			}
			t := m.toks[i]
			return d.replace(m.it.From, m.it.To, m.line[:t.Start]+d.nudged(t.Text)+m.line[t.End:])
		}),
		op("operator", func(d *draft) bool {
			m, ok := d.macro(valued)
			if !ok {
				return false
			}
			var list []int
			for i := m.body; i < len(m.toks); i++ {
				if m.toks[i].Kind == csyntax.Punct && operatorsLike(m.toks[i].Text) != nil {
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			if !ok {
				return false
			}
			t := m.toks[i]
			to, _ := one(d, operatorsLike(t.Text))
			return d.replace(m.it.From, m.it.To, m.line[:t.Start]+to+m.line[t.End:])
		}),
		op("value", func(d *draft) bool {
			m, ok := d.macro(valued)
			return ok && d.define(m, d.of("(("+m.value()+") + 1)", "("+m.value()+")", "(("+m.value()+"), 0)", "(1 ? ("+m.value()+") : 0)", "((long)("+m.value()+"))"))
		}),
		op("rename", func(d *draft) bool {
			m, ok := d.macro(valued)
			return ok && d.everywhere(m.name, d.fresh("M"))
		}),
		op("new parameter", func(d *draft) bool {
			m, ok := d.macro(func(m definition) bool { return valued(m) && len(m.parameters) > 0 && !strings.Contains(m.line, "...") })
			if !ok {
				return false
			}
			closing := m.toks[m.body-1].Start
			d.replace(m.it.From, m.it.To, m.line[:closing]+", more_)"+" (("+m.value()+") + (more_))")
			d.calls(m.name, func(f *source.File, _ bool, _ [][2]int, closing int) {
				d.edit(f, f.Toks[closing].Start, f.Toks[closing].Start, ", 1")
			})
			return true
		}),
		op("swapped parameters", func(d *draft) bool {
			m, ok := d.macro(func(m definition) bool { return valued(m) && len(m.parameters) == 2 })
			return ok && d.replace(m.it.From, m.it.To, "#define "+m.name+"("+m.parameters[1]+", "+m.parameters[0]+") "+m.value())
		}),
		op("new constant", func(d *draft) bool {
			p, ok := d.any(func(n, _ *tree.Node) bool { return n.Kind == tree.Leaf && d.f.Toks[n.From].Kind == csyntax.Number })
			if !ok {
				return false
			}
			name := d.fresh("M")
			return d.before(p.it.From, "#define "+name+" "+d.of(d.text(p.n), d.nudged(d.text(p.n)))+"\n") && d.replace(p.n.From, p.n.To, name)
		}),
		op("new macro", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			name := d.fresh("M")
			return d.before(p.it.From, "#define "+name+"(x) "+d.of("(x)", "((x) + 1)", "((x) * 2)", "((x) > 0 ? (x) : 0)")+"\n") && d.replace(p.n.From, p.n.To, name+"("+d.text(p.n)+")")
		}),
		op("expression into a macro", func(d *draft) bool {
			p, ok := d.read()
			if !ok || strings.ContainsAny(d.text(p.n), "\n") {
				return false
			}
			name := d.fresh("M")
			return d.before(p.it.From, "#define "+name+" ("+d.text(p.n)+")\n") && d.replace(p.n.From, p.n.To, name)
		}),
		op("statement into a macro", func(d *draft) bool {
			s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.Expr || n.Kind == tree.If || n.Kind == tree.For })
			if !ok || slices.ContainsFunc(d.f.Toks[s.stmt().From:s.stmt().To], func(t csyntax.Token) bool { return t.Kind == csyntax.Directive }) {
				return false
			}
			name := d.fresh("M")
			return d.before(s.it.From, "#define "+name+"() do { "+csyntax.Join(d.f.Toks[s.stmt().From:s.stmt().To])+" } while (0)\n") && d.replace(s.stmt().From, s.stmt().To, name+"();")
		}),
		op("macro that sets", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			x, ok := d.target(s.function, s.stmt().From)
			name := d.fresh("M")
			return ok && d.before(s.it.From, "#define "+name+"(x, v) "+d.of("((x) = (v))", "do { (x) += (v); } while (0)", "((x)++)")+"\n") && d.before(s.stmt().From, name+"("+x+", "+d.value(s.function, s.stmt().From)+");\n")
		}),
		op("inline", func(d *draft) bool {
			m, ok := d.macro(object)
			if !ok {
				return false
			}
			for i, t := range d.f.Toks {
				if t.Text == m.name && t.Kind == csyntax.Identifier {
					d.replace(i, i+1, m.value())
				}
			}
			if d.rnd.IntN(2) == 0 {
				d.replace(m.it.From, m.it.To, "")
			}
			return true
		}),
		op("through another", func(d *draft) bool {
			m, ok := d.macro(object)
			if !ok {
				return false
			}
			name := d.fresh("M")
			return d.before(m.it.From, "#define "+name+" "+m.value()+"\n") && d.define(m, d.of(name, "("+name+" + 0)", "("+name+" + 1)"))
		}),
		op("under a condition", func(d *draft) bool {
			m, ok := d.macro(valued)
			if !ok {
				return false
			}
			other := m.line[:m.toks[m.body].Start] + d.of("1", "0", "("+m.value()+")")
			return d.replace(m.it.From, m.it.To, d.of(
				"#if 1\n"+m.line+"\n#else\n"+other+"\n#endif", "#if 0\n"+m.line+"\n#else\n"+other+"\n#endif",
				"#ifdef "+d.fresh("NEVER")+"\n"+other+"\n#else\n"+m.line+"\n#endif", "#ifndef "+m.name+"\n"+m.line+"\n#endif"))
		}),
		op("defined again", func(d *draft) bool {
			m, ok := d.macro(object)
			if !ok {
				return false
			}
			it, ok := one(d, d.items(csyntax.Function))
			return ok && it.From > m.it.From && d.before(it.From, "#undef "+m.name+"\n#define "+m.name+" "+d.of("1", "2", "("+m.value()+")")+"\n")
		}),
		op("to a constant", func(d *draft) bool {
			m, ok := d.macro(object)
			return ok && d.replace(m.it.From, m.it.To, d.of("enum { "+m.name+" = "+m.value()+" };", "static const int "+m.name+" = "+m.value()+";"))
		}),
		op("to a function", func(d *draft) bool {
			m, ok := d.macro(func(m definition) bool { return valued(m) && len(m.parameters) > 0 })
			if !ok {
				return false
			}
			return d.replace(m.it.From, m.it.To, "static inline int "+m.name+"(int "+strings.Join(m.parameters, ", int ")+") { return "+m.value()+"; }")
		}),
		op("statement under a condition", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			text, _ := d.statement(s.function, s.stmt().From)
			from, to := d.run(s)
			return d.before(from, d.of("\n#if 1\n", "\n#if 0\n", "\n#ifdef "+d.fresh("NEVER")+"\n")) && d.before(to, d.of("\n#else\n"+text+"\n#endif\n", "\n#endif\n"))
		}),
		op("item under a condition", func(d *draft) bool {
			it, ok := one(d, slices.Concat(d.items(csyntax.Function), d.items(csyntax.Declaration), d.items(csyntax.Record)))
			return ok && d.before(it.From, "\n#if 1\n") && d.before(it.To, d.of("\n#endif\n", "\n#else\n"+d.f.Span(it.From, it.To)+"\n#endif\n"))
		}),
	}
}
