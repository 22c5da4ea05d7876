package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// coreutilsBuild reads what was built in a folder: coreutils configured by its
// own script, without translations and optional libraries, and then
//
//	make V=1 CFLAGS=-O0 all > make.log
type coreutilsBuild struct {
	t       *testing.T
	dir     string
	sources map[string]compiled // by object, without its folder
	links   map[string][]string // objects and archives, by program
	nm      map[string][]member // by archive
}

// compiled is how an object was made.
type compiled struct {
	source            string
	includes, defines []string
}

// member is an object of an archive with the external symbols that it defines
// and lacks.
type member struct {
	object        string
	defines, uses []string
}

func readCoreutilsBuild(t *testing.T, dir string) *coreutilsBuild {
	log, err := os.ReadFile(filepath.Join(dir, "make.log"))
	if err != nil {
		t.Fatal(err)
	}
	b := &coreutilsBuild{t: t, dir: dir, sources: map[string]compiled{}, links: map[string][]string{}, nm: map[string][]member{}}
	for _, line := range strings.Split(string(log), "\n") {
		if strings.Contains(line, "gcc ") {
			b.command(line)
		}
	}
	return b
}

var (
	compileLine = regexp.MustCompile(`\sgcc .*-c -o (\S+\.o) (.*?)\s*(&&.*)?$`)
	whereTest   = regexp.MustCompile("`test -f '[^']*' \\|\\| echo '([^']*)'`")
	linkLine    = regexp.MustCompile(`\sgcc .*-o (src/\S+) (src/.*)$`)
)

func (b *coreutilsBuild) command(line string) {
	line = " " + line
	if m := compileLine.FindStringSubmatch(line); m != nil {
		c := compiled{source: b.path(whereTest.ReplaceAllString(m[2], "$1"))}
		for _, f := range strings.Fields(line) {
			if v, ok := strings.CutPrefix(f, "-I"); ok {
				c.includes = append(c.includes, b.path(v))
			}
			if v, ok := strings.CutPrefix(f, "-D"); ok {
				c.defines = append(c.defines, v)
			}
		}
		b.sources[filepath.Base(m[1])] = c
	} else if m := linkLine.FindStringSubmatch(line); m != nil {
		for _, f := range strings.Fields(m[2]) {
			if strings.HasSuffix(f, ".o") || strings.HasSuffix(f, ".a") {
				b.links[m[1]] = append(b.links[m[1]], f)
			}
		}
	}
}

func (b *coreutilsBuild) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(b.dir, name)
}

// members returns the objects of an archive.
func (b *coreutilsBuild) members(archive string) []member {
	if list, ok := b.nm[archive]; ok {
		return list
	}
	list := b.symbols(archive)
	b.nm[archive] = list
	return list
}

// symbols reads the symbols of an object or an archive by nm.
func (b *coreutilsBuild) symbols(file string) []member {
	out, err := exec.Command("nm", "-A", "-g", filepath.Join(b.dir, file)).Output()
	if err != nil {
		b.t.Fatalf("nm %s: %v", file, err)
	}
	var list []member
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		f := strings.Fields(line)
		parts := strings.Split(f[0], ":")
		name := filepath.Join(filepath.Dir(file), parts[len(parts)-2])
		if strings.HasSuffix(parts[len(parts)-2], file) {
			name = file
		}
		if len(list) == 0 || list[len(list)-1].object != name {
			list = append(list, member{object: name})
		}
		m := &list[len(list)-1]
		if symbol := f[len(f)-1]; f[len(f)-2] == "U" {
			m.uses = append(m.uses, symbol)
		} else {
			m.defines = append(m.defines, symbol)
		}
	}
	return list
}

// version returns the source of a tool: its own files, and those of the
// library that the linker took.
func (b *coreutilsBuild) version(tool string) (*program.Version, error) {
	link := b.links["src/"+tool]
	if link == nil {
		return nil, fmt.Errorf("make.log does not link src/%s", tool)
	}
	v := &program.Version{Name: tool}
	var own, lib []string
	defined, lacked := map[string]bool{}, []string{"fpurge"} // gnulib needs it where streams are not glibc's
	take := func(m member) {
		for _, s := range m.defines {
			defined[s] = true
		}
		lacked = append(lacked, m.uses...)
	}
	for _, f := range link {
		if strings.HasSuffix(f, ".o") {
			own = append(own, f)
			for _, m := range b.symbols(f) {
				take(m)
			}
		}
	}
	for len(lacked) > 0 {
		s := lacked[0]
		if lacked = lacked[1:]; defined[s] {
			continue
		}
		for _, f := range link {
			if !strings.HasSuffix(f, ".a") {
				continue
			}
			for _, m := range b.members(f) {
				if slices.Contains(m.defines, s) && !defined[s] {
					lib = append(lib, m.object)
					take(m)
				}
			}
		}
	}
	if err := b.add(v, own, false); err != nil {
		return nil, err
	}
	slices.Sort(lib)
	return v, b.add(v, lib, true)
}

