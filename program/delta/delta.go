// Package delta says where two versions of a program differ: the hunks of the
// textual difference, and what the program is with any subset of them applied.
//
// Terms: a *change* is one hunk of `diff -U0` between the old and the new
// version of one file, the smallest unit that the techniques apply, revert,
// target or blame; that a file has another name in the new version is a change of its
// own where the version says so (program.SourceFile.Was). A *configuration* is a version between the two: the old one
// with a subset of the changes applied.
package delta

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/riftlab/rift/program"
)

// Change is one hunk. Line numbers count from 1. A change without old lines is
// an insertion after old line OldLine-1; one without new lines is a deletion
// whose place in the new version is before line NewLine.
type Change struct {
	ID      string   // "c1", "c2", ... in the order of files and lines
	File    string   // name of the file in the new version, or in the old one if it was removed
	OldLine int      // first old line
	Old     []string // old lines, without line ends
	NewLine int      // first new line
	New     []string // new lines
	// OldFile is the name of the file in the old version, where it had another.
	OldFile string
	// Renames marks the change of a file's name from OldFile to File; it has no lines.
	Renames bool
	// NoEffect marks a hunk that changes comments or white space only (and so
	// at most the value of __LINE__ below it).
	NoEffect bool
}

// Position returns the place of the change in the new version.
func (c *Change) Position() program.Position {
	return program.Position{File: c.File, Line: c.NewLine, Col: 1}
}

// String returns the change as a hunk of a unified diff without context.
func (c *Change) String() string {
	if c.Renames {
		return fmt.Sprintf("@@ rename @@ %s %s\n-%[3]s\n+%[2]s\n", c.ID, c.File, c.OldFile)
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "@@ -%s +%s @@ %s %s\n", span(c.OldLine, len(c.Old)), span(c.NewLine, len(c.New)), c.ID, c.File)
	for _, l := range c.Old {
		sb.WriteString("-" + l + "\n")
	}
	for _, l := range c.New {
		sb.WriteString("+" + l + "\n")
	}
	return sb.String()
}

// InOld returns the name of the file in the old version.
func (c *Change) InOld() string {
	if c.OldFile != "" {
		return c.OldFile
	}
	return c.File
}

// span writes a range of lines as diff does: an empty range names the line
// before it.
func span(line, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", line-1)
	case 1:
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, n)
}

// Delta is the difference between two versions.
type Delta struct {
	Old, New *program.Version
	Changes  []*Change // in the order of files (by name) and lines

	files []filePair
}

// File is a file of either version, by lines.
type File struct {
	Name     string
	Old, New []string // lines without their ends
	Changes  []int    // indices into Delta.Changes, ascending
}

// Files returns the files of the versions in the order of their names. They are not to
// be modified.
func (d *Delta) Files() []File {
	list := make([]File, len(d.files))
	for i, p := range d.files {
		list[i] = File{p.name, p.old.lines, p.new.lines, p.changes}
	}
	return list
}

// filePair is a file name with its lines in both versions and its changes.
type filePair struct {
	name         string // in the new version, if it is there
	was          string // in the old version, if it is renamed; the first change is that
	old, new     text
	inOld, inNew bool
	changes      []int // indices into Delta.Changes, ascending
}

// text is a file's content as lines; final tells whether the last one ends in
// a newline.
type text struct {
	lines []string
	final bool
}

func split(s string) text {
	if s == "" {
		return text{final: true}
	}
	final := strings.HasSuffix(s, "\n")
	return text{strings.Split(strings.TrimSuffix(s, "\n"), "\n"), final}
}

