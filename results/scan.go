package results

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// Index says where the records of each task lie, and which attempt of it
// counts. It holds no records, only some hundred bytes per task.
type Index struct {
	// Plan is the plan's head; its Hash is that of the records if the folder
	// has no plan.json.
	Plan PlanHead
	// Warnings say what was dropped or looks wrong, one sentence each.
	Warnings []string

	segments   []segmentFile
	duplicates int       // finished attempts of tasks that have another
	attempts   []attempt // the one that counts of each finished task, ordered by task
}

// segmentFile is a file of records/ of one of the folders that were scanned.
type segmentFile struct {
	dir, name string
	label     string // for messages
}

func (s segmentFile) path() string { return filepath.Join(s.dir, recordsDir, s.name) }

// attempt is one run of a task as it lies in a segment.
type attempt struct {
	task       string
	experiment string
	status     Status // "" without an End
	segment    int
	off, size  int64
	noNewline  bool // the last record is whole but the file ends after it
}

// Scan reads all segments of the folder once and decides which attempt of each
// task counts:
//
//   - records of another plan are left out;
//   - an attempt without End, or one killed from outside, gives way to any
//     other, and one that failed (crashed, error, memory) to one that did not; a task that
//     has only attempts without End did not finish;
//   - equal attempts count once; of unequal ones the one with the least
//     content (byte order) counts, whatever segment it lies in.
//
// All but the silent case of equal attempts is reported in Warnings, as are
// torn and damaged lines. The end of ctx is an error.
func (f *Folder) Scan(ctx context.Context) (*Index, error) { return ScanAll(ctx, f) }

// ScanSegments is Scan of the segments alone whose names begin with prefix.
func (f *Folder) ScanSegments(ctx context.Context, prefix string) (*Index, error) {
	return scanAll(ctx, prefix, f)
}

// ErrPlans is wrapped by the error about folders whose plans differ.
var ErrPlans = errors.New("folders of different plans")

// ScanAll is Scan of several folders of one plan, as if all their segments lay
// in one. A folder without plan.json may be among them. The order of the
// folders has no influence on what counts.
func ScanAll(ctx context.Context, folders ...*Folder) (*Index, error) {
	return scanAll(ctx, "", folders...)
}

func scanAll(ctx context.Context, prefix string, folders ...*Folder) (*Index, error) {
	x := &Index{}
	planned, err := x.commonPlan(folders)
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		names, err := segmentNames(filepath.Join(f.dir, recordsDir))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			label := filepath.Join(recordsDir, name)
			if len(folders) > 1 {
				label = filepath.Join(f.dir, label)
			}
			x.segments = append(x.segments, segmentFile{f.dir, name, label})
		}
	}
	var all []attempt
	for i := range x.segments {
		if all, err = x.scanSegment(ctx, i, all); err != nil {
			return nil, err
		}
	}
	if !planned {
		x.guessPlan(all)
	}
	all = x.dropForeign(all)
	return x, x.choose(all)
}

// commonPlan sets Plan to that of the folders and reports whether they have one.
func (x *Index) commonPlan(folders []*Folder) (bool, error) {
	from := ""
	for _, f := range folders {
		plan, err := f.Plan()
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return false, err
		case from != "" && plan.Hash != x.Plan.Hash:
			return false, fmt.Errorf("%w: %s (%s) and %s (%s)", ErrPlans, from, short(x.Plan.Hash), f.dir, short(plan.Hash))
		}
		x.Plan, from = plan, f.dir
	}
	return from != "", nil
}

// segmentNames lists the segments of a folder, sorted; a folder that does not
// exist has none.
func segmentNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), segmentExt) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (x *Index) warnf(format string, args ...any) {
	x.Warnings = append(x.Warnings, fmt.Sprintf(format, args...))
}

