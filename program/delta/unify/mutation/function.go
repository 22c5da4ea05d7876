package mutation

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// head is where the parameters of a function's definition stand.
type head struct {
	open, closing int      // tokens
	args          [][2]int // bytes
}

func (d *draft) head(it *source.Item) (head, bool) {
	for i := it.From + 1; i < it.Body; i++ {
		if d.f.Toks[i].Is("(") && d.f.Toks[i-1].Text == it.Name {
			args, end := arguments(d.f, i)
			return head{i, end, args}, end > 0
		}
	}
	return head{}, false
}

// callee chooses a function other than main.
func (d *draft) callee() (*source.Item, head, bool) {
	it, ok := one(d, slices.DeleteFunc(d.items(csyntax.Function), func(it *source.Item) bool { return it.Name == "main" }))
	if !ok {
		return nil, head{}, false
	}
	h, ok := d.head(it)
	return it, h, ok
}

func functions() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Function, name, do} }
	return []operator{
		op("new", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			name := d.fresh("fn")
			text := d.of(
				"static int "+name+"(int a) { return a + 1; }", "static int "+name+"(int a)\n{\n  int r = 0;\n  while (a > 0 && r < 5) { a /= 2; r++; }\n  return r;\n}",
				"int "+name+"(a)\nint a;\n{\n  return a ^ 3;\n}", "static inline long "+name+"(long a) { static int n; return a + n++; }")
			return d.before(p.it.From, text+"\n") && d.replace(p.n.From, p.n.To, name+"("+d.text(p.n)+")")
		}),
		op("copy", func(d *draft) bool {
			it, _, ok := d.callee()
			if !ok {
				return false
			}
			name := d.fresh("fn")
			copied := source.Rename(&source.File{Text: d.f.Text[:d.f.Toks[it.To-1].End], Toks: d.f.Toks}, it.From, it.To, map[string]string{it.Name: name})
			d.behind(it.To-1, "\n"+copied[d.f.Toks[it.From].Start:]+"\n")
			for i := it.To; i+1 < len(d.f.Toks); i++ {
				if d.f.Toks[i].Text == it.Name && d.f.Toks[i+1].Is("(") {
					d.replace(i, i+1, name)
					break
				}
			}
			return true
		}),
		op("gone", func(d *draft) bool {
			it, _, ok := d.callee()
			if !ok {
				return false
			}
			d.replace(it.From, it.To, "")
			d.calls(it.Name, func(f *source.File, outside bool, args [][2]int, closing int) {
				from := slices.IndexFunc(f.Toks, func(t csyntax.Token) bool { return t.End > f.Toks[closing].Start })
				for depth := 0; from >= 0; from-- { // the name before the parentheses
					if f.Toks[from].Is(")") {
						depth++
					} else if f.Toks[from].Is("(") {
						if depth--; depth == 0 {
							break
						}
					}
				}
				if !outside && from > 0 {
					d.edit(f, f.Toks[from-1].Start, f.Toks[closing].End, "0")
				}
			})
			return true
		}),
		op("rename", func(d *draft) bool {
			it, _, ok := d.callee()
			return ok && d.everywhere(it.Name, d.fresh("fn"))
		}),
		op("static", func(d *draft) bool {
			it, _, ok := d.callee()
			if !ok {
				return false
			}
			if d.f.Toks[it.From].Is("static") {
				return d.replace(it.From, it.From+1, d.of("", "static inline"))
			}
			return d.before(it.From, d.of("static ", "static inline ", "extern "))
		}),
		op("new parameter", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok {
				return false
			}
			first := d.rnd.IntN(2) == 0
			old := d.oldStyle(it, h)
			d.calls(it.Name, func(f *source.File, outside bool, args [][2]int, closing int) {
				at, text := f.Toks[closing].Start, "1"
				if outside {
					text = "int extra_"
					if old && f == d.f && closing == h.closing {
						text = "extra_"
					}
				}
				switch {
				case len(args) == 0:
				case outside && len(args) == 1 && strings.TrimSpace(f.Text[args[0][0]:args[0][1]]) == "void":
					d.edit(f, args[0][0], args[0][1], text)
					return
				case first:
					at, text = args[0][0], text+", "
				default:
					text = ", " + text
				}
				d.edit(f, at, at, text)
			})
			if old {
				d.behind(h.closing, " int extra_;")
			}
			if d.rnd.IntN(2) == 0 {
				d.behind(it.Body, " if (extra_ > 3) return 0;")
			}
			return true
		}),
		op("parameter gone", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok || len(h.args) < 1 {
				return false
			}
			i := d.rnd.IntN(len(h.args))
			name := csyntax.Declared(csyntax.Lex(d.f.Text[h.args[i][0]:h.args[i][1]] + ";"))
			d.calls(it.Name, func(f *source.File, _ bool, args [][2]int, _ int) {
				switch {
				case i >= len(args):
				case len(args) == 1:
					d.edit(f, args[0][0], args[0][1], "")
				case i == 0:
					d.edit(f, args[0][0], args[1][0], "")
				default:
					d.edit(f, args[i-1][1], args[i][1], "")
				}
			})
			return name != "" && d.behind(it.Body, " int "+name+" = 2;")
		}),
		op("parameters in another order", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok || len(h.args) < 2 {
				return false
			}
			i := d.rnd.IntN(len(h.args) - 1)
			d.calls(it.Name, func(f *source.File, _ bool, args [][2]int, _ int) {
				if i+1 < len(args) {
					a, b := args[i], args[i+1]
					d.edit(f, a[0], a[1], f.Text[b[0]:b[1]])
					d.edit(f, b[0], b[1], f.Text[a[0]:a[1]])
				}
			})
			return true
		}),
		op("old style", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok || len(h.args) == 0 || d.oldStyle(it, h) {
				return false
			}
			var list, decls []string
			for _, a := range h.args {
				text := strings.TrimSpace(d.f.Text[a[0]:a[1]])
				name := csyntax.Declared(csyntax.Lex(text + ";"))
				if name == "" || text == "void" || text == "..." {
					return false
				}
				list, decls = append(list, name), append(decls, text+";")
			}
			return d.replace(h.open+1, h.closing, strings.Join(list, ", ")) && d.behind(h.closing, "\n"+strings.Join(decls, "\n"))
		}),
		op("new style", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok || !d.oldStyle(it, h) {
				return false
			}
			types := map[string]string{}
			for from := h.closing + 1; from < it.Body; {
				to := from
				for !d.f.Toks[to].Is(";") {
					to++
				}
				x, ok := d.declared(from, to+1)
				if !ok {
					return false
				}
				for _, i := range x.list {
					types[i.Name] = d.f.Span(from, from+x.spec) + " " + d.f.Span(from+i.From, from+i.To)
				}
				from = to + 1
			}
			var list []string
			for _, a := range h.args {
				name := strings.TrimSpace(d.f.Text[a[0]:a[1]])
				if types[name] == "" {
					types[name] = "int " + name
				}
				list = append(list, types[name])
			}
			return d.replace(h.open+1, h.closing, strings.Join(list, ", ")) && d.replace(h.closing+1, it.Body, "\n")
		}),
		op("swap", func(d *draft) bool {
			list := d.items(csyntax.Function)
			i, k := d.rnd.IntN(max(len(list), 1)), d.rnd.IntN(max(len(list), 1))
			if i == k {
				return false
			}
			a, b := list[min(i, k)], list[max(i, k)]
			return d.replace(a.From, a.To, d.f.Span(b.From, b.To)) && d.replace(b.From, b.To, d.f.Span(a.From, a.To))
		}),
		op("move", func(d *draft) bool {
			it, h, ok := d.callee()
			if !ok || d.oldStyle(it, h) {
				return false
			}
			to, ok := one(d, d.f.Items)
			return ok && to != it && d.replace(it.From, it.To, d.f.Span(it.From, h.closing+1)+";") && d.before(to.From, d.f.Span(it.From, it.To)+"\n")
		}),
		op("statements into a function", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			x, ok := d.target(s.function, s.stmt().From)
			if !ok {
				return false
			}
			name := d.fresh("fn")
			return d.before(s.it.From, "static void "+name+"(int *"+x+"_) { *"+x+"_ += 1; }\n") && d.before(s.stmt().From, "{ int copy_ = "+x+"; "+name+"(&copy_); "+x+" = copy_; }\n")
		}),
		op("pointer to it", func(d *draft) bool {
			it, _, ok := d.callee()
			if !ok {
				return false
			}
			for i := it.To; i+1 < len(d.f.Toks); i++ {
				if d.f.Toks[i].Text == it.Name && d.f.Toks[i+1].Is("(") && d.rnd.IntN(2) == 0 {
					return d.replace(i, i+1, d.of("(*"+it.Name+")", "(&"+it.Name+")", "(1 ? "+it.Name+" : 0)"))
				}
			}
			return false
		}),
	}
}

// oldStyle reports whether the parameters of a function are declared behind its parentheses.
func (d *draft) oldStyle(it *source.Item, h head) bool { return h.closing+1 < it.Body }