func (b *coreutilsBuild) add(v *program.Version, objects []string, library bool) error {
	for _, o := range objects {
		c, ok := b.sources[filepath.Base(o)] // nm tells no folder within an archive
		if !ok {
			return fmt.Errorf("make.log does not compile %s", o)
		}
		text, err := os.ReadFile(c.source)
		if err != nil {
			return err
		}
		if bytes.Contains(text, []byte("<x86intrin.h>")) {
			continue // see overlay
		}
		v.Files = append(v.Files, program.SourceFile{Name: c.source, Text: string(text), Library: library})
		for _, i := range c.includes {
			if !slices.Contains(v.Includes, i) {
				v.Includes = append(v.Includes, i)
			}
		}
		for _, d := range c.defines {
			if !slices.Contains(v.Defines, d) {
				v.Defines = append(v.Defines, d)
			}
		}
	}
	if library {
		return b.overlay(v)
	}
	return nil
}

// overlay replaces config.h by one without what rift has not: the processor's
// vector instructions and assembler; and the insides of glibc's streams, for
// which gnulib has other ways.
func (b *coreutilsBuild) overlay(v *program.Version) error {
	name := filepath.Join(b.dir, "lib/config.h")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := slices.DeleteFunc(strings.SplitAfter(string(text), "\n"), func(l string) bool {
		return strings.HasPrefix(l, "#define USE_AVX2_WC_LINECOUNT") || strings.HasPrefix(l, "#define USE_PCLMUL_CRC32")
	})
	lines = append(lines, "#define NO_ASM 1\n#define SLOW_BUT_NO_HACKS 1\n#undef FUNC_FFLUSH_STDIN\n#define FUNC_FFLUSH_STDIN -1\n")
	v.Files = append(v.Files, program.SourceFile{Name: name, Text: strings.Join(lines, ""), Library: true})
	return nil
}

// coreutilsTime is how long each tool is explored; RIFT_COREUTILS_SECONDS
// overrides it.
const coreutilsTime = 20

