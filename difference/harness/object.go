package harness

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// objectOf says in words what a pointer to a type points to.
func (h *generator) objectOf(t *program.Type) string {
	switch {
	case h.walkOf(t) != nil:
		return fmt.Sprintf("%d %s and what ends them", h.walkedCount(), t.Name)
	case t.Class == program.StructType, t.Class == program.UnionType:
		return "one " + t.Name
	case t.Class == program.IntType && t.Size == 1:
		return fmt.Sprintf("text of up to %d bytes", h.opt.Elements)
	case t.Class == program.VoidType:
		return fmt.Sprintf("%d bytes of any meaning", h.opt.Elements)
	case t.Class == program.FuncType:
		return "a function of the harness"
	case t.Class == program.ArrayType && t.Len > 0:
		return fmt.Sprintf("%d arrays of %d", h.opt.Elements, t.Len)
	}
	return fmt.Sprintf("%d elements", h.opt.Elements)
}

// pointee declares an object for a pointer to elements of a type, and returns the
// variable. spelled is the type in C.
func (h *generator) pointee(name, spelled string, t, old *program.Type, depth int) string {
	h.made++
	v := fmt.Sprintf("rift_object%d", h.made)
	for t.Class == program.ArrayType && t.Len <= 0 { // of a length that only the function knows
		t, old, spelled = t.Elem, elemOf(old), "__typeof__((*("+spelled+" *)0)[0])"
	}
	n, text := h.count(t), false
	aligned := ""
	walk := h.walkOf(t)
	switch t.Class {
	case program.VoidType:
		spelled, aligned = "unsigned char", " __attribute__((aligned(16)))"
	case program.IntType:
		text = t.Size == 1
	}
	h.result.Scales = h.result.Scales || n != 1
	size := n
	if text || t.Class == program.PointerType || walk != nil {
		size++
	}
	fmt.Fprintf(&h.objects, "\t%s %s[%d]%s;\n", spelled, v, size, aligned)
	fmt.Fprintf(&h.code, "\tmemset((void *)%s, 0, sizeof %s);\n", v, v)
	if walk != nil {
		if member, of := walk.endMember(t); member != "" {
			value, _ := constantText(nil, program.Operand{Mode: program.Const, Bits: walk.value}, of)
			fmt.Fprintf(&h.code, "\t%s[%d].%s = %s;\n", v, n, member, value)
		}
	}
	h.known = append(h.known, object{v, name})
	switch t.Class {
	case program.VoidType, program.IntType, program.EnumType, program.FloatType:
		if t.Size > 8 && t.Class == program.FloatType || differs(t, old) {
			break
		}
		h.symbolic("(void *)"+v, fmt.Sprintf("%d * sizeof *%s", n, v), name)
		h.asks(name, valueKind(t, true), int(t.Size), n, 0)
		if t.Size == 1 {
			fmt.Fprintf(&h.shows, "\trift_show_text(%q, %s, sizeof %s);\n", name, v, v)
			return v
		}
	}
	for i := range n {
		element := fmt.Sprintf("%s[%d]", v, i)
		shown := fmt.Sprintf("%s[%d]", name, i)
		if n == 1 {
			shown = "*" + name
		}
		switch {
		case !t.IsScalar(), t.Class == program.PointerType, t.Class == program.BoolType, differs(t, old):
			h.fill(element, shown, t, old, depth)
		}
		h.show(element, shown, t, old)
	}
	return v
}

// walkOf returns how either version goes through arrays of a type, nil if neither does.
func (h *generator) walkOf(t *program.Type) *walk {
	if h.walks == nil {
		h.walks = walksOf(h.entry)
		for name, w := range walksOf(h.old) {
			if x := h.walks[name]; x == nil || !x.known {
				h.walks[name] = w
			}
		}
	}
	if t.Class != program.StructType {
		return nil
	}
	return h.walks[t.Name]
}

// count is how many elements of a type there are behind a pointer, an end aside.
func (h *generator) count(t *program.Type) int {
	switch {
	case h.walkOf(t) != nil:
		return h.walkedCount()
	case t.Class == program.StructType, t.Class == program.UnionType:
		return 1
	}
	return h.opt.Elements
}

// walkedCount is how many elements there are of an array of structures before its end.
func (h *generator) walkedCount() int { return max(1, min(h.opt.Elements/2, mostWalked)) }

// mostWalked bounds the structures of an array: each has inputs for all its members.
const mostWalked = 4

