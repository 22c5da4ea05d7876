package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/results"
	"github.com/riftlab/rift/results/analysis"
)

// Profiles say of one engine, one known error or one subject what tables say of
// all of them side by side.

// link leads to another place of the page.
type link struct{ Text, Anchor string }

// fact is a line of a profile.
type fact struct {
	Label, Text string
	Links       []link
	More        string // about links that are left out
}

// profile is a part of the page about one thing, folded away.
type profile struct {
	Anchor, Name, Kind string
	Chips              []pairEngine
	Facts              []fact
}

// pairLink leads to a pair's section, if the page has one.
func (r *Report) pairLink(p results.PairOf) link {
	if !r.shownPairs[p] {
		return link{Text: p.String()}
	}
	return link{p.String(), anchor(p)}
}

// byPair sorts the runs by pair, and notes which pairs have a section.
func (r *Report) byPair() {
	r.pairRuns, r.shownPairs = map[results.PairOf][]*results.Run{}, map[results.PairOf]bool{}
	for i := range r.Set.Runs {
		run := &r.Set.Runs[i]
		r.pairRuns[run.PairOf()] = append(r.pairRuns[run.PairOf()], run)
	}
	for _, p := range r.Set.Pairs[:min(len(r.Set.Pairs), maxPairSections)] {
		r.shownPairs[p] = true
	}
}

// maxLinks bounds the links of a fact.
const maxLinks = 40

func linksFact(label string, links []link) fact {
	f := fact{Label: label, Links: links}
	if n := len(links); n > maxLinks {
		f.Links, f.More = links[:maxLinks], fmt.Sprintf("and %d more", n-maxLinks)
	}
	if len(links) == 0 {
		f.Text = "none"
	}
	return f
}

// engineProfiles returns the engines.
func (r *Report) engineProfiles() []profile {
	var out []profile
	for _, name := range r.Set.Engines {
		var runs []*results.Run
		for i := range r.Set.Runs {
			if run := &r.Set.Runs[i]; run.Engine == name {
				runs = append(runs, run)
			}
		}
		out = append(out, r.engineProfile(name, runs))
	}
	return out
}

func (r *Report) engineProfile(name string, runs []*results.Run) profile {
	p := profile{Anchor: "engine-" + anchorName(name), Name: name, Kind: runs[0].Kind}
	ended := map[string]int{}
	var found, silent, exposed, confirmed []link
	tests, differences := 0, 0
	state := map[results.PairOf]bool{}
	seen := map[string]bool{}
	for _, run := range runs {
		ended[string(run.Status)]++
		tests += run.Tests
		differences += run.Differences
		pair := run.PairOf()
		state[pair] = state[pair] || run.Differences > 0
		for _, id := range sortedKeys(run.Exposed) {
			if key := pair.String() + " " + id; !seen[key] {
				seen[key] = true
				l := r.pairLink(pair)
				if l.Text = pair.String() + ": " + id; l.Anchor != "" {
					l.Anchor = errorAnchor(pair, id)
				}
				exposed = append(exposed, l)
			}
		}
		if a := analysis.Answer(run); a != nil && a.Confirmed && !seen[pair.String()] {
			seen[pair.String()] = true
			confirmed = append(confirmed, r.pairLink(pair))
		}
	}
	for _, pair := range sortedPairs(state) {
		if l := r.pairLink(pair); state[pair] {
			found = append(found, l)
		} else {
			silent = append(silent, l)
		}
	}
	var ends []string
	for _, s := range sortedKeys(ended) {
		ends = append(ends, fmt.Sprintf("%d %s", ended[s], s))
	}
	p.Facts = append(p.Facts, fact{Label: "tasks", Text: fmt.Sprintf("%d (%s)", len(runs), strings.Join(ends, ", "))})
	switch engines.Kind(p.Kind) {
	case engines.Explain:
		p.Facts = append(p.Facts, linksFact("answers that make the test pass", confirmed))
	case engines.Generate:
		p.Facts = append(p.Facts,
			fact{Label: "tests", Text: fmt.Sprintf("%s, of which %s show a difference", analysis.Count(float64(tests)), analysis.Count(float64(differences)))},
			linksFact("pairs with a difference found", found), linksFact("pairs without", silent))
		if slices.ContainsFunc(runs, func(r *results.Run) bool { return len(r.Known) > 0 }) {
			p.Facts = append(p.Facts, linksFact("known errors exposed", exposed))
		}
	}
	if text := counterText(runs); text != "" {
		p.Facts = append(p.Facts, fact{Label: "counted, over all tasks", Text: text})
	}
	return p
}

