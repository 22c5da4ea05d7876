package experiments

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/program/sandbox"
	"github.com/riftlab/rift/results"
)

// The limits that the experiment file does not set.
const (
	// graceLimit is how long an engine may take to notice that its time is up,
	// and how long a worker may take to leave.
	graceLimit = 5 * time.Second
	// graceCPU is the same in CPU time.
	graceCPU = 500 * time.Millisecond
	// watchEvery is the time between two looks at a worker's CPU and memory.
	watchEvery = 50 * time.Millisecond
	// tailSize is how much of a worker's standard error is kept, in bytes.
	tailSize = 16 << 10
)

// measureMethod says in records how usage is measured and limited.
func measureMethod(i Isolation) string {
	m := "own process per task; CPU by getrusage while the engine runs, with the processes that it started; CPU, RSS and wall watched by the parent each 50 ms through /proc, GOMEMLIMIT at 90 %"
	if i == IsolateWorker {
		m = strings.Replace(m, "own process per task", "process shared by tasks, so that their memory is not known", 1)
	}
	return m
}

// process is a worker as its parent sees it. It is used by one goroutine.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers chan answer // closed when the worker closes its standard output
	tail    *tail
	exited  chan struct{} // closed when the process is gone; then its state may be read
	token   string        // the value of workerVariable
}

func startProcess(command []string) (*process, error) {
	p := &process{
		cmd: exec.Command(command[0], command[1:]...), tail: &tail{},
		answers: make(chan answer), exited: make(chan struct{}),
	}
	detach(p.cmd)
	// What engines have started is found by this when the worker cannot end it any more.
	p.token = rand.Text()
	p.cmd.Env = append(os.Environ(), workerVariable+"="+p.token)
	p.cmd.Stderr = p.tail
	p.cmd.WaitDelay = time.Second // a process that the engine started may hold standard error open
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	// A pipe of our own: Wait must not close it before everything is read.
	out, outWriter, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	p.cmd.Stdout = outWriter
	err = p.cmd.Start()
	outWriter.Close()
	if err != nil {
		out.Close()
		return nil, fmt.Errorf("worker: %w", err)
	}
	go p.readAnswers(out)
	go func() {
		p.cmd.Wait() //nolint:errcheck // the state is read instead
		if state := p.cmd.ProcessState; state == nil || !state.Success() {
			sandbox.Sweep(workerVariable, p.token)
		}
		close(p.exited)
	}()
	return p, nil
}

func (p *process) readAnswers(out io.ReadCloser) {
	defer out.Close()
	defer close(p.answers)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			return // no worker of ours
		}
		select {
		case p.answers <- a:
		case <-p.exited:
			// Nobody may be listening any more; do not wait for ever.
			select {
			case p.answers <- a:
			case <-time.After(graceLimit):
				return
			}
		}
	}
}

// stop ends the worker, by force if it does not leave when its input ends.
func (p *process) stop() {
	p.in.Close()
	select {
	case <-p.exited:
	case <-time.After(graceLimit):
		p.kill()
	}
}

func (p *process) kill() {
	p.cmd.Process.Kill() //nolint:errcheck // it may be gone already
	<-p.exited
}

// death is how a worker died in the middle of a task.
type death struct {
	status  results.Status
	reason  string
	measure results.Measure
	done    progress // what the worker told last
}

// do gives the worker a job and watches it until it answers, dies, or exceeds
// a limit, for which it is killed. Exactly one of the answer, the death and
// the error is given; started is called when the engine starts. An error is that
// of ctx, or a failure of the worker to keep records; after a death or an error
// the process is gone.
func (p *process) do(ctx context.Context, j *job, started func()) (*answer, *death, error) {
	w := watch{began: time.Now(), pid: strconv.Itoa(p.cmd.Process.Pid), budget: j.Budget, shared: j.Shared}
	if err := json.NewEncoder(p.in).Encode(j); err != nil {
		p.stop()
		return nil, p.died(&w), nil
	}
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case a, ok := <-p.answers:
			switch {
			case !ok:
				p.stop()
				return nil, p.died(&w), nil
			case a.Started:
				w.start()
				started()
			case a.Progress != nil:
				w.note(a.Progress)
			case a.Failure != "":
				p.stop()
				return nil, nil, fmt.Errorf("task %s: %s", j.Task.ID, a.Failure)
			default:
				return &a, nil, nil
			}
		case <-ticker.C:
			if status, reason := w.exceeded(); status != "" {
				p.kill()
				return nil, &death{status, reason, w.measure(), w.done}, nil
			}
		case <-ctx.Done():
			p.kill()
			return nil, nil, ctx.Err()
		}
	}
}

