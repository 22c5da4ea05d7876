package vm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// vmBuilder builds versions for this package's machine.
func vmBuilder(cache *cfront.Cache) corpora.Builder {
	return func(ctx context.Context, v *program.Version) (corpora.Runner, error) {
		p, err := cfront.Compile(ctx, v, cfront.Options{Cache: cache})
		if err != nil {
			return nil, err
		}
		m, err := vm.New(p, vm.Options{MaxSteps: 10_000_000})
		if err != nil {
			return nil, err
		}
		return m.NewRun().Run, nil
	}
}

// TestBundledSubjects checks that every fact of the bundled manifests is so
// when the versions are run by the machine; also those of subjects whose
// sources were fetched.
func TestBundledSubjects(t *testing.T) {
	cache := cfront.NewCache()
	for _, name := range append(corpora.Names(), corpora.Fetchable()...) {
		t.Run(name, func(t *testing.T) {
			s, err := corpora.Bundled(name)
			if errors.Is(err, corpora.ErrNotFetched) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := corpora.Check(context.Background(), s, vmBuilder(cache))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Problems {
				t.Error(p)
			}
			for _, m := range r.Pairs {
				t.Logf("%-12s %5d of %5d tests differ, %d of them errors", m.Pair, m.Differ, m.Tests, m.Errors)
			}
		})
	}
}
