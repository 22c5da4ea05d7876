// Package regressions studies the regressions of a project by the messages and changes of its
// commits: which commits change code, which of these are fixes, which fixes are of errors that
// an earlier commit introduced, how long these lived and how large the commits were that
// brought them.
//
// It is an approximation, as in the study that it repeats: what no message says is missed, and
// a message may say it of something else.
//
// Source: Böhme, Oliveira, Roychoudhury: Regression Tests to Expose Change Interaction Errors,
// ESEC/FSE 2013, section 2.1.
package regressions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/utils/diff"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// Options say what is studied and how messages are read.
type Options struct {
	Since, Until time.Time // by the committer's date; the zero time is no bound; Until is excluded
	// Source are patterns of path.Match for the names, without folders, of files whose
	// changes are changes of code.
	Source []string
	// Fix, Feature and Regression match the messages of fixes, of new features, and of fixes
	// of errors that were introduced before.
	Fix, Feature, Regression *regexp.Regexp
	// Progress, when not nil, is told how many commits were read, and of how many: 0 as long as
	// that is not known.
	Progress func(read, all int)
}

// Defaults are the options of the study of 2013, for C.
func Defaults() Options {
	return Options{
		Source:     []string{"*.c", "*.h"},
		Fix:        regexp.MustCompile(`(?i)\b(bugs?|fix(es|ed|ing)?|regressions?)\b`),
		Feature:    regexp.MustCompile(`(?i)\b(adds?|added|new|features?|supports?|implements?|options?)\b`),
		Regression: regexp.MustCompile(`(?i)\b(introduced|regressions?)\b`),
	}
}

// Study is what a history says.
type Study struct {
	Head    string `json:"head"`    // the commit whose history is read
	Commits int    `json:"commits"` // in the time that is studied, merges left out
	Merges  int    `json:"merges"`
	// Of the commits those that change code, and of these the fixes; the features, that are no
	// fixes; and the fixes of regressions.
	Code     int `json:"code"`
	Fixes    int `json:"fixes"`
	Features int `json:"features"`
	// Regressions are the fixes of what was introduced before, the youngest first.
	Regressions []Regression `json:"regressions"`
}

// Regression is a fix of an error that an earlier commit introduced.
type Regression struct {
	Fix Commit `json:"fix"`
	// Introduced is the commit that the message names, nil if it names none that is older and
	// in the history.
	Introduced *Commit `json:"introduced,omitempty"`
	// Days are those between the two, 0 without the other.
	Days float64 `json:"days,omitempty"`
	Size Size    `json:"size,omitzero"` // of the change that introduced it
}

// Commit is a commit as people name it.
type Commit struct {
	Hash    string    `json:"commit"`
	Subject string    `json:"subject"`
	Date    time.Time `json:"date"` // of the committer
}

// Size is how large the change of a commit is, in the files of source.
type Size struct {
	Lines int `json:"lines"` // that were added or removed
	Hunks int `json:"hunks"` // of changed lines without one between that stayed
	Files int `json:"files"`
}

// Read studies the history of a commit. A history that ends early, as that of a shallow clone
// does, is read as far as it is there.
func Read(ctx context.Context, head *object.Commit, opt Options) (*Study, error) {
	s := &Study{Head: head.Hash.String()}
	all, err := ancestors(ctx, head, opt.Progress)
	if err != nil {
		return nil, err
	}
	byHash := slices.Clone(all)
	slices.SortFunc(byHash, func(a, b *object.Commit) int { return strings.Compare(a.Hash.String(), b.Hash.String()) })
	for i, c := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(i, len(all))
		}
		when := c.Committer.When
		if when.Before(opt.Since) || !opt.Until.IsZero() && !when.Before(opt.Until) {
			continue
		}
		if c.NumParents() > 1 {
			s.Merges++
			continue
		}
		s.Commits++
		files, err := changed(c, opt.Source)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			continue
		}
		s.Code++
		switch {
		case opt.Fix.MatchString(c.Message):
			s.Fixes++
		case opt.Feature.MatchString(c.Message):
			s.Features++
			continue
		default:
			continue
		}
		if !opt.Regression.MatchString(c.Message) {
			continue
		}
		r := Regression{Fix: described(c)}
		if in := introduced(c, byHash); in != nil {
			d := described(in)
			r.Introduced, r.Days = &d, when.Sub(in.Committer.When).Hours()/24
			if r.Size, err = size(in, opt.Source); err != nil {
				return nil, err
			}
		}
		s.Regressions = append(s.Regressions, r)
	}
	return s, nil
}

