package corpora

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/regular"
)

// CompilerFlags say how C files on disk are compiled.
type CompilerFlags struct {
	Includes []string // -I
	Defines  []string // -D: NAME or NAME=VALUE
	Host     bool     // use the host's headers
	Check    bool     // look for undefined behaviour that goes unnoticed otherwise; see program.Version.Check
	// BuildDir is a folder with a compile_commands.json (or that file), from
	// which the flags -I, -isystem, -iquote, -D and -include of the files are
	// taken; -std and everything else is ignored. Without any files, all that
	// it lists are taken. "" if there is none.
	BuildDir string
}

// ReadFolder returns all C files and headers of a folder, by their paths there, also
// those behind symbolic links. A C file of several names is there once, under the name
// that is no link if there is one, for it is one translation unit; one that another
// file includes is no unit.
func ReadFolder(folder fs.FS) ([]program.SourceFile, error) {
	type found struct {
		file program.SourceFile
		info fs.FileInfo
		link bool
	}
	var all []found
	wanted := func(name string) bool { return path.Ext(name) == ".c" || path.Ext(name) == ".h" }
	err := walkFiles(folder, wanted, func(name string, info fs.FileInfo, link bool) error {
		data, err := regular.FromFS(folder, name)
		all = append(all, found{program.SourceFile{Name: name, Text: string(data)}, info, link})
		return err
	})
	if err != nil {
		return nil, err
	}
	var files []program.SourceFile
	for i, f := range all {
		same := func(o found) bool { return sameFile(o.info, f.info) }
		if f.link && path.Ext(f.file.Name) == ".c" && (slices.ContainsFunc(all[:i], same) ||
			slices.ContainsFunc(all[i+1:], func(o found) bool { return !o.link && same(o) })) {
			continue
		}
		files = append(files, f.file)
	}
	MarkIncluded(files)
	return files, nil
}

// Includes returns the names of the files that a text includes by name, in order.
func Includes(text string) []string {
	var list []string
	for _, t := range csyntax.Directives(text) {
		if name, ok := csyntax.Include(t.Text); ok && name != "" {
			list = append(list, name)
		}
	}
	return list
}

// MarkIncluded marks the C files that other files include by a path from their own
// folder, as amalgamations and tests do. A file that includes itself is a unit.
func MarkIncluded(files []program.SourceFile) {
	at := map[string]int{}
	for i := range files {
		if files[i].Unit() {
			at[files[i].Name] = i
		}
	}
	for _, f := range files {
		for _, name := range Includes(f.Text) {
			if i, ok := at[path.Join(path.Dir(f.Name), name)]; ok && files[i].Name != f.Name {
				files[i].Included = true
			}
		}
	}
}

// LoadSources makes a version of C files on disk. Headers are looked for in
// the folders of the files, in Includes, and among the run-time library's.
func LoadSources(files []string, o CompilerFlags) (*program.Version, error) {
	v := &program.Version{Includes: slices.Clone(o.Includes), Defines: slices.Clone(o.Defines), Host: o.Host, Check: o.Check}
	forced := map[string][]string{} // -include, by file
	if o.BuildDir != "" {
		commands, err := readCompileCommands(o.BuildDir)
		if err != nil {
			return nil, err
		}
		if files, err = commands.apply(v, files, forced); err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no C files given")
	}
	for _, f := range files {
		if !strings.HasSuffix(f, ".c") {
			return nil, fmt.Errorf("%s: not a C file: its name does not end in .c", f)
		}
		data, err := regular.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, cause(err))
		}
		name := filepath.ToSlash(filepath.Clean(f))
		text := string(data)
		if len(forced[f]) > 0 {
			var head strings.Builder
			for _, h := range forced[f] {
				fmt.Fprintf(&head, "#include %q\n", filepath.ToSlash(h))
			}
			text = head.String() + fmt.Sprintf("#line 1 %q\n", name) + text
		}
		v.Files = append(v.Files, program.SourceFile{Name: name, Text: text})
		if dir := filepath.ToSlash(filepath.Dir(f)); !slices.Contains(v.Includes, dir) {
			v.Includes = append(v.Includes, dir)
		}
	}
	v.Name = filepath.Base(files[0])
	return v, nil
}

// compileCommand is an entry of compile_commands.json.
//
// Source: clang.llvm.org/docs/JSONCompilationDatabase.html
type compileCommand struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments"`
	Command   string   `json:"command"`
	Output    string   `json:"output"`
}

func (c *compileCommand) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.Directory, name)
}

type compileCommands struct {
	name string // of the file
	list []compileCommand
}

func readCompileCommands(dir string) (*compileCommands, error) {
	c := &compileCommands{name: dir}
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		c.name = filepath.Join(dir, "compile_commands.json")
	}
	data, err := regular.ReadFile(c.name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, cause(err))
	}
	if err := json.Unmarshal(data, &c.list); err != nil {
		return nil, fmt.Errorf("%s: %w", c.name, err)
	}
	base, err := filepath.Abs(filepath.Dir(c.name))
	if err != nil {
		return nil, err
	}
	for i := range c.list {
		e := &c.list[i]
		if !filepath.IsAbs(e.Directory) {
			e.Directory = filepath.Join(base, e.Directory)
		}
		if len(e.Arguments) == 0 {
			words, err := splitWords(e.Command)
			if err != nil {
				return nil, fmt.Errorf("%s: entry %d: %w", c.name, i+1, err)
			}
			for _, w := range words {
				e.Arguments = append(e.Arguments, w.text)
			}
		}
	}
	return c, nil
}

// apply adds the flags of the files to v and their -include to forced. It
// returns the files: those given, or all.
func (c *compileCommands) apply(v *program.Version, files []string, forced map[string][]string) ([]string, error) {
	if len(files) == 0 {
		files = nil // the caller's array may hold something else behind
		for i := range c.list {
			if f := c.list[i].path(c.list[i].File); strings.HasSuffix(f, ".c") && !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	for _, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(c.list, func(e compileCommand) bool { return e.path(e.File) == abs })
		if i < 0 {
			return nil, fmt.Errorf("%s: no entry for %s", c.name, f)
		}
		e := &c.list[i]
		e.flags(func(flag, value string) {
			switch flag {
			case "-D":
				v.Defines = appendNew(v.Defines, value)
			case "-include":
				forced[f] = append(forced[f], e.path(value))
			default:
				v.Includes = appendNew(v.Includes, filepath.ToSlash(e.path(value)))
			}
		})
	}
	return files, checkDefines(c.name, v.Defines)
}

// flags calls see with each flag that counts and its value, which may be part
// of the same argument or the next one.
func (c *compileCommand) flags(see func(flag, value string)) {
	for i := 1; i < len(c.Arguments); i++ {
		for _, flag := range []string{"-include", "-isystem", "-iquote", "-I", "-D"} {
			value, ok := strings.CutPrefix(c.Arguments[i], flag)
			if !ok {
				continue
			}
			if value == "" && i+1 < len(c.Arguments) {
				i++
				value = c.Arguments[i]
			}
			if value != "" {
				see(flag, value)
			}
			break
		}
	}
}

// checkDefines refuses files that are compiled with different values of a
// macro, for a version has one set of macros for all.
func checkDefines(name string, defines []string) error {
	values := map[string]string{}
	for _, d := range defines {
		macro, value, _ := strings.Cut(d, "=")
		if old, ok := values[macro]; ok && old != value {
			return fmt.Errorf("%s: macro %s is defined as %q for one file and as %q for another", name, macro, old, value)
		}
		values[macro] = value
	}
	return nil
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
