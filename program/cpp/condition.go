package cpp

import (
	"strconv"
	"strings"
)

// condition evaluates the rest of an #if line; at is the directive.
func (p *preprocessor) condition(at Site) bool {
	v := p.evaluation(at, func() Token {
		for {
			if t := p.next(); t.Kind != padding {
				return t
			}
		}
	})
	for len(p.contexts) > 0 {
		p.pop()
	}
	return v.n != 0
}

// evaluate evaluates a list of tokens.
func (p *preprocessor) evaluate(list []Token, at Site) value {
	return p.evaluation(at, func() Token {
		if len(list) == 0 {
			return endMark
		}
		t := list[0]
		list = list[1:]
		return t
	})
}

func (p *preprocessor) evaluation(at Site, next func() Token) value {
	noExpand := p.noExpand
	e := &evaluator{next: next, defined: p.isDefined, raw: &p.noExpand}
	v, bad := e.evaluate(at)
	p.noExpand = noExpand
	if bad != nil {
		p.errorf(bad.at, "%s", bad.why)
	}
	return v
}

// has answers __has_include and its kind, and __has_attribute and its kind.
func (p *preprocessor) has(t *Token) ([]Token, bool) {
	op := t.Text
	at, width := t.At, t.Width
	list, ok := p.operand(t, op)
	if !ok {
		p.errorf(at, "%s takes an operand in parentheses", op)
		return []Token{{Kind: Number, Text: "0", At: at, Width: width}}, true
	}
	n := int64(0)
	switch op {
	case "__has_include", "__has_include_next":
		name, ok := headerOf(list)
		if !ok {
			p.errorf(at, "%s takes \"file\" or <file>", op)
			break
		}
		if _, _, _, found := p.find(p.frames[len(p.frames)-1], name, op == "__has_include_next"); found {
			n = 1
		}
	case "__has_embed":
		n = p.hasEmbed(list, at)
	default:
		name := strings.ReplaceAll(spell(list), " ", "")
		if i := strings.LastIndex(name, "::"); i >= 0 {
			name = plain(name[:i]) + "::" + plain(name[i+2:])
		} else {
			name = plain(name)
		}
		if p.cfg.Has != nil {
			n = p.cfg.Has(op, name)
		}
	}
	text := strconv.FormatInt(n, 10)
	return []Token{{Kind: Number, Text: text, At: at, Width: width}}, true
}

// plain returns the name of an attribute without the underscores around it.
func plain(name string) string {
	if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
		return name[2 : len(name)-2]
	}
	return name
}

// hasEmbed answers __has_embed: 0 for none, 1 for a file with bytes, 2 for one
// without.
func (p *preprocessor) hasEmbed(list []Token, at Site) int64 {
	if len(list) == 0 {
		return 0
	}
	name, ok := headerOf(list[:1])
	if !ok {
		return 0
	}
	_, text, _, found := p.find(p.frames[len(p.frames)-1], name, false)
	if !found {
		return 0
	}
	e, ok := p.embedParams(list[1:])
	if !ok {
		return 0
	}
	if _, n := e.bytes(text, at); n == 0 {
		return 2
	}
	return 1
}

// operand reads what stands in parentheses behind a built-in macro.
func (p *preprocessor) operand(t *Token, name string) (list []Token, ok bool) {
	next := func() Token {
		for {
			if t := p.next(); t.Kind != padding {
				return t
			}
		}
	}
	args := p.args
	p.args = inArgs
	defer func() { p.args = args }()
	paren := next()
	if paren.Kind != LParen {
		p.back(&paren)
		return nil, false
	}
	for depth := 1; ; {
		t := next()
		switch t.Kind {
		case EOF:
			p.back(&t)
			return nil, false
		case LParen:
			depth++
		case RParen:
			if depth--; depth == 0 {
				return list, true
			}
		}
		list = append(list, t)
	}
}
