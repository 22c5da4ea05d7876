package symexec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/symexec/memory"
	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

const structures = `
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
struct tree { struct tree *kid[2]; char key; };
struct named { char *name; struct node *list; void *other; int (*call)(int); };
struct node *head;

/* Length of a list, or -1 for one that runs into a circle. */
int length(struct node *l)
{
	int n = 0;
	for (; l; l = l->next)
		if (++n > 20)
			return -1;
	return n;
}
int globals(int x) { return length(head) * 2 + (x == 3); }
static int count(struct tree *t, int depth)
{
	if (!t || depth > 8)
		return 0;
	return 1 + count(t->kid[0], depth + 1) + count(t->kid[1], depth + 1);
}
int nodes(struct tree *t) { return count(t, 0); }
int search(struct named *n)
{
	if (!n->name)
		return 1;
	if (strcmp(n->name, "hi") == 0)
		return n->list && n->list->value == 7 ? 3 : 2;
	return n->other || n->call ? 5 : 4;
}
int broken(struct node *l) { return l->next->value; }
struct node *reverse(struct node *l)
{
	struct node *r = 0;
	int n = 0;
	while (l && n++ < 10) {
		struct node *next = l->next;
		l->next = r;
		r = l;
		l = next;
	}
	return r;
}
int twice(struct node *a, struct node *b) { a->value = 1; if (a->next) a->next->value = 2; return a->value + (a->next == b); }
int main(void) { return 0; }
`

func TestStructures(t *testing.T) {
	p := compileC(t, "p.c", structures)
	m, err := vm.New(p, vm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		entry   string
		depth   int
		global  string
		results string // of the paths, in any order
	}{
		// A list of one to depth+1 nodes, or one whose last node of these goes
		// back to any of them.
		{"length", 1, "", "1 2 -1 -1 -1"},
		{"length", 2, "", "1 2 3 -1 -1 -1 -1 -1 -1"},
		{"globals", 1, "head", "0 2 -2"},
		{"search", 2, "", ""},
		{"broken", 1, "", ""},
		{"reverse", 2, "", ""},
		{"nodes", 1, "", ""},
		{"twice", 1, "", ""},
	} {
		t.Run(fmt.Sprintf("%s%d", c.entry, c.depth), func(t *testing.T) {
			f, _ := p.FuncByName(c.entry)
			model := &program.InputModel{Entry: c.entry}
			for _, q := range p.Funcs[f].Params {
				model.Params = append(model.Params, program.ValueModel{Name: q.Name, Depth: c.depth})
			}
			if c.global != "" {
				model.Globals = []program.ValueModel{{Name: c.global, Depth: c.depth}}
			}
			paths, e := explore(t, p, model, Options{})
			if !e.Stats.Exhaustive() {
				t.Errorf("%+v", e.Stats)
			}
			left := strings.Fields(c.results)
			kinds := map[program.FaultKind]int{}
			results := map[int32]int{}
			for _, path := range paths {
				if f := path.Outcome.Fault; f != nil {
					kinds[f.Kind]++
					continue
				}
				r := path.Outcome.Result
				if len(r.Data) != 4 {
					continue
				}
				v := int32(memory.GetWord(r.Data, 4))
				results[v]++
				for i, w := range left {
					if w == fmt.Sprint(v) {
						left = append(left[:i], left[i+1:]...)
						break
					}
				}
				if len(paths) < 20 {
					agree(t, p, Options{}, m.NewRun(), &path.Input)
				}
			}
			if c.results != "" && (len(left) > 0 || len(paths) != len(strings.Fields(c.results))) {
				t.Errorf("%d paths, results %v; %v are missing", len(paths), results, left)
			}
			switch c.entry {
			case "search":
				for want := range int32(4) {
					if results[want+1] == 0 {
						t.Errorf("no path gives %d: %v", want+1, results)
					}
				}
			case "broken":
				if kinds[program.FaultNull] != 1 || len(results) == 0 {
					t.Errorf("faults %v, results %v", kinds, results)
				}
			case "nodes":
				// At depth 1 each of the three pointers of a node that is reached is
				// null, fresh or one that is there.
				if len(kinds) > 0 || results[1] != 1 || results[3] == 0 || len(paths) < 10 {
					t.Errorf("%d paths, faults %v, results %v", len(paths), kinds, results)
				}
			case "reverse", "twice":
				if len(kinds) > 0 || len(paths) < 3 {
					t.Errorf("%d paths, faults %v, results %v", len(paths), kinds, results)
				}
			}
		})
	}
}

// A variable of the environment varies.
func TestSymbolicEnvironment(t *testing.T) {
	p := compileC(t, "p.c", `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	const char *home = getenv("HOME"), *mode = getenv("MODE");
	if (!mode)
		return 9;
	if (strcmp(mode, "ab") == 0)
		return printf("%s\n", home), 3;
	return strlen(mode);
}
`)
	m := &program.InputModel{Env: []program.Bytes{program.Bytes("HOME=/home/me")}, SymEnv: []program.EnvModel{{Name: "MODE", Content: program.ContentModel{Size: 3}}}}
	paths, e := explore(t, p, m, Options{})
	seen := map[int]bool{}
	for _, path := range paths {
		seen[path.Outcome.Status] = true
		if path.Outcome.Status == 3 && string(path.Outcome.Stdout) == "/home/me\n" && string(path.Input.Env[1]) != "MODE=ab" {
			t.Errorf("input %s", path.Input.Key())
		}
	}
	if !seen[0] || !seen[3] || len(seen) < 3 || !e.Stats.Exhaustive() {
		t.Errorf("statuses %v, %+v", seen, e.Stats)
	}
}
