package export

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/experiments"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/junit"
	"github.com/riftlab/rift/results/sarif"
)

const experiment = `
subjects = ["cutfields"]
seeds = 2
isolation = "worker"
[budget]
tests = 60
[[engine]]
name = "dse"
[[engine]]
name = "dd"
`

// TestMain makes this binary a worker where the tests start one.
func TestMain(m *testing.M) {
	if os.Getenv("RIFT_TEST_WORKER") != "" {
		if err := experiments.Work(environment(), os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func environment() experiments.Environment {
	return experiments.Standard("test", catalog.All(), cfront.NewCache())
}

// exported runs the experiment and opens its folder.
func exported(t *testing.T) *Export {
	t.Helper()
	c, err := experiments.Parse("test.toml", []byte(experiment))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := experiments.Make(t.Context(), c, environment(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	_, err = experiments.Run(t.Context(), plan, experiments.RunOptions{Dir: dir, Workers: 1, Isolation: c.Isolation, Command: []string{"env", "RIFT_TEST_WORKER=1", os.Args[0]}})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(t.Context(), environment(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// one returns what a format of a single file writes.
func one(t *testing.T, e *Export, name string) []byte {
	t.Helper()
	for _, f := range Formats() {
		if f.Name != name {
			continue
		}
		var buf bytes.Buffer
		if err := f.One(t.Context(), e, &buf); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return buf.Bytes()
	}
	t.Fatalf("no format %s", name)
	return nil
}

// TestFormats reads every format back as far as another tool would, and compares
// it with the records.
func TestFormats(t *testing.T) {
	e := exported(t)
	all, err := e.findings(t.Context())
	if err != nil || len(all) == 0 {
		t.Fatalf("%d findings, %v", len(all), err)
	}
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.test.Input.Key()] {
			t.Errorf("input %s is two findings", f.test.Input.Key())
		}
		seen[f.test.Input.Key()] = true
	}
	t.Run("csv", func(t *testing.T) {
		rows, err := csv.NewReader(bytes.NewReader(one(t, e, "csv"))).ReadAll()
		if err != nil || len(rows) != 1+len(e.Set.Runs) {
			t.Fatalf("%d rows of %d tasks, %v", len(rows), len(e.Set.Runs), err)
		}
		column := map[string]int{}
		for i, key := range rows[0] {
			column[key] = i
		}
		for i, row := range rows[1:] {
			if row[column["task"]] != e.Set.Runs[i].Task || (row[column["first_tests"]] == "") != (e.Set.Runs[i].First == nil) {
				t.Errorf("row %v", row)
			}
		}
	})
	t.Run("junit", func(t *testing.T) {
		var doc junit.Suites
		if err := xml.Unmarshal(one(t, e, "junit"), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Failures != len(all) || len(doc.Suites) != 1 || !strings.Contains(doc.Suites[0].Cases[0].Failure.Text, "found by: dse") {
			t.Errorf("%+v", doc)
		}
	})
	t.Run("sarif", func(t *testing.T) {
		var log sarif.Log
		if err := json.Unmarshal(one(t, e, "sarif"), &log); err != nil {
			t.Fatal(err)
		}
		list := log.Runs[0].Results
		if len(list) != 2 || list[0].RuleID != ruleDifference || list[1].RuleID != ruleRegression || list[0].Level != "error" {
			t.Fatalf("%+v", list)
		}
		// The three changes of the subject lie in lines 1, 5 and 7 of its function.
		if n := len(list[0].Locations); n != 3 || len(list[0].RelatedLocations) != 3 || list[0].Locations[0].Physical.Region.StartLine < 2 {
			t.Errorf("%+v", list[0].Locations)
		}
	})
	t.Run("lcov", func(t *testing.T) {
		text := string(one(t, e, "lcov"))
		for _, want := range []string{"TN:cutfields_lhs\nSF:", "\nFNDA:", "\nend_of_record\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing in\n%s", want, text)
			}
		}
	})
	t.Run("testcomp", func(t *testing.T) { checkSuites(t, e) })
	t.Run("benchexec", func(t *testing.T) { checkBenchExec(t, e) })
}

// checkSuites counts the test cases of each suite.
func checkSuites(t *testing.T, e *Export) {
	dir := t.TempDir()
	if err := writeTestComp(t.Context(), e, dir); err != nil {
		t.Fatal(err)
	}
	for _, number := range []string{"1", "2"} {
		want := 0
		task := "dse/cutfields/lhs/" + number
		o := results.Origin{Tasks: []string{task}, Match: func(r *results.Record) bool { return r.Test != nil }}
		if err := o.Each(e.Index, func(*results.Record) error { want++; return nil }); err != nil {
			t.Fatal(err)
		}
		z, err := zip.OpenReader(filepath.Join(dir, "dse", "cutfields-lhs-"+number+".zip"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = z.Close() }()
		if hash := sha256.Sum256([]byte(source(t, e, "cutfields", "lhs"))); !strings.Contains(entry(t, z.File[0]), "<programhash>"+hex.EncodeToString(hash[:])+"</programhash>") {
			t.Errorf("%s: the hash is not that of the program file: %s", task, entry(t, z.File[0]))
		}
		if len(z.File) != 1+want || want == 0 || z.File[0].Name != "metadata.xml" || z.File[1].Name != "testcase-1.xml" {
			t.Errorf("%s: %d files, %d tests", task, len(z.File), want)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			dec := xml.NewDecoder(r)
			for {
				if _, err := dec.Token(); err != nil {
					if err.Error() != "EOF" {
						t.Errorf("%s: %v", f.Name, err)
					}
					break
				}
			}
		}
	}
}

// source returns the program file of the new version of a pair.
func source(t *testing.T, e *Export, subject, pair string) string {
	t.Helper()
	s, err := e.subject(subject)
	if err != nil {
		t.Fatal(err)
	}
	return s.Version(s.Pair(pair).New).Files[0].Text
}

// entry returns the text of a file of an archive.
func entry(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// stub stands for the part of BenchExec that the tool-info module uses.
const stub = `
import sys, types
for name in ("benchexec", "benchexec.result", "benchexec.tools", "benchexec.tools.template"):
    sys.modules[name] = types.ModuleType(name)
b = sys.modules["benchexec"]
b.result, b.tools = sys.modules["benchexec.result"], sys.modules["benchexec.tools"]
b.tools.template = sys.modules["benchexec.tools.template"]
b.result.RESULT_TRUE_PROP, b.result.RESULT_FALSE_PROP, b.result.RESULT_UNKNOWN, b.result.RESULT_ERROR = "true", "false", "unknown", "ERROR"
b.tools.template.BaseTool2 = object
b.tools.template.UnsupportedFeatureException = ValueError
sys.path.insert(0, sys.argv[1])
import rift
N = types.SimpleNamespace
t = rift.Tool()
print(t.cmdline("rift", ["-I", "x"], N(input_files=["old", "new"], options=None), N(cputime=100)))
print(t.cmdline("rift", [], N(input_files=["old", "new"], options={"rift": ["--shims", "gnu"]}), N(cputime=None)))
try:
    t.cmdline("rift", [], N(input_files=["old"], options={}), N(cputime=None))
except ValueError as e:
    print(e)
t._version_from_tool = lambda *args, **kwargs: "v1.2.3 (go1.26, linux/amd64)"
print(t.version("rift"))
print([t.determine_result(N(was_timeout=False, exit_code=N(value=v))) for v in (0, 1, 2, 3, 4, 5)])
`

// checkBenchExec reads the task definition, and runs the module if there is a
// Python.
func checkBenchExec(t *testing.T, e *Export) {
	dir := filepath.Join(t.TempDir(), "bench")
	if err := writeBenchExec(t.Context(), e, dir); err != nil {
		t.Fatal(err)
	}
	task, err := os.ReadFile(filepath.Join(dir, "tasks", "cutfields-lhs.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(task), "format_version: '2.0'") || !strings.Contains(string(task), "expected_verdict: false") {
		t.Errorf("%s", task)
	}
	if strings.Contains(string(task), "rift:") {
		t.Errorf("a task that needs no options has some:\n%s", task)
	}
	for line := range strings.Lines(string(task)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "- '"); ok {
			sources, err := filepath.Glob(filepath.Join(dir, "tasks", strings.TrimSuffix(name, "'"), "*.c"))
			if err != nil || len(sources) == 0 {
				t.Errorf("no C in %s", name)
			}
		}
	}
	var doc struct {
		Tool string `xml:"tool,attr"`
	}
	data, err := os.ReadFile(filepath.Join(dir, "rift.xml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, &doc); err != nil || doc.Tool != "rift" {
		t.Errorf("rift.xml: %+v, %v", doc, err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("missing: python3, to run the tool-info module")
	}
	cmd := exec.Command("python3", "-B", "-c", stub, dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := "['rift', 'diff', '--expect-equal', '-I', 'x', '--time', '90s', 'old', 'new']\n" +
		"['rift', 'diff', '--expect-equal', '--shims', 'gnu', 'old', 'new']\n" +
		"rift compares two versions, but the task has 1 input files\n1.2.3\n" +
		"['true', 'false', 'ERROR (input)', 'unknown', 'ERROR (unsupported)', 'ERROR']\n"
	if string(out) != want {
		t.Errorf("got %s", out)
	}
}

// TestDiffOptions: shim libraries are named, not copied, and what both versions are
// compiled with is there once.
func TestDiffOptions(t *testing.T) {
	v := func(name string, defines ...string) program.Version {
		v := program.Version{Name: name, Includes: []string{"src"}, Defines: defines, Files: []program.SourceFile{{Name: "src/a.c"}}}
		if err := corpora.AddShims(&v, []string{"gnu"}); err != nil {
			t.Fatal(err)
		}
		return v
	}
	s := &corpora.Subject{Versions: []program.Version{v("old", "A"), v("new", "A", "B=it's")}}
	s.Model.Entry = "f"
	pair := &corpora.Pair{Old: "old", New: "new"}
	options := diffOptions(s, pair)
	want := []string{"--include", "src", "--define", "A", "--shims", "gnu", "--define", "B=it's", "--entry", "f"}
	if diff := cmp.Diff(want, options); diff != "" {
		t.Error(diff)
	}
	text := string(taskDefinition([2]string{"o", "n"}, pair, options))
	if !strings.HasSuffix(text, "  data_model: LP64\n  rift:\n    - '--include'\n    - 'src'\n    - '--define'\n    - 'A'\n    - '--shims'\n    - 'gnu'\n    - '--define'\n    - 'B=it''s'\n    - '--entry'\n    - 'f'\n") {
		t.Errorf("%s", text)
	}
}