// counterText adds up the counters of runs.
func counterText(runs []*results.Run) string {
	sum := map[string]int64{}
	for _, r := range runs {
		for name, n := range r.Counters {
			sum[name] += n
		}
	}
	var parts []string
	for _, name := range sortedKeys(sum) {
		parts = append(parts, fmt.Sprintf("%s %s", name, analysis.Count(float64(sum[name]))))
	}
	return strings.Join(parts, " · ")
}

// errorProfiles returns the known errors of the pairs.
func (r *Report) errorProfiles() []profile {
	var out []profile
	for _, p := range r.Set.Pairs {
		if !r.shownPairs[p] {
			continue
		}
		var runs []*results.Run
		var known []results.KnownError
		var tallies []*results.Tally
		for _, run := range r.pairRuns[p] {
			if run.Kind == string(engines.Generate) {
				runs = append(runs, run)
				tallies = append(tallies, run.Sequences...)
				if len(known) == 0 {
					known = run.Known
				}
			}
		}
		for _, e := range known {
			out = append(out, r.errorProfile(p, e, runs, tallies))
		}
	}
	return out
}

func (r *Report) errorProfile(p results.PairOf, known results.KnownError, runs []*results.Run, tallies []*results.Tally) profile {
	out := profile{Anchor: errorAnchor(p, known.ID), Name: known.ID, Kind: p.String()}
	exposed, of := map[string]int{}, map[string]int{}
	for _, run := range runs {
		of[run.Engine]++
		if run.Exposed[known.ID] != nil {
			exposed[run.Engine]++
		}
	}
	for _, e := range sortedKeys(of) {
		out.Chips = append(out.Chips, pairEngine{e, fmt.Sprintf("%d/%d", exposed[e], of[e]), exposed[e] > 0})
	}
	if known.Doc != "" {
		out.Facts = append(out.Facts, fact{Label: "what it is", Text: known.Doc})
	}
	out.Facts = append(out.Facts, fact{Label: "introduced by", Links: []link{r.pairLink(p)}})
	if len(tallies) > 0 {
		d := analysis.DecideInteraction(known.ID, tallies)
		text := string(d.Verdict)
		if d.Why != "" {
			text += ": " + d.Why
		}
		if published := map[string]string{"cie": "yes", "no cie": "no"}[known.Published]; published != "" {
			text += "; published: " + published
		}
		out.Facts = append(out.Facts, fact{Label: "change interaction error", Text: text})
		if len(d.Sequence) > 0 {
			out.Facts = append(out.Facts, fact{Label: "critical sequence", Text: strings.Join(d.Sequence, " → ")})
		}
		out.Facts = append(out.Facts, fact{Label: "tests", Text: fmt.Sprintf("%d of %d with a known sequence expose it", d.Exposing, d.Tests)})
	}
	return out
}

// subjectHead heads the pairs of a subject.
type subjectHead struct {
	Anchor, Name, Text string
	Names              string // of its pairs, for the filter
}

// subjectHeads returns the heads by subject.
func (r *Report) subjectHeads(pairs []results.PairOf) map[string]*subjectHead {
	out := map[string]*subjectHead{}
	count, found, tests := map[string]int{}, map[string]map[results.PairOf]bool{}, map[string]int{}
	for _, p := range pairs {
		h := out[p.Subject]
		if h == nil {
			h = &subjectHead{Anchor: "subject-" + anchorName(p.Subject), Name: p.Subject}
			out[p.Subject] = h
			found[p.Subject] = map[results.PairOf]bool{}
		}
		h.Names += p.String() + " "
		count[p.Subject]++
	}
	for i := range r.Set.Runs {
		run := &r.Set.Runs[i]
		tests[run.Subject] += run.Tests
		if f := found[run.Subject]; f != nil && run.Differences > 0 {
			f[run.PairOf()] = true
		}
	}
	for name, h := range out {
		h.Text = corpora.Plural(count[name], "pair")
		if tests[name] > 0 {
			h.Text += fmt.Sprintf(", %s tests, a difference in %s", analysis.Count(float64(tests[name])), corpora.Plural(len(found[name]), "pair"))
		}
	}
	return out
}

func anchorName(s string) string { return strings.Join(strings.Fields(s), "_") }

func errorAnchor(p results.PairOf, id string) string {
	return "error-" + anchorName(p.String()+"/"+id)
}

func sortedPairs[V any](m map[results.PairOf]V) []results.PairOf {
	var list []results.PairOf
	for p := range m {
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b results.PairOf) int {
		if a == b {
			return 0
		}
		if x, y := a.String(), b.String(); results.NaturalLess(x, y) || x == y && cmp.Less(a.Subject, b.Subject) {
			return -1
		}
		return 1
	})
	return list
}
