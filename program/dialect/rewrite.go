package dialect

import (
	"strconv"
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
	r.keywords = newKeywords(list)
	r.enumerators(list)
	r.typeNames(list)
	return r.list(list), nil
}

// rewriter is the state of rewriting a unit.
type rewriter struct {
	in       []word
	i        int
	out      []word
	brackets []bracket
	keywords map[string]string // C23's words that the unit does not declare, and what they become

	fixed     map[string][]word // types that enumerations are declared to have, by tag
	constants map[string]bool   // enumeration constants
	types     map[string]bool   // names that may be of types
	unsigned  map[string]bool   // names of the types of enumerations without negative constants
	constexpr []constexpr
}

// bracket is one that is open.
type bracket struct {
	open  byte
	start int  // of the declaration or statement that is being written
	list  bool // a list of initialisers
}

// constexpr is a constant that is written out where it is used.
type constexpr struct {
	name  string
	value []word // nil where the name is declared anew
	depth int    // of brackets
	param bool   // it is declared as a parameter
}

// newKeywords returns the words that C23 has as keywords and a unit does not
// declare.
func newKeywords(list []word) map[string]string {
	all := map[string]string{
		"bool": "_Bool", "true": "1", "false": "0", "nullptr": "((void*)0)", "constexpr": "", "static_assert": "_Static_assert",
		"thread_local": "_Thread_local", "alignas": "_Alignas", "alignof": "_Alignof",
	}
	start, enum := 0, []bool{false}
	for i := range list {
		w := &list[i]
		switch {
		case w.is("{"):
			enum = append(enum, opensEnum(list, i))
			start = i + 1
		case w.is("}") && len(enum) > 1:
			enum = enum[:len(enum)-1]
			start = i + 1
		case w.is(";"):
			start = i + 1
		case w.kind == cpp.Name && i+1 < len(list):
			if _, ok := all[w.text]; ok && declares(list, start, i, enum[len(enum)-1]) {
				delete(all, w.text)
			}
		}
	}
	return all
}

// opensEnum reports whether the brace at i begins the constants of an
// enumeration.
func opensEnum(list []word, i int) bool {
	for k := i - 1; k >= 0 && k > i-12; k-- {
		switch {
		case list[k].is("enum"):
			return true
		case list[k].kind != cpp.Name && !list[k].is(":") && !list[k].is("(") && !list[k].is(")"):
			return false
		}
	}
	return false
}

// declares reports whether the name at i is being declared, in a declaration
// that begins at start.
func declares(list []word, start, i int, enum bool) bool {
	next := &list[i+1]
	if enum {
		return (i == 0 || list[i-1].is("{") || list[i-1].is(",")) && (next.is(",") || next.is("=") || next.is("}"))
	}
	ends := next.is(";") || next.is(",") || next.is("=") || next.is("[") || next.is(")") || next.is("(")
	if i == start || !ends {
		return false
	}
	for k := start; k < i; k++ {
		if list[k].is("typedef") {
			return true
		}
	}
	switch prev := &list[i-1]; {
	case prev.kind != cpp.Name:
		return false
	default:
		switch prev.text {
		case "return", "case", "else", "sizeof", "goto", "const", "static", "extern", "volatile", "inline", "do":
			return false
		}
	}
	return true
}

// enumerators notes the constants of enumerations, and the names of those whose
// constants are written without a minus.
func (r *rewriter) enumerators(list []word) {
	for i := range list {
		if !list[i].is("{") || !opensEnum(list, i) {
			continue
		}
		minus, k := false, i+1
		for ; k < len(list) && !list[k].is("}"); k++ {
			if list[k].kind == cpp.Name && (list[k-1].is("{") || list[k-1].is(",")) {
				r.constants[list[k].text] = true
			}
			minus = minus || list[k].is("-")
		}
		if !minus && k+2 < len(list) && list[k+1].kind == cpp.Name && list[k+2].is(";") {
			r.unsigned[list[k+1].text] = true
		}
	}
}

// list rewrites a list of words, and returns it; it may be part of another.
func (r *rewriter) list(in []word) []word {
	i, was, out, brackets := r.i, r.in, r.out, r.brackets
	r.in, r.i, r.out = in, 0, make([]word, 0, len(in)+len(in)/16)
	r.brackets = []bracket{{}}
	for r.i < len(r.in) {
		r.word()
	}
	done := r.out
	r.in, r.i, r.out, r.brackets = was, i, out, brackets
	return done
}

