package reproduce

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/results/papers"
)

// plan makes the plan of a paper's experiment.
func plan(t *testing.T, paper string, o Options) (*experiments.Plan, *experiments.Config, error) {
	t.Helper()
	return Plan(t.Context(), papers.Find(paper), experiments.Standard("test", catalog.All(), cfront.NewCache()), o)
}

// TestPlanSmall: each paper has an experiment on bundled subjects, which needs no
// place and nothing fetched, and options replace what it says of seeds and budgets.
func TestPlanSmall(t *testing.T) {
	t.Setenv("RIFT_CACHE", t.TempDir())
	for _, p := range papers.All() {
		o := Options{Small: true, Seeds: 2, Wall: time.Minute, CPU: 7 * time.Second, Steps: 1234, Tests: 56}
		made, c, err := plan(t, p.Key, o)
		if err != nil {
			t.Fatalf("%s: %v", p.Key, err)
		}
		b := made.Budget
		if time.Duration(b.Wall) != o.Wall || time.Duration(b.CPU) != o.CPU || b.Steps != o.Steps || b.Tests != o.Tests || c.Seeds != 2 {
			t.Errorf("%s: %d seeds, budget %+v", p.Key, c.Seeds, b)
		}
		again, _, err := plan(t, p.Key, Options{Small: true})
		if err != nil || again.Len() == 0 || again.Hash == made.Hash {
			t.Errorf("%s: as it comes: %d tasks, %v", p.Key, again.Len(), err)
		}
	}
}

// program writes a program in the SIR layout with one version that differs.
func program(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tcas")
	for name, text := range map[string]string{
		"source.alt/source.orig/tcas.c":        "#include <stdio.h>\nint main(int n, char **v) { puts(v[1]); return 0; }\n",
		"versions.alt/versions.orig/v1/tcas.c": "#include <stdio.h>\nint main(int n, char **v) { puts(v[n - 1]); return 0; }\n",
		"testplans.alt/universe":               "1 2\n3\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestPlanFrom: a subject in the SIR layout is taken from where the user says, with
// and without the prefix.
func TestPlanFrom(t *testing.T) {
	t.Setenv("RIFT_CACHE", t.TempDir())
	dir := program(t)
	for _, at := range []string{dir, "sir:" + dir} {
		made, _, err := plan(t, "ase08", Options{From: map[string]string{"tcas": at}})
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
		found := false
		for task := range made.Tasks() {
			found = found || task.Subject == "tcas" && task.Pair == "v1"
		}
		if !found {
			t.Errorf("%s: no task on tcas/v1", at)
		}
	}
}

// TestPlanMissing: what can neither be found nor fetched is named, with the way to
// give it; a name that no experiment knows is refused before anything is fetched.
func TestPlanMissing(t *testing.T) {
	t.Setenv("RIFT_CACHE", t.TempDir())
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for _, c := range []struct {
		paper, name, want string
	}{
		{"ase08", "tcas", "--from tcas=PATH"},
		{"fse13", "coreutils", "--from coreutils=PATH"},
		{"icse15", "diffutils", "--from diffutils=PATH"},
	} {
		_, _, err := plan(t, c.paper, Options{From: map[string]string{c.name: nowhere}})
		if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a missing subject and %s", c.paper, err, c.want)
		}
	}
	_, _, err := plan(t, "fse13", Options{From: map[string]string{"corutils": nowhere}})
	if err == nil || errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "--from corutils") {
		t.Errorf("an unknown corpus: %v", err)
	}
}

// TestGiven: a subject's own place goes before that of its corpus, and bundled
// subjects have no corpus.
func TestGiven(t *testing.T) {
	o := Options{From: map[string]string{"coreutils": "all", "coreutils-cut": "cut", "xml": "no"}}
	for ref, want := range map[string][2]string{
		"coreutils-cut": {"cut", "coreutils-cut"},
		"coreutils-seq": {"all", "coreutils"},
		"xmltree":       {"", "xmltree"},
		"tcas":          {"", "tcas"},
	} {
		if at, corpus := o.given(ref); at != want[0] || corpus != want[1] {
			t.Errorf("%s: from %q by the name %q, want %q", ref, at, corpus, want)
		}
	}
}
