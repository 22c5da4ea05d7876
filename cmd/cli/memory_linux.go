package cli

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// machineMemory returns the bytes of memory that processes here may share, 0 if it
// is not known: what the machine has, or what the control group may use if that is
// less.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	total := int64(info.Totalram) * int64(info.Unit)
	if data, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil && n > 0 {
			total = min(total, n)
		}
	}
	return total
}