func (r *rewriter) peek(n int) *word {
	if r.i+n < len(r.in) {
		return &r.in[r.i+n]
	}
	return &word{}
}

func (r *rewriter) emit(list ...word) { r.out = append(r.out, list...) }

// put writes text, words parted by spaces, at the place of w.
func (r *rewriter) put(w *word, text string) {
	for _, s := range strings.Fields(text) {
		r.emit(w.like(kindOf(s), s))
	}
}

func kindOf(s string) cpp.Kind {
	switch {
	case s[0] == '"':
		return cpp.String
	case s[0] >= '0' && s[0] <= '9':
		return cpp.Number
	case isWord(s[0]):
		return cpp.Name
	}
	return cpp.Punct
}

func (r *rewriter) top() *bracket { return &r.brackets[len(r.brackets)-1] }

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

// record reports whether the brace that ends at i of what is written is that of
// a structure, union or enumeration.
func (r *rewriter) record(i int) bool {
	depth := 0
	for k := i; k >= 0; k-- {
		switch {
		case r.out[k].is("}"):
			depth++
		case r.out[k].is("{"):
			if depth--; depth == 0 {
				for k--; k >= 0 && r.out[k].kind == cpp.Name; k-- {
					switch r.out[k].text {
					case "struct", "union", "enum":
						return true
					}
				}
				// Attributes may stand between.
				for ; k >= 0 && !r.out[k].is(";") && !r.out[k].is("{") && !r.out[k].is("}"); k-- {
					switch r.out[k].text {
					case "struct", "union", "enum":
						return true
					}
				}
				return false
			}
		}
	}
	return false
}

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

// group returns the words in the brackets that begin at index i of the input,
// and the index behind them; -1 if they are not closed.
func (r *rewriter) group(i int) ([]word, int) {
	depth := 0
	for k := i; k < len(r.in); k++ {
		if r.in[k].kind == cpp.String || r.in[k].kind == cpp.Char {
			continue
		}
		switch r.in[k].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return r.in[i+1 : k], k + 1
			}
		}
	}
	return nil, -1
}

// arguments returns those in the parentheses behind the name at the index, at
// least n, of which the last may contain commas if it is a type with braces.
func (r *rewriter) arguments(w *word, n int) ([][]word, int) {
	content, end := r.group(r.i + 1)
	if end < 0 {
		panic(wrong{at: *w, why: "unterminated argument list invoking macro " + strconv.Quote(w.text)})
	}
	args := splitCommas(content)
	if len(args) != n {
		panic(wrong{at: *w, why: w.text + " takes " + strconv.Itoa(n) + " arguments"})
	}
	return args, end
}

