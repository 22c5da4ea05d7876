package cpp

import (
	"strconv"
	"strings"
)

// macro is a definition.
type macro struct {
	name     string
	function bool
	variadic bool
	params   []string
	body     []Token
	disabled int // contexts on the stack that are its expansion
	// builtin returns the expansion of a macro that the preprocessor knows; ok is
	// false if the name at t is left alone.
	builtin func(p *preprocessor, t *Token) (list []Token, ok bool)
}

// builtins defines the macros that the preprocessor computes. The date is the
// beginning of time, so that what is compiled depends on the text alone.
func (p *preprocessor) builtins() {
	text := func(kind Kind, f func(p *preprocessor, t *Token) string) func(*preprocessor, *Token) ([]Token, bool) {
		return func(p *preprocessor, t *Token) ([]Token, bool) {
			return []Token{{Kind: kind, Text: f(p, t), At: t.At, Width: t.Width}}, true
		}
	}
	quoted := func(s string) string { return strconv.Quote(s) }
	for name, f := range map[string]func(*preprocessor, *Token) ([]Token, bool){
		"__LINE__": text(Number, func(_ *preprocessor, t *Token) string { return strconv.Itoa(int(t.At.Line)) }),
		"__FILE__": text(String, func(p *preprocessor, t *Token) string { return quoted(p.unit.Files[t.At.File]) }),
		"__FILE_NAME__": text(String, func(p *preprocessor, t *Token) string {
			s := p.unit.Files[t.At.File]
			return quoted(s[strings.LastIndexByte(s, '/')+1:])
		}),
		"__BASE_FILE__":     text(String, func(p *preprocessor, _ *Token) string { return quoted(p.base) }),
		"__INCLUDE_LEVEL__": text(Number, func(p *preprocessor, _ *Token) string { return strconv.Itoa(len(p.frames) - 1) }),
		"__COUNTER__":       text(Number, func(p *preprocessor, _ *Token) string { p.counter++; return strconv.Itoa(p.counter - 1) }),
		"__DATE__":          text(String, func(*preprocessor, *Token) string { return `"Jan  1 1970"` }),
		"__TIME__":          text(String, func(*preprocessor, *Token) string { return `"00:00:00"` }),
		"__TIMESTAMP__":     text(String, func(*preprocessor, *Token) string { return `"Thu Jan  1 00:00:00 1970"` }),
		"_Pragma":           (*preprocessor).pragmaOperator,
	} {
		p.macros[name] = &macro{name: name, builtin: f}
	}
	for _, name := range []string{"__has_attribute", "__has_c_attribute", "__has_cpp_attribute", "__has_builtin", "__has_include", "__has_include_next", "__has_embed"} {
		p.macros[name] = &macro{name: name, builtin: (*preprocessor).has}
	}
}

// isDefined reports whether a name is a macro. _Pragma is an operator.
func (p *preprocessor) isDefined(name string) bool {
	return p.macros[identifier(name)] != nil && name != "_Pragma"
}

// define handles #define. List is the rest of the line, ended by EOF.
func (p *preprocessor) define(at Site, list []Token) {
	if len(list) == 0 || list[0].Kind != Name {
		p.errorf(at, "#define without a name: a name follows #define")
		return
	}
	name := list[0]
	m := &macro{name: identifier(name.Text)}
	switch m.name {
	case "defined", "__VA_ARGS__", "__VA_OPT__", "_Pragma":
		p.errorf(name.At, "%s cannot be defined as a macro", m.name)
		return
	}
	rest := list[1:]
	if len(rest) > 0 && rest[0].Kind == LParen && rest[0].Flags&White == 0 {
		m.function = true
		n := p.parameters(m, rest)
		if n < 0 {
			return
		}
		rest = rest[n:]
	}
	if !p.replacement(m, rest) {
		return
	}
	p.macros[m.name] = m
}

