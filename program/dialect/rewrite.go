package dialect

import (
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

// rewrite writes what the parser does not know of GNU C and C23 in what it
// knows: builtins that take types, attributes that change types, keywords that
// are new in C23 where a unit does not declare them itself, and notations of
// designators, attributes, numbers and alignments. It changes nothing that the
// parser accepts.
func rewrite(list []word) (out []word, bad *wrong) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case wrong:
			out, bad = nil, &r
		default:
			panic(r)
		}
	}()
	r := &rewriter{fixed: map[string][]word{}, constants: map[string]bool{}, types: map[string]bool{}, unsigned: map[string]bool{}}
	r.next = r.word
	r.keywords = newKeywords(list)
	r.enumerators(list)
	r.typeNames(list)
	return r.list(list), nil
}

// word rewrites the next word, with others that belong to it.
func (r *rewriter) word() {
	w := r.in[r.i]
	switch w.kind {
	case cpp.Name:
		r.name(w)
		return
	case cpp.Number:
		w.text = numberSpelling(w.text)
	case cpp.Pragma, cpp.String, cpp.Char:
	default:
		if r.punctuator(w) {
			return
		}
	}
	r.i++
	r.emit(w)
}

// punctuator keeps track of brackets, and reports whether it has written what
// stands for w.
func (r *rewriter) punctuator(w word) bool {
	switch w.text {
	case "(", "{":
		list := w.text == "{" && len(r.out) > 0 && (r.out[len(r.out)-1].is("=") || r.top().list || r.out[len(r.out)-1].is(")") && r.complit())
		r.i++
		r.emit(w)
		r.brackets = append(r.brackets, bracket{open: w.text[0], start: len(r.out), list: list})
		return true
	case "[":
		if r.peek(1).is("[") && r.attribute() {
			return true
		}
		if r.top().list && r.designator() {
			return true
		}
		r.i++
		r.emit(w)
		r.brackets = append(r.brackets, bracket{open: '[', start: len(r.out)})
		return true
	case ")", "]", "}":
		if len(r.brackets) > 1 {
			r.brackets = r.brackets[:len(r.brackets)-1]
		}
		if w.text == "}" {
			r.leaveScope()
		}
		r.i++
		r.emit(w)
		if w.text == "}" && !r.top().list && r.top().open != '(' {
			// It ends a declaration unless a declarator follows.
			if !r.peek(0).is(";") && !r.peek(0).is("*") && !(r.peek(0).kind == cpp.Name && r.record(len(r.out)-1)) {
				r.top().start = len(r.out)
			}
		}
		return true
	case ";":
		r.i++
		r.emit(w)
		r.top().start = len(r.out)
		r.leaveScope()
		return true
	case ",":
		r.i++
		r.emit(w)
		if r.top().open == '(' {
			r.top().start = len(r.out)
		}
		return true
	case ":":
		if r.peek(1).is("}") { // a label at the end of a block (C23)
			r.i++
			r.emit(w)
			r.put(&w, ";")
			return true
		}
	case "?":
		return r.peek(1).is(":") && r.elvis()
	}
	return false
}

// name rewrites what a name begins.
func (r *rewriter) name(w word) {
	if s, ok := r.keywords[w.text]; ok && !r.member() {
		switch w.text {
		case "constexpr":
			r.constant(w)
			return
		case "static_assert":
			w.text = s
		default:
			r.i++
			if s == "_Alignof" {
				r.i--
				w.text = s
				break
			}
			r.put(&w, strings.NewReplacer("((void*)0)", "( ( void * ) 0 )").Replace(s))
			return
		}
	}
	call := r.peek(1).is("(")
	switch w.text {
	case "__extension__":
		r.i++
		return
	case "__FUNCTION__", "__PRETTY_FUNCTION__":
		w.text = "__func__"
	case "__builtin_va_arg", "__builtin_va_copy", "__builtin_offsetof", "__builtin_types_compatible_p", "__builtin_bit_cast":
		if call {
			r.builtin(&w)
			return
		}
	case "_Static_assert":
		if call {
			r.assertion(&w)
			return
		}
	case "_Alignof", "__alignof", "__alignof__":
		if !call {
			r.alignment(&w)
			return
		}
	case "asm", "__asm", "__asm__":
		r.i++
		r.emit(w)
		for s := r.peek(0).text; s == "inline" || s == "__inline__" || s == "volatile" || s == "__volatile__" || s == "__volatile"; s = r.peek(0).text {
			if !strings.Contains(s, "inline") {
				r.emit(r.in[r.i])
			}
			r.i++
		}
		return
	case "_Float32", "_Float64", "_Float32x", "_Float64x":
		r.i++
		r.put(&w, map[string]string{"_Float32": "float", "_Float64": "double", "_Float32x": "double", "_Float64x": "long double"}[w.text])
		return
	case "_Atomic": // which the parser forgets; others may look at the object, too
		v := w
		v.text = "volatile"
		r.emit(v)
	case "typeof", "__typeof", "__typeof__", "typeof_unqual", "__typeof_unqual__":
		if call && r.typeOf(&w) {
			return
		}
	case "auto":
		if r.inferred() {
			w.text = "__auto_type"
		}
	case "_BitInt":
		if call {
			r.bitInt(&w)
			return
		}
	case "enum":
		if r.enumeration(&w) {
			return
		}
	case "__attribute__", "__attribute":
		if call && r.mode(&w) {
			return
		}
	default:
		if r.constexprUse(&w) {
			return
		}
	}
	r.i++
	r.emit(w)
}
