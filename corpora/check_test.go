package corpora

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

// toyBuilder runs programs in a language of one rule a line: "ARG: OUTPUT".
// Output is what all rules for the argument print, in order. A line that is
// "ERROR" does not compile; the output "STOP" exceeds a limit.
func toyBuilder(ctx context.Context, v *program.Version) (Runner, error) {
	if strings.Contains(v.Files[0].Text, "ERROR") {
		return nil, errors.New("does not compile")
	}
	return func(ctx context.Context, in *program.Input) (*program.Outcome, error) {
		o := &program.Outcome{}
		for _, line := range strings.Split(v.Files[0].Text, "\n") {
			arg, out, _ := strings.Cut(line, ": ")
			if arg != string(in.Args[0]) {
				continue
			}
			if out == "STOP" {
				o.Ending = program.Stopped
			}
			o.Stdout = append(o.Stdout, out...)
		}
		return o, nil
	}, nil
}

const toySubject = `name = "toy"
pool = ["pool.txt"]

[[version]]
name = "old"
files = ["x.c"]
[[version]]
name = "new"
base = "old"
[[version.edit]]
id = "a"
old = "1: one"
new = "1: uno"
[[version.edit]]
id = "b"
old = "9: nine"
new = "9: neun"
[[version.edit]]
id = "c"
old = "9: end"
new = "9: ende"
[[version]]
name = "same"
base = "old"
[[version.edit]]
old = "5: five"
new = "6: six"

[[pair]]
new = "new"
golden = "old"
differ = 1
witness = "nine"
failing = "nine"
truth = ["b", "c"]
[[pair.error]]
id = "e"
fix = "same"
test = "nine"
[[pair]]
new = "same"
equivalent = true

[[test]]
name = "nine"
hidden = true
args = ["9"]
[[test]]
name = "one"
hidden = true
args = ["1"]
[[test]]
name = "two"
hidden = true
args = ["2"]
`

func checkToy(t *testing.T, manifest string) []string {
	t.Helper()
	s, err := LoadManifest(fstest.MapFS{
		"subject.toml": {Data: []byte(manifest)},
		"x.c":          {Data: []byte("1: one\n2: two\n3: three\n5: five\n9: nine\n3: again\n9: end\n")},
		"pool.txt":     {Data: []byte("1\n2\n3\n")},
	}, "subject.toml", "dir")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(context.Background(), s, toyBuilder)
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, p := range r.Problems {
		problems = append(problems, p.String())
	}
	return problems
}

func TestCheckFindsNothing(t *testing.T) {
	if got := checkToy(t, toySubject); got != nil {
		t.Errorf("problems: %q", got)
	}
}

// TestCheckFindsLies states something false in one place at a time.
func TestCheckFindsLies(t *testing.T) {
	const pair, same = "dir/subject.toml:29: pair \"new\"", "dir/subject.toml:40: pair \"same\""
	for _, tt := range []struct {
		old, new string
		want     []string
	}{
		{"differ = 1", "differ = 2", []string{pair + " differs on 1 test, not on 2"}},
		{"new = \"1: uno\"", "new = \"1: STOP\"", []string{pair + ": undecided on 1 test"}},
		{"witness = \"nine\"", "witness = \"two\"", []string{pair + " does not differ on its witness two"}},
		{"failing = \"nine\"", "failing = \"two\"", []string{pair + ": its failing test two does not fail"}},
		{`truth = ["b", "c"]`, `truth = ["b"]`, []string{pair + ": the failing test still fails without the changes to blame"}},
		{`truth = ["b", "c"]`, `truth = ["b"]` + "\nauxiliary = [\"c\"]", nil},
		{`truth = ["b", "c"]`, `truth = ["a", "b", "c"]`, []string{pair + ": the failing test passes although x.c:1 is not reverted"}},
		{"old = \"5: five\"\nnew = \"6: six\"", "old = \"3: three\"\nnew = \"3: drei\"", []string{same + " is said to be equivalent, but differs on 1 test, first t3"}},
		{"equivalent = true", "", []string{same + " differs on no test and has neither witness nor failing test"}},
		{"equivalent = true", "failing = \"nine\"", []string{same + ": its failing test nine does not fail"}},
		{"equivalent = true", "witness = \"nine\"", []string{same + " does not differ on its witness nine"}},
		{"test = \"nine\"", "test = \"two\"", []string{
			pair + ", error e: old and new do not differ on two",
			pair + `, error e: "new" behaves on two as the fix "same" does`,
			pair + ", error e: new behaves as golden on two",
		}},
		{"fix = \"same\"", "cie = true", nil},
		{"[\"b\", \"c\"]\n[[pair.error]]\nid = \"e\"\nfix = \"same\"\ntest = \"nine\"", "[\"b\", \"c\"]\n[[pair.error]]\nid = \"e\"\ncie = true\ntest = \"one\"", []string{
			pair + ", error e: no interaction, since change c1 of x.c:1:1 alone shows it",
		}},
		{"fix = \"same\"", "fix = \"same\"\nbefore = \"old\"", []string{pair + `, error e: "old" behaves on nine as the fix "same" does`}},
		{"fix = \"same\"", "fix = \"new\"", []string{pair + `, error e: "new" behaves on nine as the fix "new" does`, pair + `, error e: the fix "new" does not behave as golden on nine`}},
		{"golden = \"old\"", "golden = \"new\"", []string{
			pair + ": old does not pass the failing test nine: golden differs",
			pair + ", error e: new behaves as golden on nine",
			pair + `, error e: the fix "same" does not behave as golden on nine`,
		}},
		{"new = \"6: six\"", "new = \"ERROR\"", []string{
			`dir/subject.toml:22: version "same" does not compile: does not compile`,
		}},
	} {
		if strings.Count(toySubject, tt.old) == 0 {
			t.Fatalf("the manifest has no %q", tt.old)
		}
		got := checkToy(t, strings.Replace(toySubject, tt.old, tt.new, 1))
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s for %s:\n%s", tt.new, tt.old, d)
		}
	}
}

func TestCheckMeasures(t *testing.T) {
	s, err := LoadManifest(fstest.MapFS{
		"subject.toml": {Data: []byte(strings.Replace(toySubject, "new = \"6: six\"", "new = \"2: zwei\"", 1))},
		"x.c":          {Data: []byte("1: one\n5: five\n9: nine\n9: end\n")},
		"pool.txt":     {Data: []byte("1\n2\n3\n")},
	}, "subject.toml", "dir")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Check(context.Background(), s, toyBuilder)
	if err != nil {
		t.Fatal(err)
	}
	want := []Measure{
		{Pair: "new", Tests: 3, Differ: 1, First: "t1", Errors: 1},
		{Pair: "same", Tests: 3, Differ: 1, First: "t2", Errors: -1},
	}
	if d := cmp.Diff(want, r.Pairs); d != "" {
		t.Error(d)
	}
}

func TestCheckIsCancelled(t *testing.T) {
	s, err := Bundled("bound")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Check(ctx, s, toyBuilder); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
