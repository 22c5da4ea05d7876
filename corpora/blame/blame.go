// Package blame tells what the history of a git repository did to each line of files.
package blame

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// Lines tells what the last so many commits, along first parents, c included, did to each
// line of files in a folder of c, by the files' names. A line that none of them touched has
// the number of commits looked at as its age; these are fewer where the history is shorter,
// as in a shallow clone. Files that c lacks are left out.
func Lines(c *object.Commit, dir string, names []string, commits int) (map[string][]program.LineHistory, error) {
	states := make([][]text, len(names)) // of each file, the youngest first
	n := 0
	for ; c != nil && n < commits; n++ {
		tree, err := c.Tree()
		if err != nil {
			return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
		}
		for i, name := range names {
			states[i] = withState(states[i], tree, path.Join(dir, name), n)
		}
		parent, err := c.Parent(0)
		if err != nil && !errors.Is(err, object.ErrParentNotFound) && !errors.Is(err, plumbing.ErrObjectNotFound) {
			return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
		}
		c = parent
	}
	out := map[string][]program.LineHistory{}
	for i, name := range names {
		if lines := replay(states[i], n); lines != nil {
			out[name] = lines
		}
	}
	return out, nil
}

// text is what a file was, from the oldest commit that has it so: age is how many were
// after that.
type text struct {
	hash plumbing.Hash
	text string
	age  int
}

// withState adds what a file is in a tree to the states of younger commits. A file that is
// not there, or not text, ends its history.
func withState(states []text, tree *object.Tree, name string, age int) []text {
	if age > 0 && (len(states) == 0 || states[len(states)-1].age < age-1) {
		return states // it was not there after that
	}
	e, err := tree.FindEntry(name)
	if err != nil {
		return states
	}
	if len(states) > 0 && states[len(states)-1].hash == e.Hash {
		states[len(states)-1].age = age
		return states
	}
	f, err := tree.File(name)
	if err != nil {
		return states
	}
	data, err := f.Contents()
	if err != nil {
		return states
	}
	return append(states, text{e.Hash, data, age})
}

// replay returns the histories of the lines of the youngest of a file's states, nil if there
// is none. The lines of the oldest have that state's age.
func replay(states []text, commits int) []program.LineHistory {
	if len(states) == 0 {
		return nil
	}
	oldest := states[len(states)-1]
	first := oldest.age
	if first == commits-1 {
		first = commits // it may be older
	}
	lines := make([]program.LineHistory, strings.Count(oldest.text, "\n")+1)
	for i := range lines {
		lines[i].Age = first
	}
	for i := len(states) - 2; i >= 0; i-- {
		lines = apply(lines, states[i+1].text, states[i].text, states[i].age)
	}
	return lines
}

// apply returns the histories after a commit: its lines were changed as often as the one
// changed most often of those that they take the place of, and once more.
func apply(lines []program.LineHistory, old, new string, age int) []program.LineHistory {
	version := func(text string) *program.Version {
		return &program.Version{Files: []program.SourceFile{{Name: "f", Text: text}}}
	}
	var next []program.LineHistory
	at := 0 // in lines
	for _, c := range delta.Compute(version(old), version(new)).Changes {
		from := min(c.OldLine-1, len(lines))
		next = append(next, lines[at:max(from, at)]...)
		at = min(max(from, at)+len(c.Old), len(lines))
		changes := 0
		for _, l := range lines[at-min(len(c.Old), at) : at] {
			changes = max(changes, l.Changes+1)
		}
		for range c.New {
			next = append(next, program.LineHistory{Age: age, Changes: changes})
		}
	}
	return append(next, lines[at:]...)
}
