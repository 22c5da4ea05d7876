package unify

import (
	"context"
	"slices"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/csyntax"
	"github.com/riftlab/rift/program/delta"
	"github.com/riftlab/rift/program/delta/unify/source"
)

// oneMain returns d with versions whose functions main have the same head, that of the one with
// more parameters: who calls main hands it all of them, whatever it declares. Versions of which
// one does not compile with it stay as they are.
func oneMain(ctx context.Context, d *delta.Delta, compile Compile) (*delta.Delta, error) {
	versions := [2]*program.Version{d.Old, d.New}
	var mains [2]*entry
	for r, v := range versions {
		if mains[r] = entryOf(v); mains[r] == nil {
			return d, nil
		}
	}
	from, to := delta.Old, delta.New // whose head is given to which
	if len(mains[delta.New].params) >= len(mains[delta.Old].params) {
		from, to = delta.New, delta.Old
	}
	if mains[from].head() == mains[to].head() || mains[from].result() != mains[to].result() {
		return d, nil
	}
	text, ok := mains[to].with(mains[from])
	if !ok {
		return d, nil
	}
	v := *versions[to]
	v.Files = slices.Clone(v.Files)
	v.Files[mains[to].file].Text = text
	if _, err := compile(ctx, &v); err != nil {
		return d, ctx.Err()
	}
	versions[to] = &v
	return delta.Compute(versions[0], versions[1]), nil
}

// entry is the function main of a version.
type entry struct {
	file   int // of the version
	source *source.File
	item   *source.Item
	params []string // their names
}

// entryOf finds the function main, nil if there is not just one.
func entryOf(v *program.Version) *entry {
	var found *entry
	for i, f := range v.Files {
		if f.Library {
			continue
		}
		file := source.New(f.Name, f.Text)
		for _, it := range file.Items {
			if it.Kind != csyntax.Function || it.Name != "main" {
				continue
			}
			if found != nil {
				return nil
			}
			found = &entry{i, file, it, source.Parameters(file, it)}
		}
	}
	return found
}

func (e *entry) head() string {
	return csyntax.Join(e.source.Toks[e.item.From:e.item.Body])
}

// result is what stands before the name; nothing is int.
func (e *entry) result() string {
	for i := e.item.From; i < e.item.Body; i++ {
		if e.source.Toks[i].Text == "main" {
			if i == e.item.From {
				return "int"
			}
			return csyntax.Join(e.source.Toks[e.item.From:i])
		}
	}
	return ""
}

// with returns the text of the file with the head of another main, whose names the parameters
// get. It fails if the function knows something else by one of these, or lines are in the way.
func (e *entry) with(other *entry) (text string, ok bool) {
	f, it := e.source, e.item
	if source.HasLine(f.Toks[it.From:it.Body]) || source.HasLine(other.source.Toks[other.item.From:other.item.Body]) {
		return "", false
	}
	as := map[string]string{}
	for i, name := range other.params {
		if i < len(e.params) {
			as[e.params[i]] = name
		}
		if own := i < len(e.params) && e.params[i] == name; !own && source.Uses(f.Toks[it.Body:it.To], name) {
			return "", false
		}
	}
	renamed := source.New(f.Name, source.RenameVariables(f, it.Body, it.To, as))
	from, to := renamed.Toks[it.From].Start, renamed.Toks[it.Body].Start
	head := other.source.Span(other.item.From, other.item.Body)
	return renamed.Text[:from] + csyntax.Join(csyntax.Lex(head)) + lineBreaks(renamed.Text[from:to]) + renamed.Text[to:], true
}

// lineBreaks returns the line breaks of a text, so that what follows keeps its line.
func lineBreaks(text string) string {
	var b []byte
	for _, c := range []byte(text) {
		if c == '\n' {
			b = append(b, c)
		}
	}
	return string(append(b, ' '))
}
