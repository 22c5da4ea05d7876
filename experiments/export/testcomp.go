package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program/testsuite"
	"github.com/riftlab/rift/results"
)

// writeTestComp writes for each task with recorded inputs a suite of them, in
// order, as DIR/ENGINE/SUBJECT-PAIR-NUMBER.zip. The program of a suite is the
// new version; a test covers the error if the new version faults on it.
func writeTestComp(ctx context.Context, e *Export, dir string) error {
	info, err := os.Stat(filepath.Join(e.Dir, "plan.json"))
	if err != nil {
		return err
	}
	runs := map[string]*results.Run{}
	for i := range e.Set.Runs {
		runs[e.Set.Runs[i].Task] = &e.Set.Runs[i]
	}
	var tests []*testsuite.Test
	return e.Index.Each(ctx, func(r *results.Record) error {
		run := runs[r.Task]
		switch {
		case run == nil:
		case r.Start != nil:
			tests = tests[:0]
		case r.Test != nil:
			t := &testsuite.Test{Name: testsuite.TestName(r.Test.N), Input: r.Test.Input}
			if r.Test.New != nil {
				t.Outcome = *r.Test.New
			}
			tests = append(tests, t)
		case r.End != nil && len(tests) > 0:
			s, err := e.suiteOf(run)
			if err != nil {
				return err
			}
			s.Created = info.ModTime()
			var buf bytes.Buffer
			if err := testsuite.WriteSuite(&buf, s, tests); err != nil {
				return err
			}
			return writeFile(filepath.Join(dir, experiments.FileName(run.Engine), suiteName(run)), buf.Bytes())
		}
		return nil
	})
}

// suiteName names the file of a task: its subject, pair and number.
func suiteName(run *results.Run) string {
	number := run.Task[strings.LastIndex(run.Task, "/")+1:]
	return experiments.FileName(fmt.Sprintf("%s-%s-%s", run.Subject, run.Pair, number)) + ".zip"
}

// suiteOf says what a suite of a task's tests is about.
func (e *Export) suiteOf(run *results.Run) (*testsuite.Subject, error) {
	s, err := e.subject(run.Subject)
	if err != nil {
		return nil, err
	}
	pair := s.Pair(run.Pair)
	v := s.Version(pair.New)
	suite := &testsuite.Subject{Name: run.Subject, Producer: "rift " + e.Env.Version + " " + run.Engine}
	hash := sha256.New() // of the program file, or of all one behind the other
	for _, f := range v.Files {
		if f.Unit() && !f.Library {
			suite.Sources = append(suite.Sources, v.Name+"/"+f.Name)
			io.WriteString(hash, f.Text) //nolint:errcheck // a hash takes everything
		}
	}
	suite.Hash = hex.EncodeToString(hash.Sum(nil))
	return suite, nil
}

// writeFile writes a file into a folder that it makes.
func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o666)
}
