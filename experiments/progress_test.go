package experiments

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/riftlab/rift/results"
)

// TestProgressLines follows a run of ten tasks, one each two seconds, of which
// one fails, in the time of a bubble.
func TestProgressLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := NewProgress(&out, false)
		p.Watch(Event{Kind: EventPlan, Tasks: 13, Finished: 3})
		for n := range 10 {
			time.Sleep(2 * time.Second)
			e := Event{Kind: EventTask, Task: "t", Status: results.StatusDone, Found: n % 2}
			if n == 1 {
				e.Status, e.Reason = results.StatusCrashed, "panic: x"
			}
			p.Watch(e)
			synctest.Wait()
		}
		p.Close()
		want := `rift: 3 of 13 tasks are there from an earlier run
rift: task t: crashed: panic: x
rift: 2/10 tasks, 1 found a difference, 1 failed, about 20s left
`
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("got:\n%swant:\n%s", out.String(), want)
		}
		if n := strings.Count(out.String(), "\n"); n < 5 || n > 6 {
			t.Errorf("%d lines:\n%s", n, out.String())
		}
	})
}

// TestProgressWaits names the task that has been compiling longest.
func TestProgressWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := NewProgress(&out, false)
		p.Watch(Event{Kind: EventPlan, Tasks: 3})
		p.Watch(Event{Kind: EventPrepare, Task: "quick"})
		p.Watch(Event{Kind: EventPrepare, Task: "slow"})
		p.Watch(Event{Kind: EventEngine, Task: "quick"})
		time.Sleep(6 * time.Second)
		p.Watch(Event{Kind: EventPrepare, Task: "later"})
		time.Sleep(5 * time.Second)
		p.Watch(Event{Kind: EventTask, Task: "slow", Status: results.StatusDone})
		synctest.Wait()
		p.Watch(Event{Kind: EventEngine, Task: "later"})
		time.Sleep(5 * time.Second)
		p.Close()
		want := "rift: 0/3 tasks, 0 found a difference, compiling for slow since 5s\n" +
			"rift: 0/3 tasks, 0 found a difference, compiling for slow since 10s\n" +
			"rift: 1/3 tasks, 0 found a difference, about 30s left\n"
		if out.String() != want {
			t.Errorf("got:\n%swant:\n%s", out.String(), want)
		}
	})
}

// TestProgressIdle: where no task looks for differences, none is counted.
func TestProgressIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := NewProgress(&out, false)
		defer p.Close()
		p.Watch(Event{Kind: EventPlan, Tasks: 2, Idle: true})
		p.Watch(Event{Kind: EventEngine, Task: "a"})
		time.Sleep(6 * time.Second)
		if got, want := out.String(), "rift: 0/2 tasks\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// TestProgressBar checks that a bar ends, whether the run does or not, and
// that messages get through.
func TestProgressBar(t *testing.T) {
	for _, ended := range []int{0, 2, 3} {
		var out bytes.Buffer
		p := NewProgress(&out, true)
		p.Watch(Event{Kind: EventPlan, Tasks: 3})
		for range ended {
			p.Watch(Event{Kind: EventTask, Task: "t", Status: results.StatusError, Reason: "no luck"})
		}
		done := make(chan struct{})
		go func() {
			p.Close()
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("a bar of 3 with %d ended does not close", ended)
		}
		if n := strings.Count(out.String(), "no luck"); n != ended {
			t.Errorf("%d messages of %d in %q", n, ended, out.String())
		}
	}
}

// TestProgressNothingToDo shows nothing that moves when nothing is run.
func TestProgressNothingToDo(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, true)
	p.Watch(Event{Kind: EventPlan, Tasks: 3, Finished: 3})
	p.Close()
	if strings.Contains(out.String(), "/3") {
		t.Errorf("%q", out.String())
	}
}