// Compute returns the difference between two versions. Files are matched by
// name, or by what the new version says that they were called; a file that only one
// version has is one change. The result depends on the texts alone.
//
// Source: Myers 1986 for the edit script (diffmatchpatch), then hunks slid to
// where diff(1) puts them.
func Compute(old, new *program.Version) *Delta {
	d := &Delta{Old: old, New: new}
	was := renamed(old, new)
	gone := map[string]bool{}
	for _, name := range was {
		gone[name] = true
	}
	for _, name := range FileNames(old, new) {
		if gone[name] {
			continue
		}
		inOldAs := name
		if was[name] != "" {
			inOldAs = was[name]
		}
		o, inOld := find(old, inOldAs)
		n, inNew := find(new, name)
		pair := filePair{name: name, was: was[name], old: split(o), new: split(n), inOld: inOld, inNew: inNew}
		if pair.was != "" {
			pair.changes = append(pair.changes, len(d.Changes))
			d.Changes = append(d.Changes, &Change{File: name, OldFile: pair.was, Renames: true, OldLine: 1, NewLine: 1})
		}
		if inOld && inNew && o == n {
			pair.new = pair.old
		} else {
			oldComments, newComments := commentsOf(pair.old.lines), commentsOf(pair.new.lines)
			for _, c := range hunks(pair.old, pair.new) {
				c.File, c.OldFile = name, pair.was
				before, after := stretch{oldComments, c.Old, c.OldLine}, stretch{newComments, c.New, c.NewLine}
				c.NoEffect = inOld && inNew && before.opens() == after.opens() && sameCode(before.whole(), after.whole())
				pair.changes = append(pair.changes, len(d.Changes))
				d.Changes = append(d.Changes, c)
			}
		}
		d.files = append(d.files, pair)
	}
	for i, c := range d.Changes {
		c.ID = fmt.Sprintf("c%d", i+1)
	}
	return d
}

// Size returns how many lines are added or modified, as diff counts, and in how
// many files.
func (d *Delta) Size() (lines, files int) {
	for _, c := range d.Changes {
		lines += max(len(c.Old), len(c.New))
	}
	for _, f := range d.files {
		if len(f.changes) > 0 {
			files++
		}
	}
	return lines, files
}

// FileNames returns the names of the files of two versions, sorted.
func FileNames(old, new *program.Version) []string {
	var names []string
	for _, v := range []*program.Version{old, new} {
		for _, f := range v.Files {
			names = append(names, f.Name)
		}
	}
	sort.Strings(names)
	return slices.Compact(names)
}

func find(v *program.Version, name string) (string, bool) {
	for _, f := range v.Files {
		if f.Name == name {
			return f.Text, true
		}
	}
	return "", false
}

// All returns the set of every change.
func (d *Delta) All() Set {
	s := make(Set, len(d.Changes))
	for i := range s {
		s[i] = i
	}
	return s
}

// IDs returns the names of the changes in s.
func (d *Delta) IDs(s Set) []string {
	ids := make([]string, len(s))
	for i, c := range s {
		ids[i] = d.Changes[c].ID
	}
	return ids
}

// Lookup returns the change with the given ID.
func (d *Delta) Lookup(id string) (int, bool) {
	for i, c := range d.Changes {
		if c.ID == id {
			return i, true
		}
	}
	return 0, false
}

// Apply returns the configuration: the old version with exactly the changes
// in s applied. Apply(nil) has the texts of the old version, Apply(All()) those
// of the new. Compile settings are those of the new version.
func (d *Delta) Apply(s Set) *program.Version {
	v := *d.New
	v.Name = fmt.Sprintf("%s+%d/%d", d.Old.Name, len(s), len(d.Changes))
	v.Files = nil
	byName := map[string]string{}
	present := map[string]bool{}
	keeps := map[string]string{} // names that renamed files have in the old version
	for _, p := range d.files {
		text, ok := d.applyFile(p, s)
		byName[p.name], present[p.name] = text, ok
		if p.was != "" && !s.Has(p.changes[0]) {
			keeps[p.name] = p.was
		}
	}
	// Keep the link order: the new version's files, then what only the old has.
	for _, src := range [][]program.SourceFile{d.New.Files, d.Old.Files} {
		for _, f := range src {
			if name := f.Name; present[name] {
				f.Text = byName[name]
				if keeps[name] != "" {
					f.Name = keeps[name]
				}
				f.Was = ""
				v.Files = append(v.Files, f)
				present[name] = false
			}
		}
	}
	return &v
}

// Revert returns the new version with the changes in s undone.
func (d *Delta) Revert(s Set) *program.Version { return d.Apply(d.All().Minus(s)) }

