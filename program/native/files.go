package native

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// home is the folder in which runs begin, below their root: that of rift's own
// library.
const home = "home/user"

// null is the only device of a run.
const null = "dev/null"

// nobody is the user as whom programs run that the superuser starts: permissions
// do not bind him.
const nobody = 65534

// Put writes the files of an input below a folder, with their permissions.
// Symbolic links lead where the input says. A file whose name leads out of the
// folder, as it stands or by links among the files, is an error.
func Put(dir string, files []program.File) error {
	return putAll(dir, files, func(name string) (string, error) {
		local := filepath.FromSlash(name)
		if !filepath.IsLocal(local) {
			return "", fmt.Errorf("file %q is outside the folder of a run", name)
		}
		return local, nil
	})
}

func putAll(dir string, files []program.File, place func(string) (string, error)) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for i := range files {
		name, err := place(files[i].Name)
		if err != nil {
			return err
		}
		if err := put(root, name, &files[i]); err != nil {
			return err
		}
	}
	return nil
}

func put(root *os.Root, name string, f *program.File) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if f.Link {
		return root.Symlink(string(f.Data), name)
	}
	if err := root.WriteFile(name, f.Data, 0o666); err != nil || f.Mode == 0 {
		return err
	}
	return root.Chmod(name, os.FileMode(f.Mode&0o777))
}

// files makes the file system of a run.
func (r *running) files() error {
	if err := os.MkdirAll(filepath.Join(r.root, home), 0o777); err != nil {
		return err
	}
	if err := putAll(r.root, r.in.Files, r.place); err != nil {
		return err
	}
	if !r.x.b.Private {
		return nil
	}
	if err := makeNull(filepath.Join(r.root, null)); err != nil {
		return err
	}
	return r.give()
}

// place returns where a file of the input is below the root.
func (r *running) place(name string) (string, error) {
	if !path.IsAbs(name) {
		if !r.x.b.Private && !filepath.IsLocal(filepath.FromSlash(name)) {
			return "", fmt.Errorf("file %q is outside the folder of a run", name)
		}
		name = "/" + home + "/" + name
	} else if !r.x.b.Private {
		return "", fmt.Errorf("file %q is outside the folder of a run, which the system gives no root of its own", name)
	}
	return filepath.FromSlash(strings.TrimPrefix(path.Clean(name), "/")), nil
}

// makeNull makes the null device, or, where the system does not allow that, an
// empty file that everybody may write. An input may have a file of that name.
func makeNull(name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	if makeDevice(name) {
		return nil
	}
	err := os.WriteFile(name, nil, 0o666)
	if err == nil {
		err = os.Chmod(name, 0o666)
	}
	return err
}

// give makes the user as whom the program runs the owner of its files, if the
// superuser starts it. The guard takes him from the root; where the system has no
// such user all stays as it is.
func (r *running) give() error {
	if os.Getuid() != 0 || os.Lchown(r.root, nobody, nobody) != nil {
		return nil
	}
	return filepath.WalkDir(r.root, func(name string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(name, nobody, nobody))
	})
}

// changed returns the files that are not as the input had them; of one that is
// gone, the name says so as rift's machines do.
func (r *running) changed() ([]program.File, error) {
	before := map[string]program.File{filepath.FromSlash(null): {}}
	for _, f := range r.in.Files {
		if at, err := r.place(f.Name); err == nil {
			before[at] = f
		}
	}
	var list []program.File
	err := filepath.WalkDir(r.root, func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrPermission) {
			return nil
		}
		link := err == nil && d.Type()&fs.ModeSymlink != 0
		if err != nil || !d.Type().IsRegular() && !link {
			return err
		}
		data, err := contentOf(name, link)
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		at, err := filepath.Rel(r.root, name)
		if err != nil {
			return err
		}
		old, ok := before[at]
		delete(before, at)
		if at == filepath.FromSlash(null) && old.Name == "" || ok && old.Link == link && string(old.Data) == string(data) {
			return nil
		}
		list = append(list, program.File{Name: nameOf(at), Data: data, Link: link})
		if ok {
			list[len(list)-1].Name = old.Name
		}
		return nil
	})
	for _, f := range before {
		if f.Name != "" {
			list = append(list, program.File{Name: f.Name + " (removed)"})
		}
	}
	slices.SortFunc(list, func(a, b program.File) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// nameOf returns how rift's machines call the file at a place below the root.
func nameOf(at string) string {
	name := "/" + filepath.ToSlash(at)
	if local, ok := strings.CutPrefix(name, "/"+home+"/"); ok {
		return local
	}
	return name
}

// contentOf returns what a file holds, or where a link leads.
func contentOf(path string, link bool) ([]byte, error) {
	if link {
		to, err := os.Readlink(path)
		return []byte(to), err
	}
	return os.ReadFile(path)
}
