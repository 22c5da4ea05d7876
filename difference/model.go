package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/vocabulary"
)

// Models returns the inputs that versions are compared on if nobody says, from few
// to many: arguments if main takes any, standard input if it may be read, and a
// file if files may be opened, in either version. standard is the index of the one
// that the versions should at least be compared on: large enough for an option
// with a value and an operand, and small enough to be explored to the end where a
// program does little with an input. Behind it are those with words that the
// program knows as their first arguments. drawn is for engines that draw inputs,
// which more and larger ones do not slow down.
func Models(versions ...*program.Program) (list []program.InputModel, standard int, drawn program.InputModel) {
	var u uses
	for _, p := range versions {
		v := usesOf(p)
		u = uses{u.args || v.args, u.stdin || v.stdin, u.files || v.files}
	}
	var known []program.Bytes
	for _, w := range vocabulary.Words(versions...) {
		known = append(known, program.Bytes(w.Text))
	}
	for i, s := range sizes {
		m := u.model(&s, known)
		if n := len(list); n == 0 || !covers(&list[n-1], &m) {
			list = append(list, m)
		}
		if i == standardSize {
			standard = len(list) - 1
		}
	}
	return list, standard, u.model(&sizeDrawn, nil)
}

// size is how much of everything an input has at most.
type size struct{ words, args, argBytes, content int }

// sizes are those of Models. Where a program knows no words, arguments of any
// text take their place.
var sizes = []size{{0, 2, 2, 2}, {0, 3, 4, 4}, {1, 2, 4, 8}, {0, 4, 8, 16}, {2, 3, 16, 64}}

var sizeDrawn = size{0, 6, 24, 64}

const (
	standardSize = 1
	fileName     = "f"
)

// model makes the model of a size.
func (u *uses) model(s *size, known []program.Bytes) program.InputModel {
	var m program.InputModel
	if u.args {
		n := s.words
		for ; n > 0 && len(known) > 0; n-- {
			m.Args = append(m.Args, program.ArgModel{Choice: known})
		}
		m.SymArgs = &program.SymArgs{Max: s.args + n, Len: s.argBytes}
	}
	if u.stdin {
		m.Stdin = &program.ContentModel{Size: s.content}
	}
	if u.files {
		m.Files = []program.FileModel{{Name: fileName, Content: &program.ContentModel{Size: s.content}}}
	}
	return m
}

// covers reports whether every input of the model b is one of a; both are from
// Models.
func covers(a, b *program.InputModel) bool {
	switch {
	case len(a.Args) != len(b.Args):
		return false
	case b.SymArgs != nil && (b.SymArgs.Max > a.SymArgs.Max || b.SymArgs.Len > a.SymArgs.Len):
		return false
	case b.Stdin != nil && b.Stdin.Size > a.Stdin.Size:
		return false
	}
	return len(b.Files) == 0 || b.Files[0].Content.Size <= a.Files[0].Content.Size
}

// uses says what a program may look at.
type uses struct{ args, stdin, files bool }

// stdinReaders are the run-time library's functions that all reading of standard
// input goes through, and that only reading calls.
var stdinReaders = []string{"__libc_fill", "read"}

func usesOf(p *program.Program) uses {
	var u uses
	main, ok := p.FuncByName("main")
	if !ok {
		return u
	}
	u.args = len(p.Funcs[main].Params) > 0
	for _, f := range reachable(p, main) {
		fn := p.Funcs[f]
		u.stdin = u.stdin || fn.Library && slices.Contains(stdinReaders, fn.Name)
		eachInstr(fn, func(in *program.Instr) {
			u.files = u.files || in.Op == program.Intrinsic && in.Intrin == program.IntrinFile
		})
	}
	return u
}

func eachInstr(f *program.Func, see func(in *program.Instr)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			see(&b.Instrs[i])
		}
	}
}

// reachable returns the functions that a function may call, itself first. The
// program's own code may call every function whose address it, or a table of its
// own, takes; of the library's, which takes addresses of what most programs never
// use, only direct calls count.
func reachable(p *program.Program, from int) []int {
	list, seen := []int{from}, map[int]bool{from: true}
	add := func(o *program.Operand) {
		if n := int(o.Index); o.Mode == program.FuncAddr && !seen[n] {
			seen[n] = true
			list = append(list, n)
		}
	}
	for _, g := range p.Globals {
		for i := range g.Relocs {
			if !g.Library {
				add(&g.Relocs[i].Target)
			}
		}
	}
	for i := 0; i < len(list); i++ {
		f := p.Funcs[list[i]]
		eachInstr(f, func(in *program.Instr) {
			if in.Op == program.Call {
				add(&in.A)
			}
			if !f.Library {
				add(&in.A)
				add(&in.B)
				for k := range in.Args {
					add(&in.Args[k].Operand)
				}
			}
		})
	}
	return list
}

// Describe says in words which inputs a model stands for.
func Describe(m *program.InputModel) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	words, given := 0, 0
	for i := range m.Args {
		if n := len(m.Args[i].Choice); n > 0 {
			words++
		} else {
			given++
		}
	}
	if words > 0 {
		add("%s out of %s that the program knows", corpora.Plural(words, "argument"), corpora.Plural(len(m.Args[0].Choice), "word"))
	}
	if given > 0 {
		add("%s as given", corpora.Plural(given, "argument"))
	}
	if s := m.SymArgs; s != nil {
		count := fmt.Sprintf("%d to %d arguments", s.Min, s.Max)
		if s.Min == s.Max {
			count = corpora.Plural(s.Max, "argument")
		}
		add("%s of up to %s", count, corpora.Plural(s.Len, "byte"))
	}
	if m.Stdin != nil {
		add("standard input of %s", sizeOf(m.Stdin))
	}
	for _, f := range m.Files {
		if f.Content != nil {
			add("a file %q of %s", f.Name, sizeOf(f.Content))
		} else {
			add("the file %q", f.Name)
		}
	}
	for _, e := range m.SymEnv {
		add("the variable %s of %s", e.Name, sizeOf(&e.Content))
	}
	if len(parts) == 0 {
		return "none but what the program asks for"
	}
	return strings.Join(parts, ", ")
}

func sizeOf(c *program.ContentModel) string {
	if c.MinSize == c.Size {
		return corpora.Plural(c.Size, "byte")
	}
	return "up to " + corpora.Plural(c.Size, "byte")
}
