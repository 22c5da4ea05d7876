package native

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/program"
)

// Put writes the files of an input below a folder, with their permissions.
// Symbolic links lead where the input says. A file whose name leads out of the
// folder is an error.
func Put(dir string, files []program.File) error {
	for i := range files {
		f := &files[i]
		local := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(local) {
			return fmt.Errorf("file %q is outside the folder of a run", f.Name)
		}
		name := filepath.Join(dir, local)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := put(name, f); err != nil {
			return err
		}
	}
	return nil
}

func put(name string, f *program.File) error {
	if f.Link {
		return os.Symlink(string(f.Data), name)
	}
	if err := os.WriteFile(name, f.Data, 0o666); err != nil || f.Mode == 0 {
		return err
	}
	return os.Chmod(name, os.FileMode(f.Mode&0o777))
}
