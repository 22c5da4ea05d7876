package corpora

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
)

// tests loads the pool files and the tests within the manifest.
func (l *loader) tests() error {
	for _, name := range l.m.Pool {
		tests, err := l.pool(name)
		if err != nil {
			return fmt.Errorf("%s: pool: %w", l.label, err)
		}
		l.s.Tests = append(l.s.Tests, tests...)
	}
	for i := range l.m.Tests {
		mt := &l.m.Tests[i]
		t, err := mt.test()
		if err != nil {
			return fmt.Errorf("%s: test %q: %w", l.at("test", i), mt.Name, err)
		}
		if mt.Hidden {
			l.s.Hidden = append(l.s.Hidden, t)
		} else {
			l.s.Tests = append(l.s.Tests, t)
		}
	}
	seen := map[string]bool{}
	for _, list := range [][]program.Test{l.s.Tests, l.s.Hidden} {
		for i := range list {
			if seen[list[i].Name] {
				return fmt.Errorf("%s: test %q is there twice", l.label, list[i].Name)
			}
			seen[list[i].Name] = true
			list[i].Input.Entry = l.s.Model.Entry
		}
	}
	return nil
}

func (l *loader) pool(name string) ([]program.Test, error) {
	data, err := l.read(name, name)
	if err != nil {
		return nil, err
	}
	label := strings.TrimSuffix(l.s.Dir, "/") + "/" + name
	if strings.HasSuffix(name, ".jsonl") {
		return ParsePool(label, data)
	}
	read := func(file string) ([]byte, error) { return l.read(file, file) }
	return ParseUniverse(label, data, l.s.Model.Entry != "", read)
}

func (mt *manifestTest) test() (program.Test, error) {
	t := program.Test{Name: mt.Name, Input: program.Input{Args: mt.Args, Stdin: mt.Stdin, Env: mt.Env, Terminal: mt.Terminal}}
	if err := checkName(mt.Name); err != nil {
		return t, fmt.Errorf("name %w", err)
	}
	for _, f := range mt.Files {
		t.Input.Files = append(t.Input.Files, program.File(f))
	}
	t.Input.SortFiles()
	for _, text := range mt.Values {
		v, err := ParseValue(text)
		if err != nil {
			return t, err
		}
		t.Input.Values = append(t.Input.Values, v)
	}
	return t, nil
}

func (l *loader) pairs() error {
	for i := range l.m.Pairs {
		p, err := l.pair(&l.m.Pairs[i])
		if err != nil {
			return fmt.Errorf("%s: pair %q: %w", l.at("pair", i), p.Name, err)
		}
		l.s.Pairs = append(l.s.Pairs, p)
	}
	return nil
}

func (l *loader) pair(mp *manifestPair) (Pair, error) {
	p := Pair{
		Name: mp.Name, Old: mp.Old, New: mp.New, Golden: mp.Golden, Kind: mp.Kind, Doc: strings.TrimSpace(mp.Doc),
		Seeded: l.m.Seeded, Equivalent: mp.Equivalent, Differ: -1, Witness: mp.Witness, Failing: mp.Failing,
	}
	if p.Name == "" {
		p.Name = p.New
	}
	if p.Old == "" {
		p.Old = l.bases[p.New]
	}
	if mp.Seeded != nil {
		p.Seeded = *mp.Seeded
	}
	if mp.Differ != nil {
		p.Differ = *mp.Differ
	}
	for _, e := range mp.Errors {
		p.Errors = append(p.Errors, Error(e))
	}
	if err := l.checkPair(&p); err != nil {
		return p, err
	}
	var err error
	if p.Truth, err = l.resolve(&p, mp.Truth); err != nil {
		return p, fmt.Errorf("truth: %w", err)
	}
	if p.Auxiliary, err = l.resolve(&p, mp.Auxiliary); err != nil {
		return p, fmt.Errorf("auxiliary: %w", err)
	}
	return p, nil
}

