package cpp

// context is a list of tokens to be read before what lies below it on the stack.
type context struct {
	macro *macro // whose expansion it is, or nil
	toks  []Token
	i     int
}

// What of a macro call is being read.
const (
	looksForParen = 1 // whether the name is called
	inArgs        = 2
)

var (
	avoidPaste = Token{Kind: padding}
	endMark    = Token{Kind: EOF}
)

// spaceOf is the padding that stands for t.
func spaceOf(t *Token) Token {
	return Token{Kind: padding, Flags: t.Flags&White | sourced, At: t.At}
}

func (p *preprocessor) push(m *macro, list []Token) {
	if m != nil {
		m.disabled++
	}
	p.contexts = append(p.contexts, context{macro: m, toks: list})
}

func (p *preprocessor) pop() {
	n := len(p.contexts) - 1
	if m := p.contexts[n].macro; m != nil {
		m.disabled--
	}
	p.contexts[n] = context{}
	p.contexts = p.contexts[:n]
}

// next returns the next token after expansion, or padding. In a directive it
// returns EOF at the end of the line.
func (p *preprocessor) next() Token {
	for {
		p.tick()
		var t Token
		n := len(p.contexts)
		p.inside = n > 0
		if n == 0 {
			t = p.lex()
		} else {
			c := &p.contexts[n-1]
			if c.i == len(c.toks) {
				p.pop()
				if p.directive {
					continue
				}
				return avoidPaste
			}
			t = c.toks[c.i]
			c.i++
			if t.Flags&pasteLeft != 0 {
				space := spaceOf(&t)
				p.pasteAll(t)
				if p.directive {
					continue
				}
				return space
			}
		}
		if t.Kind != Name || t.Flags&noExpand != 0 {
			return t
		}
		m := p.macros[t.Text]
		if m == nil {
			if m = p.spelled(&t); m == nil {
				return t
			}
		}
		if m.disabled > 0 {
			t.Flags |= noExpand
			if n > 0 {
				c := &p.contexts[n-1]
				c.toks[c.i-1].Flags |= noExpand
			}
			return t
		}
		if p.noExpand > 0 {
			return t
		}
		if n == 0 {
			p.site, p.width, p.called = t.At, t.Width, m.function
		}
		if !p.call(m, &t) {
			return t
		}
		if p.directive {
			continue
		}
		return spaceOf(&t)
	}
}

// spelled returns the macro of a name that is written with universal character
// names.
func (p *preprocessor) spelled(t *Token) *macro {
	if name := identifier(t.Text); name != t.Text {
		return p.macros[name]
	}
	return nil
}

// tick counts work and gives up at the bounds.
func (p *preprocessor) tick() {
	p.work++
	if p.work > p.limit {
		p.fatal(p.site, "macro expansion limit exceeded: the macros expand to too many tokens")
	}
	if p.work%4096 == 0 && p.cfg.Check != nil {
		if err := p.cfg.Check(); err != nil {
			panic(stop{err})
		}
	}
}

// back makes t the next token again.
func (p *preprocessor) back(t *Token) {
	if n := len(p.contexts); n > 0 {
		p.contexts[n-1].i--
		return
	}
	if t.Kind != EOF {
		p.ahead = append(p.ahead, *t)
	}
}

// call begins the expansion of a macro at its name t; it returns false if the
// name stands for itself.
func (p *preprocessor) call(m *macro, t *Token) bool {
	site, width, called := p.site, p.width, p.called
	defer func() { p.site, p.width, p.called = site, width, called }()
	if m.builtin != nil {
		list, ok := m.builtin(p, t)
		if ok {
			p.push(nil, list)
		}
		return ok
	}
	if !m.function {
		p.push(m, m.copyBody(t))
		return true
	}
	args, ok := p.arguments(m, t)
	if !ok {
		return false
	}
	if len(m.params) == 0 {
		p.push(m, m.copyBody(t))
		return true
	}
	if p.depth++; p.depth > maxNesting {
		p.fatal(p.site, "macro calls nested too deeply")
	}
	list := p.substitute(m, m.copyBody(t), args)
	p.depth--
	p.push(m, list)
	return true
}