// parameters reads the list of parameters, which begins with a parenthesis, and
// returns how many tokens it has, -1 after an error.
func (p *preprocessor) parameters(m *macro, list []Token) int {
	wrong := func(t *Token) int {
		p.errorf(t.At, "unexpected %s in the parameters of macro %q: names, separated by commas, and ... at the end", t.what(), m.name)
		return -1
	}
	for i := 1; ; i++ {
		switch {
		case i >= len(list):
			p.errorf(list[0].At, "parameters of macro %q not terminated: ) ends them", m.name)
			return -1
		case list[i].Kind == RParen && len(m.params) == 0:
			return i + 1
		case list[i].Text == "...":
			m.variadic = true
			m.params = append(m.params, "__VA_ARGS__")
		case list[i].Kind == Name:
			name := identifier(list[i].Text)
			for _, other := range m.params {
				if other == name {
					p.errorf(list[i].At, "duplicate parameter %q of macro %q", name, m.name)
					return -1
				}
			}
			m.params = append(m.params, name)
			if i+1 < len(list) && list[i+1].Text == "..." {
				m.variadic = true
				i++
			}
		default:
			return wrong(&list[i])
		}
		i++
		switch {
		case i >= len(list):
			p.errorf(list[0].At, "parameters of macro %q not terminated: ) ends them", m.name)
			return -1
		case list[i].Kind == RParen:
			return i + 1
		case list[i].Kind != Comma || m.variadic:
			return wrong(&list[i])
		}
	}
}

// replacement sets the replacement list: parameters are numbered, # and ##
// become marks of the tokens beside them.
func (p *preprocessor) replacement(m *macro, list []Token) bool {
	group := -1 // where the __VA_OPT__ that is open begins, and
	depth := 0  // the parentheses open in it
	for i := 0; i < len(list); i++ {
		t := list[i]
		t.Flags &^= LineStart
		last := len(m.body) - 1
		switch {
		case t.Kind == Paste:
			if last < 0 || group == last || i == len(list)-1 || group >= 0 && depth == 1 && list[i+1].Kind == RParen {
				p.errorf(t.At, "## stands at an end of a replacement list")
				return false
			}
			m.body[last].Flags |= pasteLeft
			continue
		case t.Kind == Hash && m.function:
			next := Token{}
			if i+1 < len(list) {
				next = list[i+1]
			}
			k := m.param(&next)
			opt := m.variadic && next.Text == "__VA_OPT__"
			if k < 0 && !opt {
				p.errorf(t.At, "# is not followed by a parameter of macro %q", m.name)
				return false
			}
			i++
			next.Flags = stringify | t.Flags&White
			if opt {
				t = next
				break
			}
			next.Kind, next.Arg = parameter, uint16(k)
			m.body = append(m.body, next)
			continue
		}
		if m.variadic && t.Text == "__VA_OPT__" && t.Kind == Name {
			if i+1 >= len(list) || list[i+1].Kind != LParen || group >= 0 {
				p.errorf(t.At, "__VA_OPT__ is not followed by tokens in parentheses")
				return false
			}
			t.Kind = optional
			group, depth = len(m.body), 1
			m.body = append(m.body, t)
			i++
			continue
		}
		if k := m.param(&t); k >= 0 {
			t.Kind, t.Arg = parameter, uint16(k)
		}
		if group >= 0 {
			switch t.Kind {
			case LParen:
				depth++
			case RParen:
				if depth--; depth == 0 {
					n := len(m.body) - group - 1
					m.body[group].Arg = uint16(n)
					if n > 0 && m.body[len(m.body)-1].Flags&pasteLeft != 0 {
						p.errorf(t.At, "## stands at an end of __VA_OPT__")
						return false
					}
					// What follows ## after the group pastes onto it.
					if i+1 < len(list) && list[i+1].Kind == Paste && i+2 < len(list) {
						m.body[group].Flags |= pasteLeft
						i++
					}
					group = -1
					continue
				}
			}
		}
		m.body = append(m.body, t)
	}
	if group >= 0 {
		p.errorf(m.body[group].At, "__VA_OPT__ not terminated: ) ends it")
		return false
	}
	if len(m.body) > 0 {
		m.body[0].Flags &^= White
	}
	return true
}

// param returns the number of the parameter that t names, -1 if it is none.
func (m *macro) param(t *Token) int {
	if t.Kind != Name {
		return -1
	}
	for k, name := range m.params {
		if name == t.Text || strings.IndexByte(t.Text, '\\') >= 0 && name == identifier(t.Text) {
			return k
		}
	}
	return -1
}
