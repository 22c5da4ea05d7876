package experiments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/riftlab/rift/results"
	"golang.org/x/sync/errgroup"
)

// The test binary is also the worker and, for tests that kill it, the whole of
// rift: TestMain looks at this variable.
const roleVariable = "RIFT_TEST_ROLE"

func TestMain(m *testing.M) {
	switch role, rest, _ := strings.Cut(os.Getenv(roleVariable), "\n"); role {
	case "worker":
		out := os.Stdout
		os.Stdout = os.Stderr
		if err := Work(testEnvironment(), os.Stdin, out); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(5)
		}
		os.Exit(0)
	case "tool":
		foreignTool()
		os.Exit(0)
	case "run": // FILE and DIR, in lines of their own
		file, dir, _ := strings.Cut(rest, "\n")
		if err := runFile(context.Background(), file, dir, RunOptions{Workers: 2}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// workerCommand starts this binary as a worker.
func workerCommand() []string { return []string{"env", roleVariable + "=worker", os.Args[0]} }

func runFile(ctx context.Context, file, dir string, o RunOptions) error {
	c, err := Load(file)
	if err != nil {
		return err
	}
	p, err := Make(ctx, c, testEnvironment(), nil)
	if err != nil {
		return err
	}
	o.Dir, o.Command = dir, workerCommand()
	_, err = Run(ctx, p, o)
	return err
}

// mustRun plans an experiment and runs it; it returns its canonical records.
func mustRun(t *testing.T, text, dir string, o RunOptions) (*Summary, string) {
	t.Helper()
	p := mustPlan(t, text)
	o.Dir, o.Command = dir, workerCommand()
	sum, err := Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return sum, canonical(t, dir)
}

func mustPlan(t *testing.T, text string) *Plan {
	t.Helper()
	c, err := Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Make(t.Context(), c, testEnvironment(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func scan(t *testing.T, dir string) *results.Index {
	t.Helper()
	f, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	x, err := f.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func canonical(t *testing.T, dir string) string {
	t.Helper()
	var buf bytes.Buffer
	if err := scan(t, dir).Canonical(t.Context(), &buf); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// ends returns the End record of every task of a folder.
func ends(t *testing.T, dir string) map[string]*results.End {
	t.Helper()
	all := map[string]*results.End{}
	if err := scan(t, dir).Each(t.Context(), func(r *results.Record) error {
		if r.End != nil {
			all[r.Task] = r.End
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return all
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\nwant %s\n got %s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(b), len(a))
}

const stepsExperiment = `
subjects = ["numbers"]
pairs = ["p*"]
seeds = 3
[budget]
steps = 3000
[[engine]]
name = "draw"
[[engine]]
name = "draw"
label = "draw-small"
params.max = 6
[[engine]]
name = "pool"
[[engine]]
name = "explain"
`

// TestRunIsTheSameEverywhere runs one plan in five ways.
func TestRunIsTheSameEverywhere(t *testing.T) {
	t.Parallel()
	sum, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 1})
	if sum.Tasks != 15 || sum.Ended[results.StatusBudget] != 12 || sum.Ended[results.StatusDone] != 3 || !sum.Complete || sum.Left != 0 {
		t.Errorf("summary %+v", sum)
	}
	if n := strings.Count(want, `"class":"incomplete-fix"`); n < 5 {
		t.Errorf("%d incomplete fixes", n)
	}
	for name, o := range map[string]RunOptions{
		"again":           {Workers: 1},
		"two workers":     {Workers: 2},
		"shared, one":     {Workers: 1, Isolation: IsolateWorker},
		"shared, several": {Workers: 3, Isolation: IsolateWorker},
	} {
		if _, got := mustRun(t, stepsExperiment, t.TempDir(), o); got != want {
			t.Errorf("%s: other records: %s", name, firstDifference(want, got))
		}
	}
}

// TestShardsMerge runs three shards, two into one folder and one apart, and
// merges them by copying files.
func TestShardsMerge(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	dir, apart := t.TempDir(), t.TempDir()
	for i, d := range []string{dir, apart, dir} {
		sum, _ := mustRun(t, stepsExperiment, d, RunOptions{Workers: 2, Shard: Shard{i + 1, 3}})
		if sum.Complete || sum.Tasks != 5 {
			t.Errorf("shard %d: %+v", i+1, sum)
		}
	}
	for _, sub := range []string{"records", "measures"} {
		files, err := filepath.Glob(filepath.Join(apart, sub, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", sub, files, err)
		}
		for _, f := range files {
			if err := os.Rename(f, filepath.Join(dir, sub, filepath.Base(f))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if canonical(t, dir) != want {
		t.Error("merged shards have other records than one run")
	}
	sum, _ := mustRun(t, stepsExperiment, dir, RunOptions{})
	if sum.Finished != 15 || !sum.Complete {
		t.Errorf("a run on the merged folder: %+v", sum)
	}
}

const misbehaving = `
subjects = ["numbers"]
pairs = ["p3"]
seeds = 1
[budget]
wall = "1s"
[record]
tests = "all"
[[engine]]
name = "panic"
[[engine]]
name = "exit"
[[engine]]
name = "hang"
[[engine]]
name = "killed"
[[engine]]
name = "error"
[[engine]]
name = "patient"
[[engine]]
name = "pool"
`

// TestMisbehavingEngines checks that whatever happens to a worker is the
// outcome of its task, and that what was found before is kept.
func TestMisbehavingEngines(t *testing.T) {
	t.Parallel()
	for _, isolation := range []Isolation{IsolateTask, IsolateWorker} {
		t.Run(string(isolation), func(t *testing.T) {
			t.Parallel()
			checkMisbehaving(t, isolation)
		})
	}
}

func checkMisbehaving(t *testing.T, isolation Isolation) {
	dir := t.TempDir()
	told := map[string]Event{}
	var mu sync.Mutex
	sum, _ := mustRun(t, misbehaving, dir, RunOptions{Workers: 3, Isolation: isolation, Watch: func(e Event) {
		mu.Lock()
		defer mu.Unlock()
		if e.Kind == EventTask {
			told[e.Task] = e
		}
	}})
	if !sum.Complete {
		t.Errorf("%s: %+v", isolation, sum)
	}
	got := ends(t, dir)
	for engine, want := range map[string]results.End{
		"panic":   {Status: results.StatusCrashed, Reason: "the worker exited with status 2: panic: the engine is wrong", Tests: 2, Steps: 40},
		"exit":    {Status: results.StatusCrashed, Reason: "the worker exited with status 3: last words", Tests: 2, Steps: 40},
		"hang":    {Status: results.StatusTime, Reason: "the engine went on after the wall limit and was killed", Tests: 2, Steps: 40},
		"killed":  {Status: results.StatusKilled, Reason: "the worker was killed from outside (killed)", Tests: 2, Steps: 40},
		"error":   {Status: results.StatusError, Reason: "this task is not for me"},
		"patient": {Status: results.StatusTime, Reason: "the wall limit is reached", Tests: 2, Steps: 40},
		"pool":    {Status: results.StatusDone, Tests: 50, Steps: 1000},
	} {
		e := got[engine+"/numbers/p3/1"]
		if e == nil {
			t.Errorf("%s: %s: no end", isolation, engine)
			continue
		}
		if e.Status != want.Status || e.Reason != want.Reason || e.Tests != want.Tests || e.Steps != want.Steps {
			t.Errorf("%s: %s:\n got %+v\nwant %+v", isolation, engine, *e, want)
		}
		// Each of the two tests shows a difference, and so do three of the pool.
		found := map[int]int{0: 0, 2: 2, 50: 3}[want.Tests]
		if told := told[engine+"/numbers/p3/1"]; told.Tests != want.Tests || told.Found != found || told.Status != want.Status {
			t.Errorf("%s: %s: told %+v, want %d tests of which %d show a difference", isolation, engine, told, want.Tests, found)
		}
	}
	if sum.Found != 5*2+3 {
		t.Errorf("%s: %d differences in all, want 13", isolation, sum.Found)
	}
	if again, _ := mustRun(t, misbehaving, dir, RunOptions{Workers: 3, Isolation: isolation}); sum.Failed() != 4 || again.Failed() != 4 || again.Earlier != 3 {
		t.Errorf("%s: failed: %d, and %d of which %d earlier in a second run", isolation, sum.Failed(), again.Failed(), again.Earlier)
	}
	words, err := os.ReadFile(filepath.Join(dir, "crashes", "panic_numbers_p3_1.txt"))
	if err != nil || !strings.Contains(string(words), "run_test.go") {
		t.Errorf("%s: last words of the panic: %q, %v", isolation, words, err)
	}
}

// TestLimits exceeds one limit at a time.
func TestLimits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ engine, limit, status, reason string }{
		{"busy", `cpu = "300ms"`, "time", "the CPU limit of 300ms is reached"},
		{"spin", `cpu = "300ms"`, "time", "the engine went on after the CPU limit of 300ms and was killed"},
		{"memory", `memory = "120MiB"`, "memory", "the memory limit of 120MiB is exceeded"},
	} {
		dir := t.TempDir()
		mustRun(t, fmt.Sprintf("subjects = ['numbers']\npairs = ['p3']\nseeds = 1\nbudget.%s\n[[engine]]\nname = %q\n", tc.limit, tc.engine), dir, RunOptions{})
		e := ends(t, dir)[tc.engine+"/numbers/p3/1"]
		if e == nil || string(e.Status) != tc.status || e.Reason != tc.reason || e.Tests != 2 {
			t.Errorf("%s: %+v", tc.engine, e)
		}
		if tc.engine == "busy" && (e == nil || e.Counters["kept"] != 1) {
			t.Errorf("what was counted is lost: %+v", e)
		}
	}
}

func TestUnsupportedIsAnOutcome(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, "subjects = ['numbers']\npairs = ['broken']\nseeds = 1\n[[engine]]\nname = 'draw'\n", dir, RunOptions{})
	if e := ends(t, dir)["draw/numbers/broken/1"]; e == nil || e.Status != results.StatusError || e.Reason != "n.c:3:7: unsupported: asm" {
		t.Errorf("end %+v", e)
	}
}

// TestPrepareLimit: the limit of the engine is none of the compiler.
func TestPrepareLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, "subjects = ['numbers']\npairs = ['slow']\nseeds = 1\n[budget]\nprepare = '300ms'\n[[engine]]\nname = 'draw'\n", dir, RunOptions{})
	if e := ends(t, dir)["draw/numbers/slow/1"]; e == nil || e.Status != results.StatusTime || e.Reason != "the limit of 300ms was reached while compiling" {
		t.Errorf("end %+v", e)
	}
	for _, tc := range []struct{ wall, prepare, want time.Duration }{
		{3 * time.Second, 0, time.Minute}, {2 * time.Minute, 0, 2 * time.Minute}, {time.Hour, 0, 5 * time.Minute},
		{0, 0, 5 * time.Minute}, {time.Hour, time.Second, time.Second}, {time.Second, time.Hour, time.Hour},
	} {
		b := BudgetConfig{Wall: Duration(tc.wall), Prepare: Duration(tc.prepare)}
		if got := b.prepareLimit(); got != tc.want {
			t.Errorf("wall %s, prepare %s: limit %s, not %s", tc.wall, tc.prepare, got, tc.want)
		}
	}
}

func TestStopAtFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sum, _ := mustRun(t, "stop_at = 'difference'\n"+stepsExperiment, dir, RunOptions{})
	if sum.Found == 0 {
		t.Error("nothing found")
	}
	for id, e := range ends(t, dir) {
		if strings.HasPrefix(id, "draw-small/") && (e.Status != results.StatusDone || e.Reason != spentGoal) {
			t.Errorf("%s: %+v", id, e)
		}
	}
}

// TestContinueAfterKill kills a run with SIGKILL at ten random moments and
// continues it each time; the records must be those of an undisturbed run.
func TestContinueAfterKill(t *testing.T) {
	t.Parallel()
	text := strings.Replace(stepsExperiment, "params.max = 6", "params = {max = 6, pause = \"1ms\"}", 1)
	_, want := mustRun(t, text, t.TempDir(), RunOptions{Workers: 2})
	file := filepath.Join(t.TempDir(), "test.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	kills := 0
	for range 10 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), roleVariable+"=run\n"+file+"\n"+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(time.Duration(random.IntN(250))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		if err := cmd.Wait(); err != nil {
			kills++
		}
		timer.Stop()
	}
	before := scan(t, dir)
	if err := runFile(context.Background(), file, dir, RunOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	t.Logf("killed %d times; %d tasks were finished before the last run; %v", kills, before.Len(), scan(t, dir).Warnings)
	if kills == 0 {
		t.Error("nothing was killed")
	}
	if canonical(t, dir) != want {
		t.Error("a run that was killed and continued has other records: ", firstDifference(want, canonical(t, dir)))
	}
}

// TestNoOrphans kills a run and checks that its worker, whose engine heeds
// nothing, is gone soon after.
func TestNoOrphans(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pidFile, file := filepath.Join(dir, "pid"), filepath.Join(dir, "test.toml")
	text := fmt.Sprintf("subjects = ['numbers']\npairs = ['p3']\nseeds = 1\n[[engine]]\nname = 'deaf'\nparams.pid_file = %q\n", pidFile)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"=run\n"+file+"\n"+filepath.Join(dir, "out"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := ""
	await(t, "the worker to start", func() bool {
		data, err := os.ReadFile(pidFile)
		pid = string(data)
		return err == nil && pid != ""
	})
	if _, ok := processUsage(pid); !ok {
		t.Skip("missing: /proc")
	}
	_ = cmd.Process.Kill()
	cmd.Wait() //nolint:errcheck // killed
	await(t, "the worker to end", func() bool {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		return err != nil || strings.Contains(string(stat), ") Z ") // a zombie if nobody waits for orphans here
	})
}

func await(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited too long for %s", what)
		}
	}
}

// TestInterrupt ends a run through its context and continues it.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	_, want := mustRun(t, stepsExperiment, t.TempDir(), RunOptions{Workers: 2})
	p := mustPlan(t, stepsExperiment)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	sum, err := Run(ctx, p, RunOptions{Dir: dir, Command: workerCommand(), Workers: 2, Watch: func(e Event) {
		if e.Kind == EventTask {
			if n++; n == 3 {
				cancel()
			}
		}
	}})
	if !Interrupted(err) || sum.Left == 0 || sum.Left > 12 {
		t.Fatalf("%v, %+v", err, sum)
	}
	if _, got := mustRun(t, stepsExperiment, dir, RunOptions{Workers: 2}); got != want {
		t.Error("other records than an undisturbed run")
	}
}

func TestFolderOfAnotherPlan(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mustRun(t, stepsExperiment, dir, RunOptions{})
	text := strings.NewReplacer("steps = 3000", "steps = 4000", "max = 6", "max = 7", "seeds = 3", "seeds = 4").Replace(stepsExperiment)
	_, err := Run(context.Background(), mustPlan(t, text), RunOptions{Dir: dir, Command: workerCommand()})
	if !errors.Is(err, ErrOtherPlan) {
		t.Fatal(err)
	}
	for _, part := range []string{
		"\n  budget.steps: 3000 there, 4000 now\n",
		`task draw-small/numbers/p3/1: params: "max = 6\n" there, "max = 7\n" now (and 5 more tasks)`,
		"task draw-small/numbers/p3/4: only now (and 3 more tasks)",
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("no %q in:\n%v", part, err)
		}
	}
}

func TestFolderNotOurs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func() error {
		_, err := Run(context.Background(), mustPlan(t, stepsExperiment), RunOptions{Dir: dir, Command: workerCommand()})
		return err
	}
	if err := run(); err == nil || !strings.Contains(err.Error(), "holds other things") {
		t.Error(err)
	}
	// Only the beginning of a plan: its process was killed.
	if err := os.Rename(filepath.Join(dir, "thesis.tex"), filepath.Join(dir, "plan.json.123")); err != nil {
		t.Fatal(err)
	}
	if err := run(); err != nil {
		t.Error(err)
	}
}

// TestFolderOfSeveral opens one new folder from several runs at a time, each of
// which begins to write there at once.
func TestFolderOfSeveral(t *testing.T) {
	t.Parallel()
	p := mustPlan(t, stepsExperiment)
	for range 100 {
		dir := filepath.Join(t.TempDir(), "new")
		var group errgroup.Group
		for n := range 4 {
			group.Go(func() error {
				f, err := openFolder(dir, p)
				if err != nil {
					return err
				}
				_, err = f.Segment(fmt.Sprint(n))
				return err
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWorkerThatIsNone starts something else than a worker.
func TestWorkerThatIsNone(t *testing.T) {
	t.Parallel()
	p := mustPlan(t, "subjects = ['numbers']\npairs = ['p3']\nseeds = 1\n[[engine]]\nname = 'draw'\n")
	dir := t.TempDir()
	if _, err := Run(context.Background(), p, RunOptions{Dir: dir, Command: []string{filepath.Join(dir, "none")}}); err == nil {
		t.Error("no error for a worker that does not exist")
	}
	sum, err := Run(context.Background(), p, RunOptions{Dir: dir, Command: []string{"env", "false"}})
	if err != nil || sum.Ended[results.StatusCrashed] != 1 {
		t.Errorf("%v, %+v", err, sum)
	}
}
