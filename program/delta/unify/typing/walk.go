package typing

import (
	"context"
	"reflect"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/parse"
)

// units calls do with the trees of those units of a version that are wanted and parse.
func units(ctx context.Context, v *program.Version, cache *parse.Cache, wanted func(program.SourceFile) bool, do func(*cc.AST)) {
	p := parse.New(ctx, cache, parse.Builtins{Declarations: builtin.Declarations, Known: builtin.Known})
	env := p.Environment(v)
	for _, f := range v.Files {
		if !f.Unit() || f.Library || !wanted(f) {
			continue
		}
		src, errs := p.Preprocess(env, f.Name, f.Text)
		if len(errs) > 0 {
			continue
		}
		if tree, errs := p.Parse(src, f.Name, f.Text); len(errs) == 0 {
			do(tree)
		}
	}
}

// walker visits the nodes of a tree, each before those below it.
type walker struct {
	visit func(n cc.Node)
	stack []cc.Node // the nodes around the one that is visited, the innermost last
}

func (w *walker) walk(v reflect.Value) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	n, ok := v.Interface().(cc.Node)
	if !ok {
		return
	}
	w.visit(n)
	w.stack = append(w.stack, n)
	s := v.Elem()
	for i := range s.NumField() {
		f := s.Type().Field(i)
		if f.IsExported() && (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) && !strings.HasSuffix(f.Name, "Scope") {
			w.walk(s.Field(i))
		}
	}
	w.stack = w.stack[:len(w.stack)-1]
}
