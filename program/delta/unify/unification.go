package unify

import (
	"context"
	"errors"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/parse"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/mapping"
	"github.com/riftlab/rift/program/delta/unify/notation"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// Fallback is a function whose versions could not be unified statement by
// statement: it holds both bodies, and executing it is a divergence. Without a
// function it is a header of which the new version's text serves both.
type Fallback struct {
	File   string `json:"file"`
	Func   string `json:"func"`
	Reason string `json:"reason"`
}

// Unified is a program that holds two versions in one. Its source is C, with
// change(e1, e2) where the old version has e1 and the new one e2; the macro is
// defined at the head of each file, so that every C compiler reads it.
type Unified struct {
	Version     *program.Version
	Program     *program.Program      // compiled
	Sides       [2]*program.Program   // its projections, by delta.Reading
	Annotations []notation.Annotation // ordered by file and line
	Fallbacks   []Fallback
	// Extra are functions with conditions that only one version has and that stand for
	// both: they decide about nothing that the other version notices. Each version has its
	// names for them, the unified program those of the new one. Sorted.
	Extra [2][]string
	// Widened is that local arrays have the size of the larger one in both versions, integers
	// the larger type, or structures the members of both: an access behind the end of the
	// smaller array is none here, and layouts, and types of what is computed, are others.
	// MergeApart does without.
	Widened bool
}

// Project returns one of the versions in a unified program: every annotation
// is replaced by its argument for that version.
func (u *Unified) Project(r delta.Reading) *program.Version { return notation.Project(u.Version, r) }

// ErrNotUnified is wrapped by the errors for versions that do not fit into one
// program.
var ErrNotUnified = errors.New("the versions do not fit into one program")

// Compile compiles a version.
type Compile func(ctx context.Context, v *program.Version) (*program.Program, error)

// halted is what unification.poll panics with.
type halted struct{}

// poll ends the work, by a panic that Merge recovers, when its context is done.
func (b *unification) poll() {
	if b.ctx.Err() != nil {
		panic(halted{})
	}
}

// unification is the work on a pair of versions.
type unification struct {
	ctx      context.Context
	d        *delta.Delta
	m        *mapping.Mapping
	names    []string // files of either version, sorted
	old, new map[string]*source.File
	duals    []notation.Annotation
	whole    map[string]string // functions to be kept as a whole, with the reason
	plain    map[string]string // headers that are the new version's, with the reason
	probes   notation.Probes
	probed   program.Version // what was built last, with numbers of annotations
	parsed   *parse.Cache
	sizes    map[string]bool              // records whose sizes count, nil until it is asked
	captured map[string]map[string]string // by function: variables renamed by renameCaptured, to their own names
	clashing map[string]map[string]bool   // by function: variables that kept its statements from being aligned
	again    bool                         // there are more of them: prepare anew

	apart, widened bool // are arrays, integers and structures that differ to be two; were there any that are one
	// Are members of records with other names two members; were there any that are one.
	keepMembers, membersRenamed bool
}

func newUnification(ctx context.Context, d *delta.Delta, programs [2]*program.Program, apart bool) *unification {
	return &unification{ctx: ctx, d: d, m: mapping.New(d, programs[delta.Old], programs[delta.New]), apart: apart, parsed: parse.NewCache(),
		whole: map[string]string{}, captured: map[string]map[string]string{}, plain: map[string]string{}, clashing: map[string]map[string]bool{}}
}

func (b *unification) oldProgram() *program.Program { old, _ := b.m.Programs(); return old }

func (b *unification) newProgram() *program.Program { _, new := b.m.Programs(); return new }

// find returns the text of a file of a version.
func find(v *program.Version, name string) (string, bool) {
	for _, f := range v.Files {
		if f.Name == name {
			return f.Text, true
		}
	}
	return "", false
}
