//go:build !unix

package experiments

import (
	"os"
	"os/exec"
	"syscall"
)

func deathSignal(*os.ProcessState) (syscall.Signal, bool) { return 0, false }

func fromOutside(syscall.Signal) bool { return false }

func detach(*exec.Cmd) {}
