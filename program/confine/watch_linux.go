package confine

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// watchEvery is how often the processes of a group are counted, if the system
// has made any.
const watchEvery = 10 * time.Millisecond

// watch ends a process group when it has more than most processes. The function
// that it returns ends the watch and reports whether that has happened.
func watch(group, most int) (exceeded func() bool) {
	var over atomic.Bool
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		last, spare := lastProcess(), most-1 // so many more the group may have made since then
		for {
			select {
			case <-end:
				return
			case <-tick.C:
			}
			// To look through all processes is costly: do so if enough are new.
			now := lastProcess()
			if now >= last && now >= 0 && now-last <= spare {
				continue
			}
			n := members(group)
			if n > most {
				over.Store(true)
				syscall.Kill(-group, syscall.SIGKILL) //nolint:errcheck // it may have ended by itself
				return
			}
			last, spare = now, most-n
		}
	}()
	return func() bool {
		close(end)
		<-ended
		return over.Load()
	}
}

// lastProcess returns the number of the process that the system made last, -1 if
// it does not tell.
func lastProcess() int {
	data, err := os.ReadFile("/proc/loadavg")
	fields := bytes.Fields(data)
	if err != nil || len(fields) == 0 {
		return -1
	}
	n, err := strconv.Atoi(string(fields[len(fields)-1]))
	if err != nil {
		return -1
	}
	return n
}

// members counts the processes of a group, those included that have ended and
// that nobody has waited for.
func members(group int) (n int) {
	list, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // it has just gone
		}
		// The name in parentheses may hold anything; state, parent and group follow.
		fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) {
			n++
		}
	}
	return n
}
