package mutation

import (
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/tree"
)

// declared is a declaration of variables, within a function or outside.
type declared struct {
	toks     []csyntax.Token
	from, to int
	spec     int
	list     []csyntax.Declarator
	spot     spot // of one in a list of statements; no function otherwise
}

// local chooses a declaration in a function.
func (d *draft) local() (declared, bool) {
	s, ok := d.spot(func(n *tree.Node) bool { return n.Kind == tree.Decl })
	if !ok {
		return declared{}, false
	}
	x, ok := d.declared(s.stmt().From, s.stmt().To)
	x.spot = s
	return x, ok
}

// global chooses a declaration outside of functions.
func (d *draft) global() (declared, bool) {
	it, ok := one(d, d.items(csyntax.Declaration))
	if !ok || d.f.Toks[it.From].Text == "typedef" {
		return declared{}, false
	}
	return d.declared(it.From, it.To)
}

func (d *draft) declared(from, to int) (declared, bool) {
	x := declared{toks: d.f.Toks[from:to], from: from, to: to}
	var ok bool
	x.spec, x.list, ok = csyntax.Declarators(x.toks)
	return x, ok
}

// either chooses a declaration within a function or outside.
func (d *draft) either() (declared, bool) {
	if d.rnd.IntN(3) == 0 {
		return d.global()
	}
	return d.local()
}

