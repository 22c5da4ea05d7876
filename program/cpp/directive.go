package cpp

import (
	"strconv"
	"strings"
)

// frame is a file that is being read.
type frame struct {
	toks  []Token
	i     int
	path  string // as it was found
	file  int32  // as #line calls it
	delta int32  // what #line adds to the line
	dir   int    // of Config.Dirs in which it was found, -1 for none
	conds []condition
}

// condition is an #if section that is open.
type condition struct {
	at    Site
	taken bool // one of its groups has been read
	last  bool // #else has been seen
}

// lex returns the next token of the files, directives done. Within macro
// arguments it returns EOF at the end of a file, in a directive at the end of
// the line.
func (p *preprocessor) lex() Token {
	if n := len(p.ahead); n > 0 {
		t := p.ahead[n-1]
		p.ahead = p.ahead[:n-1]
		if !p.begins(&t) {
			return t
		}
		p.handle(t)
		if len(p.contexts) > 0 {
			return avoidPaste
		}
	}
	for len(p.frames) > 0 {
		f := p.frames[len(p.frames)-1]
		t := f.toks[f.i]
		if p.directive && t.Flags&LineStart != 0 || t.Kind == EOF && p.args > 0 {
			return Token{Kind: EOF, At: f.site(t.At)}
		}
		if t.Kind == EOF {
			p.leave(f)
			continue
		}
		f.i++
		t.At = f.site(t.At)
		if !p.begins(&t) {
			return t
		}
		p.handle(t)
		if len(p.contexts) > 0 {
			return avoidPaste // and then what the directive stands for
		}
	}
	return endMark
}

func (f *frame) site(at Site) Site { return Site{f.file, at.Line + f.delta, at.Col} }

// begins reports whether t begins a directive: not where it is looked for the
// parenthesis of a macro call.
func (p *preprocessor) begins(t *Token) bool {
	return t.Kind == Hash && t.Flags&LineStart != 0 && !p.directive && p.args != looksForParen
}

// leave ends a file.
func (p *preprocessor) leave(f *frame) {
	if n := len(f.conds); n > 0 {
		p.errorf(f.conds[n-1].at, "condition not terminated: expected #endif")
	}
	p.frames = p.frames[:len(p.frames)-1]
}

// handle does the directive that hash begins.
func (p *preprocessor) handle(hash Token) {
	args, noExpand := p.args, p.noExpand
	p.args, p.noExpand, p.directive = 0, 0, true
	ahead := len(p.ahead)
	f := p.frames[len(p.frames)-1]
	t := p.raw()
	if t.Kind != EOF {
		p.dispatch(f, hash, t)
	}
	p.directive = false
	p.args, p.noExpand = args, noExpand
	p.ahead = p.ahead[:ahead]
	f.skipLine()
}

// skipLine goes to the next line.
func (f *frame) skipLine() {
	for f.toks[f.i].Flags&LineStart == 0 {
		f.i++
	}
}

// raw returns the next token of a directive unexpanded.
func (p *preprocessor) raw() Token {
	p.noExpand++
	defer func() { p.noExpand-- }()
	for {
		if t := p.next(); t.Kind != padding {
			return t
		}
	}
}

// rest returns the rest of the line unexpanded.
func (p *preprocessor) rest() (list []Token) {
	for {
		t := p.raw()
		if t.Kind == EOF {
			return list
		}
		list = append(list, t)
	}
}

// expandedRest returns the rest of the line expanded.
func (p *preprocessor) expandedRest() (list []Token) {
	for {
		switch t := p.next(); t.Kind {
		case EOF:
			return list
		case padding:
		default:
			list = append(list, t)
		}
	}
}

