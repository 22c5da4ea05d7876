package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// The default input model: small enough to be explored to the end where a
// program does little with an input, and large enough for an option with a value
// and an operand.
const (
	defaultArgs     = 3
	defaultArgBytes = 4
	defaultContent  = 4
	defaultFile     = "f"
)

// DefaultModel returns the inputs that versions are compared on if nobody says:
// arguments if main takes any, standard input if it may be read, and a file if
// files may be opened, in either version.
func DefaultModel(versions ...*program.Program) program.InputModel {
	var m program.InputModel
	for _, p := range versions {
		u := usesOf(p)
		if u.args {
			m.SymArgs = &program.SymArgs{Max: defaultArgs, Len: defaultArgBytes}
		}
		if u.stdin {
			m.Stdin = &program.ContentModel{Size: defaultContent}
		}
		if u.files && m.Files == nil {
			m.Files = []program.FileModel{{Name: defaultFile, Content: &program.ContentModel{Size: defaultContent}}}
		}
	}
	return m
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
	if n := len(m.Args); n > 0 {
		add("%s as given", corpora.Plural(n, "argument"))
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
