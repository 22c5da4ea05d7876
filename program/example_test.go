package program_test

import (
	"context"
	"fmt"
	"os"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

// A version is compiled, run on an input, and what it shows is compared.
func Example() {
	ctx := context.Background()
	run := func(limit string) *program.Outcome {
		v := &program.Version{Name: limit, Files: []program.SourceFile{{Name: "limit.c", Text: "#include <stdlib.h>\n" +
			"int main(int argc, char **argv) { return atoi(argv[1]) < " + limit + "; }\n"}}}
		p, err := cfront.Compile(ctx, v, cfront.Options{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		m, err := vm.New(p, vm.Options{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		out, err := m.NewRun().Run(ctx, &program.Input{Args: []program.Bytes{program.Bytes("10")}})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return out
	}
	old, new := run("10"), run("11")
	fmt.Println(old.Ending, old.Status)
	fmt.Println(new.Ending, new.Status)
	fmt.Println(program.Differ(old, new))
	// Output:
	// exit 0
	// exit 1
	// status
}

// An input is shown as a line that a shell takes.
func ExampleInput_Shell() {
	in := program.Input{
		Args:  []program.Bytes{program.Bytes("-n"), program.Bytes("it's\n")},
		Stdin: program.Bytes("a b\x00"),
	}
	fmt.Println(in.Shell("./cut"))
	// Output: printf 'a b\000' | ./cut -n $'it\'s\012'
}
