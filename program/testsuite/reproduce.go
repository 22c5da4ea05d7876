package testsuite

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// usesMain reports whether a test starts main.
func usesMain(in *program.Input) bool { return in.Entry == "" || in.Entry == "main" }

// shellReproducer makes a script for a test of main that is only given
// arguments, standard input, files and the environment.
func shellReproducer(s *Subject, t *Test) ([]byte, bool) {
	in := &t.Input
	if !usesMain(in) || len(program.WithoutSchedule(in.Values)) > 0 {
		return nil, false
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "#!/bin/sh\n# %s of %s\n%s# Usage: sh %s.sh PROGRAM\n", inComment(t.Name), inComment(s.Name), s.turns("# ")+expectation("# ", &t.Outcome), inComment(t.Name))
	b.WriteString("program=${1:?the program to run}\ncase $program in */*) program=$(cd \"$(dirname \"$program\")\" && pwd)/$(basename \"$program\") ;; esac\n")
	b.WriteString("dir=$(mktemp -d) && cd \"$dir\" || exit 125\ntrap 'rm -rf \"$dir\"' EXIT\n")
	if slices.ContainsFunc(in.Files, func(f program.File) bool { return path.IsAbs(f.Name) }) {
		b.WriteString("mkdir -p home/user && cd home/user || exit 125\n") // as in rift's machines
	}
	for _, f := range in.Files {
		name := program.FromHome(f.Name)
		if d := path.Dir(name); d != "." {
			fmt.Fprintf(&b, "mkdir -p -- %s\n", shellWord([]byte(d)))
		}
		fmt.Fprintf(&b, "printf %s > %s\n", program.PrintfWord(f.Data), shellWord([]byte(name)))
	}
	command := "env -i"
	for _, e := range in.Env {
		command += " " + shellWord(e)
	}
	command += ` "$program"`
	for _, a := range in.Args {
		command += " " + shellWord(a)
	}
	fmt.Fprintf(&b, "printf %s | %s\n", program.PrintfWord(in.Stdin), command)
	return b.Bytes(), true
}

// makesThreads reports whether the program can make threads.
func (s *Subject) makesThreads() bool {
	return s.linked("pthread_create") || s.linked("thrd_create")
}

// turns says in comments what a reproducer lacks.
func (s *Subject) turns(comment string) string {
	if !s.makesThreads() {
		return ""
	}
	return comment + "threads: only rift replays the order in which they took turns, from the .json\n" +
		comment + "file; natively they run in any order, and may show something else\n"
}

// linked reports whether the program uses a function of the run-time library.
func (s *Subject) linked(name string) bool {
	i, ok := s.Program.FuncByName(name)
	return ok && s.Program.Funcs[i].Library
}

// inComment returns a name as text that cannot end a comment.
func inComment(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, name)
	return strings.ReplaceAll(strings.ReplaceAll(name, "*/", "* /"), "/*", "/ *")
}

// expectation says in comments what a test showed.
func expectation(comment string, o *program.Outcome) string {
	var sb strings.Builder
	switch {
	case o.Fault != nil:
		fmt.Fprintf(&sb, "%sshows: %s\n", comment, strings.ReplaceAll(o.Fault.Error(), "\n", " "))
	default:
		fmt.Fprintf(&sb, "%sshows: %s %d\n", comment, o.Ending, o.Status)
	}
	for _, out := range []struct {
		name string
		data program.Bytes
	}{{"stdout", o.Stdout}, {"stderr", o.Stderr}} {
		if len(out.data) > 0 {
			text := quoteC(out.data[:min(len(out.data), 200)])
			fmt.Fprintf(&sb, "%s%s: %s\n", comment, out.name, text)
		}
	}
	if o.Result != nil {
		fmt.Fprintf(&sb, "%sresult: % x\n", comment, []byte(o.Result.Data))
	}
	return sb.String()
}

