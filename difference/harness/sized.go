package harness

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// sized is a value that lies beside others, as parameters and members do: a pointer, or
// what may say how much it leads to.
type sized struct {
	lvalue, name string // in C, and in messages
	t            *program.Type
}

// extent is what a pointer may lead to: so many elements of a type.
type extent struct {
	variable string
	elements int
	t        *program.Type
}

// leads holds, by the lvalue of a pointer, what it may lead to.
type leads map[string]extent

func (l leads) note(lvalue, variable string, elements int, t *program.Type) {
	l[lvalue] = extent{variable, elements, t}
}

// fitter writes statements that make values fit what lies beside them.
type fitter struct {
	code   *strings.Builder
	leads  leads
	loose  func(statement string) string // makes a choice by which an input does not fit
	fitted []fittedNumber
}

// fitting makes numbers that say how much pointers beside them lead to say no more than
// there is, and pointers to an end lead to it, unless the input wants it otherwise.
func (h *fitter) fitting(list []sized) {
	of := h.leads
	for i := range list {
		x := &list[i]
		switch class := x.t.Class; {
		case class == program.IntType && saysSize(x, list, i):
			h.fitNumber(x.lvalue, x.name, x.t, of.room(list, i))
		case class == program.PointerType && i > 0 && isEnd(x.name) && sameType(list[i-1].t, x.t, true):
			if p, ok := of[list[i-1].lvalue]; ok {
				fmt.Fprintf(h.code, "\tif (!%s && %s)\n\t\t*(void **)&%s = (void *)(%s + %d);\n",
					h.loose(x.name+" leads elsewhere"), list[i-1].lvalue, x.lvalue, p.variable, p.elements)
			}
		case class == program.PointerType && x.t.Elem != nil && x.t.Elem.Class == program.IntType && x.t.Elem.Size >= 4 && i > 0 && saysSize(x, list, i):
			if p, ok := of[x.lvalue]; ok {
				h.fitNumber(p.variable+"[0]", "*"+x.name, x.t.Elem, of.room(list, i))
			}
		}
	}
}

// room returns how many elements the pointers before a value, or the one behind it, lead
// to; 0 if nothing is known.
func (of leads) room(list []sized, at int) int {
	least := 0
	for i := at - 1; i >= 0 && list[i].t.Class == program.PointerType; i-- {
		if p, ok := of[list[i].lvalue]; ok && (least == 0 || p.elements < least) {
			least = p.elements
		}
	}
	if least == 0 && at+1 < len(list) {
		least = of[list[at+1].lvalue].elements
	}
	return least
}

// fitNumber makes a number one from 0 to n. It is found by a mask and a subtraction,
// which is less work for a solver than a remainder.
func (h *fitter) fitNumber(lvalue, name string, t *program.Type, n int) {
	mask := 1
	for mask < n {
		mask = 2*mask + 1
	}
	if n == 0 || t.Size == 1 && mask > 127 {
		return
	}
	f := fittedNumber{strings.TrimPrefix(name, "*"), name + " is any number", int(t.Size), mask, n}
	h.fitted = append(h.fitted, f)
	fmt.Fprintf(h.code, "\tif (!%s) {\n\t\t%s &= %d;\n", h.loose(f.loose), lvalue, mask)
	if mask > n {
		fmt.Fprintf(h.code, "\t\tif (%s > %d)\n\t\t\t%s -= %d;\n", lvalue, n, lvalue, n)
	}
	h.code.WriteString("\t}\n")
}

// Parts of names, and whole ones, of what says how much there is of something.
var (
	sizeParts = []string{"len", "size", "count", "num", "cnt", "bytes", "sz", "cap", "max", "limit", "width"}
	sizeNames = []string{"n", "l", "m", "k", "c", "nb", "nr", "argc", "s"}
	endParts  = []string{"end", "last", "limit", "lim", "stop", "eof", "fin"}
)

// saysSize reports whether a value may say how much a pointer beside it leads to, by its
// name or as a size behind a pointer to bytes.
func saysSize(x *sized, list []sized, at int) bool {
	name := lastName(x.name)
	if slices.Contains(sizeNames, name) || slices.ContainsFunc(sizeParts, func(p string) bool { return strings.Contains(name, p) }) {
		return true
	}
	if at == 0 || x.t.Class != program.IntType {
		return false
	}
	before := list[at-1]
	if of := lastName(before.name); strings.HasPrefix(name, "n") && strings.TrimPrefix(strings.TrimPrefix(name, "n"), "_") == of {
		return true
	}
	e := before.t.Elem
	return x.t.Unsigned && x.t.Size == 8 && before.t.Class == program.PointerType && e != nil && (e.Class == program.VoidType || e.Class == program.IntType && e.Size == 1)
}

func isEnd(name string) bool {
	name = lastName(name)
	return name == "e" || slices.ContainsFunc(endParts, func(p string) bool { return strings.Contains(name, p) })
}

// lastName returns the name of a member or parameter in lower case.
func lastName(name string) string {
	return strings.ToLower(strings.Trim(name[strings.LastIndexByte(name, '.')+1:], "_*"))
}
