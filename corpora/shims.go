package corpora

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"sort"
	"strings"

	"github.com/riftlab/rift/program"
)

//go:embed shims
var shims embed.FS

// Shims returns the names of the bundled shim libraries, sorted. A shim
// library is C code, written for rift, that takes the place of what real
// programs are normally built with: what their configure script would find out,
// and portability libraries that their repositories lack. It builds with rift
// and with other compilers.
func Shims() []string {
	dirs, err := fs.ReadDir(shims, "shims")
	if err != nil {
		panic("corpora: Shims: " + err.Error())
	}
	var names []string
	for _, d := range dirs {
		names = append(names, d.Name())
	}
	return names
}

// AddShims adds the files of shim libraries to a version: headers in
// shims/NAME/include, where it then looks for them last, and sources in
// shims/NAME/src. An unknown name is an error that names the nearest one.
func AddShims(v *program.Version, names []string) error {
	for _, name := range names {
		dir := path.Join("shims", name)
		if _, err := fs.Stat(shims, dir); err != nil || strings.ContainsAny(name, "/.") {
			return fmt.Errorf("no shim library %q%s", name, didYouMean(name, Shims()))
		}
		var files []string
		err := fs.WalkDir(shims, dir, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return err
		}
		sort.Strings(files)
		for _, f := range files {
			text, err := fs.ReadFile(shims, f)
			if err != nil {
				return err
			}
			v.Files = append(v.Files, program.SourceFile{Name: f, Text: string(text), Library: true})
		}
		v.Includes = append(v.Includes[:len(v.Includes):len(v.Includes)], dir+"/include")
	}
	return nil
}
