package difference_test

import (
	"context"
	"fmt"
	"time"

	"github.com/riftlab/rift/difference"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// Run is the whole of rift diff: here for a change that lets one more number pass.
func ExampleRun() {
	version := func(name, condition string) *program.Version {
		return &program.Version{Name: name, Files: []program.SourceFile{{Name: "pass.c", Text: "#include <stdlib.h>\n" +
			"int main(int argc, char **argv)\n{\n\treturn argc > 1 && atoi(argv[1]) " + condition + ";\n}\n"}}}
	}
	r, err := difference.Run(context.Background(), &difference.Request{
		Old: version("old", "< 740"), New: version("new", "<= 740"),
		Engines: catalog.All(),
		Compile: func(ctx context.Context, v *program.Version) (*program.Program, error) {
			return cfront.Compile(ctx, v, cfront.Options{})
		},
		RunSteps: 10_000_000,
		First:    true,
		Limits:   difference.Limits{CPU: time.Minute},
	}, difference.Events{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict.Answer)
	for _, d := range r.Differences {
		fmt.Printf("%s %s: %d became %d by %s\n", d.Input.Args, d.Respect, d.Old.Status, d.New.Status, d.Blame.Changes)
	}
	// Output:
	// differs
	// [740] status: 0 became 1 by [c1]
}
