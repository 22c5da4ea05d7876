package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"
)

// When a line of progress is shown, and how often.
const (
	firstLive  = 2 * time.Second  // on a terminal, from here on
	everyLive  = time.Second      // and again
	everyPlain = 10 * time.Second // elsewhere, so that logs show that the work goes on
)

// clearLine takes a line of progress away.
const clearLine = "\r\x1b[K"

// liveLine is the line on standard error that says how far a command is. On a
// terminal it is drawn again in place, and it is taken away before anything else is
// written through a writer of Beside; elsewhere it is a whole line now and then.
// Short work shows none. There is one of it in a process, as there is one terminal.
//
// A nil liveLine shows nothing. It is safe for concurrent use.
type liveLine struct {
	out     io.Writer // standard error as it is
	animate bool
	width   int // columns of the terminal; 0 is unknown

	mu     sync.Mutex
	began  time.Time
	told   time.Time // when the last line was shown, or the work began
	text   string    // the state that the work has told last
	drawn  bool      // the line stands on the terminal
	within bool      // other output is in the middle of a line
	quit   chan struct{}
	gone   sync.WaitGroup
}

// newLiveLine returns a line that is drawn in place if animate, which is for
// terminals alone, and cut off at their width.
func newLiveLine(out io.Writer, animate bool, width int) *liveLine {
	return &liveLine{out: out, animate: animate, width: width}
}

// Begin begins to show how far some work is, as Set tells, until end is called,
// which takes the line away. Work within work shows what the inner one tells; its
// end changes nothing.
func (l *liveLine) Begin() (end func()) {
	if !l.begin(time.Now()) {
		return func() {}
	}
	quit := l.quit
	l.gone.Go(func() {
		tick := time.NewTicker(everyLive)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case now := <-tick.C:
				l.tick(now)
			}
		}
	})
	return sync.OnceFunc(l.end)
}

func (l *liveLine) begin(now time.Time) bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.quit != nil {
		return false
	}
	l.quit, l.began, l.told, l.text = make(chan struct{}), now, now, ""
	return true
}

func (l *liveLine) end() {
	l.mu.Lock()
	close(l.quit)
	l.clear()
	l.mu.Unlock()
	l.gone.Wait()
	l.mu.Lock()
	l.clear() // a tick may have come in between
	l.quit = nil
	l.mu.Unlock()
}

// Set tells the state of the work: one short line.
func (l *liveLine) Set(format string, args ...any) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = fmt.Sprintf(format, args...)
}

// tick shows the line if it is time.
func (l *liveLine) tick(now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.text == "" || l.within:
		return
	case l.animate && now.Sub(l.began) < firstLive, !l.animate && now.Sub(l.told) < everyPlain:
		return
	}
	l.told = now
	line := fmt.Sprintf("%d s: %s", int(now.Sub(l.began).Seconds()), l.text)
	if !l.animate {
		fmt.Fprintf(l.out, "rift: %s\n", line)
		return
	}
	// A line that fills the last column would be two.
	if l.width > 1 && utf8.RuneCountInString(line) >= l.width {
		line = string([]rune(line)[:l.width-1])
	}
	fmt.Fprint(l.out, clearLine, line)
	l.drawn = true
}

// clear takes the line away, with l.mu held.
func (l *liveLine) clear() {
	if l.drawn {
		fmt.Fprint(l.out, clearLine)
		l.drawn = false
	}
}

// Beside returns a writer to w, for everything that is written to the same
// terminal: the line is gone when w is written to, and comes back with the next
// tick after w's line has ended.
func (l *liveLine) Beside(w io.Writer) io.Writer { return &besideLine{l, w} }

type besideLine struct {
	line *liveLine
	to   io.Writer
}

// Write implements io.Writer.
func (b *besideLine) Write(p []byte) (int, error) {
	b.line.mu.Lock()
	defer b.line.mu.Unlock()
	b.line.clear()
	if len(p) > 0 {
		b.line.within = p[len(p)-1] != '\n'
	}
	return b.to.Write(p)
}
