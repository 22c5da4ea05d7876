package libfacts_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/libfacts"
)

// Each symbol of the library has a row, and so has each service of the machine; each row
// is well-formed.
func TestEverySymbolHasARow(t *testing.T) {
	index, err := libc.Index()
	if err != nil {
		t.Fatal(err)
	}
	table := libfacts.New()
	for _, s := range slices.Sorted(maps.Keys(index)) {
		if _, ok := table.Of(s); !ok {
			t.Errorf("%s (%s) has no row in facts.txt", s, index[s])
		}
	}
	for s := range table.Symbols() {
		table.Of(s) // panics if it is ill-formed
	}
}

// whole compiles a program that refers to every symbol of the library.
func whole(t *testing.T) *program.Program {
	t.Helper()
	index, err := libc.Index()
	if err != nil {
		t.Fatal(err)
	}
	table := libfacts.New()
	var b strings.Builder
	var names []string
	for _, s := range slices.Sorted(maps.Keys(index)) {
		if s == libc.Start {
			continue
		}
		if f, _ := table.Of(s); f.Data {
			fmt.Fprintf(&b, "extern char %s[];\n", s)
		} else {
			fmt.Fprintf(&b, "void %s();\n", s)
		}
		names = append(names, s)
	}
	fmt.Fprintf(&b, "void *all[] = {%s};\nint main(void) { return 0; }\n", strings.Join(names, ", "))
	v := &program.Version{Name: "v", Files: []program.SourceFile{{Name: "all.c", Text: b.String()}}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// walk calls see for each instruction of a function, and of all that it calls by name,
// or, with addresses, whose address it takes; it does not enter functions
// that cut names.
func walk(p *program.Program, fn int, cut []string, addresses bool, see func(in *program.Instr)) {
	seen := map[int]bool{fn: true}
	for work := []int{fn}; len(work) > 0; {
		f := p.Funcs[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				see(in)
				enter := func(o program.Operand) {
					if n := int(o.Index); o.Mode == program.FuncAddr && !seen[n] && !slices.Contains(cut, p.Funcs[n].Name) {
						seen[n] = true
						work = append(work, n)
					}
				}
				if in.Op == program.Call || addresses {
					enter(in.A)
				}
				if addresses {
					enter(in.B)
					for k := range in.Args {
						enter(in.Args[k].Operand)
					}
				}
			}
		}
	}
}

// The rows say of each function what its code can do by direct calls: show output, take
// input, end the run, jump, set errno.
func TestRowsMatchTheCode(t *testing.T) {
	p := whole(t)
	table := libfacts.New()
	errno, ok := p.GlobalByName("errno")
	if !ok {
		t.Fatal("no errno")
	}
	calls := func(in *program.Instr, names ...string) bool {
		return in.Op == program.Call && in.A.Mode == program.FuncAddr && slices.Contains(names, p.Funcs[in.A.Index].Name)
	}
	service := func(in *program.Instr, list ...program.Intrin) bool {
		return in.Op == program.Intrinsic && slices.Contains(list, in.Intrin)
	}
	checks := []struct {
		what   string
		cut    []string // what is not counted: a stream opened for both is flushed when read, hooks are set, a watch is waited for
		does   func(in *program.Instr) bool
		says   func(f *libfacts.Facts) bool
		only   bool // a row may say it only if the code does it
		passed bool // also by functions whose address is taken
	}{
		{"output", []string{"__libc_fill", "__libc_ungetc"}, func(in *program.Instr) bool {
			return calls(in, "__libc_flush", "__libc_fwrite", "__libc_put_slow", "__libc_write") || service(in, program.IntrinWrite, program.IntrinFileOut, program.IntrinObserve)
		}, func(f *libfacts.Facts) bool { return f.Output }, false, false},
		{"input", []string{"__libc_fd_init"}, func(in *program.Instr) bool {
			return calls(in, "__libc_fill", "__libc_read", "__libc_get_slow") || service(in, program.IntrinRead)
		}, func(f *libfacts.Facts) bool { return f.Input }, true, true},
		{"end of the run", []string{"__libc_read"}, func(in *program.Instr) bool {
			return service(in, program.IntrinExit, program.IntrinSignal, program.IntrinError, program.IntrinTrap, program.IntrinAssume, program.IntrinDeadlock, program.IntrinRace)
		}, func(f *libfacts.Facts) bool { return f.Ends }, true, false},
		{"jump", nil, func(in *program.Instr) bool { return service(in, program.IntrinLongjmp) },
			func(f *libfacts.Facts) bool { return f.Jumps }, true, false},
		{"errno", nil, func(in *program.Instr) bool {
			return in.Op == program.Store && in.A.Mode == program.GlobalAddr && int(in.A.Index) == errno
		}, func(f *libfacts.Facts) bool {
			return f.Code || slices.ContainsFunc(f.Items, func(e libfacts.Effect) bool { return e.Kind == libfacts.SetErrno })
		}, false, false},
	}
	for fn, f := range p.Funcs {
		facts, ok := table.Of(f.Name)
		if !ok || !f.Library {
			continue
		}
		if facts.Data {
			t.Errorf("%s is no object", f.Name)
		}
		for _, c := range checks {
			if slices.Contains(c.cut, f.Name) || c.what == "input" && f.Name == "__libc_fill" { // which reads by a pointer
				continue
			}
			does := false
			walk(p, fn, c.cut, c.passed, func(in *program.Instr) { does = does || c.does(in) })
			switch says := c.says(&facts); {
			case does && !says:
				t.Errorf("%s: %s is missing in its row", f.Name, c.what)
			case says && !does && c.only:
				t.Errorf("%s: its row says %s, its code does not", f.Name, c.what)
			}
		}
	}
	for _, g := range p.Globals {
		if facts, ok := table.Of(g.Name); ok && g.Library && !facts.Data {
			t.Errorf("%s is an object", g.Name)
		}
	}
}

// Who surely shows something may; an object has no roles; what a summary or a question
// is for is a function.
func TestRowsAgreeWithThemselves(t *testing.T) {
	table := libfacts.New()
	for s := range table.Symbols() {
		f, _ := table.Of(s)
		if f.Shows && !f.Output {
			t.Errorf("%s surely shows something, but has no output", s)
		}
		if f.Fails && !f.Ends {
			t.Errorf("%s is called by failed assertions, but does not end the run", s)
		}
		if f.Never && !f.Ends && !f.Jumps {
			t.Errorf("%s never returns, but neither ends the run nor jumps", s)
		}
		if f.Data && (len(f.Items) > 0 || f.Code || f.Output || f.Ends || f.Shows || f.Input || f.Asks != "" || f.Summary != "" || f.Holds != "" || f.Opens >= 0) {
			t.Errorf("%s is an object that does something", s)
		}
	}
}
