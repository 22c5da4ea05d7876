package harness

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// show observes an lvalue. Nothing that it does depends on the value. Where the
// type has another size in the old version, both are shown as the larger one.
func (h *generator) show(lvalue, name string, t, old *program.Type) {
	size := t.Size
	if old != nil {
		size = max(size, old.Size)
	}
	switch t.Class {
	case program.BoolType, program.IntType, program.EnumType:
		if size > 8 {
			h.note("%s is not compared", name)
			return
		}
		as := "signed"
		if valueKind(t, false) != program.SignedValue {
			as = "unsigned"
		}
		fmt.Fprintf(&h.shows, "\trift_show_%s(%q, %s);\n", as, name, lvalue)
	case program.FloatType:
		as := map[int64]string{4: "float", 8: "double"}[size]
		if as == "" {
			as = "long_double"
		}
		fmt.Fprintf(&h.shows, "\trift_show_%s(%q, %s);\n", as, name, lvalue)
	case program.ArrayType:
		if t.Elem.Class == program.IntType && t.Elem.Size == 1 && t.Len > 0 {
			fmt.Fprintf(&h.shows, "\trift_show_text(%q, (const char *)&%s, sizeof %s);\n", name, lvalue, lvalue)
			return
		}
		for i := range min(t.Len, leaves) {
			h.show(fmt.Sprintf("%s[%d]", lvalue, i), fmt.Sprintf("%s[%d]", name, i), t.Elem, elemOf(old))
		}
		if t.Len > leaves || t.Len < 0 {
			h.note("%s is not compared from element %d on", name, leaves)
		}
	case program.StructType:
		h.fields(lvalue, name, t, old, func(l, n string, x, y *program.Type, _ int) { h.show(l, n, x, y) })
	case program.PointerType:
		if isText(t.Elem) == "0" {
			h.note("what pointers found afterwards lead to is not compared, but for the objects given")
		}
		fmt.Fprintf(&h.shows, "\trift_show_pointer(%q, (const char *)%s, %s);\n", name, lvalue, isText(t.Elem))
	default:
		h.note("%s is not compared", name)
	}
}
