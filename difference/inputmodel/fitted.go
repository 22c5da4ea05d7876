package inputmodel

import (
	"math"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/demands"
	"github.com/riftlab/rift/program/dictionary"
)

// Bounds of inputs that are made to fit.
const (
	mostArguments = 64
	mostContent   = 4096
	mostValues    = 40
	numberSize    = 6 // bytes of a number and what separates it from the next
	mostMore      = 4 // arguments that are not needed
	mostExtra     = 4 // variables of the environment, files
)

// fit makes the inputs that a requirement needs.
type fit struct {
	r        *requirement
	uses     *uses
	all      []demands.Question // of the requirement first
	words    []dictionary.Word
	general  *size
	exactly  bool // the requirement cannot be met by inputs of the general size
	anything bool // the model says more than a general one
}

// fitted returns the model of inputs that meet a requirement. beyond reports that
// those of the general size cannot; ok is false if such inputs say nothing more than
// general ones.
func fitted(r *requirement, all []demands.Question, u *uses, words []dictionary.Word, general *size) (m program.InputModel, beyond, ok bool) {
	f := &fit{r: r, uses: u, all: union(slices.Clone(r.asked), all), words: words, general: general}
	if u.args {
		f.arguments(&m)
	}
	f.stdin(&m)
	f.variables(&m)
	f.files(&m)
	for i := range r.needed {
		q := &r.needed[i]
		if q.Source.Kind == demands.Terminal && q.Relation == demands.Ne {
			m.Terminal, f.anything, f.exactly = true, true, true
		}
		f.exactly = f.exactly || q.Form == demands.Number && f.large(q)
	}
	return m, f.exactly, f.anything
}

// large reports whether a condition needs a number with more digits than texts of the
// general size have.
func (f *fit) large(q *demands.Question) bool {
	n := f.general.argBytes
	if q.Source.Kind == demands.Stdin || q.Source.Kind == demands.File {
		n = f.general.content
	}
	limit := math.Pow10(n)
	switch v := float64(q.Value); q.Relation {
	case demands.Eq:
		return v >= limit || v <= -limit/10
	case demands.Gt, demands.Ge:
		return v >= limit-1
	case demands.Lt, demands.Le:
		return v <= 1-limit/10
	}
	return false
}

// arguments makes the arguments: options that are needed, then operands.
func (f *fit) arguments(m *program.InputModel) {
	for _, name := range f.r.options {
		if len(name) == 1 {
			name = "-" + name
		}
		text := program.Bytes(name)
		m.Args = append(m.Args, program.ArgModel{Text: &text})
		f.anything = true
		if i := slices.IndexFunc(f.words, func(w dictionary.Word) bool { return w.Text == name }); i >= 0 && f.words[i].Value {
			m.Args = append(m.Args, f.argument(demands.Source{Kind: demands.Value, Name: strings.TrimPrefix(name, "-")}))
		}
	}
	n := f.count()
	for k := len(m.Args) + 1; len(m.Args) < n; k++ {
		m.Args = append(m.Args, f.argument(demands.Source{Kind: demands.Argument, Index: k}))
	}
	if more := f.more(len(m.Args)); more > 0 {
		m.SymArgs = &program.SymArgs{Max: more, Len: f.general.argBytes}
	}
	if f.r.least > f.general.args {
		f.exactly, f.anything = true, true
	}
}

// more returns how many arguments there may be behind n: one that is not needed, or as
// many as the change makes a difference between, unless there must be no more.
func (f *fit) more(n int) int {
	more := 1
	if len(f.r.options) > 0 || n == 0 {
		more = 2
	}
	for i := range f.r.asked {
		if q := &f.r.asked[i]; q.Source.Kind == demands.Arguments && q.Form == demands.Count && q.Value <= int64(n+mostMore) {
			more = max(more, int(q.Value)-n)
		}
	}
	if f.r.most >= 0 {
		more = min(more, f.r.most-n)
	}
	return more
}

