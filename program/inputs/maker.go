// Package inputs makes inputs of a model for programs that are run on many: anew, or as
// changes of inputs that executed something new. Text is made of the words and characters
// that the programs know (program/dictionary) and of values that often matter; parameters
// and what a program asks for while it runs, by package values.
//
// Source: Zalewski, american fuzzy lop, technical details, 2013-2016.
package inputs

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/dictionary"
	"github.com/riftlab/rift/program/values"
)

// Maker makes inputs of a model. It is not safe for concurrent use.
type Maker struct {
	model  *program.InputModel
	rand   *rand.Rand
	text   writer
	words  []dictionary.Word
	values *values.Maker
	parts  []*part
	last   []*part // those that the last input was made by
	weigh  func(slot Slot) []byte
	draw   func() *program.Input
}

// part changes one part of an input.
type part struct {
	change func(in *program.Input)
	weight int // how often it is taken where nothing is known
	tried  int
	fresh  int // inputs that executed something new
	// content, if the part has one, returns a place in an input for bytes of others.
	content func(in *program.Input) *program.Bytes
	model   *program.ContentModel
}

// worth is how often a part is taken as far as it led to something new: what the
// program never looks at is changed seldom.
func (p *part) worth() float64 {
	return float64(p.weight) * float64(p.fresh+1) / float64(p.tried+learning)
}

// learning is after how many inputs what a part led to counts.
const learning = 16

// New returns a maker of inputs of a model for two versions of a program. All that it
// draws comes from x. Its errors are those of values.New.
func New(x *rand.Rand, old, new *program.Program, model *program.InputModel) (*Maker, error) {
	m := &Maker{model: model, rand: x, words: dictionary.Words(old, new)}
	m.text = newWriter(x, dictionary.Characters(old, new), m.words, model)
	m.text.known = values.Of(old, new).NearInts
	m.text.next = dictionary.Pairs(old, new)
	var err error
	if m.values, err = values.New(x, old, new, model); err != nil {
		return nil, err
	}
	add := func(weight int, change func(in *program.Input)) {
		m.parts = append(m.parts, &part{change: change, weight: weight})
	}
	content := func(c *program.ContentModel, slot func(in *program.Input) Slot) {
		at := func(in *program.Input) *program.Bytes { return slot(in).of(in) }
		m.parts = append(m.parts, &part{change: func(in *program.Input) {
			s := slot(in)
			*s.of(in) = m.edit(s, *s.of(in), c, true)
		}, weight: 2, content: at, model: c})
	}
	for i := range model.Args {
		if a := &model.Args[i]; a.Text == nil {
			add(1, func(in *program.Input) { in.Args[i] = m.argument(a, Slot(i), in.Args[i]) })
		}
	}
	if s := model.SymArgs; s != nil && s.Max > 0 {
		add(6, m.arguments)
	}
	if c := model.Stdin; c != nil {
		content(c, func(*program.Input) Slot { return Stdin })
	}
	for _, f := range model.Files {
		if f.Content != nil {
			content(f.Content, func(in *program.Input) Slot {
				return FileSlot(slices.IndexFunc(in.Files, func(g program.File) bool { return g.Name == f.Name }))
			})
		}
	}
	for i := range model.SymEnv {
		e := &model.SymEnv[i]
		add(1, func(in *program.Input) {
			at := len(model.Env) + i
			in.Env[at] = m.variable(e, in.Env[at][len(e.Name)+1:])
		})
	}
	return m, nil
}

// Varies reports whether there is anything to make, as far as is known.
func (m *Maker) Varies() bool { return len(m.parts) > 0 || m.values.Varies() }

// Renew is how seldom an input is made anew: numbers that matter are found that way
// more often than in small steps.
func (m *Maker) Renew() int {
	if m.values.Varies() {
		return 3
	}
	return 20
}

// From has inputs made anew by a function half of the time, which returns inputs of the model
// without values and variables of the environment that vary, and words taken for what the
// programs know.
func (m *Maker) From(draw func() *program.Input, words []string) {
	m.draw = draw
	for _, w := range words {
		m.words = append(m.words, dictionary.Word{Text: w})
		m.text.words = append(m.text.words, w)
	}
}

