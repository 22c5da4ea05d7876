package mapping

import (
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/riftlab/rift/program/delta"
)

// match is the alignment of a pair of functions.
type match struct {
	oldFn, newFn int
	toOld, toNew []int32           // by statement; -1 for none
	instrs       map[place]place   // instruction of new to that of old
	differ       map[int32][]place // by statement of new that has a counterpart: the instructions that differ
	anchored     []bool            // by statement of new: its line is unchanged
}

// alignAll aligns the statements of all paired functions.
func (m *Mapping) alignAll(lines map[string]*lineMap) {
	m.matches, m.ofNew = nil, make([]*match, len(m.new.funcs))
	for n, o := range m.toOld {
		if o < 0 {
			continue
		}
		a := newAligner(m, o, n, lines).align()
		m.matches = append(m.matches, a)
		m.ofNew[n] = a
	}
	for _, a := range m.matches {
		m.compare(a)
	}
}

// gapLimit bounds the pairs of statements that are weighed between two
// anchors; beyond it only equal statements are matched there.
const gapLimit = 2_000_000

// leastLikeness is what two statements off unchanged lines must have in common
// to be one statement that was modified.
const leastLikeness = 0.34

type aligner struct {
	m        *Mapping
	old, new *view
	lines    *lineMap // nil if the functions are in different files
	*match
	sigOld, sigNew []string
	bagOld, bagNew []delta.Bag
	lineOld        []int // by statement: first line, 0 if unknown
	lineNew        []int
}

func newAligner(m *Mapping, o, n int, lines map[string]*lineMap) *aligner {
	ov, nv := m.old.funcs[o], m.new.funcs[n]
	al := &aligner{m: m, old: ov, new: nv, match: &match{
		oldFn: o, newFn: n, toOld: fill(len(nv.stmts)), toNew: fill(len(ov.stmts)),
		instrs: map[place]place{}, differ: map[int32][]place{}, anchored: make([]bool, len(nv.stmts)),
	}}
	al.sigOld, al.bagOld = signatures(ov)
	al.sigNew, al.bagNew = signatures(nv)
	fileOld, fileNew := "", ""
	al.lineOld, fileOld = m.old.lines(ov)
	al.lineNew, fileNew = m.new.lines(nv)
	if fileOld == fileNew {
		al.lines = lines[fileOld]
	}
	return al
}

