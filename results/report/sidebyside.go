package report

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/riftlab/rift/program"
)

// Limits of what a page shows of one stream; the records have all of it.
const (
	maxDiffRows  = 24  // rows of lines
	maxLineBytes = 300 // bytes of a line
	maxAligned   = 400 // lines beyond which lines are paired by number only
	contextLines = 2   // equal lines before the first difference
)

// stream compares one thing that both versions showed.
type stream struct {
	Name string
	// Equal says that there is nothing to compare; Note then says how much.
	Equal bool
	Note  string
	Rows  []diffRow
}

// diffRow is a line of old beside the line of new that corresponds to it.
type diffRow struct {
	Old, New diffSide
	Same     bool
}

type diffSide struct {
	Line  int // from 1; 0 if there is no such line
	Spans []span
}

// span is a piece of a line. Escaped marks bytes written as an escape, Differs
// those that the other side has not.
type span struct {
	Text             string
	Escaped, Differs bool
}

// compareBytes aligns two byte strings line by line and marks what differs.
func compareBytes(name string, old, new []byte) stream {
	s := stream{Name: name}
	if bytes.Equal(old, new) {
		s.Equal, s.Note = true, fmt.Sprintf("%d bytes, equal", len(old))
		return s
	}
	a, b := splitLines(old), splitLines(new)
	rows := align(a, b)
	first := 0
	for first < len(rows) && rows[first].same(a, b) {
		first++
	}
	if first > contextLines {
		skipped := first - contextLines
		s.Note = fmt.Sprintf("%d equal lines before this", skipped)
		rows = rows[skipped:]
	}
	if len(rows) > maxDiffRows {
		if s.Note != "" {
			s.Note += "; "
		}
		s.Note += fmt.Sprintf("%d lines after this are not shown", len(rows)-maxDiffRows)
		rows = rows[:maxDiffRows]
	}
	for _, r := range rows {
		s.Rows = append(s.Rows, r.render(a, b))
	}
	return s
}

// splitLines splits after each newline.
func splitLines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	lines := strings.SplitAfter(string(b), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// linePair pairs indices of lines, -1 for none.
type linePair struct{ a, b int }

func (p linePair) same(a, b []string) bool { return p.a >= 0 && p.b >= 0 && a[p.a] == b[p.b] }

// align pairs lines: equal ones as a longest-matching-block comparison finds
// them, the others in order.
func align(a, b []string) []linePair {
	prefix := 0
	for prefix < len(a) && prefix < len(b) && a[prefix] == b[prefix] {
		prefix++
	}
	var rows []linePair
	for i := range prefix {
		rows = append(rows, linePair{i, i})
	}
	restA, restB := a[prefix:], b[prefix:]
	if len(restA) > maxAligned || len(restB) > maxAligned {
		return appendPaired(rows, prefix, len(a), prefix, len(b))
	}
	for _, op := range difflib.NewMatcher(restA, restB).GetOpCodes() {
		rows = appendPaired(rows, op.I1+prefix, op.I2+prefix, op.J1+prefix, op.J2+prefix)
	}
	return rows
}

func appendPaired(rows []linePair, a1, a2, b1, b2 int) []linePair {
	for a1 < a2 || b1 < b2 {
		p := linePair{-1, -1}
		if a1 < a2 {
			p.a = a1
			a1++
		}
		if b1 < b2 {
			p.b = b1
			b1++
		}
		rows = append(rows, p)
	}
	return rows
}

func (p linePair) render(a, b []string) diffRow {
	var la, lb string
	if p.a >= 0 {
		la = a[p.a]
	}
	if p.b >= 0 {
		lb = b[p.b]
	}
	lo, hiA, hiB := differingRange(la, lb)
	row := diffRow{Same: p.same(a, b)}
	if p.a >= 0 {
		row.Old = diffSide{p.a + 1, spansOf(la, lo, hiA)}
	}
	if p.b >= 0 {
		row.New = diffSide{p.b + 1, spansOf(lb, lo, hiB)}
	}
	return row
}

// differingRange returns the part of each string that is neither in the common
// prefix nor in the common suffix.
func differingRange(a, b string) (lo, hiA, hiB int) {
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	hiA, hiB = len(a), len(b)
	for hiA > lo && hiB > lo && a[hiA-1] == b[hiB-1] {
		hiA--
		hiB--
	}
	return lo, hiA, hiB
}

// spansOf renders a line, marking the bytes from lo to hi. Bytes that are no
// printable text become escapes; the newline shows only where it differs.
func spansOf(line string, lo, hi int) []span {
	var out []span
	add := func(text string, escaped, differs bool) {
		if n := len(out); n > 0 && out[n-1].Escaped == escaped && out[n-1].Differs == differs {
			out[n-1].Text += text
			return
		}
		out = append(out, span{text, escaped, differs})
	}
	start := 0
	if lo > maxLineBytes/2 && len(line) > maxLineBytes {
		start = lo - maxLineBytes/4
		for start < lo && !utf8.RuneStart(line[start]) {
			start++
		}
		add("…", true, false)
	}
	for i := start; i < len(line); {
		if i-start > maxLineBytes {
			add(fmt.Sprintf("… %d bytes more", len(line)-i), true, false)
			break
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		differs := i+n > lo && i < hi && lo < hi
		switch {
		case r == '\n' && !differs:
		case r == '\n':
			add("⏎", true, true)
		case r == utf8.RuneError && n <= 1:
			add(fmt.Sprintf(`\x%02x`, line[i]), true, differs)
		case r == ' ' || unicode.IsPrint(r):
			add(line[i:i+n], false, differs)
		case r == '\t':
			add(`\t`, true, differs)
		default:
			for _, c := range []byte(line[i : i+n]) {
				add(fmt.Sprintf(`\x%02x`, c), true, differs)
			}
		}
		i += n
	}
	return out
}

// describe says how a run ended.
func describe(o *program.Outcome) string {
	switch o.Ending {
	case program.Exited:
		return fmt.Sprintf("exit status %d", o.Status)
	case program.Signaled:
		return fmt.Sprintf("signal %d", o.Status)
	case program.Faulted:
		if o.Fault != nil {
			return o.Fault.Error()
		}
		return "fault"
	case program.Waiting:
		return "waits for ever"
	case program.Stopped:
		if o.Fault != nil {
			return "stopped at " + o.Fault.Error()
		}
		return "stopped by the " + o.Limit + " limit"
	}
	return "assumption violated"
}

// compareOutcomes compares everything two runs show but how they ended.
func compareOutcomes(old, new *program.Outcome) []stream {
	var out []stream
	add := func(name string, a, b []byte) {
		if len(a) > 0 || len(b) > 0 {
			out = append(out, compareBytes(name, a, b))
		}
	}
	add("standard output", old.Stdout, new.Stdout)
	add("standard error", old.Stderr, new.Stderr)
	for _, name := range fileNames(old, new) {
		add("file "+name, fileData(old, name), fileData(new, name))
	}
	add("result", resultText(old), resultText(new))
	return out
}

func resultText(o *program.Outcome) []byte {
	if o.Result == nil {
		return nil
	}
	return []byte(o.Result.String())
}

func fileNames(old, new *program.Outcome) []string {
	var names []string
	seen := map[string]bool{}
	for _, o := range []*program.Outcome{old, new} {
		for _, f := range o.Files {
			if !seen[f.Name] {
				seen[f.Name] = true
				names = append(names, f.Name)
			}
		}
	}
	return names
}

func fileData(o *program.Outcome, name string) []byte {
	for _, f := range o.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}