// Fresh returns an input made anew.
func (m *Maker) Fresh() *program.Input {
	if m.draw != nil && m.rand.IntN(2) == 0 {
		in := m.draw()
		m.complete(in)
		return in
	}
	in := &program.Input{Entry: m.model.Entry, Env: slices.Clone(m.model.Env), Terminal: m.model.Terminal}
	for i := range m.model.Args {
		in.Args = append(in.Args, m.argument(&m.model.Args[i], Slot(i), nil))
	}
	m.fit(in)
	if c := m.model.Stdin; c != nil {
		in.Stdin = m.text.edit(nil, c, true)
	}
	for _, f := range m.model.Files {
		data := program.Bytes{}
		switch {
		case f.Text != nil:
			data = *f.Text
		case f.Content != nil:
			data = m.text.edit(nil, f.Content, true)
		}
		in.Files = append(in.Files, program.File{Name: f.Name, Data: data, Link: f.Link, Mode: f.Mode})
	}
	in.SortFiles()
	m.complete(in)
	if len(m.parts) == 0 {
		return in
	}
	return m.Changed(in)
}

// complete adds what varies in the environment, and values.
func (m *Maker) complete(in *program.Input) {
	for i := range m.model.SymEnv {
		in.Env = append(in.Env, m.variable(&m.model.SymEnv[i], nil))
	}
	m.values.Fresh(in)
}

// Takes reports whether Changed can change an input: whether that has the parts that the
// model's have.
func (m *Maker) Takes(in *program.Input) bool {
	most := len(m.model.Args)
	if s := m.model.SymArgs; s != nil {
		most += s.Max
	}
	if in.Entry != m.model.Entry || len(in.Args) < len(m.model.Args) || len(in.Args) > most || len(in.Env) != len(m.model.Env)+len(m.model.SymEnv) || len(in.Values) < len(m.model.Params)+len(m.model.Globals) {
		return false
	}
	for i := range m.model.SymEnv {
		if e := &m.model.SymEnv[i]; !bytes.HasPrefix(in.Env[len(m.model.Env)+i], []byte(e.Name+"=")) {
			return false
		}
	}
	for _, f := range m.model.Files {
		if !slices.ContainsFunc(in.Files, func(g program.File) bool { return g.Name == f.Name }) {
			return false
		}
	}
	return true
}

// Changed returns a copy of an input with one part changed, or a few.
func (m *Maker) Changed(of *program.Input) *program.Input {
	in := *of
	in.Args, in.Env, in.Files = slices.Clone(of.Args), slices.Clone(of.Env), slices.Clone(of.Files)
	for {
		switch n := len(m.parts); {
		case n == 0, m.values.Varies() && m.rand.IntN(n+3) < 3:
			m.values.Change(&in)
		default:
			p := m.pick()
			p.change(&in)
			m.last = append(m.last, p)
		}
		if m.rand.IntN(2) == 0 {
			return &in
		}
	}
}

// pick returns a part to change: mostly one that led to something new before.
func (m *Maker) pick() *part {
	all := 0.0
	worth := (*part).worth
	if m.rand.IntN(4) == 0 {
		worth = func(p *part) float64 { return float64(p.weight) }
	}
	for _, p := range m.parts {
		all += worth(p)
	}
	at := m.rand.Float64() * all
	for _, p := range m.parts {
		if at -= worth(p); at < 0 {
			return p
		}
	}
	return m.parts[len(m.parts)-1]
}

// Learn takes whether the last input executed something new, and what the programs
// showed on it, for what they asked.
func (m *Maker) Learn(fresh bool, outcomes ...*program.Outcome) {
	m.values.Learn(outcomes...)
	for _, p := range m.last {
		if p.tried++; fresh {
			p.fresh++
		}
	}
	m.last = m.last[:0]
}

// Splice puts arguments of another input behind some of an input's own, a piece of a
// content of the other into the same one, and takes some of its values.
func (m *Maker) Splice(in *program.Input, other *program.Input) {
	m.values.Cross(in, other)
	for _, p := range m.parts {
		if p.content == nil {
			continue
		}
		b, piece := p.content(in), *p.content(other)
		if len(piece) > 0 && m.rand.IntN(2) == 0 {
			from := m.rand.IntN(len(piece))
			to := from + 1 + m.rand.IntN(len(piece)-from)
			if m.rand.IntN(2) == 0 {
				from, to = 0, len(piece)
			}
			*b = m.text.insert(*b, piece[from:to], p.model)
		}
	}
	fixed := len(m.model.Args)
	if own, others := in.Args[fixed:], other.Args[fixed:]; m.model.SymArgs != nil && len(others) > 0 {
		own, others = own[:m.rand.IntN(len(own)+1)], others[m.rand.IntN(len(others)):]
		in.Args = slices.Concat(in.Args[:fixed], own, others)
		m.fit(in)
	}
}

