package external

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/engines/enginetest"
	"github.com/riftlab/rift/engines/pair"
	"github.com/riftlab/rift/program"
)

// The test binary is also the tools: TestMain looks at this variable.
const toolVariable = "RIFT_TEST_TOOL"

func TestMain(m *testing.M) {
	if name := os.Getenv(toolVariable); name != "" {
		tools[name](newPeer())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// peer is rift as a tool sees it.
type peer struct {
	in  *bufio.Reader
	out io.Writer
	id  int
}

func newPeer() *peer { return &peer{in: bufio.NewReader(os.Stdin), out: os.Stdout} }

func (p *peer) send(m any) {
	if err := json.NewEncoder(p.out).Encode(m); err != nil {
		os.Exit(7)
	}
}

func (p *peer) say(lines ...string) {
	for _, l := range lines {
		if _, err := io.WriteString(p.out, l+"\n"); err != nil {
			os.Exit(7)
		}
	}
}

type object = map[string]any

func (p *peer) receive() object {
	line, err := p.in.ReadBytes('\n')
	if err != nil {
		os.Exit(8)
	}
	m := object{}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if err := dec.Decode(&m); err != nil {
		panic(err)
	}
	return m
}

// ask sends a request and returns the answer.
func (p *peer) ask(kind string, m object) object {
	p.id++
	m["type"], m["id"] = kind, p.id
	p.send(m)
	a := p.receive()
	if fmt.Sprint(a["id"]) != strconv.Itoa(p.id) {
		panic(fmt.Sprintf("the answer to request %d: %v", p.id, a))
	}
	return a
}

// meet says hello and returns the task.
func (p *peer) meet() object {
	if h := p.receive(); h["type"] != "hello" || fmt.Sprint(h["protocol"]) != "1" {
		panic(fmt.Sprint(h))
	}
	p.say(`{"type":"hello","protocol":1}`)
	return p.receive()
}

func values(x int32) object {
	return object{"values": []program.Value{program.IntValue("x", 4, int64(x))}}
}

// tools are the tools of the tests, well behaved ones first.
var tools = map[string]func(*peer){
	// random tries integers for the subject "bound" until it is told to stop.
	"random": func(p *peer) {
		task := p.meet()
		seed, _ := task["seed"].(json.Number).Int64()
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		for {
			a := p.ask("try", object{"input": values(r.Int32N(40)), "note": object{"phase": "draw"}})
			if a["type"] == "stop" {
				break
			}
			p.ask("count", object{"name": "draws"})
		}
		p.ask("count", object{"name": "stops"})
		p.say(`{"type":"done","reason":"told so"}`)
	},
	// look tries one input and says what it saw.
	"look": func(p *peer) {
		task := p.meet()
		trial := p.ask("try", object{"input": values(15), "lines": true})
		run := p.ask("run", object{"input": values(15), "version": "new"})
		short := p.ask("try", object{"input": values(0), "outcomes": false})
		spent := p.ask("spend", object{"steps": 5})
		source, err := os.ReadFile(task["old"].(object)["units"].([]any)[0].(string))
		if err != nil {
			panic(err)
		}
		text, err := json.Marshal([]any{task, trial, run, short, spent, string(source)})
		if err != nil {
			panic(err)
		}
		p.ask("requirement", object{"requirement": object{"id": "r", "criterion": "c", "status": "covered", "text": string(text)}})
		p.say(`{"type":"log","text":"seen"}`, `{"type":"done"}`)
	},
	// pipelined asks for much before it reads anything.
	"pipelined": func(p *peer) {
		p.meet()
		for i := range 20 {
			p.say(fmt.Sprintf(`{"type":"try","id":%d,"input":{"values":[{"name":"x","data":"\u00%02x\u0000\u0000\u0000"}]}}`, i, i))
		}
		p.say(`{"type":"done"}`)
	},
	// blames judges each change and explains.
	"blames": func(p *peer) {
		task := p.meet()
		var root []any
		for _, c := range task["changes"].([]any) {
			id := c.(object)["id"]
			if p.ask("judge", object{"apply": []any{id}})["verdict"] == "fail" {
				root = append(root, id)
			}
		}
		a := p.ask("explanation", object{"explanation": object{"root": root, "text": "it fails alone"}})
		if a["confirmed"] == nil || a["one_minimal"] == nil {
			panic(fmt.Sprint(a))
		}
		p.say(`{"type":"done"}`)
	},
	"not applicable": func(p *peer) {
		p.meet()
		p.say(`{"type":"done","error":"afl-fuzz is not there: install afl++"}`)
	},

	"garbage":       func(p *peer) { p.meet(); p.say("Traceback: no") },
	"garbage first": func(p *peer) { p.say("Welcome to my tool 1.0!"); p.receive(); p.receive() },
	"number":        func(p *peer) { p.meet(); p.say("17") },
	"two on a line": func(p *peer) { p.meet(); p.say(`{"type":"log","text":"a"} {"type":"done"}`) },
	"empty line":    func(p *peer) { p.meet(); p.say("") },
	"no type":       func(p *peer) { p.meet(); p.say(`{"id":1}`) },
	"no id":         func(p *peer) { p.meet(); p.say(`{"type":"try","input":{}}`) },
	"negative id":   func(p *peer) { p.meet(); p.say(`{"type":"try","id":-1,"input":{}}`) },
	"huge id":       func(p *peer) { p.meet(); p.say(`{"type":"try","id":1e300,"input":{}}`) },
	"text id":       func(p *peer) { p.meet(); p.say(`{"type":"try","id":"a","input":{}}`) },
	"unknown type":  func(p *peer) { p.meet(); p.say(`{"type":"tri","id":1}`) },
	"answers":       func(p *peer) { p.meet(); p.say(`{"type":"answer","id":1}`) },
	"hello again":   func(p *peer) { p.meet(); p.say(`{"type":"hello","protocol":1}`) },
	"wrong version": func(p *peer) { p.receive(); p.say(`{"type":"hello","protocol":2}`); p.receive() },
	"no version":    func(p *peer) { p.receive(); p.say(`{"type":"hello"}`); p.receive() },
	"no hello":      func(p *peer) { p.receive(); p.say(`{"type":"done"}`); p.receive() },
	"echo":          func(p *peer) { io.Copy(os.Stdout, os.Stdin) }, //nolint:errcheck // it is ended
	"deep":          func(p *peer) { p.meet(); p.say(strings.Repeat("[", 100_000)) },
	"exits":         func(p *peer) { p.meet(); fmt.Fprintln(os.Stderr, "ModuleNotFoundError: klee"); os.Exit(3) },
	"exits at once": func(*peer) { os.Exit(0) },
	"killed":        func(p *peer) { p.meet(); syscall.Kill(os.Getpid(), syscall.SIGSEGV); select {} }, //nolint:errcheck // it ends this process
	"closes output": func(p *peer) { p.meet(); os.Stdout.Close(); time.Sleep(time.Hour) },
	"closes input": func(p *peer) {
		p.meet()
		os.Stdin.Close()
		p.say(`{"type":"count","id":1,"name":"a"}`)
		time.Sleep(time.Hour)
	},
	"refused":        func(p *peer) { p.meet(); p.refused() },
	"half a line":    func(p *peer) { p.meet(); io.WriteString(os.Stdout, `{"type":"do`) }, //nolint:errcheck // it ends
	"silent first":   func(*peer) { time.Sleep(time.Hour) },
	"silent":         func(p *peer) { p.meet(); time.Sleep(time.Hour) },
	"busy":           func(p *peer) { p.meet(); spin() },
	"does not read":  func(p *peer) { p.meet(); p.unread() },
	"endless line":   func(p *peer) { p.meet(); flood(os.Stdout, strings.Repeat("x", 1<<16)) },
	"endless logs":   func(p *peer) { p.meet(); flood(os.Stdout, `{"type":"log","text":"and"}`+"\n") },
	"endless errors": func(p *peer) { p.meet(); flood(os.Stderr, strings.Repeat("and ", 1<<12)) },
	"greedy":         func(p *peer) { p.meet(); greedy() },
	"ignores stop":   func(p *peer) { p.meet(); p.ignoresStop() },
	"hears stop": func(p *peer) {
		p.meet()
		p.ask("count", object{"name": "ready"})
		if m := p.receive(); m["type"] != "stop" || m["reason"] != "time is up" {
			panic(fmt.Sprint(m))
		}
		p.ask("count", object{"name": "heard"})
		if a := p.ask("try", object{"input": values(15)}); a["type"] != "stop" {
			panic(fmt.Sprint(a))
		}
		p.say(`{"type":"done"}`)
	},
	"forks": func(p *peer) {
		p.meet()
		for range 100 {
			if exec.Command("sleep", "1234").Start() != nil {
				break
			}
		}
		time.Sleep(time.Hour)
	},
	// leaves leaves children behind, one of which has left its group.
	"leaves": func(p *peer) {
		p.meet()
		for _, away := range []bool{false, true} {
			cmd := exec.Command("sleep", "1234")
			cmd.Stdout = os.Stdout // which it keeps open
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: away}
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			p.ask("requirement", object{"requirement": object{"id": strconv.Itoa(cmd.Process.Pid), "criterion": "child", "status": "unknown"}})
		}
		p.say(`{"type":"done"}`)
	},
}

func (p *peer) refused() {
	for {
		if a := p.ask("spend", object{"steps": -1}); a["type"] != "error" {
			panic(fmt.Sprint(a))
		}
	}
}

func (p *peer) unread() {
	for i := 1; ; i++ {
		p.say(fmt.Sprintf(`{"type":"run","id":%d,"version":"old","input":{"values":[{"name":"x","data":"\u0001\u0000\u0000\u0000"}]}}`, i))
	}
}

func (p *peer) ignoresStop() {
	for {
		p.ask("try", object{"input": values(1)})
	}
}

func spin() {
	for i := uint64(0); ; i++ {
		if i == ^uint64(0) {
			return
		}
	}
}

func greedy() {
	var held [][]byte
	for {
		b := make([]byte, 16<<20)
		for i := range b {
			b[i] = 1
		}
		held = append(held, b)
		if len(held) == 100 {
			time.Sleep(time.Hour)
		}
	}
}

func flood(w io.Writer, text string) {
	for {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
	}
}

// tool returns an engine that is a tool of the tests.
func testTool(name string) Engine {
	return Engine{Called: "mine", Spec: Spec{
		Kind: engines.Generate, Command: []string{"env", toolVariable + "=" + name, os.Args[0]},
	}}
}

// compiled are the versions of the subject "bound", which each task has again.
var compiled struct {
	sync.Mutex
	task *engines.Task
}

// boundTask returns a task that the test may change.
func boundTask(t testing.TB) *engines.Task {
	t.Helper()
	compiled.Lock()
	defer compiled.Unlock()
	if compiled.task == nil {
		task := enginetest.Task(t, "bound", "patch")
		task.ID = "mine/bound/patch/1"
		machines := map[*program.Program]*pair.Concrete{}
		for _, p := range []*program.Program{task.Old.Program, task.New.Program} {
			var err error
			if machines[p], err = pair.NewMachine(p, pair.Options{Steps: enginetest.RunSteps}); err != nil {
				t.Fatal(err)
			}
		}
		task.Execute = func(ctx context.Context, p *program.Program, in *program.Input) (*program.Outcome, error) {
			return pair.Execute(ctx, machines[p], in)
		}
		compiled.task = task
	}
	task := *compiled.task
	return &task
}

func tried(b *enginetest.Bench) []string {
	var list []string
	for _, t := range b.Trials {
		list = append(list, t.Input.Key()+" "+string(t.Difference)+" "+t.Note.Phase)
	}
	return list
}

// A tool finds what it looks for; the same seed gives the same, and so does a replay.
func TestRecordAndReplay(t *testing.T) {
	record := filepath.Join(t.TempDir(), "some", "1.jsonl")
	var want *enginetest.Bench
	for _, how := range []string{"live", "recorded", "replayed"} {
		task := boundTask(t)
		b := enginetest.NewBench(t, task)
		b.MaxTests = 60
		e := testTool("random")
		switch how {
		case "recorded":
			e.Record = record
		case "replayed":
			e.Spec.Command = []string{"no such command"}
			e.Replay = record
		}
		if err := e.Run(t.Context(), task, b); !errors.Is(err, engines.ErrBudget) {
			t.Fatalf("%s: %v, want that the budget is spent", how, err)
		}
		if len(b.Trials) != 60 || len(b.Differing()) == 0 || b.Counters["draws"] != 60 || b.Counters["stops"] != 1 {
			t.Errorf("%s: %d trials, %d of them differ, counters %v", how, len(b.Trials), len(b.Differing()), b.Counters)
		}
		if want == nil {
			want = b
		}
		if diff := cmp.Diff(tried(want), tried(b)); diff != "" {
			t.Errorf("%s: other inputs (-want +got):\n%s", how, diff)
		}
		if want.Steps != b.Steps {
			t.Errorf("%s: %d steps, want %d", how, b.Steps, want.Steps)
		}
	}
}

// A replay refuses what would make other records.
func TestReplayRefuses(t *testing.T) {
	record := filepath.Join(t.TempDir(), "1.jsonl")
	task := boundTask(t)
	b := enginetest.NewBench(t, task)
	b.MaxTests = 3
	e := testTool("random")
	e.Record = record
	if err := e.Run(t.Context(), task, b); !errors.Is(err, engines.ErrBudget) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for _, c := range []struct {
		name   string
		change func(task *engines.Task, b *enginetest.Bench) string // the transcript
		want   string
	}{
		{"another seed", func(task *engines.Task, _ *enginetest.Bench) string { task.Seed++; return string(text) }, "its task was another one"},
		{"another task", func(task *engines.Task, _ *enginetest.Bench) string { task.ID = "x"; return string(text) }, "of task mine/bound/patch/1, not of x"},
		{"another budget", func(_ *engines.Task, b *enginetest.Bench) string { b.MaxTests = 2; return string(text) }, "rift's answer is not the one"},
		{"no end", func(*engines.Task, *enginetest.Bench) string { return strings.Join(lines[:3], "") }, "cut short"},
		{"no head", func(*engines.Task, *enginetest.Bench) string { return strings.Join(lines[1:], "") }, "begins with its head"},
		{"no answer", func(*engines.Task, *enginetest.Bench) string { return lines[0] + lines[1] + lines[3] }, "followed by its answer"},
		{"garbage", func(*engines.Task, *enginetest.Bench) string { return lines[0] + "x" }, "no line of a transcript"},
		{"a new version", func(*engines.Task, *enginetest.Bench) string {
			return strings.Replace(string(text), `"transcript":1`, `"transcript":2`, 1)
		}, "version 2 of transcripts"},
		{"nothing", func(*engines.Task, *enginetest.Bench) string { return "" }, "cut short"},
	} {
		task := boundTask(t)
		b := enginetest.NewBench(t, task)
		b.MaxTests = 3
		changed := filepath.Join(t.TempDir(), "changed.jsonl")
		if err := os.WriteFile(changed, []byte(c.change(task, b)), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := (Engine{Called: "mine", Spec: e.Spec, Replay: changed}).Run(t.Context(), task, b); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	e = Engine{Called: "mine", Spec: e.Spec, Replay: filepath.Join(t.TempDir(), "none")}
	if err := e.Run(t.Context(), task, b); err == nil || !strings.Contains(err.Error(), "no transcript of this task") {
		t.Errorf("without a transcript: %v", err)
	}
}

// What a tool is told of the task, of a trial, and of a run.
func TestLook(t *testing.T) {
	task := boundTask(t)
	b := enginetest.NewBench(t, task)
	b.MaxTests = 10
	e := testTool("look")
	e.Log = filepath.Join(t.TempDir(), "logs", "1.log")
	if err := e.Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if log, err := os.ReadFile(e.Log); err != nil || string(log) != "seen\n" {
		t.Errorf("log %q, %v", log, err)
	}
	var seen [6]json.RawMessage
	if err := json.Unmarshal([]byte(b.Requirements[0].Text), &seen); err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{
		{`"subject":"bound"`, `"flags":["-Iold"]`, `"seed":1`, `"kind":"generate"`, `"entry":"alarm_level"`, `"changes":[{"file":"bound.c","id":"c1",`, `"params":{}`,
			`"old":["  if (x \u003e 10)"]`, `"tests":[{"input":{"entry":"alarm_level","values":[{"data":"\u0000\u0000\u0000\u0000","name":"x"}]},"name":"t1"}`},
		{`"difference":"stdout"`, `"differs":true`, `"executed":["c1"]`, `"stdout":"level 1\n"`, `"stdout":"level 0\n"`, `"left":{"tests":9}`, `"lines":{"new":{"bound.c":[7,8,10,11]}`},
		{`"outcome":{"ending":"exit"`, `"stdout":"level 0\n"`, `"left":{"tests":9}`},
		{`"differs":false`, `"executed":["c1"]`, `"left":{"tests":8}`},
		{`"type":"answer"`},
		{`int alarm_level(int x)`},
	} {
		for _, w := range want {
			if !strings.Contains(string(seen[i]), w) {
				t.Errorf("message %d: no %s in %s", i, w, seen[i])
			}
		}
	}
	if strings.Contains(string(seen[3]), "stdout") {
		t.Errorf("outcomes although none are wanted: %s", seen[3])
	}
	if len(b.Trials) != 2 {
		t.Errorf("%d trials, want 2: run records nothing", len(b.Trials))
	}
}

func TestPipelined(t *testing.T) {
	task := boundTask(t)
	b := enginetest.NewBench(t, task)
	if err := testTool("pipelined").Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if len(b.Trials) != 20 || len(b.Differing()) != 9 {
		t.Errorf("%d trials, %d differ; want 20 and 9", len(b.Trials), len(b.Differing()))
	}
}

// Whether an explanation holds is checked, whatever the tool says.
func TestExplains(t *testing.T) {
	task := boundTask(t)
	task.Failing = &program.Test{Name: "between", Input: program.Input{Entry: "alarm_level", Values: []program.Value{program.IntValue("x", 4, 15)}}}
	b := enginetest.NewBench(t, task)
	e := testTool("blames")
	e.Spec.Kind = engines.Explain
	if err := e.Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	want := []engines.Explanation{{Root: []string{"c1"}, Auxiliary: []string{}, Confirmed: true, OneMinimal: true, Text: "it fails alone"}}
	if diff := cmp.Diff(want, b.Explanations); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Whatever a tool does wrong is told, and what it had found before counts.
func TestAbuse(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("process groups are ended on Linux only")
	}
	for name, want := range map[string]string{
		"not applicable": "mine: afl-fuzz is not there: install afl++",
		"garbage":        `mine: "Traceback: no\n" is no message: each line must be a JSON object`,
		"garbage first":  `"Welcome to my tool 1.0!\n" is no message`,
		"number":         `"17\n" is no message`,
		"two on a line":  "is no message: each line must be",
		"empty line":     "an empty line is no message",
		"no type":        `has no "type"`,
		"no id":          `needs an "id" from 0 to 2^53`,
		"negative id":    `needs an "id" from 0 to 2^53`,
		"huge id":        `needs an "id" from 0 to 2^53`,
		"text id":        `needs an "id" from 0 to 2^53`,
		"unknown type":   `message of unknown type "tri"; did you mean "try"?`,
		"answers":        `message of type "answer": that is rift's to send`,
		"hello again":    "a second hello",
		"wrong version":  "it speaks version 2 of the protocol, and this rift speaks 1",
		"no version":     `its hello has no "protocol"`,
		"no hello":       `its first message is of type "done", not "hello"`,
		"echo":           `hello: unknown field "folder"`,
		"deep":           "is no message",
		"exits":          "it exited with status 3 before it said done: ModuleNotFoundError: klee",
		"exits at once":  "it exited before it said done",
		"killed":         "before it said done",
		"closes output":  "it closed its standard output before it said done",
		"closes input":   "it closed its standard input, and goes on",
		"refused":        `1000 requests in a row were refused, the last one as: spend needs "steps"`,
		"half a line":    `"{\"type\":\"do" is no message`,
		"endless line":   "a line of more than 4194304 bytes",
		"forks":          "too many processes: more than 20",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			task := boundTask(t)
			e := testTool(name)
			e.patient = &patience{hello: time.Hour, grace: time.Hour, cut: time.Hour, processes: 20}
			err := e.Run(t.Context(), task, enginetest.NewBench(t, task))
			if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, engines.ErrBudget) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}

// A tool that says nothing from the beginning is not waited for as long as the task may
// take.
func TestNoHello(t *testing.T) {
	task := boundTask(t)
	e := testTool("silent first")
	e.patient = &patience{hello: 300 * time.Millisecond, processes: 20}
	err := e.Run(t.Context(), task, enginetest.NewBench(t, task))
	if want := "mine: it said no hello within 300ms"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// The limits of a task hold for tools.
func TestLimits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("CPU time and memory are watched on Linux only")
	}
	const memory = 64 << 20
	for _, c := range []struct {
		name   string
		budget engines.Budget
		want   Cut
	}{
		{"silent", engines.Budget{}, Cut{EndTime, "the wall limit is reached"}},
		{"busy", engines.Budget{CPU: 200 * time.Millisecond}, Cut{EndTime, "the CPU limit of 200ms is reached"}},
		{"greedy", engines.Budget{Memory: memory}, Cut{EndMemory, "the memory limit of 64 MiB is exceeded by the tool"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if c.want.Reason != "the wall limit is reached" {
				cancel()
				ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
			}
			defer cancel()
			e := testTool(c.name)
			e.Record = filepath.Join(t.TempDir(), "1.jsonl")
			task := boundTask(t)
			task.Budget = c.budget
			for range 2 {
				err := e.Run(ctx, task, enginetest.NewBench(t, task))
				var cut *Cut
				if !errors.As(err, &cut) || *cut != c.want {
					t.Errorf("%v, want %v", err, c.want)
				}
				// The replay ends in the same way.
				ctx = t.Context()
				e.Replay, e.Record = e.Record, ""
			}
		})
	}
}

// readiness is a recorder that ends the time once the tool is ready.
type readiness struct {
	*enginetest.Bench
	end context.CancelCauseFunc
}

func (r readiness) Count(name string, n int64) {
	r.Bench.Count(name, n)
	if name == "ready" {
		r.end(errors.New("time is up"))
	}
}

// A tool whose time is up is told so, and what it has counted is kept, also in a replay.
func TestHearsStop(t *testing.T) {
	e := testTool("hears stop")
	e.patient = &patience{hello: time.Minute, cut: time.Minute, processes: 20}
	e.Record = filepath.Join(t.TempDir(), "1.jsonl")
	for _, how := range []string{"live", "replayed"} {
		task := boundTask(t)
		ctx, end := context.WithCancelCause(t.Context())
		b := readiness{enginetest.NewBench(t, task), end}
		if how == "replayed" {
			b.end = func(error) {}
		}
		err := e.Run(ctx, task, b)
		var cut *Cut
		if !errors.As(err, &cut) || *cut != (Cut{EndTime, "time is up"}) {
			t.Errorf("%s: %v", how, err)
		}
		if b.Counters["heard"] != 1 || len(b.Trials) != 0 {
			t.Errorf("%s: counters %v, %d trials", how, b.Counters, len(b.Trials))
		}
		e.Replay, e.Record = e.Record, ""
		end(nil)
	}
}

// However much a tool writes, rift keeps little of it.
func TestFloodsAreNotKept(t *testing.T) {
	for _, name := range []string{"endless logs", "endless errors", "does not read", "endless line"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		task := boundTask(t)
		e := testTool(name)
		e.Log = filepath.Join(t.TempDir(), "1.log")
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := e.Run(ctx, task, enginetest.NewBench(t, task))
		if endless := errors.As(err, new(*Cut)); err == nil || endless == (name == "endless line") {
			t.Errorf("%s: %v", name, err)
		}
		info, err := os.Stat(e.Log)
		if logs := err == nil; logs != (name == "endless logs" || name == "endless errors") || logs && info.Size() > logKept {
			t.Errorf("%s: log %v, %v", name, info, err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if after.HeapAlloc > before.HeapAlloc+(32<<20) {
			t.Errorf("%s: the heap grew from %d to %d", name, before.HeapAlloc, after.HeapAlloc)
		}
	}
}

func TestBoundedLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "new", "log")
	log := &boundedLog{name: name, left: 10}
	for _, text := range []string{"1234567", "89abc", "def"} {
		if n, err := io.WriteString(log, text); n != len(text) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	log.close()
	if text, err := os.ReadFile(name); string(text) != "123456789a" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// A tool that goes on although the budget is spent is ended; that is no fault of the
// records.
func TestIgnoresStop(t *testing.T) {
	task := boundTask(t)
	b := enginetest.NewBench(t, task)
	b.MaxTests = 5
	if err := testTool("ignores stop").Run(t.Context(), task, b); !errors.Is(err, engines.ErrBudget) {
		t.Error(err)
	}
	if len(b.Trials) != 5 {
		t.Errorf("%d trials", len(b.Trials))
	}
}

// Nothing that a tool has started outlives it.
func TestNothingIsLeft(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are found on Linux only")
	}
	task := boundTask(t)
	b := enginetest.NewBench(t, task)
	if err := testTool("leaves").Run(t.Context(), task, b); err != nil {
		t.Fatal(err)
	}
	if len(b.Requirements) != 2 {
		t.Fatalf("%d children, want 2", len(b.Requirements))
	}
	for _, r := range b.Requirements {
		state, err := os.ReadFile("/proc/" + r.ID + "/stat")
		if err == nil && !strings.Contains(string(state), ") Z ") {
			t.Errorf("process %s still runs", r.ID)
		}
	}
}

func TestNotFound(t *testing.T) {
	for _, command := range [][]string{{"no-such-tool-anywhere", "x"}, {"./no-such-tool"}} {
		task := boundTask(t)
		e := Engine{Called: "mine", Spec: Spec{Kind: engines.Generate, Command: command, Folder: t.TempDir()}}
		err := e.Run(t.Context(), task, enginetest.NewBench(t, task))
		if err == nil || !strings.Contains(err.Error(), "mine: cannot be started: ") || !strings.Contains(err.Error(), command[0]) {
			t.Errorf("%v: %v", command, err)
		}
	}
}

// Files of the command are found beside the experiment, and their content counts.
func TestSpecFiles(t *testing.T) {
	dir := t.TempDir()
	for _, f := range []string{"my.sh", "data"} {
		if err := os.WriteFile(filepath.Join(dir, f), []byte(f), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	s := Spec{Command: []string{"sh", "my.sh", "none", "data", "/etc/passwd"}, Folder: dir}
	if err := s.Hash(); err != nil {
		t.Fatal(err)
	}
	if len(s.Files) != 2 || s.Files["my.sh"] == "" || s.Files["my.sh"] == s.Files["data"] {
		t.Errorf("files %v", s.Files)
	}
	if got, want := s.argv(), []string{"sh", filepath.Join(dir, "my.sh"), "none", filepath.Join(dir, "data"), "/etc/passwd"}; !slices.Equal(got, want) {
		t.Errorf("argv %q, want %q", got, want)
	}
}
