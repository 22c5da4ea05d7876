package sources

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/regular"
)

// linkMap is the name of the file that says what programs are linked of.
const linkMap = "link_commands.json"

// link is an entry of a link map: a program or an archive.
type link struct {
	name    string // what messages call it
	output  string // absolute
	units   []int
	members []string // outputs of other entries
}

// readLinks reads the link map beside a compile_commands.json, if there is one. units
// are all entries of that, and a.units those of them that differ.
func (a *affecting) readLinks(root, database string, units []corpora.CompiledUnit) error {
	dir := database
	if info, err := os.Stat(database); err == nil && !info.IsDir() {
		dir = filepath.Dir(database)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, linkMap)
	data, err := regular.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var list []struct {
		Output    string   `json:"output"`
		Objects   []string `json:"objects"`
		Files     []string `json:"files"`
		Directory string   `json:"directory"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, e := range list {
		if e.Output == "" {
			return fmt.Errorf("%s: entry %d has no \"output\"", name, i+1)
		}
		if !filepath.IsAbs(e.Directory) {
			e.Directory = filepath.Join(dir, e.Directory)
		}
		at := func(p string) string {
			if filepath.IsAbs(p) {
				return filepath.Clean(p)
			}
			return filepath.Join(e.Directory, p)
		}
		l := link{name: versionName(root, at(e.Output)), output: at(e.Output)}
		for _, f := range e.Files {
			u := slices.IndexFunc(a.units, func(u corpora.CompiledUnit) bool { return u.File == nameIn(root, at(f)) })
			if u < 0 {
				return fmt.Errorf("%s: %s: %s is no C file that %s lists", name, e.Output, f, corpora.CompileDatabase)
			}
			l.units = append(l.units, u)
		}
		for _, o := range e.Objects {
			o = at(o)
			if u := slices.IndexFunc(units, func(u corpora.CompiledUnit) bool { return u.Object == o }); u >= 0 {
				l.units = append(l.units, a.same(units[u]))
			} else {
				l.members = append(l.members, o)
			}
		}
		a.links = append(a.links, l)
	}
	return nil
}

// same returns the unit of a.units that is compiled as u is.
func (a *affecting) same(u corpora.CompiledUnit) int {
	return slices.IndexFunc(a.units, func(v corpora.CompiledUnit) bool {
		return v.File == u.File && slices.Equal(v.Includes, u.Includes) && slices.Equal(v.Defines, u.Defines) && slices.Equal(v.Forced, u.Forced)
	})
}

// linked is a program of a revision.
type linked struct {
	name  string
	units []int // the one with main first, unless a link map says otherwise
	notes []string
}

// programs returns the programs of a revision.
func (s *affectedSide) programs() []*linked {
	a := s.affecting
	var list []*linked
	if len(a.links) > 0 {
		for _, l := range a.links {
			if p := s.mapped(&l); p != nil && !(a.library && slices.ContainsFunc(list, func(o *linked) bool { return s.sameFiles(o, p) })) {
				list = append(list, p)
			}
		}
		return list
	}
	if a.library {
		return s.remainder()
	}
	var candidates []int
	for u := range a.units {
		if s.symbols[u] != nil && !slices.Contains(s.symbols[u].Defined, "main") {
			candidates = append(candidates, u)
		}
	}
	names := map[string]bool{}
	for u := range a.units {
		if s.symbols[u] == nil || !slices.Contains(s.symbols[u].Defined, a.entry) {
			continue
		}
		name := strings.TrimSuffix(a.units[u].File, ".c")
		if names[name] {
			name = fmt.Sprintf("%s %q", name, a.units[u].Defines)
		}
		names[name] = true
		p := &linked{name: name, units: []int{u}}
		s.resolve(p, candidates)
		list = append(list, p)
	}
	return list
}

// remainder returns what no program begins in, all together, as a library.
func (s *affectedSide) remainder() []*linked {
	p := &linked{name: "library"}
	s.addAll(p, slices.Collect(func(yield func(int) bool) {
		for u := range s.units {
			if !yield(u) {
				return
			}
		}
	}))
	if len(p.units) == 0 {
		return nil
	}
	return []*linked{p}
}

// addAll adds the units that define no main and nothing that the program has.
func (s *affectedSide) addAll(p *linked, units []int) {
	has := map[string]bool{"main": true}
	enter := func(u int) {
		for _, n := range s.symbols[u].Defined {
			has[n] = has[n] || !slices.Contains(s.symbols[u].Weak, n)
		}
	}
	for _, u := range p.units {
		enter(u)
	}
	for _, u := range units {
		if s.symbols[u] != nil && !slices.Contains(p.units, u) && !slices.ContainsFunc(s.symbols[u].Defined, func(n string) bool { return has[n] }) {
			p.units = append(p.units, u)
			enter(u)
		}
	}
}

// sameFiles reports whether two programs are made of the same files: a library is often
// linked twice, shared and as an archive.
func (s *affectedSide) sameFiles(p, q *linked) bool {
	files := func(p *linked) []string {
		var list []string
		for _, u := range p.units {
			list = append(list, s.units[u].File)
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(files(p), files(q))
}

// mapped returns the program of an entry of the link map, nil if it has none of the
// function that programs begin with, which archives have not; of libraries, nil if it
// is a program.
func (s *affectedSide) mapped(l *link) *linked {
	a := s.affecting
	p := &linked{name: l.name}
	var members []int
	for _, u := range l.units {
		if s.symbols[u] != nil && !slices.Contains(p.units, u) {
			p.units = append(p.units, u)
		}
	}
	seen := map[string]bool{}
	for queue := slices.Clone(l.members); len(queue) > 0; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		i := slices.IndexFunc(a.links, func(o link) bool { return o.output == queue[0] })
		if i < 0 {
			continue // a library of the system
		}
		for _, u := range a.links[i].units {
			if s.symbols[u] != nil {
				members = append(members, u)
			}
		}
		queue = append(queue, a.links[i].members...)
	}
	if a.library {
		if slices.ContainsFunc(p.units, func(u int) bool { return slices.Contains(s.symbols[u].Defined, "main") }) {
			return nil
		}
		if s.addAll(p, members); len(p.units) == 0 {
			return nil
		}
		return p
	}
	s.resolve(p, members)
	if !slices.ContainsFunc(p.units, func(u int) bool { return slices.Contains(s.symbols[u].Defined, a.entry) }) {
		return nil
	}
	return p
}

// resolve adds the candidates that define what a program lacks, in their order in the
// compile_commands.json.
func (s *affectedSide) resolve(p *linked, candidates []int) {
	defined := map[string]bool{} // by a definition that is not weak
	has := map[string]bool{}
	enter := func(u int) {
		for _, n := range s.symbols[u].Defined {
			has[n] = true
			if !slices.Contains(s.symbols[u].Weak, n) {
				defined[n] = true
			}
		}
	}
	by := map[string][]int{}
	for _, u := range candidates {
		for _, n := range s.symbols[u].Defined {
			by[n] = append(by[n], u)
		}
	}
	for _, u := range p.units {
		enter(u)
	}
	given := len(p.units)
	for i := 0; i < len(p.units); i++ {
		for _, n := range s.symbols[p.units[i]].Used {
			if has[n] || len(by[n]) == 0 {
				continue
			}
			u, doubt := s.choose(p, by[n], defined)
			if u < 0 {
				continue
			}
			if len(doubt) > 0 {
				p.notes = append(p.notes, fmt.Sprintf("%s: %s is defined in %s and %s: took the first; a %s says which it is", p.name, n, s.affecting.units[u].File, strings.Join(doubt, ", "), linkMap))
			}
			p.units = append(p.units, u)
			enter(u)
		}
	}
	slices.Sort(p.units[given:])
}

// choose returns the best of units that define a name, -1 if all define something
// that the program has, and which others might be meant.
func (s *affectedSide) choose(p *linked, list []int, defined map[string]bool) (best int, doubt []string) {
	units := s.affecting.units
	main := &units[p.units[0]]
	var fit []int
	for _, u := range list {
		if !slices.Contains(p.units, u) && !slices.ContainsFunc(s.symbols[u].Defined, func(n string) bool {
			return defined[n] && !slices.Contains(s.symbols[u].Weak, n)
		}) {
			fit = append(fit, u)
		}
	}
	if len(fit) == 0 {
		return -1, nil
	}
	rank := func(u int) [2]int {
		return [2]int{-common(path.Dir(main.File), path.Dir(units[u].File)), conflicts(main.Defines, units[u].Defines)}
	}
	best = slices.MinFunc(fit, func(a, b int) int {
		x, y := rank(a), rank(b)
		return slices.Compare(x[:], y[:])
	})
	for _, u := range fit {
		if f := units[u].File; f != units[best].File && !slices.Contains(doubt, f) {
			doubt = append(doubt, f)
		}
	}
	return best, doubt
}

// conflicts counts the macros that two lists define otherwise, or only one of them.
func conflicts(a, b []string) int {
	n := 0
	for _, list := range [][2][]string{{a, b}, {b, a}} {
		for _, d := range list[0] {
			if !slices.Contains(list[1], d) {
				n++
			}
		}
	}
	return n
}

// common returns how many folders two paths share at their beginning.
func common(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
