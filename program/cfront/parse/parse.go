// Package parse makes syntax trees of the units of versions: program/cpp preprocesses them,
// program/dialect writes them as the parser knows C, and modernc.org/cc/v4 parses them.
//
// Here is all that a unit sees around it: the folders and files of headers, predefined macros,
// the version's definitions, what __has_attribute and its kin answer, and the declarations of
// builtins. Errors of the parser are brought into rift's form here.
package parse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront/diag"
	"github.com/riftlab/rift/program/cpp"
	"github.com/riftlab/rift/program/dialect"
)

// sentinel follows every source. The parser loops for ever in some places when
// the text ends in the middle of a declarator; an identifier gets it out.
const (
	endName      = "<end>"
	sentinelName = "__rift_end"
	sentinel     = "\n;extern int " + sentinelName + ";\n"
)

// Parse parses a unit that is preprocessed; text is its source, for messages. The errors have
// the places of the preprocessed text, which src.Restore changes to those of the source.
func (p *Parser) Parse(src *dialect.Source, name, text string) (*cc.AST, []error) {
	cfg, err := p.config()
	if err != nil {
		return nil, []error{fmt.Errorf("configuration: %w", err)}
	}
	head, err := p.declarations(src.Wide)
	if err != nil {
		return nil, []error{fmt.Errorf("configuration: %w", err)}
	}
	var ast *cc.AST
	errs := call(p.ctx, name, text, func() (err error) {
		ast, err = cc.Translate(cfg, []cc.Source{
			{Name: "<builtin>", Value: head},
			{Name: dialect.UnitFile, Value: src.Text},
			{Name: endName, Value: sentinel},
		})
		return err
	})
	if len(errs) > 0 { // the parser may be at it still
		return nil, errs
	}
	return ast, nil
}

// call calls the parser for a unit and returns what it finds wrong, or the end
// of the context.
func call(ctx context.Context, name, text string, call func() error) []error {
	var wrong error
	err := bounded(ctx, func() { wrong = call() })
	switch {
	case err == nil && wrong == nil:
		return nil
	case err == nil:
		return messages(name, text, wrong)
	}
	var e *program.Error
	if errors.As(err, &e) && e.Pos.File == "" {
		e.Pos.File = name
	}
	return []error{err}
}

// parserTime bounds the parser, ten times over what the worst unit that
// package dialect allows takes it.
const parserTime = 10 * time.Minute

// bounded is diag.Guard for the parser, which knows no context: when the context or
// parserTime ends, the parser is left behind on its goroutine.
func bounded(ctx context.Context, body func()) error {
	done := make(chan error, 1)
	go func() { done <- diag.Guard(nil, body) }()
	limit := time.NewTimer(parserTime)
	defer limit.Stop()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-limit.C:
		return &program.Error{Msg: "the parser does not end", Unsupported: true}
	}
}

// Builtins tells a parser which builtins the later phases know.
type Builtins struct {
	Declarations string                 // of those that the parser does not know itself
	Known        func(name string) bool // answers __has_builtin
}

// Cache keeps what units have in common: scanned headers, and what precedes every
// unit. It is safe for concurrent use.
type Cache struct {
	sources cc.SourceCache
	headers cpp.Cache
	mu      sync.Mutex
	heads   map[string]string // declarations before a unit, by kind of wide strings
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{heads: map[string]string{}} }

// Parser preprocesses and parses units, one after the other.
type Parser struct {
	Limit    int // of macro expansion, 0 for the usual one
	ctx      context.Context
	cache    *Cache
	builtins Builtins
	reads    map[string]string // files of this machine: digest
}

// New returns a parser that ends when ctx does.
func New(ctx context.Context, cache *Cache, b Builtins) *Parser {
	return &Parser{ctx: ctx, cache: cache, builtins: b, reads: map[string]string{}}
}

// Preprocess preprocesses a unit and writes it for the parser.
func (p *Parser) Preprocess(env *Environment, name, text string) (*dialect.Source, []error) {
	u, errs := p.Expand(env, name, text)
	if len(errs) > 0 {
		return nil, errs
	}
	return dialect.Write(u)
}

// Branches preprocesses a unit and tells of the conditions that are looked at, in order.
func (p *Parser) Branches(env *Environment, name, text string, tell func(cpp.Branch)) []error {
	watched := *env
	watched.pre.Branch = tell
	_, errs := p.Expand(&watched, name, text)
	return errs
}

// Expand returns the tokens of a unit that is preprocessed.
func (p *Parser) Expand(env *Environment, name, text string) (*cpp.Unit, []error) {
	return cpp.Preprocess(&env.pre, append(slices.Clone(env.head), cpp.Source{Name: name, Text: text})...)
}

// config returns the configuration of the parser. It reads no file.
func (p *Parser) config() (*cc.Config, error) {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, err
	}
	cfg := &cc.Config{
		ABI:                        abi,
		ABILayout:                  true,
		IgnoreNegativeShiftAmounts: true,
		FS:                         noFiles{},
		FSOnly:                     true,
		Predefined:                 predefined + gccVersion,
		SourceCache:                &p.cache.sources,
		PragmaHandler:              func([]cc.Token) error { return nil },
	}
	return cfg, cfg.ApplyOptions("-std=gnu17")
}

// noFiles is a file system without files.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// declarations returns what precedes every unit: the parser's and rift's
// declarations of builtins, for a kind of wide strings. The parser's macros of
// builtins are left out: rewrite stands for them.
func (p *Parser) declarations(wide string) (string, error) {
	p.cache.mu.Lock()
	text, ok := p.cache.heads[wide]
	p.cache.mu.Unlock()
	if ok {
		return text, nil
	}
	var sb strings.Builder
	for line := range strings.Lines(cc.Builtin + p.builtins.Declarations) {
		if !strings.HasPrefix(line, "#") {
			sb.WriteString(strings.ReplaceAll(line, "typedef __WCHAR_TYPE__ __predefined_wchar_t", "typedef "+dialect.WideTypes[wide]+" __predefined_wchar_t"))
		}
	}
	u, errs := cpp.Preprocess(&cpp.Config{}, cpp.Source{Name: "<predefined>", Text: predefined + gccVersion}, cpp.Source{Name: "<builtin>", Text: sb.String()})
	if len(errs) > 0 {
		return "", errs[0]
	}
	text = dialect.Plain(u)
	p.cache.mu.Lock()
	p.cache.heads[wide] = text
	p.cache.mu.Unlock()
	return text, nil
}
