package corpora

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/riftlab/rift/corpora/blame"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// ManifestName is the name of the manifest in a subject's folder.
const ManifestName = "subject.toml"

// manifest is the TOML file. docs/manifest.md explains every key.
type manifest struct {
	Name     string             `toml:"name"`
	Title    string             `toml:"title"`
	Doc      string             `toml:"doc"`
	Seeded   bool               `toml:"seeded"`
	Includes []string           `toml:"includes"`
	Defines  []string           `toml:"defines"`
	Git      string             `toml:"git"`
	Shims    []string           `toml:"shims"`
	Native   *manifestNative    `toml:"native"`
	Pool     []string           `toml:"pool"`
	Model    program.InputModel `toml:"model"`
	Versions []manifestVersion  `toml:"version"`
	Pairs    []manifestPair     `toml:"pair"`
	Tests    []manifestTest     `toml:"test"`
}

type manifestVersion struct {
	Name     string   `toml:"name"`
	Base     string   `toml:"base"`
	Edits    []edit   `toml:"edit"`
	Rev      string   `toml:"rev"`
	Hash     string   `toml:"hash"`
	Dir      string   `toml:"dir"`
	Files    []string `toml:"files"`
	Includes []string `toml:"includes"`
	Defines  []string `toml:"defines"`
	Host     bool     `toml:"host"`
	Check    bool     `toml:"check_undefined"`
}

type manifestPair struct {
	Name       string          `toml:"name"`
	Old        string          `toml:"old"`
	New        string          `toml:"new"`
	Golden     string          `toml:"golden"`
	Kind       string          `toml:"kind"`
	Doc        string          `toml:"doc"`
	Seeded     *bool           `toml:"seeded"`
	Equivalent bool            `toml:"equivalent"`
	Differ     *int            `toml:"differ"`
	Witness    string          `toml:"witness"`
	Failing    string          `toml:"failing"`
	Truth      []string        `toml:"truth"`
	Auxiliary  []string        `toml:"auxiliary"`
	Errors     []manifestError `toml:"error"`
}

type manifestError struct {
	ID     string `toml:"id"`
	Doc    string `toml:"doc"`
	Fix    string `toml:"fix"`
	Test   string `toml:"test"`
	Before string `toml:"before"`
	CIE    bool   `toml:"cie"`

	Published string `toml:"published"`
}

type manifestTest struct {
	Name   string          `toml:"name"`
	Hidden bool            `toml:"hidden"`
	Args   []program.Bytes `toml:"args"`
	Stdin  program.Bytes   `toml:"stdin"`
	Files  []manifestFile  `toml:"files"`
	Env    []program.Bytes `toml:"env"`
	Values []string        `toml:"values"`
	// Terminal is that of program.Input.
	Terminal bool `toml:"terminal"`
}

type manifestFile struct {
	Name string        `toml:"name"`
	Data program.Bytes `toml:"data"`
	Link bool          `toml:"link"`
	Mode uint32        `toml:"mode"`
}

// loader turns one manifest into a subject. label is the manifest's name in
// messages; paths in the manifest are names in files.
type loader struct {
	files  fs.FS
	label  string
	data   []byte
	m      manifest
	s      *Subject
	repo   *Repository                   // of m.Git; nil as long as nothing was read from it
	bases  map[string]string             // of versions made by edits
	places map[string]map[string][]Place // of edits, by version and edit
}

// LoadManifest loads the subject that the manifest called name in files
// describes. dir is where files lies, for messages. Nothing outside files is
// read. Errors are "MANIFEST:LINE: ...".
func LoadManifest(files fs.FS, name, dir string) (*Subject, error) {
	l, err := newLoader(files, name, dir)
	if err != nil {
		return nil, err
	}
	for _, step := range []func() error{l.head, l.native, l.versions, l.tests, l.pairs} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return l.s, nil
}

// newLoader decodes the manifest.
func newLoader(files fs.FS, name, dir string) (*loader, error) {
	label := strings.TrimSuffix(dir, "/") + "/" + name
	data, err := regular.FromFS(files, name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the manifest: %w", label, cause(err))
	}
	l := &loader{files: files, label: label, data: data, bases: map[string]string{}, places: map[string]map[string][]Place{}}
	if err := DecodeTOML(label, data, &l.m); err != nil {
		return nil, err
	}
	l.s = &Subject{
		Name: l.m.Name, Title: l.m.Title, Doc: strings.TrimSpace(l.m.Doc), Dir: dir, Model: l.m.Model,
		where: l.at,
	}
	return l, nil
}

