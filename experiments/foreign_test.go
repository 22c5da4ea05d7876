package experiments

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/program/cputime"
	"github.com/riftlab/rift/results"
)

// foreignTool is a foreign engine for the subject "numbers": it tries random numbers below
// its parameter "max"; with "leave" it starts a process, writes its number to that file, and
// kills its worker. It uses as much CPU time as "spin" says.
func foreignTool() {
	in := bufio.NewReader(os.Stdin)
	receive := func(m any) {
		line, err := in.ReadBytes('\n')
		if err != nil {
			os.Exit(0)
		}
		if err := json.Unmarshal(line, m); err != nil {
			panic(err)
		}
	}
	receive(&struct{}{})
	fmt.Println(`{"type":"hello","protocol":1}`)
	var task struct {
		Seed   uint64
		Params struct {
			Max   uint64
			Leave string
			Spin  int // ms of CPU time
		}
	}
	receive(&task)
	if name := task.Params.Leave; name != "" {
		cmd := exec.Command("sleep", "1234")
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(name, fmt.Appendln(nil, cmd.Process.Pid), 0o666); err != nil {
			panic(err)
		}
		worker, err := os.FindProcess(os.Getppid())
		if err != nil {
			panic(err)
		}
		worker.Kill() //nolint:errcheck // the test sees whether it is gone
		select {}
	}
	for began := cputime.Self(); cputime.Self()-began < time.Duration(task.Params.Spin)*time.Millisecond; {
	}
	x := task.Seed
	for i := 1; ; i++ {
		x = x*6364136223846793005 + 1442695040888963407
		fmt.Printf(`{"type":"try","id":%d,"input":{"args":["%d"]}}`+"\n", i, x>>33%task.Params.Max)
		var a struct{ Type string }
		if receive(&a); a.Type == "stop" {
			fmt.Println(`{"type":"done"}`)
			return
		}
	}
}

// foreign returns an experiment with the tool.
func foreign(params string) string {
	return fmt.Sprintf(`
subjects = ["numbers"]
pairs = ["p*"]
seeds = 2
[budget]
tests = 30
[record]
tests = "all"
[[engine]]
name = "mine"
command = ["env", "%s=tool", %q]
params = { %s }
[[engine]]
name = "draw"
`, roleVariable, os.Args[0], params)
}

// A foreign engine works as others do, and a replay of its transcripts gives the same
// records without it.
func TestForeign(t *testing.T) {
	t.Parallel()
	transcripts := t.TempDir()
	sum, want := mustRun(t, foreign("max = 9"), t.TempDir(), RunOptions{Transcript: transcripts})
	if sum.Ended[results.StatusBudget] != 8 {
		t.Errorf("summary %+v", sum)
	}
	if n := strings.Count(want, `"difference":"stdout"`); n < 20 {
		t.Errorf("%d differences", n)
	}
	_, again := mustRun(t, foreign("max = 9"), t.TempDir(), RunOptions{Isolation: IsolateWorker})
	if again != want {
		t.Errorf("other records in a second run: %s", firstDifference(want, again))
	}
	// The tool is not there any more.
	missing := strings.Replace(foreign("max = 9"), os.Args[0], "none", 1)
	if sum, _ := mustRun(t, missing, t.TempDir(), RunOptions{}); sum.Ended[results.StatusError] != 4 {
		t.Errorf("without the tool: %+v", sum)
	}
	p := mustPlanReplay(t, foreign("max = 9"), transcripts)
	dir := t.TempDir()
	if _, err := Run(t.Context(), p, RunOptions{Dir: dir, Replay: transcripts, Command: workerCommand()}); err != nil {
		t.Fatal(err)
	}
	if got := canonical(t, dir); got != want {
		t.Errorf("other records in the replay: %s", firstDifference(want, got))
	}
	// Other parameters are another plan, of which there are no transcripts.
	p = mustPlanReplay(t, foreign("max = 10"), transcripts)
	dir = t.TempDir()
	if _, err := Run(t.Context(), p, RunOptions{Dir: dir, Replay: transcripts, Command: workerCommand()}); err != nil {
		t.Fatal(err)
	}
	for task, end := range ends(t, dir) {
		if strings.HasPrefix(task, "mine/") && (end.Status != results.StatusError || !strings.Contains(end.Reason, "its task was another one")) {
			t.Errorf("%s: %+v", task, end)
		}
	}
}

