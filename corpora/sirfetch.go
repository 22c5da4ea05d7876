package corpora

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/riftlab/rift/program"
)

// siemens is a repository with the programs of the Siemens suite, each in a
// folder of its name in the SIR layout.
const siemens = "https://github.com/houzss/Software-Fault-Location-By-SiemensSuite"

// sirParts are what LoadSIR reads of a program.
var sirParts = []string{"source.alt", "versions.alt", "testplans.alt"}

// sirContents has the recorded hash of each program that FetchSIR knows: see sirFiles.
var sirContents = map[string]string{
	"tcas": "902144e1ff4027d1eb3fe6a991d0226556e80234c6e08e3ed06112c76b345378",
}

// SIRNames returns the names of the programs that FetchSIR knows, sorted.
func SIRNames() []string { return slices.Sorted(maps.Keys(sirContents)) }

// IsSIR reports whether a folder is a program in the SIR layout.
func IsSIR(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(sirOriginal)))
	return err == nil
}

// FetchSIR returns the folder of the cache that holds a program of SIRNames in
// the SIR layout. If it is not there, it is unpacked from a repository; from is
// where that is, a path or an address, "" for where it is published. Progress
// goes to log, which may be nil. A copy that fails changes nothing.
func FetchSIR(ctx context.Context, name, from string, log io.Writer) (string, error) {
	dir, err := sirCache(name)
	if !errors.Is(err, ErrNotFetched) {
		return dir, err
	}
	repo, err := fetched(siemens)
	if errors.Is(err, ErrNotFetched) {
		var at string
		if at, err = Fetch(ctx, siemens, from, log); err == nil {
			repo, err = OpenRepository(at)
		}
	}
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), ".unpack-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	fresh := filepath.Join(work, name)
	if err := repo.unpack("HEAD", name, sirParts, fresh); err != nil {
		return "", fmt.Errorf("%s: %w", siemens, err)
	}
	if !IsSIR(fresh) {
		return "", fmt.Errorf("%w: %s has no program %s in the SIR layout", ErrNoSubject, siemens, name)
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.Rename(fresh, dir)
}

// sirCache returns the folder of the cache for a program in the SIR layout, with an
// error that wraps ErrNotFetched if it is not there.
func sirCache(name string) (string, error) {
	cache, err := CacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "sir", name)
	if !IsSIR(dir) {
		return dir, fmt.Errorf("%w: program %s is not in the cache (%s)", ErrNotFetched, name, dir)
	}
	return dir, nil
}

// sirFiles returns what the content of a program in the SIR layout is: the sources
// of all its versions, and the tests.
func sirFiles(dir string) ([]program.SourceFile, error) {
	s, err := LoadSIR(dir, SIROptions{})
	if err != nil {
		return nil, err
	}
	tests, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(sirUniverse)))
	if err != nil {
		return nil, err
	}
	files := []program.SourceFile{{Name: sirUniverse, Text: string(tests)}}
	for i := range s.Versions {
		for _, f := range s.Versions[i].Files {
			files = append(files, program.SourceFile{Name: s.Versions[i].Name + "/" + f.Name, Text: f.Text})
		}
	}
	return files, nil
}

// unpack copies those parts of a folder of a revision that are there. What is a link
// there is a file or folder in the copy.
func (r *Repository) unpack(rev, folder string, parts []string, dir string) error {
	tree, err := r.Tree(rev)
	if err != nil {
		return err
	}
	for _, part := range parts {
		from, err := fs.Sub(tree, path.Join(folder, part))
		if err != nil {
			return err
		}
		err = walkFiles(from, func(string) bool { return true }, func(name string, _ fs.FileInfo, _ bool) error {
			data, err := fs.ReadFile(from, name)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, part, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				return err
			}
			return os.WriteFile(to, data, 0o666)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Fetched reports whether the repository of an address is in the cache.
func Fetched(address string) bool {
	dir, err := cachedRepository(address)
	if err != nil {
		return false
	}
	_, err = os.Stat(dir)
	return err == nil
}
