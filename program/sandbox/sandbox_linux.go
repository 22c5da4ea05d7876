package sandbox

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

func confine(cmd *exec.Cmd, isolated bool) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if !isolated {
		return
	}
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWNET
	if uid := os.Getuid(); uid != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
}

func canIsolate(ctx context.Context) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", "exit 0")
	confine(cmd, true)
	return cmd.Run() == nil
}

func reap(cmd *exec.Cmd) {
	if cmd.Process != nil {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck // most often nothing is left
	}
}

func statusOf(e *exec.ExitError) (status, signal int) {
	if w, ok := e.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 0, int(w.Signal())
	}
	return e.ExitCode(), 0
}
