//go:build unix

package experiments

import (
	"os"
	"os/exec"
	"syscall"
)

// deathSignal returns the signal that ended a process, if one did.
func deathSignal(s *os.ProcessState) (syscall.Signal, bool) {
	ws, ok := s.Sys().(syscall.WaitStatus)
	if !ok || !ws.Signaled() {
		return 0, false
	}
	return ws.Signal(), true
}

// fromOutside reports whether a signal is one that people and systems send,
// rather than the mark of a crash.
func fromOutside(s syscall.Signal) bool {
	switch s {
	case syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP:
		return true
	}
	return false
}

// detach puts a worker in a process group of its own, so that Ctrl-C on the
// terminal reaches rift alone, which then ends its workers in order.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