// TestCoreutils compiles real tools, compares runs of them with the installed
// ones, and explores them on two symbolic arguments of three bytes and eight
// bytes of standard input. It needs RIFT_COREUTILS, the folder of a build.
func TestCoreutils(t *testing.T) {
	dir := os.Getenv("RIFT_COREUTILS")
	if dir == "" {
		t.Skip("RIFT_COREUTILS is not set: no build of coreutils")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := readCoreutilsBuild(t, dir)
	limit := time.Duration(envInt("RIFT_COREUTILS_SECONDS", coreutilsTime)) * time.Second
	only := strings.Fields(os.Getenv("RIFT_COREUTILS_TOOLS"))
	compiledOnes, ran, explored := 0, 0, 0
	table := []string{"tool      compiled  same  paths  exhaustive  statements      errors  given up  mismatches"}
	for _, tool := range coreutilsTools {
		if len(only) > 0 && !slices.Contains(only, tool.name) {
			continue
		}
		begin := time.Now()
		p, err := b.compile(tool.name)
		if err != nil {
			t.Errorf("%s: %v", tool.name, err)
			table = append(table, fmt.Sprintf("%-9s no", tool.name))
			continue
		}
		compiledOnes++
		took := time.Since(begin)
		same := compareTool(t, p, tool)
		if same == len(tool.runs) {
			ran++
		}
		row := fmt.Sprintf("%-9s %7.1fs  %2d/%d", tool.name, took.Seconds(), same, len(tool.runs))
		if limit > 0 {
			e := exploreTool(t, p, tool.name, limit)
			row += e.row()
			if e.paths > 0 && e.mismatches == 0 {
				explored++
			}
		}
		table = append(table, row)
	}
	t.Logf("compiled %d, run like the installed tool %d, explored %d of %d (%v each)\n%s",
		compiledOnes, ran, explored, len(coreutilsTools), limit, strings.Join(table, "\n"))
}

func (b *coreutilsBuild) compile(tool string) (*program.Program, error) {
	v, err := b.version(tool)
	if err != nil {
		return nil, err
	}
	return cfront.Compile(context.Background(), v, cfront.Options{})
}

// compareTool returns on how many inputs the program shows what the installed
// tool shows.
func compareTool(t *testing.T, p *program.Program, tool coreutil) int {
	m, err := vm.New(p, vm.Options{Name: tool.name, MaxSteps: 200_000_000})
	if err != nil {
		t.Errorf("%s: %v", tool.name, err)
		return 0
	}
	same := 0
	for _, r := range tool.runs {
		in := &program.Input{Stdin: program.Bytes(r.stdin)}
		for _, a := range r.args {
			in.Args = append(in.Args, program.Bytes(a))
		}
		out, err := m.NewRun().Run(context.Background(), in)
		if err != nil {
			t.Errorf("%s %q: %v", tool.name, r.args, err)
			continue
		}
		status, stdout, stderr := runInstalled(t, tool.name, r)
		switch {
		case out.Ending != program.Exited:
			t.Errorf("%s %q: %s %v %s", tool.name, r.args, out.Ending, out.Fault, out.Limit)
		case out.Status != status || !bytes.Equal(out.Stdout, stdout) || !bytes.Equal(out.Stderr, stderr):
			t.Errorf("%s %q: status %d, %q, %q; installed: %d, %q, %q", tool.name, r.args, out.Status, out.Stdout, out.Stderr, status, stdout, stderr)
		default:
			same++
		}
	}
	return same
}

func runInstalled(t *testing.T, tool string, r toolRun) (int, []byte, []byte) {
	path, err := exec.LookPath(tool)
	if err != nil {
		t.Skipf("%s is not installed", tool)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, r.args...)
	cmd.Args[0] = tool
	cmd.Env = []string{"LC_ALL=C", "TZ=UTC"}
	cmd.Stdin = strings.NewReader(r.stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", tool, err)
	}
	return cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()
}

// exploration is what exploring a tool gave.
type exploration struct {
	paths, mismatches int
	exhaustive        bool
	covered, total    int
	errors, givenUp   map[string]int
}

func (e *exploration) row() string {
	return fmt.Sprintf("  %5d  %10v  %4d/%4d %3.0f%%  %6d  %8d  %10d", e.paths, e.exhaustive, e.covered, e.total,
		100*float64(e.covered)/float64(max(e.total, 1)), len(e.errors), len(e.givenUp), e.mismatches)
}

func exploreTool(t *testing.T, p *program.Program, tool string, limit time.Duration) *exploration {
	e := &exploration{errors: map[string]int{}, givenUp: map[string]int{}}
	opt := symexec.Options{Name: tool, Seed: 1}
	x, err := symexec.New(p, opt)
	if err != nil {
		t.Errorf("%s: %v", tool, err)
		return e
	}
	replay, err := symexec.NewReplayer(p, opt)
	if err != nil {
		t.Errorf("%s: %v", tool, err)
		return e
	}
	model := &program.InputModel{SymArgs: &program.SymArgs{Min: 2, Max: 2, Len: 3}, Stdin: &program.ContentModel{Size: 8}}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err = x.Explore(ctx, model, func(path *symexec.Path) error {
		e.paths++
		if path.Outcome.Fault != nil {
			e.errors[path.Outcome.Fault.Error()]++
		}
		if path.Incomplete != "" {
			e.givenUp[path.At.String()+": "+path.Incomplete]++
		}
		_, mismatch, err := replay.Check(context.Background(), path)
		if mismatch != "" {
			e.mismatches++
			t.Errorf("%s: path %d: %s: %s", tool, path.ID, mismatch, path.Input.Key())
		}
		return err
	})
	if err != nil {
		t.Errorf("%s: %v", tool, err)
	}
	e.exhaustive = x.Stats.Exhaustive()
	e.covered, e.total = x.Covered()
	for _, m := range []map[string]int{e.errors, e.givenUp} {
		for text, n := range m {
			t.Logf("%s: %d paths: %s", tool, n, text)
		}
	}
	return e
}
