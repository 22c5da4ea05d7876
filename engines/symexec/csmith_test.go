package symexec

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

const (
	csmithInclude  = "/usr/include/csmith"
	csmithPrograms = 8      // CI runs 300; the environment variable RIFT_CSMITH overrides it
	csmithSteps    = 50_000 // longer ones are left out
)

var csmithGlobal = regexp.MustCompile(`(?m)^static (u?int(?:8|16|32|64)_t) (g_\d+) = `)

// csmithHarness gives a program of gcc the inputs of its command line.
const csmithHarness = `#include <stdlib.h>
int __VERIFIER_nondet_int(void)
{
	static char *at;
	if (!at)
		at = getenv("VALUES");
	return (int)strtol(at, &at, 10);
}
void __VERIFIER_assume(int c)
{
	if (!c)
		exit(99);
}
`

// Programs made by csmith, some of whose constants are inputs, show the same when
// they run in the concrete machine, when they are translated by gcc, and here:
// followed with these inputs free, or explored with them fixed by constraints.
func TestAgreesOnCsmith(t *testing.T) {
	for _, tool := range []string{"csmith", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	if _, err := os.Stat(csmithInclude); err != nil {
		t.Skipf("csmith's headers: %v", err)
	}
	want := csmithPrograms
	if n, err := strconv.Atoi(os.Getenv("RIFT_CSMITH")); err == nil {
		want = n
	}
	harness := filepath.Join(t.TempDir(), "harness.c")
	if err := os.WriteFile(harness, []byte(csmithHarness), 0o666); err != nil {
		t.Fatal(err)
	}
	object := strings.TrimSuffix(harness, "c") + "o"
	command(t, exec.Command("gcc", "-c", harness, "-o", object))
	var done, symbolic atomic.Int64
	t.Run("programs", func(t *testing.T) {
		const workers = 4
		for w := range workers {
			t.Run(strconv.Itoa(w), func(t *testing.T) {
				t.Parallel()
				for seed := 1 + w; done.Load() < int64(want) && seed < 3*want && !t.Failed(); seed += workers {
					if c := newCsmithCase(t, seed, object); c.check(t) {
						done.Add(1)
						if c.inputs > 0 {
							symbolic.Add(1)
						}
					}
				}
			})
		}
	})
	if done.Load() < int64(want) || symbolic.Load() < int64(want)/2 {
		t.Errorf("only %d programs were short enough, %d with inputs", done.Load(), symbolic.Load())
	}
}

// command runs a command that has to succeed and returns its output.
func command(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var errors strings.Builder
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", cmd.Args, err, errors.String())
	}
	return string(out)
}

// csmithCase is a program of csmith with values for its inputs.
type csmithCase struct {
	seed        int
	dir, object string
	free, fixed string // sources
	inputs      int
	in          *program.Input
}

func newCsmithCase(t *testing.T, seed int, object string) *csmithCase {
	c := &csmithCase{seed: seed, dir: t.TempDir(), object: object, in: &program.Input{}}
	args := []string{"--seed", strconv.Itoa(seed), "--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3"}
	if seed%10 < 2 {
		args = []string{"--seed", strconv.Itoa(seed), "--max-funcs", "4", "--max-block-depth", "3"}
	}
	cmd := exec.Command("csmith", args...)
	cmd.Dir = c.dir
	text := command(t, cmd)
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	var values []int
	for range 3 {
		values = append(values, r.IntN(200)-100)
	}
	c.free, c.fixed, c.inputs = varyGlobals(text, values, seed%16 == 0)
	for _, v := range values[:c.inputs] {
		c.in.Values = append(c.in.Values, program.IntValue("int", 4, int64(v)))
	}
	return c
}

func (c *csmithCase) compile(t *testing.T, source string) *program.Program {
	v := &program.Version{Files: []program.SourceFile{{Name: "c.c", Text: source}}, Includes: []string{csmithInclude}}
	p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: sharedCache()})
	if err != nil {
		t.Fatalf("seed %d: %v", c.seed, err)
	}
	return p
}

