package inputs

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/cfront"
)

const text = `#include <string.h>
int main(int argc, char **argv)
{
	return argc > 1 && (!strcmp(argv[1], "--width") || argv[1][0] == '[' || argv[1][1] == ']') && argc != 4711;
}`

// Whatever is made, drawn anew, changed or put together, is an input of the model.
func TestModel(t *testing.T) {
	p, err := cfront.Compile(t.Context(), &program.Version{Name: "v", Files: []program.SourceFile{{Name: "v.c", Text: text}}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fixed := program.Bytes("fixed")
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(1, 9).Draw(rt, "size")
		least := rapid.IntRange(0, size).Draw(rt, "least")
		few := rapid.IntRange(0, 3).Draw(rt, "few")
		alphabet := program.Bytes(rapid.SampledFrom([]string{"", "ab-", "\n"}).Draw(rt, "alphabet"))
		content := &program.ContentModel{MinSize: least, Size: size, Alphabet: alphabet}
		m := &program.InputModel{
			Args:    []program.ArgModel{{Text: &fixed}, {Int: &program.IntDomain{Min: -5, Max: 7, Values: []int64{3}}}, {Choice: []program.Bytes{program.Bytes("x"), program.Bytes("yy")}}, {String: content}},
			SymArgs: &program.SymArgs{Min: few, Max: few + 2, Len: size, Alphabet: alphabet},
			Stdin:   content,
			Files:   []program.FileModel{{Name: "f", Content: content}, {Name: "g", Text: &fixed}},
			SymEnv:  []program.EnvModel{{Name: "E", Content: *content}},
		}
		fits := func(b program.Bytes, nul bool) bool {
			for _, c := range b {
				if len(alphabet) > 0 && !slices.Contains(alphabet, c) || c == 0 && !nul {
					return false
				}
			}
			return len(b) <= size
		}
		maker, err := New(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1)), p, p, m)
		if err != nil {
			rt.Fatal(err)
		}
		if !maker.Varies() {
			rt.Fatal("nothing varies")
		}
		var made []*program.Input
		for range 30 {
			in := maker.Fresh()
			if len(made) > 0 && rapid.Bool().Draw(rt, "changed") {
				in = maker.Changed(rapid.SampledFrom(made).Draw(rt, "of"))
				maker.Splice(in, rapid.SampledFrom(made).Draw(rt, "other"))
			}
			maker.Learn(rapid.Bool().Draw(rt, "fresh"), &program.Outcome{})
			made = append(made, in)
			n, err := strconv.Atoi(string(in.Args[1]))
			ok := string(in.Args[0]) == "fixed" && err == nil && n >= -5 && n <= 7 && len(in.Args[2]) > 0 && len(in.Args)-4 >= few && len(in.Args)-4 <= few+2 &&
				fits(in.Stdin, true) && len(in.Stdin) >= least && fits(in.Files[0].Data, true) && string(in.Files[1].Data) == "fixed" && fits(in.Env[0][2:], false)
			for _, a := range in.Args[3:] {
				ok = ok && fits(a, false)
			}
			if !ok {
				rt.Fatalf("not of the model: %+v", in)
			}
		}
	})
}
