package cfront

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/dialect"
	"github.com/riftlab/rift/program/libc"
)

// libRoot is the folder, which exists on no disk, under which the run-time
// library's files appear in messages and include paths.
const libRoot = "<rift>"

// hostIncludes are where Linux systems keep headers, for Version.Host.
var hostIncludes = []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}

// environment is what the units of a version have in common.
type environment struct {
	pre  cpp.Config
	head []cpp.Source // predefined macros and those of the version
}

// prepare preprocesses a unit and writes it for the parser.
func (c *compiler) prepare(env *environment, name, text string) (*dialect.Source, []error) {
	u, errs := cpp.Preprocess(&env.pre, append(slices.Clone(env.head), cpp.Source{Name: name, Text: text})...)
	if len(errs) > 0 {
		return nil, errs
	}
	return dialect.Write(u)
}

// environmentOf returns what the units of a version see around them: headers are
// files of the version, then those of the folders that it names, then the run-time
// library's.
func (c *compiler) environmentOf(v *program.Version) *environment {
	sys := append([]string(nil), v.Includes...)
	macros := predefined + gccVersion
	if v.Host {
		sys = append(sys, hostIncludes...)
		macros = predefined + gccVersionHost
	}
	sys = append(sys, libRoot+"/include")
	return &environment{
		pre: cpp.Config{
			Open:  newFileSystem(v).open,
			Dirs:  sys,
			Has:   has,
			Cache: &c.cache.headers,
			Limit: c.limit,
			Check: c.ctx.Err,
		},
		head: []cpp.Source{{Name: "<predefined>", Text: macros}, {Name: "<defines>", Text: defines(v.Defines)}},
	}
}

// parserConfig returns the configuration of the parser. It reads no file.
func (c *compiler) parserConfig() (*cc.Config, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, err
	}
	cfg := &cc.Config{
		ABI:                        abi,
		ABILayout:                  true,
		IgnoreNegativeShiftAmounts: true,
		FS:                         noFiles{},
		FSOnly:                     true,
		Predefined:                 predefined + gccVersion,
		SourceCache:                &c.cache.sources,
		PragmaHandler:              func([]cc.Token) error { return nil },
	}
	return cfg, cfg.ApplyOptions("-std=gnu17")
}

// noFiles is a file system without files.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// declarations returns what precedes every unit: the parser's and rift's
// declarations of builtins, for a kind of wide strings. The parser's macros of
// builtins are left out: rewrite stands for them.
func (c *compiler) declarations(wide string) (string, error) {
	c.cache.mu.Lock()
	text, ok := c.cache.heads[wide]
	c.cache.mu.Unlock()
	if ok {
		return text, nil
	}
	var sb strings.Builder
	for line := range strings.Lines(cc.Builtin + builtinDecls) {
		if !strings.HasPrefix(line, "#") {
			sb.WriteString(strings.ReplaceAll(line, "typedef __WCHAR_TYPE__ __predefined_wchar_t", "typedef "+dialect.WideTypes[wide]+" __predefined_wchar_t"))
		}
	}
	u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "<predefined>", Text: predefined + gccVersion}, cpp.Source{Name: "<builtin>", Text: sb.String()})
	if len(errs) > 0 {
		return "", errs[0]
	}
	text = dialect.Plain(u)
	c.cache.mu.Lock()
	c.cache.heads[wide] = text
	c.cache.mu.Unlock()
	return text, nil
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
	files  map[string]string
	disk   bool
	sealed bool // of the disk, only what has an absolute name
}

func newFileSystem(v *program.Version) *fileSystem {
	f := &fileSystem{files: make(map[string]string, len(v.Files)), disk: v.Host || len(v.Includes) > 0 && !v.Sealed, sealed: v.Sealed}
	for _, s := range v.Files {
		f.files[path.Clean(s.Name)] = s.Text
	}
	return f
}

// open returns the text of a file, whose name may be any path.
func (f *fileSystem) open(name string) (string, bool) {
	name = path.Clean(filepath.ToSlash(name))
	if text, ok := f.files[name]; ok {
		return text, true
	}
	if rest, ok := strings.CutPrefix(name, libRoot+"/"); ok {
		text, err := fs.ReadFile(libc.FS(), rest)
		return string(text), err == nil
	}
	if f.disk && (!f.sealed || path.IsAbs(name)) {
		text, err := os.ReadFile(name)
		return string(text), err == nil
	}
	return "", false
}
