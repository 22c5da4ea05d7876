package corpora

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CompiledUnit is how a C file is compiled according to a compile_commands.json. All
// paths are absolute and clean.
type CompiledUnit struct {
	File     string
	Object   string   // what is made of it; "" if the entry does not say
	Includes []string // -I, -isystem, -iquote, in order
	Defines  []string // -D: NAME or NAME=VALUE
	Forced   []string // -include
}

// CompileDatabase is the name of the file that says how C files are compiled.
const CompileDatabase = "compile_commands.json"

// ErrNoDatabase is wrapped by errors about a folder without a compile_commands.json.
var ErrNoDatabase = errors.New("no " + CompileDatabase)

// CompiledUnits returns how the C files of a compile_commands.json are compiled, in
// its order, a file as often as it is listed. name is that file or the folder that it
// is in.
func CompiledUnits(name string) ([]CompiledUnit, error) {
	c, err := readCompileCommands(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", name, ErrNoDatabase)
	}
	if err != nil {
		return nil, err
	}
	var list []CompiledUnit
	for i := range c.list {
		e := &c.list[i]
		u := CompiledUnit{File: e.path(e.File)}
		if !strings.HasSuffix(u.File, ".c") {
			continue
		}
		if o := e.object(); o != "" {
			u.Object = e.path(o)
		}
		e.flags(func(flag, value string) {
			switch flag {
			case "-D":
				u.Defines = append(u.Defines, value)
			case "-include":
				u.Forced = append(u.Forced, e.path(value))
			default:
				u.Includes = append(u.Includes, e.path(value))
			}
		})
		list = append(list, u)
	}
	return list, nil
}

// object returns the name of the object file that a command makes, as it stands there.
func (c *compileCommand) object() string {
	if c.Output != "" {
		return c.Output
	}
	for i, a := range c.Arguments {
		if rest, ok := strings.CutPrefix(a, "-o"); i > 0 && ok {
			if rest == "" && i+1 < len(c.Arguments) {
				return c.Arguments[i+1]
			}
			return rest
		}
	}
	return ""
}

// LocateDatabase returns the compile_commands.json of a project: in its folder, or in
// a folder right below it, such as that of a build. Two below are an error.
func LocateDatabase(dir string) (string, error) {
	if name := filepath.Join(dir, CompileDatabase); isFile(name) {
		return name, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, cause(err))
	}
	found := ""
	for _, e := range entries {
		name := filepath.Join(dir, e.Name(), CompileDatabase)
		switch {
		case !isFile(name):
		case found != "":
			return "", fmt.Errorf("%s and %s: say which with --build-dir", found, name)
		default:
			found = name
		}
	}
	if found == "" {
		return "", fmt.Errorf("%s: %w there or in a folder right below", dir, ErrNoDatabase)
	}
	return found, nil
}
