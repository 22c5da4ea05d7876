package corpora

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// SIROptions adjust LoadSIR.
type SIROptions struct {
	Name     string // of the subject; the folder's name if empty
	Universe string // path of the test file; testplans.alt/universe in the folder if empty
}

const (
	sirOriginal = "source.alt/source.orig"
	sirVersions = "versions.alt/versions.orig"
	sirUniverse = "testplans.alt/universe"
)

// LoadSIR loads a program in the layout of the Software-artifact
// Infrastructure Repository: the original in source.alt/source.orig, the
// versions in versions.alt/versions.orig/vN, the tests in
// testplans.alt/universe, files for "<" in inputs.
//
// The subject's versions are "orig" and "v1", "v2", ... in numeric order. A
// file that a version lacks is the original's. There is a pair for each vN,
// named "vN", with "orig" as the old and the golden version: the changes were
// seeded. A pair of equal sources is marked as equivalent. The input model is
// inferred from the tests: see inferModel.
func LoadSIR(dir string, o SIROptions) (*Subject, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoSubject, dir, cause(err))
	}
	defer root.Close()
	files := root.FS()
	s := &Subject{Name: o.Name, Dir: filepath.ToSlash(dir)}
	if s.Name == "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		s.Name = filepath.Base(abs)
	}
	s.Title = s.Name + " in the SIR layout"
	if err := loadSIRVersions(s, files); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if err := loadSIRTests(s, files, o.Universe); err != nil {
		return nil, err
	}
	s.Model = inferModel(s.Tests)
	return s, nil
}

func loadSIRVersions(s *Subject, files fs.FS) error {
	orig, err := sirVersion(files, sirOriginal, "orig", nil)
	if err != nil {
		return err
	}
	s.Versions = append(s.Versions, orig)
	entries, err := fs.ReadDir(files, sirVersions)
	if err != nil {
		return fmt.Errorf("%s: %w", sirVersions, cause(err))
	}
	var numbers []int
	for _, e := range entries {
		if n, err := strconv.Atoi(strings.TrimPrefix(e.Name(), "v")); err == nil && e.IsDir() && e.Name() == fmt.Sprintf("v%d", n) {
			numbers = append(numbers, n)
		}
	}
	sort.Ints(numbers)
	for _, n := range numbers {
		name := fmt.Sprintf("v%d", n)
		v, err := sirVersion(files, path.Join(sirVersions, name), name, &orig)
		if err != nil {
			return err
		}
		s.Versions = append(s.Versions, v)
		s.Pairs = append(s.Pairs, Pair{
			Name: name, Old: "orig", New: name, Golden: "orig", Kind: "seeded fault", Seeded: true, Differ: -1,
			Equivalent: v.Hash() == orig.Hash(), // some versions in circulation are plain copies
		})
	}
	if len(numbers) == 0 {
		return fmt.Errorf("%s: no folder called v1, v2 or the like", sirVersions)
	}
	return nil
}

// sirVersion reads the C files and headers of a folder; those that it lacks
// are taken from orig.
func sirVersion(files fs.FS, dir, name string, orig *program.Version) (program.Version, error) {
	v := program.Version{Name: name}
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return v, fmt.Errorf("%s: %w", dir, cause(err))
	}
	found := map[string]string{}
	for _, e := range entries {
		if ext := path.Ext(e.Name()); ext == ".c" || ext == ".h" {
			data, err := regular.FromFS(files, path.Join(dir, e.Name()))
			if err != nil {
				return v, fmt.Errorf("%s: %w", path.Join(dir, e.Name()), cause(err))
			}
			found[e.Name()] = string(data)
		}
	}
	if orig != nil {
		for _, f := range orig.Files {
			if _, ok := found[f.Name]; !ok {
				found[f.Name] = f.Text
			}
		}
	}
	units := 0
	for n, text := range found {
		v.Files = append(v.Files, program.SourceFile{Name: n, Text: text})
		if path.Ext(n) == ".c" {
			units++
		}
	}
	sort.Slice(v.Files, func(i, j int) bool { return v.Files[i].Name < v.Files[j].Name })
	if units == 0 {
		return v, fmt.Errorf("%s: no C file", dir)
	}
	return v, nil
}

