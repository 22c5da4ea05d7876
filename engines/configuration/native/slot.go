package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/riftlab/rift/corpora"
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
	included := map[string]bool{} // base names of files that differ and are no C files themselves
	note := func(name string) {
		if !strings.HasSuffix(name, ".c") {
			included[path.Base(name)] = true
		}
	}
	for _, name := range sorted(s.have) {
		if _, ok := want[name]; !ok {
			if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			note(name)
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
		note(name)
		s.have[name] = want[name]
	}
	if s.ready {
		// Not every Makefile knows which sources include a header.
		if err := p.touch(s, including(included, p.Whole(v).Files)); err != nil {
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

// touch makes C files newer than what was built of them.
func (p *Project) touch(s *slot, files []string) error {
	now := time.Now()
	for _, name := range files {
		if !strings.HasSuffix(name, ".c") {
			continue
		}
		if err := os.Chtimes(filepath.Join(s.dir, name), now, now); err != nil {
			return err
		}
	}
	return nil
}

var include = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include\b(?:[ \t]*["<]([^">\n]*)[">])?`)

// including returns the files that include one of those with the base names given,
// directly or not. One whose name a macro gives counts as any.
func including(names map[string]bool, files []program.SourceFile) []string {
	if len(names) == 0 {
		return nil
	}
	includes := make([][]string, len(files))
	for i, f := range files {
		if corpora.MatchFile(documentation, f.Name) {
			continue
		}
		for _, m := range include.FindAllStringSubmatch(f.Text, -1) {
			includes[i] = append(includes[i], path.Base(m[1]))
		}
	}
	reached := maps.Clone(names)
	reached["."] = true // the base of no name
	var out []string
	in := make([]bool, len(files))
	for grown := true; grown; {
		grown = false
		for i, f := range files {
			if !in[i] && slices.ContainsFunc(includes[i], func(n string) bool { return reached[n] }) {
				in[i], grown = true, true
				reached[path.Base(f.Name)] = true
				out = append(out, f.Name)
			}
		}
	}
	return out
}
