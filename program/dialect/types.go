package dialect

import (
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

// typeWords are the words that types of no other name are made of.
var typeWords = words(`void char short int long float double signed unsigned _Bool _Complex __int128 const volatile restrict
	__signed__ __const __volatile__ __restrict _Atomic struct union enum`)

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// typeOf writes typeof of a type, which the parser takes for no type among
// specifiers but in type names.
func (r *rewriter) typeOf(w *word) bool {
	content, end := r.group(r.i + 1)
	if end < 0 || len(content) == 0 {
		return false
	}
	unqualified := strings.Contains(w.text, "unqual")
	first := content[0]
	if r.keywords[first.text] == "_Bool" {
		first.text = "_Bool"
	}
	if !typeWords[first.text] && !r.types[first.text] && !strings.HasPrefix(first.text, "_Float") {
		w.text = "__typeof__"
		r.emit(*w)
		r.i++
		return true
	}
	plain, tag := true, false
	for i := range content {
		c := &content[i]
		plain = plain && c.kind == cpp.Name && (typeWords[c.text] || tag || r.keywords[c.text] != "")
		tag = c.is("struct") || c.is("union") || c.is("enum")
	}
	inner := r.list(content)
	if unqualified {
		kept := inner[:0]
		for _, c := range inner {
			switch c.text {
			case "const", "volatile", "restrict", "_Atomic":
			default:
				kept = append(kept, c)
			}
		}
		if plain {
			inner = kept
		}
	}
	if plain {
		r.emit(inner...)
	} else {
		r.put(w, "__typeof__ ( * ( __typeof__ (")
		r.emit(inner...)
		r.put(w, ") * ) 0 )")
	}
	r.i = end
	return true
}

// typeNames notes the names that declarations with typedef may declare.
func (r *rewriter) typeNames(list []word) {
	in := false
	for i := range list {
		switch {
		case list[i].is("typedef"):
			in = true
		case list[i].is(";"):
			in = false
		case in && list[i].kind == cpp.Name && i+1 < len(list):
			switch list[i+1].text {
			case ";", ",", "[", ")", "(", "__attribute__", "__attribute":
				r.types[list[i].text] = true
			}
		}
	}
}

// inferred reports whether auto stands before a name alone: C23 takes the type
// from the initialiser.
func (r *rewriter) inferred() bool {
	n := 1
	for s := r.peek(n).text; s == "const" || s == "static" || s == "register" || s == "volatile"; s = r.peek(n).text {
		n++
	}
	return r.peek(n).kind == cpp.Name && r.peek(n+1).is("=")
}

// bitInt writes _BitInt of a width that is one of a standard type.
func (r *rewriter) bitInt(w *word) {
	content, end := r.group(r.i + 1)
	types := map[string]string{"8": "char", "16": "short", "32": "int", "64": "long", "128": "__int128"}
	t := ""
	if end > 0 && len(content) == 1 {
		t = types[content[0].text]
	}
	if t == "" {
		panic(wrong{at: *w, why: "_BitInt of a width that no standard type has; use 8, 16, 32, 64 or 128 bits", unsupported: true})
	}
	if t == "char" && !r.signed() {
		t = "signed char"
	}
	r.put(w, t)
	r.i = end
}

// signed reports whether the declaration says signed or unsigned so far, or
// next.
func (r *rewriter) signed() bool {
	for k := r.top().start; k < len(r.out); k++ {
		if s := r.out[k].text; s == "signed" || s == "unsigned" {
			return true
		}
	}
	_, end := r.group(r.i + 1)
	return end > 0 && end < len(r.in) && (r.in[end].is("signed") || r.in[end].is("unsigned"))
}

// enumeration writes one whose type is declared (C23) as that type, and its
// constants as an enumeration of their own before the declaration.
func (r *rewriter) enumeration(w *word) bool {
	k := r.i + 1
	tag := ""
	if k < len(r.in) && r.in[k].kind == cpp.Name {
		tag = r.in[k].text
		k++
	}
	if k >= len(r.in) || !r.in[k].is(":") || k+1 < len(r.in) && r.in[k+1].kind != cpp.Name {
		if t := r.fixed[tag]; tag != "" && t != nil && (k >= len(r.in) || !r.in[k].is("{")) {
			r.emit(t...)
			r.i = k
			return true
		}
		return false
	}
	k++
	from := k
	for k < len(r.in) && r.in[k].kind == cpp.Name {
		k++
	}
	t := r.list(r.in[from:k])
	for i := range t {
		t[i].at, t[i].endLine, t[i].endCol, t[i].white = w.at, w.endLine, w.endCol, true
	}
	if tag != "" {
		r.fixed[tag] = t
	}
	r.i = k
	if k < len(r.in) && r.in[k].is("{") {
		content, end := r.group(k)
		if end < 0 {
			return false
		}
		r.hoist(w, r.list(content))
		r.i = end
	}
	if r.peek(0).is(";") && r.top().start == len(r.out) {
		r.i++ // it declares no object
		return true
	}
	r.emit(t...)
	return true
}

// hoist writes the constants of an enumeration before the declaration that is
// being written.
func (r *rewriter) hoist(w *word, content []word) {
	n := len(r.brackets) - 1
	for n > 0 && r.brackets[n].open != '{' {
		n--
	}
	at := r.brackets[n].start
	decl := []word{w.like(cpp.Name, "enum"), w.like(cpp.Punct, "{")}
	decl = append(append(decl, content...), w.like(cpp.Punct, "}"), w.like(cpp.Punct, ";"))
	out := append(append(append([]word(nil), r.out[:at]...), decl...), r.out[at:]...)
	r.out = out
	for ; n < len(r.brackets); n++ {
		r.brackets[n].start += len(decl)
	}
}
