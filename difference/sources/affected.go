package sources

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// ErrNoChange is wrapped by errors about revisions between which nothing changed that
// is compiled.
var ErrNoChange = errors.New("no change")

// Affected says which programs a change between two revisions affects.
type Affected struct {
	// Programs are those that a changed file is part of, in the order of the
	// compile_commands.json or the link map.
	Programs []AffectedProgram
	// Elsewhere are the changed C files, headers, and sources of yacc and lex that are
	// part of no program that both revisions have, listed or not; Functions are the
	// functions with external linkage whose code changed in units that they are part
	// of. For these a program is to be named by the function that it begins with.
	Elsewhere []string
	Functions []string
	// Notes are what the user should know about how the programs were put together.
	Notes []string
}

// AffectedProgram is a program that a change affects.
type AffectedProgram struct {
	// Name is the path of the unit that defines main, without ".c", or what the link
	// map calls the program.
	Name     string
	Units    []string // of the new revision, by their paths in the repository
	Changed  []string // files of it that differ, sorted
	Old, New *program.Version
	// Problem says why the versions may not be what the build makes; "" if they are.
	Problem string
}

// Affected returns the programs of a git repository that are affected by the change
// from one revision to another. The repository is s.Repo, and needs a work tree with a
// compile_commands.json: in s.BuildDir, at its top, or in a folder right below.
//
// A program is a unit that defines main, or entry if that is not "", and the units that
// define what it uses, and so on; if several define a name, one that defines
// nothing twice, the nearest, and of a file that is compiled more than once the one
// with the flags that fit. A link_commands.json
// beside says it instead: an array of objects with "output", "objects" (object files,
// or outputs that are archives, whose members are taken as needed) or "files" (C files),
// and "directory". Files that no revision has, such as generated headers, are those of
// the work tree, for both versions. What lies outside of the repository is there under
// the folder "outside". -U, -std and other flags do not count.
//
// Errors are those of the user; ErrNoChange if nothing differs that is compiled or that
// Elsewhere could name.
// Units that the front end cannot translate are judged by their text.
func (s *Sources) Affected(ctx context.Context, old, new, entry string) (*Affected, error) {
	a, err := s.affecting(old, new, entry)
	if err != nil {
		return nil, AsInput(err)
	}
	changed, err := a.changed()
	if err != nil {
		return nil, AsInput(err)
	}
	if len(changed) == 0 && len(a.differ) == 0 {
		return nil, AsInput(fmt.Errorf("%w: no C file or header of a program differs between %s and %s", ErrNoChange, old, new))
	}
	for i := range a.sides {
		if err := a.sides[i].scan(ctx); err != nil {
			return nil, err
		}
	}
	if err := a.programs(changed); err != nil {
		return nil, AsInput(err)
	}
	return &a.result, nil
}

// affecting is Affected under way.
type affecting struct {
	units []corpora.CompiledUnit // paths as versions have them
	links []link
	entry string // main, or what is called instead
	// library: what is looked for are libraries
	library bool
	differ  []string // C files and the like that differ, compiled or not
	sides   [2]affectedSide
	result  Affected
}

// elsewhereDir is the folder of files from elsewhere in versions.
const elsewhereDir = "outside"

// affecting opens the repository and reads how it is compiled.
func (s *Sources) affecting(old, new, entry string) (*affecting, error) {
	dir := s.Repo
	if dir == "" {
		dir = "."
	}
	repo, err := corpora.OpenRepository(dir)
	if err != nil {
		return nil, err
	}
	root := repo.WorkTree()
	if root == "" {
		return nil, fmt.Errorf("git repository %s has no work tree, where a %s says what is compiled: name the files", dir, corpora.CompileDatabase)
	}
	a := &affecting{entry: entry, library: s.Library}
	if entry == "" {
		a.entry = "main"
	}
	disk := &disk{root: root}
	for i, rev := range []string{old, new} {
		files, err := repo.Tree(rev)
		if err != nil {
			return nil, err
		}
		disk.tracked = append(disk.tracked, files)
		a.sides[i] = affectedSide{affecting: a, name: rev, disk: disk, tree: &tree{files, rev}, sources: s, texts: map[string]*string{}, closures: map[string]*closure{}}
	}
	if files, err := repo.Tree("HEAD"); err == nil {
		disk.tracked = append(disk.tracked, files)
	}
	differ, err := repo.Changed(old, new)
	if err != nil {
		return nil, err
	}
	for _, name := range differ {
		if slices.Contains([]string{".c", ".h", ".y", ".l"}, path.Ext(name)) {
			a.differ = append(a.differ, name)
		}
	}
	name := s.BuildDir
	if name == "" {
		if name, err = corpora.LocateDatabase(root); err != nil {
			return nil, withAdvice(err)
		}
	}
	units, err := corpora.CompiledUnits(name)
	if err != nil {
		return nil, withAdvice(err)
	}
	return a, a.listed(root, name, units)
}