// fill gives an lvalue any value.
func (h *generator) fill(lvalue, name string, t, old *program.Type, depth int) {
	switch t.Class {
	case program.BoolType:
		fmt.Fprintf(&h.code, "\t*(_Bool *)&%s = rift_choice(%q);\n", lvalue, name)
		h.asks(name, program.BoolValue, 1, 1, 1)
	case program.IntType, program.EnumType, program.FloatType:
		if differs(t, old) || t.Class == program.FloatType && t.Size > 8 {
			h.convert(lvalue, name, t, old)
			return
		}
		h.whole(lvalue, name, valueKind(t, false), int(t.Size), 1)
	case program.ComplexType:
		if t.Elem.Size > 8 {
			h.note("%s is zero", name)
			return
		}
		h.whole(lvalue, name, program.FloatValue, int(t.Elem.Size), 2)
	case program.UnionType:
		switch {
		case t.Size == 0:
		case holdsPointers(t) || differs(t, old):
			h.note("%s is zero: a union with pointers, or of another size in the old version", name)
		default:
			h.whole(lvalue, name, program.BytesValue, 1, int(t.Size))
		}
	case program.ArrayType:
		h.fillArray(lvalue, name, t, old, depth)
	case program.StructType:
		var list []sized
		h.fields(lvalue, name, t, old, func(l, n string, x, y *program.Type, bits int) {
			if bits > 0 {
				fmt.Fprintf(&h.code, "\t%s = rift_bits(%q);\n", l, n)
				h.asks(n, valueKind(x, false), 8, 1, bits)
				return
			}
			h.fill(l, n, x, y, depth)
			list = append(list, sized{l, n, x})
		})
		h.fit.fitting(list)
	case program.PointerType:
		h.fillPointer(lvalue, name, t, old, depth)
	default:
		h.note("%s is zero", name)
	}
}

// whole gives all bytes of an lvalue any value.
func (h *generator) whole(lvalue, name string, kind program.ValueKind, element, count int) {
	h.symbolic("(void *)&"+lvalue, "sizeof "+lvalue, name)
	h.asks(name, kind, element, count, 0)
}

// convert gives a number any value that has a smaller type: the one of the other
// version, or double for long double.
func (h *generator) convert(lvalue, name string, t, old *program.Type) {
	from := t
	if old != nil && old.Size < t.Size {
		from = old
	}
	spelled, size, kind := from.Name, from.Size, valueKind(from, false)
	switch {
	case from.Class == program.FloatType && from.Size > 8:
		spelled, size = "double", 8
	case from.Class == program.EnumType:
		spelled = map[bool]string{false: "int", true: "unsigned"}[from.Unsigned]
	}
	h.made++
	v := fmt.Sprintf("rift_number%d", h.made)
	fmt.Fprintf(&h.objects, "\t%s %s;\n", spelled, v)
	h.symbolic("(void *)&"+v, "sizeof "+v, name)
	h.asks(name, kind, int(size), 1, 0)
	fmt.Fprintf(&h.code, "\t%s = %s;\n", lvalue, v)
}

func (h *generator) fillArray(lvalue, name string, t, old *program.Type, depth int) {
	e, n := t.Elem, t.Len
	if old != nil && old.Len != n {
		n = min(n, old.Len)
		h.note("%s is zero from element %d on: the versions have arrays of other lengths", name, n)
	}
	plain := e.IsScalar() && e.Class != program.BoolType && e.Class != program.PointerType && !differs(e, elemOf(old))
	if plain && n > 0 {
		h.symbolic("(void *)&"+lvalue, fmt.Sprintf("%d * sizeof %s[0]", n, lvalue), name)
		h.asks(name, valueKind(e, true), int(e.Size), int(n), 0)
		return
	}
	for i := range min(n, leaves) {
		h.fill(fmt.Sprintf("%s[%d]", lvalue, i), fmt.Sprintf("%s[%d]", name, i), e, elemOf(old), depth)
	}
	if n > leaves {
		h.note("%s is zero from element %d on", name, leaves)
	}
}

// fillPointer makes a pointer null or lead to something that is made for it.
func (h *generator) fillPointer(lvalue, name string, t, old *program.Type, depth int) {
	e := t.Elem
	was := elemOf(old)
	leads := ""
	switch {
	case isStream(e):
		fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? (void *)stdin : (void *)stdout;\n", lvalue, h.choice(name+" is stdin"))
		return
	case isOpaque(e):
		if c := h.constructor(e); c != nil {
			leads = h.construct(name, c)
		}
	case depth <= 0 && !h.cheap(e), isOpaque(was) && was != nil, was != nil && e.Class != was.Class:
	case e.Class == program.FuncType:
		leads = h.callback(name, e, depth)
	default:
		leads = h.pointee(name, "__typeof__(*"+lvalue+")", e, was, max(depth-1, 0))
		h.leads.note(lvalue, leads, h.count(e), e)
	}
	if leads == "" {
		fmt.Fprintf(&h.code, "\t*(void **)&%s = 0;\n", lvalue)
		h.note("%s is null", name)
		return
	}
	if e.Class == program.VoidType {
		h.note("%s leads to bytes of any meaning", name)
	}
	fmt.Fprintf(&h.code, "\t*(void **)&%s = %s ? 0 : (void *)%s;\n", lvalue, h.choice(name+" is null"), leads)
}

// cheap reports whether what a pointer leads to is made at any depth: text and
// functions, as long as there is not too much of it.
func (h *generator) cheap(t *program.Type) bool {
	return len(h.known) < mostObjects && (t.Class == program.FuncType || t.Class == program.IntType && t.Size == 1)
}

// mostObjects bounds the objects that are made at any depth.
const mostObjects = 64

// valuesOf says in words which values a parameter takes.
func (h *generator) valuesOf(t *program.Type) string {
	switch {
	case t.Class != program.PointerType:
		return "every value"
	case isStream(t.Elem):
		return "standard input or standard output"
	case isOpaque(t.Elem):
		if c := h.constructor(t.Elem); c != nil {
			return "null or what " + c.Source + " makes"
		}
		return "null"
	}
	return "null or " + h.objectOf(t.Elem)
}
