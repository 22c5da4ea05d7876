package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"

	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/catalog"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

// The scripts run rift with two engines more: "patient" waits until it is
// stopped, "fragile" crashes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"rift": func() { Main(append(catalog.All(), oddEngine{"patient"}, oddEngine{"fragile"})...) },
	})
}

// oddEngine is an engine that does not do its work.
type oddEngine struct{ name string }

func (e oddEngine) Name() string { return e.name }

func (e oddEngine) Run(ctx context.Context, t *engines.Task, rec engines.Recorder) error {
	if e.name == "fragile" {
		panic("a fragile engine")
	}
	<-ctx.Done()
	return ctx.Err()
}

func TestScripts(t *testing.T) {
	compiled := t.TempDir() // shared by all scripts: each runs rift many times
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("RIFT_COMPILED", compiled)
			contrib, err := filepath.Abs("../../contrib")
			env.Setenv("CONTRIB", contrib)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":    status,
			"interrupt": interrupt,
			"scrub":     scrub,
			"age":       age,
		},
	})
}

// status N COMMAND... runs a command and fails unless it exits with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want, err := strconv.Atoi(args[0]); err != nil || got != want {
		ts.Fatalf("status %d, want %s", got, args[0])
	}
}

// interrupt N SIGNAL TEXT COMMAND... starts a command, sends it the signal as
// soon as its standard output contains the text, and fails unless it exits
// with status N. Its output goes to the files "stdout.txt" and "stderr.txt".
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: interrupt N SIGNAL TEXT COMMAND...")
	}
	signals := map[string]os.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM}
	path := lookPath(ts, args[3])
	cmd := exec.Command(path, args[4:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "PATH="+ts.Getenv("PATH"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	stdin, err := cmd.StdinPipe() // never written to
	ts.Check(err)
	defer stdin.Close()
	ts.Check(cmd.Start())
	guard := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer guard.Stop()
	lines := bufio.NewScanner(stdout)
	var seen strings.Builder
	for lines.Scan() {
		seen.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), args[2]) {
			ts.Check(cmd.Process.Signal(signals[args[1]]))
		}
	}
	cmd.Wait() //nolint:errcheck // the status is looked at below
	ts.Check(os.WriteFile(ts.MkAbs("stderr.txt"), stderr.Bytes(), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("stdout.txt"), []byte(seen.String()), 0o666))
	if want, _ := strconv.Atoi(args[0]); cmd.ProcessState.ExitCode() != want {
		ts.Fatalf("status %d, want %s; standard error:\n%s", cmd.ProcessState.ExitCode(), args[0], stderr.String())
	}
}

// lookPath returns the file of a command of a script.
func lookPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path
		}
	}
	ts.Fatalf("%s is not in PATH", name)
	return ""
}

// age DIR VERSION makes the measures of a result folder those of another version
// of rift.
func age(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: age DIR VERSION")
	}
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "measures", "*"))
	ts.Check(err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		ts.Check(err)
		data = versionField.ReplaceAll(data, []byte(`"rift":"`+args[1]+`"`))
		ts.Check(os.WriteFile(name, data, 0o666))
	}
}

var versionField = regexp.MustCompile(`"rift":"[^"]*"`)

var progressLine = regexp.MustCompile(`^rift: (\d+/\d+ tasks, |making tables, )`)

// scrub FILE... takes out of files what differs from run to run: times.
func scrub(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		data, err := os.ReadFile(ts.MkAbs(name))
		ts.Check(err)
		var out strings.Builder
		for line := range strings.Lines(string(data)) {
			if progressLine.MatchString(line) {
				continue // a line of progress, which a slow machine shows
			}
			if i := strings.Index(line, " in "); i >= 0 && strings.Contains(line[i:], " s; ") {
				_, rest, _ := strings.Cut(line[i:], " s; ")
				line = line[:i] + " in N s; " + rest
			}
			out.WriteString(line)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(out.String()), 0o666))
	}
}

// TestForeignEngine builds the example of a foreign strategy, a module of its
// own, tests it, and runs an experiment with it.
func TestForeignEngine(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("missing: the go command")
	}
	dir := t.TempDir()
	rift := filepath.Join(dir, "rift")
	build := exec.Command("go", "build", "-o", rift, ".")
	build.Dir = "../../engines/example"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	check := exec.Command("go", "test", ".")
	check.Dir = build.Dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := "subjects = ['advisory']\npairs = ['n*']\nseeds = 2\n[budget]\ntests = 20\n[[engine]]\nname = 'neighbour'\nparams.reach = 3\n"
	if err := os.WriteFile(filepath.Join(dir, "e.toml"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(rift, "run", "e.toml", "-o", "out", "--json")
	run.Dir = dir
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, `{"event":"result"`) || !strings.Contains(last, `"complete":true`) {
		t.Error(last)
	}
	page, err := os.ReadFile(filepath.Join(dir, "out", "tables", "overview.csv"))
	if err != nil || !strings.Contains(string(page), "neighbour") {
		t.Errorf("%v\n%s", err, page)
	}
}

// TestExamples finds the command of every example in the help texts and parses
// its flags, so that help does not speak of what does not exist.
func TestExamples(t *testing.T) {
	root := (&app{}).root()
	commands := []*cobra.Command{root}
	for i := 0; i < len(commands); i++ {
		cmd := commands[i]
		commands = append(commands, cmd.Commands()...)
		if cmd.Hidden || cmd.Name() == "help" {
			continue
		}
		if cmd.Short == "" || cmd.Example == "" {
			t.Errorf("%s: no help text or no example", cmd.CommandPath())
		}
		for line := range strings.Lines(cmd.Example) {
			_, command, ok := strings.Cut(strings.TrimSpace(line), "rift ")
			if !ok {
				t.Errorf("%s: example %q does not call rift", cmd.CommandPath(), line)
				continue
			}
			words := strings.Fields(command)
			target, rest, err := root.Find(words)
			if err != nil || target == root && len(words) > 0 {
				t.Errorf("%s: example %q is no command", cmd.CommandPath(), line)
				continue
			}
			if err := target.ParseFlags(rest); err != nil {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), line, err)
			}
		}
	}
}
