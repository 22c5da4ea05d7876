package difference_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora/pairs"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// TestCorpusOfPairs compares functions of the corpus as rift diff does: equal ones must
// not be said to differ, nor different ones to be equal. RIFT_PAIRS selects pairs by a
// part of their name, or all of them; what became of them is shown with -v.
func TestCorpusOfPairs(t *testing.T) {
	list, err := pairs.All()
	if err != nil {
		t.Fatal(err)
	}
	cache := cfront.NewCache()
	count := map[string]int{}
	var used []float64
	for _, p := range list {
		switch want := os.Getenv("RIFT_PAIRS"); {
		case want == "" && !strings.HasPrefix(p.Name, "integer-version-order"):
			continue
		case want != "all" && !strings.Contains(p.Name, want):
			continue
		}
		q := &difference.Request{Old: pairs.Version(p.Old), New: pairs.Version(p.New), Entry: "f", First: true, Engines: catalog.All(), RunSteps: 200_000, Seed: 1,
			Limits: difference.Limits{CPU: 10 * time.Second},
			Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
				return cfront.Compile(ctx, v, cfront.Options{Cache: cache})
			}}
		r, err := difference.Run(t.Context(), q, difference.Events{})
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		answer := difference.Equal
		if r.Verdict != nil {
			answer = r.Verdict.Answer
		}
		kind := map[bool]string{true: "equal pairs: ", false: "different pairs: "}[p.Equal]
		count[kind+string(answer)]++
		used = append(used, r.CPUSeconds)
		if wrong := map[bool]difference.Answer{true: difference.Differs, false: difference.Equal}[p.Equal]; answer == wrong && !(p.Equal && ofErrors(r)) {
			t.Errorf("%s: %s", p.Name, r.Verdict.Headline)
		}
		if testing.Verbose() {
			fmt.Printf("%-34s %-8s %.2f s  %s\n", p.Name, answer, r.CPUSeconds, r.Verdict.Headline)
		}
	}
	if slices.Sort(used); len(used) > 0 {
		t.Logf("%v, median %.2f s of CPU", count, used[len(used)/2])
	}
}

// ofErrors reports whether all that was found are runs that end in an error: of these a
// refactoring may change which one it is.
func ofErrors(r *difference.Result) bool {
	return !slices.ContainsFunc(r.Differences, func(d *difference.Difference) bool {
		return d.Old.Ending != program.Faulted && d.New.Ending != program.Faulted
	})
}
