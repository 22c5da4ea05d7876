package difference

import "slices"

// Aspect is something that both versions show, as text: the ending, a stream, a file,
// an observed value, the result. Program output is there as the program wrote it.
type Aspect struct {
	Name     string
	Old, New string
	Same     bool // by the equivalence that the versions were compared by
}

// Aspects lists what both versions show, without what neither has. Of many observed
// values those that are the same are left out; their number is an aspect then.
func (d *Difference) Aspects() []Aspect {
	var list []Aspect
	for _, a := range (&Printer{}).chosen(aspects(d.equivalence(), d.Old, d.New)) {
		x := Aspect{a.name, a.old, a.new, a.same}
		if a.note {
			x.New = x.Old
		}
		list = append(list, x)
	}
	return list
}

// Place is a line with changed code: its parts taken together. The numbers are the
// greatest of its parts'.
type Place struct {
	File    string
	Line    int    // from 1
	Version string // "old" or "new": whose line it is
	Func    string
	Changes []string // as delta.Change.ID has them; none if no hunk accounts for it

	Executed, NotCompared          int
	Infected, Examined, Propagated int
	// Missing: there is a part that no input executed on which the versions were
	// compared, that was not proved equal and that no assumption excludes. Needs then
	// says what keeps inputs away, if it is known.
	Missing  bool
	Needs    string
	Proved   string // by what those that no input executed were proved equal
	Excluded string // the assumption of the user that keeps inputs away
}

// Places returns the places with changed code, in the order of changes and places. One
// of the old version is left out where the same changes have one of the new version of
// which the same is known.
func (v *Verdict) Places() []Place {
	var list []Place
	for _, x := range places(v.Reach) {
		if v.mirrored(&x) {
			continue
		}
		first := &x.Parts[0]
		p := Place{File: first.At.File, Line: first.At.Line, Version: first.Version, Func: first.Func}
		for i := range x.Parts {
			p.add(&x.Parts[i])
		}
		list = append(list, p)
	}
	return list
}

func (p *Place) add(q *Part) {
	if q.Change != "" && !slices.Contains(p.Changes, q.Change) {
		p.Changes = append(p.Changes, q.Change)
	}
	p.Executed, p.NotCompared = max(p.Executed, q.Executed), max(p.NotCompared, q.NotCompared)
	p.Infected, p.Examined, p.Propagated = max(p.Infected, q.Infected), max(p.Examined, q.Examined), max(p.Propagated, q.Propagated)
	if p.Proved == "" {
		p.Proved = q.Proved
	}
	if p.Excluded == "" {
		p.Excluded = q.Excluded
	}
	if !q.settled() {
		p.Missing = true
		if p.Needs == "" {
			p.Needs = q.Needs
		}
	}
}
