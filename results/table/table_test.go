package table

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// fixture has everything that can go wrong in a format.
func fixture() *Table {
	t := &Table{
		Name: "fix-ture", Title: "Things & <others>", Caption: "A caption | with a pipe, 100 % of it, and words enough to be broken over more than a single line of a terminal.",
		Columns: []Column{
			{Key: "name", Head: "name", Label: true},
			{Key: "n_1", Head: "n_1", Right: true},
			{Key: "share", Head: "share", Right: true},
			{Key: "ci", Head: "CI", TextOnly: true},
			{Key: "low", DataOnly: true},
			{Key: "ok", Head: "ok"},
		},
	}
	first := t.Note("seen once, 5 % & more")
	second := t.Note("seen twice")
	t.Rows = []Row{
		{Section: "one", Cells: []Cell{Str("a_1|b").Noted(first), Int(12), Float(1.0 / 3).Shown("33 %"), {Text: "[1, 2]"}, Float(0.1), {Value: true, Text: "yes", Mark: Good}}},
		{Section: "one", Cells: []Cell{Str("quo\"te, comma\nline"), {}, Float(math.NaN()), {}, Float(math.Inf(1)), {Value: false, Text: "no", Mark: Bad}}},
		{Section: "two", Cells: []Cell{Str("日本 ✓").Noted(second).Noted(first), Int(0).Marked(Faint), Float(2.5e-7), {}, {}, {}}},
	}
	return t
}

func TestGolden(t *testing.T) {
	table := fixture()
	text := func(w io.Writer) error { return table.WriteText(w, TextOptions{Width: 60}) }
	color := func(w io.Writer) error { return table.WriteText(w, TextOptions{Color: true}) }
	for name, write := range map[string]func(io.Writer) error{
		"fixture.txt": text, "fixture.color.txt": color, "fixture.md": table.WriteMarkdown,
		"fixture.csv": table.WriteCSV, "fixture.tex": table.WriteLaTeX, "fixture.json": table.WriteJSON,
	} {
		var buf bytes.Buffer
		if err := write(&buf); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, buf.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), buf.String()); diff != "" {
			t.Errorf("%s (-golden +got):\n%s", name, diff)
		}
	}
}

// TestCSVReadsBack reads the CSV with another reader: values are raw, and a
// missing one is empty, not zero.
func TestCSVReadsBack(t *testing.T) {
	var buf bytes.Buffer
	if err := fixture().WriteCSV(&buf); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&buf).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"section", "name", "n_1", "share", "low", "ok"},
		{"one", "a_1|b", "12", "0.3333333333333333", "0.1", "true"},
		{"one", "quo\"te, comma\nline", "", "", "inf", "false"},
		{"two", "日本 ✓", "0", "2.5e-07", "", ""},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
}

func TestJSONReadsBack(t *testing.T) {
	var buf bytes.Buffer
	if err := fixture().WriteJSON(&buf); err != nil {
		t.Fatal(err)
	}
	var doc struct{ Rows []map[string]any }
	if err := json.Unmarshal(buf.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if _, ok := doc.Rows[1]["n_1"]; ok || doc.Rows[2]["n_1"] != 0.0 {
		t.Errorf("missing and zero are confused: %v", doc.Rows)
	}
}

// TestLaTeXCommands checks that command names are letters only and unique.
func TestLaTeXCommands(t *testing.T) {
	table := fixture()
	table.Rows = append(table.Rows, table.Rows[0]) // would clash
	var buf bytes.Buffer
	if err := table.WriteLaTeX(&buf); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`\\newcommand\{\\(.*?)\}`).FindAllStringSubmatch(buf.String(), -1) {
		if !regexp.MustCompile(`^[A-Za-z]+$`).MatchString(m[1]) || seen[m[1]] {
			t.Errorf("bad command name %q", m[1])
		}
		seen[m[1]] = true
	}
	if !seen["riftFixTureOneAOneBNOne"] || len(seen) < 8 {
		t.Errorf("commands %v", seen)
	}
}

func TestTextAligned(t *testing.T) {
	var buf bytes.Buffer
	if err := fixture().WriteText(&buf, TextOptions{Width: 40}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(buf.String(), "\n") {
		if strings.HasSuffix(line, " ") {
			t.Errorf("trailing space in %q", line)
		}
	}
}

// TestFit checks that minor columns give way, the last first, and no others.
func TestFit(t *testing.T) {
	table := &Table{Columns: []Column{{Head: "aaaa"}, {Head: "bbbb", Minor: true}, {Head: "cccc", Minor: true}, {Head: "dddd"}}}
	for width, want := range map[int]string{
		0: "aaaa  bbbb  cccc  dddd", 22: "aaaa  bbbb  cccc  dddd", 21: "aaaa  bbbb  dddd", 15: "aaaa  dddd", 3: "aaaa  dddd",
	} {
		var buf bytes.Buffer
		if err := table.WriteText(&buf, TextOptions{Width: width}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(buf.String(), "\n")[2]; got != want {
			t.Errorf("width %d: %q, want %q", width, got, want)
		}
	}
	if len(table.Columns) != 4 {
		t.Error("the table itself was changed")
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 3: "3", 1234567: "1234567", 0.5: "0.5", 14.5: "14.5", 2.345: "2.35", 23.45: "23.4", 234.4: "234",
		0.00012: "0.00012", 1e12: "1e+12", -3.14159: "-3.14",
	} {
		if got := Digits(x); got != want {
			t.Errorf("Digits(%g) = %s, want %s", x, got, want)
		}
	}
}

func TestColorFor(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	if ColorFor(os.Stderr) {
		t.Error("NO_COLOR is not honoured")
	}
	t.Setenv("NO_COLOR", "")
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if ColorFor(f) {
		t.Error("a file gets colours")
	}
	if w := WidthOf(f); w != 0 {
		t.Errorf("a file has %d columns", w)
	}
}
