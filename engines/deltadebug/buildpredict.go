package deltadebug

import (
	"hash/fnv"
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
)

// foresight tells of some versions that they will not be built, by what compilers
// said of others: what they complained of is there again, and all that declares
// the names they complained of is the same. It may be wrong.
//
// Source: Zeller 1999, section 4 (predicting test outcomes), without saying how.
type foresight struct {
	ends      [2]*view // the old and the new version, which are built
	conflicts []*conflict
	known     map[conflict]bool
	outlines  map[string]*outline // by text
	words     map[string][]string // identifiers by line
}

// conflict is what a build failed of: a stretch of text in a function, and for each
// name what declares it there.
type conflict struct {
	file, fn string
	text     string // of the line, or from the head of the function
	whole    bool   // text begins at the head, with depth braces and conditionals open
	depth    int
	linked   bool
	names    string // with spaces between them
	declared uint64 // hash of the declarations of the names
}

// view is a version with the outlines of its files.
type view struct {
	files    []string // names, sorted
	outlines map[string]*outline
	declared map[conflict]uint64 // by file, fn, linked and names
}

// keywords are those that a line is most likely to have.
var keywords = strings.Fields("if else for while do switch case default break continue return goto sizeof " +
	"void char short int long float double signed unsigned struct union enum static extern const register typedef define ifdef ifndef endif defined include")

// maxOutlines bounds the outlines that are kept.
const maxOutlines = 512

func newForesight(old, new *program.Version) *foresight {
	f := &foresight{known: map[conflict]bool{}, outlines: map[string]*outline{}, words: map[string][]string{}}
	f.ends = [2]*view{f.view(old), f.view(new)}
	return f
}

func (f *foresight) view(v *program.Version) *view {
	if len(f.outlines) > maxOutlines {
		clear(f.outlines)
	}
	w := &view{outlines: map[string]*outline{}, declared: map[conflict]uint64{}}
	for _, file := range v.Files {
		o := f.outlines[file.Text]
		if o == nil {
			o = newOutline(file.Text, f.identifiers)
			f.outlines[file.Text] = o
		}
		w.files = append(w.files, file.Name)
		w.outlines[file.Name] = o
	}
	slices.Sort(w.files)
	return w
}

// identifiers returns those of a line. Versions have most lines in common.
func (f *foresight) identifiers(line string) []string {
	list, ok := f.words[line]
	if !ok {
		list = csyntax.Words(line)
		f.words[line] = list
	}
	return list
}

// learn takes in the complaints about a version that was not built.
func (f *foresight) learn(v *program.Version, said string) {
	w := f.view(v)
	for _, c := range complaints(said) {
		x, ok := w.conflict(c)
		if ok && !f.known[*x] && !f.ends[0].has(x) && !f.ends[1].has(x) {
			f.known[*x] = true
			f.conflicts = append(f.conflicts, x)
		}
	}
}

// unlearn takes in that a version was built: what says that it is not is wrong.
func (f *foresight) unlearn(v *program.Version) {
	w := f.view(v)
	f.conflicts = slices.DeleteFunc(f.conflicts, func(x *conflict) bool { return w.has(x) })
}

// unbuilt reports whether v will most likely not be built.
func (f *foresight) unbuilt(v *program.Version) bool {
	if len(f.conflicts) == 0 {
		return false
	}
	w := f.view(v)
	return slices.ContainsFunc(f.conflicts, w.has)
}

// conflict generalises a complaint about the version.
func (w *view) conflict(c complaint) (*conflict, bool) {
	file := w.file(c.file)
	x := &conflict{file: file, linked: c.linked}
	names := c.names
	if file != "" && c.line > 0 {
		o := w.outlines[file]
		if c.line > len(o.lines) {
			return nil, false
		}
		i := c.line - 1
		x.fn, x.text = o.fn[i], strings.TrimSpace(o.lines[i])
		if !c.plain {
			x.whole, x.text, x.depth = true, o.stretch(i), o.depth[o.head[i]]
			names = append(slices.Clone(names), csyntax.Words(o.lines[i])...)
			names = slices.DeleteFunc(names, func(w string) bool { return slices.Contains(keywords, w) })
		}
	}
	if len(names) == 0 && x.text == "" {
		return nil, false
	}
	slices.Sort(names)
	x.names = strings.Join(slices.Compact(names), " ")
	x.declared = w.declarations(x)
	return x, true
}

// file returns the name of the file that a compiler names, seen from another
// folder perhaps; "" if it is none of the version, or not the only one.
func (w *view) file(name string) string {
	if w.outlines[name] != nil {
		return name
	}
	found := ""
	for _, f := range w.files {
		if strings.HasSuffix("/"+f, "/"+name) || strings.HasSuffix(name, "/"+f) {
			if found != "" {
				return ""
			}
			found = f
		}
	}
	return found
}

// has reports whether the version has the conflict.
func (w *view) has(x *conflict) bool {
	if x.file != "" && x.text != "" && !w.holds(x) {
		return false
	}
	return w.declarations(x) == x.declared
}

// holds reports whether the text of a conflict is where it was.
func (w *view) holds(x *conflict) bool {
	o := w.outlines[x.file]
	if o == nil {
		return false
	}
	for i, fn := range o.fn {
		switch {
		case fn != x.fn:
		case x.whole && o.head[i] == i && o.depth[i] == x.depth && strings.HasPrefix(x.text, o.lines[i]):
			n := strings.Count(x.text, "\n") + 1
			if i+n <= len(o.lines) && strings.Join(o.lines[i:i+n], "\n") == x.text {
				return true
			}
		case !x.whole && strings.TrimSpace(o.lines[i]) == x.text:
			return true
		}
	}
	return false
}

// declarations returns a hash of what declares the names of a conflict.
func (w *view) declarations(x *conflict) uint64 {
	key := conflict{file: x.file, fn: x.fn, linked: x.linked, names: x.names}
	if h, ok := w.declared[key]; ok {
		return h
	}
	h := fnv.New64a()
	for _, name := range strings.Fields(x.names) {
		for _, file := range w.files {
			fn := ""
			if file == x.file && !x.linked {
				fn = x.fn
			}
			header := path.Ext(file) != ".c"
			if file != x.file && !header && !x.linked {
				continue
			}
			for _, text := range w.outlines[file].declarations(name, fn, header) {
				h.Write([]byte(file + "\x00" + text + "\x00"))
			}
		}
		h.Write([]byte{1})
	}
	w.declared[key] = h.Sum64()
	return w.declared[key]
}