// copyBody returns the replacement list, of which the expansion marks names, at
// the place of the macro's name.
func (m *macro) copyBody(name *Token) []Token {
	list := append([]Token(nil), m.body...)
	for i := range list {
		list[i].At, list[i].Width = name.At, name.Width
	}
	return list
}

// argument is an argument of a macro call.
type argument struct {
	toks     []Token // as written; nil and omitted, or empty
	omitted  bool
	expanded []Token
	done     bool // expanded is known
}

// arguments reads the arguments of a call of m, whose name was t. It returns
// false if the name is not called, or wrongly.
func (p *preprocessor) arguments(m *macro, t *Token) ([]argument, bool) {
	args := p.args
	defer func() { p.args = args; p.noExpand-- }()
	p.noExpand++
	p.args = looksForParen
	space, found := Token{}, false
	var paren Token
	for {
		paren = p.next()
		if paren.Kind != padding {
			break
		}
		if !found || space.Flags&sourced == 0 || space.Flags&White == 0 && paren.Flags&sourced == 0 {
			space, found = paren, true
		}
	}
	if paren.Kind != LParen {
		p.back(&paren)
		if found {
			p.push(nil, []Token{space})
		}
		return nil, false
	}
	p.args = inArgs
	return p.collect(m, t)
}

// collect reads the arguments behind the parenthesis.
func (p *preprocessor) collect(m *macro, name *Token) ([]argument, bool) {
	at := p.site
	var args []argument
	var end Token
	for {
		var list []Token
		depth := 0
	arg:
		for {
			end = p.next()
			switch end.Kind {
			case padding:
				if len(list) == 0 {
					continue
				}
			case LParen:
				depth++
			case RParen:
				if depth == 0 {
					break arg
				}
				depth--
			case Comma:
				if depth == 0 && !(m.variadic && len(args) == len(m.params)-1) {
					break arg
				}
			case EOF:
				break arg
			}
			end.Flags &^= LineStart
			if !p.called {
				end.At, end.Width = p.site, p.width
			}
			list = append(list, end)
		}
		for n := len(list); n > 0 && list[n-1].Kind == padding; n-- {
			list = list[:n-1]
		}
		args = append(args, argument{toks: list})
		if end.Kind != Comma {
			break
		}
	}
	if end.Kind == EOF {
		if len(p.contexts) > 0 {
			p.back(&end)
		}
		p.errorf(at, "unterminated argument list invoking macro %q", m.name)
		return nil, false
	}
	return p.counted(m, name, args)
}

// counted checks the number of arguments and completes them.
func (p *preprocessor) counted(m *macro, name *Token, args []argument) ([]argument, bool) {
	want := len(m.params)
	n := len(args)
	if n == 1 && want == 0 && len(args[0].toks) == 0 {
		n = 0
	}
	switch {
	case n == want:
	case n == want-1 && m.variadic:
		args = append(args, argument{omitted: true})
		return args, true
	default:
		few := "few"
		if n > want {
			few = "many"
		}
		p.errorf(p.site, "too %s arguments to macro %q: %d, not %d", few, m.name, n, want)
		return nil, false
	}
	if m.variadic && n == 1 && len(args[0].toks) == 0 {
		args[0].omitted = true
	}
	return args, true
}

// expand returns an argument macro-expanded.
func (p *preprocessor) expand(a *argument) []Token {
	if a.done {
		return a.expanded
	}
	a.done = true
	if len(a.toks) == 0 {
		return nil
	}
	noExpand := p.noExpand
	p.noExpand = 0
	args := p.args
	p.args = 0
	list := append(append(make([]Token, 0, len(a.toks)+1), a.toks...), endMark)
	depth := len(p.contexts)
	p.push(nil, list)
	for {
		t := p.next()
		if t.Kind == EOF {
			break
		}
		a.expanded = append(a.expanded, t)
	}
	for len(p.contexts) > depth {
		p.pop()
	}
	p.noExpand, p.args = noExpand, args
	return a.expanded
}
