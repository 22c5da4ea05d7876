package difference

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// SameCode reports whether two versions were compiled to the same code: each
// function of one has its like in the other, names of variables and places in the
// source aside, and so has each variable. Versions of the same code behave alike;
// others may, too.
func SameCode(old, new *program.Program) bool {
	a, b := codeOf(old), codeOf(new)
	return a != "" && a == b
}

var (
	register = regexp.MustCompile(`%[A-Za-z_][\w$]*\.(\d+)`)
	literal  = regexp.MustCompile(`@\.lit\d+`)
)

// codeOf returns the program's own functions and variables in a form in which
// only what matters differs; "" if there is none.
func codeOf(p *program.Program) string {
	var list []string
	for i, text := range functionTexts(p) {
		switch f := p.Funcs[i]; {
		case f.Library || len(f.Blocks) == 0:
		case text == "":
			return ""
		default:
			list = append(list, text)
		}
	}
	for _, g := range p.Globals {
		if !g.Library && g.Source != "" {
			list = append(list, "global "+g.Name+" "+contentOf(p, g))
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// functionTexts returns the code of the program's own functions with a body, by
// their indices, in a form in which only what matters differs; "" for the others
// and for those that have no such form.
func functionTexts(p *program.Program) []string {
	list := make([]string, len(p.Funcs))
	for i, f := range p.Funcs {
		if !f.Library && len(f.Blocks) > 0 {
			list[i] = functionText(p, f)
		}
	}
	return list
}

func functionText(p *program.Program, f *program.Func) string {
	name := func(s string) string {
		if i, ok := p.GlobalByName(strings.TrimPrefix(s, "@")); ok {
			return "@" + contentOf(p, p.Globals[i])
		}
		return s
	}
	var b bytes.Buffer
	if err := program.FprintFunc(&b, p, f); err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimPrefix(b.String(), "\n"), "\n")
	for i, l := range lines {
		if at := strings.LastIndex(l, " ; "); at >= 0 {
			l = l[:at]
		}
		l = register.ReplaceAllString(l, "%$1")
		lines[i] = strings.TrimRight(literal.ReplaceAllStringFunc(l, name), " ")
	}
	for _, e := range f.Unsupported { // the code is the same for all of them
		lines = append(lines, "unsupported "+e.Text)
	}
	return strings.Join(lines, "\n")
}

// contentOf says what a variable or literal holds at first.
func contentOf(p *program.Program, g *program.Global) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %v %q", g.Size, g.Align, g.ReadOnly, bytes.TrimRight(g.Data, "\x00"))
	for _, r := range g.Relocs {
		fmt.Fprintf(&b, " %d:", r.Off)
		switch r.Target.Mode {
		case program.FuncAddr:
			b.WriteString(p.Funcs[r.Target.Index].Name)
		case program.GlobalAddr:
			if t := p.Globals[r.Target.Index]; t.Source == "" {
				fmt.Fprintf(&b, "%q", t.Data)
			} else {
				b.WriteString(t.Name)
			}
			fmt.Fprintf(&b, "+%d", r.Target.Bits)
		default:
			fmt.Fprint(&b, r.Target.Mode, r.Target.Index, r.Target.Bits)
		}
	}
	return b.String()
}
