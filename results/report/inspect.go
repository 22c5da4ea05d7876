package report

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/digraph"
)

// Inspection is what is computed of a version pair's programs for the page. Its
// parts are nil where they cannot be had.
type Inspection struct {
	Sequences *digraph.Graph // the change sequence graph
	Unified   *unify.Unified // both versions in one program
}

// Limits of what is computed and drawn, so that a report is made, and opens,
// within seconds. All go by counts: a report is the same every time.
const (
	maxInspected      = 12      // pairs
	maxInspectedBytes = 200_000 // of the source of a pair's new version
	maxGraphNodes     = 80
	maxUnifiedLines   = 300
	unifiedContext    = 3
)

// inspected is what the page shows of an inspection.
type inspected struct {
	Graph     template.HTML
	GraphNote string
	Unified   []unifiedFile
	Notes     []string // what could not be unified
}

// unifiedFile is a file of the unified program: the lines around annotations.
type unifiedFile struct {
	Name string
	Rows []unifiedRow
	Cut  string
}

type unifiedRow struct {
	Line      int
	Text      string
	Annotated bool
	Gap       bool // lines before it are left out
}

// inspections computes what is shown of the pairs that want it: those on which an
// engine worked that says what sequences tests exercise, or that annotated them.
func (r *Report) inspections(pairs []results.PairOf) map[results.PairOf]*inspected {
	out := map[results.PairOf]*inspected{}
	if r.inspect == nil {
		return out
	}
	wants := map[results.PairOf]bool{}
	for i := range r.Set.Runs {
		if run := &r.Set.Runs[i]; len(run.Sequences) > 0 || unifies(run) {
			wants[run.PairOf()] = true
		}
	}
	for _, p := range pairs {
		if len(out) == maxInspected {
			break
		}
		if !wants[p] {
			continue
		}
		if info, ok := r.describe(p); !ok || info.Delta == nil || sourceBytes(info.Delta) > maxInspectedBytes {
			continue
		}
		out[p] = newInspected(r.inspect(p), anchor(p))
	}
	return out
}

func unifies(r *results.Run) bool {
	for name := range r.Counters {
		if strings.HasPrefix(name, "annotations.") {
			return true
		}
	}
	return false
}

func sourceBytes(d *delta.Delta) int {
	n := 0
	for _, f := range d.New.Files {
		if !f.Library {
			n += len(f.Text)
		}
	}
	return n
}

func newInspected(i Inspection, id string) *inspected {
	out := &inspected{}
	if g := i.Sequences; g != nil {
		if len(g.Nodes) > maxGraphNodes {
			out.GraphNote = fmt.Sprintf("The change sequence graph has %d places, too many to be read here; “rift graph --kind csg” draws it.", len(g.Nodes))
		} else {
			out.Graph = graphSVG(g, id)
		}
	}
	if u := i.Unified; u != nil {
		out.Unified = unifiedFiles(u)
		for _, f := range u.Fallbacks {
			out.Notes = append(out.Notes, fallbackText(f))
		}
	}
	return out
}

// graphSVG draws a graph as part of a page.
func graphSVG(g *digraph.Graph, id string) template.HTML {
	var buf bytes.Buffer
	if err := g.WriteSVG(&buf); err != nil {
		panic("report: " + err.Error()) // a buffer takes everything
	}
	svg := buf.String()
	if i := strings.Index(svg, "<svg"); i >= 0 {
		svg = svg[i:]
	}
	// Every picture has a marker of its own: ids are unique on a page.
	return template.HTML(strings.NewReplacer(`id="arrow"`, `id="arrow-`+id+`"`, "url(#arrow)", "url(#arrow-"+id+")",
		"<svg ", `<svg role="img" aria-label="change sequence graph" style="max-width:100%;height:auto" `).Replace(svg))
}

func fallbackText(f unify.Fallback) string {
	if f.Func == "" {
		return f.File + ": " + f.Reason
	}
	return fmt.Sprintf("%s, %s: %s", f.File, f.Func, f.Reason)
}

// unifiedFiles shows the lines of the unified program around its annotations.
func unifiedFiles(u *unify.Unified) []unifiedFile {
	marked := map[string]map[int]bool{}
	for _, a := range u.Annotations {
		if marked[a.File] == nil {
			marked[a.File] = map[int]bool{}
		}
		marked[a.File][a.Line] = true
	}
	var out []unifiedFile
	left := maxUnifiedLines
	for _, f := range u.Version.Files {
		if lines := marked[f.Name]; len(lines) > 0 && left > 0 {
			file := unifiedLines(f.Name, strings.Split(f.Text, "\n"), lines, left)
			left -= len(file.Rows)
			out = append(out, file)
		}
	}
	return out
}

func unifiedLines(name string, text []string, marked map[int]bool, limit int) unifiedFile {
	file := unifiedFile{Name: name}
	near := func(n int) bool {
		for d := -unifiedContext; d <= unifiedContext; d++ {
			if marked[n+d] {
				return true
			}
		}
		return false
	}
	last := 0
	for i, line := range text {
		n := i + 1
		if !near(n) {
			continue
		}
		if len(file.Rows) == limit {
			file.Cut = "“rift unify” writes the rest."
			break
		}
		file.Rows = append(file.Rows, unifiedRow{Line: n, Text: line, Annotated: marked[n], Gap: n > last+1})
		last = n
	}
	return file
}

// inspectedPairs are the pairs in the order in which they are inspected: those
// with a differing test first.
func (r *Report) inspectedPairs(pairs []results.PairOf) []results.PairOf {
	found := map[results.PairOf]bool{}
	for i := range r.Set.Runs {
		if run := &r.Set.Runs[i]; run.Differences > 0 {
			found[run.PairOf()] = true
		}
	}
	out := slices.Clone(pairs)
	slices.SortStableFunc(out, func(a, b results.PairOf) int {
		switch {
		case found[a] == found[b]:
			return 0
		case found[a]:
			return -1
		}
		return 1
	})
	return out
}
