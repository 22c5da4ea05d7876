package regver

import (
	"fmt"
	"math/rand/v2"
	"os"
	command "os/exec"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

const csmithInclude = "/usr/include/csmith"

// Programs made by csmith with single instructions changed: what is proved equal
// must have the same checksum.
func TestCsmithMutants(t *testing.T) {
	if _, err := command.LookPath("csmith"); err != nil {
		t.Skip("csmith is not installed: proofs are doubted on our own programs only")
	}
	if _, err := os.Stat(csmithInclude); err != nil {
		t.Skipf("csmith's headers: %v", err)
	}
	programs, mutants := number("RIFT_CSMITH", 4), number("RIFT_MUTANTS", 4)
	proofs, differ, cache := 0, 0, cfront.NewCache()
	for seed := range programs {
		text, err := command.CommandContext(t.Context(), "csmith", "--seed", fmt.Sprint(seed+100*number("RIFT_SEED", 1)), "--max-funcs", "4",
			"--max-block-depth", "3", "--max-block-size", "3", "--no-volatiles", "--no-bitfields", "--no-packed-struct").Output()
		if err != nil {
			t.Fatal(err)
		}
		v := &program.Version{Files: []program.SourceFile{{Name: "c.c", Text: string(text)}}, Includes: []string{csmithInclude}}
		p, err := cfront.Compile(t.Context(), v, cfront.Options{Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		run := func(p *program.Program) *program.Outcome {
			m, err := vm.New(p, vm.Options{MaxSteps: 300_000})
			if err != nil {
				t.Fatal(err)
			}
			o, err := m.NewRun().Run(t.Context(), &program.Input{})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		base := run(p)
		rnd := rand.New(rand.NewPCG(uint64(seed), 7))
		var names []string
		for _, f := range p.Funcs {
			if len(f.Name) > 5 && f.Name[:5] == "func_" {
				names = append(names, f.Name)
			}
		}
		for range mutants {
			q, f := copyOf(p, names[rnd.IntN(len(names))])
			if !mutate(rnd, f) || program.Verify(q) != nil {
				continue
			}
			r, err := Prove(t.Context(), p, q, Options{Instructions: 30_000, QuerySteps: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			d := program.Differ(base, run(q))
			if d.Counts() {
				differ++
			}
			if r.Equal {
				proofs++
				if d.Counts() {
					t.Errorf("seed %d: %s proved equal with one instruction changed, but %s differs", seed, f.Name, d)
				}
			}
		}
	}
	t.Logf("%d proved, %d differ", proofs, differ)
}
