package notation

import (
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// Project replaces the annotations change(old, new) in the files of v,
// written by hand or by unify.Merge, by one of their arguments. Annotations with
// another number of arguments are left as they are; they do not compile.
func Project(v *program.Version, r delta.Reading) *program.Version {
	out := *v
	out.Name = v.Name + "@" + r.String()
	out.Files = nil
	for _, f := range v.Files {
		f.Text = projectText(strings.TrimPrefix(f.Text, Head(f.Name)), r)
		out.Files = append(out.Files, f)
	}
	return &out
}

// Annotated returns v with the definition of change at the head of each file,
// as source that was annotated by hand needs it.
func Annotated(v *program.Version) *program.Version {
	out := *v
	out.Files = nil
	for _, f := range v.Files {
		if !strings.HasPrefix(f.Text, prelude) {
			f.Text = Head(f.Name) + f.Text
		}
		out.Files = append(out.Files, f)
	}
	return &out
}

// Count counts the annotations in the files of a unified program.
func Count(v *program.Version) int {
	n := 0
	for _, f := range v.Files {
		toks := csyntax.Lex(strings.TrimPrefix(f.Text, Head(f.Name)))
		for i := range toks {
			if _, _, ok := At(toks, i); ok {
				n++
			}
		}
	}
	return n
}

// projectText replaces the annotations in a text, innermost last.
func projectText(src string, r delta.Reading) string {
	toks := csyntax.Lex(src)
	var sb strings.Builder
	at := 0
	for i := 0; i < len(toks); i++ {
		if toks[i].Kind == csyntax.Directive && strings.Contains(toks[i].Text, "change") {
			line := toks[i].Text
			sb.WriteString(src[at:toks[i].Start] + "#" + projectText(" "+line[1:], r)[1:])
			at = toks[i].End
			continue
		}
		args, end, ok := At(toks, i)
		if !ok {
			continue
		}
		a := args[r]
		sb.WriteString(src[at:toks[i].Start] + "(" + projectText(src[a[0]:a[1]], r) + ")")
		at = toks[end].End
		i = end
	}
	return sb.String() + src[at:]
}

// At reports whether an annotation starts at token i; args are the
// bytes of its two arguments, end its last token.
func At(toks []csyntax.Token, i int) (args [2][2]int, end int, ok bool) {
	if toks[i].Kind != csyntax.Identifier || toks[i].Text != "change" || i+1 >= len(toks) || toks[i+1].Text != "(" {
		return args, 0, false
	}
	depth, n := 0, 0
	from := toks[i+1].End
	for k := i + 1; k < len(toks); k++ {
		if toks[k].Kind != csyntax.Punct {
			continue
		}
		switch toks[k].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 || depth == 1 && toks[k].Text == "," {
			if n < 2 {
				args[n] = [2]int{from, toks[k].Start}
			}
			n++
			from = toks[k].End
		}
		if depth == 0 {
			return args, k, n == 2
		}
	}
	return args, 0, false
}
