package export

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/experiments"
)

// toolInfo is the tool-info module of BenchExec (its interface BaseTool2).
//
//go:embed rift.py
var toolInfo []byte

// writeBenchExec writes what BenchExec needs to run "rift diff" on the pairs of
// the plan: sources/SUBJECT/src/VERSION, tasks/SUBJECT-PAIR.yml (task definitions
// of format 2.0 whose property is that the versions behave equally), the property,
// the benchmark definition rift.xml, and the tool-info module rift.py.
func writeBenchExec(_ context.Context, e *Export, dir string) error {
	exported := map[string]bool{}
	for _, p := range e.Set.Pairs {
		s, err := e.subject(p.Subject)
		if err != nil {
			return err
		}
		sources := filepath.Join("sources", experiments.FileName(s.Name))
		if !exported[s.Name] {
			exported[s.Name] = true
			if err := os.MkdirAll(filepath.Join(dir, "sources"), 0o777); err != nil {
				return err
			}
			if err := corpora.Export(s, filepath.Join(dir, sources)); err != nil {
				return err
			}
		}
		text := taskDefinition(sources, s.Pair(p.Pair))
		if err := writeFile(filepath.Join(dir, "tasks", experiments.FileName(p.Subject+"-"+p.Pair)+".yml"), text); err != nil {
			return err
		}
	}
	for name, data := range map[string][]byte{
		"rift.py": toolInfo, "rift.xml": e.benchmark(),
		"properties/equal.prp": []byte("CHECK( equal(old, new) )\n"),
	} {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), data); err != nil {
			return err
		}
	}
	return nil
}

func taskDefinition(sources string, pair *corpora.Pair) []byte {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "format_version: '2.0'\n\ninput_files:\n")
	for _, version := range []string{pair.Old, pair.New} {
		fmt.Fprintf(&buf, "  - '../%s/src/%s'\n", filepath.ToSlash(sources), version)
	}
	fmt.Fprintf(&buf, "\nproperties:\n  - property_file: ../properties/equal.prp\n    expected_verdict: %t\n", pair.Equivalent)
	buf.WriteString("\noptions:\n  language: C\n  data_model: LP64\n")
	return buf.Bytes()
}

// benchmark is a benchmark definition with the limits of the plan.
func (e *Export) benchmark() []byte {
	limit := time.Duration(e.Plan.Budget.Wall)
	if cpu := time.Duration(e.Plan.Budget.CPU); cpu > 0 {
		limit = cpu
	}
	return fmt.Appendf(nil, `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="rift" timelimit="%d s" memlimit="%d MB" cpuCores="1">
  <rundefinition name="diff"/>
  <tasks name="%s">
    <include>tasks/*.yml</include>
    <propertyfile>properties/equal.prp</propertyfile>
  </tasks>
</benchmark>
`, max(1, int(limit.Seconds())), max(1, int(e.Plan.Budget.Memory)/1e6), experiments.FileName(e.Plan.Name))
}
