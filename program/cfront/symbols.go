package cfront

import (
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/object"
)

// Symbols are the external names of a translation unit.
type Symbols = object.Symbols

// UnitSymbols returns the external names of a version's only translation unit. Nothing
// is linked, so that it does not matter what else there is. Errors are those of Compile.
func UnitSymbols(ctx context.Context, v *program.Version, opt Options) (*Symbols, error) {
	cache := opt.Cache
	if cache == nil {
		cache = NewCache()
	}
	c := newCompiler(ctx, cache)
	i := slices.IndexFunc(v.Files, func(f program.SourceFile) bool { return f.Unit() && !f.Library })
	if i < 0 {
		return nil, fmt.Errorf("%s has no translation unit", v.Name)
	}
	f := &v.Files[i]
	o, errs := c.unit(c.parser.Environment(v), path.Clean(f.Name), f.Text, unitOptions{})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, joinErrors(errs)
	}
	return o.Symbols(), nil
}
