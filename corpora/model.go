package corpora

import (
	"fmt"
	"slices"
	"strings"

	"github.com/riftlab/rift/program"
)

// CheckModel reports the first thing that makes an input model meaningless:
// an argument with no or several domains, an empty range or choice, a negative
// size, parameters without an entry function.
func CheckModel(m *program.InputModel) error {
	for i := range m.Args {
		if err := checkArg(&m.Args[i]); err != nil {
			return fmt.Errorf("args %d: %w", i+1, err)
		}
	}
	if s := m.SymArgs; s != nil && (s.Min < 0 || s.Max < s.Min || s.Len < 0) {
		return fmt.Errorf("sym_args: min %d, max %d, len %d", s.Min, s.Max, s.Len)
	}
	if m.Stdin != nil {
		if err := checkContent(m.Stdin); err != nil {
			return fmt.Errorf("stdin: %w", err)
		}
	}
	seen := map[string]bool{}
	for _, f := range m.Files {
		if f.Name == "" || seen[f.Name] {
			return fmt.Errorf("files: name %q is empty or there twice", f.Name)
		}
		seen[f.Name] = true
		if (f.Text == nil) == (f.Content == nil) {
			return fmt.Errorf("files: %q needs text or content, and not both", f.Name)
		}
		if f.Content != nil {
			if err := checkContent(f.Content); err != nil {
				return fmt.Errorf("files: %q: %w", f.Name, err)
			}
		}
	}
	for i := range m.SymEnv {
		e := &m.SymEnv[i]
		if e.Name == "" || strings.ContainsAny(e.Name, "=\x00") {
			return fmt.Errorf("sym_env: %q is no name", e.Name)
		}
		if err := checkContent(&e.Content); err != nil {
			return fmt.Errorf("sym_env: %q: %w", e.Name, err)
		}
	}
	return checkEntry(m)
}

func checkEntry(m *program.InputModel) error {
	if m.Entry == "" && len(m.Params)+len(m.Globals) > 0 {
		return fmt.Errorf("params and globals need an entry")
	}
	if m.Entry != "" && (len(m.Args) > 0 || m.SymArgs != nil) {
		return fmt.Errorf("an entry function has params, not args")
	}
	for _, list := range [][]program.ValueModel{m.Params, m.Globals, m.Asked} {
		seen := map[string]bool{}
		for _, v := range list {
			if v.Name == "" || seen[v.Name] {
				return fmt.Errorf("value %q: the name is missing or there twice", v.Name)
			}
			seen[v.Name] = true
			if v.Int != nil && v.Int.Min > v.Int.Max || v.Size < 0 {
				return fmt.Errorf("value %q: empty range or negative size", v.Name)
			}
			if !slices.Contains(program.ValueKinds, v.Kind) {
				return fmt.Errorf("value %q: kind %q: must be one of %v", v.Name, v.Kind, program.ValueKinds[1:])
			}
		}
	}
	return nil
}

func checkArg(a *program.ArgModel) error {
	domains := 0
	for _, set := range []bool{a.Text != nil, a.Int != nil, a.Choice != nil, a.String != nil} {
		if set {
			domains++
		}
	}
	switch {
	case domains != 1:
		return fmt.Errorf("exactly one of text, int, choice, string is needed")
	case a.Int != nil && a.Int.Min > a.Int.Max:
		return fmt.Errorf("int: min %d is above max %d", a.Int.Min, a.Int.Max)
	case a.Choice != nil && len(a.Choice) == 0:
		return fmt.Errorf("choice is empty")
	case a.String != nil:
		return checkContent(a.String)
	}
	return nil
}

func checkContent(c *program.ContentModel) error {
	if c.MinSize < 0 || c.Size < c.MinSize {
		return fmt.Errorf("min_size %d, size %d", c.MinSize, c.Size)
	}
	return nil
}
