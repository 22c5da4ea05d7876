package cpp

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/riftlab/rift/program"
)

// Cache keeps the tokens of files that are included, for other units that read
// the same text. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[string]*scanned
}

// scanned is a file as tokens.
type scanned struct {
	text  string
	toks  []Token
	wrong []lexError
}

// maxCached bounds the text that a cache keeps, in bytes; its tokens take about
// ten times as much.
const maxCached = 16 << 20

// scan returns the tokens of a text, from the cache if keep says so.
func (p *preprocessor) scan(name, text string, keep bool) *scanned {
	c := p.cfg.Cache
	if keep && c != nil {
		c.mu.Lock()
		s := c.files[name]
		c.mu.Unlock()
		if s != nil && s.text == text {
			return s
		}
	}
	s := &scanned{text: text}
	s.toks, s.wrong = scan(text)
	if keep && c != nil && len(text) < maxCached/16 {
		c.mu.Lock()
		if c.files == nil || len(c.files) > 4096 {
			c.files = map[string]*scanned{}
		}
		c.files[name] = s
		c.mu.Unlock()
	}
	return s
}

// enter begins to read a file.
func (p *preprocessor) enter(name string, s *scanned, dir int) {
	f := &frame{toks: s.toks, path: name, file: p.file(name), dir: dir}
	for _, e := range s.wrong {
		p.errorf(Site{f.file, e.line, e.col}, "%s", e.why)
	}
	p.frames = append(p.frames, f)
}

// include handles #include and its kind.
func (p *preprocessor) include(f *frame, d Token) {
	name, at, ok := p.headerName()
	if !ok {
		if at.Line != d.At.Line {
			at = d.At
		}
		p.errorf(at, "#%s takes \"file\" or <file>", d.Text)
		return
	}
	if p.cfg.Check != nil {
		if err := p.cfg.Check(); err != nil {
			panic(stop{err})
		}
	}
	file, text, dir, found := p.find(f, name, d.Text == "include_next")
	if !found {
		p.absent(f, name, at)
		return
	}
	if p.once[file] {
		return
	}
	if d.Text == "import" {
		p.once[file] = true
	}
	if p.included++; p.included > maxInclusions || len(p.frames) >= maxDepth {
		p.fatal(Site{p.file(file), 1, 1}, "the unit includes too many files, among them this one again and again")
	}
	f.skipLine()
	p.enter(file, p.scan(file, text, true), dir)
}

// headerName reads what names a file, which macros may bring. The name keeps its
// quotes or angles.
func (p *preprocessor) headerName() (string, Site, bool) {
	p.noExpand++
	t := p.next()
	for t.Kind == padding {
		t = p.next()
	}
	p.noExpand--
	switch {
	case t.Kind == Header:
		return t.Text, t.At, true
	case t.Kind == EOF:
		return "", t.At, false
	}
	at := t.At
	list := []Token{}
	if t.Kind != Name {
		list = append(list, t)
	} else {
		p.back(&t)
	}
	list = append(list, p.expandedRest()...)
	name, ok := headerOf(list)
	return name, at, ok
}

// headerOf returns the header that expanded tokens name.
func headerOf(list []Token) (string, bool) {
	n := len(list)
	switch {
	case n == 1 && (list[0].Kind == String || list[0].Kind == Header) && (list[0].Text[0] == '"' || list[0].Text[0] == '<'):
		return list[0].Text, true
	case n >= 3 && list[0].Text == "<" && list[n-1].Text == ">":
		return spell(list), true
	}
	return "", false
}

// find looks for a header.
func (p *preprocessor) find(f *frame, header string, next bool) (name, text string, dir int, ok bool) {
	quoted := header[0] == '"'
	header = header[1 : len(header)-1]
	if header == "" {
		return "", "", 0, false
	}
	if path.IsAbs(header) {
		text, ok := p.cfg.Open(header)
		return path.Clean(header), text, -1, ok
	}
	from := 0
	if next {
		from = f.dir + 1
	} else if quoted {
		name := path.Join(path.Dir(f.path), header)
		if text, ok := p.cfg.Open(name); ok {
			return name, text, -1, true
		}
	}
	for i := from; i < len(p.cfg.Dirs); i++ {
		name := path.Join(p.cfg.Dirs[i], header)
		if text, ok := p.cfg.Open(name); ok {
			return name, text, i, true
		}
	}
	return "", "", 0, false
}