// count returns how many arguments there are to be: as many as are needed, and as
// are looked at by number.
func (f *fit) count() int {
	n := f.r.least
	if k := len(f.r.options); k > 0 {
		n = max(n, f.r.operands)
		return min(n, mostArguments)
	}
	looked := 0
	for i := range f.all {
		if s := &f.all[i].Source; s.Kind == demands.Argument || s.Kind == demands.File {
			looked = max(looked, s.Index)
		}
	}
	if n = max(n, looked, f.r.operands); f.r.most >= 0 {
		n = min(n, f.r.most)
	}
	if n == 0 && f.r.most != 0 && f.numeric(demands.Source{Kind: demands.Argument}) {
		n = f.general.args
	}
	return min(n, mostArguments)
}

// about calls see for each question about a source, or about any argument where it
// is one.
func (f *fit) about(s demands.Source, see func(q *demands.Question)) {
	for i := range f.all {
		q := &f.all[i]
		any := s.Kind == q.Source.Kind && (s.Kind == demands.Argument && q.Source.Index == 0 || s.Kind == demands.Value && q.Source.Name == "")
		if q.Source == s || any {
			see(q)
		}
	}
}

// numeric reports whether a source is taken as a number and not compared with text. Of
// programs that look for options themselves it is known only of an argument that they
// take by its number.
func (f *fit) numeric(s demands.Source) bool {
	number, anywhere, text, options := false, false, false, false
	f.about(s, func(q *demands.Question) {
		any := s.Kind == demands.Argument && q.Source.Index == 0
		switch q.Form {
		case demands.Number:
			number, anywhere = true, anywhere || any
		case demands.Byte:
			options = options || q.Value == '-' && s.Kind == demands.Argument
		case demands.Text, demands.Prefix:
			text = text || q.Source == s || any && s.Index == 0
		}
	})
	return number && !text && !(anywhere && options)
}

// argument makes the model of an argument, or of the value of an option.
func (f *fit) argument(s demands.Source) program.ArgModel {
	switch file := (demands.Source{Kind: demands.File, Index: s.Index}); {
	case f.numeric(s):
		f.anything = true
		return program.ArgModel{Int: f.integers(s)}
	case s.Kind == demands.Argument && slices.ContainsFunc(f.all, func(q demands.Question) bool { return q.Source == file }):
		name := program.Bytes(fileName)
		f.anything = true
		return program.ArgModel{Text: &name}
	}
	if words := f.wanted(s); len(words) > 0 {
		f.anything = true
		if len(words) == 1 {
			return program.ArgModel{Text: &words[0]}
		}
		return program.ArgModel{Choice: words}
	}
	c := f.text(s, f.general.argBytes)
	if f.decimal(s) {
		c.Size, c.Alphabet = max(c.Size, 6), program.Bytes("-.0123456789e")
		f.anything = true
	}
	if c.Size > sizes[len(sizes)-1].argBytes {
		f.anything = true
	}
	return program.ArgModel{String: &c}
}

func (f *fit) decimal(s demands.Source) bool {
	found := false
	f.about(s, func(q *demands.Question) { found = found || q.Form == demands.Decimal })
	return found
}

// integers returns the numbers that a source is compared with, and their neighbours.
func (f *fit) integers(s demands.Source) *program.IntDomain {
	d := &program.IntDomain{Min: math.MinInt32, Max: math.MaxInt32}
	add := func(list ...int64) {
		for _, v := range list {
			if len(d.Values) < mostValues && !slices.Contains(d.Values, v) {
				d.Values = append(d.Values, v)
			}
		}
	}
	f.about(s, func(q *demands.Question) {
		if v := q.Value; q.Form == demands.Number && !q.Converted && (v != 0 || !q.Near) && v > math.MinInt64 && v < math.MaxInt64 {
			add(v, v+1, v-1)
			if v > math.MaxInt32-1 || v < math.MinInt32+1 {
				d.Min, d.Max = math.MinInt64, math.MaxInt64
			}
		}
	})
	for _, v := range f.constants() {
		add(v, v+1, v-1)
	}
	add(0, 1, -1, 2, 10, 100)
	return d
}

