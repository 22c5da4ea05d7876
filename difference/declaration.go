package difference

import (
	"fmt"
	"regexp"
	"strings"
)

// decl is a parameter as the source declares it.
type decl struct{ text, name string }

var (
	comment    = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	callback   = regexp.MustCompile(`\(\s*\*\s*([A-Za-z_]\w*)\s*\)\s*\(`)
	lastName   = regexp.MustCompile(`([A-Za-z_]\w*)\s*((\[[^\]]*\]\s*)*)$`)
	attributes = regexp.MustCompile(`\b(register|restrict|__restrict|_Noreturn|static)\b|__attribute__\s*\(\(.*?\)\)`)
)

// parameters reads the declarations of a function's parameters from the source,
// so that types keep their spelling. The definition is near the given line.
func parameters(text string, line int, name string) ([]decl, error) {
	lines := strings.SplitAfter(text, "\n")
	if line < 1 || line > len(lines) {
		return nil, fmt.Errorf("its definition is not found")
	}
	rest := comment.ReplaceAllString(strings.Join(lines[line-1:], ""), " ")
	loc := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*\(`).FindStringIndex(rest)
	if loc == nil {
		return nil, fmt.Errorf("its definition is not found")
	}
	var parts []string
	depth, from := 1, loc[1]
	for i := loc[1]; i < len(rest) && depth > 0; i++ {
		switch rest[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth == 0 || depth == 1 && rest[i] == ',' {
			parts = append(parts, rest[from:i])
			from = i + 1
		}
	}
	var out []decl
	for _, p := range parts {
		p = strings.Join(strings.Fields(attributes.ReplaceAllString(p, " ")), " ")
		if p == "" || p == "void" || p == "..." {
			continue
		}
		if m := callback.FindStringSubmatch(p); m != nil {
			out = append(out, decl{p, m[1]})
			continue
		}
		m := lastName.FindStringSubmatchIndex(p)
		if m == nil || m[2] == 0 {
			return nil, fmt.Errorf("parameter %q has no type and name that can be read", p)
		}
		d := decl{p, p[m[2]:m[3]]}
		if dims := p[m[4]:m[5]]; dims != "" { // an array is a pointer
			_, inner, _ := strings.Cut(dims, "]")
			if strings.TrimSpace(inner) != "" {
				return nil, fmt.Errorf("parameter %s is an array of arrays", d.name)
			}
			d.text = p[:m[2]] + "*" + d.name
		}
		out = append(out, d)
	}
	return out, nil
}