// check compares the ways to run the program; it reports false if the program
// runs for too long. Every second program is followed, the others explored.
func (c *csmithCase) check(t *testing.T) bool {
	source := c.free
	if c.seed%2 == 0 {
		source = c.fixed
	}
	p := c.compile(t, source)
	m, err := vm.New(p, vm.Options{MaxSteps: csmithSteps})
	if err != nil {
		t.Fatal(err)
	}
	x := m.NewRun()
	out, err := x.Run(t.Context(), c.in)
	if err != nil {
		t.Fatal(err)
	}
	if out.Ending == program.Stopped {
		return false
	}
	if c.seed%2 == 0 {
		c.explore(t, p, out)
	} else {
		agree(t, p, Options{Limits: Limits{MaxSteps: csmithSteps}}, x, c.in)
	}
	if got, ok := c.gcc(t, source); ok && got != string(out.Stdout) {
		t.Errorf("gcc's program prints %q, rift's %q", got, out.Stdout)
	}
	if t.Failed() {
		t.Fatalf("seed %d, %v", c.seed, c.in.Key())
	}
	return true
}

// explore finds the one path on which the assumptions hold.
func (c *csmithCase) explore(t *testing.T, p *program.Program, want *program.Outcome) {
	paths, e := explore(t, p, &program.InputModel{}, Options{Limits: Limits{MaxSteps: 2 * csmithSteps}})
	found := 0
	for _, p := range paths {
		if p.Incomplete != "" {
			t.Errorf("given up: %s", p.Incomplete)
		}
		if p.Outcome.Ending == program.Assumed {
			continue
		}
		found++
		if d := compare(want, &p.Outcome); d != "" {
			t.Errorf("explored: the concrete machine %s", d)
		}
	}
	if found != 1 || !e.Stats.Exhaustive() {
		t.Errorf("%d paths on which the assumptions hold: %+v", found, e.Stats)
	}
}

// gcc returns what the program prints when gcc has translated it.
func (c *csmithCase) gcc(t *testing.T, source string) (string, bool) {
	file := filepath.Join(c.dir, "c.c")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(c.dir, "c")
	command(t, exec.Command("gcc", "-w", "-O0", "-I", csmithInclude, file, c.object, "-o", bin))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin)
	cmd.Env = []string{"VALUES="}
	for _, v := range c.in.Values {
		cmd.Env[0] += fmt.Sprintf("%d ", int32(memory.GetWord(v.Data, 4)))
	}
	text, err := cmd.Output()
	if ctx.Err() != nil {
		return "", false
	}
	if err != nil {
		t.Errorf("gcc's program: %v", err)
	}
	os.Remove(bin) // the folder goes too
	return string(text), true
}

// varyGlobals makes main read the first integer variables of a program of
// csmith from its input, and in the second text assume each to be its value, by
// an equation or by inequalities. n is how many there are.
func varyGlobals(text string, values []int, inequalities bool) (free, fixed string, n int) {
	var read, assume strings.Builder
	found := csmithGlobal.FindAllStringSubmatch(text, len(values))
	for i, g := range found {
		fmt.Fprintf(&read, "    int in%d = __VERIFIER_nondet_int();\n", i)
		if !inequalities {
			fmt.Fprintf(&assume, "    __VERIFIER_assume(in%d == %d);\n", i, values[i])
		} else {
			fmt.Fprintf(&assume, "    __VERIFIER_assume(in%d > %d && in%d < %d);\n", i, values[i]-1, i, values[i]+1)
		}
		fmt.Fprintf(&assume, "    %s = (%s)in%d;\n", g[2], g[1], i)
	}
	const begin = "    platform_main_begin();\n"
	head := "int __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n"
	plain := regexp.MustCompile(`(?m)^.*assume.*\n`).ReplaceAllString(assume.String(), "")
	return head + strings.Replace(text, begin, read.String()+plain+begin, 1),
		head + strings.Replace(text, begin, read.String()+assume.String()+begin, 1), len(found)
}
