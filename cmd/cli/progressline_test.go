package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// screen shows what text, with clearLine in it, leaves on a terminal.
func screen(t *testing.T, text string) string {
	t.Helper()
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if i := strings.LastIndex(line, clearLine); i >= 0 {
			line = line[i+len(clearLine):]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// TestLiveLine checks that nothing is ever printed behind the line, that it comes
// back, and that it is gone at the end.
func TestLiveLine(t *testing.T) {
	var terminal strings.Builder // both outputs go there
	l := newLiveLine(&terminal, true, 24)
	stdout, stderr := l.Beside(&terminal), l.Beside(&terminal)
	begin := time.Now()
	at := func(seconds int) { l.tick(begin.Add(time.Duration(seconds) * time.Second)) }
	if !l.begin(begin) {
		t.Fatal("it has begun before")
	}
	at(2)
	l.Set("%d tried", 3)
	at(1)
	if terminal.Len() > 0 {
		t.Errorf("too early: %q", &terminal)
	}
	at(2)
	if got := screen(t, terminal.String()); got != "2 s: 3 tried" {
		t.Errorf("shows %q", got)
	}
	fmt.Fprint(stdout, "a difference")
	at(3) // would stand behind it
	fmt.Fprint(stdout, " was found\n")
	at(4)
	if got := screen(t, terminal.String()); got != "a difference was found\n4 s: 3 tried" {
		t.Errorf("shows %q", got)
	}
	l.Set("%s", strings.Repeat("é", 90))
	at(5)
	if got := screen(t, terminal.String()); got != "a difference was found\n5 s: "+strings.Repeat("é", 18) {
		t.Errorf("shows %q", got)
	}
	fmt.Fprint(stderr, "rift: a warning\n")
	at(6)
	l.end()
	fmt.Fprint(stdout, "no other\n")
	want := "a difference was found\nrift: a warning\nno other\n"
	if got := screen(t, terminal.String()); got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
	if !strings.HasSuffix(terminal.String(), clearLine+"no other\n") {
		t.Errorf("the line is not taken away: %q", &terminal)
	}
	if !l.begin(begin) {
		t.Error("it has not ended")
	}
}

// TestPlainLine checks that a log gets whole lines, and none of short work.
func TestPlainLine(t *testing.T) {
	var log strings.Builder
	l := newLiveLine(&log, false, 0)
	begin := time.Now()
	l.begin(begin)
	for i := range 32 {
		l.Set("%d tried", i)
		l.tick(begin.Add(time.Duration(i) * time.Second))
	}
	fmt.Fprint(l.Beside(&log), "end\n")
	l.end()
	if got, want := log.String(), "rift: 10 s: 10 tried\nrift: 20 s: 20 tried\nrift: 30 s: 30 tried\nend\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestLiveLineNested checks that there is one line, and that no line is no trouble.
func TestLiveLineNested(t *testing.T) {
	var terminal strings.Builder
	l := newLiveLine(&terminal, true, 0)
	end := l.Begin()
	inner := l.Begin()
	inner()
	l.Set("work")
	l.tick(time.Now().Add(time.Minute))
	end()
	end()
	if s := terminal.String(); !strings.HasPrefix(s, clearLine+"60 s: work") && !strings.HasPrefix(s, clearLine+"59 s: work") || !strings.HasSuffix(s, clearLine) {
		t.Errorf("%q", s)
	}
	var none *liveLine
	none.Set("nothing")
	none.Begin()()
}
