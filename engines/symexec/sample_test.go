package symexec

import (
	"math/rand/v2"
	"testing"

	"github.com/riftlab/rift/program"
)

// Samples of a path take it, and are not all the same; a shuffled exploration finds
// the same paths with other inputs.
func TestSample(t *testing.T) {
	p := compileC(t, "p.c", `int main(int argc, char **argv)
{
	const char *s = argv[1];
	if (s[0] >= '0' && s[0] <= '9')
		return s[1] == s[0] ? 1 : 2;
	return s[1] == 'x' ? 3 : 4;
}
`)
	m := &program.InputModel{Args: []program.ArgModel{{String: &program.ContentModel{MinSize: 4, Size: 4, Alphabet: program.Bytes("0123456789xyz")}}}}
	inputs := func(o Options) map[int]string {
		e, err := New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]string{}
		r := rand.New(rand.NewPCG(1, 1))
		for path, err := range e.Paths(t.Context(), m) {
			if err != nil {
				t.Fatal(err)
			}
			got[path.Outcome.Status] += string(path.Input.Args[0]) + " "
			different := map[string]bool{}
			for range 20 {
				in := e.Sample(path, r)
				out, err := e.Execute(t.Context(), &in)
				if err != nil {
					t.Fatal(err)
				}
				if out.Outcome.Status != path.Outcome.Status {
					t.Errorf("%s is a sample of a path with status %d but has %d", in.Args[0], path.Outcome.Status, out.Outcome.Status)
				}
				different[string(in.Args[0])] = true
			}
			if len(different) < 10 {
				t.Errorf("20 samples of the path with status %d are %d inputs", path.Outcome.Status, len(different))
			}
		}
		return got
	}
	plain := inputs(Options{})
	shuffled := inputs(Options{Shuffle: rand.New(rand.NewPCG(2, 2))})
	if len(plain) != 4 || len(shuffled) != 4 {
		t.Errorf("paths %v, shuffled %v", plain, shuffled)
	}
	if plain[4] == shuffled[4] {
		t.Errorf("shuffling changes nothing: %v", plain)
	}
}
