package harness

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program"
)

// callback writes a function that a pointer called name in messages may lead to: it
// shows that it is called and its arguments, and returns values of the input, in
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
	fmt.Fprintf(&h.shows, "\tstatic unsigned calls;\n\trift_show_unsigned(%q, ++calls);\n", "calls of "+name)
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
		h.showArgument(v, fmt.Sprintf("%s argument %d", name, i+1), t.Params, i)
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
	if k := filled(t); k >= 0 {
		h.fills(name, t, k, f, head, body)
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

// showArgument observes an argument of a callback. What a pointer leads to is shown of
// const text alone: of as many bytes as the next argument says, or up to its end if that is no
// number. Of other pointers it is shown where they lead.
func (h *generator) showArgument(v, name string, params []*program.Type, i int) {
	t := params[i]
	text := t.Class == program.PointerType && isText(t.Elem) == "1"
	switch counted := i+1 < len(params) && isCount(params[i+1]); {
	case text && t.Const && counted:
		fmt.Fprintf(&h.shows, "\tif (a%d && a%d >= 0 && a%d <= %d)\n\t\trift_show_text(%q, a%d, a%d);\n", i+1, i+2, i+2, mostShown, name, i+1, i+2)
	case text && t.Const:
		fmt.Fprintf(&h.shows, "\tif (a%d)\n\t\t__rift_observe(%q, 's', a%d, 0);\n", i+1, name, i+1)
		fmt.Fprintf(&h.shows, "\telse\n\t\trift_show_pointer(%q, 0, 0);\n", name)
	default:
		h.show(v, name, argumentType(t), argumentType(t))
	}
}

// mostShown bounds the bytes of an argument that are shown.
const mostShown = 4096

// isCount reports whether a parameter may say how many bytes there are.
func isCount(t *program.Type) bool { return t.Class == program.IntType && t.Size >= 4 }

// filled returns which parameter of a callback is a buffer that it is to fill, -1 if none
// is: a pointer to bytes that are not const, with their number behind it, of a function
// that returns such a pointer, as fgets does, or a number, as read does.
func filled(t *program.Type) int {
	for i := range t.Params {
		p := t.Params[i]
		if p.Class != program.PointerType || p.Const || p.Elem == nil || i+1 >= len(t.Params) || !isCount(t.Params[i+1]) {
			continue
		}
		text := isText(p.Elem) == "1"
		bytes := text || p.Elem.Class == program.VoidType
		switch r := t.Elem; {
		case text && r.Class == program.PointerType && sameType(r, p, true), bytes && isCount(r):
			return i
		}
	}
	return -1
}

// fills writes a callback that fills a buffer with what is left of a text of the input:
// a line of it and a NUL if it returns the buffer, else so many bytes, of which it
// returns the number. At the end of the text, or if the input wants it, it returns null
// or a number of the input.
func (h *generator) fills(name string, t *program.Type, at int, f, head, body string) {
	id := strings.TrimPrefix(f, "rift_callback")
	data, next := "rift_data"+id, "rift_next"+id
	n := h.opt.Elements
	h.result.Scales = true
	fmt.Fprintf(&h.before, "\nstatic unsigned char %s[%d];\nstatic unsigned %s;\nstatic %s\n{\n%s", data, n+1, next, head, body)
	buffer, room := fmt.Sprintf("a%d", at+1), fmt.Sprintf("a%d", at+2)
	fmt.Fprintf(&h.before, "\tunsigned i = 0;\n")
	if t.Elem.Class == program.PointerType {
		fmt.Fprintf(&h.before, "\tif (%s <= 0 || %s >= %d || !%s[%s])\n\t\treturn 0;\n", room, next, n, data, next)
		fmt.Fprintf(&h.before, "\twhile (i + 1 < %s && %s < %d && %s[%s]) {\n\t\t%s[i] = (char)%s[%s++];\n\t\tif (%s[i++] == '\\n')\n\t\t\tbreak;\n\t}\n\t%s[i] = 0;\n\treturn %s;\n}\n",
			room, next, n, data, next, buffer, data, next, buffer, buffer, buffer)
		h.note("%s reads lines of a text of the input", name)
	} else {
		fails := "rift_fails" + id
		fmt.Fprintf(&h.before, "\tif (%s)\n\t\treturn -1;\n", fails)
		fmt.Fprintf(&h.before, "\tfor (; i < %s && %s < %d; i++)\n\t\t((unsigned char *)%s)[i] = %s[%s++];\n\treturn i;\n}\n", room, next, n, buffer, data, next)
		// A tentative definition before that of the function.
		text := h.before.String()
		h.before.Reset()
		fmt.Fprintf(&h.before, "\nstatic int %s;\n%s", fails, text)
		fmt.Fprintf(&h.code, "\t%s = %s;\n", fails, h.choice(name+" fails"))
		h.note("%s reads bytes of the input", name)
	}
	h.symbolic(data, fmt.Sprint(n), name+" reads")
	h.asks(name+" reads", program.TextValue, 1, n, 0)
}

// argumentType is the type by which an argument of a callback is shown: text may
// lack its end there, so that of pointers only where they lead is shown.
func argumentType(t *program.Type) *program.Type {
	if t.Class != program.PointerType {
		return t
	}
	return &program.Type{Class: program.PointerType, Size: t.Size, Align: t.Align, Elem: &program.Type{Class: program.VoidType, Name: "void", Size: 1, Align: 1}}
}
