package sat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riftlab/rift/sat"
)

// readAll returns what the reader sees: clauses and queries, the latter with a
// leading "a".
func readAll(text string) (items []string, err error) {
	r := sat.NewReader(strings.NewReader(text), "f.cnf")
	for {
		item, err := r.Next()
		if errors.Is(err, io.EOF) {
			return items, nil
		}
		if err != nil {
			return items, err
		}
		s := fmt.Sprint(dimacs(item.Lits))
		if item.Query {
			s = "a" + s
		}
		items = append(items, s)
	}
}

func TestReader(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"plain", "p cnf 3 2\n1 -2 0\n3 0\n", []string{"[1 -2]", "[3]"}},
		{"comments and blank lines", "c x\n\np cnf 2 1\nc y\n 1 \t2 0\nc end", []string{"[1 2]"}},
		{"clauses over lines", "p cnf 2 2\n1\n2 0 -1\n-2\n0", []string{"[1 2]", "[-1 -2]"}},
		{"empty clause", "p cnf 0 1\n0\n", []string{"[]"}},
		{"satlib end", "p cnf 1 1\n1 0\n%\n0\n", []string{"[1]"}},
		{"windows lines", "p cnf 1 1\r\n1 0\r\n", []string{"[1]"}},
		{"session", "p inccnf\n1 2 0\na -1 0\na 0\n", []string{"[1 2]", "a[-1]", "a[]"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readAll(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestReaderErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "f.cnf:1:1: expected a header: p cnf VARIABLES CLAUSES, or p inccnf"},
		{"c only\n1 0\n", "f.cnf:2:1: expected a header: p cnf VARIABLES CLAUSES, or p inccnf"},
		{"p dnf 1 1\n", `f.cnf:1:3: expected cnf or inccnf, not "dnf"`},
		{"p cnf x 1\n", `f.cnf:1:7: expected the number of variables, not "x"`},
		{"p cnf 1\n", `f.cnf:1:8: expected the number of clauses, not ""`},
		{"p cnf 2147483648 1\n", "f.cnf:1:7: number of variables 2147483648 is beyond 1073741822"},
		{"p cnf 1 1 1\n", "f.cnf:1:11: expected the end of the line after the header"},
		{"p cnf 2 1\n1 -3 0\n", "f.cnf:2:3: literal -3, but the header announces 2 variables"},
		{"p cnf 2 1\n1 99999999999999999999 0\n", "f.cnf:2:3: literal 1073741823, but the header announces 2 variables"},
		{"p cnf 2 1\n1 x 0\n", "f.cnf:2:3: expected a literal or 0"},
		{"p cnf 2 1\n1 2x 0\n", "f.cnf:2:3: expected a literal or 0"},
		{"p cnf 2 1\n1 - 0\n", "f.cnf:2:3: expected a literal or 0"},
		{"p cnf 2 1\n1 2", "f.cnf:2:4: the file ends within a clause; expected 0"},
		{"p cnf 2 1\n1 0\n2 0\n", "f.cnf:3:1: clause 2, but the header announces 1"},
		{"p cnf 2 2\n1 0\n", "f.cnf:3:1: the file ends after 1 clauses, but the header announces 2"},
		{"p cnf 2 1\na 1 0\n", "f.cnf:2:1: expected a literal or 0"},
	} {
		if _, err := readAll(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %v", tt.text, err, tt.want)
		}
	}
}

func TestReaderPassesOnErrorsOfTheSource(t *testing.T) {
	broken := errors.New("disk on fire")
	in := io.MultiReader(strings.NewReader("p cnf 2 1\n1"), errReader{broken})
	_, err := sat.ReadDIMACS(in, "f.cnf", func([]sat.Lit) {})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "f.cnf:2:2: ") {
		t.Errorf("got %v", err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// FuzzReader checks that no input panics, and that what was read can be written
// and read again.
func FuzzReader(f *testing.F) {
	f.Add("p cnf 3 2\n1 -2 0\n3 0\n")
	f.Add("p inccnf\n1 2 0\na -1 0\nc sat\n")
	f.Add("c\np cnf 2 1\n1\n2 0\n%\n")
	f.Fuzz(func(t *testing.T, text string) {
		if items, err := readAll(text); err != nil && !strings.HasPrefix(err.Error(), "f.cnf:") {
			t.Errorf("after %v: error without position: %v", items, err)
		}
		var cnf sat.CNF
		vars, err := sat.ReadDIMACS(strings.NewReader(text), "f.cnf", func(lits []sat.Lit) { cnf.Add(lits...) })
		if err != nil {
			return
		}
		cnf.Grow(vars)
		var out bytes.Buffer
		if err := cnf.WriteDIMACS(&out); err != nil {
			t.Fatal(err)
		}
		i := 0
		again, err := sat.ReadDIMACS(&out, "again", func(lits []sat.Lit) {
			if !slices.Equal(lits, cnf.Clause(i)) {
				t.Errorf("clause %d: wrote %v, read %v", i, cnf.Clause(i), lits)
			}
			i++
		})
		if err != nil || again != vars || i != cnf.NumClauses() {
			t.Errorf("wrote %d variables, %d clauses; read %d, %d, %v", vars, cnf.NumClauses(), again, i, err)
		}
	})
}

func TestWriteAnswer(t *testing.T) {
	s := sat.NewCDCL(sat.CDCLOptions{})
	vars, err := sat.LoadDIMACS(strings.NewReader("p cnf 30 2\n2 0\n-3 0\n"), "f.cnf", s)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := sat.WriteAnswer(&out, s, solve(s), vars); err != nil {
		t.Fatal(err)
	}
	want := "s SATISFIABLE\n" +
		"v -1 2 -3 -4 -5 -6 -7 -8 -9 -10 -11 -12 -13 -14 -15 -16 -17 -18 -19 -20 -21\n" +
		"v -22 -23 -24 -25 -26 -27 -28 -29 -30 0\n"
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

// TestTraceReplay records a session and replays it on the other backends.
func TestTraceReplay(t *testing.T) {
	var log bytes.Buffer
	tr := sat.Trace(sat.NewCDCL(sat.CDCLOptions{}), &log)
	load(tr, formula{3, [][]int{{1, 2}, {-1, 3}}})
	want := []sat.Verdict{solve(tr, -3).Verdict, solve(tr, -3, -2).Verdict}
	tr.AddClause(lits(-2)...)
	want = append(want, solve(tr).Verdict, solve(tr, -1).Verdict)
	if err := tr.Flush(); err != nil {
		t.Fatal(err)
	}
	text := "p inccnf\n1 2 0\n-1 3 0\na -3 0\nc sat\na -3 -2 0\nc unsat\n-2 0\na 0\nc sat\na -1 0\nc unsat\n"
	if d := cmp.Diff(text, log.String()); d != "" {
		t.Error(d)
	}
	for _, b := range backends() {
		var got []sat.Verdict
		err := sat.Replay(context.Background(), strings.NewReader(text), "trace", b.make(), sat.Limits{}, func(r sat.Result) error {
			got = append(got, r.Verdict)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %v, %v; want %v", b.name, got, err, want)
		}
	}
}
