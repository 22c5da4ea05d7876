package present

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/results/junit"
	"github.com/riftlab/rift/results/sarif"
)

var update = flag.Bool("update", false, "rewrite testdata")

var sharedCache = sync.OnceValue(cfront.NewCache)

// scripted is an engine that tries given inputs and says what it knows.
type scripted struct {
	inputs []string // the argument; "" is none, and several are parted by spaces
	end    *engines.Conclusion
	note   engines.Note
}

func (scripted) Name() string { return "scripted" }

func (s scripted) Run(ctx context.Context, _ *engines.Task, rec engines.Recorder) error {
	for _, line := range s.inputs {
		var in program.Input
		for _, a := range strings.Fields(line) {
			in.Args = append(in.Args, program.Bytes(a))
		}
		if _, err := rec.Try(ctx, &in, s.note); err != nil {
			return err
		}
	}
	if s.end != nil {
		rec.(engines.Concluder).Conclude(*s.end)
	}
	return ctx.Err()
}

// compared runs a comparison of two texts; times are made up.
func compared(t *testing.T, old, new string, e scripted) *Program {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"old/prog.c": old, "new/prog.c": new} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	q := &difference.Request{
		OldName: filepath.Join(dir, "old/prog.c"), NewName: filepath.Join(dir, "new/prog.c"), RunSteps: 1_000_000, Seed: 1, Engines: []engines.Engine{e}, Names: []string{"scripted"},
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{Cache: sharedCache()})
		},
	}
	r, err := difference.Run(t.Context(), q, difference.Events{})
	if err != nil {
		t.Fatal(err)
	}
	r.Seconds, r.CPUSeconds, r.FirstAfter = 1.5, 2.25, 0.5
	return &Program{Name: "prog", Folder: "src", Result: r, Shell: "./prog"}
}

const before = `#include <stdio.h>
#include <stdlib.h>

/* ]]> <script>alert(1)</script> */
static int half(int n)
{
	return n / 2;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int a[3] = {1, 2, 3};
	if (n == 1)
		puts("plain");
	if (n == 2)
		return half(n);
	if (n == 3)
		printf("%d\n", a[0]);
	if (n == 4)
		printf("%d\n", a[n]);
	if (argc > 5)
		puts("many");
	return 0;
}
`

// hostile is what a program may print, and have in its source, to be taken for
// something else.
const hostile = "]]> <script>alert(1)</script> ``` ```` | [a](http://x.example) @somebody #1 &amp; {0} \\\\ \\001\\033[31m \\xff \\342\\200\\256"

func after() string {
	s := strings.Replace(before, `puts("plain")`, `puts("`+hostile+`")`, 1)
	s = strings.Replace(s, "return half(n);", "return half(n) + 6; /* ``` ]]> <b> */", 1)
	s = strings.Replace(s, `a[0]`, `a[n]`, 1)
	s = strings.Replace(s, "\t\tprintf(\"%d\\n\", a[n]);\n\tif (argc", "\t\tprintf(\"%d\\n\", 0);\n\tif (argc", 1)
	return strings.Replace(s, `"many"`, `"<i>several</i>"`, 1)
}

var made map[string]*Report

// reports are those that every format is tried on. Tests must not change them.
func reports(t *testing.T) map[string]*Report {
	t.Helper()
	if made == nil {
		made = makeReports(t)
	}
	return made
}

func makeReports(t *testing.T) map[string]*Report {
	all := scripted{inputs: []string{"", "1", "2", "3", "4", "5"}, note: engines.Note{Divergence: &engines.Divergence{
		Old: program.Position{File: "prog.c", Line: 14, Col: 6}, New: program.Position{File: "prog.c", Line: 14, Col: 6}}}}
	differs := compared(t, before, after(), all)
	tidy := strings.Replace(before, "return n / 2;", "return n - n / 2 - n % 2;", 1)
	equal := compared(t, before, tidy, scripted{inputs: []string{"2"}, end: &engines.Conclusion{Complete: true, Paths: 7, Compared: 7}})
	open := compared(t, before, tidy, scripted{inputs: []string{"2"}, end: &engines.Conclusion{Paths: 7, Compared: 7, Bounds: []engines.Bound{{Cause: "values cut", Count: 2}}}})
	comment := compared(t, before, strings.Replace(before, "alert", "confirm", 1), scripted{})
	failed := &Program{Name: "broken", Err: errors.New("new version: broken.c:1:5: unexpected \x01 ]]> <b>")}
	command := []string{"diff", "--sarif", "out file.sarif", "OLD", "NEW"}
	return map[string]*Report{
		"differs": {Tool: "v1", Command: command, Old: "HEAD~1", New: "HEAD", Programs: []*Program{differs}, Status: 1},
		"equal":   {Tool: "v1", Command: command, Old: "HEAD~1", New: "HEAD", Programs: []*Program{equal}},
		"several": {Tool: "v1", Command: command, Old: "HEAD~1", New: "HEAD", Programs: []*Program{equal, open, failed, comment}, Status: 3},
	}
}

