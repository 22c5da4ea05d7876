package synergy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// TestTelling checks what is told of a long cause: rounds of a loop are left out
// but for the first and the last, and of the rest the middle, but for what the
// root change made.
func TestTelling(t *testing.T) {
	at := func(line int) program.Position { return program.Position{File: "f.c", Line: line, Col: 1} }
	c := engines.Cause{Parent: -1, At: at(90), Text: "it failed"}
	for i := range 20 {
		for line := 1; line <= 3; line++ {
			c.Steps = append(c.Steps, engines.CauseStep{At: at(line), Func: "f", Values: []string{fmt.Sprintf("i = %d", i)}})
		}
	}
	for line := 10; line < 90; line++ {
		s := engines.CauseStep{At: at(line), Func: "g"}
		if line == 40 {
			s.Changes = []string{"c1"}
		}
		c.Steps = append(c.Steps, s)
	}
	d := delta.Compute(&program.Version{Files: []program.SourceFile{{Name: "f.c", Text: strings.Repeat("a\n", 90)}}},
		&program.Version{Files: []program.SourceFile{{Name: "f.c", Text: strings.Repeat("a\n", 39) + "b\n" + strings.Repeat("a\n", 50)}}})
	text := Text(&engines.Explanation{Root: []string{"c1"}, Confirmed: true, Causes: []engines.Cause{c}}, d)
	for _, want := range []string{"f.c:90: it failed because", "i = 0", "... the same 18 times more ...", "i = 19", "<- c1 (f.c:40) made it so", "... 29 more ...", "  89  "} {
		if !strings.Contains(text, want) {
			t.Errorf("not told: %q", want)
		}
	}
	for _, not := range []string{"i = 7", "  30  "} {
		if strings.Contains(text, not) {
			t.Errorf("told although it can be left out: %q", not)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

// TestMembers checks how places in objects are named, and how long texts are.
func TestMembers(t *testing.T) {
	integer := &program.Type{Class: program.IntType, Size: 4}
	point := &program.Type{Class: program.StructType, Size: 12, Fields: []program.Field{
		{Name: "x", Type: integer}, {Name: "y", Type: integer, Offset: 4}, {Name: "low", Type: integer, Offset: 8, BitWidth: 3},
	}}
	points := &program.Type{Class: program.ArrayType, Size: 48, Elem: point, Len: 4}
	for _, tt := range []struct {
		off    int64
		scalar bool
		want   string
	}{
		{0, false, ""}, {0, true, "[0].x"}, {12, false, "[1]"}, {16, true, "[1].y"}, {20, true, "[1][byte 8]"}, {18, true, "[1].y[byte 2]"}, {-4, true, "[byte -4]"},
	} {
		if got := member(points, tt.off, tt.scalar); got != tt.want {
			t.Errorf("offset %d, scalar %v: %q, want %q", tt.off, tt.scalar, got, tt.want)
		}
	}
	if got := quoted(strings.Repeat("ab", 100)); got != `"abababababababab"... (200 bytes)` {
		t.Errorf("a long text is told as %s", got)
	}
}
