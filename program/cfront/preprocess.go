package cfront

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/riftlab/rift/program"
)

// Bounds of what a translation unit includes, and of the text that comes of
// it. Real programs stay an order of magnitude below.
const (
	maxInclusions   = 20_000
	maxPreprocessed = 64 << 20 // bytes
)

// preprocess runs the preprocessor alone over a translation unit and returns
// what is wrong there. Where the preprocessor gives up - at a header that
// exists nowhere, at the limit of expansion, at a macro's arguments that do not
// end - it closes its output, and the parser loops for ever when that is in the
// middle of a declaration. So the parser is given only units that are known to
// be preprocessed to the end, which is the sentinel.
//
// All missing headers are reported, each where it is first included: those that
// were found missing are taken for empty in another attempt. What else is wrong
// then may be their consequence and is left out.
//
// The prefixes of wide strings that headers bring are added to seen.
func (c *compiler) preprocess(cfg *cc.Config, head []cc.Source, name, text string, seen map[string]bool) []error {
	absent := map[string]bool{}
	var missing []error
	for {
		lits := newLiterals(seen)
		errs := c.attempt(cfg, head, name, text, lits, absent)
		lits.moved.restore(nil, errs)
		n := len(absent)
		for _, err := range errs {
			if e, ok := err.(*program.Error); ok && missingHeader(e, cfg, absent) {
				missing = append(missing, e)
			}
		}
		if len(absent) > n && len(missing) < maxErrors {
			continue
		}
		if len(missing) > 0 {
			return missing
		}
		return errs
	}
}

// attempt preprocesses a unit with headers that are taken for empty.
func (c *compiler) attempt(cfg *cc.Config, head []cc.Source, name, text string, lits *literals, absent map[string]bool) []error {
	own := *cfg
	own.FS = own.FS.(*fileSystem).with(lits, absent)
	own.PragmaHandler = c.countInclusions(pragmaOnce())
	out := &preprocessed{compiler: c}
	err := c.parse(name, text, func() error {
		return cc.Preprocess(&own, unitSources(lits, macrosOf(head), name, lits.rewrite(name, text)), out)
	})
	switch {
	case err != nil:
		return err
	case !out.complete():
		return []error{endOfFile(name, text)}
	}
	return nil
}

// macrosOf leaves the declarations of builtins out of what precedes a unit. They
// are the same everywhere and nothing that a version defines precedes them.
func macrosOf(head []cc.Source) []cc.Source {
	var sb strings.Builder
	for line := range strings.Lines(head[1].Value.(string)) {
		if strings.HasPrefix(line, "#") {
			sb.WriteString(line)
		}
	}
	return []cc.Source{head[0], {Name: "<macros>", Value: sb.String()}, head[2]}
}

// missingHeader reports whether e says that a header is missing that is not in
// absent; it then adds it, by the name of the last file that was looked for,
// and gives e rift's words.
func missingHeader(e *program.Error, cfg *cc.Config, absent map[string]bool) bool {
	header, ok := strings.CutPrefix(e.Msg, "include file not found: ")
	if !ok || len(header) < 2 {
		return false
	}
	dirs := slices.Clone(cfg.SysIncludePaths)
	if header[0] == '"' {
		dirs = append([]string{path.Dir(e.Pos.File)}, dirs...)
	}
	header = header[1 : len(header)-1]
	last := path.Join(dirs[len(dirs)-1], header)
	if absent[last] {
		return false
	}
	absent[last] = true
	e.Msg = "file not found: " + header + "; searched " + strings.Join(slices.Compact(dirs), ", ")
	return true
}

// enterMark precedes each file of a version, so that the handler of pragmas sees
// it included when the unit is preprocessed alone.
const (
	enterPragma = "__rift_enter"
	enterMark   = "#pragma " + enterPragma + "\n#line 1\n"
)

// countInclusions adds a bound of how many files are included to a handler of
// pragmas. The preprocessor itself has none: a file that includes itself keeps
// it busy for ever.
func (c *compiler) countInclusions(next func([]cc.Token) error) func([]cc.Token) error {
	n := 0
	return func(toks []cc.Token) error {
		if len(toks) == 0 || toks[0].SrcStr() != enterPragma {
			return next(toks)
		}
		c.check()
		if n++; n > maxInclusions {
			p := fromToken(toks[0].Position())
			panic(bail{err: &program.Error{Pos: program.Position{File: p.File, Line: 1, Col: 1}, Msg: "the unit includes too many files, among them this one again and again"}})
		}
		return nil
	}
}

// check ends the preprocessor when the context has ended.
func (c *compiler) check() {
	if err := c.ctx.Err(); err != nil {
		panic(cancelled{err})
	}
}

// preprocessed keeps the end of a preprocessed unit.
type preprocessed struct {
	*compiler
	size int
	tail []byte
}

// Write implements io.Writer.
func (p *preprocessed) Write(text []byte) (int, error) {
	if p.size/4096 != (p.size+len(text))/4096 {
		p.check()
	}
	p.size += len(text)
	if p.size > maxPreprocessed {
		panic(bail{err: &program.Error{Msg: "the unit is too large when preprocessed", Unsupported: true}})
	}
	const keep = len(sentinel)
	p.tail = append(p.tail, text...)
	if n := len(p.tail); n > 64*keep {
		p.tail = append(p.tail[:0], p.tail[n-keep:]...)
	}
	return len(text), nil
}

// complete reports whether the unit ends with the sentinel.
func (p *preprocessed) complete() bool {
	return bytes.HasSuffix(bytes.TrimSpace(p.tail), []byte(sentinelName+";"))
}

// absentFile stands for a header that exists nowhere: it reads as an empty
// file, and __has_include does not see it.
type absentFile struct{ *textFile }

func (absentFile) Stat() (fs.FileInfo, error) { return nil, fs.ErrNotExist }
