package corpora

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// Tree returns the files of a revision. Symbolic links are followed, as FollowLinks
// says; a folder's entries tell that they are links. Submodules are not there. It is
// not safe for concurrent use.
func (r *Repository) Tree(rev string) (fs.FS, error) {
	c, err := r.commit(rev)
	if err != nil {
		return nil, err
	}
	t, err := c.Tree()
	if err != nil {
		return nil, fmt.Errorf("revision %q: %w", rev, err)
	}
	return gitTree{t, c.Committer.When}, nil
}

// gitTree is a tree of git as a file system.
type gitTree struct {
	tree *object.Tree
	when time.Time
}

// Open implements fs.FS.
func (g gitTree) Open(name string) (fs.File, error) {
	fail := func(err error) (fs.File, error) { return nil, &fs.PathError{Op: "open", Path: name, Err: err} }
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	at := name // where links lead
	mode, err := g.mode(at)
	if mode == filemode.Symlink || errors.Is(err, fs.ErrNotExist) {
		if at, err = FollowLinks(name, g.link); err == nil {
			mode, err = g.mode(at)
		}
	}
	info := gitInfo{name: path.Base(name), at: at, when: g.when}
	switch {
	case err != nil:
		return fail(err)
	case mode == filemode.Dir:
		return g.folder(name, info, fail)
	case !mode.IsFile(): // a submodule
		return fail(fs.ErrNotExist)
	}
	text, err := g.text(at)
	if err != nil {
		return fail(err)
	}
	info.size = int64(len(text))
	return &gitFile{gitInfo: info, text: strings.NewReader(text)}, nil
}

func (g gitTree) folder(name string, info gitInfo, fail func(error) (fs.File, error)) (fs.File, error) {
	t := g.tree
	if info.at != "." {
		var err error
		if t, err = t.Tree(info.at); err != nil {
			return fail(err)
		}
	}
	info.dir = true
	d := &gitFile{gitInfo: info}
	for _, e := range t.Entries {
		if e.Mode == filemode.Dir || e.Mode.IsFile() {
			d.entries = append(d.entries, gitEntry{g, path.Join(name, e.Name), e.Mode})
		}
	}
	return d, nil
}

// mode returns what stands at a path, which no link is a part of.
func (g gitTree) mode(name string) (filemode.FileMode, error) {
	if name == "." {
		return filemode.Dir, nil
	}
	e, err := g.tree.FindEntry(name)
	switch {
	case errors.Is(err, object.ErrEntryNotFound), errors.Is(err, object.ErrDirectoryNotFound):
		return 0, fs.ErrNotExist
	case errors.Is(err, plumbing.ErrObjectNotFound): // so, too, below what is no folder
		if above, aboveErr := g.mode(path.Dir(name)); aboveErr == nil && above != filemode.Dir {
			return 0, fs.ErrNotExist
		}
		return 0, err
	case err != nil:
		return 0, err
	}
	return e.Mode, nil
}

func (g gitTree) text(name string) (string, error) {
	f, err := g.tree.File(name)
	if err != nil {
		return "", err
	}
	return f.Contents()
}

// link returns where a path leads if it is a symbolic link.
func (g gitTree) link(name string) (target string, ok bool, err error) {
	if mode, err := g.mode(name); err != nil || mode != filemode.Symlink {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return "", false, err
	}
	target, err = g.text(name)
	return target, true, err
}

// ErrLeaves is wrapped by errors about symbolic links that lead out of their tree.
var ErrLeaves = errors.New("out of the tree")

// mostLinks is how many links a path may lead through, as on Linux.
const mostLinks = 40

// FollowLinks returns the path, without links in it, that a path of a tree leads to;
// nothing need be there. link returns the target of a path that is a symbolic link.
// A link that leads out of the tree, even if only to come back, is an error that wraps
// ErrLeaves and names it; links that lead round in circles are an error.
func FollowLinks(name string, link func(name string) (target string, ok bool, err error)) (string, error) {
	at, last := ".", "" // last is the link taken last
	rest := strings.Split(name, "/")
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && at == ".":
			return "", fmt.Errorf("the symbolic link %s leads %w", last, ErrLeaves)
		case part == "..":
			at = path.Dir(at)
			continue
		}
		next := path.Join(at, part)
		target, ok, err := link(next)
		if err != nil {
			return "", err
		}
		if !ok {
			at = next
			continue
		}
		if last = next; path.IsAbs(target) {
			return "", fmt.Errorf("the symbolic link %s leads %w, to %s", last, ErrLeaves, target)
		}
		if links++; links > mostLinks {
			return "", fmt.Errorf("the symbolic link %s leads round in circles", last)
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return at, nil
}

