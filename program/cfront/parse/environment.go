package parse

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
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
			Open:  p.newFileSystem(v).open,
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
	reads  map[string]string
}

func (p *Parser) newFileSystem(v *program.Version) *fileSystem {
	f := &fileSystem{files: make(map[string]string, len(v.Files)), disk: NeedsDisk(v), sealed: v.Sealed, reads: p.reads}
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
		f.reads[name] = digest(text, err)
		return string(text), err == nil
	}
	return "", false
}

// NeedsDisk reports whether files of this machine that are none of the version's decide
// about what it means.
func NeedsDisk(v *program.Version) bool { return v.Host || len(v.Includes) > 0 && !v.Sealed }

// A Read is a file of this machine that was looked for.
type Read struct {
	Name   string // as it was looked for
	Digest string // of its content, "" if it could not be read
}

// Current reports whether the file is as it was.
func (r *Read) Current() bool { return digest(os.ReadFile(r.Name)) == r.Digest }

func digest(text []byte, err error) string {
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return string(sum[:])
}

// Reads returns the files of this machine that the units so far were made from, and those
// that were not there, by name. Their versions need the disk.
func (p *Parser) Reads() []Read {
	list := make([]Read, 0, len(p.reads))
	for _, name := range slices.Sorted(maps.Keys(p.reads)) {
		list = append(list, Read{name, p.reads[name]})
	}
	return list
}
