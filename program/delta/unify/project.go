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
)

// Project returns one of the versions in a unified program: every annotation
// is replaced by its argument for that version.
func (u *Unified) Project(r delta.Reading) *program.Version { return ProjectVersion(u.Version, r) }

// ProjectVersion replaces the annotations change(old, new) in the files of v,
// written by hand or by Unify, by one of their arguments. Annotations with
// another number of arguments are left as they are; they do not compile.
func ProjectVersion(v *program.Version, r delta.Reading) *program.Version {
	out := *v
	out.Name = v.Name + "@" + r.String()
	out.Files = nil
	for _, f := range v.Files {
		f.Text = project(strings.TrimPrefix(f.Text, head(f.Name)), r)
		out.Files = append(out.Files, f)
	}
	return &out
}

// Annotated returns v with the definition of change at the head of each file,
// as source that was annotated by hand needs it.
func Annotated(v *program.Version) *program.Version {
	out := *v
	out.Files = nil
	for _, f := range v.Files {
		if !strings.HasPrefix(f.Text, prelude) {
			f.Text = head(f.Name) + f.Text
		}
		out.Files = append(out.Files, f)
	}
	return &out
}

// Annotations counts the annotations in the files of a unified program.
func Annotations(v *program.Version) int {
	n := 0
	for _, f := range v.Files {
		toks := csyntax.Lex(strings.TrimPrefix(f.Text, head(f.Name)))
		for i := range toks {
			if _, _, ok := annotated(toks, i); ok {
				n++
			}
		}
	}
	return n
}

// project replaces the annotations in a text, innermost last.
func project(src string, r delta.Reading) string {
	toks := csyntax.Lex(src)
	var sb strings.Builder
	at := 0
	for i := 0; i < len(toks); i++ {
		if toks[i].Kind == csyntax.Directive && strings.Contains(toks[i].Text, "change") {
			line := toks[i].Text
			sb.WriteString(src[at:toks[i].Start] + "#" + project(" "+line[1:], r)[1:])
			at = toks[i].End
			continue
		}
		args, end, ok := annotated(toks, i)
		if !ok {
			continue
		}
		a := args[r]
		sb.WriteString(src[at:toks[i].Start] + "(" + project(src[a[0]:a[1]], r) + ")")
		at = toks[end].End
		i = end
	}
	return sb.String() + src[at:]
}

// annotated reports whether an annotation starts at token i; args are the
// bytes of its two arguments, end its last token.
func annotated(toks []csyntax.Token, i int) (args [2][2]int, end int, ok bool) {
	if toks[i].Kind != csyntax.Identifier || toks[i].Text != "change" || i+1 >= len(toks) || toks[i+1].Text != "(" {
		return args, 0, false
	}
	depth, n := 0, 0
	from := toks[i+1].End
	for k := i + 1; k < len(toks); k++ {
		if toks[k].Kind != csyntax.Punct {
			continue
		}
		switch toks[k].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth == 0 || depth == 1 && toks[k].Text == "," {
			if n < 2 {
				args[n] = [2]int{from, toks[k].Start}
			}
			n++
			from = toks[k].End
		}
		if depth == 0 {
			return args, k, n == 2
		}
	}
	return args, 0, false
}

// ByHand returns the unified program of source that was annotated by hand, in
// the notation of Unify. Errors name the version in which it does not compile, or
// the annotation whose arguments do not fit together.
func ByHand(ctx context.Context, v *program.Version, compile Compile) (*Unified, error) {
	u := &Unified{Version: Annotated(v)}
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
			args, end, ok := annotated(toks, k)
			if !ok {
				continue
			}
			w := *v
			w.Files = slices.Clone(v.Files)
			w.Files[i].Text = f.Text[:toks[k].Start] + "(" + f.Text[args[delta.New][0]:args[delta.New][1]] + ")" + f.Text[toks[end].End:]
			if _, e := compile(ctx, Annotated(&w)); e == nil {
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
