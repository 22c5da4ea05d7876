package mutation

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// record is a structure, union or enumeration with what stands between its commas or
// semicolons, as tokens; a member's include its semicolon.
type record struct {
	it      *source.Item
	members [][2]int
}

// record chooses an enumeration, or a structure or union.
func (d *draft) record(enum bool) (record, bool) {
	it, ok := one(d, slices.DeleteFunc(d.items(csyntax.Record), func(it *source.Item) bool {
		return it.Body < 0 || slices.ContainsFunc(d.f.Toks[it.From:it.Body], func(t csyntax.Token) bool { return t.Text == "enum" }) != enum
	}))
	if !ok {
		return record{}, false
	}
	r := record{it: it}
	depth, from := 0, it.Body+1
	for k := it.Body + 1; k < it.To; k++ {
		switch t := d.f.Toks[k]; {
		case t.Is("{"), t.Is("("), t.Is("["):
			depth++
		case t.Is("}") && depth == 0:
			if enum && k > from {
				r.members = append(r.members, [2]int{from, k})
			}
			return r, len(r.members) > 0
		case t.Is("}"), t.Is(")"), t.Is("]"):
			depth--
		case enum && t.Is(",") && depth == 0:
			r.members = append(r.members, [2]int{from, k})
			from = k + 1
		case !enum && t.Is(";") && depth == 0:
			r.members = append(r.members, [2]int{from, k + 1})
			from = k + 1
		}
	}
	return r, false
}

