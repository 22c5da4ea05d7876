package sources

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/regular"
)

// affectedSide is one revision.
type affectedSide struct {
	*affecting
	name     string
	sources  *Sources
	tree     *tree
	disk     *disk
	texts    map[string]*string  // of files read so far; nil is absent
	closures map[string]*closure // by unit and flags
	symbols  []*cfront.Symbols   // of the units; nil for those that the revision lacks
	failed   []error             // why units cannot be translated
}

// disk has the files that no revision has.
type disk struct {
	root    string
	tracked []fs.FS
	used    []string // of the work tree
}

// read returns a file that no revision has.
func (d *disk) read(name string) (string, error) {
	at := filepath.Join(d.root, filepath.FromSlash(name))
	elsewhere, ok := strings.CutPrefix(name, elsewhereDir+"/")
	if ok {
		at = "/" + elsewhere
	} else if slices.ContainsFunc(d.tracked, func(t fs.FS) bool { _, err := fs.Stat(t, name); return err == nil }) {
		return "", fs.ErrNotExist
	}
	info, err := os.Stat(at)
	if err != nil || !info.Mode().IsRegular() {
		return "", fs.ErrNotExist
	}
	data, err := regular.ReadFile(at)
	if err == nil && !ok && !slices.Contains(d.used, name) {
		d.used = append(d.used, name)
	}
	return string(data), err
}

// read returns a file of the revision, or one that no revision has.
func (s *affectedSide) read(name string) (text string, ok bool, err error) {
	if t, seen := s.texts[name]; seen {
		if t == nil {
			return "", false, nil
		}
		return *t, true, nil
	}
	data, err := regular.FromFS(s.tree.files, name)
	text = string(data)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = s.disk.read(name)
	} else if info, statErr := fs.Stat(s.tree.files, name); statErr == nil && info.IsDir() {
		err = fs.ErrNotExist
	}
	if errors.Is(err, fs.ErrNotExist) {
		s.texts[name] = nil
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("%s: %s: %w", s.name, name, err)
	}
	s.texts[name] = &text
	return text, true, nil
}

// closure is a unit and all that it may include, the unit first and the others by
// name. It is not to be modified.
type closure struct{ files []program.SourceFile }

// closure returns what a unit consists of, nil if the revision lacks it.
func (s *affectedSide) closure(u int) (*closure, error) {
	c := &s.units[u]
	return s.closureOf(c.File, c.Includes, c.Forced, c.Defines)
}

