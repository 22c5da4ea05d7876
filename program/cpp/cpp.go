// Package cpp is the C preprocessor: translation phases 1 to 4 of C 5.1.1.2,
// with what GNU C and C23 add. It turns the text of a translation unit into the
// tokens that a parser reads, each with the place in the user's files that it
// stands for.
//
// Where the standard leaves open what is expanded, the package does what GNU C
// does: a macro is disabled as long as tokens of its expansion are left to be
// read, and a name of it that is met meanwhile is never expanded. The algorithm
// is that of GNU cpp's manual of internals ("Macro Expansion Algorithm"):
// contexts of tokens on a stack, paste marks on tokens, and padding, which is
// no token but says where # is to write a space.
//
// The phases are, one per file: text to tokens (lex), the stack of files and
// directives (directive, include), conditions (expression), macro definitions
// (macro), and expansion (expand, substitute).
//
// Terms this package owns:
//
//   - context: tokens to be read before those of the file, of a macro's
//     expansion or of an argument that is being expanded.
//   - site: the place of the outermost macro name of an expansion; all tokens
//     that come out of it stand there for the parser. Until then an argument
//     keeps its place, which __LINE__ in it names.
package cpp

import (
	"fmt"

	"github.com/riftlab/rift/program"
)

// DefaultLimit bounds the work of macro expansion per translation unit: tokens
// read, those that are read again included.
const DefaultLimit = 20_000_000

// Config says what the preprocessor finds around a translation unit.
type Config struct {
	// Open returns the text of a file, false if there is none of this name.
	Open func(name string) (text string, ok bool)
	// Dirs are the folders in which headers are searched: those in quotes first
	// where the file that includes them lies.
	Dirs []string
	// Has answers __has_builtin, __has_attribute, __has_c_attribute and
	// __has_cpp_attribute, the operator, for a name without the underscores that
	// may stand around it, and with "scope::" before it. 0 is no.
	Has func(operator, name string) int64
	// Cache, when not nil, keeps the tokens of files that are included.
	Cache *Cache
	// Limit bounds macro expansion; 0 is DefaultLimit.
	Limit int
	// Check, when not nil, is called now and then; an error that it returns ends
	// the preprocessor.
	Check func() error
	// Branch, when not nil, is called for each condition that is looked at.
	Branch func(Branch)
}

// Branch is a group of an #if section whose condition was looked at. Of an #else there is one
// if it was reached.
type Branch struct {
	File  string // as it was found
	Line  int    // of its directive, whatever #line calls it
	Taken bool   // the group is read
}

// Source is a text that the preprocessor reads, and what messages call it.
type Source struct {
	Name, Text string
}

// Unit is a preprocessed translation unit.
type Unit struct {
	// Tokens are what is left to the parser, without an end mark. A token of kind
	// Pragma stands for a line that the parser shall see, one of kind Other for
	// what is wrong unless it is left out.
	Tokens []Token
	// Files are the names that the positions of tokens number.
	Files []string
}

// Position returns the place of a token.
func (u *Unit) Position(t *Token) program.Position {
	return program.Position{File: u.Files[t.At.File], Line: int(t.At.Line), Col: int(t.At.Col)}
}

// Preprocess reads the sources one after the other as one translation unit, the
// last of which is the unit's own file and the first predefined macros.
//
// The errors are *program.Error, in the order of the text, or what
// Config.Check returned. Headers that are missing are all reported, once each,
// and taken for empty; what else is wrong then may be their consequence and is
// left out. Whatever the text, Preprocess does not panic, and ends.
func Preprocess(cfg *Config, sources ...Source) (u *Unit, errs []error) {
	p := newPreprocessor(cfg)
	p.unit.Tokens = make([]Token, 0, len(sources[len(sources)-1].Text)/4)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stop:
			if r.err != nil {
				u, errs = nil, []error{r.err}
				return
			}
			u, errs = p.unit, p.problems()
		default:
			panic(r)
		}
	}()
	for _, s := range sources {
		p.base = s.Name
		p.enter(s.Name, p.scan(s.Name, s.Text, false), -1)
		p.run()
	}
	return p.unit, p.problems()
}

// problems returns what was found wrong.
func (p *preprocessor) problems() []error {
	if len(p.missing) > 0 {
		return p.missing
	}
	return p.errs
}

// preprocessor is the state of one translation unit.
type preprocessor struct {
	cfg     *Config
	unit    *Unit
	fileIDs map[string]int32
	base    string // the file that is preprocessed

	macros map[string]*macro
	pushed map[string][]*macro // by #pragma push_macro
	once   map[string]bool     // files that #pragma once or #import reads once
	poison map[string]bool     // missing headers reported

	frames   []*frame
	contexts []context
	ahead    []Token // tokens of the file to be read again

	directive bool // tokens are read up to the end of the line
	noExpand  int  // macros are left alone
	args      int  // looksForParen, inArgs: what of a macro call is being read
	site      Site // of the outermost macro name, and
	width     int32
	called    bool // whether that is one with parameters
	inside    bool // the last token came out of an expansion
	depth     int
	work      int
	limit     int
	included  int
	counter   int

	errs    []error
	missing []error
}

// stop ends the preprocessor from anywhere below Preprocess.
type stop struct{ err error }

func newPreprocessor(cfg *Config) *preprocessor {
	p := &preprocessor{
		cfg: cfg, unit: &Unit{}, fileIDs: map[string]int32{}, macros: make(map[string]*macro, 1024),
		pushed: map[string][]*macro{}, once: map[string]bool{}, poison: map[string]bool{}, limit: cfg.Limit,
	}
	if p.limit <= 0 {
		p.limit = DefaultLimit
	}
	p.builtins()
	return p
}

// run writes what the sources come to.
func (p *preprocessor) run() {
	for {
		t := p.next()
		switch t.Kind {
		case EOF:
			return
		case padding:
			continue
		case Pragma:
			if !p.pragmaToken(&t) {
				continue
			}
		}
		if len(p.unit.Tokens) >= maxTokens {
			p.fatal(t.At, "the unit is too large when preprocessed")
		}
		if p.inside {
			t.At, t.Width = p.site, p.width
		}
		p.unit.Tokens = append(p.unit.Tokens, t)
	}
}

func (p *preprocessor) position(at Site) program.Position {
	return program.Position{File: p.unit.Files[at.File], Line: int(at.Line), Col: int(at.Col)}
}

func (p *preprocessor) errorf(at Site, format string, args ...any) {
	p.errs = append(p.errs, &program.Error{Pos: p.position(at), Msg: fmt.Sprintf(format, args...)})
	if len(p.errs) >= maxErrors {
		panic(stop{})
	}
}

// fatal reports an error after which nothing else is read.
func (p *preprocessor) fatal(at Site, format string, args ...any) {
	p.missing = nil
	p.errs = []error{&program.Error{Pos: p.position(at), Msg: fmt.Sprintf(format, args...)}}
	panic(stop{})
}

// file numbers a name.
func (p *preprocessor) file(name string) int32 {
	if i, ok := p.fileIDs[name]; ok {
		return i
	}
	i := int32(len(p.unit.Files))
	p.unit.Files = append(p.unit.Files, name)
	p.fileIDs[name] = i
	return i
}
