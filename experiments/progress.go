package experiments

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Progress shows a run on a terminal, or as plain lines where there is none.
type Progress struct {
	out io.Writer

	mu                         sync.Mutex
	began                      time.Time
	tasks, ended, found, wrong int
	idle                       bool                 // no task looks for differences
	compiling                  map[string]time.Time // tasks, and since when
	quit                       chan struct{}
	gone                       sync.WaitGroup
	bars                       *mpb.Progress
	bar                        *mpb.Bar
	beside                     atomic.Pointer[string] // counts, for the bar, which must not wait for mu
}

// lineEvery is the time between two plain lines of progress.
const lineEvery = 5 * time.Second

// NewProgress returns a progress that writes to out, with a bar that moves if
// animate, which is for terminals only.
func NewProgress(out io.Writer, animate bool) *Progress {
	p := &Progress{out: out, quit: make(chan struct{}), compiling: map[string]time.Time{}}
	if animate {
		p.bars = mpb.New(mpb.WithOutput(out), mpb.WithWidth(48), mpb.WithAutoRefresh())
	}
	return p
}

// Watch takes the events of a run.
func (p *Progress) Watch(e Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e.Kind {
	case EventPlan:
		p.begin(e)
	case EventPrepare:
		p.compiling[e.Task] = time.Now()
	case EventEngine:
		delete(p.compiling, e.Task)
	case EventOthers:
		p.ended += e.Tasks
		if p.bar != nil {
			p.note()
			p.bar.IncrBy(e.Tasks)
		}
	case EventTask:
		delete(p.compiling, e.Task)
		p.ended++
		if e.Found > 0 {
			p.found++
		}
		if failed(e.Status) {
			p.wrong++
			p.say("task %s: %s: %s", e.Task, e.Status, e.Reason)
		}
		if p.bar != nil {
			p.note()
			p.bar.Increment()
		}
	}
}

func (p *Progress) begin(e Event) {
	p.began, p.tasks, p.idle = time.Now(), e.Tasks-e.Finished, e.Idle
	if e.Finished > 0 {
		p.say("%d of %d tasks are there from an earlier run", e.Finished, e.Tasks)
	}
	if p.tasks == 0 {
		return
	}
	if p.bars != nil {
		p.note()
		p.bar = p.bars.AddBar(int64(p.tasks),
			mpb.PrependDecorators(decor.CountersNoUnit("%d/%d tasks")),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *p.beside.Load() })))
	}
	p.gone.Add(1)
	go p.lines()
}

// lines writes a plain line now and then, or keeps the bar's counts fresh.
func (p *Progress) lines() {
	defer p.gone.Done()
	ticker := time.NewTicker(lineEvery)
	defer ticker.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-ticker.C:
			p.mu.Lock()
			if p.bar != nil {
				p.note()
			} else {
				p.say("%d/%d tasks%s", p.ended, p.tasks, p.counts())
			}
			p.mu.Unlock()
		}
	}
}

// note keeps the counts for the bar.
func (p *Progress) note() {
	s := p.counts()
	p.beside.Store(&s)
}

// counts returns what is known beside the number of tasks.
func (p *Progress) counts() string {
	s := ""
	if !p.idle {
		s = fmt.Sprintf(", %d found a difference", p.found)
	}
	if p.wrong > 0 {
		s += fmt.Sprintf(", %d failed", p.wrong)
	}
	if p.ended > 0 && p.ended < p.tasks {
		left := time.Since(p.began) / time.Duration(p.ended) * time.Duration(p.tasks-p.ended)
		s += fmt.Sprintf(", about %s left", left.Round(time.Second))
	}
	return s + p.waiting()
}

// waiting names the task that has been compiling longest, if that is worth a
// word.
func (p *Progress) waiting() string {
	name := ""
	for _, task := range slices.Sorted(maps.Keys(p.compiling)) {
		if name == "" || p.compiling[task].Before(p.compiling[name]) {
			name = task
		}
	}
	if name == "" || time.Since(p.compiling[name]) < lineEvery {
		return ""
	}
	return fmt.Sprintf(", compiling for %s since %s", name, time.Since(p.compiling[name]).Round(time.Second))
}

// say writes a line, above the bar if there is one.
func (p *Progress) say(format string, args ...any) {
	line := fmt.Sprintf("rift: "+format+"\n", args...)
	if p.bars != nil {
		io.WriteString(p.bars, line) //nolint:errcheck // progress may be lost
		return
	}
	io.WriteString(p.out, line) //nolint:errcheck // progress may be lost
}

// Close removes the bar. No event may follow.
func (p *Progress) Close() {
	close(p.quit)
	p.gone.Wait()
	if p.bars == nil {
		return
	}
	if p.bar != nil && !p.bar.Completed() {
		p.bar.Abort(false)
	}
	p.bars.Wait()
}
