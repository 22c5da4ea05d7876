package symexec

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/engines/vm"
	"github.com/riftlab/rift/program"
)

// Both machines run threads alike, whatever the schedule.
func TestThreadsAgree(t *testing.T) {
	files, err := filepath.Glob("../vm/testdata/threads/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := compileC(t, filepath.Base(file), string(text))
		m, err := vm.New(p, vm.Options{CheckLeaks: true})
		if err != nil {
			t.Fatal(err)
		}
		x := m.NewRun()
		for seed := range 6 {
			in := &program.Input{Env: []program.Bytes{program.Bytes(fmt.Sprintf("%s=seed:%d", program.ScheduleVariable, seed))}}
			agree(t, p, Options{Checks: Checks{CheckLeaks: true}}, x, in)
		}
	}
}

const twoLocks = `#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p)
{
	pthread_mutex_t *first = p ? &a : &b, *second = p ? &b : &a;
	pthread_mutex_lock(first);
	pthread_mutex_lock(second);
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
	return 0;
}
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, f, 0);
	pthread_create(&t, 0, f, &a);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}`

const lostUpdate = `#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static atomic_int n;
static int work(void *p)
{
	int v = atomic_load(&n);
	atomic_store(&n, v + 1);
	return 0;
}
int main(void)
{
	thrd_t t[2];
	for (int i = 0; i < 2; i++)
		thrd_create(&t[i], work, 0);
	for (int i = 0; i < 2; i++)
		thrd_join(t[i], 0);
	assert(n == 2);
	return 0;
}`

// Exploring schedules finds what goes wrong with as many preemptions as it takes, and no
// fewer; the concrete machine shows the same on the input that is found.
func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		name, text string
		needs      int // preemptions
		fault      string
	}{
		{"two locks", twoLocks, 1, "deadlock: the main thread waits in pthread_join at p.c:17:2; thread 1 waits in pthread_mutex_lock at p.c:7:2; thread 2 waits in pthread_mutex_lock at p.c:7:2"},
		{"lost update", lostUpdate, 1, "Assertion `n == 2' failed"},
		{"atomic update", strings.Replace(lostUpdate, "atomic_store(&n, v + 1)", "n++", 1), -1, ""},
		{"one order", strings.NewReplacer("p ? &a : &b", "&a", "p ? &b : &a", "&b").Replace(twoLocks), -1, ""},
	} {
		p := compileC(t, "p.c", c.text)
		m, err := vm.New(p, vm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := m.NewRun()
		for bound := range 3 {
			e, err := New(p, Options{})
			if err != nil {
				t.Fatal(err)
			}
			env := program.Bytes(fmt.Sprintf("%s=bound:%d", program.ScheduleVariable, bound))
			found := 0
			err = e.Explore(t.Context(), &program.InputModel{Env: []program.Bytes{env}}, func(path *Path) error {
				if path.Outcome.Ending != program.Exited {
					shown := string(path.Outcome.Stderr)
					if path.Outcome.Fault != nil {
						shown = path.Outcome.Fault.Error()
					}
					if !strings.Contains(shown, c.fault) {
						t.Errorf("%s, bound %d: %s", c.name, bound, shown)
					}
					found++
				}
				out, err := x.Run(t.Context(), &path.Input)
				if err != nil {
					return err
				}
				if d := compare(out, &path.Outcome); d != "" {
					t.Errorf("%s, bound %d: input %s: the concrete machine %s", c.name, bound, path.Input.Key(), d)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if want := c.needs >= 0 && bound >= c.needs; want != (found > 0) {
				t.Errorf("%s: %d of %d failing paths at bound %d", c.name, found, e.Stats.Paths, bound)
			}
			if e.Stats.Exhaustive() || e.Stats.Threaded != e.Stats.Paths {
				t.Errorf("%s, bound %d: %d of %d paths are those of threads", c.name, bound, e.Stats.Threaded, e.Stats.Paths)
			}
		}
	}
}