func (p *preprocessor) dispatch(f *frame, hash, t Token) {
	if t.Kind == Number {
		p.line(f, append([]Token{t}, p.rest()...))
		return
	}
	switch t.Text {
	case "define":
		p.define(t.At, p.rest())
	case "undef":
		p.undef(t.At)
	case "include", "include_next", "import":
		p.include(f, t)
	case "embed":
		p.embed(f, t)
	case "if":
		p.open(f, hash, p.condition(t.At))
	case "ifdef", "ifndef":
		p.open(f, hash, p.definedName(&t) == (t.Text == "ifdef"))
	case "elif", "elifdef", "elifndef", "else":
		p.another(f, hash, &t)
	case "endif":
		if len(f.conds) == 0 {
			p.errorf(t.At, "#endif without #if")
			return
		}
		f.conds = f.conds[:len(f.conds)-1]
	case "line":
		p.line(f, p.expandedRest())
	case "error":
		p.errorf(t.At, "#error %s", spell(p.rest()))
	case "pragma":
		p.pragma(f, t)
	case "warning", "ident", "sccs", "assert", "unassert":
	default:
		p.errorf(t.At, "invalid directive #%s", t.Text)
	}
}

// spell writes tokens with the white space between them.
func spell(list []Token) string {
	var sb strings.Builder
	for i := range list {
		if i > 0 && list[i].Flags&White != 0 {
			sb.WriteByte(' ')
		}
		sb.WriteString(list[i].Text)
	}
	return sb.String()
}

func (p *preprocessor) undef(at Site) {
	t := p.raw()
	if t.Kind != Name {
		p.errorf(at, "#undef without a name: a name follows #undef")
		return
	}
	delete(p.macros, identifier(t.Text))
}

// definedName reads the name after #ifdef and its kind.
func (p *preprocessor) definedName(d *Token) bool {
	t := p.raw()
	if t.Kind != Name {
		p.errorf(d.At, "#%s without a name: a name follows", d.Text)
		return false
	}
	return p.isDefined(t.Text)
}

// open begins a section of which the first group is read or not.
func (p *preprocessor) open(f *frame, hash Token, yes bool) {
	f.conds = append(f.conds, condition{at: hash.At, taken: yes})
	p.branch(f, hash.At, yes)
	if !yes {
		p.skip(f)
	}
}

// branch tells of a group whose condition was looked at; at is where #line puts it.
func (p *preprocessor) branch(f *frame, at Site, taken bool) {
	if p.cfg.Branch != nil {
		p.cfg.Branch(Branch{f.path, int(at.Line - f.delta), taken})
	}
}

// another ends a group that has been read: all others of the section are
// skipped.
func (p *preprocessor) another(f *frame, hash Token, t *Token) {
	n := len(f.conds)
	switch {
	case n == 0:
		p.errorf(t.At, "#%s without #if", t.Text)
		return
	case f.conds[n-1].last:
		p.errorf(t.At, "#%s after #else", t.Text)
	}
	f.conds[n-1].last = f.conds[n-1].last || t.Text == "else"
	p.skip(f)
}

// skip goes to the directive of f after which tokens are read again: the end of
// the section, or a group of it that is to be read. The file's end is found by
// lex.
func (p *preprocessor) skip(f *frame) {
	depth := 0
	for {
		f.skipLine()
		t := f.toks[f.i]
		if t.Kind == EOF {
			return
		}
		f.i++
		if t.Kind != Hash {
			continue
		}
		d := f.toks[f.i]
		if d.Flags&LineStart != 0 || d.Kind != Name {
			continue
		}
		f.i++
		d.At = f.site(d.At)
		switch d.Text {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			if depth == 0 {
				f.conds = f.conds[:len(f.conds)-1]
				return
			}
			depth--
		case "else", "elif", "elifdef", "elifndef":
			if depth == 0 && p.resumes(f, &d) {
				return
			}
		}
	}
}

