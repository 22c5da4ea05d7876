package poolgen

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the pool files")

func TestPoolsAreAsGenerated(t *testing.T) {
	for _, p := range Pools() {
		want := p.Make()
		if !bytes.Equal(want, p.Make()) {
			t.Errorf("%s: two runs differ", p.Path)
		}
		name := filepath.Join("..", "..", "subjects", filepath.FromSlash(p.Path))
		if *update {
			if err := os.WriteFile(name, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("%s is not what its generator makes: run go test with -update", p.Path)
		}
	}
}
