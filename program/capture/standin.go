// Package capture learns from a build how a project is compiled and linked.
//
// Terms: a *stand-in* is a small program with the name of a compiler, an archiver or a
// linker that the build finds first in PATH; it notes how it was called and becomes
// the tool that it stands for, so that the build makes what it would make without it.
// A *call* is what a stand-in has noted. A *database* is what the calls come to: how
// each C file is compiled (compile_commands.json), and of what each program, library and
// archive is made (link_commands.json).
//
// Stand-ins lie in a folder that stays, for builds remember where they have found a
// compiler (CMake does); without a folder for calls they are nothing but the tool.
package capture

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Variables of the environment that stand-ins heed.
const (
	callsVariable = "RIFT_CAPTURE"       // the folder for calls
	flagsVariable = "RIFT_CAPTURE_FLAGS" // what compilers get behind their own arguments, parted by blanks
)

// kind says what a tool does.
type kind string

const (
	compiler kind = "cc"
	cxx      kind = "c++" // what it compiles does not count, but what it links
	archiver kind = "ar"
	linker   kind = "ld"
)

// names are the names of tools that there are stand-ins for.
var names = []struct {
	kind kind
	re   *regexp.Regexp
}{
	{compiler, regexp.MustCompile(`^([\w.]+-)*(cc|gcc|clang|c89|c99|c11|c17|tcc|icc|icx)(-[0-9.]+)?$`)},
	{cxx, regexp.MustCompile(`^([\w.]+-)*(c\+\+|g\+\+|clang\+\+)(-[0-9.]+)?$`)},
	{archiver, regexp.MustCompile(`^([\w.]+-)*ar(-[0-9.]+)?$`)},
	{linker, regexp.MustCompile(`^([\w.]+-)*ld(\.\w+)?(-[0-9.]+)?$`)},
}

// kindOf returns what a tool of this name does; "" if it needs no stand-in.
func kindOf(name string) kind {
	for _, n := range names {
		if n.re.MatchString(name) {
			return n.kind
		}
	}
	return ""
}

// StandIns are the stand-ins for the tools of one PATH.
type StandIns struct {
	// Dir is the folder that comes first in PATH.
	Dir  string
	base string
}

// Install makes stand-ins below base for all compilers, archivers and linkers in the
// folders of path, as PATH has them. Those that are there already stay.
func Install(base, path string) (*StandIns, error) {
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(base); err == nil {
		base = resolved
	}
	tools := map[string]string{}
	for _, dir := range filepath.SplitList(path) {
		if resolved, err := filepath.EvalSymlinks(dir); err == nil && within(base, resolved) {
			continue // stand-ins of an outer capture
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // PATH may name folders that are not there
		}
		for _, e := range entries {
			at := filepath.Join(dir, e.Name())
			if info, err := os.Stat(at); tools[e.Name()] == "" && kindOf(e.Name()) != "" && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && filepath.IsAbs(at) {
				tools[e.Name()] = at
			}
		}
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(tools)), func(n string) bool { return kindOf(n) == compiler }) {
		return nil, errors.New("no C compiler in PATH: install gcc or clang")
	}
	dir, err := install(base, tools)
	return &StandIns{dir, base}, err
}

// within reports whether a path is a folder or lies in it.
func within(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// install makes a folder of stand-ins, named by what they stand for.
func install(base string, tools map[string]string) (string, error) {
	scripts := map[string]string{}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		scripts[name] = script(kindOf(name), tools[name])
		fmt.Fprintf(h, "%d:%s%d:%s", len(name), name, len(scripts[name]), scripts[name])
	}
	dir := filepath.Join(base, hex.EncodeToString(h.Sum(nil))[:16])
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	for name, text := range scripts {
		at := filepath.Join(dir, name)
		if have, err := os.ReadFile(at); err == nil && string(have) == text {
			continue
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		part, err := os.CreateTemp(dir, ".part-*") // another process may be at the same
		if err != nil {
			return "", err
		}
		_, err = part.WriteString(text)
		if err := errors.Join(err, part.Chmod(0o755), part.Close()); err != nil {
			return "", err
		}
		if err := os.Rename(part.Name(), at); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// script returns a stand-in for a tool. It writes to a file of its own process, so that
// calls side by side are not mixed up, the number of its arguments, what kind of tool it
// is, the working folder, the arguments, and the files of arguments among them: they
// may be gone when the build has ended. What the tool calls is not noted.
func script(k kind, tool string) string {
	flags := ""
	if k == compiler || k == cxx {
		flags = " $" + flagsVariable
	}
	return `#!/bin/sh
# A stand-in of rift for the tool below: it notes the call if ` + callsVariable + ` names a folder.
if [ -n "$` + callsVariable + `" ]; then
	{
		printf '%s\000` + string(k) + `\000%s\000' "$#" "$PWD"
		for a do
			printf '%s\000' "$a"
		done
		for a do
			case $a in
			@?*) if [ -f "${a#@}" ]; then printf '%s\000' "$a"; cat "${a#@}"; printf '\000'; fi ;;
			esac
		done
		printf '\000'
	} >>"$` + callsVariable + `/$$" 2>/dev/null
	` + callsVariable + `=
fi
exec ` + quoted(tool) + ` "$@"` + flags + "\n"
}

// quoted returns a word for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Environ returns an environment whose PATH begins with the stand-ins, for calls to be
// noted in a folder ("" notes none), with flags that compilers get in addition. Tools
// that the environment names by their paths, such as CC=/opt/bin/gcc, become stand-ins.
func (s *StandIns) Environ(env []string, calls string, flags ...string) ([]string, error) {
	var out []string
	path := s.Dir
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		switch name {
		case callsVariable, flagsVariable:
			continue
		case "PATH":
			path += string(filepath.ListSeparator) + value
			continue
		case "CC", "AR", "LD", "HOSTCC", "BUILD_CC", "CC_FOR_BUILD", "CXX":
			word, rest, _ := strings.Cut(value, " ")
			at, err := s.standIn(word)
			if err != nil {
				return nil, err
			}
			e = strings.TrimSuffix(name+"="+at+" "+rest, " ")
		}
		out = append(out, e)
	}
	out = append(out, "PATH="+path)
	if calls != "" {
		out = append(out, callsVariable+"="+calls)
	}
	if len(flags) > 0 {
		out = append(out, flagsVariable+"="+strings.Join(flags, " "))
	}
	return out, nil
}

// Words returns the words of a command with stand-ins for the tools that they name by
// their paths: CC=/opt/bin/gcc, -DCMAKE_C_COMPILER=/opt/bin/gcc.
func (s *StandIns) Words(command []string) ([]string, error) {
	out := slices.Clone(command)
	for i, w := range out {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			continue
		}
		at, err := s.standIn(value)
		if err != nil {
			return nil, err
		}
		out[i] = name + "=" + at
	}
	return out, nil
}

// standIn returns a stand-in for a tool given by its absolute path, and everything else
// as it is.
func (s *StandIns) standIn(tool string) (string, error) {
	name := filepath.Base(tool)
	if !filepath.IsAbs(tool) || kindOf(name) == "" || within(s.base, tool) {
		return tool, nil
	}
	if info, err := os.Stat(tool); err != nil || !info.Mode().IsRegular() {
		return tool, nil //nolint:nilerr // what the tool is, the build will notice
	}
	dir, err := install(s.base, map[string]string{name: tool})
	return filepath.Join(dir, name), err
}
