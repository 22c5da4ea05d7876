package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/internal/synthetic"
	"github.com/riftlab/rift/results/table"
)

var keep = flag.String("keep", "", "write the report of the synthetic folder there, to be looked at")

// folder writes a synthetic results folder.
func folder(t testing.TB, o synthetic.Options) string {
	t.Helper()
	dir := t.TempDir()
	if *keep != "" {
		dir = *keep
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestWrite makes a whole report twice and checks what must hold of any.
func TestWrite(t *testing.T) {
	dir := folder(t, synthetic.Small)
	r, err := Write(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	if _, err := Write(context.Background(), dir, Options{Out: out}); err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(out, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		name, _ := filepath.Rel(out, path)
		a, b := read(t, path), read(t, filepath.Join(dir, name))
		if !bytes.Equal(a, b) {
			t.Errorf("%s is not the same when made again", name)
		}
		if strings.HasSuffix(name, ".svg") {
			checkXML(t, name, a)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := 1 + 5*len(r.Tables) + 2*len(r.Charts)
	for _, c := range r.Charts {
		if c.Data != nil {
			want++
		}
	}
	if files != want {
		t.Errorf("%d files, want %d", files, want)
	}
	for _, name := range []string{"overview", "pairs", "explain", "compare-detection", "compare-speed", "outcomes"} {
		if r.Table(name) == nil {
			t.Errorf("no table %s", name)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func checkXML(t *testing.T, name string, data []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// TestPage checks that the page is self-contained, that its inner links lead
// somewhere, and that foreign bytes are text.
func TestPage(t *testing.T) {
	r, err := Write(context.Background(), folder(t, synthetic.Small), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := r.WriteHTML(&buf); err != nil {
		t.Fatal(err)
	}
	page := buf.String()
	for _, bad := range []string{"src=\"http", "href=\"http", "@import", "url(", "ZgotmplZ", "<b>&\n"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("id %q is given twice", m[1])
		}
		ids[m[1]] = true
	}
	links := regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1)
	for _, m := range links {
		// A browser decodes the fragment before it looks for the id.
		if id, err := url.PathUnescape(m[1]); err != nil || !ids[id] {
			t.Errorf("link to #%s leads nowhere", m[1])
		}
	}
	if len(links) < 15 {
		t.Errorf("only %d links", len(links))
	}
	if n := strings.Count(page, "<svg "); n != len(r.Charts) {
		t.Errorf("%d plots on the page, want %d", n, len(r.Charts))
	}
	for _, want := range []string{
		`out of bounds: 4 bytes at offset 12 of object &#34;arr&#34;`, `called from main ledger.c:90:3`,
		`beacon -w`, `golden version behaves like old`, "5 tasks",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestWriteText(t *testing.T) {
	r, err := Write(context.Background(), folder(t, synthetic.Small), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := r.WriteText(&buf, table.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	for _, want := range []string{"Detection by engine\n", "seeded errors\n", "\nConclusions\n- On real errors (4 pairs), tasks that found a difference: ", "\nWarnings\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q", want)
		}
	}
	if strings.Contains(text, "\x1b") {
		t.Error("colours although none were asked for")
	}
}

// TestEmpty makes the report of a folder in which nothing happened yet.
func TestEmpty(t *testing.T) {
	dir := t.TempDir()
	r, err := Write(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tables) != 0 || len(r.Charts) != 0 {
		t.Errorf("%d tables, %d charts of nothing", len(r.Tables), len(r.Charts))
	}
	if _, err := Write(context.Background(), filepath.Join(dir, "absent"), Options{}); err == nil {
		t.Error("a folder that is not there gives no error")
	}
}

// TestCancelled: neither reading nor writing goes on when the context has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir, out := folder(t, synthetic.Small), t.TempDir()
	if _, err := Write(ctx, dir, Options{Out: out}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	r, err := Write(t.Context(), dir, Options{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Save(ctx, out); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// BenchmarkManyRecords reports on about 100,000 records, BenchmarkManyTasks on
// about 100,000 tasks.
func BenchmarkManyRecords(b *testing.B) { benchmarkReport(b, synthetic.Many) }

func BenchmarkManyTasks(b *testing.B) {
	benchmarkReport(b, synthetic.Options{Pairs: 40, Equal: 5, Seeds: 1100, Tests: 10, Segments: 8, Seed: 3})
}

func benchmarkReport(b *testing.B, o synthetic.Options) {
	dir := folder(b, o)
	for b.Loop() {
		if _, err := Write(context.Background(), dir, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// everything returns the reports of a folder and of a set that, together, have
// every table.
func everything(t *testing.T) []*Report {
	t.Helper()
	r, err := Write(context.Background(), folder(t, synthetic.Small), Options{})
	if err != nil {
		t.Fatal(err)
	}
	run := results.Run{
		Start: results.Start{Subject: "s", Pair: "p", Engine: "e", Kind: "generate", Golden: true, Known: []results.KnownError{{ID: "x"}}},
		End:   results.End{Status: results.StatusDone},
		Sequences: []*results.Tally{
			{Sequence: []string{"1", "5"}, Tests: 3, Errors: 3, Exposes: map[string]int{"x": 3}},
			{Sequence: []string{"1"}, Tests: 30},
			{Sequence: []string{"5"}, Tests: 30},
		},
		Surveys: []engines.Survey{{Criterion: "stmt", Distance: 1, Suites: 10, Greatest: true}},
	}
	set := &results.Set{Engines: []string{"e"}, Runs: []results.Run{run}, Pairs: []results.PairOf{run.PairOf()}}
	return []*Report{r, Of(set, Options{})}
}

// TestDocumented checks that docs/results.md names every table and column.
func TestDocumented(t *testing.T) {
	doc := string(read(t, filepath.Join("..", "..", "docs", "results.md")))
	for _, r := range everything(t) {
		for _, tb := range r.Tables {
			if !strings.Contains(doc, "**`"+tb.Name+"`**") {
				t.Errorf("table %s is not documented", tb.Name)
			}
			for _, c := range tb.Columns {
				key := c.Key
				for prefix, name := range map[string]string{"counter_": "NAME", "found_": "ENGINE", "of_": "ENGINE"} {
					if strings.HasPrefix(key, prefix) {
						key = prefix + name
					}
				}
				if !c.TextOnly && !strings.Contains(doc, "`"+key+"`") {
					t.Errorf("column %s of table %s is not documented", key, tb.Name)
				}
			}
		}
	}
}

// TestPageHasEveryTable: what is written as a file stands in the page too.
func TestPageHasEveryTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range everything(t) {
		shown := map[string]bool{}
		for _, s := range r.sections() {
			for _, p := range s.Parts {
				if p.Table != nil {
					shown[p.Table.Name] = true
				}
			}
		}
		for _, tb := range r.Tables {
			seen[tb.Name] = true
			if !shown[tb.Name] {
				t.Errorf("table %s is not in the page", tb.Name)
			}
		}
	}
	for _, name := range []string{"known-errors", "interactions", "sequences", "surveys", "surveys-by-distance"} {
		if !seen[name] {
			t.Errorf("no report has table %s: the test shows nothing of it", name)
		}
	}
}

// TestTitle: the page is headed by the title of the experiment, or else by its
// name.
func TestTitle(t *testing.T) {
	for _, tc := range []struct {
		plan results.PlanHead
		want string
	}{
		{results.PlanHead{Name: "mine", Title: "Pool & model"}, "<h1>Pool &amp; model</h1>"},
		{results.PlanHead{Name: "mine"}, "<h1>mine</h1>"},
		{results.PlanHead{}, "<h1>results</h1>"},
	} {
		var page bytes.Buffer
		if err := Of(&results.Set{Plan: tc.plan}, Options{}).WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(page.String(), tc.want) {
			t.Errorf("%+v: no %s", tc.plan, tc.want)
		}
	}
}
