package dialect

import (
	"fmt"
	"strings"

	"github.com/riftlab/rift/program/cpp"
)

// The literals of a unit are written as the parser knows them, and does not
// misread them:
//
//   - Strings that stand side by side become one, with numeric escapes that end
//     where they end, raw strings become plain ones.
//   - u8"..." becomes a plain string: in C17 that is what it is.
//   - u"..." and U"...". The parser knows one kind of wide strings, L"...", of
//     the type that __predefined_wchar_t names. One kind of a unit is written
//     so; literals of another become ((T(*)[n])"bytes")[0], an array lvalue of
//     the same type, which cannot initialise an array within braces.
//   - u'x', U'x', constants of several characters ('ab', and in UTF-8 'é'),
//     which become numbers.

// prevailing returns which wide strings to write as L"..." of those in seen.
// Those of 32 bits may initialise one another's arrays.
func prevailing(seen map[string]bool) string {
	switch {
	case seen["u"]:
		return "u"
	case seen["U"] && !seen["L"]:
		return "U"
	}
	return "L"
}

// WideTypes are the types of the elements of wide strings.
var WideTypes = map[string]string{"L": "int", "u": "unsigned short", "U": "unsigned int"}

// wideBits is how wide they are.
func wideBits(prefix string) int {
	if prefix == "u" {
		return 16
	}
	return 32
}

// spellLiterals writes the literals of a unit, and returns which wide strings
// the parser's are.
func spellLiterals(list []word) ([]word, string, *wrong) {
	seen := map[string]bool{}
	for i := range list {
		if list[i].kind == cpp.String {
			if p := prefixOf(list[i].text); p != "" && p != "u8" {
				seen[p] = true
			}
		}
	}
	wide := prevailing(seen)
	out := list[:0]
	for i := 0; i < len(list); i++ {
		w := list[i]
		switch w.kind {
		case cpp.Char:
			quote := strings.IndexByte(w.text, '\'')
			if text, ok := charSpelling(wide, w.text[:quote], w.text[quote+1:len(w.text)-1]); ok {
				w.text = text
			}
		case cpp.String:
			n := i + 1
			for n < len(list) && list[n].kind == cpp.String {
				n++
			}
			text, bad := groupSpelling(list[i:n], wide)
			if bad != nil {
				return nil, "", bad
			}
			w.text = text
			w.endLine, w.endCol = list[n-1].endLine, list[n-1].endCol
			i = n - 1
		}
		out = append(out, w)
	}
	return out, wide, nil
}

// prefixOf returns the prefix of a string literal, without R.
func prefixOf(text string) string {
	return strings.TrimSuffix(text[:strings.IndexByte(text, '"')], "R")
}

// bodyOf returns what stands between the quotes of a string literal; that of a
// raw one is written with escapes.
func bodyOf(text string) string {
	quote := strings.IndexByte(text, '"')
	body := text[quote+1 : len(text)-1]
	if quote == 0 || text[quote-1] != 'R' {
		return body
	}
	open := strings.IndexByte(body, '(')
	body = body[open+1 : len(body)-open-1]
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(body)
}

// groupSpelling writes strings that stand side by side.
func groupSpelling(group []word, wide string) (string, *wrong) {
	prefix := ""
	var bodies []string
	for i := range group {
		p := prefixOf(group[i].text)
		if p != "" && prefix != "" && p != prefix {
			return "", &wrong{at: group[0], why: fmt.Sprintf("strings of the kinds %s\"\" and %s\"\" side by side: one of them", prefix, p)}
		}
		if p != "" {
			prefix = p
		}
		bodies = append(bodies, bodyOf(group[i].text))
	}
	var sb strings.Builder
	switch prefix {
	case "", "u8":
		sb.WriteByte('"')
		for _, b := range bodies {
			sb.WriteString(narrowSpelling(b, len(bodies) > 1))
		}
	case wide:
		sb.WriteString(`L"`)
		for _, b := range bodies {
			sb.WriteString(wideSpelling(b, wideBits(prefix)))
		}
	default:
		return arraySpelling(prefix, bodies), nil
	}
	sb.WriteByte('"')
	return sb.String(), nil
}

// arraySpelling writes wide strings of another kind than the unit's as an array
// lvalue over a plain string.
func arraySpelling(prefix string, bodies []string) string {
	var data strings.Builder
	n, width := 1, wideBits(prefix)
	for _, b := range bodies {
		for _, v := range WideElements(b, width, len(b)) {
			for k := 0; k < width; k += 8 {
				fmt.Fprintf(&data, `\%03o`, byte(v>>k))
			}
			n++
		}
	}
	data.WriteString(strings.Repeat(`\000`, width/8-1))
	return fmt.Sprintf(`((%s(*)[%d])"%s")[0]`, WideTypes[prefix], n, &data)
}
