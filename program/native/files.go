package native

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

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
	if err := root.WriteFile(name, f.Data, 0o666); err != nil {
		return err
	}
	return root.Chmod(name, os.FileMode(f.StatMode()&0o777))
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
	if err := r.give(); err != nil {
		return err
	}
	return r.lend()
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
	before := map[string]program.File{}
	if r.x.b.Private {
		for _, name := range r.x.b.lent() {
			before[name] = program.File{}
		}
	}
	for _, f := range r.in.Files {
		if at, err := r.place(f.Name); err == nil {
			before[at] = f
		}
	}
	var list []program.File
	type found struct {
		at   string
		link bool
		mode uint32 // as program.File.Mode
	}
	var all []found
	size := r.bytes
	err := r.walk(r.root, func(name string, d fs.DirEntry) error {
		link := d.Type()&fs.ModeSymlink != 0
		if !d.Type().IsRegular() && !link {
			return nil
		}
		at, err := filepath.Rel(r.root, name)
		if err != nil {
			return err
		}
		if old, ok := before[at]; ok && old.Name == "" {
			delete(before, at)
			return nil // it is none of the program's
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if size += info.Size(); size > r.x.b.opt.Total {
			return &leftTooMuch{"output"}
		}
		x := found{at: at, link: link}
		if !link {
			x.mode = program.ModeOf(permissions(info.Mode()))
		}
		all = append(all, x)
		return nil
	})
	for i := 0; i < len(all) && err == nil; i++ {
		at, link, mode := all[i].at, all[i].link, all[i].mode
		old, ok := before[at]
		delete(before, at)
		data, readErr := r.contentOf(filepath.Join(r.root, at), link)
		if readErr != nil && !errors.Is(readErr, fs.ErrPermission) {
			return nil, readErr
		}
		if ok && old.Link == link && (link || sameMode(&old, mode)) && string(old.Data) == string(data) {
			continue
		}
		list = append(list, program.File{Name: nameOf(at), Data: data, Link: link, Mode: mode})
		if ok {
			list[len(list)-1].Name = old.Name
		}
	}
	for _, f := range before {
		if f.Name != "" {
			list = append(list, program.File{Name: f.Name + " (removed)"})
		}
	}
	slices.SortFunc(list, func(a, b program.File) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// sameMode reports whether a file of the input still has its permissions, mode being as
// program.File.Mode; those that put does not give, for other owners, do not count.
func sameMode(old *program.File, mode uint32) bool {
	now := program.File{Mode: mode}
	return (old.StatMode()^now.StatMode())&0o777 == 0
}

// permissions returns the permissions of a file as chmod has them.
func permissions(m fs.FileMode) uint32 {
	p := uint32(m.Perm())
	for _, b := range []struct {
		is  fs.FileMode
		bit uint32
	}{{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000}} {
		if m&b.is != 0 {
			p |= b.bit
		}
	}
	return p
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
func (r *running) contentOf(path string, link bool) ([]byte, error) {
	if link {
		to, err := os.Readlink(path)
		return []byte(to), err
	}
	return r.read(path)
}

// leftTooMuch is the error of a run that leaves more than is read.
type leftTooMuch struct{ what string } // "files" or "output"

func (e *leftTooMuch) Error() string { return "limit of " + e.what }

// read reads a file that the run has left, unless all that it has left is too much. The
// size of files counts, not the room that they take on the disk.
func (r *running) read(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if r.bytes += info.Size(); r.bytes > r.x.b.opt.Total {
		return nil, &leftTooMuch{"output"}
	}
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:n], err
}

// walk calls visit for all that is below a folder but for what may not be looked into,
// and keeps few of the names at a time.
func (r *running) walk(dir string, visit func(name string, d fs.DirEntry) error) error {
	f, err := os.Open(dir)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil
	case errors.Is(err, syscall.ENAMETOOLONG):
		return &leftTooMuch{"files"}
	case err != nil:
		return err
	}
	var folders []string
	for err == nil {
		var list []fs.DirEntry
		list, err = f.ReadDir(256)
		for _, d := range list {
			if r.entries++; r.entries > r.x.b.opt.Files+len(r.in.Files) {
				f.Close()
				return &leftTooMuch{"files"}
			}
			name := filepath.Join(dir, d.Name())
			if d.IsDir() {
				folders = append(folders, name)
			} else if err := visit(name, d); err != nil {
				f.Close()
				return err
			}
		}
	}
	if err := f.Close(); err != nil {
		return err
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	slices.Sort(folders)
	for _, name := range folders {
		if err := r.walk(name, visit); err != nil {
			return err
		}
	}
	return nil
}