func mustPlanReplay(t *testing.T, text, transcripts string) *Plan {
	t.Helper()
	c, err := Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c.Replay = transcripts
	p, err := Make(t.Context(), c, testEnvironment(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The plan knows what the files of a command are, and where they are does not matter;
// with a replay they are what they were.
func TestForeignPlan(t *testing.T) {
	t.Parallel()
	plan := func(dir, replay string) (*Plan, error) {
		c, err := Parse(filepath.Join(dir, "e.toml"), []byte("subjects = ['numbers']\n[[engine]]\nname = 'mine'\ncommand = ['sh', 'my.sh']\n"))
		if err != nil {
			t.Fatal(err)
		}
		c.Replay = replay
		return Make(t.Context(), c, testEnvironment(), nil)
	}
	var hashes []string
	transcripts := t.TempDir()
	for i, text := range []string{"exit 1", "exit 1", "exit 2"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "my.sh"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := plan(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, p.Hash)
		if i == 0 {
			if err := p.keepForeign(transcripts); err != nil {
				t.Fatal(err)
			}
		}
	}
	if hashes[0] != hashes[1] || hashes[0] == hashes[2] {
		t.Errorf("hashes %q", hashes)
	}
	p, err := plan(t.TempDir(), transcripts)
	if err != nil {
		t.Fatal(err)
	}
	if p.Hash != hashes[0] {
		t.Error("a plan to replay has another hash")
	}
	if _, err := plan(t.TempDir(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "holds no transcripts of it") {
		t.Errorf("without transcripts: %v", err)
	}
}

// Transcripts of different tasks are different files within the folder.
func TestTranscriptOf(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, task := range []string{"a/b/c/1", "a/b_c/d/1", "a/b/c d/1", "../b/c/1", "./b/c/1", "a/b/engine.json/1", `a/b\c/d/1`, "a b/c/d/1", "a%20b/c/d/1"} {
		name := transcriptOf("dir", task)
		if seen[name] != "" || !strings.HasPrefix(name, "dir"+string(filepath.Separator)) || strings.Count(name, string(filepath.Separator)) != 4 {
			t.Errorf("%s: %s, as %s", task, name, seen[name])
		}
		seen[name] = task
	}
}

// A tool whose worker is killed does not outlive it, nor does what it has started.
func TestForeignOfKilledWorker(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("processes are found on Linux only")
	}
	dir := t.TempDir()
	started := filepath.Join(t.TempDir(), "pid")
	text := strings.Replace(foreign(fmt.Sprintf("leave = %q", started)), "seeds = 2", "seeds = 1", 1)
	text = strings.Replace(text, `"p*"`, `"p3"`, 1)
	if _, err := Run(context.Background(), mustPlan(t, text), RunOptions{Dir: dir, Command: workerCommand()}); err != nil {
		t.Fatal(err)
	}
	if end := ends(t, dir)["mine/numbers/p3/1"]; end == nil || end.Status != results.StatusKilled {
		t.Errorf("%+v", end)
	}
	pid, err := os.ReadFile(started)
	if err != nil {
		t.Fatal(err)
	}
	state, err := os.ReadFile("/proc/" + strings.TrimSpace(string(pid)) + "/stat")
	if err == nil && !strings.Contains(string(state), ") Z ") {
		t.Errorf("process %s still runs", pid)
	}
}

// The CPU time of a tool is its task's.
func TestForeignMeasured(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("processes are measured on Linux only")
	}
	dir := t.TempDir()
	text := strings.Replace(foreign("max = 9\nspin = 700"), "\nspin", ", spin", 1)
	text = strings.Replace(strings.Replace(text, "seeds = 2", "seeds = 1", 1), `"p*"`, `"p3"`, 1)
	mustRun(t, text, dir, RunOptions{})
	files, err := filepath.Glob(filepath.Join(dir, "measures", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	measured := map[string]results.Measure{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var m results.Measure
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatal(err)
			}
			measured[m.Task] = m
		}
	}
	if cpu := measured["mine/numbers/p3/1"].CPU; cpu < 0.5 {
		t.Errorf("CPU time %v s, the tool alone used 0.7", cpu)
	}
}
