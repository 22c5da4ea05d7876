// Package poolmodel infers from the tests of a pool which inputs a program is given: how many
// arguments, of which characters and words, how many lines with how many words each.
//
// What it infers is two things. An input model (Model.Inputs) says what may be: every engine
// reads it. And a distribution (Model.Draw) says what is usual: inputs are drawn whose parts
// are as often what they are in the pool, but put together anew.
//
// Terms: text is taken apart into lines, and a line into *tokens*, runs of letters, digits and
// bytes above ASCII, and *gaps*, what stands before, between and behind them. A *quantile* of
// numbers is how great they are at most, in a share of the tests.
//
// Inputs that are drawn are of the input model. Nothing is inferred of how parts depend on
// each other, such as an option and its value.
package poolmodel

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/riftlab/rift/program"
)

// Model is what was inferred.
type Model struct {
	// Inputs says which inputs there are. Contents have no more bytes than nine of ten tests
	// have, so that engines that pay for each byte are not given the longest.
	Inputs program.InputModel

	count Quantiles // of arguments
	args  []*textModel
	more  *textModel // of arguments beyond those
	stdin *textModel
	files []*textModel // by index of Inputs.Files
}

// positions is how many arguments have a distribution of their own, where their number
// varies; further ones share one.
const positions = 4

// Infer infers a model from tests, of which there must be at least one. What tests do not
// tell, such as which function is started, is that of the subject's own model.
func Infer(tests []program.Test, own *program.InputModel) (*Model, error) {
	if len(tests) == 0 {
		return nil, fmt.Errorf("there is no test to infer a model from")
	}
	m := &Model{Inputs: program.InputModel{
		Env: own.Env, SymEnv: own.SymEnv, Terminal: own.Terminal, Entry: own.Entry, Globals: slices.Clone(own.Globals), Params: slices.Clone(own.Params), Asked: own.Asked,
	}}
	if own.Entry != "" && own.Entry != "main" {
		m.values(tests)
		return m, nil
	}
	m.arguments(tests)
	var stdin []program.Bytes
	some := false
	for i := range tests {
		stdin = append(stdin, tests[i].Input.Stdin)
		some = some || len(tests[i].Input.Stdin) > 0
	}
	if some {
		m.Inputs.Stdin, m.stdin = contentOf(stdin), newText(stdin)
	}
	m.contents(tests)
	return m, nil
}

// arguments infers the model of the arguments: of each, if all tests have as many.
func (m *Model) arguments(tests []program.Test) {
	var counts []int
	for i := range tests {
		counts = append(counts, len(tests[i].Input.Args))
	}
	m.count = QuantilesOf(counts)
	least, most := m.count.At(0), m.count.At(1)
	at := make([][]program.Bytes, most)
	var all []program.Bytes
	for i := range tests {
		for k, a := range tests[i].Input.Args {
			at[k] = append(at[k], a)
			all = append(all, a)
		}
	}
	if least == most {
		for _, texts := range at {
			m.Inputs.Args = append(m.Inputs.Args, argument(texts))
			m.args = append(m.args, newText(texts))
		}
		return
	}
	c := contentOf(all)
	m.Inputs.SymArgs = &program.SymArgs{Min: least, Max: most, Len: longest(all), Alphabet: c.Alphabet}
	for k := range min(most, positions) {
		m.args = append(m.args, newText(at[k]))
	}
	m.more = newText(all)
}

// fewChoices is how many different texts an argument is a choice of at most.
const fewChoices = 8

// argument infers the model of an argument that all tests have.
func argument(texts []program.Bytes) program.ArgModel {
	distinct := map[string]bool{}
	low, high, numbers := int64(0), int64(0), true
	for i, t := range texts {
		distinct[string(t)] = true
		v, err := strconv.ParseInt(string(t), 10, 64)
		if err != nil || strconv.FormatInt(v, 10) != string(t) {
			numbers = false
			continue
		}
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	sorted := make([]string, 0, len(distinct))
	for t := range distinct {
		sorted = append(sorted, t)
	}
	slices.Sort(sorted)
	switch {
	case len(sorted) == 1:
		text := program.Bytes(sorted[0])
		return program.ArgModel{Text: &text}
	case len(sorted) <= fewChoices && len(sorted)*2 <= len(texts):
		a := program.ArgModel{}
		for _, t := range sorted {
			a.Choice = append(a.Choice, program.Bytes(t))
		}
		return a
	case numbers:
		return program.ArgModel{Int: &program.IntDomain{Min: low, Max: high, Values: frequent(texts)}}
	}
	c := contentOf(texts)
	c.Size = longest(texts)
	return program.ArgModel{String: c}
}

// frequentValues is how many numbers a domain names.
const frequentValues = 16

// frequent returns the numbers that occur most often, ascending.
func frequent(texts []program.Bytes) []int64 {
	n := map[int64]int{}
	for _, t := range texts {
		if v, err := strconv.ParseInt(string(t), 10, 64); err == nil {
			n[v]++
		}
	}
	var list []int64
	for v := range n {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Or(n[b]-n[a], cmp.Compare(a, b)) })
	list = list[:min(len(list), frequentValues)]
	slices.Sort(list)
	return list
}

// contents infers the models of the files that tests have.
func (m *Model) contents(tests []program.Test) {
	texts := map[string][]program.Bytes{}
	first := map[string]*program.File{}
	for i := range tests {
		for k := range tests[i].Input.Files {
			f := &tests[i].Input.Files[k]
			texts[f.Name] = append(texts[f.Name], f.Data)
			if first[f.Name] == nil {
				first[f.Name] = f
			}
		}
	}
	names := make([]string, 0, len(texts))
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f := program.FileModel{Name: name, Link: first[name].Link, Mode: first[name].Mode}
		if same(texts[name]) {
			text := slices.Clone(texts[name][0])
			f.Text = &text
			m.files = append(m.files, nil)
		} else {
			f.Content = contentOf(texts[name])
			m.files = append(m.files, newText(texts[name]))
		}
		m.Inputs.Files = append(m.Inputs.Files, f)
	}
}