// shellWord quotes any bytes but NUL as one word of a shell.
func shellWord(b []byte) string {
	return "'" + strings.ReplaceAll(string(b), "'", `'\''`) + "'"
}

// cReproducer makes a C file that includes the source and runs the test: it
// gives the values that the program asks for, and calls main, or the entry
// function with its arguments.
func cReproducer(s *Subject, t *Test) ([]byte, bool) {
	input := t.Input
	in := &input
	in.Values = program.WithoutSchedule(in.Values)
	if len(s.Sources) == 0 || usesMain(in) && len(in.Values) == 0 {
		return nil, false
	}
	r := &reproducer{subject: s, in: in}
	if !usesMain(in) && !r.findEntry() {
		return nil, false
	}
	flags := ""
	if s.makesThreads() {
		flags = " -pthread"
	}
	fmt.Fprintf(&r.b, "/* %s of %s\n%s   gcc -g%s -I. -fsanitize=address,undefined -fno-sanitize-recover %s.repro.c%s -lm\n*/\n",
		inComment(t.Name), inComment(s.Name), s.turns("   ")+strings.ReplaceAll(expectation("   ", &t.Outcome), "*/", "* /"), flags, inComment(t.Name), inComment(r.otherSources()))
	r.b.WriteString(reproduceHead)
	r.values()
	fmt.Fprintf(&r.b, "#define main program_main\n#include %q\n#undef main\n\n", r.source())
	r.main()
	return r.b.Bytes(), true
}

// reproduceHead are the declarations under names that no program has.
const reproduceHead = `#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

struct rift_value { const char *name; unsigned long size; const unsigned char *data; };
extern const struct rift_value rift_values[];
static int rift_next;
static void rift_take(void *to, unsigned long size)
{
	const struct rift_value *v = &rift_values[rift_next];
	memset(to, 0, size);
	if (!v->name)
		return;
	rift_next++;
	memcpy(to, v->data, size < v->size ? size : v->size);
}
`

type reproducer struct {
	b       bytes.Buffer
	subject *Subject
	in      *program.Input
	entry   *program.Func // nil for main
	taken   int           // values that are arguments and globals
}

func (r *reproducer) findEntry() bool {
	p := r.subject.Program
	i, ok := p.FuncByName(r.in.Entry)
	if !ok || p.Funcs[i].Sret || len(p.Funcs[i].Params) > len(r.in.Values) {
		return false
	}
	r.entry = p.Funcs[i]
	for _, q := range r.entry.Params {
		if q.Size > 0 {
			return false // an aggregate by value
		}
	}
	r.taken = len(r.entry.Params)
	for r.taken < len(r.in.Values) {
		if _, ok := p.GlobalByName(r.in.Values[r.taken].Name); !ok {
			break
		}
		r.taken++
	}
	return true
}

// source returns the file to include: that of the entry function, or of main.
func (r *reproducer) source() string {
	p := r.subject.Program
	name := "main"
	if r.entry != nil {
		name = r.entry.Name
	}
	if i, ok := p.FuncByName(name); ok {
		file := p.Position(p.Funcs[i].At).File
		for _, s := range r.subject.Sources {
			if s == file || path.Base(s) == path.Base(file) {
				return s
			}
		}
	}
	return r.subject.Sources[0]
}

func (r *reproducer) otherSources() string {
	out := ""
	for _, s := range r.subject.Sources {
		if s != r.source() {
			out += " " + program.ShellWord([]byte(s))
		}
	}
	return out
}

