package corpora

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// Native says how a subject is built and tested by commands of its own, in copies
// of a revision's whole tree. Its versions then hold only the files that count,
// and engines that explain are all that can work on them.
type Native struct {
	Prepare string   `json:"prepare,omitempty"` // run once in each copy
	Build   string   `json:"build"`
	Test    string   `json:"test"`            // status 0 is a pass, 125 no verdict, else a failure
	Only    []string `json:"only"`            // patterns of the files that count; see MatchFile
	Trace   []string `json:"trace,omitempty"` // patterns of the C files that make the program in the machine
	// Overlay are files put into all revisions, by path: what an old release needs
	// on today's systems. They are no changes.
	Overlay   map[string]string `json:"overlay,omitempty"`
	BuildTime time.Duration     `json:"build_time,omitempty"` // limits; 0 is the default
	TestTime  time.Duration     `json:"test_time,omitempty"`
	Memory    int64             `json:"memory,omitempty"` // bytes of address space of a process; 0 is no limit
	Processes int               `json:"processes,omitempty"`
	Revs      map[string]string `json:"revs"` // revisions by version
	Repo      string            `json:"-"`    // folder of the repository
}

type manifestNative struct {
	Prepare   string   `toml:"prepare"`
	Build     string   `toml:"build"`
	Test      string   `toml:"test"`
	Only      []string `toml:"only"`
	Trace     []string `toml:"trace"`
	Overlay   string   `toml:"overlay"`
	BuildTime string   `toml:"build_time"`
	TestTime  string   `toml:"test_time"`
	Memory    int64    `toml:"memory"` // MiB
	Processes int      `toml:"processes"`
}

// MatchFile reports whether a path matches one of the patterns (of path.Match):
// as a whole or by its last element; a pattern that begins with a slash only as a
// whole, one that ends with a slash by what is in that folder.
func MatchFile(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if anchored, ok := strings.CutPrefix(pattern, "/"); ok {
			whole, _ := path.Match(anchored, name)
			return whole
		}
		whole, _ := path.Match(pattern, name)
		last, _ := path.Match(pattern, path.Base(name))
		return whole || last || strings.HasSuffix(pattern, "/") && strings.HasPrefix(name, pattern)
	})
}

// native reads the table [native].
func (l *loader) native() error {
	m := l.m.Native
	if m == nil {
		return nil
	}
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%s: native: %w", l.label, fmt.Errorf(format, args...))
	}
	switch {
	case m.Build == "" || m.Test == "":
		return fail("build or test is missing")
	case len(m.Only) == 0:
		return fail("only is missing: which files count")
	case l.m.Git == "":
		return fail("git is missing: where the revisions come from")
	case m.Memory < 0 || m.Processes < 0:
		return fail("a limit must not be negative")
	}
	n := &Native{Prepare: m.Prepare, Build: m.Build, Test: m.Test, Only: m.Only, Trace: m.Trace, Memory: m.Memory << 20, Processes: m.Processes, Revs: map[string]string{}}
	for _, x := range []struct {
		key, text string
		to        *time.Duration
	}{{"build_time", m.BuildTime, &n.BuildTime}, {"test_time", m.TestTime, &n.TestTime}} {
		d, err := time.ParseDuration(x.text)
		if x.text != "" && (err != nil || d <= 0) {
			return fail("%s: %q is no time, such as 10m", x.key, x.text)
		}
		*x.to = d
	}
	for _, pattern := range slices.Concat(m.Only, m.Trace) {
		if _, err := path.Match(strings.Trim(pattern, "/"), ""); err != nil {
			return fail("%q is no pattern", pattern)
		}
	}
	var err error
	if n.Overlay, err = l.overlay(m.Overlay); err != nil {
		return fail("overlay: %w", err)
	}
	l.s.Native = n
	return nil
}

// overlay reads all files of a folder beside the manifest.
func (l *loader) overlay(dir string) (map[string]string, error) {
	if dir == "" {
		return nil, nil
	}
	if !fs.ValidPath(path.Clean(dir)) {
		return nil, fmt.Errorf("path %q leaves the manifest's folder", dir)
	}
	out := map[string]string{}
	err := fs.WalkDir(l.files, path.Clean(dir), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := regular.FromFS(l.files, name)
		out[strings.TrimPrefix(name, path.Clean(dir)+"/")] = string(data)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("folder %q: %w", dir, cause(err))
	}
	return out, nil
}

// revision loads a version of a native subject: the files of its revision that
// count.
func (l *loader) revision(mv *manifestVersion) (program.Version, error) {
	v := program.Version{Name: mv.Name, Includes: l.m.Includes, Defines: l.m.Defines, Sealed: true}
	if mv.Rev == "" || len(mv.Files) > 0 || mv.Dir != "" || len(mv.Edits) > 0 {
		return v, errors.New("a version that is built by the project's own commands is given by rev alone")
	}
	repo, err := l.repository()
	if err != nil {
		return v, err
	}
	l.s.Native.Repo, l.s.Native.Revs[mv.Name] = repo.dir, mv.Rev
	v.Files, err = repo.texts(mv.Rev, func(name string) bool {
		_, over := l.s.Native.Overlay[name]
		return !over && MatchFile(l.s.Native.Only, name)
	})
	if err == nil && len(v.Files) == 0 {
		err = fmt.Errorf("revision %q: no file counts", mv.Rev)
	}
	return v, err
}
