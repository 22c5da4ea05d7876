package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/riftlab/rift/program"
)

// slot is a private copy of the tree.
type slot struct {
	dir    string
	ready  bool              // the tree is there, prepared, and no build was broken off
	have   map[string]string // the changed files that are in it
	output []byte            // of the last command
}

// fill makes the slot hold version v, writing only what differs from what it
// held before.
func (p *Project) fill(ctx context.Context, s *slot, v *program.Version) error {
	if !s.ready {
		if err := p.fresh(s); err != nil {
			return err
		}
	}
	want := map[string]string{}
	for _, f := range v.Files {
		want[f.Name] = f.Text
	}
	headers := false
	for _, name := range sorted(s.have) {
		if _, ok := want[name]; !ok {
			if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			headers = headers || isHeader(name)
			delete(s.have, name)
		}
	}
	for _, name := range sorted(want) {
		if text, ok := s.have[name]; ok && text == want[name] {
			continue
		}
		if err := write(filepath.Join(s.dir, name), file{[]byte(want[name]), p.tree["\x00"+name].mode}); err != nil {
			return err
		}
		headers = headers || isHeader(name)
		s.have[name] = want[name]
	}
	if headers && s.ready {
		// Not every Makefile knows which sources include a header.
		if err := touchSources(s.dir); err != nil {
			return err
		}
	}
	if s.ready {
		return nil
	}
	s.ready = true
	if p.opt.Prepare == "" {
		return nil
	}
	r, err := p.shell(ctx, s, p.opt.Prepare, p.opt.BuildTime)
	if err != nil {
		s.ready = false
		return err
	}
	if r.status != 0 || r.timedOut {
		s.ready = false
		return fmt.Errorf("%s: status %d: %s", p.opt.Prepare, r.status, tail(r.output))
	}
	return nil
}

func isHeader(name string) bool { return strings.HasSuffix(name, ".h") }

// fresh makes the slot hold the files that do not vary and nothing else.
func (p *Project) fresh(s *slot) error {
	if err := os.RemoveAll(s.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	s.have = map[string]string{}
	for _, name := range sorted(p.tree) {
		if name[0] == 0 {
			continue
		}
		if err := write(filepath.Join(s.dir, name), p.tree[name]); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file; symbolic links are made as they are.
func write(name string, f file) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if f.mode == filemode.Symlink {
		return os.Symlink(string(f.data), name)
	}
	mode := os.FileMode(0o666)
	if f.mode == filemode.Executable {
		mode = 0o777
	}
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, f.data) {
		return os.Chmod(name, mode&^0o022)
	}
	return os.WriteFile(name, f.data, mode)
}

// touchSources makes every C file newer than what was built of it.
func touchSources(dir string) error {
	now := time.Now()
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".c") {
			return err
		}
		return os.Chtimes(name, now, now)
	})
}
