package matrix

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/enginetest"
)

// TestTcas prints the paper's Table 4 for the versions of tcas in the folder
// that RIFT_TCAS names (SIR layout).
func TestTcas(t *testing.T) {
	dir := os.Getenv("RIFT_TCAS")
	if dir == "" {
		t.Skip("RIFT_TCAS does not name a copy of tcas in the SIR layout")
	}
	list, err := corpora.Open("sir:"+dir, ".")
	if err != nil {
		t.Fatal(err)
	}
	s := list[0]
	only := regexp.MustCompile(cmp.Or(os.Getenv("RIFT_PAIRS"), "."))
	multiple := Multiple(cmp.Or(os.Getenv("RIFT_MULTIPLE"), string(Precise)))
	for i := range s.Pairs {
		p := &s.Pairs[i]
		if !only.MatchString(p.Name) {
			continue
		}
		begun := time.Now()
		old, new := enginetest.Build(t, s.Version(p.Old)), enginetest.Build(t, s.Version(p.New))
		a, err := NewAssessor(t.Context(), old.Version, new.Version, old.Program, new.Program, Options{Distance: 10, Multiple: multiple, Granularity: Granularity(os.Getenv("RIFT_GRAIN"))})
		if err != nil {
			t.Log(p.Name, err)
			continue
		}
		var tests []*Coverage
		stmt := ratio{}
		for k := range s.Tests {
			c, err := a.Monitor(t.Context(), &s.Tests[k].Input)
			if err != nil {
				t.Fatal(err)
			}
			tests = append(tests, c)
			if c.Changes {
				stmt.inputs++
				if c.Differs {
					stmt.differ++
				}
			}
		}
		line := fmt.Sprintf("%-4s changed %d/%d", p.Name, stmt.inputs, stmt.differ)
		m := newMatched(tests)
		for d := 1; d <= a.Distance(); d++ {
			line += fmt.Sprintf("\n   d=%d", d)
			for _, c := range Criteria() {
				r := rand.New(rand.NewPCG(1, uint64(d)))
				reqs := a.Requirements(c, d)
				p := newPool(reqs, m)
				n, size, _ := p.detection(r, 1000)
				line += fmt.Sprintf("  %s %d/%d: %.1f%% (%.1f tests)", c, p.coverable, len(reqs), float64(n)/10, float64(size)/1000)
			}
		}
		fmt.Println(line, time.Since(begun).Round(time.Millisecond))
	}
}
