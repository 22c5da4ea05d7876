// Package cfront translates C to rift's IR. It parses with modernc.org/cc/v4,
// lowers each translation unit to an object, links the objects by name and
// resolves what is left from the run-time library (program/libc), compiled by
// the same front end. It needs no C compiler and, unless a version asks for
// the host's headers, nothing of the host.
//
// The phases are, one per file or two: what a unit sees around it and the parser's
// configuration (config, predef), the unit preprocessed by program/cpp and
// written for the parser by program/dialect, its declarations (unit, decl, init), function bodies (func,
// stmt, expr, lvalue, assign, arith, wide, complex, call, builtin), clean-up
// of the flow graph with the check that register variables are assigned before
// they are read (flow), and linking (link).
//
// Terms this package owns:
//
//   - object: a lowered translation unit, not yet linked.
//   - place: where a value can be read and written (an lvalue): a register
//     variable, memory, or a bit-field.
//   - register variable: a scalar variable whose address is never taken and
//     which is assigned on every path before it is read. All other variables
//     are objects of the machine.
package cfront

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/dialect"
	"github.com/riftlab/rift/program/libc"
)

// Options are the options of Compile. The zero value is useful.
type Options struct {
	// Cache keeps compiled parts of the run-time library between calls. With
	// none, each call compiles what it needs.
	Cache *Cache
}

// Cache holds what several compilations share: compiled units of the run-time
// library and of libraries that versions bring, and scanned headers. It is
// safe for concurrent use.
type Cache struct {
	sources cc.SourceCache
	headers cpp.Cache
	mu      sync.Mutex
	heads   map[string]string  // declarations before a unit, by kind of wide strings
	index   map[string]string  // library symbol: source file
	units   map[string]*object // library source file, or key of an archive's: object
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{units: map[string]*object{}, heads: map[string]string{}} }

// Compile translates a version: every file whose name ends in ".c" is a
// translation unit, in order; those of Library files are linked as far as the
// program needs them. Functions that are called but defined neither
// there nor in the run-time library are listed in Undefined and are no error
// until a run calls them.
//
// A statement with a construct that is not supported becomes a trap and is
// listed in its function; see program.Func. At file scope such a construct is
// an error, and so are those that the parser does not know.
//
// Errors are *program.Error, at most ten, joined with errors.Join. Whatever
// the input, Compile does not panic, and it ends soon after ctx does.
func Compile(ctx context.Context, v *program.Version, opt Options) (*program.Program, error) {
	cache := opt.Cache
	if cache == nil {
		cache = NewCache()
	}
	c := &compiler{ctx: ctx, cache: cache, open: v.Open}
	env := c.environmentOf(v)
	archive, errs := c.archive(v)
	var objs []*object
	for _, file := range v.Files {
		if !file.Unit() || file.Library {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o, more := c.unit(env, path.Clean(file.Name), file.Text, false)
		errs = append(errs, more...)
		objs = append(objs, o)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, joinErrors(errs)
	}
	p, errs := c.link(objs, archive)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, joinErrors(errs)
	}
	p.Index()
	if err := program.Verify(p); err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	return p, nil
}

// compiler is the state of one call of Compile.
type compiler struct {
	open  bool // program.Version.Open
	limit int  // of macro expansion, 0 for the usual one
	ctx   context.Context
	cache *Cache
}

// sentinel follows every source. The parser loops for ever in some places when
// the text ends in the middle of a declarator; an identifier gets it out.
const (
	endName      = "<end>"
	sentinelName = "__rift_end"
	sentinel     = "\n;extern int " + sentinelName + ";\n"
)

// unit preprocesses, parses and lowers one translation unit of a version.
func (c *compiler) unit(env *environment, name, text string, library bool) (*object, []error) {
	src, errs := c.prepare(env, name, text)
	if len(errs) > 0 {
		return nil, errs
	}
	o, errs := c.translate(src, name, text, library)
	src.Restore(errs)
	return o, errs
}

// translate is unit for one that is preprocessed.
func (c *compiler) translate(src *dialect.Source, name, text string, library bool) (*object, []error) {
	cfg, err := c.parserConfig()
	if err != nil {
		return nil, []error{fmt.Errorf("configuration: %w", err)}
	}
	head, err := c.declarations(src.Wide)
	if err != nil {
		return nil, []error{fmt.Errorf("configuration: %w", err)}
	}
	var ast *cc.AST
	errs := c.parse(name, text, func() (err error) {
		ast, err = cc.Translate(cfg, []cc.Source{
			{Name: "<builtin>", Value: head},
			{Name: dialect.UnitFile, Value: src.Text},
			{Name: endName, Value: sentinel},
		})
		return err
	})
	if errs != nil {
		return nil, errs
	}
	return lowerUnit(c.ctx, name, ast, src, library)
}

// parse calls the parser for a unit and returns what it finds wrong, or the end
// of the context.
func (c *compiler) parse(name, text string, call func() error) []error {
	err := c.bounded(func() {
		if err := call(); err != nil {
			panic(parseFailure{err})
		}
	})
	switch e := err.(type) {
	case nil:
		return nil
	case parseFailure:
		return parserErrors(name, text, e.error)
	case *program.Error:
		if e.Pos.File == "" {
			e.Pos.File = name
		}
	}
	return []error{err}
}

// parserTime bounds the parser, ten times over what the worst unit that maxChain
// allows takes it.
const parserTime = 10 * time.Minute

// bounded is guard for the parser, which knows no context: when the context or
// parserTime ends, the parser is left behind on its goroutine.
func (c *compiler) bounded(body func()) error {
	done := make(chan error, 1)
	go func() { done <- guard(nil, body) }()
	limit := time.NewTimer(parserTime)
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-c.ctx.Done():
		return c.ctx.Err()
	case <-limit.C:
		return &program.Error{Msg: "the parser does not end", Unsupported: true}
	}
}

// parseFailure marks an error of the parser on its way through guard, and
// cancelled the end of the context.
type (
	parseFailure struct{ error }
	cancelled    struct{ error }
)

// library returns the object of a source file of the run-time library.
func (c *compiler) library(file string) (*object, []error) {
	c.cache.mu.Lock()
	o := c.cache.units[file]
	c.cache.mu.Unlock()
	if o != nil {
		return o, nil
	}
	text, err := fs.ReadFile(libc.FS(), "src/"+file)
	if err != nil {
		return nil, []error{fmt.Errorf("run-time library: %w", err)}
	}
	o, errs := c.unit(c.environmentOf(&program.Version{}), libRoot+"/src/"+file, string(text), true)
	if len(errs) > 0 {
		return nil, errs
	}
	c.cache.mu.Lock()
	c.cache.units[file] = o
	c.cache.mu.Unlock()
	return o, nil
}

// librarySymbol returns the source file that defines a symbol of the library.
func (c *compiler) librarySymbol(name string) (string, bool) {
	c.cache.mu.Lock()
	defer c.cache.mu.Unlock()
	if c.cache.index == nil {
		index, err := libc.Index()
		if err != nil {
			return "", false
		}
		c.cache.index = index
	}
	file, ok := c.cache.index[name]
	return file, ok
}
