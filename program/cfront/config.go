package cfront

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
)

// libRoot is the folder, which exists on no disk, under which the run-time
// library's files appear in messages and include paths.
const libRoot = "<rift>"

// expansionLimit bounds the work of macro expansion per translation unit, so
// that no source makes the preprocessor run away. Real programs stay three
// orders of magnitude below.
const expansionLimit = 20_000_000

// hostIncludes are where Linux systems keep headers, for Version.Host.
var hostIncludes = []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}

// newConfig returns the configuration of the parser for translation units of
// v, but for the pragma handler that each needs for itself, and the texts that
// precede each of them: predefined macros, rift's declarations and macros of
// builtins, the version's definitions. They are in this order so that what a
// version defines does not reach into rift's declarations.
func (c *compiler) newConfig(v *program.Version) (*cc.Config, []cc.Source, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, nil, err
	}
	sys := append([]string(nil), v.Includes...)
	if v.Host {
		sys = append(sys, hostIncludes...)
	}
	sys = append(sys, libRoot+"/include")
	macros := predefined + gccVersion
	if v.Host {
		macros = predefined + gccVersionHost
	}
	cfg := &cc.Config{
		ABI:                        abi,
		ABILayout:                  true,
		IgnoreNegativeShiftAmounts: true,
		FS:                         newFileSystem(v),
		FSOnly:                     true,
		IncludePaths:               append([]string{""}, sys...),
		SysIncludePaths:            sys,
		ExpansionLimit:             expansionLimit,
		HasBuiltin:                 hasBuiltin,
		Predefined:                 macros,
		SourceCache:                &c.cache.sources,
	}
	if err := cfg.ApplyOptions("-std=gnu17"); err != nil {
		return nil, nil, err
	}
	return cfg, []cc.Source{
		{Name: "<predefined>", Value: macros},
		{Name: "<builtin>", Value: cc.Builtin + builtinDecls},
		{Name: "<defines>", Value: defines(v.Defines)},
	}, nil
}

// pragmaOnce returns a handler for one translation unit that honours "#pragma
// once" and ignores all other pragmas.
func pragmaOnce() func([]cc.Token) error {
	seen := map[string]bool{}
	return func(toks []cc.Token) error {
		if len(toks) == 0 || toks[0].SrcStr() != "once" {
			return nil
		}
		name := toks[0].Position().Filename
		if seen[name] {
			return cc.SkipSource
		}
		seen[name] = true
		return nil
	}
}

// defines writes -D options as source text.
func defines(list []string) string {
	var sb strings.Builder
	for _, d := range list {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		sb.WriteString("#define " + name + " " + value + "\n")
	}
	return sb.String()
}

// fileSystem finds headers: the files of the version by name, then the
// run-time library's under libRoot, then, if the version asks for folders
// beyond its own files, the disk.
type fileSystem struct {
	files    map[string]string
	disk     bool
	sealed   bool // of the disk, only what has an absolute name
	literals *literals
	absent   map[string]bool // files that exist nowhere and are to be taken for empty
}

func newFileSystem(v *program.Version) *fileSystem {
	f := &fileSystem{files: make(map[string]string, len(v.Files)), disk: v.Host || len(v.Includes) > 0 && !v.Sealed, sealed: v.Sealed}
	for _, s := range v.Files {
		f.files[path.Clean(s.Name)] = s.Text
	}
	return f
}

// Open implements fs.FS; unlike there, a name may be any path.
func (f *fileSystem) Open(name string) (fs.File, error) {
	name = path.Clean(filepath.ToSlash(name))
	if text, ok := f.files[name]; ok {
		return f.textFile(name, rewriteLinemarkers(text)), nil
	}
	if f.absent[name] {
		return absentFile{f.textFile(name, "")}, nil
	}
	if rest, ok := strings.CutPrefix(name, libRoot+"/"); ok {
		return libc.FS().Open(rest)
	}
	if f.disk && (!f.sealed || path.IsAbs(name)) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		return f.textFile(name, string(text)), nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// with returns the same files, and the absent ones, for a unit: with literals as
// the parser wants them.
func (f *fileSystem) with(lits *literals, absent map[string]bool) *fileSystem {
	own := *f
	own.literals, own.absent = lits, absent
	return &own
}

func (f *fileSystem) textFile(name, text string) *textFile {
	text = enterMark + f.literals.rewrite(name, text)
	return &textFile{name: name, Reader: strings.NewReader(text), size: int64(len(text))}
}

// textFile is an open file of a version.
type textFile struct {
	*strings.Reader
	name string
	size int64
}

func (t *textFile) Stat() (fs.FileInfo, error) { return t, nil }
func (t *textFile) Close() error               { return nil }
func (t *textFile) Name() string               { return path.Base(t.name) }
func (t *textFile) Size() int64                { return t.size }
func (t *textFile) Mode() fs.FileMode          { return 0o444 }
func (t *textFile) ModTime() time.Time         { return time.Time{} }
func (t *textFile) IsDir() bool                { return false }
func (t *textFile) Sys() any                   { return nil }

var _ io.Reader = (*textFile)(nil)

// rewriteLinemarkers turns the linemarkers of preprocessed text, which the
// parser ignores ("# 10 "f.c" 2"), into the #line directives that it honours.
func rewriteLinemarkers(text string) string {
	if !strings.Contains(text, "# ") {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		rest, ok := strings.CutPrefix(l, "# ")
		if !ok || rest == "" || rest[0] < '0' || rest[0] > '9' {
			continue
		}
		// Drop the flags after the file name: #line allows none.
		if a := strings.IndexByte(rest, '"'); a >= 0 {
			if b := strings.IndexByte(rest[a+1:], '"'); b >= 0 {
				rest = rest[:a+b+2] + "\n"
			}
		}
		lines[i] = "#line " + rest
	}
	return strings.Join(lines, "")
}
