package delta

import (
	"path"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// renamed returns the old names of files by their new ones, as far as the new version
// says them, the old one has only the old name, and no two files claim it.
func renamed(old, new *program.Version) map[string]string {
	was := map[string]string{}
	taken := map[string]bool{}
	for _, f := range new.Files {
		_, there := find(old, f.Name)
		_, before := find(old, f.Was)
		_, stays := find(new, f.Was)
		if f.Was == "" || there || !before || stays || taken[f.Was] {
			continue
		}
		was[f.Name], taken[f.Was] = f.Was, true
	}
	return was
}

// alike is the share of lines that a file that only the new version has shares with
// one that only the old version has, in percent, to count as the same file; git's.
const alike = 50

// TrackRenames returns the new version with the old names of files that were renamed or
// moved, edited or not: of the files that only one version has, those pairs that share
// most lines, as git's -M finds them. Neither version is modified.
func TrackRenames(old, new *program.Version) *program.Version {
	type file struct {
		at    int
		name  string
		lines map[string]int
		size  int
	}
	alone := func(v, other *program.Version) []file {
		var list []file
		for i, f := range v.Files {
			if _, there := find(other, f.Name); there || f.Text == "" {
				continue
			}
			x := file{at: i, name: f.Name, lines: map[string]int{}}
			for _, l := range split(f.Text).lines {
				x.lines[l] += len(l) + 1
				x.size += len(l) + 1
			}
			list = append(list, x)
		}
		return list
	}
	type pair struct {
		old, new   file
		percent    int
		sameBase   bool
		sameSuffix bool
	}
	var pairs []pair
	from := alone(old, new)
	for _, n := range alone(new, old) {
		for _, o := range from {
			if 100*min(n.size, o.size) < alike*max(n.size, o.size) {
				continue
			}
			common := 0
			for l, bytes := range n.lines {
				common += min(bytes, o.lines[l])
			}
			p := pair{o, n, 100 * common / max(n.size, o.size), path.Base(o.name) == path.Base(n.name), path.Ext(o.name) == path.Ext(n.name)}
			if p.percent >= alike {
				pairs = append(pairs, p)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.percent != b.percent {
			return b.percent - a.percent
		}
		for _, by := range [][2]bool{{a.sameBase, b.sameBase}, {a.sameSuffix, b.sameSuffix}} {
			if by[0] != by[1] {
				if by[0] {
					return -1
				}
				return 1
			}
		}
		return 2*strings.Compare(a.new.name, b.new.name) + strings.Compare(a.old.name, b.old.name)
	})
	if len(pairs) == 0 {
		return new
	}
	v := *new
	v.Files = slices.Clone(new.Files)
	taken := map[string]bool{}
	for _, p := range pairs {
		if f := &v.Files[p.new.at]; f.Was == "" && !taken[p.old.name] {
			f.Was, taken[p.old.name] = p.old.name, true
		}
	}
	return &v
}
