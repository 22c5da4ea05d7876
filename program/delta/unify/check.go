package unify

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// check compiles the unified program and both projections and returns the
// functions in which they do not compile, with reasons.
func (b *unification) check(ctx context.Context, u *Unified, compile Compile) (map[string]string, error) {
	bad := map[string]string{}
	for i, v := range []*program.Version{u.Version, u.Project(delta.Old), u.Project(delta.New)} {
		p, err := compile(ctx, v)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			fn := functionAt(v, err)
			if h := b.headerAt(err); fn == "" && h != "" {
				b.plain[h] = err.Error()
				return map[string]string{}, errAgain
			}
			if _, tried := b.whole[fn]; fn == "" || tried {
				fn = b.untried(u)
			}
			if fn == "" {
				return nil, fmt.Errorf("%w: %w", ErrNotUnified, err)
			}
			bad[fn] = err.Error()
			return bad, nil
		}
		if i == 0 {
			u.Program = p
		} else {
			u.Sides[i-1] = p
		}
	}
	return bad, nil
}

// errAgain says that a file is to be taken from the new version as it is.
var errAgain = errors.New("again")

// headerAt returns the header in which a compile error lies, if it differs
// between the versions and is not taken from the new one already.
func (b *unification) headerAt(err error) string {
	var e *program.Error
	if !errors.As(err, &e) {
		return ""
	}
	for _, f := range b.d.New.Files {
		_, plain := b.plain[f.Name]
		if old, ok := find(b.d.Old, f.Name); ok && old != f.Text && !plain && strings.HasSuffix(f.Name, ".h") && path.Clean(f.Name) == path.Clean(e.Pos.File) {
			return f.Name
		}
	}
	return ""
}

// untried returns a function that has annotations and is not kept as a whole,
// for errors that do not say where they are.
func (b *unification) untried(u *Unified) string {
	most, n := "", map[string]int{}
	for _, a := range u.Annotations {
		if _, whole := b.whole[a.Func]; a.Func == "" || a.File == "" || whole {
			continue
		}
		if n[a.Func]++; most == "" || n[a.Func] > n[most] {
			most = a.Func
		}
	}
	return most
}

// functionAt returns the function of v in which a compile error lies.
func functionAt(v *program.Version, err error) string {
	var e *program.Error
	if !errors.As(err, &e) {
		return ""
	}
	for _, f := range v.Files {
		if path.Clean(f.Name) != path.Clean(e.Pos.File) {
			continue
		}
		cf := source.New(f.Name, f.Text)
		for _, it := range cf.Items {
			from := 1 + strings.Count(f.Text[:cf.Toks[it.From].Start], "\n")
			to := 1 + strings.Count(f.Text[:cf.Toks[it.To-1].End], "\n")
			if it.Kind == csyntax.Function && from <= e.Pos.Line && e.Pos.Line <= to {
				return it.Name
			}
		}
	}
	return ""
}