// constants returns the numbers that anything numeric is compared with.
func (f *fit) constants() []int64 {
	var list []int64
	for i := range f.all {
		if q := &f.all[i]; q.Form == demands.Number && !q.Converted && q.Value > math.MinInt64 && q.Value < math.MaxInt64 && !slices.Contains(list, q.Value) {
			list = append(list, q.Value)
		}
	}
	return list
}

// wanted returns the texts that a source has to be equal to, or may be.
func (f *fit) wanted(s demands.Source) []program.Bytes {
	var list []program.Bytes
	for i := range f.r.needed {
		q := &f.r.needed[i]
		if q.Source == s && q.Form == demands.Text && q.Relation == demands.Eq && q.Value == 0 {
			f.exactly = f.exactly || len(q.Text) > f.general.argBytes
			list = append(list, program.Bytes(q.Text))
		}
	}
	if len(list) > 0 || s.Kind == demands.Value {
		return list
	}
	for i := range f.r.asked {
		q := &f.r.asked[i]
		if q.Source.Kind == s.Kind && (q.Source.Index == s.Index || q.Source.Index == 0) && q.Form == demands.Text {
			list = append(list, program.Bytes(q.Text))
		}
	}
	return list
}

// text returns how long the text of a source has to be, least bytes if nothing says.
func (f *fit) text(s demands.Source, least int) program.ContentModel {
	c := program.ContentModel{Size: least}
	for i := range f.r.needed {
		q := &f.r.needed[i]
		if q.Source != s {
			continue
		}
		switch v := int(min(max(q.Value, 0), mostContent)); q.Form {
		case demands.Length:
			f.measure(&c, q.Relation, v, least)
		case demands.Text, demands.Prefix:
			if q.Relation == demands.Eq {
				c.Size = max(c.Size, v+len(q.Text))
				c.MinSize = max(c.MinSize, min(v+len(q.Text), c.Size))
				f.exactly = f.exactly || v+len(q.Text) > least
			}
		case demands.Byte:
			if q.Relation == demands.Eq && q.Value != 0 {
				c.MinSize = max(c.MinSize, 1)
			}
		}
	}
	f.about(s, func(q *demands.Question) {
		v := int(min(max(q.Value, 0), mostContent))
		switch q.Form {
		case demands.Length:
			f.hint(&c, q, v)
		case demands.Text, demands.Prefix:
			if len(q.Text) <= mostContent {
				c.Size = max(c.Size, v+len(q.Text)+4)
			}
		case demands.Number:
			c.Size = max(c.Size, 6)
		}
	})
	return c
}

// hint takes a length that something is compared with. Where it guards the change and
// is large, it is a bound.
func (f *fit) hint(c *program.ContentModel, q *demands.Question, n int) {
	largest := &sizes[len(sizes)-1]
	switch guards := slices.Contains(f.r.asked, *q); {
	case n+2 <= c.Size || c.MinSize > 0 || !guards && n > largest.content:
	case guards && n > largest.argBytes:
		c.Size, c.MinSize, f.anything = n+2, n, true
		f.exactly = f.exactly || n > largest.content
	default:
		c.Size = n + 2
	}
}

// measure takes a bound of a length.
func (f *fit) measure(c *program.ContentModel, r demands.Relation, n, least int) {
	switch r {
	case demands.Gt:
		n++
	case demands.Eq, demands.Ge:
	default:
		return
	}
	c.MinSize, c.Size = max(c.MinSize, n), max(c.Size, n+4)
	f.exactly = f.exactly || n > least
	f.anything = f.anything || n > least
}

// content returns the model of standard input or of a file.
func (f *fit) content(s demands.Source) *program.ContentModel {
	c := f.text(s, f.general.content)
	numbers, decimal, other := 0, false, false
	f.about(s, func(q *demands.Question) {
		switch {
		case q.Converted:
			numbers++
			decimal = decimal || q.Form == demands.Decimal
		case q.Form == demands.Byte && q.Value >= 0, q.Form == demands.Text, q.Form == demands.Prefix:
			other = true
		}
	})
	if numbers > 0 && !other && c.MinSize == 0 {
		c.Size, f.anything = max(c.Size, min(numbers*numberSize, sizes[len(sizes)-1].content)), true
		if c.Alphabet = program.Bytes("-0123456789 \n"); decimal {
			c.Alphabet = append(c.Alphabet, ".e"...)
		}
	}
	if c.Size > sizes[len(sizes)-1].content {
		f.anything = true
	}
	return &c
}

