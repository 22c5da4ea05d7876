package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/testsuite"
	"github.com/riftlab/rift/program/testsuite/reduce"
	"github.com/spf13/cobra"
)

// testFlags say which tests a command writes, and how.
type testFlags struct {
	dir     string
	which   string
	formats []string
}

func (f *testFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.dir, "output", "o", "", "write tests to this folder, which must be empty or new")
	flags.StringVar(&f.which, "tests", "covering", "which tests to keep: covering (those needed for what all of them cover, and one for each error) or all")
	flags.StringSliceVar(&f.formats, "format", testsuite.Formats(), "what a test is written as")
}

// start prepares for tests of a program.
func (f *testFlags) start(v *program.Version, p *program.Program, name string) (*testWriter, error) {
	w := &testWriter{all: f.which == "all", seen: map[string]bool{}, selection: reduce.New(p), program: p}
	if !w.all && f.which != "covering" {
		return nil, usagef("--tests %s: there are covering and all", f.which)
	}
	if f.dir == "" {
		return w, nil
	}
	s := &testsuite.Subject{Program: p, Name: name, Hash: v.Hash(), Producer: "rift " + version(), Created: time.Now()}
	for _, file := range v.Files {
		if file.Unit() {
			path, err := filepath.Abs(file.Name)
			if err != nil {
				return nil, err
			}
			s.Sources = append(s.Sources, path)
		}
	}
	var err error
	w.folder, err = testsuite.Create(f.dir, s, f.formats)
	return w, input(err)
}

// testWriter keeps tests and writes them.
type testWriter struct {
	program   *program.Program
	all       bool
	folder    *testsuite.Folder // nil if nothing is to be written
	seen      map[string]bool   // inputs
	selection *reduce.Selection
	kept      []string // names of the tests that the selection keeps, by its numbers
	tests     int
	dropped   int
}

// looseTests is how many tests have files of their own before those that cover nothing new
// are written to an archive: making five files takes far longer than finding a path.
const looseTests = 200

// consider keeps a test, or not; it returns its name if it does.
func (w *testWriter) consider(in *program.Input, out *program.Outcome, c *program.Coverage) (string, error) {
	key := in.Key()
	if w.seen[key] {
		return "", nil
	}
	w.seen[key] = true
	chosen := w.selection.Consider(c, out)
	if !chosen && !w.all {
		return "", nil
	}
	w.tests++
	t := &testsuite.Test{Name: testsuite.TestName(w.tests), Input: *in, Outcome: *out}
	if chosen {
		w.kept = append(w.kept, t.Name)
	}
	switch {
	case w.folder == nil:
		return t.Name, nil
	case !chosen && w.tests > looseTests:
		return t.Name, w.folder.Archive(t)
	}
	return t.Name, w.folder.Add(t)
}

func (w *testWriter) count() int { return w.tests - w.dropped }

// finish removes the tests that others make superfluous and writes the coverage
// of what remains.
func (w *testWriter) finish() error {
	var drop []int
	if !w.all {
		drop = w.selection.Minimise()
	}
	w.dropped = len(drop)
	if w.folder == nil {
		return nil
	}
	if err := w.folder.Close(); err != nil {
		return err
	}
	for i, name := range w.kept {
		if slices.Contains(drop, i) {
			if err := w.folder.Remove(name); err != nil {
				return err
			}
		}
	}
	var buf bytes.Buffer
	if err := testsuite.WriteLCOV(&buf, w.program, w.selection); err != nil {
		return err
	}
	return w.folder.WriteFile("coverage.info", buf.Bytes())
}
