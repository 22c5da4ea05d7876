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

// Data races are found, whether they show in what the run does or not; what synchronisation
// puts in an order is none.
func TestRaces(t *testing.T) {
	const head = `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static atomic_int flag;
static _Thread_local int own;
static struct { char a, b; short c; int d; } s;
static struct big { int n[40]; } x, y, z;
static int n, array[4];
`
	const tail = `
int main(void)
{
	pthread_t a, b;
	sem_init(&sem, 0, 0);
	n = 0;
	pthread_create(&a, 0, f, 0);
	pthread_create(&b, 0, g, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return n & 0;
}`
	for _, c := range []struct{ name, f, g, race string }{
		{"writes", "n = 1;", "n = 2;", "write of 4 bytes by thread 2, not ordered with a write by thread 1"},
		{"read", "n = 1;", "if (n) own++;", "read of 4 bytes by thread 2, not ordered with a write by thread 1"},
		{"reads", "if (n) own++;", "if (n) own++;", ""},
		{"locked", "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);", ""},
		{"one locked", "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);", "n++;", "read of 4 bytes by thread 2"},
		{"behind lock", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); n++;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); n++;", "thread"},
		{"neighbours", "s.a = 1; s.d = 1;", "s.b = 1; s.c = 2;", ""},
		{"overlap", "memset(&s, 0, sizeof s); s.c = 1;", "char *r = (char *)&s.c; r[1] = 1;", "write of 1 byte by thread 2, not ordered with a write by thread 1"},
		{"structures", "x = y;", "x = z;", "write of 160 bytes"},
		{"read of structures", "x = y;", "z = y;", ""},
		{"elements", "array[0] = 1; array[1] = 2;", "array[2] = 3; array[3] = 4;", ""},
		{"semaphore", "n = 1; sem_post(&sem);", "sem_wait(&sem); n++;", ""},
		{"behind semaphore", "sem_post(&sem); n = 1;", "sem_wait(&sem); n++;", "thread"},
		{"atomic", "n = 1; atomic_store(&flag, 1);", "while (!atomic_load(&flag)); n++;", ""},
		{"counter", "atomic_fetch_add(&flag, 1); flag++; flag--;", "flag += 2; atomic_fetch_sub(&flag, 2);", ""},
		{"builtins", "__sync_fetch_and_add(&n, 1); __atomic_exchange_n(&n, 2, 5);", "__atomic_add_fetch(&n, 1, 5); __sync_bool_compare_and_swap(&n, 5, 6);", ""},
		{"half atomic", "__sync_fetch_and_add(&n, 1);", "n++;", "thread"},
		{"readers", "pthread_rwlock_rdlock(&rw); own = n; pthread_rwlock_unlock(&rw);", "pthread_rwlock_wrlock(&rw); n++; pthread_rwlock_unlock(&rw);", ""},
		{"write under read lock", "pthread_rwlock_wrlock(&rw); n++; pthread_rwlock_unlock(&rw);", "n = 3; pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw);", "thread"},
		{"own", "own = 1; int l = 1, *q = &l; *q = own;", "own = 2; int l = 2, *q = &l; *q = own;", ""},
		{"heap", "for (int i = 0; i < 9; i++) { int *q = malloc(40); q[i] = i; free(q); }", "for (int i = 0; i < 9; i++) { int *q = malloc(40); q[i] = i; free(q); }", ""},
		{"sleep", "n = 1;", "usleep(1000); n++;", "thread"},
	} {
		text := head + "static void *f(void *p) { " + c.f + " return 0; }\nstatic void *g(void *p) { " + c.g + " return 0; }\n" + tail
		p := compileChecked(t, text, true)
		m, err := vm.New(p, vm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := m.NewRun()
		for _, schedule := range []string{"seed:1", "seed:2", "bound:0"} {
			in := &program.Input{Env: []program.Bytes{program.Bytes(program.ScheduleVariable + "=" + schedule)}}
			agree(t, p, Options{}, x, in)
			out, err := x.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if out.Fault != nil {
				got = out.Fault.Error()
			}
			switch {
			case c.race == "" && got != "", c.race != "" && got != "" && out.Fault.Kind != program.FaultRace:
				t.Errorf("%s, schedule %s: %s", c.name, schedule, got)
			case schedule == "bound:0" && (!strings.Contains(got, c.race) || c.race != "" && got == ""):
				t.Errorf("%s: %q, want %q", c.name, got, c.race)
			}
		}
	}
}
