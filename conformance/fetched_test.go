package conformance

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/sandbox"
)

// TestFetchedSubjects runs every test of the subjects that were fetched on
// every version, in rift's machine and as gcc builds what rift exports, and
// compares what they show. A run that the machine stops with a fault may do
// anything natively. Of programs about files, whose model has some, differences
// are only told: the machine's file system has no links and counts blocks of
// its own.
func TestFetchedSubjects(t *testing.T) {
	if os.Getenv("RIFT_FETCHED") == "" {
		t.Skip("RIFT_FETCHED is not set")
	}
	cache := cfront.NewCache()
	for _, name := range corpora.Fetchable() {
		t.Run(name, func(t *testing.T) {
			s, err := corpora.Bundled(name)
			if errors.Is(err, corpora.ErrNotFetched) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "out")
			if err := corpora.Export(s, dir); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("make", "-C", dir, "-j2").CombinedOutput(); err != nil {
				t.Fatalf("make: %v\n%s", err, out)
			}
			same, faults, unlike := 0, 0, t.Errorf
			if len(s.Model.Files) > 0 {
				unlike = t.Logf
			}
			for i := range s.Versions {
				v := &s.Versions[i]
				a, b := compareVersion(t, unlike, cache, s, v, filepath.Join(dir, "bin", v.Name))
				same, faults = same+a, faults+b
			}
			t.Logf("%d versions, %d runs alike, %d faults", len(s.Versions), same, faults)
		})
	}
}

func compareVersion(t *testing.T, unlike func(string, ...any), cache *cfront.Cache, s *corpora.Subject, v *program.Version, binary string) (same, faults int) {
	p, err := cfront.Compile(context.Background(), v, cfront.Options{Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	m, err := vm.New(p, vm.Options{Name: binary, MaxSteps: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]program.Test{s.Tests, s.Hidden} {
		for i := range list {
			in := &list[i].Input
			out, err := m.NewRun().Run(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if out.Ending == program.Faulted {
				faults++
				continue
			}
			status, stdout, stderr := runFolder(t, binary, in)
			if out.Status != status || !bytes.Equal(out.Stdout, stdout) || !bytes.Equal(out.Stderr, stderr) {
				unlike("%s, %s: %s %d, %q, %q; natively %d, %q, %q", v.Name, in.Shell(s.Name), out.Ending, out.Status, out.Stdout, out.Stderr, status, stdout, stderr)
				continue
			}
			same++
		}
	}
	return same, faults
}

// runFolder runs a binary in a folder that holds the files of the input.
func runFolder(t *testing.T, binary string, in *program.Input) (status int, stdout, stderr []byte) {
	dir := t.TempDir()
	for _, f := range in.Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var args []string
	for _, a := range in.Args {
		args = append(args, string(a))
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, []string{"LC_ALL=C", "TZ=UTC"}, strings.NewReader(string(in.Stdin))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := sandbox.Run(cmd, false, 0)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		var signal int
		status, signal = sandbox.Status(exit)
		status += signal // one of them is zero
	} else if err != nil {
		t.Fatalf("%s: %v", binary, err)
	}
	return status, out.Bytes(), errs.Bytes()
}
