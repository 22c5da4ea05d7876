package symexec

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/program"
)

// Following one input and negating the branches of what it and its neighbours
// take, again and again, finds all paths that exploration finds.
func TestConcolicFindsAllPaths(t *testing.T) {
	text := `#include <stdio.h>
int main(int argc, char **argv)
{
	const char *s = argv[1];
	if (s[0] == 'a') {
		if (s[1] < s[2])
			return 3;
		return 4;
	}
	if (s[0] + s[1] == 150)
		return 5;
	return 6;
}
`
	p := compileC(t, "p.c", text)
	e, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReplayer(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	queue := []program.Input{{Args: []program.Bytes{program.Bytes("xyz")}}}
	tried, statuses := map[string]bool{}, map[int]int{}
	for len(queue) > 0 {
		in := queue[0]
		queue = queue[1:]
		if tried[in.Key()] {
			continue
		}
		tried[in.Key()] = true
		path, err := e.Follow(t.Context(), &in)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(in, path.Input); d != "" {
			t.Fatalf("the path's input is not the one followed: %s", d)
		}
		if _, mismatch, err := r.Check(t.Context(), path); err != nil || mismatch != "" {
			t.Fatalf("%v %s", err, mismatch)
		}
		if statuses[path.Outcome.Status]++; statuses[path.Outcome.Status] > 1 {
			continue // its neighbours were tried
		}
		for i := range path.Condition {
			if next, ok := e.Negate(path, i); ok && len(next.Args[0]) == 3 {
				queue = append(queue, next)
			}
		}
	}
	for status := 3; status <= 6; status++ {
		if statuses[status] == 0 {
			t.Errorf("the path with status %d was not found: %v", status, statuses)
		}
	}
}