func types() []operator {
	op := func(name string, do func(*draft) bool) operator { return operator{Type, name, do} }
	// words makes an operator that changes a word of a type among tokens.
	words := func(name string, tokens func(d *draft) (from, to int, ok bool)) operator {
		return op(name, func(d *draft) bool {
			from, to, ok := tokens(d)
			if !ok {
				return false
			}
			var list []int
			for i := from; i < to; i++ {
				switch d.f.Toks[i].Text {
				case "int", "short", "long", "char", "unsigned", "_Bool", "bool", "float", "double", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t":
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			if !ok {
				return false
			}
			if strings.HasSuffix(d.f.Toks[i].Text, "_t") {
				return d.replace(i, i+1, d.of("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t"))
			}
			return d.replace(i, i+1, d.of("int", "short", "long", "char", "unsigned", "unsigned char", "signed char", "_Bool", "unsigned long", "long long", "unsigned short"))
		})
	}
	return []operator{
		words("of a local", func(d *draft) (int, int, bool) {
			x, ok := d.local()
			return x.from, x.to, ok
		}),
		words("of a global", func(d *draft) (int, int, bool) {
			x, ok := d.global()
			return x.from, x.to, ok
		}),
		words("of a function", func(d *draft) (int, int, bool) {
			it, ok := one(d, d.items(csyntax.Function))
			if !ok || it.Name == "main" {
				return 0, 0, false
			}
			return it.From, it.Body, true
		}),
		words("of a member", func(d *draft) (int, int, bool) {
			r, ok := d.record(false)
			if !ok {
				return 0, 0, false
			}
			return r.it.Body, r.it.To, true
		}),
		words("of a name", func(d *draft) (int, int, bool) {
			it, ok := one(d, slices.DeleteFunc(d.items(csyntax.Declaration), func(it *source.Item) bool { return d.f.Toks[it.From].Text != "typedef" }))
			if !ok {
				return 0, 0, false
			}
			return it.From, it.To, true
		}),
		words("in a function", func(d *draft) (int, int, bool) {
			it, ok := one(d, d.items(csyntax.Function))
			if !ok {
				return 0, 0, false
			}
			return it.Body, it.To, true
		}),
		op("new member", func(d *draft) bool {
			r, ok := d.record(false)
			if !ok {
				return false
			}
			m := r.members[d.rnd.IntN(len(r.members))]
			text := d.of("int ", "char ", "long ", "unsigned char ") + d.fresh("m") + d.of("", "[3]", " : 5") + ";"
			if d.rnd.IntN(2) == 0 {
				return d.before(m[0], text+" ")
			}
			return d.behind(m[1]-1, " "+text)
		}),
		op("member gone", func(d *draft) bool {
			r, ok := d.record(false)
			if !ok || len(r.members) < 2 {
				return false
			}
			m := r.members[d.rnd.IntN(len(r.members))]
			return d.replace(m[0], m[1], "")
		}),
		op("members in another order", func(d *draft) bool { return d.swapMembers(false) }),
		op("size of a member", func(d *draft) bool {
			r, ok := d.record(false)
			if !ok {
				return false
			}
			var list []int
			for i := r.it.Body; i < r.it.To; i++ {
				if d.f.Toks[i].Kind == csyntax.Number {
					list = append(list, i)
				}
			}
			i, ok := one(d, list)
			return ok && d.replace(i, i+1, d.nudged(d.f.Toks[i].Text))
		}),
		op("rename a member", func(d *draft) bool {
			r, ok := d.record(false)
			if !ok {
				return false
			}
			m := r.members[d.rnd.IntN(len(r.members))]
			name := csyntax.Declared(d.f.Toks[m[0]:m[1]])
			return name != "" && d.everywhere(name, d.fresh("m"))
		}),
		op("rename a structure", func(d *draft) bool {
			r, ok := d.record(d.rnd.IntN(3) == 0)
			if !ok || !d.f.Toks[r.it.Body-1].Names() {
				return false
			}
			return d.everywhere(d.f.Toks[r.it.Body-1].Text, d.fresh("s"))
		}),
		op("new enumerator", func(d *draft) bool {
			r, ok := d.record(true)
			if !ok {
				return false
			}
			m := r.members[d.rnd.IntN(len(r.members))]
			text := d.fresh("E") + d.of("", " = 7", " = 1")
			if d.rnd.IntN(2) == 0 {
				return d.before(m[0], text+", ")
			}
			return d.behind(m[1]-1, ", "+text)
		}),
		op("enumerators in another order", func(d *draft) bool { return d.swapMembers(true) }),
		op("value of an enumerator", func(d *draft) bool {
			r, ok := d.record(true)
			if !ok {
				return false
			}
			m := r.members[d.rnd.IntN(len(r.members))]
			if m[1] > m[0]+1 {
				return d.replace(m[0]+1, m[1], d.of("", " = "+d.number()))
			}
			return d.behind(m[1]-1, " = "+d.number())
		}),
		op("enumerator gone", func(d *draft) bool {
			r, ok := d.record(true)
			if !ok || len(r.members) < 2 {
				return false
			}
			i := 1 + d.rnd.IntN(len(r.members)-1)
			return d.replace(r.members[i][0]-1, r.members[i][1], "")
		}),
		op("new name", func(d *draft) bool {
			x, ok := d.either()
			if !ok || !integral(x.toks[:x.spec]) || strings.Contains("static const register volatile extern", x.toks[0].Text) {
				return false
			}
			at := x.from
			if x.spot.list != nil {
				at = x.spot.it.From
			}
			name := d.fresh("type")
			return d.before(at, "typedef "+d.f.Span(x.from, x.from+x.spec)+" "+name+";\n") && d.replace(x.from, x.from+x.spec, name)
		}),
		op("locals into a structure", func(d *draft) bool {
			x, ok := d.local()
			if !ok || len(x.list) != 1 || x.list[0].Init >= 0 {
				return false
			}
			name, s := x.list[0].Name, d.fresh("s")
			for i := x.spot.it.Body; i < x.spot.it.To; i++ {
				if (i < x.from || i >= x.to) && d.f.Toks[i].Text == name && d.f.Toks[i].Kind == csyntax.Identifier && !d.f.Toks[i-1].Is(".") && !d.f.Toks[i-1].Is("->") {
					d.replace(i, i+1, s+"."+name)
				}
			}
			return d.replace(x.from, x.to, "struct { "+d.f.Span(x.from, x.to)+" int pad_; } "+s+";")
		}),
	}
}

// swapMembers exchanges two members of a record.
func (d *draft) swapMembers(enum bool) bool {
	r, ok := d.record(enum)
	if !ok || len(r.members) < 2 {
		return false
	}
	i, k := d.rnd.IntN(len(r.members)), d.rnd.IntN(len(r.members))
	a, b := r.members[min(i, k)], r.members[max(i, k)]
	return i != k && d.replace(a[0], a[1], d.f.Span(b[0], b[1])) && d.replace(b[0], b[1], d.f.Span(a[0], a[1]))
}
