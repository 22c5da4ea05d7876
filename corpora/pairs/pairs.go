// Package pairs is a corpus of small C functions in two versions, to measure how many
// equal versions are proved equal and how many different ones are told apart.
//
// Each file of testdata holds a function f of 10 to 80 lines before and after a
// refactoring that keeps what it does, and an operator by which to make it do
// something else. That gives two pairs: an equal one, and a different one. The file's
// comment says of which kind the code is, and what the refactoring did. The truth of
// each pair is checked by running both versions on many inputs (Driver), by the
// project's machine and by the host's compiler.
package pairs

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

//go:embed testdata/*.txtar
var files embed.FS

// Pair is two versions of a function f.
type Pair struct {
	Name  string // of the file; different pairs end in "-wrong"
	Kind  string // the file's comment up to the colon: "integer", "loops", ...
	About string // what was refactored
	Equal bool
	// Old and New are the texts of the versions, with the declarations that both have.
	Old, New string
}

// All returns the pairs, sorted by name. An error is a file that is not as the
// package says.
func All() ([]Pair, error) {
	names, err := fs.Glob(files, "testdata/*.txtar")
	if err != nil {
		return nil, err
	}
	var list []Pair
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		two, err := parse(strings.TrimSuffix(path.Base(name), ".txtar"), string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, two...)
	}
	slices.SortFunc(list, func(a, b Pair) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

var section = regexp.MustCompile(`(?m)^-- (\S+) --\n`)

// parse makes the pairs of a file.
func parse(name, text string) ([]Pair, error) {
	parts := map[string]string{}
	at := section.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		parts[text[m[2]:m[3]]] = text[m[1]:end]
	}
	if len(at) == 0 || parts["old.c"] == "" || parts["new.c"] == "" {
		return nil, fmt.Errorf("the sections old.c, new.c and wrong are needed")
	}
	kind, about, ok := strings.Cut(strings.TrimSpace(text[:at[0][0]]), ": ")
	if !ok {
		return nil, fmt.Errorf("the comment must be of the form KIND: WHAT WAS REFACTORED")
	}
	from, to, _ := strings.Cut(strings.TrimSpace(parts["wrong"]), "\n")
	if n := strings.Count(parts["new.c"], from); from == "" || to == "" || n != 1 {
		return nil, fmt.Errorf("%q stands %d times in new.c: must be once", from, n)
	}
	p := Pair{Name: name, Kind: kind, About: about, Equal: true, Old: parts["common.c"] + parts["old.c"], New: parts["common.c"] + parts["new.c"]}
	q := p
	q.Name, q.Equal, q.New = name+"-wrong", false, parts["common.c"]+strings.Replace(parts["new.c"], from, to, 1)
	return []Pair{p, q}, nil
}

// Version returns a text as a version of one file, f.c.
func Version(text string) *program.Version {
	return &program.Version{Files: []program.SourceFile{{Name: "f.c", Text: text}}}
}
