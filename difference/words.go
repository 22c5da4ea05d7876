package difference

import (
	"bytes"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// Bounds of what is taken for a word that a program knows, and of how many are.
const (
	maxWord  = 32
	maxWords = 100
)

// comparers are the run-time library's functions that compare text which, if it
// is a literal, is a word that the program knows.
var comparers = []string{"strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcoll", "memcmp", "strstr"}

// Words returns the arguments that programs know by name: their options, as the
// tables of getopt_long and the letters given to getopt have them, the literals
// that they compare text with, and those in their tables of text. They are sorted,
// options first, and all different; beyond a hundred the rest is left out.
func Words(versions ...*program.Program) []program.Bytes {
	w := words{}
	for _, p := range versions {
		w.tables(p)
		w.calls(p)
	}
	list := slices.Collect(func(yield func(string) bool) {
		for s := range w {
			if !yield(s) {
				return
			}
		}
	})
	slices.SortFunc(list, func(a, b string) int {
		if x, y := strings.HasPrefix(a, "-"), strings.HasPrefix(b, "-"); x != y {
			if x {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	var out []program.Bytes
	for _, s := range list[:min(len(list), maxWords)] {
		out = append(out, program.Bytes(s))
	}
	return out
}

// words is a set of words.
type words map[string]bool

// add takes text that looks like a word.
func (w words) add(prefix, s string) {
	plain := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("%`'\"()", r) }
	if s != "" && len(s) <= maxWord && !strings.ContainsFunc(s, plain) {
		w[prefix+s] = true
	}
}

// tables takes words from the program's own variables: names of long options, and
// text that arrays of pointers lead to.
func (w words) tables(p *program.Program) {
	for _, g := range p.Globals {
		if g.Library || g.Source == "" || g.Type == nil || g.Type.Class != program.ArrayType {
			continue
		}
		prefix := ""
		switch e := g.Type.Elem; {
		case e.Class == program.StructType && e.Name == "struct option":
			prefix = "--"
		case e.Class != program.PointerType:
			continue
		}
		for i := range g.Relocs {
			if s, ok := literalAt(p, &g.Relocs[i].Target); ok {
				w.add(prefix, s)
			}
		}
	}
}

// calls takes words from literals that are given to functions of the library.
func (w words) calls(p *program.Program) {
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		eachInstr(f, func(in *program.Instr) {
			if in.Op != program.Call || in.A.Mode != program.FuncAddr {
				return
			}
			name := p.Funcs[in.A.Index].Name
			for i := range in.Args {
				s, ok := literalAt(p, &in.Args[i].Operand)
				switch {
				case !ok:
				case strings.HasPrefix(name, "getopt") && i == 2:
					for _, c := range strings.TrimLeft(s, "+-:") {
						if c != ':' {
							w.add("-", string(c))
						}
					}
				case slices.Contains(comparers, name):
					w.add("", s)
				}
			}
		})
	}
}

// literalAt returns the text at an address in a constant.
func literalAt(p *program.Program, o *program.Operand) (string, bool) {
	if o.Mode != program.GlobalAddr {
		return "", false
	}
	g := p.Globals[o.Index]
	if !g.ReadOnly || o.Bits > uint64(len(g.Data)) || g.Type != nil && g.Type.Elem != nil && g.Type.Elem.Size != 1 {
		return "", false
	}
	s, _, _ := bytes.Cut(g.Data[o.Bits:], []byte{0})
	return string(s), true
}