// walkFiles calls visit for all files of a folder that are wanted, also for those
// behind links to folders, but for a folder that holds itself. link says that the
// file, or a folder that it is in, is a link. Links that lead nowhere are left out.
func walkFiles(folder fs.FS, wanted func(name string) bool, visit func(name string, info fs.FileInfo, link bool) error) error {
	top, err := fs.Stat(folder, ".")
	if err != nil {
		return err
	}
	var walk func(dir string, above []fs.FileInfo, link bool) error
	walk = func(dir string, above []fs.FileInfo, link bool) error {
		entries, err := fs.ReadDir(folder, dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			name, link := path.Join(dir, e.Name()), link || e.Type()&fs.ModeSymlink != 0
			if !link && !e.IsDir() && !wanted(name) {
				continue
			}
			info, err := fs.Stat(folder, name)
			if err != nil && link && (errors.Is(err, fs.ErrNotExist) || !wanted(name)) {
				continue
			}
			switch {
			case err != nil:
			case info.IsDir():
				if !slices.ContainsFunc(above, func(a fs.FileInfo) bool { return sameFile(a, info) }) {
					err = walk(name, append(slices.Clip(above), info), link)
				}
			case wanted(name):
				err = visit(name, info, link)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return walk(".", []fs.FileInfo{top}, false)
}

// sameFile reports whether two names of one file system are of one file.
func sameFile(a, b fs.FileInfo) bool {
	x, isGit := a.Sys().(gitPlace)
	y, both := b.Sys().(gitPlace)
	return isGit && both && x == y || os.SameFile(a, b)
}

// ReadLink implements fs.ReadLinkFS.
func (g gitTree) ReadLink(name string) (string, error) {
	at, err := g.unfollowed(name)
	target, ok := "", false
	if err == nil {
		target, ok, err = g.link(at)
	}
	if err == nil && !ok {
		err = fs.ErrInvalid
	}
	if err != nil {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: err}
	}
	return target, nil
}

// Lstat implements fs.ReadLinkFS.
func (g gitTree) Lstat(name string) (fs.FileInfo, error) {
	if at, err := g.unfollowed(name); err == nil {
		if mode, err := g.mode(at); err == nil && mode == filemode.Symlink {
			return gitInfo{name: path.Base(name), at: at, when: g.when, link: true}, nil
		}
	}
	return fs.Stat(g, name)
}

// unfollowed returns where a path leads but for its last element.
func (g gitTree) unfollowed(name string) (string, error) {
	if !fs.ValidPath(name) || name == "." {
		return name, nil
	}
	dir, err := FollowLinks(path.Dir(name), g.link)
	return path.Join(dir, path.Base(name)), err
}

// gitEntry is an entry of a folder.
type gitEntry struct {
	of   gitTree
	path string
	mode filemode.FileMode
}

func (e gitEntry) Name() string { return path.Base(e.path) }
func (e gitEntry) IsDir() bool  { return e.mode == filemode.Dir }
func (e gitEntry) Info() (fs.FileInfo, error) {
	if e.mode == filemode.Symlink {
		return gitInfo{name: e.Name(), at: e.path, when: e.of.when, link: true}, nil
	}
	return fs.Stat(e.of, e.path)
}
func (e gitEntry) Type() fs.FileMode {
	switch e.mode {
	case filemode.Dir:
		return fs.ModeDir
	case filemode.Symlink:
		return fs.ModeSymlink
	}
	return 0
}

// gitInfo is what is known of a file or folder.
type gitInfo struct {
	name string
	at   string // its path, without links
	size int64
	dir  bool
	link bool // the link itself, not what it leads to
	when time.Time
}

// gitPlace is where a file is, which is what gitInfo.Sys returns.
type gitPlace string

func (i gitInfo) Name() string       { return i.name }
func (i gitInfo) Size() int64        { return i.size }
func (i gitInfo) ModTime() time.Time { return i.when }
func (i gitInfo) IsDir() bool        { return i.dir }
func (i gitInfo) Sys() any           { return gitPlace(i.at) }
func (i gitInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	if i.link {
		return fs.ModeSymlink | 0o777
	}
	return 0o444
}

// gitFile is an open file or folder.
type gitFile struct {
	gitInfo
	text    *strings.Reader
	entries []fs.DirEntry
}

func (f *gitFile) Stat() (fs.FileInfo, error) { return f.gitInfo, nil }
func (f *gitFile) Close() error               { return nil }
func (f *gitFile) Read(b []byte) (int, error) {
	if f.dir {
		return 0, &fs.PathError{Op: "read", Path: f.name, Err: errors.New("is a directory")}
	}
	return f.text.Read(b)
}

// ReadDir implements fs.ReadDirFile.
func (f *gitFile) ReadDir(n int) ([]fs.DirEntry, error) {
	list := f.entries
	if n > 0 && len(list) == 0 {
		return nil, io.EOF
	}
	if n > 0 && len(list) > n {
		list = list[:n]
	}
	f.entries = f.entries[len(list):]
	return list, nil
}
