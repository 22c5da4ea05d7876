package sidebyside

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// text is String of a value.
func text(s Stream) string { return s.String() }

func TestCompareBytes(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"a\nb\n", "a\nc\n", "1:a=1:a\n2:<b>!2:<c>\n"},
		{"sum = 18\n", "sum = 19\n", "1:sum = 1<8>!1:sum = 1<9>\n"},
		{"a\n", "a", "1:a<⏎>!1:a\n"},
		{"", "x\n", "~!1:<x><⏎>\n"},
		{"one\ntwo\nthree\n", "two\nthree\n", "1:<one><⏎>!~\n2:two=1:two\n3:three=2:three\n"},
		{"\x00\xff\t\n", "\x00\xfe\t\n", "1:\\x00<\\xff>\\t!1:\\x00<\\xfe>\\t\n"},
		{"grüß\n", "grüßt\n", "1:grüß!1:grüß<t>\n"},
		{"mü\n", "mö\n", "1:m<ü>!1:m<ö>\n"}, // they share their first byte
		{"abc", "ac", "1:a<b>c!1:ac\n"},
	} {
		if diff := cmp.Diff(c.want, text(Compare("x", []byte(c.old), []byte(c.new)))); diff != "" {
			t.Errorf("%q and %q:\n%s", c.old, c.new, diff)
		}
	}
	if s := Compare("x", []byte("same"), []byte("same")); !s.Equal || s.Rows != nil || s.Note != "4 bytes, equal" {
		t.Errorf("equal streams: %+v", s)
	}
}

// TestCompareIsBounded compares large outputs: few rows, and the first
// difference among them.
func TestCompareIsBounded(t *testing.T) {
	line := strings.Repeat("0123456789", 1000)
	for _, c := range []struct{ old, new string }{
		{strings.Repeat("a\n", 5000) + "x\n", strings.Repeat("a\n", 5000) + "y\n"},
		{strings.Repeat("a\n", 5000), strings.Repeat("b\n", 4000)},
		{line + "x" + line, line + "y" + line},
		{strings.Repeat("\x01", 100000), strings.Repeat("\x02", 90000)},
	} {
		s := Compare("x", []byte(c.old), []byte(c.new))
		text, marked := 0, false
		for _, r := range s.Rows {
			for _, side := range []Side{r.Old, r.New} {
				for _, p := range side.Spans {
					text += len(p.Text)
					marked = marked || p.Differs
				}
			}
		}
		if len(s.Rows) > maxDiffRows || text > 20*maxLineBytes || !marked {
			t.Errorf("%d rows, %d bytes of text, marked %t", len(s.Rows), text, marked)
		}
	}
}

// TestAlign checks that an alignment has every line of both sides once, in
// order.
func TestAlign(t *testing.T) {
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n"}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := lines.Draw(t, "a"), lines.Draw(t, "b")
		i, j := 0, 0
		for _, p := range align(a, b) {
			if p.a >= 0 {
				if p.a != i {
					t.Fatalf("old line %d where %d should be", p.a, i)
				}
				i++
			}
			if p.b >= 0 {
				if p.b != j {
					t.Fatalf("new line %d where %d should be", p.b, j)
				}
				j++
			}
		}
		if i != len(a) || j != len(b) {
			t.Fatalf("%d of %d and %d of %d lines", i, len(a), j, len(b))
		}
	})
}

// TestMarksAreTheDifference checks that what is not marked is equal.
func TestMarksAreTheDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab ü\x01")), 0, 20, -1)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		lo, hiA, hiB := differingRange(a, b)
		if a[:lo]+a[hiA:] != b[:lo]+b[hiB:] {
			t.Fatalf("%q and %q outside %d..%d, %d", a, b, lo, hiA, hiB)
		}
		if a != b && lo == hiA && lo == hiB {
			t.Fatal("nothing is marked")
		}
	})
}
