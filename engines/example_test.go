package engines_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Counting is a strategy: it tries the numbers from 0 on.
type Counting struct{}

// Name implements engines.Engine.
func (Counting) Name() string { return "counting" }

// Run implements engines.Engine.
func (Counting) Run(ctx context.Context, _ *engines.Task, rec engines.Recorder) error {
	for n := 0; ; n++ {
		in := &program.Input{Args: []program.Bytes{program.Bytes(strconv.Itoa(n))}}
		switch _, err := rec.Try(ctx, in, engines.Note{Phase: "count"}); {
		case errors.Is(err, engines.ErrBudget):
			return nil // a spent budget is no error
		case err != nil:
			return err
		}
	}
}

// first is a recorder whose budget ends with the first difference. That of an
// experiment writes records and knows all limits.
type first struct {
	engines.Recorder // what this strategy does not call
	versions         *pair.Runner
}

func (f first) Try(ctx context.Context, in *program.Input, _ engines.Note) (*engines.Trial, error) {
	t, err := f.versions.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if t.Difference.Counts() {
		fmt.Printf("%s: %s differs, %d became %d\n", in.Args[0], t.Difference, t.Old.Status, t.New.Status)
		return t, engines.ErrBudget
	}
	return t, nil
}

// An engine looks for inputs; the recorder runs them on both versions.
func Example() {
	ctx := context.Background()
	compile := func(condition string) *program.Program {
		v := &program.Version{Files: []program.SourceFile{{Name: "a.c", Text: "#include <stdlib.h>\n" +
			"int main(int argc, char **argv) { int n = atoi(argv[1]); return " + condition + "; }\n"}}}
		p, err := cfront.Compile(ctx, v, cfront.Options{})
		if err != nil {
			panic(err)
		}
		return p
	}
	versions, err := pair.New(compile("n >= 12"), compile("n > 12"), nil, pair.Options{})
	if err != nil {
		panic(err)
	}
	var engine engines.Engine = Counting{}
	fmt.Println("the engine", engine.Name())
	if err := engine.Run(ctx, &engines.Task{}, first{versions: versions}); err != nil {
		panic(err)
	}
	// Output:
	// the engine counting
	// 12: status differs, 1 became 0
}
