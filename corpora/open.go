package corpora

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/riftlab/rift/program/regular"
)

//go:embed subjects
var bundled embed.FS

// ErrNoSubject is wrapped by errors about references that name no subject.
var ErrNoSubject = errors.New("no such subject")

// Names returns the names of the bundled subjects that need nothing else,
// sorted.
func Names() []string { return bundledNames(false) }

// Fetchable returns the names of the bundled subjects whose sources must be
// fetched first, sorted. Only their manifests are bundled.
func Fetchable() []string { return bundledNames(true) }

func bundledNames(fetchable bool) []string {
	dirs, err := fs.ReadDir(bundled, "subjects")
	if err != nil {
		panic("corpora: Names: " + err.Error())
	}
	var names []string
	for _, d := range dirs {
		if address, err := repositoryOf(bundled, path.Join("subjects", d.Name(), ManifestName)); err == nil && (address != "") == fetchable {
			names = append(names, d.Name())
		}
	}
	sort.Strings(names)
	return names
}

// repositoryOf returns the address of the git repository that a manifest takes
// revisions from, "" if it names none.
func repositoryOf(files fs.FS, name string) (string, error) {
	data, err := regular.FromFS(files, name)
	if err != nil {
		return "", err
	}
	var m struct {
		Git string `toml:"git"`
	}
	// The key stands before the first table. Where that cut goes through a value, the
	// whole text, of up to thousands of lines, is read.
	head, _, _ := strings.Cut(string(data), "\n[")
	if tooDeep([]byte(head)) > 0 {
		head = "=" // no TOML
	}
	if _, err := toml.Decode(head, &m); err == nil {
		return m.Git, nil
	}
	if line := tooDeep(data); line > 0 {
		return "", deepError(name, line)
	}
	if _, err := toml.Decode(string(data), &m); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return m.Git, nil
}

// Bundled loads a bundled subject.
func Bundled(name string) (*Subject, error) { return bundledAs(name, LoadManifest) }

// reading makes something of the manifest called name in files; dir is where files
// lies, for messages.
type reading[T any] func(files fs.FS, name, dir string) (T, error)

func bundledAs[T any](name string, read reading[T]) (out T, err error) {
	known := append(Names(), Fetchable()...)
	for _, n := range known {
		if n == name {
			files, err := fs.Sub(bundled, "subjects/"+name)
			if err != nil {
				return out, err
			}
			return read(files, ManifestName, "bundled:"+name)
		}
	}
	return out, fmt.Errorf("%w: %q is not bundled%s", ErrNoSubject, name, didYouMean(name, known))
}

// group returns the fetchable subjects whose names are that of a group with
// "-" and something behind it.
func group(name string) []string {
	var names []string
	for _, n := range Fetchable() {
		if strings.HasPrefix(n, name+"-") {
			names = append(names, n)
		}
	}
	return names
}

// groupAs reads the manifests of a group, or returns none.
func groupAs[T any](name string, read reading[T]) ([]T, error) {
	var all []T
	for _, n := range group(name) {
		x, err := bundledAs(n, read)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// Repositories returns the addresses of the git repositories that the subjects
// of a reference, as Open takes it, need; none if they need none.
func Repositories(ref, base string) ([]string, error) {
	if slices.Contains(Names(), ref) {
		return nil, nil
	}
	names := group(ref)
	if slices.Contains(Fetchable(), ref) {
		names = []string{ref}
	}
	var addresses []string
	for _, n := range names {
		address, err := repositoryOf(bundled, path.Join("subjects", n, ManifestName))
		if err != nil {
			return nil, err
		}
		addresses = appendNew(addresses, address)
	}
	if len(names) > 0 {
		return addresses, nil
	}
	dir, name := resolvePath(base, ref), ManifestName
	if isFile(dir) {
		dir, name = filepath.Dir(dir), filepath.Base(dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoSubject, ref, cause(err))
	}
	defer root.Close()
	address, err := repositoryOf(root.FS(), name)
	if err != nil || address == "" {
		return nil, err
	}
	return []string{address}, nil
}

// Open loads the subjects that a reference names:
//
//	NAME                the bundled subject of that name, or all those called
//	                    NAME-... whose sources were fetched
//	DIR                 the subject whose manifest is DIR/subject.toml, or else
//	                    those in the folders of DIR that have one, by name
//	FILE.toml           the subject of that manifest
//	sir:DIR             a program in the SIR layout; see LoadSIR
//	sir:DIR?universe=F  the same with the tests of the file F
//
// A reference without a slash is a path only if no bundled subject has that
// name. Relative paths are relative to base ("" is the working directory).
func Open(ref, base string) ([]*Subject, error) {
	if rest, ok := strings.CutPrefix(ref, "sir:"); ok {
		s, err := openSIR(rest, base)
		return one(s, err)
	}
	return openAs(ref, base, LoadManifest)
}

// openAs reads the manifests that a reference of Open names, but for sir:DIR.
func openAs[T any](ref, base string, read reading[T]) ([]T, error) {
	if ref == "" {
		return nil, fmt.Errorf("%w: the reference is empty", ErrNoSubject)
	}
	if !strings.ContainsAny(ref, `/\`) && ref != "." && ref != ".." {
		x, err := bundledAs(ref, read)
		if !errors.Is(err, ErrNoSubject) {
			return one(x, err)
		}
		if all, groupErr := groupAs(ref, read); groupErr != nil || len(all) > 0 {
			return all, groupErr
		}
		if _, statErr := os.Stat(resolvePath(base, ref)); statErr != nil {
			return nil, err
		}
	}
	return pathAs(resolvePath(base, ref), read)
}

func one[T any](x T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	return []T{x}, nil
}

func resolvePath(base, name string) string {
	if filepath.IsAbs(name) || base == "" {
		return name
	}
	return filepath.Join(base, name)
}

// pathAs reads a manifest, the manifest in a folder, or those in the folder's
// folders.
func pathAs[T any](name string, read reading[T]) ([]T, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNoSubject, name, cause(err))
	}
	if !info.IsDir() {
		x, err := dirAs(filepath.Dir(name), filepath.Base(name), read)
		return one(x, err)
	}
	if isFile(filepath.Join(name, ManifestName)) {
		x, err := dirAs(name, ManifestName, read)
		return one(x, err)
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	var all []T
	for _, e := range entries {
		dir := filepath.Join(name, e.Name())
		if !isFile(filepath.Join(dir, ManifestName)) {
			continue
		}
		x, err := dirAs(dir, ManifestName, read)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: neither %s nor a folder in it has a %s", ErrNoSubject, name, ManifestName)
	}
	return all, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// dirAs reads a manifest through a root, so that not even a symbolic link leads
// out of its folder.
func dirAs[T any](dir, name string, read reading[T]) (out T, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return out, err
	}
	defer root.Close()
	return read(root.FS(), name, filepath.ToSlash(dir))
}

func openSIR(rest, base string) (*Subject, error) {
	dir, query, _ := strings.Cut(rest, "?")
	options, err := url.ParseQuery(query)
	if err != nil {
		return nil, fmt.Errorf("sir:%s: %w", rest, err)
	}
	var o SIROptions
	keys := make([]string, 0, len(options))
	for k := range options {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		switch k {
		case "universe":
			o.Universe = resolvePath(base, options.Get(k))
		case "name":
			o.Name = options.Get(k)
		default:
			return nil, fmt.Errorf("sir:%s: unknown option %q%s", rest, k, didYouMean(k, []string{"name", "universe"}))
		}
	}
	return LoadSIR(resolvePath(base, dir), o)
}
