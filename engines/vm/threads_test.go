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