// variable returns a definition in the environment whose value is a change of text.
func (m *Maker) variable(e *program.EnvModel, text program.Bytes) program.Bytes {
	return append(program.Bytes(e.Name+"="), m.text.edit(text, &e.Content, false)...)
}

// argument returns an argument of a model, a change of text if that may be.
func (m *Maker) argument(a *program.ArgModel, slot Slot, text program.Bytes) program.Bytes {
	switch {
	case a.Text != nil:
		return *a.Text
	case a.Int != nil:
		return m.integer(a.Int)
	case len(a.Choice) > 0:
		return a.Choice[m.rand.IntN(len(a.Choice))]
	case a.String != nil:
		return m.edit(slot, text, a.String, false)
	}
	return nil
}

func (m *Maker) integer(d *program.IntDomain) program.Bytes {
	n := d.Min
	switch span := uint64(d.Max) - uint64(d.Min); {
	case len(d.Values) > 0 && m.rand.IntN(2) == 0:
		n = d.Values[m.rand.IntN(len(d.Values))]
	case span == ^uint64(0):
		n = int64(m.rand.Uint64())
	default:
		n += int64(m.rand.Uint64N(span + 1))
	}
	return strconv.AppendInt(nil, n, 10)
}

// arguments changes the arguments whose number varies.
func (m *Maker) arguments(in *program.Input) {
	fixed := len(m.model.Args)
	n := len(in.Args) - fixed
	switch k := m.rand.IntN(10); {
	case k < 4 || n == 0:
		in.Args = slices.Insert(in.Args, fixed+m.rand.IntN(n+1), m.more()...)
	case k < 5:
		i := fixed + m.rand.IntN(n)
		in.Args = slices.Delete(in.Args, i, i+1)
	case k < 6:
		i, j := fixed+m.rand.IntN(n), fixed+m.rand.IntN(n)
		in.Args[i], in.Args[j] = in.Args[j], in.Args[i]
	case k < 7:
		in.Args = append(in.Args, in.Args[fixed+m.rand.IntN(n)])
	default:
		i := fixed + m.rand.IntN(n)
		in.Args[i] = m.edit(Slot(i), in.Args[i], m.each(), false)
	}
	m.fit(in)
}

// each is what an argument is whose number varies.
func (m *Maker) each() *program.ContentModel {
	s := m.model.SymArgs
	return &program.ContentModel{Size: s.Len, Alphabet: s.Alphabet}
}

// more returns a word with the value that belongs to it, or just a value.
func (m *Maker) more() []program.Bytes {
	if len(m.words) == 0 || m.rand.IntN(3) == 0 {
		return []program.Bytes{m.text.value()}
	}
	w := m.words[m.rand.IntN(len(m.words))]
	switch {
	case !w.Value:
		return []program.Bytes{program.Bytes(w.Text)}
	case m.rand.IntN(2) == 0:
		return []program.Bytes{program.Bytes(w.Text), m.text.value()}
	case len(w.Text) > 2:
		return []program.Bytes{append(program.Bytes(w.Text+"="), m.text.value()...)}
	}
	return []program.Bytes{append(program.Bytes(w.Text), m.text.value()...)}
}

// fit brings the arguments whose number varies within their bounds.
func (m *Maker) fit(in *program.Input) {
	s := m.model.SymArgs
	if s == nil {
		return
	}
	fixed := len(m.model.Args)
	for len(in.Args)-fixed > s.Max {
		i := fixed + m.rand.IntN(len(in.Args)-fixed)
		in.Args = slices.Delete(in.Args, i, i+1)
	}
	for len(in.Args)-fixed < s.Min {
		in.Args = append(in.Args, m.text.value())
	}
	for i := fixed; i < len(in.Args); i++ {
		in.Args[i] = m.text.fit(in.Args[i], m.each(), false)
	}
}
