package demands

import (
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// library is a call of a function of the library.
func (t *trace) library(fn int, in *program.Instr, name string) {
	arg := func(i int) []fact {
		if i < len(in.Args) {
			return slices.Clone(t.value(fn, in.Args[i].Operand))
		}
		return nil
	}
	give := func(list ...fact) { t.put(fn, in.Dst, list...) }
	t.callbacks(fn, in)
	facts, _ := t.table.Of(name)
	switch facts.Asks {
	case "number":
		t.convert(arg(0), arg(1), Number, give)
	case "decimal":
		t.convert(arg(0), arg(1), Decimal, give)
	case "converted":
		t.convert(arg(0), arg(1), Number, func(list ...fact) { t.storeAll(arg(3), list...) })
	case "texts":
		t.compareTexts(arg(0), arg(1), -1, Text, give)
	case "pieces":
		n := int64(-1)
		for _, f := range arg(2) {
			if f.kind == constant {
				n = f.off
			}
		}
		t.compareTexts(arg(0), arg(1), n, Prefix, give)
	case "within":
		t.compareTexts(arg(0), arg(1), -1, Prefix, func(...fact) {})
		t.into(arg(0), give)
	case "find":
		for _, f := range arg(1) {
			if f.kind == constant && f.off > 0 {
				t.askAbout(arg(0), Question{Form: Byte, Value: f.off, Near: true})
			}
		}
		t.into(arg(0), give)
	case "any", "span":
		t.askBytes(arg(0), arg(1))
		if facts.Asks == "any" {
			t.into(arg(0), give)
			return
		}
		t.measured(t.texts(arg(0)), unknown, give)
	case "length":
		t.measured(t.texts(arg(0)), 0, give)
	case "variable":
		for _, f := range arg(0) {
			if s, ok := t.text(f); ok && s != "" {
				give(fact{kind: pointer, of: t.content(Source{Kind: Variable, Name: s})})
			}
		}
	case "open":
		if !t.writes(arg(1)) {
			t.opened(arg(0), give)
		}
	case "descriptor":
		name, flags := arg(0), arg(1)
		if strings.HasSuffix(t.p.Funcs[in.A.Index].Name, "at") {
			name, flags = arg(1), arg(2)
		}
		if len(flags) != 1 || flags[0].kind != constant || flags[0].off&3 != 1 {
			t.opened(name, give)
		}
	case "status":
		t.opened(arg(0), func(list ...fact) {
			for _, f := range list {
				give(t.ask(Question{Source: t.sources[f.of], Relation: Ne}))
			}
		})
	case "same":
		give(arg(0)...)
	case "character":
		t.bytesOf(arg(0), give)
	case "standard":
		give(t.byteOf(t.sourceOf(Source{Kind: Stdin})))
	case "line", "gets":
		from := arg(2)
		if facts.Asks == "gets" {
			from = []fact{{kind: handle, of: t.sourceOf(Source{Kind: Stdin})}}
		}
		t.fillFrom(arg(0), from, func(s int32) { give(fact{kind: pointer, of: t.content(t.sources[s])}) })
	case "getline":
		from := arg(2)
		if name == "getdelim" {
			from = arg(3)
		}
		for _, f := range from {
			if f.kind == handle {
				t.storeAll(arg(0), fact{kind: pointer, of: t.content(t.sources[f.of]), off: unknown})
				t.measured([]fact{f}, unknown, give)
			}
		}
	case "block":
		t.block(arg(0), arg(3), arg(1), arg(2), give)
	case "read":
		t.block(arg(1), t.stream(arg(0)), nil, arg(2), give)
	case "scan":
		t.scan(fn, in, 1, t.texts(arg(0)), give)
	case "scanf":
		t.scan(fn, in, 0, []fact{{of: t.sourceOf(Source{Kind: Stdin})}}, give)
	case "fscanf":
		t.scan(fn, in, 1, handles(arg(0)), give)
	case "terminal":
		if from := t.stream(arg(0)); slices.ContainsFunc(from, func(f fact) bool { return f.kind == handle && t.sources[f.of].Kind == Stdin }) {
			give(t.ask(Question{Source: Source{Kind: Terminal}, Relation: Ne}))
		}
	case "options":
		give(fact{kind: letter})
	case "digit", "class":
		for _, f := range arg(0) {
			if f.kind != datum || f.form != Byte {
				continue
			}
			q := Question{Source: t.sources[f.of], Form: Byte, Relation: Ne, Near: true}
			if facts.Asks == "digit" {
				q.Form = Number
			}
			give(t.ask(q))
		}
	case "copy":
		t.copy(arg(0), arg(1))
		give(arg(0)...)
	case "print":
		for i := 2; i < len(in.Args); i++ {
			t.copy(arg(0), arg(i))
		}
	case "token":
		rest := place{t.objectOf("strtok", object{content: -1, global: -1}), unknown}
		t.into(arg(0), func(list ...fact) { t.store(rest, list...) })
		t.held(rest, func(f fact) { give(f) })
	case "separate":
		for _, f := range t.load(arg(0), 0, program.Ptr) {
			give(f.shifted(unknown))
		}
	case "fresh":
		give(fact{kind: pointer, of: t.fresh("")})
	case "again":
		give(fact{kind: pointer, of: t.fresh("")})
		give(arg(0)...)
	case "end":
		for _, f := range handles(arg(0)) {
			give(t.ask(Question{Source: t.sources[f.of], Form: Byte, Relation: Eq, Value: -1, Near: true}))
		}
	case "size":
		t.measured(handles(t.stream(arg(0))), unknown, give)
	}
}

func handles(list []fact) []fact {
	return slices.DeleteFunc(slices.Clone(list), func(f fact) bool { return f.kind != handle })
}

// stream returns the streams that descriptors stand for.
func (t *trace) stream(list []fact) []fact {
	out := handles(list)
	if slices.Contains(list, fact{kind: constant}) {
		out = append(out, fact{kind: handle, of: t.sourceOf(Source{Kind: Stdin})})
	}
	return out
}

// callbacks takes functions of the user that a library function is given for called,
// with any pointers that it is given, too.
func (t *trace) callbacks(fn int, in *program.Instr) {
	for i := range in.Args {
		for _, f := range slices.Clone(t.value(fn, in.Args[i].Operand)) {
			if f.kind != function || !user(t.p.Funcs[f.of]) {
				continue
			}
			n := int(f.of)
			if key := (invocation{t.at, n}); !t.called[key] {
				t.called[key] = true
				t.callers[n] = append(t.callers[n], t.at)
			}
			for _, p := range t.p.Funcs[n].Params {
				for k := range in.Args {
					for _, g := range t.value(fn, in.Args[k].Operand) {
						if p.Kind == program.Ptr && g.kind == pointer {
							t.put(n, p.Reg, g.shifted(unknown))
						}
					}
				}
			}
		}
	}
}

// storeAll stores facts where pointers lead.
func (t *trace) storeAll(to []fact, list ...fact) {
	for _, f := range to {
		if f.kind == pointer && t.objects[f.of].content < 0 {
			t.store(place{f.of, f.off}, list...)
		}
	}
}

// askAbout asks a question about the sources of texts.
func (t *trace) askAbout(at []fact, q Question) {
	for _, f := range t.texts(at) {
		q.Source = t.sources[f.of]
		t.ask(q)
	}
}

// askBytes asks about every character of a literal.
func (t *trace) askBytes(at, literals []fact) {
	for _, f := range literals {
		s, _ := t.text(f)
		for i := range len(s) {
			t.askAbout(at, Question{Form: Byte, Value: int64(s[i]), Near: true})
		}
	}
}

// convert turns text into a number, and stores where it ends.
func (t *trace) convert(at, end []fact, form Form, give func(...fact)) {
	t.askAbout(at, Question{Form: form, Relation: Ne, Near: true, Converted: true})
	for _, f := range t.texts(at) {
		give(fact{kind: datum, form: Number, of: f.of})
		t.storeAll(end, fact{kind: pointer, of: t.content(t.sources[f.of]), off: unknown})
	}
}

// compareTexts compares texts with literals, at most n characters of them if n is
// not negative.
func (t *trace) compareTexts(a, b []fact, n int64, form Form, give func(...fact)) {
	for _, pair := range [...][2][]fact{{a, b}, {b, a}} {
		for _, l := range pair[1] {
			s, ok := t.text(l)
			if !ok || s == "" {
				continue
			}
			q := Question{Form: form, Relation: Eq, Text: s}
			if form == Prefix && n >= 0 {
				if n > int64(len(s)) {
					q.Form = Text
				}
				q.Text = s[:min(int(n), len(s))]
			}
			for _, f := range t.texts(pair[0]) {
				q.Source, q.Value = t.sources[f.of], max(f.off, 0)
				give(t.ask(q))
			}
		}
	}
}

// into gives pointers to somewhere in what pointers lead to.
func (t *trace) into(at []fact, give func(...fact)) {
	for _, f := range at {
		if f.kind == pointer {
			give(f.shifted(unknown))
		}
	}
}

// measured gives lengths of sources.
func (t *trace) measured(of []fact, off int64, give func(...fact)) {
	for _, f := range of {
		if f.off != 0 {
			off = unknown
		}
		give(fact{kind: datum, form: Length, of: f.of, off: off})
	}
}

func (t *trace) byteOf(source int32) fact {
	return fact{kind: datum, form: Byte, of: source, off: unknown}
}

func (t *trace) bytesOf(from []fact, give func(...fact)) {
	for _, f := range handles(from) {
		give(t.byteOf(f.of))
	}
}

// fillFrom reads into memory.
func (t *trace) fillFrom(to, from []fact, each func(source int32)) {
	for _, f := range handles(from) {
		t.fill(to, f.of)
		each(f.of)
	}
}

// block reads a number of elements into memory.
func (t *trace) block(to, from, size, count []fact, give func(...fact)) {
	t.fillFrom(to, from, func(s int32) {
		f := fact{kind: datum, form: Length, of: s}
		n := int64(1)
		if len(size) > 0 {
			n = size[0].off
			if n != 1 || size[0].kind != constant {
				f.off = unknown
			}
		}
		for _, c := range count {
			if c.kind == constant && size0(size) && c.off > 0 {
				t.ask(Question{Source: t.sources[s], Form: Length, Relation: Ge, Value: c.off * n, Near: true})
			}
		}
		give(f)
	})
}

func size0(size []fact) bool { return len(size) == 0 || size[0].kind == constant }

// writes reports whether a mode of fopen begins a file anew.
func (t *trace) writes(mode []fact) bool {
	for _, f := range mode {
		if s, ok := t.text(f); ok && strings.ContainsAny(s, "wax") {
			return true
		}
	}
	return false
}

// opened gives the files that names stand for.
func (t *trace) opened(name []fact, give func(...fact)) {
	for _, f := range name {
		if s, ok := t.text(f); ok && s != "" && !strings.HasPrefix(s, "/dev/") {
			give(fact{kind: handle, of: t.sourceOf(Source{Kind: File, Name: s})})
		}
	}
	for _, f := range t.texts(name) {
		switch s := t.sources[f.of]; s.Kind {
		case Argument:
			give(fact{kind: handle, of: t.sourceOf(Source{Kind: File, Index: s.Index})})
		case Value, Variable:
			give(fact{kind: handle, of: t.sourceOf(Source{Kind: File})})
		}
	}
}

// scan reads by a format, which is argument n.
func (t *trace) scan(fn int, in *program.Instr, n int, from []fact, give func(...fact)) {
	if n >= len(in.Args) {
		return
	}
	for _, f := range t.value(fn, in.Args[n].Operand) {
		format, ok := t.text(f)
		if !ok {
			continue
		}
		t.literals(format, from)
		for i, c := range conversions(format) {
			if n+1+i >= len(in.Args) {
				break
			}
			t.scanned(slices.Clone(t.value(fn, in.Args[n+1+i].Operand)), from, c, i)
		}
	}
	for _, f := range from {
		give(fact{kind: datum, form: Length, of: f.of, off: unknown})
	}
}

// literals asks about the characters of a format of scanf that have to be in the text.
func (t *trace) literals(format string, from []fact) {
	for _, f := range from {
		source := t.sources[f.of]
		for i, c := range literalsOf(format) {
			if i == 0 && format[0] == c[0] {
				t.ask(Question{Source: source, Form: Prefix, Relation: Eq, Near: true, Text: c})
			}
			for k := range len(c) {
				t.ask(Question{Source: source, Form: Byte, Value: int64(c[k]), Near: true})
			}
		}
	}
}

// literalsOf returns the parts of a format of scanf that stand between conversions
// and white space.
func literalsOf(format string) []string {
	var list []string
	begin := -1
	end := func(at int) {
		if begin >= 0 {
			list = append(list, format[begin:at])
		}
		begin = -1
	}
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%' && i+1 < len(format) && format[i+1] == '%':
			end(i)
			list = append(list, "%")
			i++
		case c == '%':
			end(i)
			for i++; i < len(format) && strings.IndexByte("*0123456789hljztqLm", format[i]) >= 0; i++ {
			}
			if i < len(format) && format[i] == '[' {
				if i++; i < len(format) && format[i] == '^' {
					i++
				}
				for i++; i < len(format) && format[i] != ']'; i++ {
				}
			}
		case strings.IndexByte(" \t\n\v\f\r", c) >= 0:
			end(i)
		case begin < 0:
			begin = i
		}
	}
	end(len(format))
	return list
}

// scanned stores what one conversion reads.
func (t *trace) scanned(to, from []fact, conversion byte, number int) {
	for _, f := range from {
		form := Number
		switch conversion {
		case 's', 'c', '[':
			t.fill(to, f.of)
			continue
		case 'f', 'g', 'e', 'a':
			form = Decimal
		}
		t.ask(Question{Source: t.sources[f.of], Form: form, Relation: Ne, Near: true, Converted: true, Value: int64(number)})
		t.storeAll(to, fact{kind: datum, form: Number, of: f.of})
	}
}

// conversions returns the conversions of a format of scanf that store something.
func conversions(format string) []byte {
	var list []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		skip := false
		for i < len(format) && strings.IndexByte("*0123456789hlLqjzt", format[i]) >= 0 {
			skip = skip || format[i] == '*'
			i++
		}
		if i < len(format) && format[i] != '%' && !skip {
			list = append(list, format[i])
		}
		if i < len(format) && format[i] == '[' {
			for i += 2; i < len(format) && format[i] != ']'; i++ {
			}
		}
	}
	return list
}
