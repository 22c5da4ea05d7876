package dialect

import (
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

// complit reports whether the parenthesis that was written last closes the type
// of a compound literal: what stands before it is no name, as before a
// function's body or a statement's block.
func (r *rewriter) complit() bool {
	depth := 0
	for k := len(r.out) - 1; k >= 0; k-- {
		switch {
		case r.out[k].is(")"):
			depth++
		case r.out[k].is("("):
			if depth--; depth == 0 {
				return k > 0 && (r.out[k-1].kind != cpp.Name && !r.out[k-1].is(")") || r.out[k-1].is("return"))
			}
		}
	}
	return false
}

// builtin writes a builtin that takes types as what it comes to.
func (r *rewriter) builtin(w *word) {
	args, end := r.arguments(w, 2)
	a, b := r.list(args[0]), r.list(args[1])
	switch w.text {
	case "__builtin_va_arg":
		r.put(w, "( * (")
		r.emit(b...)
		r.put(w, "* ) __builtin_va_arg_impl (")
		r.emit(a...)
		r.put(w, ") )")
	case "__builtin_va_copy":
		r.emit(a...)
		r.put(w, "=")
		r.emit(b...)
	case "__builtin_offsetof":
		r.put(w, "( ( unsigned long ) & ( ( (")
		r.emit(a...)
		r.put(w, "* ) 0 ) ->")
		r.emit(b...)
		r.put(w, ") )")
	case "__builtin_types_compatible_p":
		r.put(w, "__ccgo__types_compatible_p ( (")
		r.emit(a...)
		r.put(w, ") { } , (")
		r.emit(b...)
		r.put(w, ") { } )")
	case "__builtin_bit_cast":
		r.put(w, "( ( ( union { __typeof__ (")
		r.emit(b...)
		r.put(w, ") __ccgo_from ;")
		r.emit(a...)
		r.put(w, "__ccgo_to ; } ) { . __ccgo_from = (")
		r.emit(b...)
		r.put(w, ") } ) . __ccgo_to )")
	}
	r.i = end
}

// assertion gives a static assertion the message that GNU C and C23 let one
// leave out.
func (r *rewriter) assertion(w *word) {
	content, end := r.group(r.i + 1)
	if end < 0 {
		panic(wrong{at: *w, why: "_Static_assert( without )"})
	}
	r.put(w, "_Static_assert (")
	for _, c := range r.list(content) { // all at one place, which messages name
		c.at, c.endLine, c.endCol, c.white = w.at, w.endLine, w.endCol, true
		r.emit(c)
	}
	if len(splitCommas(content)) == 1 {
		r.put(w, `, ""`)
	}
	r.emit(r.in[end-1])
	r.i = end
}

// alignment puts the operand of _Alignof, if it is no type, into parentheses.
func (r *rewriter) alignment(w *word) {
	end := r.unaryEnd(r.i + 1)
	r.emit(*w)
	r.put(w, "(")
	r.emit(r.list(r.in[r.i+1 : end])...)
	r.put(w, ")")
	r.i = end
}

// unaryEnd returns the index behind the unary expression at i.
func (r *rewriter) unaryEnd(i int) int {
	for i < len(r.in) && (r.in[i].kind != cpp.String && strings.Contains("* & + - ~ ! ++ -- sizeof && ", r.in[i].text+" ")) {
		i++
	}
	if i < len(r.in) && r.in[i].kind != cpp.Name && r.in[i].text == "(" {
		if _, end := r.group(i); end > 0 {
			i = end
		}
	} else {
		i++
	}
	for i < len(r.in) && r.in[i].kind != cpp.String {
		switch r.in[i].text {
		case "[", "(":
			_, end := r.group(i)
			if end < 0 {
				return i
			}
			i = end
		case ".", "->":
			i += 2
		case "++", "--":
			i++
		default:
			return min(i, len(r.in))
		}
	}
	return min(i, len(r.in))
}

// attribute writes one of C23: as GNU C's where it is one of those, as
// _Noreturn, or not at all.
func (r *rewriter) attribute() bool {
	content, end := r.group(r.i)
	if end < 0 || len(content) < 2 {
		return false
	}
	w := r.in[r.i]
	for _, a := range splitCommas(content[1 : len(content)-1]) {
		first := len(r.out) == r.top().start
		switch {
		case len(a) > 0 && (a[0].is("noreturn") || a[0].is("_Noreturn") || a[0].is("__noreturn__")):
			if first {
				r.put(&w, "_Noreturn")
			}
		case len(a) > 3 && strings.Trim(a[0].text, "_") == "gnu" && a[1].is(":") && a[2].is(":"):
			if strings.Trim(a[3].text, "_") == "noreturn" && first {
				r.put(&w, "_Noreturn")
				break
			}
			r.put(&w, "__attribute__ ( (")
			r.emit(r.list(a[3:])...)
			r.put(&w, ") )")
		}
	}
	r.i = end
	return true
}

// designator writes [a ... a] as [a], and = behind designators that stand
// without it.
func (r *rewriter) designator() bool {
	if n := len(r.out); !r.out[n-1].is("{") && !r.out[n-1].is(",") {
		return false
	}
	w := r.in[r.i]
	content, end := r.group(r.i)
	if end < 0 {
		return false
	}
	for k := range content {
		if content[k].is("...") && sameWords(content[:k], content[k+1:]) {
			content = content[:k]
			break
		}
	}
	r.emit(w)
	r.emit(r.list(content)...)
	r.emit(r.in[end-1])
	r.i = end
	if s := r.peek(0); !s.is("=") && !s.is("[") && !s.is(".") && s.text != "" {
		r.put(&w, "=")
	}
	return true
}

func sameWords(a, b []word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].text != b[i].text {
			return false
		}
	}
	return true
}

// elvis writes a ?: b of a constant a as a ? a : b: the parser does not compute
// it otherwise.
func (r *rewriter) elvis() bool {
	depth, k := 0, len(r.out)
	for ; k > r.top().start; k-- {
		w := &r.out[k-1]
		if depth == 0 && endsCondition(w) {
			break
		}
		if w.is(")") || w.is("]") {
			depth++
		} else if w.is("(") || w.is("[") {
			depth--
		}
	}
	a := r.out[k:]
	for i := range a {
		// A name that is no constant, or a string, is left to the parser.
		if a[i].kind == cpp.Name && !r.constants[a[i].text] && a[i].text != "sizeof" || a[i].kind == cpp.String {
			return false
		}
	}
	copied := append([]word(nil), a...)
	r.emit(r.in[r.i])
	r.emit(copied...)
	r.i++
	return true
}

// endsCondition reports whether the condition of a ?: begins behind w.
func endsCondition(w *word) bool {
	if w.kind == cpp.String || w.kind == cpp.Char {
		return false
	}
	switch w.text {
	case ",", "=", "?", ":", "return", "case", "{", "}", "(", "[", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=":
		return true
	}
	return false
}