// applyFile returns the text of one file under a configuration, and whether
// the configuration has the file.
func (d *Delta) applyFile(p filePair, s Set) (string, bool) {
	applied := 0
	var lines []string
	at := 0 // old lines consumed
	endsNew := false
	for _, i := range p.changes {
		c := d.Changes[i]
		if c.Renames {
			continue
		}
		start := c.OldLine - 1
		lines = append(lines, p.old.lines[at:start]...)
		at = start + len(c.Old)
		if s.Has(i) {
			applied++
			lines = append(lines, c.New...)
		} else {
			lines = append(lines, c.Old...)
		}
		endsNew = s.Has(i) && at == len(p.old.lines)
	}
	lines = append(lines, p.old.lines[at:]...)
	switch {
	case !p.inOld && applied == 0 && len(p.changes) > 0:
		return "", false
	case !p.inNew && applied == len(p.changes):
		return "", false
	}
	final := p.old.final
	if endsNew {
		final = p.new.final
	}
	text := strings.Join(lines, "\n")
	if final && len(lines) > 0 {
		text += "\n"
	}
	return text, true
}

// hunks computes the changes between two texts.
func hunks(a, b text) []*Change {
	la, lb := marked(a), marked(b)
	del, add := Script(la, lb)
	slide(la, del, add)
	slide(lb, add, del)
	var out []*Change
	i, j := 0, 0
	for i < len(la) || j < len(lb) {
		if !(i < len(la) && del[i]) && !(j < len(lb) && add[j]) {
			i++
			j++
			continue
		}
		i0, j0 := i, j
		for i < len(la) && del[i] {
			i++
		}
		for j < len(lb) && add[j] {
			j++
		}
		out = append(out, &Change{
			OldLine: i0 + 1, Old: slices.Clone(a.lines[i0:i]),
			NewLine: j0 + 1, New: slices.Clone(b.lines[j0:j]),
		})
	}
	return out
}

// marked returns the lines such that one without a newline at its end differs
// from the same line with one.
func marked(t text) []string {
	if t.final || len(t.lines) == 0 {
		return t.lines
	}
	lines := slices.Clone(t.lines)
	lines[len(lines)-1] += "\n\\ no newline"
	return lines
}

// Script marks the lines that a shortest edit script deletes and adds.
func Script(a, b []string) (del, add []bool) {
	del, add = make([]bool, len(a)), make([]bool, len(b))
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // exact: no clock may decide the result
	ra, rb := intern(a, b)
	i, j := 0, 0
	for _, d := range dmp.DiffMainRunes(ra, rb, false) {
		n := len([]rune(d.Text))
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			i += n
			j += n
		case diffmatchpatch.DiffDelete:
			for range n {
				del[i] = true
				i++
			}
		case diffmatchpatch.DiffInsert:
			for range n {
				add[j] = true
				j++
			}
		}
	}
	return del, add
}

// intern maps equal lines to equal runes, avoiding the surrogate range, which
// strings cannot hold.
func intern(a, b []string) (ra, rb []rune) {
	ids := map[string]rune{}
	next := rune(1)
	conv := func(lines []string) []rune {
		out := make([]rune, len(lines))
		for i, l := range lines {
			r, ok := ids[l]
			if !ok {
				if next == 0xD800 {
					next = 0xE000
				}
				r = next
				next++
				ids[l] = r
			}
			out[i] = r
		}
		return out
	}
	return conv(a), conv(b)
}

