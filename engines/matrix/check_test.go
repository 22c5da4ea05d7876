package matrix

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
	"github.com/riftlab/rift/program/flow"
)

// enumeration finds the executed chains of a run by walking every path of
// dependences from every execution of a change, instance by instance, without
// merging paths that meet. It knows chains only by what they go through.
type enumeration struct {
	a     *Assessor
	r     *run
	users [][]int32 // by instance: the instances that depend on it
	found map[string]bool
	left  int // paths that may be walked
}

// static reports whether the dependence analysis has a dependence.
func static(list []flow.Dependence, on flow.Node) bool {
	return slices.ContainsFunc(list, func(d flow.Dependence) bool { return d.Node == on })
}

func enumerate(a *Assessor, r *run, begins []start, paths int) (map[string]bool, bool) {
	e := &enumeration{a: a, r: r, users: make([][]int32, len(r.insts)), found: map[string]bool{}, left: paths}
	for i := range r.insts {
		seen := map[int32]bool{}
		use := func(on int32) {
			if on >= 0 && !seen[on] {
				seen[on] = true
				e.users[on] = append(e.users[on], int32(i))
			}
		}
		use(r.insts[i].control)
		for k := r.insts[i].deps; k != 0; k = r.deps[k-1].next {
			use(r.deps[k-1].on)
		}
	}
	for _, b := range begins {
		key := fmt.Sprint(a.changes[b.change].node)
		e.found[key] = true
		if a.changes[b.change].deleted == flow.NoNode {
			e.walk(key, b.inst, r.insts[b.inst].begun, a.Distance())
			continue
		}
		for _, x := range a.chains.deps.next[a.changes[b.change].node] {
			for i := b.inst; int(i) < len(r.insts); i++ {
				if r.insts[i].node == x.to {
					e.step(key, i, x.kind, max(r.insts[b.inst].begun, r.insts[i].begun), a.Distance())
					break
				}
			}
		}
	}
	return e.found, e.left > 0
}

// walk goes on from an instance reached at a time.
func (e *enumeration) walk(key string, at, time int32, length int) {
	if length == 0 {
		return
	}
	g, from := e.a.chains.deps.flow, e.r.insts[at].node
	for _, i := range e.users[at] {
		x := &e.r.insts[i]
		if x.control == at && x.begun >= time && static(g.Control(x.node), from) {
			e.step(key, i, control, x.begun, length)
		}
		for k := x.deps; k != 0; k = e.r.deps[k-1].next {
			d := e.r.deps[k-1]
			if d.on == at && d.last >= time && static(g.Data(x.node), from) {
				e.step(key, i, data, max(d.first, time), length)
			}
		}
	}
}

func (e *enumeration) step(key string, i int32, k kind, time int32, length int) {
	if e.left--; e.left <= 0 {
		return
	}
	key += fmt.Sprintf(" %s %d", k, e.r.insts[i].node)
	e.found[key] = true
	e.walk(key, i, time, length-1)
}

// key is the same text for a chain of the assessor.
func (a *Assessor) key(chain int32) string {
	s := fmt.Sprint(a.changes[a.chains.list[chain].change].node)
	for _, e := range a.chains.edges(int(chain)) {
		s += fmt.Sprintf(" %s %d", e.kind, e.to)
	}
	return s
}

// TestMonitoringAgainstEnumeration compares the chains that monitoring finds
// with those of the enumeration, in a sample of the pool of every bundled
// subject, and of the tcas that RIFT_TCAS names.
func TestMonitoringAgainstEnumeration(t *testing.T) {
	var subjects []*corpora.Subject
	for _, name := range corpora.Names() {
		s, err := corpora.Bundled(name)
		if errors.Is(err, corpora.ErrNotFetched) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, s)
	}
	if dir := os.Getenv("RIFT_TCAS"); dir != "" {
		list, err := corpora.Open("sir:"+dir, ".")
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, list...)
	}
	runs, cut, chains := 0, 0, 0
	for _, s := range subjects {
		for i := range s.Pairs[:min(len(s.Pairs), 4)] {
			n, c, k := checkPair(t, s, &s.Pairs[i])
			runs, cut, chains = runs+n, cut+c, chains+k
		}
	}
	t.Logf("%d runs with %d executions of chains agree; %d runs had too many paths", runs, chains, cut)
	if runs < 100 || chains < 1000 || cut > runs/2 {
		t.Errorf("only %d runs with %d chains were compared, %d had too many paths", runs, chains, cut)
	}
}

// checkPair compares some tests of a pair; it returns the number of runs
// compared, of those with too many paths, and of chains.
func checkPair(t *testing.T, s *corpora.Subject, p *corpora.Pair) (runs, cut, chains int) {
	ov, nv := s.Version(p.Old), s.Version(p.New)
	var built [2]*program.Program
	for i, v := range []*program.Version{ov, nv} {
		var err error
		if built[i], err = cfront.Compile(t.Context(), v, cfront.Options{Cache: library}); err != nil {
			t.Fatal(err)
		}
	}
	a, err := NewAssessor(t.Context(), ov, nv, built[0], built[1], Options{Entry: s.Model.Entry, RunSteps: 300_000, Size: 20_000})
	if errors.Is(err, ErrNoChange) {
		return 0, 0, 0
	}
	if err != nil {
		t.Fatalf("%s/%s: %v", s.Name, p.Name, err)
	}
	for i := 0; i < len(s.Tests); i += max(1, len(s.Tests)/20) {
		in := &s.Tests[i].Input
		r, err := a.new.record(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		o, err := a.old.record(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		begins := a.starts(o, r)
		want, whole := enumerate(a, r, begins, 50_000)
		if !whole {
			cut++
			continue
		}
		got := map[string]bool{}
		for _, x := range a.chains.executed(r, a.chains.deps.uses(r), begins) {
			got[a.key(x.chain)] = true
		}
		runs++
		chains += len(got)
		if !maps.Equal(got, want) {
			t.Errorf("%s/%s, test %s: monitoring finds %d chains, enumeration %d", s.Name, p.Name, s.Tests[i].Name, len(got), len(want))
			for k := range want {
				if !got[k] {
					t.Fatalf("monitoring misses %s", k)
				}
			}
			return runs, cut, chains
		}
	}
	return runs, cut, chains
}