// at returns "MANIFEST:LINE" of the index-th table of an array of tables.
func (l *loader) at(table string, index int) string {
	line := tableLine(l.data, table, index)
	if line == 0 {
		return l.label
	}
	return fmt.Sprintf("%s:%d", l.label, line)
}

// tableLine returns the line of the index-th header [[table]], 0 if there is
// none. Lines within strings of several lines do not count.
func tableLine(data []byte, table string, index int) int {
	inside := ""
	for n, line := range strings.Split(string(data), "\n") {
		if inside == "" && strings.TrimSpace(line) == "[["+table+"]]" {
			if index == 0 {
				return n + 1
			}
			index--
		}
		for _, quote := range []string{`"""`, `'''`} {
			if (inside == "" || inside == quote) && strings.Count(line, quote)%2 == 1 {
				inside = map[bool]string{true: quote}[inside == ""]
			}
		}
	}
	return 0
}

func (l *loader) head() error {
	if l.m.Name == "" {
		return fmt.Errorf("%s: name is missing", l.label)
	}
	if err := checkName(l.m.Name); err != nil {
		return fmt.Errorf("%s: name: %w", l.label, err)
	}
	if len(l.m.Versions) == 0 {
		return fmt.Errorf("%s: no [[version]]", l.label)
	}
	if err := CheckModel(&l.m.Model); err != nil {
		return fmt.Errorf("%s: model: %w", l.label, err)
	}
	if err := l.checkIncludes(l.m.Includes); err != nil {
		return fmt.Errorf("%s: includes: %w", l.label, err)
	}
	return nil
}

// checkName accepts names that can be used in task identifiers and file names.
func checkName(name string) error {
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("._-+,", c)) {
			return fmt.Errorf("%q contains %q: only letters, digits and . _ - + , are allowed", name, c)
		}
	}
	if name == "" || name[0] == '.' || name[0] == '-' {
		return fmt.Errorf("%q must begin with a letter or digit", name)
	}
	return nil
}

func (l *loader) versions() error {
	for i := range l.m.Versions {
		mv := &l.m.Versions[i]
		v, err := l.version(mv)
		if err != nil {
			return fmt.Errorf("%s: %w", l.at("version", i), err)
		}
		l.s.Versions = append(l.s.Versions, v)
	}
	return nil
}

func (l *loader) version(mv *manifestVersion) (program.Version, error) {
	if err := checkName(mv.Name); err != nil {
		return program.Version{}, fmt.Errorf("version: name %w", err)
	}
	if l.s.Version(mv.Name) != nil {
		return program.Version{}, fmt.Errorf("version %q is there twice", mv.Name)
	}
	v, err := l.sources(mv)
	if err == nil {
		err = checkHash(v.Files, mv.Hash)
	}
	if err != nil {
		return v, fmt.Errorf("version %q: %w", mv.Name, err)
	}
	if err := l.checkIncludes(mv.Includes); err != nil {
		return v, fmt.Errorf("version %q: includes: %w", mv.Name, err)
	}
	v.Includes = append(v.Includes[:len(v.Includes):len(v.Includes)], mv.Includes...)
	v.Defines = append(v.Defines[:len(v.Defines):len(v.Defines)], mv.Defines...)
	v.Host = v.Host || mv.Host
	v.Check = v.Check || mv.Check
	if mv.Base == "" {
		err = AddShims(&v, l.m.Shims)
	}
	return v, err
}

// sources loads a version without the subject's shims, and without its own include
// folders and definitions.
func (l *loader) sources(mv *manifestVersion) (program.Version, error) {
	switch {
	case mv.Base != "":
		return l.edited(mv)
	case l.s.Native != nil:
		return l.revision(mv)
	}
	return l.whole(mv)
}