func loadSIRTests(s *Subject, files fs.FS, universe string) error {
	label := universe
	var data []byte
	var err error
	if universe == "" {
		label = path.Join(s.Dir, sirUniverse)
		data, err = regular.FromFS(files, sirUniverse)
	} else {
		data, err = regular.ReadFile(universe)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", label, cause(err))
	}
	s.Tests, err = ParseUniverse(label, data, false, func(file string) ([]byte, error) { return sirInput(files, file) })
	if err != nil {
		return err
	}
	read := map[string]program.Bytes{}
	for i := range s.Tests {
		if err := addSIRFiles(files, &s.Tests[i].Input, read); err != nil {
			return fmt.Errorf("%s:%d: %w", label, i+1, err)
		}
	}
	return nil
}

// addSIRFiles gives a test the files of the folder inputs that its arguments name. A
// program is run in a folder beside that one, which is what /home/user is to
// /home/inputs. read are the files read so far.
func addSIRFiles(files fs.FS, in *program.Input, read map[string]program.Bytes) error {
	seen := map[string]bool{}
	for _, a := range in.Args {
		name := path.Clean(strings.TrimPrefix(string(a), "../"))
		if !strings.HasPrefix(string(a), "../inputs/") || !strings.HasPrefix(name, "inputs/") || !fs.ValidPath(name) || seen[name] {
			continue
		}
		seen[name] = true
		data, ok := read[name]
		if !ok {
			info, err := fs.Stat(files, name)
			if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
				continue
			}
			if data, err = regular.FromFS(files, name); err != nil {
				return err
			}
			read[name] = data
		}
		in.Files = append(in.Files, program.File{Name: "/home/" + name, Data: data})
	}
	in.SortFiles()
	return nil
}

// sirInput reads a file that a test names for its standard input. The
// subjects disagree about the folder in which tests are run: it is inputs for
// most, scripts for others, and some have the folder itself in mind.
func sirInput(files fs.FS, name string) ([]byte, error) {
	for _, dir := range []string{"inputs", "scripts", "."} {
		p := path.Join(dir, name)
		if !fs.ValidPath(p) {
			continue
		}
		data, err := regular.FromFS(files, p)
		if !errors.Is(err, fs.ErrNotExist) {
			return data, err
		}
	}
	return nil, fmt.Errorf("file %q is not in the subject's folder", name)
}

// inferModel guesses an input model from a pool: as many arguments as most
// tests have. An argument that is a decimal integer in all of those tests
// varies over their range and prefers their values; any other varies over
// strings that are no longer than theirs.
func inferModel(tests []program.Test) program.InputModel {
	var m program.InputModel
	counts := map[int]int{}
	usual, stdin := 0, 0
	for i := range tests {
		n := len(tests[i].Input.Args)
		counts[n]++
		if counts[n] > counts[usual] || counts[n] == counts[usual] && n < usual {
			usual = n
		}
		stdin = max(stdin, len(tests[i].Input.Stdin))
	}
	for arg := range usual {
		var texts []string
		for i := range tests {
			if len(tests[i].Input.Args) == usual {
				texts = append(texts, string(tests[i].Input.Args[arg]))
			}
		}
		m.Args = append(m.Args, inferArg(texts))
	}
	if stdin > 0 {
		m.Stdin = &program.ContentModel{Size: stdin}
	}
	return m
}

func inferArg(texts []string) program.ArgModel {
	longest := 0
	numbers := map[int64]bool{}
	for _, t := range texts {
		longest = max(longest, len(t))
		if v, err := strconv.ParseInt(t, 10, 64); err == nil {
			numbers[v] = true
		} else {
			numbers = nil
			break
		}
	}
	if numbers == nil {
		for _, t := range texts {
			longest = max(longest, len(t))
		}
		return program.ArgModel{String: &program.ContentModel{Size: longest}}
	}
	values := make([]int64, 0, len(numbers))
	for v := range numbers {
		values = append(values, v)
	}
	sort.Slice(values, func(i, j int) bool { return values[i] < values[j] })
	return program.ArgModel{Int: &program.IntDomain{Min: values[0], Max: values[len(values)-1], Values: values}}
}
