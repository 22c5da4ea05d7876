package results

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/program"
)

// Flush hands everything appended so far to the operating system, so that it
// outlives the process, though not the machine.
func (s *Segment) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.records.out.Flush(); err != nil {
		return fmt.Errorf("segment: %w", err)
	}
	return nil
}

// EndAttempt closes the attempt of a task whose process died while it wrote to
// the segment of that name, which nobody may have open. What the process had
// written of the attempt is kept, but for a torn last line; steps and tests of
// end are those of there, if these are more: not every test has a record. If the attempt is not there at all it is begun
// with start. If it has an End already, end is dropped. The measure, if not
// nil, is written too. Returned is how many tests of the attempt show a
// difference.
func (f *Folder) EndAttempt(segment, task string, start *Start, end *End, measure *Measure) (found int, err error) {
	left, err := f.leftOver(segment, task)
	if err != nil || left.ended {
		return left.found, err
	}
	s, err := f.Segment(segment)
	if err != nil {
		return left.found, err
	}
	if left.begun {
		s.task, s.seq = task, left.seq
		end.Steps, end.Tests = max(end.Steps, left.steps), max(end.Tests, left.tests)
	} else {
		err = s.Append(&Record{Task: task, Start: start})
	}
	if err == nil && measure != nil {
		err = s.Measure(measure)
	}
	if err == nil {
		err = s.Append(&Record{Task: task, End: end})
	}
	return left.found, errors.Join(err, s.Close())
}

// leftOver is what a segment holds of the attempt at its end.
type leftOver struct {
	begun, ended bool
	seq          int // of the next record
	steps        int64
	tests        int
	found        int // tests that show a difference
}

// leftOver reads the last attempt of a segment if it is one of the task, and
// cuts a torn last line off the file.
func (f *Folder) leftOver(segment, task string) (leftOver, error) {
	var left leftOver
	path := filepath.Join(f.dir, recordsDir, segment+segmentExt)
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) {
		return left, nil
	}
	if err != nil {
		return left, fmt.Errorf("segment: %w", err)
	}
	defer file.Close()
	lines := lineReader{in: bufio.NewReaderSize(file, 64<<10)}
	for {
		line, off, err := lines.next(context.Background()) // a segment is closed whatever ends
		if errors.Is(err, io.EOF) {
			return left, nil
		}
		if err != nil {
			return left, fmt.Errorf("segment: %w", err)
		}
		if line[len(line)-1] != '\n' {
			if err := file.Truncate(off); err != nil {
				return left, fmt.Errorf("segment: %w", err)
			}
			return left, nil
		}
		left.take(line, task)
	}
}

func (l *leftOver) take(line []byte, task string) {
	var r struct {
		Task  string    `json:"task"`
		Start *struct{} `json:"start"`
		End   *struct{} `json:"end"`
		Test  *struct {
			N          int                `json:"n"`
			Steps      int64              `json:"steps"`
			Difference program.Difference `json:"difference"`
		} `json:"test"`
	}
	err := json.Unmarshal(line, &r)
	switch {
	case err != nil || r.Task != task:
		*l = leftOver{}
		return
	case r.Start != nil:
		*l = leftOver{begun: true}
	case r.Test != nil:
		l.steps, l.tests = r.Test.Steps, r.Test.N
		if r.Test.Difference.Counts() {
			l.found++
		}
	case r.End != nil:
		l.ended = true
	}
	l.seq++
}
