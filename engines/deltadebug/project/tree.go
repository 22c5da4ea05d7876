package project

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/delta"
)

// file is a file of a revision. Of a symbolic link, data is the target.
type file struct {
	data []byte
	mode filemode.FileMode
}

func (f file) same(g file) bool { return f.mode == g.mode && bytes.Equal(f.data, g.data) }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// read reads both revisions and splits the files into those that vary and the
// others.
func (p *Project) read() error {
	repo, err := corpora.OpenRepository(p.opt.Repo)
	if err != nil {
		return err
	}
	if p.git, err = newGitDir(repo, p.opt.New); err != nil {
		return err
	}
	old, err := revision(repo, p.opt.Old)
	if err != nil {
		return err
	}
	new, err := revision(repo, p.opt.New)
	if err != nil {
		return err
	}
	for name, text := range p.opt.Overlay {
		f := file{[]byte(text), filemode.Regular}
		if old, ok := new[name]; ok {
			f.mode = old.mode
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			delete(old, dir)
			delete(new, dir)
		}
		old[name], new[name] = f, f
	}
	p.tree, p.links = map[string]file{}, map[string]file{}
	p.Old, p.New = &program.Version{Name: p.opt.Old, Sealed: true}, &program.Version{Name: p.opt.New, Sealed: true}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(append(sorted(old), sorted(new)...)))) {
		o, inOld := old[name]
		n, inNew := new[name]
		// A link is no text that could change: of a file that was or becomes one, the
		// file is added or removed, and the link is there where no file is.
		switch {
		case inOld && inNew && o.mode == filemode.Symlink && n.mode == filemode.Symlink:
			if !o.same(n) {
				p.opt.Log("the symbolic link %s leads to %s in all configurations, and to %s in %s", name, n.data, o.data, p.opt.Old)
			}
			p.tree[name] = n
			continue
		case inOld && o.mode == filemode.Symlink:
			p.links[name] = o
			inOld, o = false, file{}
		case inNew && n.mode == filemode.Symlink:
			p.tree[name] = n
			inNew, n = false, file{}
		}
		if !inOld && !inNew {
			continue
		}
		if p.varies(name, o, inOld, n, inNew) {
			if inOld {
				p.Old.Files = append(p.Old.Files, program.SourceFile{Name: name, Text: string(o.data)})
			}
			if inNew {
				p.New.Files = append(p.New.Files, program.SourceFile{Name: name, Text: string(n.data)})
			}
			if !inNew {
				n = file{mode: o.mode}
			}
			p.modes(name, n.mode)
			continue
		}
		if inNew {
			p.tree[name] = n
		}
	}
	if p.opt.Renames {
		p.New = delta.TrackRenames(p.Old, p.New)
	}
	if len(p.Old.Files) == 0 && len(p.New.Files) == 0 {
		return fmt.Errorf("%w between %s and %s", errSame, p.opt.Old, p.opt.New)
	}
	return nil
}

// errSame is wrapped by the error of revisions that are the same for every build.
var errSame = errors.New("no file that counts differs")

// errShape is wrapped by the error of a version that no folder can hold.
var errShape = errors.New("both a file and a folder")

