package export

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
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
// of format 2.0 whose property is that the versions behave equally, and whose option
// "rift" is how they are compiled), the property, the benchmark definition rift.xml,
// and the tool-info module rift.py.
func writeBenchExec(_ context.Context, e *Export, dir string) error {
	files := map[string][]byte{
		"rift.py": toolInfo, "rift.xml": e.benchmark(),
		"properties/equal.prp": []byte("CHECK( equal(old, new) )\n"),
	}
	for _, p := range e.Set.Pairs {
		s, err := e.subject(p.Subject)
		if err != nil {
			return err
		}
		pair := s.Pair(p.Pair)
		folders := [2]string{}
		for i, name := range []string{pair.Old, pair.New} {
			folders[i] = path.Join("sources", experiments.FileName(s.Name), "src", name)
			for _, f := range s.Version(name).Files {
				if !f.Library {
					files[path.Join(folders[i], f.Name)] = []byte(f.Text)
				}
			}
		}
		files[path.Join("tasks", experiments.FileName(p.Subject+"-"+p.Pair)+".yml")] = taskDefinition(folders, pair, diffOptions(s, pair))
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// taskDefinition is the task of comparing two folders.
func taskDefinition(folders [2]string, pair *corpora.Pair, options []string) []byte {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "format_version: '2.0'\n\ninput_files:\n")
	for _, f := range folders {
		fmt.Fprintf(&buf, "  - '../%s'\n", f)
	}
	fmt.Fprintf(&buf, "\nproperties:\n  - property_file: ../properties/equal.prp\n    expected_verdict: %t\n", pair.Equivalent)
	buf.WriteString("\noptions:\n  language: C\n  data_model: LP64\n")
	if len(options) > 0 {
		buf.WriteString("  rift:\n")
		for _, o := range options {
			fmt.Fprintf(&buf, "    - '%s'\n", strings.ReplaceAll(o, "'", "''"))
		}
	}
	return buf.Bytes()
}

// diffOptions are the options of "rift diff" with which the versions of a pair are
// compiled and started as in the experiment.
func diffOptions(s *corpora.Subject, pair *corpora.Pair) []string {
	var options []string
	add := func(flag, value string) {
		for i := 0; i < len(options); i += 2 {
			if options[i] == flag && options[i+1] == value {
				return
			}
		}
		options = append(options, flag, value)
	}
	for _, name := range []string{pair.Old, pair.New} {
		v := s.Version(name)
		for _, dir := range v.Includes {
			if !strings.HasPrefix(dir, shims) {
				add("--include", dir)
			}
		}
		for _, d := range v.Defines {
			add("--define", d)
		}
		for _, f := range v.Files {
			if rest, ok := strings.CutPrefix(f.Name, shims); ok && f.Library {
				library, _, _ := strings.Cut(rest, "/")
				add("--shims", library)
			}
		}
	}
	if s.Model.Entry != "" {
		add("--entry", s.Model.Entry)
	}
	return options
}

// shims is where corpora.AddShims puts libraries.
const shims = "shims/"

// benchmark is a benchmark definition with the limits of the plan.
func (e *Export) benchmark() []byte {
	limit := time.Duration(e.Plan.Budget.Wall)
	if cpu := time.Duration(e.Plan.Budget.CPU); cpu > 0 {
		limit = cpu
	}
	return fmt.Appendf(nil, `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 3.30//EN" "https://www.sosy-lab.org/benchexec/benchmark-3.30.dtd">
<benchmark tool="rift" timelimit="%d s" memlimit="%d MB" cpuCores="1">
  <rundefinition name="diff"/>
  <tasks name="%s">
    <include>tasks/*.yml</include>
    <propertyfile>properties/equal.prp</propertyfile>
  </tasks>
</benchmark>
`, max(1, int(limit.Seconds())), max(1, int(e.Plan.Budget.Memory)/1e6), experiments.FileName(e.Plan.Name))
}
