package unify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/notation"
)

// ByHand returns the unified program of source that was annotated by hand, as in
// package notation. Errors name the version in which it does not compile, or
// the annotation whose arguments do not fit together.
func ByHand(ctx context.Context, v *program.Version, compile Compile) (*Unified, error) {
	u := &Unified{Version: notation.Annotated(v)}
	var err error
	if u.Program, err = compile(ctx, u.Version); err != nil {
		var at *program.Error
		if errors.As(err, &at) && at.Pos.Line == 0 {
			err = unfit(ctx, v, compile, err)
		}
		return nil, err
	}
	for r := range u.Sides {
		if u.Sides[r], err = compile(ctx, u.Project(delta.Reading(r))); err != nil {
			return nil, fmt.Errorf("as its %s version: %w", delta.Reading(r), err)
		}
	}
	return u, nil
}

// unfit says which annotation is why a program does not compile: the one without
// which it does. The parser has no place for arguments of types that no operator
// joins.
func unfit(ctx context.Context, v *program.Version, compile Compile, err error) error {
	for i := range v.Files {
		f := &v.Files[i]
		toks := csyntax.Lex(f.Text)
		for k := range toks {
			args, end, ok := notation.At(toks, k)
			if !ok {
				continue
			}
			w := *v
			w.Files = slices.Clone(v.Files)
			w.Files[i].Text = f.Text[:toks[k].Start] + "(" + f.Text[args[delta.New][0]:args[delta.New][1]] + ")" + f.Text[toks[end].End:]
			if _, e := compile(ctx, notation.Annotated(&w)); e == nil {
				line := 1 + strings.Count(f.Text[:toks[k].Start], "\n")
				col := toks[k].Start - strings.LastIndex(f.Text[:toks[k].Start], "\n")
				return &program.Error{Pos: program.Position{File: f.Name, Line: line, Col: col},
					Msg: fmt.Sprintf("the arguments of %s have types that do not fit together", f.Text[toks[k].Start:toks[end].End])}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return err
}
