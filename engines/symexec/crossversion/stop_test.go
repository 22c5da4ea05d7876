package crossversion

import (
	"context"
	"errors"
	"testing"

	"github.com/riftlab/rift/engines/symexec"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// crowded is a context that is done as soon as there are so many terms.
type crowded struct {
	context.Context
	full func() bool
}

func (c crowded) Err() error {
	if c.full() {
		return context.Canceled
	}
	return nil
}

// Wherever the context is done, in the middle of a term, of a circuit or of a
// comparison, the exploration ends without making many more terms, and says that
// it did not come to its end.
func TestStopsAnywhere(t *testing.T) {
	text := func(expr string) string {
		return "double f(double x, double y, unsigned n) { double r = x; for (unsigned i = 0; i < (n & 1) + 1; i++) for (int k = 0; k < 40; k++) r = " + expr + "; return r; }\nint main(void) { return 0; }\n"
	}
	compile := func(text string) *program.Program {
		v := &program.Version{Files: []program.SourceFile{{Name: "p.c", Text: text}}}
		p, err := cfront.Compile(t.Context(), v, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	old, new := compile(text("r / y + i")), compile(text("i + r / y"))
	m := &program.InputModel{Entry: "f", Params: []program.ValueModel{{Name: "x", Size: 8}, {Name: "y", Size: 8}, {Name: "n", Size: 4}}}
	for limit := 1000; limit < 400_000; limit *= 2 {
		p, err := NewProduct(old, new, symexec.Options{QuerySteps: 2000})
		if err != nil {
			t.Fatal(err)
		}
		full := func() bool { return p.Explorers()[1].Terms().Len() >= limit }
		if err := p.Explore(crowded{t.Context(), full}, m, func(*Twin) error { return nil }); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if !full() {
			t.Fatalf("the exploration made only %d terms: the test shows little: %+v", p.Explorers()[1].Terms().Len(), p.Conclude())
		}
		if more := p.Explorers()[1].Terms().Len() - limit; more > 5000 {
			t.Errorf("stopped at %d terms, it made %d more", limit, more)
		}
		if p.Complete() {
			t.Errorf("stopped at %d terms, but complete: %+v", limit, p.Conclude())
		}
	}
}