func write(t *testing.T, f func(io.Writer, *Report) error, r *Report) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := f(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Each format against what it was when somebody last looked at it, and its structure.
func TestFormats(t *testing.T) {
	all := reports(t)
	if a, b, c := all["differs"].Answer(), all["equal"].Answer(), all["several"].Answer(); a != difference.Differs || b != difference.Equal || c != difference.Open {
		t.Errorf("answers %s, %s, %s", a, b, c)
	}
	for name, r := range all {
		for _, f := range Formats() {
			t.Run(name+"/"+f.Name, func(t *testing.T) {
				got := write(t, f.Write, r)
				golden := filepath.Join("testdata", name+"."+f.Name)
				if *update {
					if err := os.WriteFile(golden, got, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), string(got)); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				if i := bytes.IndexFunc(got, func(c rune) bool {
					return c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c == 0x202e || c == '\ufffd'
				}); i >= 0 {
					t.Errorf("a control character: %q", got[max(i-20, 0):i+20])
				}
			})
		}
	}
}

// What JUnit says can be read back, and adds up.
func TestJUnit(t *testing.T) {
	for name, want := range map[string][4]int{"differs": {6, 5, 0, 1}, "equal": {2, 0, 0, 0}, "several": {6, 0, 1, 1}} {
		var doc junit.Suites
		if err := xml.Unmarshal(write(t, JUnit, reports(t)[name]), &doc); err != nil {
			t.Fatal(err)
		}
		if got := [4]int{doc.Tests, doc.Failures, doc.Errors, doc.Skipped}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		for _, s := range doc.Suites {
			names := map[string]bool{}
			for _, c := range s.Cases {
				if names[c.Name] {
					t.Errorf("%s: two cases %q", name, c.Name)
				}
				names[c.Name] = true
			}
		}
	}
}

// The kinds of SARIF results, where they are, and what the format demands of them.
func TestSARIF(t *testing.T) {
	for name, want := range map[string][]string{
		"differs": {"rift/output-differs 15 warning", "rift/ending-differs 17 warning", "rift/new-fault 19 error", "rift/rests-on-undefined-behaviour 21 note", "rift/change-not-reached 23 open"},
		"equal":   nil,
		"several": {"rift/not-proved 7 open"},
	} {
		var log sarif.Log
		if err := json.Unmarshal(write(t, SARIF, reports(t)[name]), &log); err != nil {
			t.Fatal(err)
		}
		run := log.Runs[0]
		var got []string
		prints := map[string]bool{}
		for _, r := range run.Results {
			if rule := run.Tool.Driver.Rules[*r.RuleIndex]; rule.ID != r.RuleID || rule.Help.Markdown == "" || rule.FullDescription.Text == "" {
				t.Errorf("rule %d is %+v", *r.RuleIndex, rule)
			}
			if r.Kind != "" && r.Kind != "fail" && r.Level != "" && r.Level != "none" {
				t.Errorf("kind %s with level %s", r.Kind, r.Level)
			}
			at := r.Locations[0].Physical
			if at.Artifact.URI != "src/prog.c" || len(r.RelatedLocations) == 0 {
				t.Errorf("%+v", r)
			}
			if prints[r.Fingerprints[fingerprint]] {
				t.Errorf("two results with the fingerprint %v", r.Fingerprints)
			}
			prints[r.Fingerprints[fingerprint]] = true
			got = append(got, strings.TrimSpace(strings.Join([]string{r.RuleID, itoa(at.Region.StartLine), r.Level + r.Kind}, " ")))
			if regexp.MustCompile(`(^|[^{])(\{\{)*\{[^{]`).MatchString(r.Message.Text) || regexp.MustCompile(`[^\\]\]\(`).MatchString(r.Message.Text) {
				t.Errorf("a placeholder or a link: %s", r.Message.Text)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if call := run.Invocations[0]; call.Successful == (name == "several") || len(call.Notifications) > 0 != (name == "several") {
			t.Errorf("%s: %+v", name, call)
		}
	}
}

func itoa(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// Fingerprints do not move with lines, and tell changes apart.
func TestFingerprints(t *testing.T) {
	prints := func(old, new string) map[string]string {
		var log sarif.Log
		r := &Report{Programs: []*Program{compared(t, old, new, scripted{inputs: []string{"1", "2", "3", "4"}})}}
		if err := json.Unmarshal(write(t, SARIF, r), &log); err != nil {
			t.Fatal(err)
		}
		m := map[string]string{}
		for _, r := range log.Runs[0].Results {
			m[r.RuleID] = r.Fingerprints[fingerprint]
		}
		return m
	}
	want := prints(before, after())
	moved := func(s string) string { return "\n\n/* more */\n" + s }
	if diff := cmp.Diff(want, prints(moved(before), moved(after()))); diff != "" || len(want) != 5 {
		t.Errorf("%d fingerprints: %s", len(want), diff)
	}
	other := prints(before, strings.Replace(after(), "+ 6", "+ 7", 1))
	if other["rift/ending-differs"] == want["rift/ending-differs"] || other["rift/output-differs"] != want["rift/output-differs"] {
		t.Errorf("%v and %v", want, other)
	}
}

// The page parses, has no element that a program made, and refers to nothing outside and
// to nothing that is not there.
func TestHTML(t *testing.T) {
	for name, r := range reports(t) {
		page := xml.NewDecoder(bytes.NewReader(write(t, HTML, r)))
		page.Strict, page.AutoClose, page.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		ids, refs, elements := map[string]bool{}, map[string]bool{}, map[string]int{}
		for {
			token, err := page.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			n, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			elements[n.Name.Local]++
			for _, a := range n.Attr {
				switch a.Name.Local {
				case "id":
					if ids[a.Value] {
						t.Errorf("%s: id %s twice", name, a.Value)
					}
					ids[a.Value] = true
				case "href", "src":
					refs[a.Value] = true
				case "aria-labelledby":
					refs["#"+a.Value] = true
				}
			}
		}
		for ref := range refs {
			if !strings.HasPrefix(ref, "#") || !ids[ref[1:]] {
				t.Errorf("%s: a reference to %s", name, ref)
			}
		}
		for _, bad := range []string{"script", "b", "i", "img", "link"} {
			if elements[bad] > 0 {
				t.Errorf("%s: %d elements %s", name, elements[bad], bad)
			}
		}
		if want := len(r.Programs[0].differences()); name == "differs" && (elements["article"] != want || want != 4) {
			t.Errorf("%d articles of %d differences", elements["article"], want)
		}
	}
}

// Markdown has blocks of code that end where they should, whatever is in them, and stays
// short.
func TestMarkdown(t *testing.T) {
	for s, want := range map[string]string{
		"a":        "`a`",
		"a`b":      "``a`b``",
		"`":        "`` ` ``",
		"a|b":      "`a\\|b`",
		"x\ny\x01": "`x\\ny\\001`",
	} {
		if got := code(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
	if got := fenced("", []string{"```", "a", "````` \n x"}); got != "``````\n```\na\n````` \\n x\n``````\n" {
		t.Errorf("%s", got)
	}
	if got := escaped("*a* @b <c> [d](e) #1"); got != `\*a\* <span>@</span>b &lt;c\> \[d\](e) <span>#</span>1` {
		t.Errorf("%s", got)
	}
	r, p := *reports(t)["differs"], *reports(t)["differs"].Programs[0]
	result := *p.Result
	d := result.Differences[0]
	for range 2000 {
		result.Differences = append(result.Differences, d)
	}
	p.Result, r.Programs = &result, []*Program{&p}
	got := string(write(t, Markdown, &r))
	if len(got) > maxMarkdown || len(got) < maxMarkdown/2 || !strings.Contains(got, "sections left out here") {
		t.Errorf("%d bytes", len(got))
	}
	if strings.Count(got, "<details>") != strings.Count(got, "</details>") {
		t.Error("what is folded does not end")
	}
}
