package corpora

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// Tree returns the files of a revision. It is not safe for concurrent use.
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

// gitTree is a tree of git as a file system. Symbolic links and submodules are
// not there.
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
	t := g.tree
	if name != "." {
		var err error
		if t, err = g.tree.Tree(name); errors.Is(err, object.ErrDirectoryNotFound) {
			return g.file(name, fail)
		} else if err != nil {
			return fail(err)
		}
	}
	d := &gitFile{gitInfo: gitInfo{name: path.Base(name), dir: true, when: g.when}}
	for _, e := range t.Entries {
		if e.Mode == filemode.Dir || e.Mode.IsFile() && e.Mode != filemode.Symlink {
			d.entries = append(d.entries, gitEntry{g, path.Join(name, e.Name), e.Mode == filemode.Dir})
		}
	}
	return d, nil
}

func (g gitTree) file(name string, fail func(error) (fs.File, error)) (fs.File, error) {
	f, err := g.tree.File(name)
	if errors.Is(err, object.ErrFileNotFound) {
		return fail(fs.ErrNotExist)
	}
	if err != nil {
		return fail(err)
	}
	text, err := f.Contents()
	if err != nil {
		return fail(err)
	}
	return &gitFile{gitInfo: gitInfo{name: path.Base(name), size: int64(len(text)), when: g.when}, text: strings.NewReader(text)}, nil
}

// gitEntry is an entry of a folder.
type gitEntry struct {
	of   gitTree
	path string
	dir  bool
}

func (e gitEntry) Name() string               { return path.Base(e.path) }
func (e gitEntry) IsDir() bool                { return e.dir }
func (e gitEntry) Info() (fs.FileInfo, error) { return fs.Stat(e.of, e.path) }
func (e gitEntry) Type() fs.FileMode {
	if e.dir {
		return fs.ModeDir
	}
	return 0
}

// gitInfo is what is known of a file or folder.
type gitInfo struct {
	name string
	size int64
	dir  bool
	when time.Time
}

func (i gitInfo) Name() string       { return i.name }
func (i gitInfo) Size() int64        { return i.size }
func (i gitInfo) ModTime() time.Time { return i.when }
func (i gitInfo) IsDir() bool        { return i.dir }
func (i gitInfo) Sys() any           { return nil }
func (i gitInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
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
