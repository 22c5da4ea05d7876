package dialect

import (
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

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
