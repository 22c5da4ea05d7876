package sandbox

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
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
func members(group int) int { return len(processes(group)) }

// processes returns the folders of a group's processes below /proc.
func processes(group int) (folders []string) {
	list, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range list {
		if f := status(dir); len(f) > 2 && f[2] == strconv.Itoa(group) {
			folders = append(folders, dir)
		}
	}
	return folders
}

// status returns what the system tells of a process or thread, from its state on;
// nil if it has just gone. The parent and the group follow.
func status(dir string) []string {
	data, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return nil
	}
	// The name in parentheses before them may hold anything.
	return strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
}

// looks is how often a group is looked at to see whether it sleeps, which is
// seldom busy if it waits.
const looks = 5

// asleep reports whether all threads of a group's processes wait for something
// that can be interrupted, at one of a few looks.
func asleep(group int) bool {
	for range looks {
		if sleeps(group) {
			return true
		}
		time.Sleep(watchEvery)
	}
	return false
}

func sleeps(group int) bool {
	all := processes(group)
	for _, dir := range all {
		threads, _ := filepath.Glob(filepath.Join(dir, "task", "*"))
		for _, t := range threads {
			if f := status(t); len(f) > 0 && f[0] != "S" && f[0] != "Z" {
				return false
			}
		}
	}
	return len(all) > 0
}

// usage sums up what the processes of a group and their descendants, which may have left
// it, have used.
func usage(group int) (cpu time.Duration, rss int64, ok bool) {
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux port of Go
	page := int64(os.Getpagesize())
	all := map[string][]string{} // what is told of a process, by its number
	list, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range list {
		if f := status(dir); len(f) >= 22 {
			all[filepath.Base(dir)] = f
		}
	}
	members := map[string]bool{}
	var belongs func(pid string, depth int) bool
	belongs = func(pid string, depth int) bool {
		if known, ok := members[pid]; ok {
			return known
		}
		f := all[pid]
		members[pid] = f != nil && (f[2] == strconv.Itoa(group) || depth < len(all) && belongs(f[1], depth+1))
		return members[pid]
	}
	for pid, f := range all {
		if !belongs(pid, 0) {
			continue
		}
		ok = true
		for _, field := range f[11:15] { // user, system, and those of children waited for
			n, _ := strconv.ParseInt(field, 10, 64)
			cpu += time.Duration(n) * tick
		}
		n, _ := strconv.ParseInt(f[21], 10, 64)
		rss += n * page
	}
	return cpu, rss, ok
}

// sweeps bounds how often sweep looks: a process may start others until it is killed.
const sweeps = 20

func sweep(variable string) {
	for range sweeps {
		list, _ := filepath.Glob("/proc/[0-9]*")
		found := false
		for _, dir := range list {
			pid, err := strconv.Atoi(filepath.Base(dir))
			if err != nil || pid == os.Getpid() {
				continue
			}
			env, err := os.ReadFile(filepath.Join(dir, "environ"))
			if err != nil || !slices.Contains(strings.Split(string(env), "\x00"), variable) {
				continue // gone, a zombie, or another user's
			}
			found = true
			syscall.Kill(pid, syscall.SIGKILL) //nolint:errcheck // it may have ended by itself
		}
		if !found {
			return
		}
	}
}
