package experiments

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/riftlab/rift/results"
)

// usage is what a process has used so far.
type usage struct {
	cpu  time.Duration // user and system, all threads
	rss  int64         // bytes resident now
	peak int64         // greatest rss so far
}

// processUsage reads the usage of a process from /proc. It reports false where
// that does not exist or the process is gone. The peak is not taken from
// getrusage, which on Linux counts what the parent had before the exec.
func processUsage(pid string) (usage, bool) {
	var u usage
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return u, false
	}
	// The command's name, in parentheses, may contain anything.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 13 {
		return u, false
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return u, false
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux port of Go
	u.cpu = time.Duration(user+system) * tick
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return u, false
	}
	u.rss = statusField(string(status), "VmRSS:")
	u.peak = statusField(string(status), "VmHWM:")
	return u, true
}

// statusField returns a size of /proc/PID/status in bytes, 0 if absent.
func statusField(status, name string) int64 {
	for line := range strings.Lines(status) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				return 0
			}
			return n << 10
		}
	}
	return 0
}

// thisHost describes the machine; what cannot be found out is empty.
func thisHost() results.Host {
	h := results.Host{Name: HostName(), Cores: runtime.NumCPU(), Kernel: runtime.GOOS}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		h.Kernel += " " + strings.TrimSpace(string(release))
	}
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(info)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				h.CPU = strings.TrimSpace(value)
				break
			}
		}
	}
	return h
}