// resumes reports whether the group that d begins is to be read.
func (p *preprocessor) resumes(f *frame, d *Token) bool {
	c := &f.conds[len(f.conds)-1]
	if c.last {
		p.errorf(d.At, "#%s after #else", d.Text)
	}
	if d.Text == "else" {
		c.last = true
	}
	if c.taken {
		return false
	}
	n := len(f.conds)
	yes := true
	switch d.Text {
	case "elif":
		yes = p.condition(d.At)
	case "elifdef", "elifndef":
		yes = p.definedName(d) == (d.Text == "elifdef")
	}
	c = &f.conds[n-1]
	c.taken = yes
	p.branch(f, d.At, yes)
	return yes
}

// line handles #line and the line markers of preprocessed text, whose flags
// behind the name are left out.
func (p *preprocessor) line(f *frame, list []Token) {
	at := f.site(f.toks[max(f.i-1, 0)].At)
	if len(list) == 0 || list[0].Kind != Number {
		p.errorf(at, "#line without a number: a number follows #line")
		return
	}
	n, err := strconv.ParseInt(list[0].Text, 10, 32)
	if err != nil {
		p.errorf(list[0].At, "line %q is no number of digits", list[0].Text)
		return
	}
	if len(list) > 1 {
		if list[1].Kind != String {
			p.errorf(list[1].At, "invalid file name %s in #line", list[1].what())
			return
		}
		f.file = p.file(unquote(list[1].Text))
	}
	// The line after the last token of the directive has the number. C has no line 0, which
	// GNU C lets pass: as a place it would be none.
	f.delta = max(int32(n), 1) - f.toks[max(f.i-1, 0)].At.Line - 1
}

// unquote returns the text of a string literal without prefix.
func unquote(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, `"`), `"`)
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		sb.WriteByte(s[i])
	}
	return sb.String()
}

// pragma handles #pragma. What the parser shall see becomes a token.
func (p *preprocessor) pragma(f *frame, at Token) {
	list := p.rest()
	text := spell(list)
	switch {
	case text == "once":
		p.once[f.path] = true
	case strings.HasPrefix(text, "push_macro"), strings.HasPrefix(text, "pop_macro"):
		p.keep(list)
	case strings.HasPrefix(text, "pack"):
		p.directive = false
		p.push(nil, []Token{{Kind: Pragma, Text: text, At: at.At, Width: at.Width}})
		p.site, p.width = at.At, at.Width
	}
}

// keep handles push_macro("x") and pop_macro("x").
func (p *preprocessor) keep(list []Token) {
	if len(list) != 4 || list[1].Kind != LParen || list[2].Kind != String || list[3].Kind != RParen {
		return
	}
	name := unquote(list[2].Text)
	if list[0].Text == "push_macro" {
		p.pushed[name] = append(p.pushed[name], p.macros[name])
		return
	}
	n := len(p.pushed[name])
	if n == 0 {
		return
	}
	m := p.pushed[name][n-1]
	p.pushed[name] = p.pushed[name][:n-1]
	if m == nil {
		delete(p.macros, name)
	} else {
		p.macros[name] = m
	}
}

// pragmaOperator is _Pragma ( string ).
func (p *preprocessor) pragmaOperator(t *Token) ([]Token, bool) {
	at, width := t.At, t.Width
	list, ok := p.operand(t, "_Pragma")
	if !ok {
		return nil, false
	}
	if len(list) != 1 || list[0].Kind != String {
		p.errorf(at, "_Pragma takes a string literal in parentheses")
		return nil, true
	}
	text := list[0].Text
	text = unquote(text[strings.IndexByte(text, '"'):])
	return []Token{{Kind: Pragma, Text: text, At: at, Width: width}}, true
}

// pragmaToken does what a _Pragma operator says when it is reached; it returns
// whether the parser shall see it.
func (p *preprocessor) pragmaToken(t *Token) bool {
	text := strings.TrimSpace(t.Text)
	switch {
	case strings.HasPrefix(text, "pack"):
		t.Text = text
		return true
	case strings.HasPrefix(text, "push_macro"), strings.HasPrefix(text, "pop_macro"):
		list, _ := scan(text)
		p.keep(list[:len(list)-1])
	}
	return false
}
