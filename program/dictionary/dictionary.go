// Package dictionary says what text a program knows: the words that it takes for
// options or compares text with, and the characters that it looks for.
package dictionary

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libfacts"
)

// Bounds of what is taken for a word that a program knows, and of how many are.
const (
	maxWord  = 32
	maxWords = 100
)

// Word is a word that a program knows.
type Word struct {
	Text  string
	Value bool // an option that a value belongs to, or may
}

// Words returns the arguments that programs know by name: their options, as the
// tables of getopt_long and the letters given to getopt have them, the literals
// that they compare text with, and those in their tables of text. They are sorted,
// options first, and all different; beyond a hundred the rest is left out.
func Words(versions ...*program.Program) []Word {
	w, table := words{}, libfacts.New()
	for _, p := range versions {
		w.tables(p)
		w.calls(table, p)
	}
	for _, p := range versions {
		w.records(p)
	}
	list := make([]Word, 0, len(w))
	for _, text := range slices.Sorted(maps.Keys(w)) {
		list = append(list, Word{text, w[text]})
	}
	slices.SortStableFunc(list, func(a, b Word) int {
		switch x, y := strings.HasPrefix(a.Text, "-"), strings.HasPrefix(b.Text, "-"); {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	return list[:min(len(list), maxWords)]
}

// Characters returns the printable characters that the programs' own code compares
// something with or looks for, sorted.
func Characters(versions ...*program.Program) []byte {
	var known [128]bool
	add := func(v uint64) {
		if v > ' ' && v <= '~' {
			known[v] = true
		}
	}
	table := libfacts.New()
	for _, p := range versions {
		for _, f := range p.Funcs {
			if !f.Library {
				f.EachInstr(func(in *program.Instr) { compared(table, p, in, add) })
			}
		}
	}
	var list []byte
	for c := range known {
		if known[c] {
			list = append(list, byte(c))
		}
	}
	return list
}

// compared adds what an instruction compares something with, or looks for.
func compared(table *libfacts.Table, p *program.Program, in *program.Instr, add func(v uint64)) {
	constant := func(o program.Operand) {
		if o.Mode == program.Const {
			add(o.Bits)
		}
	}
	switch in.Op {
	case program.Eq, program.Ne:
		constant(in.A)
		constant(in.B)
	case program.Switch:
		for _, c := range in.Cases {
			add(c.Lo)
			add(c.Hi)
		}
	case program.Call:
		if in.A.Mode != program.FuncAddr {
			return
		}
		if facts, _ := table.Of(p.Funcs[in.A.Index].Name); !facts.Seeks {
			return
		}
		for i := range in.Args {
			constant(in.Args[i].Operand)
			s, _ := literalAt(p, &in.Args[i].Operand)
			for _, c := range []byte(s) {
				add(uint64(c))
			}
		}
	}
}

// words are words, and whether they are options that a value belongs to.
type words map[string]bool

// add takes text that looks like a word.
func (w words) add(prefix, s string, value bool) {
	plain := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("%`'\"()", r) }
	if s != "" && len(s) <= maxWord && !strings.ContainsFunc(s, plain) {
		w[prefix+s] = w[prefix+s] || value
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
				w.add(prefix, s, prefix != "" && hasArgument(g, g.Relocs[i].Off))
			}
		}
	}
}

// mostRecords bounds the elements of a table of options; larger ones are of other things.
const mostRecords = 64

// records takes words from the program's own tables of structures with text in them: these
// are options where the program looks for "--" itself.
func (w words) records(p *program.Program) {
	_, long := w["--"]
	for _, g := range p.Globals {
		t := g.Type
		if g.Library || g.Source == "" || t == nil || t.Class != program.ArrayType || t.Elem.Class != program.StructType || t.Elem.Name == "struct option" || t.Len > mostRecords {
			continue
		}
		for i := range g.Relocs {
			switch s, ok := literalAt(p, &g.Relocs[i].Target); {
			case !ok:
			case long && !strings.HasPrefix(s, "-"):
				w.add("--", s, false)
			default:
				w.add("", s, false)
			}
		}
	}
}

// hasArgument tells the member has_arg of the struct option whose name lies at an
// offset.
func hasArgument(table *program.Global, name int64) bool {
	at := name + 8
	return at < int64(len(table.Data)) && table.Data[at] != 0
}

// calls takes words from literals that are given to functions of the library.
func (w words) calls(table *libfacts.Table, p *program.Program) {
	for _, f := range p.Funcs {
		if f.Library {
			continue
		}
		f.EachInstr(func(in *program.Instr) {
			if in.Op != program.Call || in.A.Mode != program.FuncAddr {
				return
			}
			name := p.Funcs[in.A.Index].Name
			facts, _ := table.Of(name)
			for i := range in.Args {
				s, ok := literalAt(p, &in.Args[i].Operand)
				switch {
				case !ok:
				case strings.HasPrefix(name, "getopt") && i == 2:
					s = strings.TrimLeft(s, "+-:")
					for i, c := range s {
						if c != ':' {
							w.add("-", string(c), strings.HasPrefix(s[i+1:], ":"))
						}
					}
				case facts.Compares:
					w.add("", s, false)
				case facts.Asks == "scanf" && i == 0, (facts.Asks == "scan" || facts.Asks == "fscanf") && i == 1:
					for _, piece := range scanned(s) {
						w.add("", piece, false)
					}
				}
			}
		})
	}
}

// scanned returns the text that a format of scanf wants between its conversions, but for
// single characters.
func scanned(format string) []string {
	var list []string
	begin := 0
	end := func(at int) {
		for _, piece := range strings.Fields(format[begin:max(at, begin)]) {
			if len(piece) > 1 {
				list = append(list, piece)
			}
		}
	}
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		end(i)
		for i++; i < len(format) && strings.IndexByte("*0123456789hljztqLm", format[i]) >= 0; i++ {
		}
		if i < len(format) && format[i] == '[' {
			for i += 2; i < len(format) && format[i] != ']'; i++ {
			}
		}
		begin = min(i+1, len(format))
	}
	end(len(format))
	return list
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