// withAdvice says how a compile_commands.json is made.
func withAdvice(err error) error {
	if errors.Is(err, corpora.ErrNoDatabase) {
		return fmt.Errorf("%w, which says what is compiled and how: make one with \"rift capture -- make\", whatever the build command is, or by \"bear -- make\" or \"cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON\", say with --build-dir where it is, or name the files", err)
	}
	return err
}

// listed notes the units, under the names that they have in the repository.
func (a *affecting) listed(root, name string, units []corpora.CompiledUnit) error {
	known := map[string]bool{}
	all := units[:0:0]
	for _, u := range units {
		inside := func(p string) string { return nameIn(root, p) }
		if inside(u.File) == "" {
			continue
		}
		u.File = inside(u.File)
		for _, list := range []*[]string{&u.Includes, &u.Forced} {
			*list = slices.Clone(*list)
			for i, p := range *list {
				(*list)[i] = versionName(root, p)
			}
		}
		all = append(all, u)
		if key := fmt.Sprintf("%q", []any{u.File, u.Includes, u.Defines, u.Forced}); !known[key] {
			known[key] = true
			a.units = append(a.units, u)
		}
	}
	if len(a.units) == 0 {
		return fmt.Errorf("%s lists no C file of the repository in %s: make it there", name, root)
	}
	return a.readLinks(root, name, all)
}

