package deltadebug

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
)

// Auxiliary finds the changes that must be reverted with others so that the
// program compiles. Results are cached.
//
// Source: Yi et al. 2015, Algorithm 4. Unlike there, the search begins with the
// changes that are tied to the set by names that only they bring or take, which
// most often is the answer.
type Auxiliary struct {
	t      *Tester
	near   func(delta.Set) []delta.Set // rings of changes around a set, nearest first
	scopes []Scope                     // by change; may be nil
	most   int                         // auxiliary changes; 0 is no limit
	among  delta.Set                   // changes that may be auxiliary; nil for all
	large  delta.Set                   // a set that passes, with more auxiliary changes than that
	cache  map[string]found
	tokens [][2]map[string]bool // by change: identifiers of the old and of the new lines
	inOld  map[string]bool      // identifiers of the whole versions
	inNew  map[string]bool
}

// Scope is the function that a change is in, with the names that are local to
// it in the old and in the new version; Func is -1 outside of functions.
type Scope struct {
	Func     int
	Old, New map[string]bool
}

type found struct {
	set delta.Set
	ok  bool
}

// NewAuxiliary returns a finder. near gives rings of changes around a set, each
// a superset of the one before, that are tried before all changes: those of the
// same functions, of the same files. scopes tells the function of each change.
// Both may be nil.
func NewAuxiliary(t *Tester, near func(delta.Set) []delta.Set, scopes []Scope) *Auxiliary {
	a := &Auxiliary{t: t, near: near, scopes: scopes, cache: map[string]found{}, inOld: map[string]bool{}, inNew: map[string]bool{}}
	for _, c := range t.Delta.Changes {
		a.tokens = append(a.tokens, [2]map[string]bool{identifiers(strings.Join(c.Old, "\n")), identifiers(strings.Join(c.New, "\n"))})
	}
	for _, f := range t.Delta.Old.Files {
		add(a.inOld, identifiers(f.Text))
	}
	for _, f := range t.Delta.New.Files {
		add(a.inNew, identifiers(f.Text))
	}
	return a
}

func identifiers(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range csyntax.Identifiers(text) {
		set[w] = true
	}
	return set
}

func add(to, from map[string]bool) {
	for w := range from {
		to[w] = true
	}
}

// Find returns changes outside of s that, reverted with s, make the program
// compile: 1-minimal with that property, unless that takes more than maxBuilds
// configurations. It is false if there are none, or if with the first of the
// rings that compiles the test does not pass: then a part of it is taken not to
// make it pass either, which saves most of the builds.
func (a *Auxiliary) Find(ctx context.Context, s delta.Set) (delta.Set, bool, error) {
	return a.cached(ctx, s, "all", a.rings)
}

// Tied is Find among the changes that names tie to s, where one question most
// often is enough.
func (a *Auxiliary) Tied(ctx context.Context, s delta.Set) (delta.Set, bool, error) {
	return a.cached(ctx, s, "tied", func(s delta.Set) []delta.Set { return a.rings(s)[:1] })
}

func (a *Auxiliary) cached(ctx context.Context, s delta.Set, how string, rings func(delta.Set) []delta.Set) (delta.Set, bool, error) {
	key := fmt.Sprint(how, s)
	if f, ok := a.cache[key]; ok {
		return f.set, f.ok, nil
	}
	f, err := a.find(ctx, s, rings(s))
	if err == nil {
		a.cache[key] = f
	}
	return f.set, f.ok, err
}

// AtMost bounds the auxiliary changes of later answers, 0 being no bound. Among
// many auxiliary changes are likely the ones to blame, so that the set itself
// explains nothing. With a bound, the changes far from the set are not tried.
func (a *Auxiliary) AtMost(n int) {
	if a.most != n {
		a.most = n
		clear(a.cache)
	}
}

// Large returns the smallest set found so far whose reversal compiles and passes,
// but has more auxiliary changes than AtMost allows; nil if there is none.
func (a *Auxiliary) Large() delta.Set { return a.large }

// Within lets later answers have changes of s alone, as many as are needed.
func (a *Auxiliary) Within(s delta.Set) {
	a.most, a.among = 0, s
	clear(a.cache)
}

func (a *Auxiliary) find(ctx context.Context, s delta.Set, rings []delta.Set) (found, error) {
	ring, err := a.passing(ctx, s, rings)
	if err != nil || ring == nil {
		return found{}, err
	}
	set, err := a.reduce(ctx, s, ring)
	small := a.most == 0 || len(set) <= a.most
	if whole := s.Union(ring); err == nil && !small && (a.large == nil || len(whole) < len(a.large)) {
		a.large = whole
	}
	return found{set, small}, err
}

