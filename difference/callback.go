package difference

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
)

// callback writes a function that a pointer called name in messages may lead to: it
// prints that it is called and its arguments, and returns values of the input, in
// order, the last of them from then on. It returns the function's name, or "" if
// the type has parts without a name.
//
// The values are asked for before the entry is called, so that versions that call
// the functions they are given in other orders get the same values.
func (h *generator) callback(name string, t *program.Type, depth int) string {
	result, ok := spellType(t.Elem)
	if !ok {
		return ""
	}
	h.made++
	id := h.made
	var params []string
	shows := h.shows
	h.shows = strings.Builder{}
	fmt.Fprintf(&h.shows, "\tprintf(\"%s is called\\n\");\n", name)
	for i, p := range t.Params {
		s, ok := spellType(p)
		if !ok {
			if p.Class != program.PointerType {
				h.shows = shows
				return ""
			}
			s = program.Spelling{Before: "void *"}
		}
		v := fmt.Sprintf("a%d", i+1)
		params = append(params, s.Declare(v))
		h.show(v, fmt.Sprintf("%s argument %d", name, i+1), argumentType(p), argumentType(p))
	}
	body := h.shows.String()
	h.shows = shows
	list := strings.Join(params, ", ")
	if t.Variadic {
		list += ", ..."
	}
	f := fmt.Sprintf("rift_callback%d", id)
	head := result.Declare(f + "(" + list + ")")
	if t.Elem.Class == program.VoidType {
		h.note("%s is a function of the harness: it shows its arguments and changes nothing", name)
		fmt.Fprintf(&h.before, "\nstatic %s\n{\n%s}\n", head, body)
		return f
	}
	if size := sizeAsked(t); size != "" {
		fails := fmt.Sprintf("rift_fails%d", id)
		fmt.Fprintf(&h.before, "\n#include <stdlib.h>\n\nstatic int %s;\nstatic %s\n{\n%s\treturn %s ? 0 : calloc(1, %s);\n}\n", fails, head, body, fails, size)
		fmt.Fprintf(&h.code, "\t%s = %s;\n", fails, h.choice(name+" fails"))
		h.note("%s gives memory of zeros, of as many bytes as its integers say together, or none", name)
		return f
	}
	h.note("%s is a function of the harness: it shows its arguments, returns values of the input and changes nothing", name)
	answers, calls := fmt.Sprintf("rift_answers%d", id), fmt.Sprintf("rift_calls%d", id)
	n := h.opt.Elements
	fmt.Fprintf(&h.before, "\nstatic %s;\nstatic int %s;\nstatic %s\n{\n%s\treturn %s[%s < %d ? %s++ : %d];\n}\n",
		result.Declare(fmt.Sprintf("%s[%d]", answers, n)), calls, head, body, answers, calls, n-1, calls, n-1)
	h.result.Scales = true
	for i := range n {
		h.fill(fmt.Sprintf("%s[%d]", answers, i), fmt.Sprintf("%s result %d", name, i+1), t.Elem, t.Elem, depth-1)
	}
	return f
}

// sizeAsked returns, in C, how many bytes a function is asked for that gives memory,
// as far as its type says: one that returns a pointer to void and takes integers. It
// returns "" for others.
func sizeAsked(t *program.Type) string {
	var parts []string
	for i, p := range t.Params {
		if p.Class == program.IntType {
			parts = append(parts, fmt.Sprintf("(unsigned long)a%d", i+1))
		}
	}
	if !isVoid(t.Elem) {
		return ""
	}
	return strings.Join(parts, " * ")
}

// argumentType is the type by which an argument of a callback is shown: text may
// lack its end there, so that of pointers only where they lead is shown.
func argumentType(t *program.Type) *program.Type {
	if t.Class != program.PointerType {
		return t
	}
	return &program.Type{Class: program.PointerType, Size: t.Size, Align: t.Align, Elem: &program.Type{Class: program.VoidType, Name: "void", Size: 1, Align: 1}}
}
