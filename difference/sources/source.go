package sources

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/regular"
)

// Sources says where versions come from and how they are compiled.
type Sources struct {
	corpora.CompilerFlags
	Shims []string // names of corpora's shim libraries
	// Repo is the git repository of REV:PATH; "" is the one that the working
	// directory lies in.
	Repo string
	// Library lets Affected find libraries instead of programs: what is linked and has no
	// main, with everything that is in it.
	Library bool
}

// Load reads two versions. OLD and NEW each are a C file, a folder whose C files
// and headers make one program, or REV:PATH, a file or folder of a git revision.
// With files, OLD and NEW are revisions that have them all.
//
// Of a single file, what it includes from its own tree, headers and C files, belongs to
// the version too, so that its changes count. Symbolic links are followed; one of a
// revision that leads out of it is an error. Errors are the user's.
func (s *Sources) Load(old, new string, files []string) (o, n *program.Version, err error) {
	if o, err = s.version(old, files); err != nil {
		return nil, nil, err
	}
	if n, err = s.version(new, files); err != nil {
		return nil, nil, err
	}
	if a, b := o.Units(), n.Units(); len(a) == 1 && len(b) == 1 {
		move(o, a[0], n.Files[b[0]].Name)
	}
	for _, v := range []*program.Version{o, n} {
		if err := corpora.AddShims(v, s.Shims); err != nil {
			return nil, nil, err
		}
	}
	return o, n, nil
}

// move renames a version's only translation unit, and with it the files of its
// folder, as the other version has them, or nothing would be common.
func move(v *program.Version, unit int, name string) {
	from, to := path.Dir(v.Files[unit].Name), path.Dir(name)
	v.Files[unit].Name = name
	if from == to {
		return
	}
	for i := range v.Files {
		if f := &v.Files[i]; i != unit && path.Dir(f.Name) == from {
			f.Name = path.Join(to, path.Base(f.Name))
		}
	}
	v.Includes = append([]string{to}, v.Includes...)
}

// version reads one version.
func (s *Sources) version(name string, files []string) (*program.Version, error) {
	if len(files) > 0 {
		return s.revision(name, files)
	}
	info, err := os.Stat(name)
	if rev, p, ok := strings.Cut(name, ":"); err != nil && ok && rev != "" {
		return s.revision(rev, []string{p})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file or folder, and not REV:PATH", name)
	case err != nil:
		return nil, err
	}
	if info.IsDir() {
		return s.load(&tree{os.DirFS(name), name}, nil)
	}
	return s.file(name)
}

// file makes a version of a C file on disk and the headers of its folder, which
// are called what they are called there.
func (s *Sources) file(name string) (*program.Version, error) {
	v, err := corpora.LoadSources([]string{name}, s.CompilerFlags)
	if err != nil {
		return nil, err
	}
	f := &v.Files[0]
	dir := path.Dir(f.Name)
	f.Name = path.Base(f.Name)
	if dir != "." { // what the version has comes before what is on disk
		v.Includes = slices.Insert(v.Includes, slices.Index(v.Includes, dir), ".")
	}
	t := &tree{os.DirFS(filepath.Dir(name)), dir}
	headers, err := t.included(v.Files, v.Includes)
	v.Files = append(v.Files, headers...)
	return v, err
}

// revision reads files of a git revision.
func (s *Sources) revision(rev string, files []string) (*program.Version, error) {
	dir := s.Repo
	if dir == "" {
		dir = "."
	}
	r, err := corpora.OpenRepository(dir)
	if err != nil {
		return nil, err
	}
	of, err := r.Tree(rev)
	if err != nil {
		return nil, err
	}
	t := &tree{of, rev}
	if len(files) == 1 {
		if info, err := fs.Stat(of, path.Clean(files[0])); err == nil && info.IsDir() {
			sub, err := fs.Sub(of, path.Clean(files[0]))
			if err != nil {
				return nil, err
			}
			return s.load(&tree{sub, rev + ":" + files[0]}, nil)
		}
	}
	from := *s
	if s.BuildDir != "" {
		if from.Includes, from.Defines, err = s.listedFlags(dir, files); err != nil {
			return nil, err
		}
	}
	return from.load(t, files)
}