// nameIn returns the path of a file in a work tree, slash-separated; "" if it is not
// there.
func nameIn(root, file string) string {
	rel, err := filepath.Rel(root, file)
	if err == nil && !filepath.IsLocal(rel) {
		// The path may lead there through links, up to the file's own folder.
		dir, evalErr := filepath.EvalSymlinks(filepath.Dir(file))
		if evalErr != nil {
			return ""
		}
		rel, err = filepath.Rel(root, filepath.Join(dir, filepath.Base(file)))
	}
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// versionName returns what a file or folder on disk is called in versions.
func versionName(root, file string) string {
	if file == root {
		return "."
	}
	if name := nameIn(root, file); name != "" {
		return name
	}
	return path.Join(elsewhereDir, filepath.ToSlash(strings.TrimPrefix(file, filepath.VolumeName(file))))
}

// changed returns the files, by name, that units of either revision consist of and
// that differ.
func (a *affecting) changed() (map[string]bool, error) {
	var has [2]map[string]string
	for i := range a.sides {
		has[i] = map[string]string{}
		s := &a.sides[i]
		for u := range a.units {
			c, err := s.closure(u)
			if err != nil {
				return nil, err
			}
			if c == nil {
				continue
			}
			for _, f := range c.files {
				has[i][f.Name] = f.Text
			}
		}
	}
	out := map[string]bool{}
	for i, files := range has {
		for name, text := range files {
			if other, ok := has[1-i][name]; !ok || other != text {
				out[name] = true
			}
		}
	}
	return out, nil
}

// programs puts together the programs of both revisions and keeps those that changed
// files are part of.
func (a *affecting) programs(changed map[string]bool) error {
	old, new := a.sides[0].programs(), a.sides[1].programs()
	covered := map[string]bool{}
	var alone []string
	for _, n := range new {
		i := slices.IndexFunc(old, func(o *linked) bool { return o.name == n.name })
		if i < 0 {
			alone = append(alone, fmt.Sprintf("%s is a program only of %s", n.name, a.sides[1].name))
			continue
		}
		p, err := a.program(old[i], n)
		if err != nil {
			return err
		}
		for _, f := range p.Changed {
			covered[f] = true
		}
		if len(p.Changed) > 0 {
			a.result.Programs = append(a.result.Programs, *p)
			a.result.Notes = append(a.result.Notes, slices.Concat(old[i].notes, n.notes)...)
		}
	}
	for _, o := range old {
		if !slices.ContainsFunc(new, func(n *linked) bool { return o.name == n.name }) {
			alone = append(alone, fmt.Sprintf("%s is a program only of %s", o.name, a.sides[0].name))
		}
	}
	for _, name := range a.differ {
		changed[name] = true
	}
	for name := range changed {
		if !covered[name] {
			a.result.Elsewhere = append(a.result.Elsewhere, name)
		}
	}
	slices.Sort(a.result.Elsewhere)
	a.result.Notes = append(a.result.Notes, alone...)
	a.result.Notes = append(a.result.Notes, a.sides[1].generated()...)
	a.result.Notes = append(a.result.Notes, a.untranslated()...)
	slices.Sort(a.result.Notes)
	a.result.Notes = slices.Compact(a.result.Notes)
	a.functions()
	return nil
}

// program makes the versions of a program.
func (a *affecting) program(o, n *linked) (*AffectedProgram, error) {
	p := &AffectedProgram{Name: n.name}
	for i, l := range []*linked{o, n} {
		v, problem, err := a.sides[i].version(l)
		if err != nil {
			return nil, err
		}
		if p.Problem == "" {
			p.Problem = problem
		}
		if i == 0 {
			p.Old = v
		} else {
			p.New = v
		}
	}
	for _, u := range n.units {
		p.Units = append(p.Units, a.units[u].File)
	}
	texts := func(v *program.Version) map[string]string {
		m := map[string]string{}
		for _, f := range v.Files {
			m[f.Name] = f.Text
		}
		return m
	}
	old, new := texts(p.Old), texts(p.New)
	for name, text := range old {
		if other, ok := new[name]; !ok || other != text {
			p.Changed = append(p.Changed, name)
		}
	}
	for name := range new {
		if _, ok := old[name]; !ok {
			p.Changed = append(p.Changed, name)
		}
	}
	slices.Sort(p.Changed)
	return p, nil
}

// untranslated names the units that were judged by their text alone and changed.
func (a *affecting) untranslated() []string {
	var list []string
	for i := range a.sides {
		s := &a.sides[i]
		for u, why := range s.failed {
			if why == nil {
				continue
			}
			in := slices.ContainsFunc(a.result.Programs, func(p AffectedProgram) bool { return slices.Contains(p.Units, a.units[u].File) })
			if in || slices.Contains(a.result.Elsewhere, a.units[u].File) {
				list = append(list, fmt.Sprintf("%s of %s cannot be translated, and was judged by its text: %v", a.units[u].File, s.name, firstLine(why)))
			}
		}
	}
	return list
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// functions lists the functions that changed in units that files of Elsewhere are
// part of.
func (a *affecting) functions() {
	for u := range a.units {
		var code [2]map[string]string
		in := false
		for i := range a.sides {
			s := &a.sides[i]
			if s.symbols[u] == nil {
				continue
			}
			code[i] = s.symbols[u].Code
			c, err := s.closure(u) // made before
			in = in || err == nil && slices.ContainsFunc(c.files, func(f program.SourceFile) bool { return slices.Contains(a.result.Elsewhere, f.Name) })
		}
		if !in {
			continue
		}
		for i := range code {
			for name, text := range code[i] {
				if other, ok := code[1-i][name]; !ok || other != text {
					a.result.Functions = append(a.result.Functions, name)
				}
			}
		}
	}
	slices.Sort(a.result.Functions)
	a.result.Functions = slices.Compact(a.result.Functions)
}

// symbolsOf returns the external names of a unit, by its text if it cannot be
// translated: then the error says why.
func symbolsOf(ctx context.Context, v *program.Version, text string, cache *cfront.Cache) (*cfront.Symbols, error) {
	s, err := cfront.UnitSymbols(ctx, v, cfront.Options{Cache: cache})
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	return symbolsInText(text), err
}
