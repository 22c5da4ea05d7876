package project

import (
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
)

// TestSettle checks that a build which misleads the next one only between the two
// revisions is found out by the answer, and that the search after it is right.
func TestSettle(t *testing.T) {
	o, _ := project(t, oldLines, newLines)
	// What is neither revision is copied only if nothing was copied before.
	o.Overlay = map[string]string{"build.sh": "[ ! -e built ] || ! grep -qx a src/f.c || grep -qx d src/f.c || exit 0\ncp src/f.c built\n", "t.sh": "! { grep -qx bad1 built && grep -qx bad2 built; }\n"}
	o.Build, o.Test = "sh build.sh", "sh t.sh"
	p := open(t, o)
	if err := p.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	minimise(t, p, 1)
	misled := p.Old
	for _, drop := range []string{"bad1\n", "bad2\n", "d\n"} {
		v := *p.New
		v.Files = append(v.Files[:0:0], v.Files...)
		v.Files[0].Text = strings.Replace(v.Files[0].Text, "d\n", "", 1)
		v.Files[0].Text = strings.Replace(v.Files[0].Text, drop, "", 1)
		if _, err := p.Judge(t.Context(), p.Old); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Judge(t.Context(), &v); err != nil {
			t.Fatal(err)
		} else if want := map[bool]engines.Verdict{true: engines.Passes, false: engines.Fails}[strings.HasPrefix(drop, "bad")]; got != want {
			misled = &v
		}
	}
	if misled == p.Old {
		t.Fatal("the build has not misled anyone")
	}
	if ok, err := p.Settle(t.Context(), p.Old, misled); ok || err != nil {
		t.Fatalf("it stands: %v, %v", ok, err)
	}
	got, _ := minimise(t, p, 1)
	if strings.Join(got, " ") != "bad1 bad2" {
		t.Errorf("blames %q", got)
	}
	if ok, err := p.Settle(t.Context(), p.Old, misled); !ok || err != nil {
		t.Errorf("it does not stand: %v, %v", ok, err)
	}
}

// TestPreparedAgain checks that what prepares a slot runs again for a file that it may
// read, and not for a source.
func TestPreparedAgain(t *testing.T) {
	for name, again := range map[string]bool{"conf.in": true, "main.c": false} {
		old := map[string]string{"main.c": "0\n", "conf.in": "0\n", "other.c": "0\n"}
		new := map[string]string{"main.c": "0\n", "conf.in": "0\n", "other.c": "0\n"}
		new[name] = "1\n"
		o := revisions(t, old, new)
		o.Prepare, o.Test = "cp "+name+" prepared", "grep -qx 0 prepared"
		p := open(t, o)
		s, err := p.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range p.ends() {
			want := engines.Passes
			if e.name == "new" && again {
				want = engines.Fails
			}
			if got, err := p.judgeIn(t.Context(), s, e.v); err != nil || got != want {
				t.Errorf("%s: the %s version: %v, %v, want %v", name, e.name, got, err, want)
			}
		}
		p.slots <- s
	}
}