// watch compares what a task uses with its limits.
type watch struct {
	pid     string
	budget  BudgetConfig
	began   time.Time     // of the job, then of the engine
	started bool          // the engine runs
	before  time.Duration // CPU time of the process when the engine started
	last    usage
	shared  bool     // the process worked on other tasks before
	done    progress // what the worker told
	at      []moment // of tests that show a difference
}

// note keeps what a worker tells.
func (w *watch) note(p *progress) {
	if p.Moment != nil {
		w.at = append(w.at, *p.Moment)
	}
	counters := w.done.Counters
	w.done = *p
	if w.done.Counters == nil {
		w.done.Counters = counters
	}
}

func (w *watch) start() {
	w.started, w.began = true, time.Now()
	if u, ok := processUsage(w.pid); ok {
		w.before = u.cpu
	}
}

// exceeded returns the status of a task that went over a limit, and "" for
// others. The limits on wall and CPU time are the worker's to keep; here they have
// some grace.
func (w *watch) exceeded() (results.Status, string) {
	if u, ok := processUsage(w.pid); ok {
		u.peak = max(u.peak, w.last.peak) // a process that has just died has none
		w.last = u
	}
	elapsed := time.Since(w.began)
	cpu, cpuLimit := w.last.cpu-w.before, time.Duration(w.budget.CPU)
	limit := time.Duration(w.budget.Wall)
	switch {
	case w.last.rss > int64(w.budget.Memory):
		size, _ := w.budget.Memory.MarshalText()
		return results.StatusMemory, fmt.Sprintf("the memory limit of %s is exceeded", size)
	case w.started && cpuLimit > 0 && cpu > cpuLimit+max(graceCPU, cpuLimit/10):
		return results.StatusTime, fmt.Sprintf("the engine went on after the CPU limit of %s and was killed", cpuLimit)
	case w.started && limit > 0 && elapsed > limit+max(graceLimit, limit/10):
		return results.StatusTime, "the engine went on after the wall limit and was killed"
	case !w.started && elapsed > w.budget.prepareLimit():
		return results.StatusTime, fmt.Sprintf("the limit of %s was reached while compiling", w.budget.prepareLimit())
	}
	return "", ""
}

func (w *watch) measure() results.Measure {
	m := results.Measure{CPU: (w.last.cpu - w.before).Seconds(), Wall: time.Since(w.began).Seconds()}
	if !w.shared {
		m.MaxRSS = w.last.peak
	}
	m.TestsAt, m.TestsCPU = timesOf(w.at)
	return m
}

// died finds out why the worker, which is gone, died.
func (p *process) died(w *watch) *death {
	<-p.exited
	d := &death{status: results.StatusCrashed, measure: w.measure(), done: w.done}
	state := p.cmd.ProcessState
	d.measure.CPU = (state.UserTime() + state.SystemTime() - w.before).Seconds()
	text := p.tail.String()
	signal, signaled := deathSignal(state)
	switch {
	case strings.Contains(text, "fatal error: runtime: out of memory"), strings.Contains(text, "cannot allocate memory"):
		d.status, d.reason = results.StatusMemory, "the system had no more memory"
	case signaled && fromOutside(signal):
		d.status, d.reason = results.StatusKilled, fmt.Sprintf("the worker was killed from outside (%s)", signal)
	case signaled:
		d.reason = fmt.Sprintf("the worker died of a signal (%s)", signal)
	default:
		d.reason = fmt.Sprintf("the worker exited with status %d", state.ExitCode())
		if line := tellingLine(text); line != "" {
			d.reason += ": " + line
		}
	}
	return d
}

// tellingLine returns the line of a worker's last words that tells most.
func tellingLine(text string) string {
	last := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			return line
		}
		if line != "" {
			last = line
		}
	}
	return last
}

// tail is a writer that keeps the beginning and the end of what is written to
// it, tailSize bytes in all.
type tail struct {
	mu   sync.Mutex
	head []byte // the first half
	data []byte // the end of the rest
	cut  bool
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if room := tailSize/2 - len(t.head); room > 0 {
		room = min(room, len(p))
		t.head = append(t.head, p[:room]...)
		p = p[room:]
	}
	t.data = append(t.data, p...)
	if over := len(t.data) - tailSize/2; over > 0 {
		t.cut = true
		t.data = append(t.data[:0], t.data[over:]...)
	}
	return n, nil
}

// String returns what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	gap := ""
	if t.cut {
		gap = "\n[...]\n"
	}
	return string(t.head) + gap + string(t.data)
}