// absent reports that a header exists nowhere.
func (p *preprocessor) absent(f *frame, header string, at Site) {
	dirs := p.cfg.Dirs
	if header[0] == '"' {
		dirs = append([]string{path.Dir(f.path)}, dirs...)
	}
	name := header[1 : len(header)-1]
	if p.poison[name] {
		return
	}
	p.poison[name] = true
	p.missing = append(p.missing, &program.Error{
		Pos: p.position(at),
		Msg: "file not found: " + name + "; searched " + strings.Join(slices.Compact(slices.Clone(dirs)), ", "),
	})
	if len(p.missing) >= maxErrors {
		panic(stop{})
	}
}

// embed handles #embed (C23 6.10.4): the bytes of a file as numbers.
func (p *preprocessor) embed(f *frame, d Token) {
	p.noExpand++
	t := p.next()
	p.noExpand--
	var list []Token
	if t.Kind == Header {
		list = append([]Token{t}, p.expandedRest()...)
	} else {
		p.back(&t)
		list = p.expandedRest()
	}
	if len(list) == 0 || list[0].Kind != Header && list[0].Kind != String {
		p.errorf(d.At, "#embed takes \"file\" or <file>")
		return
	}
	_, text, _, found := p.find(f, list[0].Text, false)
	if !found {
		p.absent(f, list[0].Text, list[0].At)
		return
	}
	params, ok := p.embedParams(list[1:])
	if !ok {
		return
	}
	out, _ := params.bytes(text, d.At)
	f.skipLine()
	p.directive = false
	p.site, p.width = d.At, d.Width
	p.push(nil, out)
}

// embedding is what the parameters of an #embed say.
type embedding struct {
	limit                  int64 // -1 for none
	prefix, suffix, ifNone []Token
}

// bytes returns the tokens of an #embed of a file and how many bytes it has.
func (e *embedding) bytes(text string, at Site) ([]Token, int) {
	if e.limit >= 0 && e.limit < int64(len(text)) {
		text = text[:e.limit]
	}
	if text == "" {
		return e.ifNone, 0
	}
	out := append([]Token(nil), e.prefix...)
	for i := range len(text) {
		if i > 0 {
			out = append(out, Token{Kind: Comma, Text: ",", At: at})
		}
		out = append(out, Token{Kind: Number, Text: strconv.Itoa(int(text[i])), At: at, Flags: White})
	}
	return append(out, e.suffix...), len(text)
}

// embedParams reads limit(n), prefix(x), suffix(x), if_empty(x).
func (p *preprocessor) embedParams(list []Token) (*embedding, bool) {
	e := &embedding{limit: -1}
	for len(list) > 0 {
		name := list[0]
		end := closing(list[1:])
		if name.Kind != Name || end < 0 {
			p.errorf(name.At, "invalid parameter %s of #embed: limit, prefix, suffix and if_empty, with tokens in parentheses", name.what())
			return nil, false
		}
		content := list[2 : 1+end]
		list = list[1+end+1:]
		switch strings.Trim(name.Text, "_") {
		case "limit":
			v := p.evaluate(content, name.At)
			e.limit = int64(v.n)
			if e.limit < 0 && !v.unsigned {
				p.errorf(name.At, "negative limit of #embed")
				return nil, false
			}
		case "prefix":
			e.prefix = content
		case "suffix":
			e.suffix = content
		case "if_empty":
			e.ifNone = content
		default:
			p.errorf(name.At, "unknown parameter %q of #embed", name.Text)
			return nil, false
		}
	}
	return e, true
}

// closing returns the index of the parenthesis that closes the one that list
// begins with, -1 if there is none.
func closing(list []Token) int {
	depth := 0
	for i := range list {
		switch list[i].Kind {
		case LParen:
			depth++
		case RParen:
			if depth--; depth == 0 {
				return i
			}
		}
		if depth == 0 {
			break
		}
	}
	return -1
}
