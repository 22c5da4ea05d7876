package matrix

import (
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program"
)

// TestNarrowedVariable: a variable whose type has another size in the other version is
// the same if its value is, in C's sense, for formulas and runs alike.
func TestNarrowedVariable(t *testing.T) {
	const text = `#include <stdio.h>
#include <stdlib.h>
int half(int n)
{
	TYPE x = n / 2;
	if (x > 3)
		return 1;
	return 0;
}
int main(int argc, char **argv)
{
	printf("%d\n", half(atoi(argv[1])));
	return 0;
}
`
	for _, c := range []struct {
		old, new  string
		same, not []string
	}{
		{"int", "short", []string{"0", "9", "-1", "-9", "65535", "-65536"}, []string{"65536", "131072", "-65538", "99999"}},
		{"int", "signed char", []string{"0", "255", "-256"}, []string{"256", "-258"}},
		{"int", "unsigned short", []string{"0", "131071"}, []string{"-9", "131072"}},
		{"unsigned short", "int", []string{"0", "131071"}, []string{"-9", "131072"}},
		{"int", "long", []string{"0", "-9", "99999"}, nil},
	} {
		a := assessor(t, strings.Replace(text, "TYPE", c.old, 1), strings.Replace(text, "TYPE", c.new, 1), Options{Distance: 1})
		a.both = true
		for i, arg := range append(append([]string{}, c.same...), c.not...) {
			got := monitored(t, a, []program.Input{arguments(arg)})[0]
			if got.Formulas == 0 || len(got.apart) > 0 {
				t.Errorf("%s to %s, %s: %d conditions by formulas, apart %v", c.old, c.new, arg, got.Formulas, got.apart)
			}
			if differs := i >= len(c.same); slices.ContainsFunc(got.values, func(w uint64) bool { return w != 0 }) != differs {
				t.Errorf("%s to %s, %s: condition 1 holds: %v", c.old, c.new, arg, !differs)
			}
		}
	}
}

// TestPointersInObjects: addresses of corresponding objects have other numbers in the
// other version. That is no difference of a variable that holds them, such as a table
// of texts.
func TestPointersInObjects(t *testing.T) {
	s, err := corpora.Bundled("advisory")
	if err != nil {
		t.Fatal(err)
	}
	var n decided
	agree(t, s, s.Pair("rewritten-gap"), []int{1, 50}, &n)
	if n.formulas == 0 {
		t.Error("formulas decide nothing")
	}
}