// splitCommas parts a list at the commas outside of brackets.
func splitCommas(list []word) (parts [][]word) {
	depth, from := 0, 0
	for i := range list {
		if list[i].kind == cpp.String || list[i].kind == cpp.Char {
			continue
		}
		switch list[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ",":
			if depth == 0 {
				parts = append(parts, list[from:i])
				from = i + 1
			}
		}
	}
	return append(parts, list[from:])
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

// member reports whether a name stands behind . or ->.
func (r *rewriter) member() bool {
	n := len(r.out) - 1
	return n >= 0 && (r.out[n].is(".") || r.out[n].is("->"))
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

// modes are the types that the attribute mode gives to an int and to an unsigned
// int.
var modes = map[string][2]string{
	"QI": {"signed char", "unsigned char"}, "byte": {"signed char", "unsigned char"},
	"HI": {"short", "unsigned short"}, "SI": {"int", "unsigned int"},
	"DI": {"long", "unsigned long"}, "word": {"long", "unsigned long"}, "pointer": {"long", "unsigned long"}, "unwind_word": {"long", "unsigned long"},
	"TI": {"__int128", "unsigned __int128"}, "SF": {"float"}, "DF": {"double"}, "XF": {"long double"},
	"SC": {"_Complex float"}, "DC": {"_Complex double"}, "XC": {"_Complex long double"},
}

// specifiers are the words that the attribute mode replaces.
var specifiers = map[string]bool{
	"int": true, "unsigned": true, "signed": true, "__signed__": true, "__signed": true, "char": true, "short": true, "long": true,
	"float": true, "double": true, "_Complex": true, "__complex__": true,
}

// mode gives the declaration that is being written the type of an attribute mode
// and leaves out the attribute.
func (r *rewriter) mode(w *word) bool {
	content, end := r.group(r.i + 1)
	if end < 0 || len(content) < 2 {
		return false
	}
	inner := content[1 : len(content)-1]
	var rest [][]word
	t, found := [2]string{}, false
	for _, a := range splitCommas(inner) {
		if len(a) == 4 && strings.Trim(a[0].text, "_") == "mode" && a[1].is("(") {
			name := strings.Trim(a[2].text, "_")
			var known bool
			if t, known = modes[name]; !known {
				panic(wrong{at: a[2], why: "attribute mode(" + name + ")", unsupported: true})
			}
			found = true
			continue
		}
		rest = append(rest, a)
	}
	if !found {
		return false
	}
	r.retype(w, t)
	if len(rest) > 0 {
		r.put(w, "__attribute__ ( (")
		for i, a := range rest {
			if i > 0 {
				r.put(w, ",")
			}
			r.emit(r.list(a)...)
		}
		r.put(w, ") )")
	}
	r.i = end
	return true
}

// retype replaces the specifiers of the declaration that is being written.
func (r *rewriter) retype(w *word, t [2]string) {
	start := r.top().start
	decl := append([]word(nil), r.out[start:]...)
	text := t[0]
	for i := range decl {
		if decl[i].is("unsigned") && t[1] != "" {
			text = t[1]
		}
	}
	r.out = r.out[:start]
	done := false
	for _, d := range decl {
		switch {
		case d.kind != cpp.Name || !specifiers[d.text]:
			r.emit(d)
		case !done:
			r.put(&d, text)
			done = true
		}
	}
	if done {
		return
	}
	if k := typeName(decl); k >= 0 && t[1] != "" {
		r.out = r.out[:start]
		r.emit(decl[:k]...)
		r.modeOfName(&decl[k], t)
		r.emit(decl[k+1:]...)
		return
	}
	r.put(w, text)
}

// typeName returns the index of the name that alone gives a declaration its type,
// -1 if there is none.
func typeName(decl []word) int {
	for k := range decl {
		if decl[k].kind != cpp.Name {
			return -1
		}
		switch decl[k].text {
		case "typedef", "extern", "static", "auto", "register", "inline", "__inline", "__inline__", "_Thread_local", "__thread",
			"const", "__const", "__const__", "volatile", "__volatile", "__volatile__":
		case "enum", "struct", "union", "__attribute__", "__typeof__":
			return -1
		default:
			return k
		}
	}
	return -1
}

// modeOfName writes the type that a mode gives to the integer type of a name,
// which may be signed or unsigned.
//
// The parser takes every enumeration for signed; those without a negative constant are not.
func (r *rewriter) modeOfName(name *word, t [2]string) {
	if r.unsigned[name.text] {
		r.put(name, t[1])
		return
	}
	r.put(name, "__typeof__ ( * ( __typeof__ ( _Generic ( ( char ( * ) [ 1 + ( (")
	r.emit(*name)
	r.put(name, ") - 1 < (")
	r.emit(*name)
	r.put(name, ") 1 ) ] ) 0 , char ( * ) [ 1 ] : ( "+t[1]+" * ) 0 , char ( * ) [ 2 ] : ( "+t[0]+" * ) 0 ) ) ) 0 )")
}

// numberSpelling writes a number without the separators of C23 and with the
// suffixes that the parser knows.
func numberSpelling(s string) string {
	s = strings.ReplaceAll(s, "'", "")
	lower := strings.ToLower(s)
	hex := strings.HasPrefix(lower, "0x")
	if (!hex || strings.ContainsAny(lower, "p.")) && strings.ContainsAny(lower, ".ep") {
		for suffix, becomes := range map[string]string{"f32": "f", "f64": "", "f32x": "", "f64x": "L"} {
			if strings.HasSuffix(lower, suffix) && (!hex || strings.Contains(lower, "p")) {
				return s[:len(s)-len(suffix)] + becomes
			}
		}
	}
	switch {
	case hex && !strings.Contains(lower, "w"):
	case strings.HasSuffix(lower, "uwb"), strings.HasSuffix(lower, "wbu"):
		return s[:len(s)-3] + "u"
	case strings.HasSuffix(lower, "wb"):
		return s[:len(s)-2]
	}
	return s
}
