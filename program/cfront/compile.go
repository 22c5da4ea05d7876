// Package cfront translates C to rift's IR. It parses with modernc.org/cc/v4,
// lowers each translation unit to an object, links the objects by name and
// resolves what is left from the run-time library (program/libc), compiled by
// the same front end. It needs no C compiler and, unless a version asks for
// the host's headers, nothing of the host.
//
// The phases are, one per file or two: the parser's configuration (config,
// predef), the check that a unit can be preprocessed to its end (preprocess),
// its declarations (unit, decl, init), function bodies (func,
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
	mu      sync.Mutex
	index   map[string]string  // library symbol: source file
	units   map[string]*object // library source file, or key of an archive's: object
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{units: map[string]*object{}} }

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
	cfg, head, err := c.newConfig(v)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	for _, file := range v.Files {
		if d := nesting(file.Text); d != nil {
			return nil, &program.Error{Pos: program.Position{File: file.Name, Line: d.line, Col: d.col}, Msg: d.why, Unsupported: true}
		}
	}
	archive, errs := c.archive(v)
	var objs []*object
	for _, file := range v.Files {
		if !file.Unit() || file.Library {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o, more := c.unit(cfg, head, path.Clean(file.Name), rewriteLinemarkers(file.Text), false)
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

// unitSources returns what the parser reads for a unit whose text is spelled
// as lits says.
func unitSources(lits *literals, head []cc.Source, name, text string) []cc.Source {
	return append(lits.typed(head), cc.Source{Name: name, Value: enterMark + text}, cc.Source{Name: endName, Value: sentinel})
}

// unit parses and lowers one translation unit of a version.
func (c *compiler) unit(cfg *cc.Config, head []cc.Source, name, text string, library bool) (*object, []error) {
	seen := map[string]bool{}
	if errs := c.preprocess(cfg, head, name, text, seen); len(errs) > 0 {
		return nil, errs
	}
	return c.preprocessable(cfg, head, name, text, library, seen)
}

// preprocessable is unit for one that is known to be preprocessed to its end,
// and in which wide strings of the prefixes in seen were met.
func (c *compiler) preprocessable(cfg *cc.Config, head []cc.Source, name, text string, library bool, seen map[string]bool) (*object, []error) {
	for {
		lits := newLiterals(seen)
		o, errs := c.translate(cfg, head, name, text, library, lits)
		// There may be wide strings of another kind.
		if lits.wide == prevailing(seen) {
			lits.moved.restore(o, errs)
			return o, errs
		}
	}
}

// translate is unit for literals of which it is known how to write them.
func (c *compiler) translate(cfg *cc.Config, head []cc.Source, name, text string, library bool, lits *literals) (*object, []error) {
	own := *cfg
	own.FS = own.FS.(*fileSystem).with(lits, nil)
	own.ExpansionLimit = 0 // at which the parser may loop: the unit is known to stay below
	own.PragmaHandler = pragmaOnce()
	var ast *cc.AST
	errs := c.parse(name, text, func() (err error) {
		ast, err = cc.Translate(&own, unitSources(lits, head, name, lits.rewrite(name, text)))
		return err
	})
	if errs != nil {
		return nil, errs
	}
	return lowerUnit(c.ctx, name, ast, library)
}

// parse calls the parser, or its preprocessor, for a unit and returns what it
// finds wrong, or the end of the context.
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
	cfg, head, err := c.newConfig(&program.Version{})
	if err != nil {
		return nil, []error{err}
	}
	o, errs := c.preprocessable(cfg, head, libRoot+"/src/"+file, string(text), true, map[string]bool{})
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
