package symexec

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

const (
	csmithInclude  = "/usr/include/csmith"
	csmithPrograms = 5
	csmithSteps    = 300_000 // longer ones are left out
)

var csmithGlobal = regexp.MustCompile(`(?m)^static (u?int(?:8|16|32|64)_t) (g_\d+) = `)

// Programs made by csmith, some of whose variables are inputs, show the same in
// both machines when the run is followed with these inputs symbolic.
func TestAgreesOnCsmith(t *testing.T) {
	if _, err := exec.LookPath("csmith"); err != nil {
		t.Skip("csmith is not installed")
	}
	if _, err := os.Stat(csmithInclude); err != nil {
		t.Skipf("csmith's headers: %v", err)
	}
	want := csmithPrograms
	if n, err := strconv.Atoi(os.Getenv("RIFT_CSMITH")); err == nil {
		want = n
	}
	done := 0
	for seed := 1; done < want && seed < 4*want; seed++ {
		cmd := exec.Command("csmith", "--seed", strconv.Itoa(seed), "--max-funcs", "4", "--max-block-depth", "3")
		cmd.Dir = t.TempDir()
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("csmith: %v", err)
		}
		source, inputs := varyGlobals(string(text), 3)
		v := &program.Version{Files: []program.SourceFile{{Name: "c.c", Text: source}}, Includes: []string{csmithInclude}}
		p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: sharedCache()})
		if err != nil {
			t.Fatal(err)
		}
		m, err := vm.New(p, vm.Options{MaxSteps: csmithSteps})
		if err != nil {
			t.Fatal(err)
		}
		x := m.NewRun()
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		in := &program.Input{}
		for range inputs {
			in.Values = append(in.Values, program.IntValue("int", 4, int64(r.IntN(200)-100)))
		}
		out, err := x.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if out.Ending == program.Stopped {
			continue
		}
		done++
		agree(t, p, Options{MaxSteps: csmithSteps}, x, in)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if done < want {
		t.Errorf("only %d programs were short enough", done)
	}
}

// varyGlobals makes main read the first n integer variables of a program of
// csmith from its input.
func varyGlobals(text string, n int) (string, int) {
	var reads strings.Builder
	found := csmithGlobal.FindAllStringSubmatch(text, n)
	for _, g := range found {
		fmt.Fprintf(&reads, "    %s = (%s)__VERIFIER_nondet_int();\n", g[2], g[1])
	}
	text = strings.Replace(text, "    platform_main_begin();\n", reads.String()+"    platform_main_begin();\n", 1)
	return "int __VERIFIER_nondet_int(void);\n" + text, len(found)
}