// values writes the values and those functions of the harness that the program
// uses.
func (r *reproducer) values() {
	b := &r.b
	for _, list := range []struct {
		name   string
		values []program.Value
	}{{"value", r.in.Values}, {"object", r.in.Objects}} {
		for i, v := range list.values {
			fmt.Fprintf(b, "static const unsigned char rift_%s%d[] = {", list.name, i)
			for _, c := range v.Data {
				fmt.Fprintf(b, "%d,", c)
			}
			b.WriteString("0};\n")
		}
	}
	b.WriteString("const struct rift_value rift_values[] = {\n")
	for i, v := range r.in.Values {
		fmt.Fprintf(b, "\t{%s, %d, rift_value%d},\n", quoteC([]byte(v.Name)), len(v.Data), i)
	}
	b.WriteString("\t{0}\n};\n\n")
	b.WriteString("#define RIFT_FUNCTION(name) __asm__(name) __attribute__((weak))\n")
	for _, f := range harness() {
		if r.subject.linked(f.name) {
			fmt.Fprintf(b, "%s RIFT_FUNCTION(%q);\n%s\n%s\n", f.head, f.name, f.head, f.body)
		}
	}
	b.WriteByte('\n')
}

// harnessFunction is a function by which programs ask for values. The program
// may have declared it in another way: here it has a C name of its own.
type harnessFunction struct{ name, head, body string }

func harness() []harnessFunction {
	assume := "{ if (!c) { fputs(\"an assumption does not hold\\n\", stderr); exit(0); } }"
	failed := "{ fputs(\"the error was reached\\n\", stderr); abort(); }"
	take := "{ rift_take(p, n); }"
	list := []harnessFunction{
		{"__VERIFIER_assume", "void rift_assume(int c)", assume},
		{"__VERIFIER_assert", "void rift_assert(int c)", "{ if (!c) " + failed + " }"},
		{"__VERIFIER_error", "void rift_error(void)", failed},
		{"reach_error", "void rift_reach_error(void)", failed},
		{"__VERIFIER_nondet_memory", "void rift_memory(void *p, size_t n)", take},
		{"klee_make_symbolic", "void rift_symbolic(void *p, size_t n, const char *name)", take},
		{"klee_assume", "void rift_klee_assume(unsigned long c)", assume},
		{"klee_int", "int rift_int(const char *name)", "{ int x; rift_take(&x, sizeof x); return x; }"},
		{"klee_range", "int rift_range(int begin, int end, const char *name)", "{ int x; rift_take(&x, sizeof x); return x; }"},
		{"klee_choose", "unsigned long rift_choose(unsigned long n)", "{ unsigned long x; rift_take(&x, sizeof x); return x; }"},
		{"klee_prefer_cex", "void rift_prefer(void *p, unsigned long c)", "{}"},
		{"klee_silent_exit", "void rift_silent_exit(int status)", "{ exit(status); }"},
		{"klee_abort", "void rift_abort(void)", failed},
		{"klee_report_error", "void rift_report(const char *file, int line, const char *text, const char *suffix)", failed},
		{"klee_is_symbolic", "unsigned rift_is_symbolic(unsigned long n)", "{ return 0; }"},
		{"klee_is_replay", "unsigned rift_is_replay(void)", "{ return 1; }"},
	}
	for _, n := range slices.Sorted(maps.Keys(nondetTypes)) {
		head := fmt.Sprintf("%s rift_nondet_%s(void)", nondetTypes[n], n)
		list = append(list, harnessFunction{"__VERIFIER_nondet_" + n, head, "{ " + nondetTypes[n] + " x; rift_take(&x, sizeof x); return x; }"})
	}
	return list
}

