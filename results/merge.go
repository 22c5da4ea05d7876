package results

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
)

// Duplicates returns the number of finished attempts that do not count because
// another of the same task does.
func (x *Index) Duplicates() int { return x.duplicates }

// Attempt returns the records of the attempt of a task that counts, as they lie
// on the disk: lines, each with its newline. False if the task did not finish.
func (x *Index) Attempt(task string) ([]byte, bool, error) {
	a := x.find(task)
	if a == nil {
		return nil, false, nil
	}
	files := newFileCache(x.segments)
	defer files.close()
	data, err := files.read(*a)
	return append(data, '\n'), true, err
}

// Segment returns the file in which the attempt of a task that counts lies, for
// messages, and the offset of its first byte; "" if the task did not finish.
func (x *Index) Segment(task string) (name string, off int64) {
	if a := x.find(task); a != nil {
		return x.segments[a.segment].label, a.off
	}
	return "", 0
}

// find returns the attempt of a task that counts, or nil.
func (x *Index) find(task string) *attempt {
	i := sort.Search(len(x.attempts), func(i int) bool { return x.attempts[i].task >= task })
	if i == len(x.attempts) || x.attempts[i].task != task {
		return nil
	}
	return &x.attempts[i]
}

// Save writes the attempts that count, in canonical order, and their measures
// to one segment of a folder. Equal findings give equal bytes of records,
// wherever they came from.
func (x *Index) Save(ctx context.Context, f *Folder, segment string) error {
	measures, _, err := x.measures(ctx)
	if err != nil {
		return err
	}
	s, err := f.Segment(segment)
	if err != nil {
		return err
	}
	err = x.eachAttempt(ctx, func(a attempt, data io.Reader) error {
		if m := measures[a.task]; m != nil {
			if err := s.measures.write(m); err != nil {
				return err
			}
		}
		if _, err := io.Copy(s.records.out, data); err != nil {
			return fmt.Errorf("segment: %w", err)
		}
		if a.noNewline {
			return s.records.out.WriteByte('\n')
		}
		return nil
	})
	return errors.Join(err, s.Close())
}
