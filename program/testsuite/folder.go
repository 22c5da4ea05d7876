package testsuite

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/libc"
	"github.com/riftlab/rift/program/regular"
)

// Test is a test of a folder.
type Test struct {
	Name    string          `json:"name"` // see TestName
	Input   program.Input   `json:"input"`
	Outcome program.Outcome `json:"outcome"`
	// Note says what else is worth knowing, such as why the test was kept.
	Note string `json:"note,omitempty"`
}

// Failed reports whether the test shows an error of the program.
func (t *Test) Failed() bool { return t.Outcome.Ending == program.Faulted || t.Outcome.Failure() != "" }

// Subject is the program that tests are of.
type Subject struct {
	Program *program.Program
	Name    string   // argument 0
	Sources []string // translation units, as paths that a C compiler finds
	Hash    string   // SHA-256 of the sources, in hexadecimal

	Producer string    // the tool with its version
	Created  time.Time // of the folder
}

// format writes one file of a test; ok is false if the format has no way to
// say what the test is.
type format struct {
	name string
	file func(test string) string // relative to the folder
	text func(s *Subject, t *Test) (data []byte, ok bool)
}

func suffix(s string) func(string) string { return func(test string) string { return test + s } }

// formats lists what a test is written as, beside JSON, in the order of writing.
var formats = []format{
	{"ktest", suffix(".ktest"), func(s *Subject, t *Test) ([]byte, bool) {
		var buf bytes.Buffer
		err := WriteKTest(&buf, s.Name, &t.Input)
		return buf.Bytes(), err == nil
	}},
	{"testcomp", func(test string) string {
		return filepath.Join(suiteFolder, "testcase-"+strings.TrimPrefix(test, "test")+".xml")
	}, testcase},
	{"sh", suffix(".sh"), shellReproducer},
	{"c", suffix(".repro.c"), cReproducer},
}

// Formats lists the names of formats: "json" is always written; "ktest" is
// KLEE's; "testcomp" makes a Test-Comp test suite in the folder "testcomp"; "sh"
// and "c" are reproducers.
func Formats() []string {
	list := []string{"json"}
	for _, f := range formats {
		list = append(list, f.name)
	}
	return list
}

// Folder is a folder that tests are written to.
type Folder struct {
	dir     string
	subject *Subject
	formats []format
	archive *archive // nil before the first test that Archive writes
}

// Create makes a folder, which must be new or empty, for tests in the named
// formats.
func Create(dir string, s *Subject, names []string) (*Folder, error) {
	f := &Folder{dir: dir, subject: s}
	for _, n := range names {
		if !slices.Contains(Formats(), n) {
			return nil, fmt.Errorf("no test format %q: there are %s", n, strings.Join(Formats(), ", "))
		}
	}
	for _, fm := range formats {
		if slices.Contains(names, fm.name) {
			f.formats = append(f.formats, fm)
		}
	}
	if err := Empty(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if slices.Contains(names, "testcomp") {
		if err := f.WriteFile(filepath.Join(suiteFolder, "metadata.xml"), metadata(s)); err != nil {
			return nil, err
		}
	}
	if slices.Contains(names, "c") && usesKLEE(s.Program) {
		text, err := fs.ReadFile(libc.FS(), "include/klee/klee.h")
		if err != nil {
			return nil, err
		}
		return f, f.WriteFile("klee/klee.h", text)
	}
	return f, nil
}

// Empty returns an error if dir is not what Create takes: new, or an empty folder.
func Empty(dir string) error {
	if list, err := os.ReadDir(dir); err == nil && len(list) > 0 {
		return fmt.Errorf("folder %s is not empty", dir)
	}
	return nil
}

// usesKLEE reports whether a program needs KLEE's header, which no C compiler
// has.
func usesKLEE(p *program.Program) bool {
	return slices.ContainsFunc(p.Funcs, func(f *program.Func) bool { return f.Library && strings.HasPrefix(f.Name, "klee_") })
}

// TestName returns the name of test number n, from 1.
func TestName(n int) string { return fmt.Sprintf("test%06d", n) }

// Add writes a test under its name, which is one of TestName.
func (f *Folder) Add(t *Test) error {
	for _, fm := range f.formats {
		data, ok := fm.text(f.subject, t)
		if !ok {
			continue
		}
		if err := os.WriteFile(filepath.Join(f.dir, fm.file(t.Name)), data, modeOf(fm.file(t.Name))); err != nil {
			return err // without its JSON file it is no test
		}
	}
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(f.dir, t.Name+".json"), append(data, '\n'))
}

// Remove removes a test that Add wrote.
func (f *Folder) Remove(name string) error {
	files := []string{name + ".json"}
	for _, fm := range f.formats {
		files = append(files, fm.file(name))
	}
	for _, file := range files {
		if err := os.Remove(filepath.Join(f.dir, file)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// WriteFile writes another file into the folder, whole or not at all.
func (f *Folder) WriteFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(filepath.Join(f.dir, name)), 0o777); err != nil {
		return err
	}
	return writeFile(filepath.Join(f.dir, name), data)
}

// writeFile makes a file of which nobody ever sees a part.
func writeFile(file string, data []byte) error {
	if err := os.WriteFile(file+".part", data, modeOf(file)); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}

// modeOf returns the permissions of a file.
func modeOf(file string) fs.FileMode {
	if strings.HasSuffix(file, ".sh") {
		return 0o777
	}
	return 0o666
}

// Read returns the tests of a folder, its archive included, in the order of their names, and checks
// that the other files of each that can be read back say the same.
func Read(dir string) ([]*Test, error) {
	names, err := filepath.Glob(filepath.Join(dir, "test[0-9]*.json"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var list []*Test
	for _, file := range names {
		t, err := readTest(dir, file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, t)
	}
	more, err := readArchive(filepath.Join(dir, archiveName))
	if err != nil || len(more) == 0 {
		return list, err
	}
	list = append(list, more...)
	slices.SortFunc(list, func(a, b *Test) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

func readTest(dir, file string) (*Test, error) {
	data, err := regular.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := &Test{}
	if err := json.Unmarshal(data, t); err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	if t.Name != name {
		return nil, fmt.Errorf("it is the test %q", t.Name)
	}
	data, err = regular.ReadFile(filepath.Join(dir, name+".ktest"))
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	_, in, err := ReadKTest(data)
	if err != nil {
		return nil, fmt.Errorf("its .ktest file: %w", err)
	}
	in.Env, in.Entry = t.Input.Env, t.Input.Entry
	if !sameInput(in, &t.Input) {
		return nil, errors.New("its .ktest file has another input")
	}
	return t, nil
}

// sameInput compares what .ktest files hold.
func sameInput(a, b *program.Input) bool {
	return slices.EqualFunc(a.Args, b.Args, func(x, y program.Bytes) bool { return bytes.Equal(x, y) }) &&
		bytes.Equal(a.Stdin, b.Stdin) &&
		slices.EqualFunc(a.Files, b.Files, func(x, y program.File) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) }) &&
		slices.EqualFunc(a.Values, b.Values, func(x, y program.Value) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) })
}