// ancestors returns a commit and all before it, the youngest first.
func ancestors(ctx context.Context, head *object.Commit, progress func(read, all int)) ([]*object.Commit, error) {
	var all []*object.Commit
	seen := map[plumbing.Hash]bool{head.Hash: true}
	for work := []*object.Commit{head}; len(work) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := work[len(work)-1]
		work = work[:len(work)-1]
		all = append(all, c)
		if progress != nil {
			progress(len(all), 0)
		}
		err := c.Parents().ForEach(func(p *object.Commit) error {
			if !seen[p.Hash] {
				seen[p.Hash] = true
				work = append(work, p)
			}
			return nil
		})
		if err != nil && !errors.Is(err, plumbing.ErrObjectNotFound) && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
		}
	}
	slices.SortFunc(all, func(a, b *object.Commit) int {
		if c := b.Committer.When.Compare(a.Committer.When); c != 0 {
			return c
		}
		return strings.Compare(a.Hash.String(), b.Hash.String())
	})
	return all, nil
}

// reference is what may be the beginning of a commit's hash: as such, or at the end of a
// release's name as git describe writes it.
var reference = regexp.MustCompile(`\b(?:[\w.]+-\d+-g)?([0-9a-f]{7,40})\b`)

// introduced returns the commit that the message of a fix names: the first that is older than
// the fix, and first of those in a sentence with one of the words that name an origin.
func introduced(fix *object.Commit, byHash []*object.Commit) *object.Commit {
	var other *object.Commit
	for _, sentence := range sentences(fix.Message) {
		for _, m := range reference.FindAllStringSubmatch(sentence, -1) {
			c := find(byHash, m[1])
			if c == nil || c.Hash == fix.Hash || !c.Committer.When.Before(fix.Committer.When) {
				continue
			}
			if origin.MatchString(sentence) {
				return c
			}
			if other == nil {
				other = c
			}
		}
	}
	return other
}

// origin matches words by which a message says where an error is from.
var origin = regexp.MustCompile(`(?i)\b(introduced|introduces|regression|since|caused|broke|broken|due|bug|added|changed)\b`)

// sentences cuts a message at empty lines, and behind full stops that end a word.
func sentences(message string) []string {
	var list []string
	for _, part := range strings.Split(message, "\n\n") {
		list = append(list, stop.Split(strings.ReplaceAll(part, "\n", " "), -1)...)
	}
	return list
}

var stop = regexp.MustCompile(`\.\s+`)

// find returns the commit whose hash begins with a text, nil if there is none or several.
func find(byHash []*object.Commit, prefix string) *object.Commit {
	i, _ := slices.BinarySearchFunc(byHash, prefix, func(c *object.Commit, p string) int { return strings.Compare(c.Hash.String(), p) })
	has := func(i int) bool { return i < len(byHash) && strings.HasPrefix(byHash[i].Hash.String(), prefix) }
	if !has(i) || has(i+1) {
		return nil
	}
	return byHash[i]
}

func described(c *object.Commit) Commit {
	subject, _, _ := strings.Cut(strings.TrimSpace(c.Message), "\n")
	return Commit{c.Hash.String(), subject, c.Committer.When.UTC()}
}

// changed returns the changes of a commit, against its first parent, in files of source.
func changed(c *object.Commit, source []string) (object.Changes, error) {
	tree, err := c.Tree()
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
	}
	var before *object.Tree
	if parent, err := c.Parent(0); err == nil {
		if before, err = parent.Tree(); err != nil {
			return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
		}
	} else if c.NumParents() > 0 {
		return nil, nil // the history ends here
	}
	all, err := object.DiffTree(before, tree)
	if err != nil {
		return nil, fmt.Errorf("commit %s: %w", c.Hash, err)
	}
	return slices.DeleteFunc(all, func(ch *object.Change) bool {
		name := ch.To.Name
		if name == "" {
			name = ch.From.Name
		}
		return !slices.ContainsFunc(source, func(p string) bool { ok, _ := path.Match(p, path.Base(name)); return ok })
	}), nil
}

// size measures the change of a commit.
func size(c *object.Commit, source []string) (s Size, err error) {
	changes, err := changed(c, source)
	if err != nil {
		return s, err
	}
	for _, ch := range changes {
		from, to, err := ch.Files()
		if err != nil {
			return s, fmt.Errorf("commit %s: %w", c.Hash, err)
		}
		var texts [2]string
		for i, f := range []*object.File{from, to} {
			if f == nil {
				continue
			}
			if texts[i], err = f.Contents(); err != nil {
				return s, fmt.Errorf("commit %s: %w", c.Hash, err)
			}
		}
		s.Files++
		within := false
		for _, d := range diff.Do(texts[0], texts[1]) {
			if d.Type == diffmatchpatch.DiffEqual {
				within = false
				continue
			}
			s.Lines += strings.Count(strings.TrimSuffix(d.Text, "\n"), "\n") + 1
			if !within {
				s.Hunks++
			}
			within = true
		}
	}
	return s, nil
}