// passing returns the first of the rings with which s compiles, nil if the test
// then does not pass or there is none.
func (a *Auxiliary) passing(ctx context.Context, s delta.Set, rings []delta.Set) (delta.Set, error) {
	for i, ring := range rings {
		if len(ring) == 0 || i > 0 && slices.Equal(ring, rings[i-1]) {
			continue
		}
		v, err := a.t.Verdict(ctx, a.t.Delta.All().Minus(s).Minus(ring))
		switch {
		case err != nil:
			return nil, err
		case v == engines.Passes:
			return ring, nil
		case v != engines.Unbuilt:
			return nil, nil
		}
	}
	return nil, nil
}

// Around returns changes that names tie to s, or all in its functions or files, with
// which s compiles when reverted and the test passes, however many; nil if there are
// none. That reverting all changes does so says nothing of s.
func (a *Auxiliary) Around(ctx context.Context, s delta.Set) (delta.Set, error) {
	rings := []delta.Set{a.Closure(s).Minus(s)}
	if a.near != nil {
		for _, r := range a.near(s) {
			rings = append(rings, r.Minus(s))
		}
	}
	return a.passing(ctx, s, rings)
}

// maxTied is how many times more changes than may be auxiliary names may tie to a
// set, which are more than are needed, for any to be looked for.
const maxTied = 4

// rings returns the sets among which auxiliary changes of s are looked for, at
// least one: first the changes that names tie to it, or nil if they are too many.
func (a *Auxiliary) rings(s delta.Set) []delta.Set {
	if a.among != nil {
		return []delta.Set{a.among.Minus(s)}
	}
	rings := []delta.Set{a.Closure(s).Minus(s)}
	if a.most > 0 && len(rings[0]) > maxTied*a.most {
		return []delta.Set{nil}
	}
	if a.near != nil {
		for _, r := range a.near(s) {
			rings = append(rings, r.Minus(s))
		}
	}
	if a.most == 0 || a.near == nil {
		rings = append(rings, a.t.Delta.All().Minus(s))
	}
	return rings
}

// maxBuilds bounds the configurations that one search for auxiliary changes
// asks for.
const maxBuilds = 100

// reduce returns a 1-minimal subset of ring that is enough; the smallest one known
// if that takes more than maxBuilds.
func (a *Auxiliary) reduce(ctx context.Context, s, ring delta.Set) (delta.Set, error) {
	best, asked := ring, 0
	small, err := Narrow(ring, func(r delta.Set) (bool, error) {
		if asked++; asked > maxBuilds {
			return false, nil
		}
		built, err := a.builds(ctx, s.Union(r))
		if built && len(r) < len(best) {
			best = r
		}
		return built, err
	})
	if asked > maxBuilds {
		return best, err
	}
	return small, err
}

// builds reports whether the program compiles with the changes in s reverted.
func (a *Auxiliary) builds(ctx context.Context, s delta.Set) (bool, error) {
	v, err := a.t.Verdict(ctx, a.t.Delta.All().Minus(s))
	return v != engines.Unbuilt, err
}

// Closure returns s with the changes that names tie to it: a name that its old
// lines use and the new version does not have comes back only with the changes
// that have it; one that its new lines bring and the old version does not have
// goes away only with all that use it.
func (a *Auxiliary) Closure(s delta.Set) delta.Set {
	for grown := s; ; {
		for c := range a.tokens {
			if !grown.Has(c) && a.tied(grown, c) {
				grown = grown.Union(delta.Set{c})
			}
		}
		if len(grown) == len(s) {
			return s
		}
		s = grown
	}
}

// Groups cuts s into the sets that names tie together, if only by way of changes
// outside of it.
func (a *Auxiliary) Groups(s delta.Set) []delta.Set {
	var out []delta.Set
	for rest := s; len(rest) > 0; rest = rest.Minus(out[len(out)-1]) {
		around := a.Closure(rest[:1])
		out = append(out, rest.Minus(rest.Minus(around)))
	}
	return out
}

func (a *Auxiliary) tied(s delta.Set, c int) bool {
	for _, m := range s {
		var scope Scope
		if a.scopes != nil && a.scopes[m].Func >= 0 && a.scopes[m].Func == a.scopes[c].Func {
			scope = a.scopes[m]
		}
		for w := range a.tokens[m][0] {
			if gone := !a.inNew[w] || scope.Old[w] && !scope.New[w]; gone && a.tokens[c][0][w] {
				return true
			}
		}
		for w := range a.tokens[m][1] {
			if come := !a.inOld[w] || scope.New[w] && !scope.Old[w]; come && a.tokens[c][1][w] {
				return true
			}
		}
	}
	return false
}