func same(texts []program.Bytes) bool {
	return !slices.ContainsFunc(texts, func(t program.Bytes) bool { return string(t) != string(texts[0]) })
}

// values infers the domains of parameters and globals that are integers.
func (m *Model) values(tests []program.Test) {
	fixed := len(m.Inputs.Params)
	infer := func(v *program.ValueModel, find func(in *program.Input) *program.Value) {
		if v.Kind != program.UnknownValue || v.Element != 0 {
			return
		}
		var texts []program.Bytes
		for i := range tests {
			x := find(&tests[i].Input)
			if x == nil || len(x.Data) == 0 || len(x.Data) > 8 || len(x.Links) > 0 {
				return
			}
			n := uint64(0)
			for k, b := range x.Data {
				n |= uint64(b) << (8 * k)
			}
			texts = append(texts, strconv.AppendInt(nil, int64(n)<<(64-8*len(x.Data))>>(64-8*len(x.Data)), 10))
		}
		low, high := int64(0), int64(0)
		for i, t := range texts {
			n, _ := strconv.ParseInt(string(t), 10, 64) // which was just formatted
			if i == 0 {
				low, high = n, n
			}
			low, high = min(low, n), max(high, n)
		}
		v.Int = &program.IntDomain{Min: low, Max: high, Values: frequent(texts)}
	}
	for i := range m.Inputs.Params {
		infer(&m.Inputs.Params[i], func(in *program.Input) *program.Value {
			if i >= len(in.Values) {
				return nil
			}
			return &in.Values[i]
		})
	}
	for i := range m.Inputs.Globals {
		g := &m.Inputs.Globals[i]
		infer(g, func(in *program.Input) *program.Value {
			for k := min(fixed, len(in.Values)); k < len(in.Values); k++ {
				if in.Values[k].Name == g.Name {
					return &in.Values[k]
				}
			}
			return nil
		})
	}
}

// contentOf returns the model of texts: their bytes, the least length, and that which nine of
// ten have at most.
func contentOf(texts []program.Bytes) *program.ContentModel {
	var sizes []int
	var used [256]bool
	for _, t := range texts {
		sizes = append(sizes, len(t))
		for _, b := range t {
			used[b] = true
		}
	}
	q := QuantilesOf(sizes)
	c := &program.ContentModel{MinSize: q.At(0), Size: q.At(0.9), Alphabet: program.Bytes{}}
	for b, is := range used {
		if is {
			c.Alphabet = append(c.Alphabet, byte(b))
		}
	}
	return c
}

func longest(texts []program.Bytes) int {
	n := 0
	for _, t := range texts {
		n = max(n, len(t))
	}
	return n
}

// Draws reports whether Draw makes more than the values of parameters, which others draw from
// the input model.
func (m *Model) Draws() bool { return m.Inputs.Entry == "" || m.Inputs.Entry == "main" }

// Draw returns an input. It has no values of parameters, nor of what programs ask for, and of
// variables of the environment only those that are fixed.
func (m *Model) Draw(x *rand.Rand) *program.Input {
	in := &program.Input{Entry: m.Inputs.Entry, Terminal: m.Inputs.Terminal, Env: slices.Clone(m.Inputs.Env)}
	for k := range m.count.Draw(x) {
		in.Args = append(in.Args, m.drawArgument(x, k))
	}
	if m.stdin != nil {
		in.Stdin = m.stdin.draw(x, m.Inputs.Stdin)
	}
	for i := range m.Inputs.Files {
		f := &m.Inputs.Files[i]
		file := program.File{Name: f.Name, Link: f.Link, Mode: f.Mode}
		if f.Text != nil {
			file.Data = *f.Text
		} else {
			file.Data = m.files[i].draw(x, f.Content)
		}
		in.Files = append(in.Files, file)
	}
	in.SortFiles()
	return in
}

// drawArgument draws argument k.
func (m *Model) drawArgument(x *rand.Rand, k int) program.Bytes {
	if s := m.Inputs.SymArgs; s != nil {
		text := m.more
		if k < len(m.args) {
			text = m.args[k]
		}
		return text.draw(x, &program.ContentModel{Size: s.Len, Alphabet: s.Alphabet})
	}
	switch a := &m.Inputs.Args[k]; {
	case a.Text != nil:
		return *a.Text
	case a.Int != nil:
		return m.args[k].number(x, a.Int)
	case len(a.Choice) > 0:
		return m.args[k].whole.draw(x)
	default:
		return m.args[k].draw(x, a.String)
	}
}

// Words returns the tokens and whole arguments that occur most often, so many at most.
func (m *Model) Words(most int) []string {
	n := map[string]int{}
	add := func(t *textModel) {
		if t == nil {
			return
		}
		for i, w := range t.tokens.items {
			n[w] += t.tokens.count(i)
		}
		for i, w := range t.whole.items {
			n[w] += t.whole.count(i)
		}
	}
	for _, t := range m.args {
		add(t)
	}
	add(m.more)
	add(m.stdin)
	for _, t := range m.files {
		add(t)
	}
	delete(n, "")
	words := make([]string, 0, len(n))
	for w := range n {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(n[b]-n[a], cmp.Compare(a, b)) })
	return words[:min(len(words), most)]
}
