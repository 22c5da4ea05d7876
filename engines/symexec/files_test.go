package symexec

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/symexec/search"
	"github.com/riftlab/rift/program"
)

// Links, permissions, terminals and waiting are the same in both machines, and are
// kept in the inputs of paths.
func TestKindsOfFiles(t *testing.T) {
	p := compileC(t, "p.c", `
#include <stdio.h>
#include <unistd.h>
#include <sys/inotify.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
	struct stat st, here;
	char where[16] = "";
	if (lstat(argv[1], &here) < 0)
		return 1;
	int there = stat(argv[1], &st) == 0;
	if (S_ISLNK(here.st_mode)) {
		printf("%d link to %.*s\n", there, (int)readlink(argv[1], where, 15), where);
		return 2;
	}
	printf("%o\n", st.st_mode);
	if (isatty(0))
		printf("terminal\n");
	fflush(stdout);
	if (access(argv[1], W_OK) < 0) {
		for (;;)
			sleep(20);
	}
	int fd = inotify_init();
	return inotify_add_watch(fd, argv[1], IN_MODIFY) < 0 || read(fd, where, 15) >= 0;
}
`)
	text := func(s string) *program.Bytes { b := program.Bytes(s); return &b }
	m := &program.InputModel{
		Args: []program.ArgModel{{String: &program.ContentModel{MinSize: 1, Size: 1, Alphabet: program.Bytes("lpqrz")}}},
		Files: []program.FileModel{{Name: "l", Text: text("p"), Link: true}, {Name: "p", Text: text("1"), Mode: 0o444},
			{Name: "q", Text: text("2")}, {Name: "r", Text: text("no"), Link: true}},
		Terminal: true,
	}
	paths, _ := explore(t, p, m, Options{})
	var got []string
	for _, path := range paths {
		if !path.Input.Terminal || len(path.Input.Files) != 4 || !path.Input.Files[0].Link || path.Input.Files[1].Mode != 0o444 {
			t.Errorf("input %s", path.Input.Key())
		}
		got = append(got, string(path.Input.Args[0])+" "+path.Outcome.Ending.String()+" "+string(path.Outcome.Stdout))
	}
	slices.Sort(got)
	want := []string{"l exit 1 link to p\n", "p waiting 100444\nterminal\n", "q waiting 100644\nterminal\n", "r exit 0 link to no\n"}
	if len(got) != 5 || !slices.Equal(got[:4], want) {
		t.Errorf("got %q", got)
	}
}

// The environment of an input that is followed varies as its other parts do.
func TestFollowedEnvironment(t *testing.T) {
	e, err := New(compileC(t, "p.c", `
#include <stdlib.h>
int main(void) { const char *s = getenv("X"); return s && s[1] == 'b'; }
`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := e.Follow(t.Context(), &program.Input{Env: []program.Bytes{program.Bytes("X=aa")}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range path.Condition {
		if in, ok := e.Negate(path, i); ok && strings.HasPrefix(string(in.Env[0]), "X=") && strings.HasSuffix(string(in.Env[0]), "b") {
			return
		}
	}
	t.Errorf("no neighbour of the path has another environment: %v", path.Condition)
}

// Of each fork for which there is no room, an input is set aside that takes the
// other side.
func TestAside(t *testing.T) {
	var aside []program.Input
	m := &program.InputModel{Stdin: &program.ContentModel{MinSize: 1, Size: 1}}
	paths, e, err := collect(t, t.Context(), `
#include <stdio.h>
int main(void) { int c = getchar(); return c == 'a' ? 1 : c == 'b' ? 2 : c == 'c' ? 3 : 4; }
`, m, Options{
		Population: Population{MaxStates: 1, OnDropped: func(_ context.Context, in *program.Input) error {
			aside = append(aside, *in)
			return nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) != 1 || len(aside) != 3 || e.Stats.Dropped != 3 {
		t.Fatalf("%d paths, %d inputs, %+v", len(paths), len(aside), e.Stats)
	}
	seen := map[string]bool{string(paths[0].Input.Stdin): true}
	for _, in := range aside {
		seen[string(in.Stdin)] = true
	}
	if len(seen) != 4 || !seen["a"] || !seen["b"] || !seen["c"] {
		t.Errorf("standard inputs %v", seen)
	}
}

// A state that is dropped between turns is never selected.
func TestDroppedStates(t *testing.T) {
	for _, name := range search.Names() {
		s, err := search.New[*State](name, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		list := []*State{{}, {}, {}}
		s.Update(nil, list[:1], nil)
		s.Update(list[0], list[1:], nil)
		s.Update(nil, nil, list[:2])
		if got := s.Select(); got != list[2] {
			t.Errorf("%s selects a state that was dropped", name)
		}
	}
}
