package cpp

import (
	"strings"
)

// substitute returns the replacement list of a call with its arguments put in.
func (p *preprocessor) substitute(m *macro, body []Token, args []argument) []Token {
	out := make([]Token, 0, len(body)+8)
	for i := 0; i < len(body); i++ {
		src := &body[i]
		var arg *argument
		rest := 0
		switch src.Kind {
		case parameter:
			arg = &args[src.Arg]
		case optional:
			rest = int(src.Arg)
			arg = p.option(m, body[i+1:i+1+rest], args)
		default:
			out = append(out, *src)
			continue
		}
		pasted := i > 0 && body[i-1].Flags&pasteLeft != 0
		out = p.insert(m, out, src, arg, pasted, i == 0)
		i += rest
	}
	return out
}

// option returns what __VA_OPT__ stands for: its tokens, or none if the
// variable arguments come to none. They are not expanded on their own.
func (p *preprocessor) option(m *macro, content []Token, args []argument) *argument {
	opt := &argument{done: true}
	for _, t := range p.expand(&args[len(m.params)-1]) {
		if t.Kind != padding {
			opt.toks = p.substitute(m, content, args)
			break
		}
	}
	for n := len(opt.toks); n > 0 && opt.toks[n-1].Kind == padding; n-- {
		opt.toks = opt.toks[:n-1]
	}
	for len(opt.toks) > 0 && opt.toks[0].Kind == padding {
		opt.toks = opt.toks[1:]
	}
	opt.expanded = opt.toks
	return opt
}

// insert puts an argument in for src.
func (p *preprocessor) insert(m *macro, out []Token, src *Token, arg *argument, pasted, first bool) []Token {
	list := arg.toks
	switch {
	case src.Flags&stringify != 0:
		s := p.stringized(arg.toks)
		s.Flags |= src.Flags & White
		list = []Token{s}
	case src.Flags&pasteLeft != 0:
	case pasted:
	default:
		list = p.expand(arg)
	}
	if pasted && src.Flags&(stringify|pasteLeft) == 0 {
		out = p.joined(m, out, src, arg)
	} else if !p.directive && !first && !pasted {
		out = append(out, spaceOf(src))
	}
	out = append(out, list...)
	if n := len(out) - 1; src.Flags&pasteLeft != 0 && len(list) > 0 {
		out[n].Flags |= pasteLeft
	}
	if !p.directive && src.Flags&pasteLeft == 0 {
		out = append(out, avoidPaste)
	}
	return out
}

// joined prepares what stands before an argument that ## precedes: GNU C drops
// a comma before variable arguments that are left out, and pastes nothing onto
// one otherwise; nothing is pasted onto an empty argument either. Where another ##
// follows the argument, GNU C takes it for the left side of that one alone.
func (p *preprocessor) joined(m *macro, out []Token, src *Token, arg *argument) []Token {
	n := len(out) - 1
	if n < 0 {
		return out
	}
	last := &out[n]
	switch {
	case last.Kind == Comma && src.Kind == parameter && m.variadic && int(src.Arg) == len(m.params)-1:
		if arg.omitted {
			return out[:n]
		}
		last.Flags &^= pasteLeft
	case len(arg.toks) == 0:
		last.Flags &^= pasteLeft
	}
	return out
}

// stringized returns the string that # makes of an argument.
func (p *preprocessor) stringized(list []Token) Token {
	var sb strings.Builder
	sb.WriteByte('"')
	source, known := Flags(0), false // of the space before the next token
	open := false                    // a backslash that escapes nothing ends the text
	for i := range list {
		t := &list[i]
		if t.Kind == padding {
			if !known || source&White == 0 && t.Flags&sourced == 0 {
				source, known = t.Flags, t.Flags&sourced != 0
			}
			continue
		}
		if !known {
			source = t.Flags
		}
		if sb.Len() > 1 && source&White != 0 {
			sb.WriteByte(' ')
		}
		known = false
		open = t.Kind == Other && t.Text[0] == '\\' && !open
		if t.Kind == String || t.Kind == Char {
			quoteInto(&sb, t.Text)
		} else {
			sb.WriteString(t.Text)
		}
	}
	text := sb.String()
	if open {
		text = text[:len(text)-1]
	}
	return Token{Kind: String, Text: text + `"`}
}

// quoteInto writes a literal with its quotes and backslashes escaped.
func quoteInto(sb *strings.Builder, text string) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"', '\\':
			sb.WriteByte('\\')
		case '\n':
			sb.WriteString(`\n`)
			continue
		}
		sb.WriteByte(text[i])
	}
}

// pasteAll joins t with the tokens that ## puts behind it, and makes the result
// what is read next.
func (p *preprocessor) pasteAll(t Token) {
	flags := t.Flags & White
	for {
		c := &p.contexts[len(p.contexts)-1]
		if c.i == len(c.toks) {
			break
		}
		right := c.toks[c.i]
		c.i++
		if right.Kind == padding {
			continue
		}
		left := t.Flags&pasteLeft != 0
		if !left {
			c.i--
			break
		}
		glued, ok := p.glue(&t, &right)
		if !ok {
			p.errorf(p.site, "pasting %q and %q does not give a valid token", t.Text, right.Text)
			t.Flags &^= pasteLeft
			p.push(nil, []Token{t, right})
			return
		}
		glued.Flags |= flags | right.Flags&pasteLeft
		t = glued
		if t.Flags&pasteLeft == 0 {
			break
		}
	}
	t.Flags &^= pasteLeft
	p.push(nil, []Token{t})
}

// glue makes one token of two.
func (p *preprocessor) glue(a, b *Token) (Token, bool) {
	text := a.Text + b.Text
	toks, wrong := scan(text)
	if len(toks) != 2 || len(wrong) > 0 || toks[0].Kind == Other || toks[0].Text != text {
		return Token{}, false
	}
	t := toks[0]
	t.Flags, t.At, t.Width = 0, p.site, p.width
	return t, true
}