func (s *affectedSide) closureOf(file string, includes, forced, defines []string) (*closure, error) {
	key := fmt.Sprintf("%q", []any{file, includes, forced, defines})
	if c, ok := s.closures[key]; ok {
		return c, nil
	}
	text, ok, err := s.read(file)
	if err != nil || !ok {
		s.closures[key] = nil
		return nil, err
	}
	c := &closure{[]program.SourceFile{{Name: file, Text: text}}}
	seen := map[string]string{file: text}
	add := func(raw string) (bool, error) {
		name := path.Clean(raw)
		if !fs.ValidPath(name) {
			return false, nil
		}
		at, err := s.tree.place(raw)
		if err != nil {
			return false, fmt.Errorf("%s: %s: %w", s.name, name, err)
		}
		text, ok, err := s.read(at)
		if err != nil || !ok {
			return false, err
		}
		if old, ok := seen[name]; ok {
			if old != text {
				return false, fmt.Errorf("%s: %s: %w", s.name, name, errTwoFiles)
			}
			return true, nil
		}
		seen[name] = text
		c.files = append(c.files, program.SourceFile{Name: name, Text: text, Included: strings.HasSuffix(name, ".c")})
		return true, nil
	}
	find := func(from, name string) error {
		if path.IsAbs(name) {
			_, err := add(versionName(s.disk.root, name))
			return err
		}
		for _, dir := range append([]string{path.Dir(from)}, includes...) {
			if ok, err := add(dir + "/" + name); ok || err != nil {
				return err
			}
		}
		return nil
	}
	for _, f := range forced {
		if ok, err := add(f); err != nil {
			return nil, err
		} else if !ok {
			return nil, fmt.Errorf("%s: %s, which -include names for %s, is not there", s.name, f, file)
		}
	}
	for _, d := range defines { // -DCONFIG_H='"config.h"'
		if _, v, _ := strings.Cut(d, "="); len(v) > 2 && strings.ContainsRune(`"<`, rune(v[0])) {
			if err := find(file, v[1:len(v)-1]); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i < len(c.files); i++ {
		f := c.files[i]
		for _, t := range csyntax.Lex(f.Text) {
			if name := headerNamed(t); name != "" {
				if err := find(f.Name, name); err != nil {
					return nil, err
				}
			}
		}
	}
	slices.SortFunc(c.files[1:], func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	s.closures[key] = c
	return c, nil
}

// headerNamed returns the header that a preprocessor line includes, or makes a macro
// stand for; "" if it names none.
func headerNamed(t csyntax.Token) string {
	if t.Kind != csyntax.Directive {
		return ""
	}
	name, ok := csyntax.Include(t.Text)
	if _, _, rest, defines := csyntax.Define(t.Text); !ok && defines {
		name, _ = csyntax.Header(t.Text, rest)
	}
	return name
}

// scan finds out the external names of all units.
func (s *affectedSide) scan(ctx context.Context) error {
	s.symbols, s.failed = make([]*cfront.Symbols, len(s.units)), make([]error, len(s.units))
	versions := make([]*program.Version, len(s.units))
	for u := range s.units {
		c, err := s.closure(u)
		if err != nil {
			return AsInput(err)
		}
		if c != nil {
			v, _, err := s.version(&linked{name: s.units[u].File, units: []int{u}})
			if err != nil {
				return AsInput(err)
			}
			versions[u] = v
		}
	}
	cache := cfront.NewCache()
	var wait sync.WaitGroup
	next := make(chan int)
	for range min(runtime.GOMAXPROCS(0), 4) {
		wait.Go(func() {
			for u := range next {
				if ctx.Err() == nil {
					s.symbols[u], s.failed[u] = s.symbolsBefore(ctx, u, versions[u], cache)
				}
			}
		})
	}
	for u, v := range versions {
		if v != nil {
			next <- u
		}
	}
	close(next)
	wait.Wait()
	return ctx.Err()
}

// symbolsBefore is symbolsOf, unless the old revision has the same.
func (s *affectedSide) symbolsBefore(ctx context.Context, u int, v *program.Version, cache *cfront.Cache) (*cfront.Symbols, error) {
	old := &s.sides[0]
	if s != old && old.symbols[u] != nil {
		a, _ := old.closure(u) // both were made before
		b, _ := s.closure(u)   // likewise
		if slices.Equal(a.files, b.files) {
			return old.symbols[u], old.failed[u]
		}
	}
	return symbolsOf(ctx, v, *s.texts[s.units[u].File], cache)
}

// version puts a program together. problem says why it is not what the build makes.
func (s *affectedSide) version(p *linked) (v *program.Version, problem string, err error) {
	v = &program.Version{Name: s.name, Host: s.sources.Host, Check: s.sources.Check, Sealed: true, Defines: slices.Clone(s.sources.Defines)}
	for _, d := range s.sources.Includes {
		abs, err := filepath.Abs(d)
		if err != nil {
			return nil, "", err
		}
		v.Includes = append(v.Includes, versionName(s.disk.root, abs))
	}
	own := s.separate(p, v)
	for _, u := range p.units {
		for _, d := range s.units[u].Includes {
			if !slices.Contains(v.Includes, d) {
				v.Includes = append(v.Includes, d)
			}
		}
	}
	at := map[string]int{}
	var headers []program.SourceFile
	for i, u := range p.units {
		c := &s.units[u]
		whole, err := s.closureOf(c.File, v.Includes, c.Forced, c.Defines)
		if err != nil {
			return nil, "", err
		}
		if alone, err := s.closureOf(c.File, slices.Concat(v.Includes[:len(s.sources.Includes)], c.Includes), c.Forced, c.Defines); err != nil {
			return nil, "", err
		} else if problem == "" && !slices.EqualFunc(alone.files, whole.files, func(f, g program.SourceFile) bool { return f.Name == g.Name }) {
			problem = fmt.Sprintf("%s finds other headers by the flags of the other files: the program cannot be compiled with one list of folders", c.File)
		}
		f := whole.files[0]
		if own[i] != "" {
			wrapper := program.SourceFile{Name: path.Join(path.Dir(f.Name), "flags-"+path.Base(f.Name)), Text: own[i]}
			v.Files = append(v.Files, wrapper)
			f.Included = true
			headers = append(headers, f)
		} else {
			at[f.Name] = len(v.Files)
			v.Files = append(v.Files, f)
		}
		headers = append(headers, whole.files[1:]...)
	}
	slices.SortFunc(headers, func(a, b program.SourceFile) int { return strings.Compare(a.Name, b.Name) })
	headers = slices.CompactFunc(headers, func(a, b program.SourceFile) bool { return a.Name == b.Name })
	for _, h := range headers {
		if _, unit := at[h.Name]; !unit {
			v.Files = append(v.Files, h)
		}
	}
	for _, f := range v.Files {
		if rest, ok := strings.CutPrefix(f.Name, elsewhereDir); ok {
			if v.Called == nil {
				v.Called = map[string]string{}
			}
			v.Called[f.Name] = rest
		}
	}
	return v, problem, corpora.AddShims(v, s.sources.Shims)
}

// separate adds the macros that all units of a program are compiled with to v, and
// returns for each unit that has others, or includes files by force, the text of a
// unit that says so and includes it.
func (s *affectedSide) separate(p *linked, v *program.Version) []string {
	own := make([]string, len(p.units))
	common := slices.Clone(s.units[p.units[0]].Defines)
	for _, u := range p.units {
		common = slices.DeleteFunc(common, func(d string) bool { return !slices.Contains(s.units[u].Defines, d) })
	}
	v.Defines = append(v.Defines, common...)
	for i, u := range p.units {
		c := &s.units[u]
		var b strings.Builder
		for _, d := range c.Defines {
			if name, value, given := strings.Cut(d, "="); !slices.Contains(common, d) {
				if !given {
					value = "1"
				}
				fmt.Fprintf(&b, "#define %s %s\n", name, value)
			}
		}
		up := strings.Repeat("../", strings.Count(c.File, "/"))
		for _, f := range c.Forced {
			fmt.Fprintf(&b, "#include \"%s%s\"\n", up, f)
		}
		if b.Len() > 0 {
			own[i] = b.String() + fmt.Sprintf("#include \"%s\"\n", path.Base(c.File))
		}
	}
	return own
}

// generated names the files that were taken from the work tree.
func (s *affectedSide) generated() []string {
	var list []string
	for _, name := range s.disk.used {
		list = append(list, name+" is in no revision: that of the work tree is taken for both")
	}
	return list
}

// symbolsInText guesses the external names of a unit that cannot be translated: the
// functions that it seems to define, and all other names as used.
func symbolsInText(text string) *cfront.Symbols {
	s, c := &cfront.Symbols{}, csyntax.Parse(text)
	for _, it := range c.Items {
		if it.Kind == csyntax.Function && it.Name != "" && !slices.ContainsFunc(c.Toks[it.From:it.Body], func(t csyntax.Token) bool { return t.Is("static") }) {
			s.Defined = append(s.Defined, it.Name)
		}
	}
	slices.Sort(s.Defined)
	s.Defined = slices.Compact(s.Defined)
	s.Used = csyntax.Identifiers(text)
	slices.Sort(s.Used)
	s.Used = slices.DeleteFunc(slices.Compact(s.Used), func(n string) bool { return slices.Contains(s.Defined, n) })
	return s
}