func declarations() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Declaration, name, do} }
	return []operator{
		op("new variable", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			return d.newVariable(p, d.of("int", "int", "long", "unsigned", "short", "unsigned char", "static int", "const int"))
		}),
		op("expression into a variable", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			at, ok := p.statement()
			if !ok {
				return false
			}
			v := d.fresh("v")
			return d.before(at, d.of("int", "long", "__auto_type")+" "+v+" = "+d.text(p.n)+";\n") && d.replace(p.n.From, p.n.To, v)
		}),
		op("variable set later", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			at, ok := p.statement()
			if !ok {
				return false
			}
			v := d.fresh("v")
			return d.before(at, "int "+v+";\n"+v+" = "+d.value(p.function, at)+";\n") && d.replace(p.n.From, p.n.To, "("+d.text(p.n)+") + "+v)
		}),
		op("new array", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			at, ok := p.statement()
			if !ok {
				return false
			}
			v := d.fresh("v")
			return d.before(at, "int "+v+"[3] = { 1, "+d.value(p.function, at)+" };\n") && d.replace(p.n.From, p.n.To, "("+d.text(p.n)+") ^ "+v+"["+d.of("0", "1", "2", "("+d.name(p.function, at)+") & 1")+"]")
		}),
		op("new declarator", func(d *draft) bool {
			x, ok := d.either()
			if !ok {
				return false
			}
			v := d.fresh("v")
			if d.rnd.IntN(2) == 0 {
				return d.before(x.from+x.spec, v+", ")
			}
			return d.before(x.to-1, ", "+v+d.of("", " = 3", "[4]"))
		}),
		op("initialiser", func(d *draft) bool {
			x, ok := d.either()
			if !ok {
				return false
			}
			i := x.list[d.rnd.IntN(len(x.list))]
			value := d.number()
			if x.spot.list != nil && d.rnd.IntN(3) > 0 {
				value = d.value(x.spot.function, x.from)
			}
			if i.Init < 0 {
				return d.before(x.from+i.To, " = "+value)
			}
			if d.rnd.IntN(4) == 0 {
				return d.replace(x.from+i.Init-1, x.from+i.To, "")
			}
			return d.replace(x.from+i.Init, x.from+i.To, value)
		}),
		op("number of an initialiser", func(d *draft) bool {
			x, ok := d.either()
			if !ok {
				return false
			}
			var list []int
			for i, t := range x.toks {
				if t.Kind == csyntax.Number {
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			return ok && d.replace(x.from+i, x.from+i+1, d.nudged(x.toks[i].Text))
		}),
		op("split", func(d *draft) bool {
			x, ok := d.either()
			if !ok || len(x.list) < 2 {
				return false
			}
			i := x.list[1+d.rnd.IntN(len(x.list)-1)]
			return d.replace(x.from+i.From-1, x.from+i.From, ";\n"+d.f.Span(x.from, x.from+x.spec)+" ")
		}),
		op("set apart", func(d *draft) bool {
			x, ok := d.local()
			if !ok || len(x.list) != 1 || x.list[0].Init < 0 {
				return false
			}
			i := x.list[0]
			return d.replace(x.from+i.Init-1, x.from+i.Init, "; "+i.Name+" =")
		}),
		op("join", func(d *draft) bool {
			x, ok := d.local()
			if !ok || x.spot.i+1 >= len(x.spot.list.Kids) {
				return false
			}
			n := x.spot.list.Kids[x.spot.i+1]
			y, ok := d.declared(n.From, n.To)
			return ok && n.Kind == tree.Decl && csyntax.Join(x.toks[:x.spec]) == csyntax.Join(y.toks[:y.spec]) &&
				d.replace(x.to-1, y.from+y.spec, ", ")
		}),
		op("size of an array", func(d *draft) bool {
			x, ok := d.either()
			if !ok {
				return false
			}
			var list []int
			for i := 1; i+1 < len(x.toks); i++ {
				if x.toks[i-1].Is("[") && x.toks[i].Kind == csyntax.Number && x.toks[i+1].Is("]") {
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			return ok && d.replace(x.from+i, x.from+i+1, x.toks[i].Text+d.of(" + 1", " * 2", " - 1", " + 10"))
		}),
		op("move", func(d *draft) bool {
			x, ok := d.local()
			if !ok {
				return false
			}
			to, ok := one(d, x.spot.spots(func(n *tree.Node) bool { return n.To <= x.from || n.From >= x.to }))
			return ok && d.replace(x.from, x.to, "") && d.before(to.stmt().From, d.f.Span(x.from, x.to)+"\n")
		}),
		op("to the head", func(d *draft) bool {
			x, ok := d.local()
			return ok && d.replace(x.from, x.to, "") && d.behind(x.spot.body.From, "\n"+d.f.Span(x.from, x.to))
		}),
		op("to the head, set where it was", func(d *draft) bool {
			x, ok := d.local()
			if !ok || len(x.list) != 1 || x.list[0].Init < 0 {
				return false
			}
			i := x.list[0]
			return d.behind(x.spot.body.From, "\n"+d.f.Span(x.from, x.from+i.Init-1)+";") && d.replace(x.from, x.from+i.Init-1, i.Name)
		}),
		op("outside", func(d *draft) bool {
			x, ok := d.local()
			return ok && d.replace(x.from, x.to, "") && d.before(x.spot.it.From, "static "+strings.TrimPrefix(d.f.Span(x.from, x.to), "static ")+"\n")
		}),
		op("storage", func(d *draft) bool {
			x, ok := d.either()
			if !ok {
				return false
			}
			if w := x.toks[0].Text; w == "static" || w == "const" || w == "register" || w == "volatile" {
				return d.replace(x.from, x.from+1, "")
			}
			return d.before(x.from, d.of("static", "const", "volatile")+" ")
		}),
		op("hide", func(d *draft) bool {
			s, ok := d.spot(plain)
			if !ok {
				return false
			}
			x, ok := d.target(s.function, s.stmt().From)
			return ok && s.list != s.body && d.behind(s.list.From, " "+d.of("int", "long", "unsigned char")+" "+x+" = "+d.number()+";")
		}),
		op("rename a local", func(d *draft) bool {
			x, ok := d.local()
			if !ok {
				return false
			}
			name, new := x.list[d.rnd.IntN(len(x.list))].Name, d.fresh("n")
			for i := x.spot.it.From; i < x.spot.it.To; i++ {
				if d.f.Toks[i].Text == name && d.f.Toks[i].Kind == csyntax.Identifier && !d.f.Toks[i-1].Is(".") && !d.f.Toks[i-1].Is("->") {
					d.replace(i, i+1, new)
				}
			}
			return true
		}),
		op("rename a parameter", func(d *draft) bool {
			fn, ok := d.function()
			if !ok {
				return false
			}
			v, ok := one(d, d.parameters(fn.it))
			if !ok {
				return false
			}
			new := d.fresh("n")
			for i := fn.it.From; i < fn.it.To; i++ {
				if d.f.Toks[i].Text == v.name && d.f.Toks[i].Kind == csyntax.Identifier {
					d.replace(i, i+1, new)
				}
			}
			return true
		}),
		op("rename a global", func(d *draft) bool {
			x, ok := d.global()
			return ok && d.everywhere(x.list[0].Name, d.fresh("n"))
		}),
		op("new global", func(d *draft) bool {
			p, ok := d.read()
			if !ok {
				return false
			}
			v := d.fresh("g")
			decl := d.of("static int "+v+" = 3;", "int "+v+";", "static long "+v+" = 1, "+v+"b;", "static const unsigned char "+v+" = 200;")
			return d.before(p.it.From, decl+"\n") && d.replace(p.n.From, p.n.To, "("+d.text(p.n)+") + "+v+d.of("", "", " * 2"))
		}),
		op("swap", func(d *draft) bool {
			x, ok := d.either()
			if !ok || len(x.list) < 2 {
				return false
			}
			a, b := x.list[0], x.list[1]
			return d.replace(x.from+a.From, x.from+a.To, d.f.Span(x.from+b.From, x.from+b.To)) && d.replace(x.from+b.From, x.from+b.To, d.f.Span(x.from+a.From, x.from+a.To))
		}),
		op("swap with the next", func(d *draft) bool {
			list := d.items(csyntax.Declaration)
			it, ok := one(d, list)
			if !ok {
				return false
			}
			for _, n := range list {
				if n.From == it.To {
					return d.replace(it.From, it.To, d.f.Span(n.From, n.To)) && d.replace(n.From, n.To, d.f.Span(it.From, it.To))
				}
			}
			return false
		}),
	}
}

// statement returns the token at which the statement begins that holds an expression and
// stands in a list of statements.
func (p place) statement() (at int, ok bool) {
	walk(p.body, func(n, parent *tree.Node) {
		if parent != nil && parent.Kind == tree.Block && n.From <= p.n.From && p.n.To <= n.To {
			at, ok = n.From, true
		}
	})
	return at, ok
}

// newVariable declares a variable and adds it to an expression.
func (d *draft) newVariable(p place, typ string) bool {
	at, ok := p.statement()
	if !ok {
		return false
	}
	v, value := d.fresh("v"), d.value(p.function, at)
	if strings.HasPrefix(typ, "static") {
		value = d.number()
	}
	decl := typ + " " + v + " = " + value + ";\n"
	if d.rnd.IntN(4) == 0 {
		decl = typ + " " + d.fresh("w") + " = 2, " + v + " = " + value + ";\n"
	}
	return d.before(at, decl) && d.replace(p.n.From, p.n.To, "("+d.text(p.n)+") "+d.of("+", "^", "-")+" "+v)
}