// main writes the main function of the reproducer.
func (r *reproducer) main() {
	b := &r.b
	b.WriteString("int main(void)\n{\n")
	if len(r.in.Stdin) > 0 || len(r.in.Files) > 0 {
		r.files()
	}
	if r.entry == nil {
		fmt.Fprintf(b, "\tstatic char *argv[] = {%s, ", quoteC([]byte(r.subject.Name)))
		for _, a := range r.in.Args {
			fmt.Fprintf(b, "(char[]){%s}, ", quoteC(a))
		}
		fmt.Fprintf(b, "0};\n\treturn ((int (*)(int, char **))program_main)(%d, argv);\n}\n", 1+len(r.in.Args))
		return
	}
	for i := len(r.entry.Params); i < r.taken; i++ {
		fmt.Fprintf(b, "\tmemcpy((void *)&%s, rift_value%d, %d);\n", r.in.Values[i].Name, i, len(r.in.Values[i].Data))
	}
	for i, v := range r.in.Objects {
		fmt.Fprintf(b, "\tvoid *rift_to%d = malloc(%d);\n\tmemcpy(rift_to%d, rift_object%d, %d);\n", i, len(v.Data), i, i, len(v.Data))
	}
	var args []string
	for i, p := range r.entry.Params {
		n := len(r.in.Values[i].Data)
		if p.Kind == program.Ptr {
			fmt.Fprintf(b, "\tvoid *rift_arg%d = malloc(%d);\n\tmemcpy(rift_arg%d, rift_value%d, %d);\n", i, n, i, i, n)
		} else {
			fmt.Fprintf(b, "\t%s rift_arg%d;\n\tmemcpy(&rift_arg%d, rift_value%d, sizeof rift_arg%d);\n", kindType(p.Kind), i, i, i, i)
		}
		args = append(args, fmt.Sprintf("rift_arg%d", i))
	}
	r.links()
	fmt.Fprintf(b, "\trift_next = %d;\n", r.taken)
	call := fmt.Sprintf("%s(%s)", r.entry.Source, strings.Join(args, ", "))
	if r.entry.Result == program.Void || r.entry.Result == program.Ptr {
		fmt.Fprintf(b, "\t%s;\n\treturn 0;\n}\n", call)
		return
	}
	fmt.Fprintf(b, "\t__typeof__(%s) result = %s;\n", call, call)
	b.WriteString("\tfputs(\"result:\", stderr);\n\tfor (unsigned long i = 0; i < sizeof result; i++)\n" +
		"\t\tfprintf(stderr, \" %02x\", ((unsigned char *)&result)[i]);\n\tfputs(\"\\n\", stderr);\n\treturn 0;\n}\n")
}

// links sets the pointers between the objects.
func (r *reproducer) links() {
	places := map[string]string{}
	for i := range r.in.Values[:len(r.entry.Params)] {
		places[r.in.Values[i].Name] = fmt.Sprintf("rift_arg%d", i)
	}
	for i := range r.in.Values[len(r.entry.Params):r.taken] {
		name := r.in.Values[len(r.entry.Params)+i].Name
		places[name] = "&" + name
	}
	for i := range r.in.Objects {
		places[r.in.Objects[i].Name] = fmt.Sprintf("rift_to%d", i)
	}
	for _, list := range [][]program.Value{r.in.Values[:r.taken], r.in.Objects} {
		for _, v := range list {
			for _, l := range v.Links {
				fmt.Fprintf(&r.b, "\t*(void **)((char *)%s + %d) = %s;\n", places[v.Name], l.Off, places[l.To])
			}
		}
	}
}

// files writes standard input and files.
func (r *reproducer) files() {
	write := func(name string, data []byte) {
		fmt.Fprintf(&r.b, "\t{\n\t\tFILE *f = fopen(%s, \"w\");\n\t\tfwrite(%s, 1, %d, f);\n\t\tfclose(f);\n\t}\n", quoteC([]byte(name)), quoteC(data), len(data))
	}
	for _, f := range r.in.Files {
		write(f.Name, f.Data)
	}
	if len(r.in.Stdin) > 0 {
		fmt.Fprintf(&r.b, "\t{\n\t\tFILE *f = tmpfile();\n\t\tfwrite(%s, 1, %d, f);\n\t\trewind(f);\n\t\tstdin = f;\n\t}\n", quoteC(r.in.Stdin), len(r.in.Stdin))
	}
}

// kindType returns a C type of the kind.
func kindType(k program.Kind) string {
	switch k {
	case program.F32:
		return "float"
	case program.F64:
		return "double"
	}
	return fmt.Sprintf("uint%d_t", max(k.Bits(), 8))
}