// listedFlags returns what a compile_commands.json has for the files of a
// repository's work tree. Folders in the work tree are those of the revision.
func (s *Sources) listedFlags(dir string, files []string) (includes, defines []string, err error) {
	var paths []string
	for _, f := range files {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(f)))
	}
	w, err := corpora.LoadSources(paths, s.CompilerFlags)
	if err != nil {
		return nil, nil, err
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range w.Includes {
		abs, err := filepath.Abs(d)
		if err != nil {
			return nil, nil, err
		}
		if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
			d = filepath.ToSlash(rel)
		}
		includes = append(includes, d)
	}
	return includes, w.Defines, nil
}

// tree is where the files of a version are looked for.
type tree struct {
	files fs.FS
	name  string // for messages
}

// load makes a version of the given files, or of all C files and headers.
func (s *Sources) load(t *tree, files []string) (*program.Version, error) {
	v := &program.Version{Name: t.name, Includes: slices.Clone(s.Includes), Defines: slices.Clone(s.Defines), Host: s.Host, Check: s.Check}
	if files == nil {
		var err error
		if v.Files, err = corpora.ReadFolder(t.files); err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		v.Includes = append(v.Includes, ".")
		return v, t.mustHaveUnits(v)
	}
	for _, f := range files {
		f = path.Clean(filepath.ToSlash(f))
		if !strings.HasSuffix(f, ".c") && !strings.HasSuffix(f, ".h") {
			return nil, fmt.Errorf("%s: %s: not a C file: its name does not end in .c", t.name, f)
		}
		data, err := regular.FromFS(t.files, f)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: there is no file %s", t.name, f)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		v.Files = append(v.Files, program.SourceFile{Name: f, Text: string(data)})
		if d := path.Dir(f); !slices.Contains(v.Includes, d) {
			v.Includes = append(v.Includes, d)
		}
	}
	if err := t.mustHaveUnits(v); err != nil {
		return nil, err
	}
	headers, err := t.included(v.Files, v.Includes)
	v.Files = append(v.Files, headers...)
	return v, err
}

// mustHaveUnits refuses a version of headers alone.
func (t *tree) mustHaveUnits(v *program.Version) error {
	if len(v.Units()) == 0 {
		return fmt.Errorf("%s has no C files", t.name)
	}
	return nil
}

// included returns the files of the tree that files include, directly or not.
// What the tree lacks is for the compiler to find elsewhere.
func (t *tree) included(files []program.SourceFile, includes []string) ([]program.SourceFile, error) {
	seen := map[string]string{} // texts by name
	var out []program.SourceFile
	for queue := slices.Clone(files); len(queue) > 0; queue = queue[1:] {
		for _, inc := range corpora.Includes(queue[0].Text) {
			for _, dir := range append([]string{path.Dir(queue[0].Name)}, includes...) {
				name := path.Join(filepath.ToSlash(dir), inc)
				if !fs.ValidPath(name) {
					continue
				}
				if slices.ContainsFunc(files, func(f program.SourceFile) bool { return f.Name == name }) {
					break
				}
				at, err := t.place(filepath.ToSlash(dir) + "/" + inc)
				var data []byte
				if err == nil {
					data, err = regular.FromFS(t.files, at)
				}
				if errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", t.name, name, err)
				}
				if old, ok := seen[name]; ok {
					if old != string(data) {
						return nil, fmt.Errorf("%s: %s: %w", t.name, name, errTwoFiles)
					}
					break
				}
				seen[name] = string(data)
				f := program.SourceFile{Name: name, Text: string(data), Included: strings.HasSuffix(name, ".c")}
				out, queue = append(out, f), append(queue, f)
				break
			}
		}
	}
	return out, nil
}

// errTwoFiles says that the front end, which shortens paths by their text, could not
// tell two files apart.
var errTwoFiles = errors.New("this path means two files, by way of a symbolic link to a folder and \"..\" behind it")

// place returns where the path that an #include makes leads: ".." behind a symbolic
// link leads to where the link's target is.
func (t *tree) place(raw string) (string, error) {
	links, ok := t.files.(fs.ReadLinkFS)
	if !ok || !strings.Contains(raw, "..") {
		return path.Clean(raw), nil
	}
	return corpora.FollowLinks(raw, func(name string) (string, bool, error) {
		info, err := links.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return "", false, nil // what is not there is noticed when it is read
		}
		target, err := links.ReadLink(name)
		return target, true, err
	})
}