// layout returns what a slot holds for a version: its files; of the tree, and of the
// old revision's links, what has room beside them.
func (p *Project) layout(v *program.Version) (map[string]file, error) {
	all := map[string]file{}
	folders := map[string]bool{}
	fits := func(name string) bool {
		_, there := all[name]
		for dir := path.Dir(name); dir != "." && !there; dir = path.Dir(dir) {
			_, there = all[dir]
		}
		return !there && !folders[name]
	}
	put := func(name string, f file) {
		all[name] = f
		for dir := path.Dir(name); dir != "." && !folders[dir]; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	for _, f := range v.Files {
		if !fits(f.Name) {
			return nil, fmt.Errorf("%s would be %w", f.Name, errShape)
		}
		put(f.Name, file{[]byte(f.Text), p.tree["\x00"+f.Name].mode})
	}
	for _, more := range []map[string]file{p.tree, p.links} {
		for _, name := range sorted(more) {
			if name[0] != 0 && fits(name) {
				put(name, more[name])
			}
		}
	}
	return all, nil
}

// modes keeps the mode of a changed file in the tree, without data.
func (p *Project) modes(name string, mode filemode.FileMode) {
	p.tree["\x00"+name] = file{mode: mode}
}

// documentation are names of files that no build depends on.
var documentation = []string{
	"ChangeLog*", "NEWS*", "README*", "AUTHORS*", "THANKS*", "T?DO*", "COPYING*", "*.texi", "*.texinfo", "*.info*", "*.md",
	"*.po", "*.pot", "*.gmo", "*.1", "*.html", ".gitignore", ".cvsignore", "*.tex",
}

// varies reports whether a file differs and counts.
func (p *Project) varies(name string, o file, inOld bool, n file, inNew bool) bool {
	if inOld && inNew && bytes.Equal(o.data, n.data) {
		return false
	}
	if bytes.IndexByte(o.data, 0) >= 0 || bytes.IndexByte(n.data, 0) >= 0 {
		return false
	}
	if len(p.opt.Only) > 0 {
		return corpora.MatchFile(p.opt.Only, name)
	}
	return !corpora.MatchFile(documentation, name)
}

// revision returns the files of a revision.
func revision(repo *corpora.Repository, name string) (map[string]file, error) {
	files := map[string]file{}
	err := repo.Each(name, func(f *object.File) error {
		text, err := f.Contents()
		files[f.Name] = file{[]byte(text), f.Mode}
		return err
	})
	return files, err
}

// Whole returns v together with the text files of the tree that do not vary, and with
// the headers behind symbolic links.
func (p *Project) Whole(v *program.Version) *program.Version {
	whole := *v
	whole.Files = slices.Clone(v.Files)
	all, err := p.layout(v)
	if err != nil {
		return &whole // which is never built
	}
	varies := map[string]bool{}
	for _, f := range v.Files {
		varies[f.Name] = true
	}
	names := sorted(all)
	add := func(name string, f file) {
		if bytes.IndexByte(f.data, 0) < 0 {
			whole.Files = append(whole.Files, program.SourceFile{Name: name, Text: string(f.data)})
		}
	}
	for _, name := range names {
		f := all[name]
		if f.mode != filemode.Symlink {
			if !varies[name] {
				add(name, f)
			}
			continue
		}
		at, err := corpora.FollowLinks(name, func(name string) (string, bool, error) {
			f := all[name]
			return string(f.data), f.mode == filemode.Symlink, nil
		})
		if err != nil {
			continue // it leads out of the tree
		}
		for _, below := range names {
			rest, ok := strings.CutPrefix(below, at)
			if f := all[below]; ok && (rest == "" || rest[0] == '/') && f.mode != filemode.Symlink && strings.HasSuffix(name+rest, ".h") {
				add(name+rest, f)
			}
		}
	}
	slices.SortFunc(whole.Files, func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	return &whole
}

// Traced returns v as rift's machine runs it: the C files of the tree that the
// patterns name, with all headers. Macros and folders of headers are to be added.
func (p *Project) Traced(v *program.Version, patterns []string) *program.Version {
	out := &program.Version{Name: v.Name, Sealed: true}
	for _, f := range p.Whole(v).Files {
		if strings.HasSuffix(f.Name, ".h") || strings.HasSuffix(f.Name, ".c") && corpora.MatchFile(patterns, f.Name) {
			out.Files = append(out.Files, f)
		}
	}
	return out
}

// Revision returns the files of a revision that have the names of those in
// like.
func Revision(repo, name string, like *program.Version) (*program.Version, error) {
	r, err := corpora.OpenRepository(repo)
	if err != nil {
		return nil, err
	}
	files, err := revision(r, name)
	if err != nil {
		return nil, err
	}
	v := &program.Version{Name: name, Sealed: true}
	for _, f := range like.Files {
		have, ok := files[f.Name]
		if ok && have.mode == filemode.Symlink {
			if have.data, err = r.File(name, f.Name); err != nil {
				return nil, err
			}
		}
		if ok {
			v.Files = append(v.Files, program.SourceFile{Name: f.Name, Text: string(have.data)})
		}
	}
	return v, nil
}
