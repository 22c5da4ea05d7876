package native

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// allowRoot lets a command that is started in a user namespace change its root;
// the superuser's may anyway.
func allowRoot(cmd *exec.Cmd) {
	if os.Getuid() != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{AmbientCaps: []uintptr{unix.CAP_SYS_CHROOT}}
	}
}

// separate starts a command as the first process of a namespace, with which all others
// end, and which share no memory or messages with processes outside.
func separate(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
}

// makeDevice makes the null device, and reports whether it can be used.
func makeDevice(name string) bool {
	if unix.Mknod(name, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))) != nil {
		return false
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return os.Remove(name) != nil
	}
	f.Close()
	return os.Chmod(name, 0o666) == nil
}

// Of a terminal, the only keys with a meaning: the end of what is typed, and the
// one that takes the next key for itself.
const (
	keyEnd     = 4
	keyLiteral = 22
)

// ends is how often a program that goes on reading after the end is told of it;
// typed is what a terminal holds before it is read.
const (
	ends  = 64
	typed = 4095
)

// openTerminal makes a terminal at which text has been typed. It lives as long as
// its keyboard is open.
func openTerminal(text []byte) (screen, keyboard *os.File, err error) {
	keyboard, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("no terminal: %w", err)
	}
	if screen, err = screenOf(keyboard); err == nil {
		err = typeIn(screen, keyboard, text)
	}
	if err != nil {
		keyboard.Close()
		return nil, nil, fmt.Errorf("no terminal: %w", err)
	}
	return screen, keyboard, nil
}

func screenOf(keyboard *os.File) (*os.File, error) {
	fd := int(keyboard.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, err
	}
	return os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
}

// typeIn types a text as it is, and its end.
func typeIn(screen, keyboard *os.File, text []byte) error {
	t := unix.Termios{Cflag: unix.CS8 | unix.CREAD | unix.B38400, Lflag: unix.ICANON | unix.IEXTEN}
	t.Cc[unix.VEOF], t.Cc[unix.VLNEXT] = keyEnd, keyLiteral
	if err := unix.IoctlSetTermios(int(screen.Fd()), unix.TCSETS, &t); err != nil {
		return errors.Join(err, screen.Close())
	}
	var keys []byte
	for _, c := range text {
		if c == keyEnd || c == keyLiteral {
			keys = append(keys, keyLiteral)
		}
		keys = append(keys, c)
	}
	if len(keys) > 0 && keys[len(keys)-1] != '\n' {
		keys = append(keys, keyEnd) // ends the line only
	}
	keys = append(keys, slices.Repeat([]byte{keyEnd}, ends)...)
	if len(keys) > typed {
		return errors.Join(fmt.Errorf("%d bytes are too many to be typed ahead", len(text)), screen.Close())
	}
	_, err := keyboard.Write(keys)
	return err
}
