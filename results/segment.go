package results

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Folder is a results folder on disk.
type Folder struct {
	// NoSync makes segments trust the operating system to write: records then
	// survive a crash of the process but not of the machine. For tests and
	// benchmarks.
	NoSync bool

	dir string
}

// The names inside a results folder.
const (
	planFile    = "plan.json"
	recordsDir  = "records"
	measuresDir = "measures"
	segmentExt  = ".jsonl"
)

// Open returns the results folder dir, which must exist.
func Open(dir string) (*Folder, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("results folder: %s is not a folder", dir)
	}
	return &Folder{dir: dir}, nil
}

// Plan reads the head of plan.json. A folder without one gives an error for
// which errors.Is(err, fs.ErrNotExist) holds.
func (f *Folder) Plan() (PlanHead, error) {
	var head PlanHead
	data, err := os.ReadFile(filepath.Join(f.dir, planFile))
	if err != nil {
		return head, fmt.Errorf("plan: %w", err)
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return head, fmt.Errorf("plan: %s: %w", filepath.Join(f.dir, planFile), err)
	}
	return head, nil
}

// Segment appends the records of one process to a folder. Its methods may be
// called from several goroutines, but the records of one attempt must not be
// mixed with those of another: a process that runs tasks side by side opens a
// segment for each of them.
type Segment struct {
	mu       sync.Mutex
	records  *appender
	measures *appender
	task     string // of the attempt under way, "" between attempts
	seq      int    // of the next record
}

// Segment opens the segment of that name, which no other process may have open
// at the same time; host and process id make a good name. A segment that
// exists already is continued; if its last line is torn it stays so, on a line
// of its own.
func (f *Folder) Segment(name string) (*Segment, error) {
	if name == "" || strings.ContainsAny(name, "/\\") || strings.HasPrefix(name, ".") {
		return nil, fmt.Errorf("segment name %q: must be a plain file name", name)
	}
	records, err := openAppender(filepath.Join(f.dir, recordsDir), name+segmentExt, !f.NoSync)
	if err != nil {
		return nil, err
	}
	measures, err := openAppender(filepath.Join(f.dir, measuresDir), name+segmentExt, false)
	if err != nil {
		return nil, errors.Join(err, records.close())
	}
	return &Segment{records: records, measures: measures}, nil
}

// Append writes a record and numbers it: r.Seq is set. A Start begins an
// attempt (and abandons one that is under way); an End closes it, and when
// Append returns, everything up to it is on the disk.
func (s *Segment) Append(r *Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Task == "":
		return errors.New("record without a task")
	case r.Start != nil:
		s.task, s.seq = r.Task, 0
	case r.Task != s.task:
		return fmt.Errorf("record of task %q outside its attempt", r.Task)
	}
	r.Seq = s.seq
	s.seq++
	if err := s.records.write(r); err != nil {
		return err
	}
	if r.End == nil {
		return nil
	}
	s.task = ""
	return s.records.sync()
}

// Measure writes what was measured of a task. Called before the task's End is
// appended, a task that has its End has its measure too.
func (s *Segment) Measure(m *Measure) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.measures.write(m); err != nil {
		return err
	}
	return s.measures.out.Flush()
}

// Close flushes and closes the segment.
func (s *Segment) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.records.close(), s.measures.close())
}

// appender writes JSON lines to the end of a file.
type appender struct {
	file *os.File
	out  *bufio.Writer
	line bytes.Buffer
	enc  *json.Encoder
	// durable makes sync wait for the disk. Measures need not be: a task
	// without one has lost its times only.
	durable bool
}

func openAppender(dir, name string, durable bool) (*appender, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("segment: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, fmt.Errorf("segment: %w", err)
	}
	a := &appender{file: file, out: bufio.NewWriterSize(file, 64<<10), durable: durable}
	a.enc = json.NewEncoder(&a.line)
	a.enc.SetEscapeHTML(false)
	if err := a.fenceTornLine(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return a, nil
}

// fenceTornLine ends a last line that a killed process left without newline,
// so that the next record does not become part of it.
func (a *appender) fenceTornLine() error {
	size, err := a.file.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	var last [1]byte
	if _, err := a.file.ReadAt(last[:], size-1); err != nil {
		return err
	}
	if last[0] == '\n' {
		return nil
	}
	return a.out.WriteByte('\n')
}

func (a *appender) write(v any) error {
	a.line.Reset()
	if err := a.enc.Encode(v); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	if _, err := a.out.Write(a.line.Bytes()); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	return nil
}

func (a *appender) sync() error {
	if err := a.out.Flush(); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	if !a.durable {
		return nil
	}
	if err := a.file.Sync(); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	return nil
}

func (a *appender) close() error { return errors.Join(a.sync(), a.file.Close()) }