// whole loads a version that is given by files.
func (l *loader) whole(mv *manifestVersion) (program.Version, error) {
	v := program.Version{Name: mv.Name, Includes: l.m.Includes, Defines: l.m.Defines, Sealed: true}
	if len(mv.Edits) > 0 {
		return v, fmt.Errorf("edits need a base")
	}
	if len(mv.Files) == 0 {
		return v, fmt.Errorf("neither files nor a base")
	}
	seen := map[string]bool{}
	hasUnit := false
	for _, name := range mv.Files {
		if seen[name] {
			return v, fmt.Errorf("file %q is there twice", name)
		}
		seen[name] = true
		data, err := l.source(mv, name)
		if err != nil {
			return v, err
		}
		v.Files = append(v.Files, program.SourceFile{Name: name, Text: string(data)})
		hasUnit = hasUnit || strings.HasSuffix(name, ".c")
	}
	if !hasUnit {
		return v, fmt.Errorf("no file is a translation unit (.c)")
	}
	return v, nil
}

// source reads a file of a version: from the manifest's folder, or from the
// repository if the version is one of its revisions.
func (l *loader) source(mv *manifestVersion, name string) ([]byte, error) {
	if mv.Rev == "" {
		return l.read(path.Join(mv.Dir, name), name, mv.Dir)
	}
	repo, err := l.repository()
	if err != nil {
		return nil, err
	}
	if l.s.histories == nil {
		l.s.histories = map[string]func([]string, int) (map[string][]program.LineHistory, error){}
	}
	l.s.histories[mv.Name] = func(files []string, commits int) (map[string][]program.LineHistory, error) {
		c, err := repo.commit(mv.Rev)
		if err != nil {
			return nil, err
		}
		return blame.Lines(c, mv.Dir, files, commits)
	}
	return repo.File(mv.Rev, path.Join(mv.Dir, name))
}

// repository opens the repository of revisions.
func (l *loader) repository() (*Repository, error) {
	if l.m.Git == "" {
		return nil, fmt.Errorf("rev needs git at the top of the manifest")
	}
	if l.repo == nil {
		r, err := fetched(l.m.Git)
		if err != nil {
			return nil, err
		}
		l.repo = r
	}
	return l.repo, nil
}

// edited loads a version that is given by edits of an earlier one.
func (l *loader) edited(mv *manifestVersion) (program.Version, error) {
	if len(mv.Files) > 0 || mv.Dir != "" || mv.Rev != "" || mv.Hash != "" {
		return program.Version{}, fmt.Errorf("both a base and files")
	}
	base := l.s.Version(mv.Base)
	if base == nil {
		return program.Version{}, fmt.Errorf("base %q is not a version above it%s", mv.Base, didYouMean(mv.Base, l.versionNames()))
	}
	if len(mv.Edits) == 0 && len(mv.Defines) == 0 {
		return program.Version{}, fmt.Errorf("no [[version.edit]]")
	}
	seen := map[string]bool{}
	for i := range mv.Edits {
		e := &mv.Edits[i]
		if e.ID == "" {
			e.ID = fmt.Sprintf("c%d", i+1)
		}
		if seen[e.ID] {
			return program.Version{}, fmt.Errorf("edit %q is there twice", e.ID)
		}
		seen[e.ID] = true
	}
	v, places, err := applyEdits(base, mv.Name, mv.Edits)
	l.places[mv.Name] = places
	l.bases[mv.Name] = mv.Base
	return v, err
}

func (l *loader) versionNames() []string {
	var names []string
	for i := range l.s.Versions {
		names = append(names, l.s.Versions[i].Name)
	}
	return names
}

// checkIncludes refuses include folders outside the manifest's folder. A folder
// need not exist: it may be one of the names in files.
func (l *loader) checkIncludes(folders []string) error {
	for _, dir := range folders {
		if !fs.ValidPath(path.Clean(dir)) {
			return fmt.Errorf("path %q leaves the manifest's folder", dir)
		}
		if _, err := fs.Stat(l.files, path.Clean(dir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("folder %q: %w", dir, cause(err))
		}
	}
	return nil
}

// read reads a file of the manifest's folder. parts are the manifest's own
// spellings, which must not leave the folder even if the whole does not.
func (l *loader) read(name string, parts ...string) ([]byte, error) {
	for _, p := range parts {
		if p != "" && !fs.ValidPath(path.Clean(p)) {
			return nil, fmt.Errorf("path %q leaves the manifest's folder", p)
		}
	}
	data, err := regular.FromFS(l.files, name)
	if err != nil {
		return nil, fmt.Errorf("file %q: %w", name, cause(err))
	}
	return data, nil
}

// cause strips the operation and path that package fs adds to an error.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