// checkPair checks that everything the pair names exists.
func (l *loader) checkPair(p *Pair) error {
	if err := checkName(p.Name); err != nil {
		return fmt.Errorf("name %w", err)
	}
	if l.s.Pair(p.Name) != nil {
		return fmt.Errorf("the pair is there twice")
	}
	if p.Old == "" || p.New == "" {
		return fmt.Errorf("old or new is missing")
	}
	names := []struct{ key, version string }{{"old", p.Old}, {"new", p.New}, {"golden", p.Golden}}
	ids := map[string]bool{}
	for _, e := range p.Errors {
		if e.ID == "" || ids[e.ID] {
			return fmt.Errorf("error %q: the id is missing or there twice", e.ID)
		}
		ids[e.ID] = true
		names = append(names, struct{ key, version string }{"error " + e.ID + ": fix", e.Fix},
			struct{ key, version string }{"error " + e.ID + ": before", e.Before})
		if e.Before != "" && e.Fix == "" {
			return fmt.Errorf("error %s: before needs fix", e.ID)
		}
		if e.Published != "" && e.Published != "cie" && e.Published != "no cie" {
			return fmt.Errorf("error %s: published is %q, not cie or no cie", e.ID, e.Published)
		}
	}
	for _, n := range names {
		if n.version != "" && l.s.Version(n.version) == nil {
			return fmt.Errorf("%s: no version %q%s", n.key, n.version, didYouMean(n.version, l.versionNames()))
		}
	}
	tests := []string{p.Witness, p.Failing}
	for _, e := range p.Errors {
		tests = append(tests, e.Test)
	}
	for _, t := range tests {
		if t != "" && l.s.Test(t) == nil {
			return fmt.Errorf("no test %q", t)
		}
	}
	if p.Equivalent && (p.Differ > 0 || p.Witness != "" || p.Failing != "" || len(p.Errors) > 0) {
		return fmt.Errorf("an equivalent pair has no difference, failing test or error")
	}
	return nil
}

// resolve turns a manifest's names of changes into places: the id of an edit
// of the new version, or FILE:LINE or FILE:LINE-LINE of the new version, or
// either of these with "old:" before it.
func (l *loader) resolve(p *Pair, names []string) ([]Place, error) {
	var out []Place
	for _, name := range names {
		if places, ok := l.places[p.New][name]; ok {
			if l.bases[p.New] != p.Old {
				return nil, fmt.Errorf("edit %q is relative to version %q, not to old", name, l.bases[p.New])
			}
			out = append(out, places...)
			continue
		}
		place, err := l.parsePlace(p, name)
		if err != nil {
			return nil, err
		}
		out = append(out, place)
	}
	return out, nil
}

func (l *loader) parsePlace(p *Pair, name string) (Place, error) {
	text, old := strings.CutPrefix(name, "old:")
	at := strings.LastIndexByte(text, ':')
	if at < 0 {
		return Place{}, fmt.Errorf("%q is neither an edit of version %q nor FILE:LINE", name, p.New)
	}
	place := Place{File: text[:at], Old: old}
	first, last, isRange := strings.Cut(text[at+1:], "-")
	if !isRange {
		last = first
	}
	var err1, err2 error
	place.Line, err1 = strconv.Atoi(first)
	place.End, err2 = strconv.Atoi(last)
	if err1 != nil || err2 != nil || place.Line < 1 || place.End < place.Line {
		return Place{}, fmt.Errorf("%q: bad lines", name)
	}
	v := l.s.Version(p.New)
	if old {
		v = l.s.Version(p.Old)
	}
	for _, f := range v.Files {
		if f.Name == place.File {
			if n := strings.Count(f.Text, "\n") + 1; place.End > n {
				return Place{}, fmt.Errorf("%q: the file has %d lines", name, n)
			}
			return place, nil
		}
	}
	return Place{}, fmt.Errorf("%q: version %q has no such file", name, v.Name)
}