// slide moves each run of marked lines as far down as equal lines allow, so
// that runs meet and merge, and then back up to where a run of the other side
// ends, so that a replacement stays one hunk. It is what diff(1) does to its
// edit script before printing.
func slide(lines []string, mark, other []bool) {
	// after[i] of a line that is not marked: does a run of the other side end
	// right before its counterpart?
	n := len(lines)
	runEnds := func() []bool {
		ends := make([]bool, n+1)
		j := 0
		for i := 0; i <= n; i++ {
			if i < n && mark[i] {
				continue
			}
			run := false
			for j < len(other) && other[j] {
				run = true
				j++
			}
			ends[i] = run
			j++
		}
		return ends
	}
	for i := 0; i < n; {
		if !mark[i] {
			i++
			continue
		}
		start := i
		for i < n && mark[i] {
			i++
		}
		end := i
		// Up: lines equal to the last of the run may take its place.
		for start > 0 && !mark[start-1] && lines[start-1] == lines[end-1] {
			start--
			end--
			mark[start], mark[end] = true, false
			for start > 0 && mark[start-1] {
				start--
			}
		}
		ends := runEnds()
		best := -1
		if ends[end] {
			best = end
		}
		// Down, swallowing runs that are met.
		for end < n && lines[start] == lines[end] {
			mark[start], mark[end] = false, true
			start++
			end++
			for end < n && mark[end] {
				end++
			}
			ends = runEnds()
			if ends[end] {
				best = end
			}
		}
		// Back to the last place that corresponds to a run of the other side.
		for best >= 0 && end > best && start > 0 && lines[start-1] == lines[end-1] {
			start--
			end--
			mark[start], mark[end] = true, false
		}
		i = end
	}
}

// comments tells of each line, and of what would follow the last, whether a
// comment is open where it begins.
type comments []bool

func commentsOf(lines []string) comments {
	open := make(comments, len(lines)+1)
	for i, line := range lines {
		open[i+1] = openAfter(line, open[i])
	}
	return open
}

// openAfter reports whether a comment is open at the end of a line; a string ends
// with it.
func openAfter(line string, open bool) bool {
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		two := line[i:min(i+2, len(line))]
		switch {
		case open:
			if two == "*/" {
				open = false
				i++
			}
		case quote != 0 && line[i] == '\\':
			i++
		case quote != 0:
			if line[i] == quote {
				quote = 0
			}
		case two == "/*":
			open = true
			i++
		case two == "//":
			return false
		case line[i] == '"' || line[i] == '\'':
			quote = line[i]
		}
	}
	return open
}

// stretch is lines of a text from a line number on.
type stretch struct {
	open  comments // of the text
	lines []string
	from  int
}

// opens tells whether a comment is open before the lines, and after them.
func (s stretch) opens() [2]bool {
	return [2]bool{s.open[s.from-1], s.open[s.from-1+len(s.lines)]}
}

// whole returns the lines with the comments that go on beyond them closed.
func (s stretch) whole() []string {
	out := slices.Clone(s.lines)
	opens := s.opens()
	if opens[1] {
		out = append(out, "*/")
	}
	if opens[0] {
		out = slices.Insert(out, 0, "/*")
	}
	return out
}

// sameCode reports whether two groups of lines are equal but for white space
// and whole comments. Groups with an unfinished comment or string are not.
func sameCode(a, b []string) bool {
	x, okx := stripped(strings.Join(a, "\n"))
	y, oky := stripped(strings.Join(b, "\n"))
	return okx && oky && x == y
}

// stripped reduces comments and white space between tokens to one separator.
func stripped(s string) (string, bool) {
	var sb strings.Builder
	gap := false
	emit := func(tok string) {
		if gap && sb.Len() > 0 {
			sb.WriteByte(' ')
		}
		gap = false
		sb.WriteString(tok)
	}
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return "", false
			}
			i += end + 4
			gap = true
		case strings.HasPrefix(s[i:], "*/"):
			return "", false
		case strings.HasPrefix(s[i:], "//"):
			end := strings.IndexByte(s[i:], '\n')
			if end < 0 {
				end = len(s) - i
			}
			if s[i+end-1] == '\\' {
				return "", false // a continued comment
			}
			i += end
			gap = true
		case s[i] == '"' || s[i] == '\'':
			j := i + 1
			for j < len(s) && s[j] != s[i] && s[j] != '\n' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			if j >= len(s) || s[j] != s[i] {
				return "", false
			}
			emit(s[i : j+1])
			i = j + 1
		case s[i] == '#':
			return "", false // in a directive white space may matter
		case s[i] == ' ' || s[i] == '\t' || s[i] == '\n' || s[i] == '\r' || s[i] == '\f':
			gap = true
			i++
		default:
			emit(s[i : i+1])
			i++
		}
	}
	return sb.String(), true
}
