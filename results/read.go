package results

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Each calls fn with every record of the finished tasks in canonical order: by
// task, within a task by seq. The record and what it points to is fn's to keep.
// An error of fn ends the walk and is returned as it is; the end of ctx ends it,
// too.
func (x *Index) Each(ctx context.Context, fn func(*Record) error) error {
	return x.each(ctx, visitor{record: fn, bad: func(_ string, err error) error { return err }})
}

// visitor is what each does with the lines of the finished tasks.
type visitor struct {
	record func(*Record) error
	// skip tells which lines need not be decoded; nil for none.
	skip func(line []byte) bool
	// bad takes a task with a line that is no record of this version of rift;
	// the rest of the task is passed over.
	bad func(task string, err error) error
}

func (x *Index) each(ctx context.Context, v visitor) error {
	lines := lineReader{in: bufio.NewReaderSize(nil, 64<<10)}
	return x.eachAttempt(ctx, func(a attempt, data io.Reader) error {
		for lines.reset(data); ; {
			line, _, err := lines.next(ctx)
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil:
				return fmt.Errorf("%s: task %s: %w", x.segments[a.segment].label, a.task, err)
			case v.skip != nil && v.skip(line):
				continue
			}
			r := new(Record)
			if err := json.Unmarshal(line, r); err != nil {
				return v.bad(a.task, fmt.Errorf("%s: task %s: %w", x.segments[a.segment].label, a.task, err))
			}
			if err := v.record(r); err != nil {
				return err
			}
		}
	})
}

// Canonical writes the records of the finished tasks in canonical order, one
// line each. Two folders hold the same findings if and only if their canonical
// records are the same bytes.
func (x *Index) Canonical(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	err := x.eachAttempt(ctx, func(a attempt, data io.Reader) error {
		if _, err := io.Copy(out, data); err != nil {
			return err
		}
		if a.noNewline {
			return out.WriteByte('\n')
		}
		return nil
	})
	return errors.Join(err, out.Flush())
}

// eachAttempt hands out the bytes of each attempt that counts, in order. They
// may be read only during the call.
func (x *Index) eachAttempt(ctx context.Context, fn func(a attempt, data io.Reader) error) error {
	files := newFileCache(x.segments)
	defer files.close()
	for _, a := range x.attempts {
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := files.section(a)
		if err != nil {
			return err
		}
		if err := fn(a, data); err != nil {
			return err
		}
	}
	return nil
}

// measures reads all measures, by task. Of several, the one from the segment
// of the attempt that counts is taken, and there the last.
func (x *Index) measures(ctx context.Context) (map[string]*Measure, []string, error) {
	type found struct {
		m    *Measure
		home bool // from the attempt's own segment
	}
	home := make(map[string]string, len(x.attempts))
	for _, a := range x.attempts {
		s := x.segments[a.segment]
		home[a.task] = filepath.Join(s.dir, measuresDir, s.name)
	}
	paths, err := x.measureFiles()
	if err != nil {
		return nil, nil, err
	}
	best := make(map[string]found, len(x.attempts))
	hosts := map[Host]Host{}
	var warnings []string
	for _, path := range paths {
		bad, err := eachMeasure(ctx, path, func(m *Measure) {
			seg, counts := home[m.Task]
			if !counts || best[m.Task].home && seg != path {
				return
			}
			if h, ok := hosts[m.Host]; ok {
				m.Host = h // share the strings
			} else {
				hosts[m.Host] = m.Host
			}
			best[m.Task] = found{m, seg == path}
		})
		if err != nil {
			return nil, nil, err
		}
		if bad > 0 {
			warnings = append(warnings, fmt.Sprintf("%s: %d torn or damaged lines dropped", filepath.Join(measuresDir, filepath.Base(path)), bad))
		}
	}
	out := make(map[string]*Measure, len(best))
	for task, f := range best {
		out[task] = f.m
	}
	return out, warnings, nil
}

// measureFiles returns the paths of the measures of all folders scanned.
func (x *Index) measureFiles() ([]string, error) {
	var paths []string
	for i, s := range x.segments {
		if i > 0 && x.segments[i-1].dir == s.dir {
			continue
		}
		names, err := segmentNames(filepath.Join(s.dir, measuresDir))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			paths = append(paths, filepath.Join(s.dir, measuresDir, name))
		}
	}
	return paths, nil
}

func eachMeasure(ctx context.Context, path string, fn func(*Measure)) (bad int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, fmt.Errorf("measures: %w", err)
	}
	defer file.Close()
	lines := lineReader{in: bufio.NewReaderSize(file, 64<<10)}
	for {
		line, _, err := lines.next(ctx)
		if errors.Is(err, io.EOF) {
			return bad, nil
		}
		if err != nil {
			return bad, fmt.Errorf("measures: %w", err)
		}
		m := new(Measure)
		if json.Unmarshal(line, m) == nil {
			fn(m)
		} else if len(bytes.TrimSpace(line)) > 0 {
			bad++
		}
	}
}

// lineReader reads lines of any length.
type lineReader struct {
	in   *bufio.Reader
	long []byte // a line that exceeds the reader's buffer
	off  int64
	line int // number of the line last returned, from 1
}

// reset lets l read from in, from line 1 and offset 0 on.
func (l *lineReader) reset(in io.Reader) {
	l.in.Reset(in)
	l.off, l.line = 0, 0
}

// next returns the next line with its newline, valid until the next call, and
// its offset. The last line may lack the newline. The end of ctx is an error.
func (l *lineReader) next(ctx context.Context) (line []byte, off int64, err error) {
	if err := ctx.Err(); err != nil {
		return nil, l.off, err
	}
	off = l.off
	line, err = l.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		l.long = append(l.long[:0], line...)
		for errors.Is(err, bufio.ErrBufferFull) {
			line, err = l.in.ReadSlice('\n')
			l.long = append(l.long, line...)
		}
		line = l.long
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	l.off += int64(len(line))
	l.line++
	return line, off, err
}

// fileCache keeps some segments open for reading.
type fileCache struct {
	segments []segmentFile
	open     map[int]*os.File
}

// maxOpenSegments stays well below the usual limit of 1024 open files.
const maxOpenSegments = 128

func newFileCache(segments []segmentFile) *fileCache {
	return &fileCache{segments: segments, open: map[int]*os.File{}}
}

func (c *fileCache) close() {
	for _, f := range c.open {
		f.Close()
	}
	clear(c.open)
}

// section returns a reader of an attempt, valid until the next call.
func (c *fileCache) section(a attempt) (io.Reader, error) {
	f := c.open[a.segment]
	if f == nil {
		if len(c.open) >= maxOpenSegments {
			c.close()
		}
		var err error
		if f, err = os.Open(c.segments[a.segment].path()); err != nil {
			return nil, fmt.Errorf("records: %w", err)
		}
		c.open[a.segment] = f
	}
	return io.NewSectionReader(f, a.off, a.size), nil
}

func (c *fileCache) read(a attempt) ([]byte, error) {
	in, err := c.section(a)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(in)
	return bytes.TrimSuffix(data, []byte("\n")), err
}
