package results_test

import (
	"context"
	"fmt"
	"os"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/results"
)

// A worker writes records to a segment of its own; whoever reads the folder sees
// the finished tasks in one order.
func Example() {
	if err := writeAndRead(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// advisory/tidied by random: done, 1 of 2 tests differ, the first at 2
	// example: [3]
}

func writeAndRead() error {
	dir, err := os.MkdirTemp("", "results")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	folder, err := results.Open(dir)
	if err != nil {
		return err
	}
	segment, err := folder.Segment("worker1")
	if err != nil {
		return err
	}
	const task = "advisory/tidied/random/1"
	for _, r := range []*results.Record{
		{Task: task, Start: &results.Start{Experiment: "plan's hash", Subject: "advisory", Pair: "tidied", Engine: "random", Kind: string(engines.Generate), Seed: 1}},
		{Task: task, Test: &results.TestRecord{N: 1, Steps: 80, Input: program.Input{Args: []program.Bytes{program.Bytes("2")}}}},
		{Task: task, Test: &results.TestRecord{N: 2, Steps: 161, Input: program.Input{Args: []program.Bytes{program.Bytes("3")}}, Difference: program.DiffStdout}},
		{Task: task, End: &results.End{Status: results.StatusDone, Steps: 161, Tests: 2}},
	} {
		if err := segment.Append(r); err != nil {
			return err
		}
	}
	if err := segment.Close(); err != nil {
		return err
	}

	set, err := folder.Load(context.Background(), results.LoadOptions{})
	if err != nil {
		return err
	}
	for _, r := range set.Runs {
		fmt.Printf("%s/%s by %s: %s, %d of %d tests differ, the first at %d\n", r.Subject, r.Pair, r.Engine, r.Status, r.Differences, r.Tests, r.First.Tests)
	}
	for _, p := range set.Pairs {
		examples, _ := set.Examples(p)
		for _, e := range examples {
			fmt.Printf("example: %s\n", e.Test.Input.Args)
		}
	}
	return nil
}
