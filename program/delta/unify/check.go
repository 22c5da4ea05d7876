package unify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
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

// plainDiffer returns an error if a header is taken from the new version whose old text
// means something else to the old version: the unified program would have a wrong one.
func (b *unification) plainDiffer() error {
	for _, h := range slices.Sorted(maps.Keys(b.plain)) {
		old, _ := find(b.d.Old, h)
		new, _ := find(b.d.New, h)
		texts := map[string]string{}
		for _, it := range source.New(h, new).Items {
			texts[fmt.Sprint(it.Kind, it.Name)] += it.Text + "\n"
		}
		olds := map[string]string{}
		f := source.New(h, old)
		for _, it := range f.Items {
			olds[fmt.Sprint(it.Kind, it.Name)] += it.Text + "\n"
		}
		for _, it := range f.Items {
			key := fmt.Sprint(it.Kind, it.Name)
			if it.Kind == csyntax.Other || texts[key] == olds[key] || it.Kind == csyntax.Macro && !b.mentions(it.Name) || it.Prototype() {
				continue
			}
			return fmt.Errorf("%w: %s: the versions differ in %s, and this header can not be one: %s", ErrNotUnified, h, it.Name, b.plain[h])
		}
	}
	return nil
}

// mentions reports whether the old version uses a macro.
func (b *unification) mentions(macro string) bool {
	for _, f := range b.d.Old.Files {
		uses := slices.DeleteFunc(csyntax.Lex(f.Text), func(t csyntax.Token) bool {
			name, _, _, define := csyntax.Define(t.Text)
			return t.Kind == csyntax.Directive && define && name == macro
		})
		if slices.ContainsFunc(uses, func(t csyntax.Token) bool {
			return t.Text == macro || t.Kind == csyntax.Directive && slices.Contains(csyntax.Identifiers(t.Text), macro)
		}) {
			return true
		}
	}
	return false
}

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

// functionAt returns the function of v in which a compile error lies: that which has a token
// at the place of the error, else one around its line. As #line says, lines of several
// functions may have the same number.
func functionAt(v *program.Version, err error) string {
	var e *program.Error
	if !errors.As(err, &e) {
		return ""
	}
	around := ""
	for _, f := range v.Files {
		cf := source.New(f.Name, f.Text)
		at := positions(cf)
		for _, it := range cf.Items {
			if it.Kind != csyntax.Function {
				continue
			}
			if slices.Contains(at[it.From:it.To], program.Position{File: path.Clean(e.Pos.File), Line: e.Pos.Line, Col: e.Pos.Col}) {
				return it.Name
			}
			from, to := at[it.From], at[it.To-1]
			if around == "" && from.File == path.Clean(e.Pos.File) && from.File == to.File && from.Line <= e.Pos.Line && e.Pos.Line <= to.Line {
				around = it.Name
			}
		}
	}
	return around
}

// positions returns where the tokens of a file stand, as its #line says.
func positions(f *source.File) []program.Position {
	list := make([]program.Position, len(f.Toks))
	p := program.Position{File: path.Clean(f.Name), Line: 1, Col: 1}
	from := 0
	for i, t := range f.Toks {
		p.Line += strings.Count(f.Text[from:t.Start], "\n")
		p.Col = t.Start - strings.LastIndex(f.Text[:t.Start], "\n")
		list[i] = p
		from = t.Start
		if t.Kind != csyntax.Directive {
			continue
		}
		words := csyntax.Line(t.Text)
		if len(words) > 0 && words[0].Text == "line" {
			words = words[1:]
		}
		if len(words) == 0 || words[0].Kind != csyntax.Number {
			continue
		}
		if line, err := strconv.Atoi(words[0].Text); err == nil {
			p.Line = line - 1 // the number is that of the line behind it
		}
		if len(words) > 1 && words[1].Kind == csyntax.String {
			p.File = path.Clean(strings.Trim(words[1].Text, `"`))
		}
	}
	return list
}