func (f *fit) stdin(m *program.InputModel) {
	if f.uses.stdin {
		m.Stdin = f.content(demands.Source{Kind: demands.Stdin})
	}
}

// named returns the names of the sources of a kind, those that the requirement needs
// first, and how many these are.
func (f *fit) named(kind demands.Kind) (names []string, needed int) {
	add := func(list []demands.Question) {
		for i := range list {
			if s := &list[i].Source; s.Kind == kind && s.Name != "" && len(names) < mostExtra && !slices.Contains(names, s.Name) && !f.absent(*s) {
				names = append(names, s.Name)
			}
		}
	}
	add(f.r.needed)
	add(f.r.asked)
	needed = len(names)
	return names, needed
}

// absent reports whether the requirement needs a source not to be there.
func (f *fit) absent(s demands.Source) bool {
	return slices.ContainsFunc(f.r.needed, func(q demands.Question) bool {
		return q.Source == s && q.Form == demands.Presence && q.Relation == demands.Eq
	})
}

func (f *fit) variables(m *program.InputModel) {
	names, _ := f.named(demands.Variable)
	for _, name := range names {
		s := demands.Source{Kind: demands.Variable, Name: name}
		f.anything, f.exactly = true, true
		if words := f.wanted(s); len(words) == 1 {
			m.Env = append(m.Env, append(program.Bytes(name+"="), words[0]...))
			continue
		}
		m.SymEnv = append(m.SymEnv, program.EnvModel{Name: name, Content: f.text(s, f.general.argBytes)})
	}
	any := demands.Source{Kind: demands.Variable}
	if about := slices.Concat(f.r.needed, f.r.asked); slices.ContainsFunc(about, func(q demands.Question) bool { return q.Source == any }) && !f.absent(any) {
		before := len(m.SymEnv)
		anyVariables(m, about, 1, f.text(any, f.general.argBytes))
		if len(m.SymEnv) > before {
			f.anything, f.exactly = true, true
		}
	}
}

// anyVariables adds variables of the environment for a program that looks through
// all of them: those with the names that it compares with, or beginnings of names, and
// as many of any name as it counts and some more, at least one in all.
func anyVariables(m *program.InputModel, about []demands.Question, more int, content program.ContentModel) {
	add := func(name string) {
		if len(m.SymEnv) < mostVariables && !HasVariable(m, name) {
			m.SymEnv = append(m.SymEnv, program.EnvModel{Name: name, Content: content})
		}
	}
	count := 1
	for i := range about {
		q := &about[i]
		if q.Source != (demands.Source{Kind: demands.Variable}) {
			continue
		}
		if name, _, _ := strings.Cut(q.Text, "="); name != "" && q.Value == 0 {
			add(name)
		}
		if q.Form == demands.Length && q.Value < mostVariables {
			count = max(count, int(q.Value)+more)
		}
	}
	for i := 0; len(m.SymEnv) < count; i++ {
		add(string(rune('A' + i)))
	}
}

// mostVariables bounds the variables of the environment that have any name.
const mostVariables = 8

func (f *fit) files(m *program.InputModel) {
	names, _ := f.named(demands.File)
	for _, name := range names {
		f.anything, f.exactly = true, true
		m.Files = append(m.Files, program.FileModel{Name: name, Content: f.content(demands.Source{Kind: demands.File, Name: name})})
	}
	if f.uses.files && !slices.Contains(names, fileName) {
		if about, ok := f.opened(); ok {
			m.Files = append(m.Files, program.FileModel{Name: fileName, Content: f.content(about)})
		}
	}
}

// opened returns the file whose name is part of the input. It reports false if
// names of files are all known.
func (f *fit) opened() (about demands.Source, ok bool) {
	about, ok = demands.Source{Kind: demands.File}, true
	for i := range f.all {
		if s := f.all[i].Source; s.Kind == demands.File {
			if s.Name == "" {
				return s, true
			}
			ok = false
		}
	}
	return about, ok
}