// scanSegment appends the attempts of a segment to all.
func (x *Index) scanSegment(ctx context.Context, seg int, all []attempt) ([]attempt, error) {
	name := x.segments[seg].label
	file, err := os.Open(x.segments[seg].path())
	if err != nil {
		return nil, fmt.Errorf("results folder: %w", err)
	}
	defer file.Close()
	lines := lineReader{in: bufio.NewReaderSize(file, 256<<10)}
	var head lineHead
	open := -1    // index in all of the attempt that lines are added to
	skip := false // the attempt has a hole: it cannot be used
	for {
		line, off, err := lines.next(ctx)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if !head.parse(line) {
			x.warnBadLine(name, &lines, line)
			open, skip = -1, true
			continue
		}
		if head.Start != nil {
			all = append(all, attempt{task: head.Task, experiment: head.Start.Experiment, segment: seg, off: off})
			open, skip = len(all)-1, false
		}
		if open < 0 || all[open].task != head.Task {
			if !skip {
				x.warnf("%s:%d: record of task %q outside an attempt; dropped", name, lines.line, head.Task)
			}
			open, skip = -1, true
			continue
		}
		a := &all[open]
		a.size = off + int64(len(line)) - a.off
		if head.End != nil {
			a.status = head.End.Status
			a.noNewline = !bytes.HasSuffix(line, []byte("\n"))
			open = -1
		}
	}
}

func (x *Index) warnBadLine(name string, lines *lineReader, line []byte) {
	switch {
	case len(bytes.TrimSpace(line)) == 0:
	case !bytes.HasSuffix(line, []byte("\n")):
		x.warnf("%s:%d: torn last line dropped (%d bytes); its task is not finished", name, lines.line, len(line))
	default:
		x.warnf("%s:%d: damaged line dropped (%d bytes), and the task it lies in", name, lines.line, len(line))
	}
}

// lineHead is what a scan needs of a record.
type lineHead struct {
	Task  string `json:"task"`
	Start *struct {
		Experiment string `json:"experiment"`
	} `json:"start"`
	End *struct {
		Status Status `json:"status"`
	} `json:"end"`
}

// parse reads the head of a line and reports whether the line is a record. A
// line as Segment writes it, neither first nor last of a task, is only checked
// to be JSON, for these are most of all lines.
func (h *lineHead) parse(line []byte) bool {
	if task, ok := middleTask(line); ok && json.Valid(line) {
		if h.Task != string(task) {
			h.Task = string(task)
		}
		h.Start, h.End = nil, nil
		return true
	}
	*h = lineHead{}
	return json.Unmarshal(line, h) == nil && h.Task != ""
}

// middleTask returns the task of a line that has the form {"task":"T","seq":N,"K":...
// with K neither "start" nor "end" and no escapes in T.
func middleTask(line []byte) ([]byte, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"task":"`))
	if !ok {
		return nil, false
	}
	task, rest, ok := bytes.Cut(rest, []byte(`","seq":`))
	if !ok || bytes.IndexByte(task, '\\') >= 0 {
		return nil, false
	}
	seq, rest, ok := bytes.Cut(rest, []byte(`,"`))
	if _, err := strconv.Atoi(string(seq)); !ok || err != nil {
		return nil, false
	}
	return task, !bytes.HasPrefix(rest, []byte(`start"`)) && !bytes.HasPrefix(rest, []byte(`end"`))
}

// isPlainTest reports whether a line is a test in which the versions did not
// differ, as Segment writes it, without a change sequence. A quote inside a JSON
// string has a backslash before it, so that the key cannot be part of an input.
func isPlainTest(line []byte) bool {
	if _, ok := middleTask(line); !ok {
		return false
	}
	_, rest, _ := bytes.Cut(line, []byte(`,"`)) // the seq
	_, rest, _ = bytes.Cut(rest, []byte(`,"`))  // the record itself
	return bytes.HasPrefix(rest, []byte(`test":`)) && !bytes.Contains(rest, []byte(`"difference":`)) && !bytes.Contains(rest, []byte(`"sequence":`))
}

// Status returns how the task ended, and whether it did.
func (x *Index) Status(task string) (Status, bool) {
	if a := x.find(task); a != nil {
		return a.status, true
	}
	return "", false
}

// Len returns the number of finished tasks.
func (x *Index) Len() int { return len(x.attempts) }

// Missing returns the planned tasks that have not finished, in plan order.
func (x *Index) Missing() []string {
	var missing []string
	for id := range x.Plan.IDs() {
		if _, ok := x.Status(id); !ok {
			missing = append(missing, id)
		}
	}
	return missing
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	if hash == "" {
		return "no hash"
	}
	return hash
}
