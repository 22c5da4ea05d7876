package synergy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/delta"
)

const (
	sourceWidth = 44 // characters of a source line
	valuesWidth = 88 // characters of the values beside it
)

// telling writes an explanation for a terminal.
type telling struct {
	strings.Builder
	e     *engines.Explanation
	d     *delta.Delta
	texts map[string][]string // lines of the files of the new version
}

// Text returns an explanation for a terminal.
func Text(e *engines.Explanation, d *delta.Delta) string {
	w := telling{e: e, d: d, texts: map[string][]string{}}
	for _, f := range d.New.Files {
		w.texts[f.Name] = strings.Split(f.Text, "\n")
	}
	fmt.Fprintf(&w, "%d of %d changes are to blame:\n", len(e.Root), len(d.Changes))
	w.changes(e.Root)
	if len(e.Auxiliary) > 0 {
		w.WriteString("Reverted with them, so that the program compiles:\n")
		w.changes(e.Auxiliary)
	}
	if !e.Confirmed {
		w.WriteString("Reverting them does not make the test pass.\n")
	}
	if len(e.Causes) > 0 {
		w.WriteString("\nHow they lead to the failure:\n")
		w.cause(0, "")
	}
	if e.Found == fromExecuted || e.Found == fromAll {
		w.WriteString("No chain of causes leads to these changes: they were found by trying.\n")
	}
	return w.String()
}

func (w *telling) changes(ids []string) {
	for _, id := range ids {
		if n, ok := w.d.Lookup(id); ok {
			c := w.d.Changes[n]
			fmt.Fprintf(w, "%s (%s:%d)\n%s", id, c.File, c.NewLine, c)
		}
	}
}

// cause writes cause n and, below it, why its branches went their way.
func (w *telling) cause(n int, indent string) {
	c := &w.e.Causes[n]
	fmt.Fprintf(w, "%s%s:%d: %s because\n", indent, c.At.File, c.At.Line, c.Text)
	where := ""
	for _, l := range w.abridged(folded(c.Steps)) {
		if l.step == nil {
			fmt.Fprintf(w, "%s        ... %s ...\n", indent, l.gap)
			continue
		}
		if place := fmt.Sprintf("%s in %s", l.step.Func, l.step.At.File); place != where && l.step.Func != "" {
			where = place
			fmt.Fprintf(w, "%s  (%s)\n", indent, place)
		}
		w.step(l.step, indent)
	}
	for m := range w.e.Causes {
		if w.e.Causes[m].Parent == n {
			how := "On its other side, this condition would have changed a value that is read there:"
			if w.e.Causes[m].Direct {
				how = "It came to that by this condition:"
			}
			fmt.Fprintf(w, "%s  %s\n", indent, how)
			w.cause(m, indent+"    ")
		}
	}
}

// step writes a statement with its values and what changed it.
func (w *telling) step(s *engines.CauseStep, indent string) {
	line := ""
	if text := w.texts[s.At.File]; s.At.Line >= 1 && s.At.Line <= len(text) {
		line = strings.TrimSpace(text[s.At.Line-1])
	}
	row := fmt.Sprintf("%s  %4d  %-*s", indent, s.At.Line, sourceWidth, shortened(line, sourceWidth))
	if len(s.Values) > 0 {
		row += "  " + shortened(strings.Join(s.Values, ", "), valuesWidth)
	}
	row = strings.TrimRight(row, " ")
	var others []string
	for _, id := range s.Changes {
		if n, ok := w.d.Lookup(id); ok && slices.Contains(w.e.Root, id) {
			row += fmt.Sprintf("  <- %s (%s:%d) made it so", id, w.d.Changes[n].File, w.d.Changes[n].NewLine)
		} else {
			others = append(others, id)
		}
	}
	if len(others) > 0 {
		row += "  <- changed by " + strings.Join(others, ", ")
	}
	w.WriteString(row + "\n")
}

func shortened(text string, most int) string {
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return string(r[:most-3]) + "..."
}

// line is a step to tell, or what is left out instead.
type line struct {
	step *engines.CauseStep
	gap  string
}

const (
	maxTold  = 48 // lines of one cause
	toldLast = 30 // of these the last ones, which are nearest to what it explains
	toldHead = 8  // and the first
)

// abridged leaves out the middle of a long cause but for what the root changes
// made.
func (w *telling) abridged(lines []line) []line {
	if len(lines) <= maxTold {
		return lines
	}
	var out []line
	left := 0
	for i, l := range lines {
		root := l.step != nil && slices.ContainsFunc(l.step.Changes, func(id string) bool { return slices.Contains(w.e.Root, id) })
		if i >= toldHead && i < len(lines)-toldLast && !root {
			left++
			continue
		}
		if left > 0 {
			out = append(out, line{gap: fmt.Sprintf("%d more", left)})
			left = 0
		}
		out = append(out, l)
	}
	return out
}

// maxPeriod is how many steps of a loop are recognised as repeating.
const maxPeriod = 8

// folded returns the steps with the rounds of loops but the first and the last
// left out, where there are more than three.
func folded(steps []engines.CauseStep) []line {
	var out []line
	tell := func(list []engines.CauseStep) {
		for i := range list {
			out = append(out, line{step: &list[i]})
		}
	}
	for i := 0; i < len(steps); {
		period, rounds := repetition(steps[i:])
		if rounds <= 3 {
			tell(steps[i : i+1])
			i++
			continue
		}
		tell(steps[i : i+period])
		out = append(out, line{gap: fmt.Sprintf("the same %d times more", rounds-2)})
		tell(steps[i+(rounds-1)*period : i+rounds*period])
		i += rounds * period
	}
	return out
}

// repetition returns the shortest period with which steps begin and how often it
// comes in a row.
func repetition(steps []engines.CauseStep) (period, rounds int) {
	same := func(a, b *engines.CauseStep) bool { return a.At == b.At && a.Func == b.Func }
	for period = 1; period <= maxPeriod && 2*period <= len(steps); period++ {
		n := period
		for n < len(steps) && same(&steps[n], &steps[n-period]) {
			n++
		}
		if n/period > 3 {
			return period, n / period
		}
	}
	return 1, 1
}
