package vm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
)

// scheduled returns an input with a schedule of threads.
func scheduled(schedule string, values ...program.Value) *program.Input {
	in := &program.Input{Values: values}
	if schedule != "" {
		in.Env = []program.Bytes{program.Bytes("RIFT_SCHEDULE=" + schedule)}
	}
	return in
}

// The programs of testdata/threads show what gcc's show, whatever the schedule.
func TestThreads(t *testing.T) {
	for _, f := range fixtures(t, "threads") {
		t.Run(filepath.Base(f.path), func(t *testing.T) {
			golden, err := os.ReadFile(strings.TrimSuffix(f.path, ".c") + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			p := compileC(t, f.path, f.text)
			for _, opt := range []Options{{}, {Trace: true}, {CheckLeaks: true, Coverage: true}} {
				x := newMachine(t, p, opt).NewRun()
				for n := -4; n < 20; n++ {
					schedule := fmt.Sprintf("seed:%d", n)
					switch {
					case n < -2:
						schedule = ""
					case n < 0:
						schedule = fmt.Sprintf("bound:%d", n+3)
					}
					if got := show(run(t, x, scheduled(schedule))); got != string(golden) {
						t.Fatalf("with %+v and schedule %q:\n%s\nwant\n%s", opt, schedule, got, golden)
					}
				}
			}
			careful := newMachine(t, p, Options{}).NewRun()
			careful.alwaysCareful = true
			for _, schedule := range []string{"", "seed:1"} {
				if got := show(run(t, careful, scheduled(schedule))); got != string(golden) {
					t.Fatalf("carefully, with schedule %q:\n%s\nwant\n%s", schedule, got, golden)
				}
			}
			checked := newMachine(t, compileVersion(t, &program.Version{Check: true, Files: []program.SourceFile{{Name: f.path, Text: f.text}}}), Options{}).NewRun()
			for _, schedule := range []string{"", "seed:1", "seed:2"} {
				if got := show(run(t, checked, scheduled(schedule))); got != string(golden) {
					t.Fatalf("with checks and schedule %q:\n%s\nwant\n%s", schedule, got, golden)
				}
			}
			stdout, stderr, status := native(t, gcc(t, f, "-pthread"), "")
			if got := fmt.Sprintf("exit %d\n%s%s", status, stdout, stderr); got != string(golden) {
				t.Errorf("gcc's program shows\n%s", got)
			}
		})
	}
}

// What is undefined of the registers of a thread stays so while others run.
func TestThreadsKeepUndefinedBits(t *testing.T) {
	p := compileC(t, "p.c", `#include <pthread.h>
static volatile int turn;
struct pair { int known, unknown; };
static struct pair get(int n) { struct pair p; p.known = n; return p; }
static void *f(void *arg)
{
	struct pair p = get(1), *q = &p;
	int v = q->unknown;
	turn = 1;
	while (turn != 2)
		;
	return (void *)(long)(arg ? (v ? 7 : 8) : p.known);
}
int main(int argc, char **argv)
{
	pthread_t t;
	void *r;
	pthread_create(&t, 0, f, argc > 1 ? argv : 0);
	while (turn != 1)
		;
	turn = 2;
	pthread_join(t, &r);
	return (int)(long)r;
}
`)
	x := newMachine(t, p, Options{}).NewRun()
	if out := run(t, x, input("")); out.Fault != nil || out.Status != 1 {
		t.Errorf("what is not used: %s", show(out))
	}
	if out := run(t, x, input("", "use")); out.Fault == nil || out.Fault.Kind != program.FaultUninitialised || out.Fault.Pos.Line != 12 {
		t.Errorf("what is used: %s", show(out))
	}
}
