package symexec

import (
	"strings"
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
		for i := path.Domains; i < len(path.Condition); i++ {
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

// What is made by negating what a path met after its input was given is of the model.
func TestNegateStaysInTheModel(t *testing.T) {
	p := compileC(t, "p.c", `#include <stdio.h>
int main(int argc, char **argv)
{
	int n = 0;
	for (int i = 1; i < argc; i++)
		n += argv[i][0] == 'x' ? 2 : argv[i][0] > 'x';
	return n + (argc == 4);
}
`)
	model := &program.InputModel{
		Args:    []program.ArgModel{{Choice: []program.Bytes{program.Bytes("x"), program.Bytes("yy")}}, {Int: &program.IntDomain{Min: -3, Max: 7}}},
		SymArgs: &program.SymArgs{Min: 0, Max: 2, Len: 2, Alphabet: program.Bytes("xz")},
	}
	e, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	err = e.Explore(t.Context(), model, func(path *Path) error {
		if path.Domains == 0 {
			t.Fatal("no constraint of the model")
		}
		for i := path.Domains; i < len(path.Condition); i++ {
			in, ok := e.Negate(path, i)
			if !ok {
				continue
			}
			made++
			bad := len(in.Args) < 2 || len(in.Args) > 4 || string(in.Args[0]) != "x" && string(in.Args[0]) != "yy"
			for _, a := range in.Args[2:] {
				bad = bad || len(a) > 2 || strings.Trim(string(a), "xz") != ""
			}
			if bad {
				t.Errorf("%s is no input of the model", in.Key())
			}
		}
		return nil
	})
	if err != nil || made == 0 {
		t.Errorf("%d inputs, %v", made, err)
	}
}
