package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program/cfront"
)

// TestReadersStop: every command that reads result folders gives up when its context
// ends, as it does with the first signal.
func TestReadersStop(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"plan.json":          `{"hash":"h","name":"n","batches":[{"label":"e","subject":"s","pair":"p","count":1}]}`,
		"records/only.jsonl": `{"task":"e/s/p/1","seq":0,"start":{"experiment":"h"}}` + "\n" + `{"task":"e/s/p/1","seq":1,"end":{"status":"done"}}` + "\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	out := filepath.Join(t.TempDir(), "out")
	for _, args := range [][]string{
		{"compare", dir}, {"report", dir, "-o", out}, {"confirm", dir},
		{"results", "hash", dir}, {"results", "why", dir}, {"results", "merge", dir, "-o", out},
		{"results", "rerun", dir, "e/s/p/1"}, {"results", "export", dir, "--format", "csv"},
	} {
		if args[0] == "confirm" && !slices.ContainsFunc([]string{"gcc", "clang", "cc"}, func(cc string) bool {
			_, err := exec.LookPath(cc)
			return err == nil
		}) {
			t.Log("no C compiler: rift confirm is not tried")
			continue
		}
		a := &app{env: experiments.Standard("test", nil, cfront.NewCache()), in: os.Stdin, out: io.Discard, err: os.Stderr, stderr: os.Stderr}
		root := a.root()
		root.SetArgs(args)
		if err := root.ExecuteContext(stopped); !errors.Is(err, context.Canceled) {
			t.Errorf("rift %v: %v", args, err)
		}
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a command that gave up wrote %s", out)
	}
}
