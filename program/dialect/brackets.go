package dialect

import (
	"strconv"

	"github.com/riftlab/rift/program/cpp"
)

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
