package corpora

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Subject is one program in several versions, with everything that its
// manifest says. It must not be modified; goroutines may share it.
type Subject struct {
	Name  string `json:"name"`
	Title string `json:"title"` // one line
	Doc   string `json:"doc"`   // free text
	// Dir tells where the subject was loaded from, for messages: a path, or
	// "bundled:NAME".
	Dir      string             `json:"dir"`
	Model    program.InputModel `json:"model"`
	Versions []program.Version  `json:"versions"` // in the manifest's order, names unique
	Pairs    []Pair             `json:"pairs"`    // in the manifest's order, names unique
	Tests    []program.Test     `json:"tests"`    // the pool, in order, names unique
	Hidden   []program.Test     `json:"hidden,omitempty"`
	// Native, if not nil, says that the versions are built and tested by commands
	// of the project's own.
	Native *Native `json:"native,omitempty"`

	// where tells the place of the index-th table of a kind in the manifest;
	// nil if there is none.
	where func(table string, index int) string
	// histories are those of the versions that have one.
	histories map[string]func(files []string, commits int) (map[string][]program.LineHistory, error)
}

// HasHistory reports whether a version is a revision of a git repository.
func (s *Subject) HasHistory(version string) bool { return s.histories[version] != nil }

// History tells what the last so many commits of a version that has a history did to each
// line of its files, by the files' names; see blame.Lines. It must not be called by more than
// one goroutine at a time.
func (s *Subject) History(version string, commits int) (map[string][]program.LineHistory, error) {
	if !s.HasHistory(version) {
		return nil, fmt.Errorf("version %q is no revision of a repository", version)
	}
	var names []string
	for _, f := range s.Version(version).Files {
		if !f.Library {
			names = append(names, f.Name)
		}
	}
	return s.histories[version](names, commits)
}

// Pair is an old and a new version, and what is known about their difference.
// Old, New and Golden name versions of the subject.
type Pair struct {
	Name   string `json:"name"`
	Old    string `json:"old"`
	New    string `json:"new"`
	Golden string `json:"golden,omitempty"` // "" if there is none
	Kind   string `json:"kind"`             // of change, in words: "relational operator", "constant", ...
	Doc    string `json:"doc,omitempty"`
	// Seeded marks a change that somebody made on purpose for an experiment;
	// tables show such pairs apart from real ones.
	Seeded bool `json:"seeded"`
	// Equivalent says that the versions behave alike on every input.
	Equivalent bool `json:"equivalent,omitempty"`
	// Differ is the number of pool tests on which the versions differ, or -1
	// if the manifest does not state it.
	Differ int `json:"differ"`
	// Witness names a test, hidden or of the pool, on which the versions differ.
	Witness string `json:"witness,omitempty"`
	// Failing names the test to explain: old passes it and new fails it. It is
	// "" if the pair is no explanation task.
	Failing string `json:"failing,omitempty"`
	// Truth are the changes to blame for Failing, Auxiliary those that must be
	// reverted with them so that the program compiles.
	Truth     []Place `json:"truth,omitempty"`
	Auxiliary []Place `json:"auxiliary,omitempty"`
	Errors    []Error `json:"errors,omitempty"` // known differential errors
}

// Error is a known differential error of a pair.
type Error struct {
	ID   string `json:"id"`
	Doc  string `json:"doc,omitempty"`
	Fix  string `json:"fix,omitempty"`  // the version that first behaves right; "" if not known
	Test string `json:"test,omitempty"` // a test that shows it; "" if not known
	// Before is the version that Fix was made from, "" if that is not known or
	// the pair's new version. An input exposes the error if old and new differ on
	// it, new and Fix differ, and Before and Fix differ: what was changed between
	// new and Before is not this error.
	Before string `json:"before,omitempty"`
	// CIE marks a change interaction error: no single change causes it.
	//
	// Source: Böhme et al. 2013, section 2.
	CIE bool `json:"cie,omitempty"`
	// Published is what a publication says of it: "cie", "no cie", or "".
	Published string `json:"published,omitempty"`
}

// Place is a run of lines in the new version of a pair or, where lines were
// only removed, in the old one.
type Place struct {
	Edit string `json:"edit,omitempty"` // the manifest's name of the change; "" if it was given by lines
	File string `json:"file"`
	Line int    `json:"line"` // first line, from 1
	End  int    `json:"end"`  // last line, inclusive
	Old  bool   `json:"old,omitempty"`
}

// String returns "FILE:LINE" or "FILE:LINE-END", with "old:" before it for
// lines of the old version.
func (p Place) String() string {
	s := fmt.Sprintf("%s:%d", p.File, p.Line)
	if p.End > p.Line {
		s += fmt.Sprintf("-%d", p.End)
	}
	if p.Old {
		s = "old:" + s
	}
	return s
}

// Contains reports whether the place covers a line of a file; old tells
// whether that line is one of the old version.
func (p Place) Contains(file string, line int, old bool) bool {
	return p.File == file && p.Old == old && p.Line <= line && line <= p.End
}

// Touches reports whether the place has a line of a change.
func (p Place) Touches(c *delta.Change) bool {
	from, lines := c.NewLine, len(c.New)
	if p.Old {
		from, lines = c.OldLine, len(c.Old)
	}
	return p.File == c.File && p.Line < from+lines && p.End >= from
}

// Version returns the version of that name, or nil.
func (s *Subject) Version(name string) *program.Version {
	for i := range s.Versions {
		if s.Versions[i].Name == name {
			return &s.Versions[i]
		}
	}
	return nil
}

// Pair returns the pair of that name, or nil.
func (s *Subject) Pair(name string) *Pair {
	for i := range s.Pairs {
		if s.Pairs[i].Name == name {
			return &s.Pairs[i]
		}
	}
	return nil
}

// Test returns the test of that name, of the pool or hidden, or nil.
func (s *Subject) Test(name string) *program.Test {
	for _, list := range [][]program.Test{s.Tests, s.Hidden} {
		for i := range list {
			if list[i].Name == name {
				return &list[i]
			}
		}
	}
	return nil
}

// Hash returns the SHA-256, in hexadecimal, of the subject's content: its
// name, versions, pairs, model and tests, but neither its place on disk nor
// its texts for people.
func (s *Subject) Hash() string {
	h := sha256.New()
	put := func(x any) {
		data, err := json.Marshal(x)
		if err != nil {
			panic("corpora: Subject.Hash: " + err.Error())
		}
		fmt.Fprintf(h, "%d:%s", len(data), data)
	}
	put(s.Name)
	for i := range s.Versions {
		put([]string{s.Versions[i].Name, s.Versions[i].Hash()})
	}
	for _, p := range s.Pairs {
		p.Doc = ""
		put(p)
	}
	put(s.Model)
	put(s.Tests)
	put(s.Hidden)
	if s.Native != nil {
		put(s.Native)
	}
	return hex.EncodeToString(h.Sum(nil))
}
