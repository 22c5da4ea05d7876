package capture

import (
	"crypto/sha256"

	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Read returns what the calls noted in a folder come to, once the build has ended.
// Calls that only try something out, as configure's and CMake's do, do not count; nor
// do files that are gone.
func Read(folder string) (*Database, error) {
	calls, err := readCalls(folder)
	if err != nil {
		return nil, err
	}
	b := &building{units: map[string]int{}, links: map[string]int{}, same: map[string]string{}, sums: map[string]sum{}}
	for i := range calls {
		b.call(&calls[i])
	}
	return b.database(), nil
}

// building puts a database together.
type building struct {
	db    Database
	units map[string]int // of db.Commands, by outputs
	links map[string]int // of made, by outputs
	made  []made
	same  map[string]string // files that are copies, by what ar has taken out
	sums  map[string]sum    // of files, by name
}

// made is a link under way.
type made struct {
	Link
	folders     []string
	relocatable bool
}

type sum struct {
	size int64
	hash [sha256.Size]byte
	ok   bool
}

// probes are files that configure scripts and CMake compile to try something out.
var probes = regexp.MustCompile(`(^|/)(conftest\w*(\.|$)|conf\w*\.dir/|CMakeFiles/(CMakeTmp|CMakeScratch|ShowIncludes|[\d.]+(-\w+)?/CompilerId)|meson-private/|tmp\w+/testfile\.c$)`)

func (b *building) call(c *call) {
	switch c.kind {
	case archiver:
		b.archive(c)
		return
	case compiler, cxx, linker:
	default:
		return
	}
	v := c.read()
	if v.stage == stops || probes.MatchString(filepath.ToSlash(v.output)) {
		return
	}
	for _, s := range v.sources {
		b.compile(c, v, s)
	}
	if v.stage != links {
		return
	}
	l := made{Link: Link{Output: v.output, Directory: c.dir, Kind: "program"}, folders: v.folders, relocatable: v.relocatable}
	if l.Output == "" {
		l.Output = c.at("a.out")
	}
	if v.shared {
		l.Kind = "shared"
	}
	for _, in := range v.inputs {
		if slices.ContainsFunc(v.sources, func(s string) bool { return c.at(s) == in }) {
			in = v.objectOf(c, in)
		}
		if probes.MatchString(filepath.ToSlash(in)) {
			return
		}
		l.Objects = append(l.Objects, in)
	}
	b.enter(l)
}

func (b *building) enter(l made) {
	if i, ok := b.links[l.Output]; ok {
		b.made[i] = l
		return
	}
	b.links[l.Output] = len(b.made)
	b.made = append(b.made, l)
}

// compile notes how a source is compiled.
func (b *building) compile(c *call, v *invocation, source string) {
	file := c.at(source)
	if probes.MatchString(filepath.ToSlash(file)) || filepath.Ext(file) != ".c" {
		return
	}
	object := v.objectOf(c, source)
	args := slices.Concat([]string{string(compiler)}, v.flags, []string{"-c", source, "-o", object})
	x := Command{Directory: c.dir, File: file, Arguments: args, Output: object}
	if i, ok := b.units[object]; ok {
		b.db.Commands[i] = x
		return
	}
	b.units[object] = len(b.db.Commands)
	b.db.Commands = append(b.db.Commands, x)
}

// archive notes what an archiver puts into an archive, or takes out of it.
func (b *building) archive(c *call) {
	args := slices.DeleteFunc(slices.Clone(c.args), func(a string) bool { return strings.HasPrefix(a, "--") })
	if len(args) < 2 {
		return
	}
	operation := strings.TrimPrefix(args[0], "-")
	args = args[1:]
	if strings.ContainsAny(operation, "abiN") && strings.ContainsAny(operation, "rmx") && len(args) > 1 {
		args = args[1:] // the member that others are put beside
	}
	name := c.at(args[0])
	if probes.MatchString(filepath.ToSlash(name)) {
		return
	}
	i, known := b.links[name]
	switch {
	case strings.ContainsAny(operation, "rq"):
		l := made{Link: Link{Output: name, Directory: c.dir, Kind: "archive"}}
		if known {
			l.Objects = slices.Clone(b.made[i].Objects)
		}
		for _, m := range args[1:] {
			at := c.at(m)
			n := slices.IndexFunc(l.Objects, func(o string) bool { return filepath.Base(o) == filepath.Base(at) })
			if n >= 0 && strings.Contains(operation, "r") {
				l.Objects[n] = at
			} else {
				l.Objects = append(l.Objects, at)
			}
		}
		b.enter(l)
	case strings.Contains(operation, "d") && known:
		b.made[i].Objects = slices.DeleteFunc(b.made[i].Objects, func(o string) bool {
			return slices.ContainsFunc(args[1:], func(m string) bool { return filepath.Base(m) == filepath.Base(o) })
		})
	case strings.Contains(operation, "x") && known: // libtool puts archives into others so
		for _, o := range b.made[i].Objects {
			base := filepath.Base(o)
			if len(args) == 1 || slices.Contains(args[1:], base) {
				b.same[c.at(base)] = o
			}
		}
	}
}

// database completes what the calls come to.
func (b *building) database() *Database {
	db := &b.db
	db.Unknown = map[string][]string{}
	db.Commands = slices.DeleteFunc(db.Commands, func(c Command) bool {
		_, err := os.Stat(c.File)
		return err != nil
	})
	clear(b.units)
	for i, c := range db.Commands {
		b.units[c.Output] = i
	}
	names := b.names()
	for i := range b.made {
		m := &b.made[i]
		if m.relocatable {
			continue // what is linked of it is linked of its parts
		}
		l := Link{Output: names[m.Output], Directory: m.Directory, Kind: m.Kind}
		unknown := b.objects(m, &l, names, map[string]bool{})
		db.Links = append(db.Links, l)
		if len(unknown) > 0 {
			db.Unknown[l.Output] = unknown
		}
	}
	return db
}

// names returns what outputs are called: libtool makes programs and libraries in a
// folder .libs, beside which they are said to be.
func (b *building) names() map[string]string {
	names := map[string]string{}
	for _, m := range b.made {
		name := m.Output
		if dir, base := filepath.Split(name); filepath.Base(dir) == ".libs" {
			plain := filepath.Join(filepath.Dir(filepath.Clean(dir)), strings.TrimPrefix(base, "lt-"))
			if _, taken := b.links[plain]; !taken {
				name = plain
			}
		}
		names[m.Output] = name
	}
	return names
}

// objects adds to l what m is made of, and returns what is not known of it.
func (b *building) objects(m *made, l *Link, names map[string]string, seen map[string]bool) (unknown []string) {
	for _, in := range m.Objects {
		at, link := b.find(m, in)
		switch {
		case link != nil && link.relocatable && !seen[at]:
			seen[at] = true
			unknown = append(unknown, b.objects(link, l, names, seen)...)
		case link != nil && link.relocatable:
		case link != nil && link != m:
			l.Objects = append(l.Objects, names[at])
		case at != "":
			l.Objects = append(l.Objects, at)
		default:
			// An earlier capture may have seen it made.
			in = m.path(in)
			if in != "" {
				l.Objects = append(l.Objects, in)
			}
			if filepath.Ext(in) == ".o" && !slices.Contains(unknown, in) {
				unknown = append(unknown, in)
			}
		}
	}
	return unknown
}

// path returns the path of an input, of a library that of the project, if there is one.
func (m *made) path(in string) string {
	if !strings.HasPrefix(in, "-l") {
		return in
	}
	for _, name := range m.libraries(in) {
		if _, err := os.Stat(name); err == nil {
			return resolved(name)
		}
	}
	return ""
}

// libraries returns the paths at which a library of the project may lie.
func (m *made) libraries(in string) []string {
	lib := strings.TrimPrefix(in, "-l")
	candidates := []string{"lib" + lib + ".so", "lib" + lib + ".a", "lib" + lib + ".dylib"}
	if exact, ok := strings.CutPrefix(lib, ":"); ok {
		candidates = []string{exact}
	}
	var list []string
	for _, dir := range m.folders {
		for _, name := range candidates {
			list = append(list, filepath.Join(dir, name))
		}
	}
	return list
}

// find returns the unit or link that an input of a link is; "" if nobody made it.
func (b *building) find(m *made, in string) (at string, link *made) {
	if !strings.HasPrefix(in, "-l") {
		return b.known(in, 0)
	}
	for _, name := range m.libraries(in) {
		if at, link := b.known(name, 0); at != "" {
			return at, link
		}
	}
	return "", nil
}

func (b *building) known(file string, depth int) (string, *made) {
	for _, name := range []string{file, resolved(file)} {
		if _, ok := b.units[name]; ok {
			return name, nil
		}
		if i, ok := b.links[name]; ok {
			return name, &b.made[i]
		}
		if o, ok := b.same[name]; ok && depth < 9 {
			return b.known(o, depth+1)
		}
	}
	// It may have been copied or moved since.
	s := b.sum(file)
	if !s.ok {
		return "", nil
	}
	var moved []string
	for _, c := range b.db.Commands {
		switch other := b.sum(c.Output); {
		case other == s:
			return c.Output, nil
		case !other.ok && filepath.Base(c.Output) == filepath.Base(file):
			moved = append(moved, c.Output)
		}
	}
	for i := range b.made {
		if b.sum(b.made[i].Output) == s {
			return b.made[i].Output, &b.made[i]
		}
	}
	if len(moved) == 1 {
		return moved[0], nil
	}
	return "", nil
}

// sum returns the hash of a file; not ok if it is not there.
func (b *building) sum(name string) sum {
	if s, ok := b.sums[name]; ok {
		return s
	}
	var s sum
	if data, err := os.ReadFile(name); err == nil && len(data) > 0 {
		s = sum{int64(len(data)), sha256.Sum256(data), true}
	}
	b.sums[name] = s
	return s
}
