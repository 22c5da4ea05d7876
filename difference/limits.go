package difference

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/riftlab/rift/program/cputime"
)

// Limits bound a run. All of it counts: reading, compiling, searching and looking
// at what was found.
type Limits struct {
	CPU    time.Duration // of the process, all threads together; 0 is no limit
	Time   time.Duration // on the clock; 0 is no limit
	Memory int64         // bytes that the process holds; 0 is no limit
}

// What ends a search before its time.
var (
	errTime   = errors.New("time")
	errMemory = errors.New("memory")
)

// reserved is the share of the limits that is kept for what has to be done when
// the search for inputs has ended, such as making an input smaller.
const reserved = 0.12

// maxReserved bounds that share.
const maxReserved = 4 * time.Second

// poll is how often limits are looked at.
const poll = 10 * time.Millisecond

// budget is Limits in use.
type budget struct {
	Limits
	begin    time.Time
	beginCPU time.Duration
}

func (l Limits) start() *budget {
	return &budget{Limits: l, begin: time.Now(), beginCPU: cputime.Self()}
}

// cpu returns the processor time used since the start.
func (b *budget) cpu() time.Duration { return cputime.Self() - b.beginCPU }

// used returns the share of the limits that is used, of the one that is nearer to
// its end; limited is false if there is none.
func (b *budget) used() (share float64, limited bool) {
	if b.CPU > 0 {
		share, limited = float64(b.cpu())/float64(b.CPU), true
	}
	if b.Time > 0 {
		share, limited = max(share, float64(time.Since(b.begin))/float64(b.Time)), true
	}
	return share, limited
}

// searching is the share of the limits after which the search ends.
func (b *budget) searching() float64 {
	share := 1 - reserved
	for _, d := range []time.Duration{b.CPU, b.Time} {
		if d > 0 {
			share = max(share, 1-float64(maxReserved)/float64(d))
		}
	}
	return share
}

// watch returns a context that ends when a share of the time is used, with the
// cause errTime, or when the memory is, with errMemory. stop must be called.
func (b *budget) watch(ctx context.Context, share float64) (limited context.Context, stop func()) {
	inner, cancel := context.WithCancelCause(ctx)
	var once sync.Once
	quit := make(chan struct{})
	go func() {
		ticker := time.NewTicker(poll)
		defer ticker.Stop()
		for n := 0; ; n++ {
			select {
			case <-quit:
				return
			case <-inner.Done():
				return
			case <-ticker.C:
			}
			if used, ok := b.used(); ok && used >= share {
				cancel(errTime)
			}
			if n%5 == 0 && b.Memory > 0 && held() > b.Memory {
				cancel(errMemory)
			}
		}
	}()
	return inner, func() {
		once.Do(func() { close(quit) })
		cancel(nil)
	}
}

// held returns the bytes that the Go runtime holds of the system's memory.
func held() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// overdue is how long what was told to stop may take to do so.
const overdue = 300 * time.Millisecond

// abandon runs f and waits for it until shortly after ctx is done; if it is done
// already, f is not begun. It reports whether f has come to its end; one that has not
// goes on, and must not touch what it shares with others without asking whether it is
// still wanted.
func abandon(ctx context.Context, f func()) bool {
	if ctx.Err() != nil {
		return false
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
	}
	select {
	case <-done:
		return true
	case <-time.After(overdue):
		return false
	}
}

// panicked makes an error of a panic: an error in rift that is to end no more than
// what it happened in.
func panicked(r any) error { return fmt.Errorf("internal error, please report it: %v", r) }
