package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results/junit"
)

// writeJUnit writes each finding as a failed case, and a pair without one as a
// case that passed: a build that replays the inputs of its history fails where
// the new version behaves otherwise than the old one.
func writeJUnit(ctx context.Context, e *Export, w io.Writer) error {
	all, err := e.findings(ctx)
	if err != nil {
		return err
	}
	by := map[string][]*finding{}
	for _, f := range all {
		by[f.PairOf.String()] = append(by[f.PairOf.String()], f)
	}
	doc := junit.Suites{Name: e.Plan.Name}
	for _, p := range e.Set.Pairs {
		s := junit.Suite{Name: p.String()}
		for _, f := range by[p.String()] {
			s.Cases = append(s.Cases, junit.Case{Class: p.String(), Name: fmt.Sprintf("%s#%d", f.task, f.test.N), Failure: failureOf(f)})
		}
		if len(s.Cases) == 0 {
			s.Cases = []junit.Case{{Class: p.String(), Name: "no recorded input shows a difference"}}
		}
		doc.Suites = append(doc.Suites, s)
	}
	return junit.Write(w, &doc)
}

func failureOf(f *finding) *junit.Problem {
	kind := string(f.test.Difference)
	if f.test.Class != "" {
		kind += ", " + string(f.test.Class)
	}
	input, err := json.Marshal(&f.test.Input)
	if err != nil {
		panic("export: failureOf: " + err.Error())
	}
	text := fmt.Sprintf("input: %s\nfound by: %s\n", input, strings.Join(f.engines, ", "))
	for _, side := range []struct {
		name string
		out  *program.Outcome
	}{{"old", f.test.Old}, {"new", f.test.New}, {"golden", f.test.Golden}} {
		if side.out == nil {
			continue
		}
		shown, err := json.Marshal(side.out)
		if err != nil {
			panic("export: failureOf: " + err.Error())
		}
		text += fmt.Sprintf("%s: %s\n", side.name, shown)
	}
	return &junit.Problem{Type: kind, Message: "the versions differ: " + kind, Text: text}
}