func fill(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// lines returns the first line of each statement of a function and the name
// of its file. Statements from other files (code in headers) get line 0.
func (s *side) lines(v *view) ([]int, string) {
	file := s.p.Ranges[v.f.At].File
	list := make([]int, len(v.stmts))
	for i, st := range v.f.Stmts {
		if r := s.p.Ranges[st.At]; r.File == file {
			list[i] = int(r.Line)
		}
	}
	return list, path.Clean(s.p.Files[file])
}

// signatures returns for each statement a text that equal statements share,
// and its tokens.
func signatures(v *view) ([]string, []delta.Bag) {
	sigs, bags := make([]string, len(v.stmts)), make([]delta.Bag, len(v.stmts))
	for i, s := range v.stmts {
		bags[i] = stmtBag(s)
		var sb strings.Builder
		number := map[int32]int{}
		sb.WriteString(strconv.Itoa(int(v.f.Stmts[i].Kind)))
		for _, it := range s {
			sb.WriteString("\n" + it.op)
			for k, a := range it.args {
				sb.WriteString(" " + a)
				if a == "t" {
					r := int32(it.temps[k])
					if _, ok := number[r]; !ok {
						number[r] = len(number)
					}
					sb.WriteString(strconv.Itoa(number[r]))
				}
			}
		}
		sigs[i] = sb.String()
	}
	return sigs, bags
}

// align matches statements: anchors on unchanged lines, then the gaps.
func (al *aligner) align() *match {
	o, n := 0, 0
	for _, a := range al.anchors() {
		al.gap(o, a[0], n, a[1])
		o, n = a[0]+1, a[1]+1
	}
	al.gap(o, len(al.toNew), n, len(al.toOld))
	return al.match
}

func (al *aligner) join(o, n int) {
	al.toNew[o], al.toOld[n] = int32(n), int32(o)
}

// anchors joins the statements that start on the same unchanged line, where
// these are of the same kinds in both versions, and returns a longest list of
// them that is ascending on both sides.
func (al *aligner) anchors() [][2]int {
	if al.lines == nil {
		return nil
	}
	byLine := map[int][]int{}
	for n, l := range al.lineNew {
		if l > 0 && al.new.places[n].block >= 0 {
			byLine[l] = append(byLine[l], n)
		}
	}
	starts := map[int][]int{}
	for o, l := range al.lineOld {
		if l > 0 && al.old.places[o].block >= 0 {
			starts[l] = append(starts[l], o)
		}
	}
	var pairs [][2]int
	for l, olds := range starts {
		if l >= len(al.lines.toNew) {
			continue
		}
		news := byLine[al.lines.toNew[l]]
		for _, n := range news {
			al.anchored[n] = true
		}
		if len(news) != len(olds) || !al.sameKinds(olds, news) {
			continue
		}
		for i, o := range olds {
			al.join(o, news[i])
			pairs = append(pairs, [2]int{o, news[i]})
		}
	}
	sort.Slice(pairs, func(i, j int) bool { return pairs[i][0] < pairs[j][0] })
	return ascending(pairs)
}

func (al *aligner) sameKinds(olds, news []int) bool {
	for i := range olds {
		if al.old.f.Stmts[olds[i]].Kind != al.new.f.Stmts[news[i]].Kind {
			return false
		}
	}
	return true
}

// ascending returns a longest subsequence of pairs, which are sorted by their
// first members, whose second members ascend.
func ascending(pairs [][2]int) [][2]int {
	var tails []int // indices into pairs: the least end of a subsequence of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		k := sort.Search(len(tails), func(k int) bool { return pairs[tails[k]][1] >= p[1] })
		before[i] = -1
		if k > 0 {
			before[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	var out [][2]int
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		out = append(out, pairs[i])
	}
	slices.Reverse(out)
	return out
}

// gap matches the free statements in old[o0:o1] and new[n0:n1] in order, so
// that the sum of their weights is greatest.
func (al *aligner) gap(o0, o1, n0, n1 int) {
	var olds, news []int
	for o := o0; o < o1; o++ {
		if al.toNew[o] < 0 && al.old.places[o].block >= 0 {
			olds = append(olds, o)
		}
	}
	for n := n0; n < n1; n++ {
		if al.toOld[n] < 0 && al.new.places[n].block >= 0 {
			news = append(news, n)
		}
	}
	if len(olds) == 0 || len(news) == 0 {
		return
	}
	if len(olds)*len(news) > gapLimit {
		al.equalOnly(olds, news)
		return
	}
	w := len(news) + 1
	best := make([]float32, (len(olds)+1)*w) // of olds[i:] and news[j:]
	weight := make([]float32, len(olds)*len(news))
	for i := len(olds) - 1; i >= 0; i-- {
		for j := len(news) - 1; j >= 0; j-- {
			weight[i*len(news)+j] = float32(al.weight(olds[i], news[j]))
			best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1], best[(i+1)*w+j+1]+weight[i*len(news)+j])
		}
	}
	for i, j := 0, 0; i < len(olds) && j < len(news); {
		if wt := weight[i*len(news)+j]; wt > 0 && best[i*w+j] == best[(i+1)*w+j+1]+wt {
			al.join(olds[i], news[j])
			i++
			j++
		} else if best[i*w+j] == best[(i+1)*w+j] {
			i++
		} else {
			j++
		}
	}
}

// weight tells how gladly two statements would be matched; 0 if not at all.
func (al *aligner) weight(o, n int) float64 {
	if al.old.f.Stmts[o].Kind != al.new.f.Stmts[n].Kind {
		return 0
	}
	w := 1.2
	if al.sigOld[o] != al.sigNew[n] {
		w = delta.Likeness(al.bagOld[o], al.bagNew[n])
	}
	if al.lines != nil && al.lineOld[o] > 0 && al.lineNew[n] > 0 && al.lineOld[o] < len(al.lines.toNew) && al.lineNew[n] < len(al.lines.ofNew) {
		switch to := al.lines.toNew[al.lineOld[o]]; {
		case to == al.lineNew[n]:
			w++
		case to > 0 || al.lines.ofNew[al.lineNew[n]] < 0:
			w -= 0.5 // an unchanged line belongs to another one
		}
	}
	if w < leastLikeness {
		return 0
	}
	return w
}

// equalOnly matches only equal statements, by a shortest edit script.
func (al *aligner) equalOnly(olds, news []int) {
	pick := func(sigs []string, list []int) []string {
		out := make([]string, len(list))
		for i, s := range list {
			out[i] = sigs[s]
		}
		return out
	}
	del, add := delta.Script(pick(al.sigOld, olds), pick(al.sigNew, news))
	for i, j := 0, 0; i < len(olds) && j < len(news); {
		switch {
		case del[i]:
			i++
		case add[j]:
			j++
		default:
			al.join(olds[i], news[j])
			i++
			j++
		}
	}
}
