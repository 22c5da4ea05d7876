package external

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/engines"
	"github.com/riftlab/rift/program/cputime"
	"github.com/riftlab/rift/program/sandbox"
)

const (
	// mark is the variable of the environment by which a tool's processes are found.
	mark = "RIFT_TOOL"
	// watchEvery is the time between two looks at a tool's CPU and memory.
	watchEvery = 200 * time.Millisecond
	// leaveTime is how long a tool that is done may take to leave.
	leaveTime = 2 * time.Second
)

// tool is a running process.
type tool struct {
	in     *os.File
	lines  chan toolLine // closed at the end of its output
	errors *lastWords
	exited chan struct{} // closed when it is gone; then err may be read
	err    error
	kill   context.CancelFunc
	gone   chan struct{} // closed to end the goroutines
	out    *os.File
	quiet  sync.WaitGroup // readers
}

// toolLine is a line that a tool wrote, or what was wrong with it.
type toolLine struct {
	data []byte
	err  error
}

// start starts a tool in a folder, with at most most processes at a time. The meter
// watches it while it runs.
func start(spec *Spec, dir string, most int, log io.Writer, m *meter) (*tool, error) {
	argv := spec.argv()
	t := &tool{
		lines: make(chan toolLine), errors: &lastWords{log: log},
		exited: make(chan struct{}), gone: make(chan struct{}),
	}
	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer inR.Close()
	outR, outW, err := os.Pipe()
	if err != nil {
		inW.Close()
		return nil, err
	}
	defer outW.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		inW.Close()
		outR.Close()
		return nil, err
	}
	defer errW.Close()
	var ctx context.Context
	ctx, t.kill = context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, inR, outW, errW
	token := rand.Text()
	cmd.Env = append(os.Environ(), mark+"="+token, "TMPDIR="+dir,
		// Nobody should have to know of these.
		"PYTHONUNBUFFERED=1", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1")
	running, err := sandbox.Start(cmd, !spec.Network && sandbox.CanIsolate(ctx), most)
	if err != nil {
		t.kill()
		inW.Close()
		outR.Close()
		errR.Close()
		return nil, fmt.Errorf("cannot be started: %w", err)
	}
	t.in, t.out = inW, outR
	t.quiet.Add(2)
	go t.read(outR)
	go func() {
		defer t.quiet.Done()
		defer errR.Close()
		io.Copy(t.errors, errR) //nolint:errcheck // it ends with the pipe
	}()
	go m.watch(running, t.exited)
	go func() {
		t.err = running.Wait()
		sandbox.Sweep(mark, token)
		// A process that was not found may hold the pipes open for ever.
		soon := time.Now().Add(time.Second)
		outR.SetReadDeadline(soon) //nolint:errcheck // it may be closed already
		errR.SetReadDeadline(soon) //nolint:errcheck // the same
		close(t.exited)
	}()
	return t, nil
}

// read hands on the lines of the tool.
func (t *tool) read(out *os.File) {
	defer t.quiet.Done()
	defer out.Close()
	defer close(t.lines)
	r := bufio.NewReaderSize(out, 1<<16)
	for {
		line, err := readLine(r)
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			err = errors.New("an empty line is no message: each line must be a JSON object")
		}
		if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) && isEnd(err) {
			return
		}
		if errors.Is(err, io.EOF) {
			err = nil // the last line lacks its end
		}
		select {
		case t.lines <- toolLine{line, err}:
		case <-t.gone:
			return
		}
		if err != nil {
			return
		}
	}
}

// isEnd reports whether an error is the end of a pipe.
func isEnd(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, os.ErrClosed)
}

// readLine returns the next line, the last one together with io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxLine {
			return nil, fmt.Errorf("a line of more than %d bytes", maxLine)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// end ends the tool, which may leave by itself unless force is set, and its goroutines.
func (t *tool) end(force bool) {
	t.in.Close()
	if !force {
		select {
		case <-t.exited:
		case <-time.After(leaveTime):
		}
	}
	t.kill()
	<-t.exited
	close(t.gone)
	t.quiet.Wait()
}

// left says how a tool left that said nothing of it.
func (t *tool) left() error {
	select {
	case <-t.exited:
	case <-time.After(leaveTime):
		return errors.New("it closed its standard output before it said done")
	}
	said := "before it said done"
	var exit *exec.ExitError
	switch {
	case errors.Is(t.err, sandbox.ErrProcesses):
		return fmt.Errorf("it had %w", t.err)
	case errors.As(t.err, &exit):
		if status, signal := sandbox.Status(exit); signal != 0 {
			said = fmt.Sprintf("it was ended by signal %d %s", signal, said)
		} else {
			said = fmt.Sprintf("it exited with status %d %s", status, said)
		}
	default:
		said = "it exited " + said
	}
	if last := t.errors.last(); last != "" {
		said += ": " + last
	}
	return errors.New(said)
}

// lastWords keeps the end of what a tool writes to standard error, and passes it on.
type lastWords struct {
	log io.Writer

	mu   sync.Mutex
	tail []byte
}

// lastWordsKept is how much of it, in bytes.
const lastWordsKept = 4 << 10

// Write implements io.Writer.
func (l *lastWords) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, p[max(0, len(p)-lastWordsKept):]...)
	if over := len(l.tail) - lastWordsKept; over > 0 {
		l.tail = append(l.tail[:0], l.tail[over:]...)
	}
	l.log.Write(p) //nolint:errcheck // it never fails
	return len(p), nil
}

// last returns the last line that is not empty, and not too long.
func (l *lastWords) last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(l.tail), "?")), "\n")
	line := strings.TrimSpace(lines[len(lines)-1])
	if len(line) > 300 {
		line = line[:300] + "..."
	}
	return line
}

// meter watches what a tool uses.
type meter struct {
	cpu      time.Duration // limits; 0 is none
	memory   int64
	exceeded func(*Cut)

	mu      sync.Mutex
	used    time.Duration // the greatest that was seen
	peakRSS int64
}

// watch calls exceeded with the limit that the tool has reached, if it does: rift's own
// CPU time counts, too.
func (m *meter) watch(r *sandbox.Running, exited <-chan struct{}) {
	began := cputime.Self()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-exited:
			return
		case <-tick.C:
		}
		used, rss, ok := r.Usage()
		m.mu.Lock()
		m.used, m.peakRSS = max(m.used, used), max(m.peakRSS, rss)
		m.mu.Unlock()
		switch {
		case !ok:
		case m.memory > 0 && rss > m.memory:
			m.exceeded(&Cut{EndMemory, fmt.Sprintf("the memory limit of %d MiB is exceeded by the tool", m.memory>>20)})
			return
		case m.cpu > 0 && used+cputime.Self()-began >= m.cpu:
			m.exceeded(&Cut{EndTime, fmt.Sprintf("the CPU limit of %s is reached", m.cpu)})
			return
		}
	}
}

// report tells a recorder that measures what was seen.
func (m *meter) report(rec engines.Recorder) {
	if a, ok := rec.(engines.Accountant); ok {
		m.mu.Lock()
		defer m.mu.Unlock()
		a.Used(m.used, m.peakRSS)
	}
}
