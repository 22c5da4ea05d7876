// Package cfront translates C to rift's IR. It parses with modernc.org/cc/v4,
// lowers each translation unit to an object, links the objects by name and
// resolves what is left from the run-time library (program/libc), compiled by
// the same front end. It needs no C compiler and, unless a version asks for
// the host's headers, nothing of the host.
//
// The phases are packages below. Text becomes syntax trees in parse; unit has the declarations
// of a file, types its types. A function is lowered by statement, which joins initialiser,
// expression and call; frame is the state of that function: its variables, scopes and labels.
// All of them emit code by value (operators and conversions), builtin (calls of builtins) and
// emit (instructions, clean-up of the flow graph with the check that register variables are
// assigned before they are read). Then link makes a program of the objects. Beneath are ast
// (questions to the tree), object (lowered units), spelling, and diag, how the phases report
// errors.
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
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/buildcache"
	"github.com/riftlab/rift/program/cfront/builtin"
	"github.com/riftlab/rift/program/cfront/link"
	"github.com/riftlab/rift/program/cfront/object"
	"github.com/riftlab/rift/program/cfront/parse"
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
	disk   *buildcache.Dir // nil if nothing is kept between processes
	parsed *parse.Cache
	mu     sync.Mutex
	index  map[string]string         // library symbol: source file
	units  map[string]*object.Object // library source file, or key of an archive's: object
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{parsed: parse.NewCache(), units: map[string]*object.Object{}} }

// NewCacheOn returns an empty cache that keeps on disk what it has to compile, and finds
// there what other processes compiled: units of the run-time library, and programs of
// versions that depend on nothing but themselves.
func NewCacheOn(disk *buildcache.Dir) *Cache {
	c := NewCache()
	c.disk = disk
	return c
}

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
	if p := cache.program(v); p != nil {
		return p, nil
	}
	c := newCompiler(ctx, cache)
	env := c.parser.Environment(v)
	archive, errs := c.archive(v)
	var objs []*object.Object
	for _, file := range v.Files {
		if !file.Unit() || file.Library {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o, more := c.unit(env, path.Clean(file.Name), file.Text, unitOptions{check: v.Check})
		errs = append(errs, more...)
		objs = append(objs, o)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(errs) > 0 {
		return nil, joinErrors(errs)
	}
	p, errs := link.Link(objs, archive, c, v.Open, v.Check)
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
	cache.keepProgram(v, c.parser.Reads(), p)
	return p, nil
}

// compiler is the state of one call of Compile.
type compiler struct {
	ctx    context.Context
	cache  *Cache
	parser *parse.Parser
}

func newCompiler(ctx context.Context, cache *Cache) *compiler {
	return &compiler{ctx, cache, parse.New(ctx, cache.parsed, parse.Builtins{Declarations: builtin.Declarations, Known: builtin.Known})}
}

// unitOptions tell a unit of a library, and one whose code is checked for undefined behaviour.
type unitOptions struct{ library, check bool }

// unit preprocesses, parses and lowers one translation unit of a version.
func (c *compiler) unit(env *parse.Environment, name, text string, opt unitOptions) (*object.Object, []error) {
	src, errs := c.parser.Preprocess(env, name, text)
	if len(errs) > 0 {
		return nil, errs
	}
	var o *object.Object
	ast, errs := c.parser.Parse(src, name, text)
	if len(errs) == 0 {
		o, errs = lowerUnit(c.ctx, name, ast, src, opt.library, opt.check)
	}
	src.Restore(errs)
	return o, errs
}

// Object returns the object of a source file of the run-time library.
func (c *compiler) Object(file string) (*object.Object, []error) {
	c.cache.mu.Lock()
	o := c.cache.units[file]
	c.cache.mu.Unlock()
	if o != nil {
		return o, nil
	}
	key := "library " + file // the build has its text
	o = &object.Object{}
	if get(c.cache, key, o) {
		return c.cache.keep(file, o), nil
	}
	text, err := fs.ReadFile(libc.FS(), "src/"+file)
	if err != nil {
		return nil, []error{fmt.Errorf("run-time library: %w", err)}
	}
	o, errs := c.unit(c.parser.Environment(&program.Version{}), parse.LibraryRoot+"/src/"+file, string(text), unitOptions{library: true})
	if len(errs) > 0 {
		return nil, errs
	}
	put(c.cache, key, o)
	return c.cache.keep(file, o), nil
}

// keep makes o the unit of a key, and returns it.
func (c *Cache) keep(key string, o *object.Object) *object.Object {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.units[key] = o
	return o
}

// Symbol returns the source file that defines a symbol of the library.
func (c *compiler) Symbol(name string) (string, bool) {
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

// maxErrors is how many errors Compile reports.
const maxErrors = 10

// joinErrors joins at most maxErrors errors, dropping repetitions.
func joinErrors(errs []error) error {
	seen := map[string]bool{}
	var kept []error
	for _, e := range errs {
		if s := e.Error(); !seen[s] && len(kept) < maxErrors {
			seen[s] = true
			kept = append(kept, e)
		}
	}
	return errors.Join(kept...)
}
