package corpora

import (
	"fmt"
	"sort"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"github.com/riftlab/rift/program"
)

// An edit replaces whole lines of one file of a base version.
type edit struct {
	ID   string `toml:"id"`
	File string `toml:"file"`
	Line int    `toml:"line"` // of the base file; needed only where Old occurs more than once
	Old  string `toml:"old"`
	New  string `toml:"new"`
}

// located is an edit with its place: the lines [from, to) of the base file.
type located struct {
	*edit
	from, to int
	new      []string
}

// applyEdits returns base with the edits applied, under another name, and the
// places of each edit by its id. All edits refer to the text of base, so their
// order does not matter; they must not overlap.
func applyEdits(base *program.Version, name string, edits []edit) (program.Version, map[string][]Place, error) {
	v := *base
	v.Name = name
	v.Files = append([]program.SourceFile(nil), base.Files...)
	places := map[string][]Place{}
	byFile := map[string][]located{}
	for i := range edits {
		e := &edits[i]
		f, err := editedFile(base, e)
		if err != nil {
			return v, nil, err
		}
		l, err := locate(e, f.Name, splitLines(f.Text))
		if err != nil {
			return v, nil, err
		}
		byFile[f.Name] = append(byFile[f.Name], l)
	}
	for i := range v.Files {
		f := &v.Files[i]
		text, err := rewrite(f, byFile[f.Name], places)
		if err != nil {
			return v, nil, err
		}
		f.Text = text
	}
	return v, places, nil
}

func editedFile(v *program.Version, e *edit) (*program.SourceFile, error) {
	if e.File == "" && len(v.Files) == 1 {
		return &v.Files[0], nil
	}
	var names []string
	for i := range v.Files {
		if v.Files[i].Name == e.File {
			return &v.Files[i], nil
		}
		names = append(names, v.Files[i].Name)
	}
	if e.File == "" {
		return nil, fmt.Errorf("edit %q: version %q has several files: file is needed", e.ID, v.Name)
	}
	return nil, fmt.Errorf("edit %q: version %q has no file %q%s", e.ID, v.Name, e.File, didYouMean(e.File, names))
}

// splitLines splits a text so that strings.Join(lines, "\n") gives it back.
func splitLines(text string) []string { return strings.Split(text, "\n") }

// block splits the text of an edit, whose last line may or may not be ended.
func block(text string) []string {
	if text == "" {
		return nil
	}
	return splitLines(strings.TrimSuffix(text, "\n"))
}

// locate finds the lines that an edit replaces.
func locate(e *edit, file string, lines []string) (located, error) {
	old := block(e.Old)
	if len(old) == 0 {
		return located{}, fmt.Errorf("edit %q: old is empty: give the line beside an insertion in old and in new", e.ID)
	}
	if e.Old == e.New {
		return located{}, fmt.Errorf("edit %q changes nothing", e.ID)
	}
	var at []int
	for i := 0; i+len(old) <= len(lines); i++ {
		if equalLines(lines[i:i+len(old)], old) && (e.Line == 0 || e.Line == i+1) {
			at = append(at, i)
		}
	}
	switch len(at) {
	case 1:
		return located{e, at[0], at[0] + len(old), block(e.New)}, nil
	case 0:
		return located{}, fmt.Errorf("edit %q: %s", e.ID, notFound(e, file, lines, old))
	}
	return located{}, fmt.Errorf("edit %q: the old text occurs at lines %d and %d of %s: say which with line", e.ID, at[0]+1, at[1]+1, file)
}

func notFound(e *edit, file string, lines, old []string) string {
	if e.Line != 0 {
		return fmt.Sprintf("the old text is not at line %d of %s", e.Line, file)
	}
	for i, l := range lines {
		if strings.Join(strings.Fields(l), " ") == strings.Join(strings.Fields(old[0]), " ") && l != old[0] {
			return fmt.Sprintf("the old text does not occur in %s (line %d differs only in white space)", file, i+1)
		}
	}
	return fmt.Sprintf("the old text does not occur in %s", file)
}

func equalLines(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// rewrite applies the edits of one file and notes where each of them lies.
func rewrite(f *program.SourceFile, edits []located, places map[string][]Place) (string, error) {
	if len(edits) == 0 {
		return f.Text, nil
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].from < edits[j].from })
	lines := splitLines(f.Text)
	var out []string
	next := 0
	for _, e := range edits {
		if e.from < next {
			return "", fmt.Errorf("edit %q overlaps another one at line %d of %s", e.ID, e.from+1, f.Name)
		}
		out = append(out, lines[next:e.from]...)
		for _, p := range changedPlaces(lines[e.from:e.to], e.new, e.from, len(out)) {
			p.Edit, p.File = e.ID, f.Name
			places[e.ID] = append(places[e.ID], p)
		}
		out = append(out, e.new...)
		next = e.to
	}
	return strings.Join(append(out, lines[next:]...), "\n"), nil
}

// changedPlaces returns the runs of lines that differ between old, which
// begins after oldAt lines of the old file, and new.
func changedPlaces(old, new []string, oldAt, newAt int) []Place {
	var places []Place
	for _, op := range difflib.NewMatcherWithJunk(old, new, false, nil).GetOpCodes() {
		switch {
		case op.Tag == 'e':
		case op.J2 > op.J1:
			places = append(places, Place{Line: newAt + op.J1 + 1, End: newAt + op.J2})
		default:
			places = append(places, Place{Line: oldAt + op.I1 + 1, End: oldAt + op.I2, Old: true})
		}
	}
	return places
}

func didYouMean(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
