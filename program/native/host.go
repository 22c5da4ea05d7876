package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/riftlab/rift/program"
)

// hostFile is a file of the host that every program needs to begin: the dynamic
// linker, or a library that the compiler links to all programs.
type hostFile struct {
	at   string // below the root of a run, as below the host's
	copy string // in the builder's folder
}

var libraryLine = regexp.MustCompile(`(?m)^\s*(?:\S+ => )?(/\S+) \(0x[0-9a-f]+\)$`)

// libraries copies the files that programs need to begin where they see no others.
// They are those of a program of our own, which is asked here, with all libraries of
// the flags: a foreign one must not even be asked.
func (b *Builder) libraries(ctx context.Context) ([]hostFile, error) {
	kept := b.opt.Flags
	b.opt.Flags = append([]string{"-Wl,--no-as-needed"}, kept...)
	x, err := b.Build(ctx, &program.Version{Name: "libraries", Files: []program.SourceFile{{Name: "libraries.c", Text: probe.Files[0].Text}}}, nil, "")
	b.opt.Flags = kept
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, x.binary)
	cmd.Env = []string{"LD_TRACE_LOADED_OBJECTS=1"}
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(b.dir, "host")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	var list []hostFile
	for i, m := range libraryLine.FindAllStringSubmatch(string(out), -1) {
		f := hostFile{filepath.Clean(m[1])[1:], filepath.Join(dir, fmt.Sprint(i))}
		if err := copyFile(m[1], f.copy); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	if len(list) == 0 {
		return nil, errors.New("the dynamic linker names no libraries")
	}
	return list, b.locateStack(ctx)
}

var stackMap = regexp.MustCompile(`(?m)^[0-9a-f]+-([0-9a-f]+) .*\[stack\]$`)

// locateStack finds out where the stack of programs ends, which sanitizers look for in
// a file that the system makes where it is asked.
func (b *Builder) locateStack(ctx context.Context) error {
	const most = 1 << 30 // bytes
	out, err := exec.CommandContext(ctx, b.launcher, "stack").Output()
	if err != nil {
		return err
	}
	m := stackMap.FindSubmatch(out)
	if m == nil {
		return errors.New("the system does not tell where the stack is")
	}
	end, err := strconv.ParseUint(string(m[1]), 16, 64)
	if err != nil || end < most {
		return fmt.Errorf("the stack ends at %s: %w", m[1], err)
	}
	b.maps = fmt.Sprintf("%x-%x rw-p 00000000 00:00 0 [stack]\n", end-most, end)
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o555)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close(), os.Chmod(to, 0o555))
}

// lend puts what programs need to begin below the root of a run, where the input has
// nothing. The superuser's files are links to the builder's, for the program runs as
// somebody else; a user's are copies, which are his program's to spoil.
func (r *running) lend() error {
	root, err := os.OpenRoot(r.root)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range r.x.b.host {
		if err := root.MkdirAll(filepath.Dir(f.at), 0o755); err != nil {
			return fmt.Errorf("the input has something else where the system's libraries are: %w", err)
		}
		if _, err := root.Lstat(f.at); err == nil {
			continue
		}
		to := filepath.Join(r.root, f.at)
		if os.Getuid() != 0 || os.Link(f.copy, to) != nil {
			if err := copyFile(f.copy, to); err != nil {
				return err
			}
		}
	}
	// Sanitizers complain if they cannot tell their program's name.
	if err := root.MkdirAll(filepath.Dir(itself[1:]), 0o755); err != nil {
		return err
	}
	if err := root.Symlink(itself, itself[1:]); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := root.Lstat(maps); err == nil {
		return nil
	}
	return root.WriteFile(maps, []byte(r.x.b.maps), 0o644)
}

// maps is the file in which the system tells a process what memory it has.
const maps = "proc/self/maps"

// lent returns the files below the root of a run that are not the program's.
func (b *Builder) lent() []string {
	list := []string{filepath.FromSlash(null), filepath.FromSlash(itself[1:]), filepath.FromSlash(maps)}
	for _, f := range b.host {
		list = append(list, f.at)
	}
	return list
}
