package project

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-git/v5/plumbing/filemode"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
)

// slot is a private copy of the tree.
type slot struct {
	dir    string
	ready  bool            // the tree is there, prepared, and no build was broken off
	have   map[string]file // what of the version was put into it
	output []byte          // of the last command
	env    []string        // the environment of commands; nil is that of the process
}

// fill makes the slot hold version v, writing only what differs from what it
// held before.
func (p *Project) fill(ctx context.Context, s *slot, v *program.Version) error {
	if info, err := os.Lstat(s.dir); err != nil || !info.IsDir() {
		s.ready = false
	}
	if !s.ready {
		if err := p.fresh(s); err != nil {
			return err
		}
	}
	want, err := p.layout(v)
	if err != nil {
		return err
	}
	if s.ready && p.opt.Prepare != "" && s.differsForPrepare(want) {
		if err := p.fresh(s); err != nil {
			return err
		}
		s.ready = false
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	included := map[string]bool{} // base names of files that differ and are no C files themselves
	note := func(name string) {
		if !strings.HasSuffix(name, ".c") {
			included[path.Base(name)] = true
		}
	}
	for _, name := range sorted(s.have) {
		if _, ok := want[name]; !ok {
			if err := remove(root, name); err != nil {
				return err
			}
			note(name)
			delete(s.have, name)
		}
	}
	var written []string
	for _, name := range sorted(want) {
		if f, ok := s.have[name]; ok && f.same(want[name]) {
			continue
		}
		if err := write(root, name, want[name]); err != nil {
			return err
		}
		note(name)
		s.have[name] = want[name]
		written = append(written, name)
	}
	if err := alike(root, want, written); err != nil {
		return err
	}
	if s.ready {
		// Not every Makefile knows which sources include a header.
		if err := touch(root, including(included, p.Whole(v).Files)); err != nil {
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

// fresh makes the slot hold nothing.
func (p *Project) fresh(s *slot) error {
	if err := os.RemoveAll(s.dir); err != nil {
		return err
	}
	s.have = map[string]file{}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	return p.git.putInto(s.dir)
}

// differsForPrepare reports whether what a slot holds differs from what it is to hold in
// a file that the command which prepares it may read: any but sources in C and what C
// is generated from.
func (s *slot) differsForPrepare(want map[string]file) bool {
	source := []string{".c", ".h", ".y", ".l", ".inc", ".def", ".s", ".S"}
	for _, pair := range [][2]map[string]file{{s.have, want}, {want, s.have}} {
		for name, f := range pair[0] {
			if other, ok := pair[1][name]; (!ok || !f.same(other)) && !slices.Contains(source, path.Ext(name)) {
				return true
			}
		}
	}
	return false
}

// alike gives files the time of now, all the same: none of them is older than what it
// is generated from, and all are younger than what was built before.
func alike(root *os.Root, want map[string]file, names []string) error {
	now := time.Now()
	for _, name := range names {
		if want[name].mode == filemode.Symlink {
			continue
		}
		if err := root.Chtimes(name, now, now); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a file or link, and folders that are empty then, unless what is above
// it is no folder any more.
func remove(root *os.Root, name string) error {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := root.Lstat(dir); err == nil && !info.IsDir() {
			return nil
		}
	}
	if err := root.RemoveAll(name); err != nil {
		return err
	}
	for dir := path.Dir(name); dir != "." && root.Remove(dir) == nil; dir = path.Dir(dir) {
	}
	return nil
}

// write writes a file; symbolic links are made as they are, and never written
// through: what stands where a folder or the file belongs, be it of another version or
// of a build, goes.
func write(root *os.Root, name string, f file) error {
	for i := range name {
		if name[i] != '/' {
			continue
		}
		if info, err := root.Lstat(name[:i]); err == nil && !info.IsDir() {
			if err := root.Remove(name[:i]); err != nil {
				return err
			}
		}
	}
	if err := root.MkdirAll(path.Dir(name), 0o777); err != nil {
		return err
	}
	info, err := root.Lstat(name)
	if err == nil && (!info.Mode().IsRegular() || f.mode == filemode.Symlink) {
		if err := root.RemoveAll(name); err != nil {
			return err
		}
	}
	if f.mode == filemode.Symlink {
		return root.Symlink(string(f.data), name)
	}
	mode := os.FileMode(0o666)
	if f.mode == filemode.Executable {
		mode = 0o777
	}
	if old, err := root.ReadFile(name); err == nil && bytes.Equal(old, f.data) {
		return root.Chmod(name, mode&^0o022)
	}
	return root.WriteFile(name, f.data, mode)
}

// touch makes C files newer than what was built of them.
func touch(root *os.Root, files []string) error {
	now := time.Now()
	for _, name := range files {
		if !strings.HasSuffix(name, ".c") {
			continue
		}
		if info, err := root.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue // a build has taken it away, or put a link in its place
		}
		if err := root.Chtimes(name, now, now); err != nil {
			return err
		}
	}
	return nil
}

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
		for _, t := range csyntax.Lex(f.Text) {
			if t.Kind != csyntax.Directive {
				continue
			}
			if name, ok := csyntax.Include(t.Text); ok {
				includes[i] = append(includes[i], path.Base(name))
			}
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
