package parse

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/libc"
)

// LibraryRoot is the folder, which exists on no disk, under which the run-time
// library's files appear in messages and include paths.
const LibraryRoot = "<rift>"

// hostIncludes are where Linux systems keep headers, for Version.Host.
var hostIncludes = []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}

// Environment is what the units of a version have in common.
type Environment struct {
	pre  cpp.Config
	head []cpp.Source // predefined macros and those of the version
}

// IsSystem reports whether a file is a header of the run-time library or of the host.
func IsSystem(name string) bool {
	for _, dir := range append([]string{LibraryRoot}, hostIncludes...) {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// Environment returns what the units of a version see around them: headers are
// files of the version, then those of the folders that it names, then the run-time
// library's.
func (p *Parser) Environment(v *program.Version) *Environment {
	sys := append([]string(nil), v.Includes...)
	macros := predefined + gccVersion
	if v.Host {
		sys = append(sys, hostIncludes...)
		macros = predefined + gccVersionHost
	}
	sys = append(sys, LibraryRoot+"/include")
	return &Environment{
		pre: cpp.Config{
			Open:  newFileSystem(v).open,
			Dirs:  sys,
			Has:   p.builtins.has,
			Cache: &p.cache.headers,
			Limit: p.Limit,
			Check: p.ctx.Err,
		},
		head: []cpp.Source{{Name: "<predefined>", Text: macros}, {Name: "<defines>", Text: defines(v.Defines)}},
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
	if rest, ok := strings.CutPrefix(name, LibraryRoot+"/"); ok {
		text, err := fs.ReadFile(libc.FS(), rest)
		return string(text), err == nil
	}
	if f.disk && (!f.sealed || path.IsAbs(name)) {
		text, err := os.ReadFile(name)
		return string(text), err == nil
	}
	return "", false
}
