package native

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/sandbox"
)

// ErrNoCompiler is wrapped by the error of New where there is no C compiler, or
// none with the sanitizers asked for.
var ErrNoCompiler = errors.New("no suitable C compiler")

// ErrUnconfined is wrapped by the error of New where the system does not let programs of
// an unknown origin be confined, and Options do not say that they may be run all the same.
var ErrUnconfined = errors.New("native runs cannot be confined here")

// Options describe a builder. The zero value of each limit is its default.
type Options struct {
	Compiler string   // name or path; default the first of gcc, clang, cc that there is
	Flags    []string // more flags for it
	// Sanitize makes errors of memory, divisions by zero and shifts by too much
	// end a run as Faulted: AddressSanitizer, and some checks of
	// UndefinedBehaviorSanitizer. Runs are several times slower.
	Sanitize bool
	Overflow bool // with Sanitize: signed overflow ends a run, too

	Time      time.Duration // of one run; default 5 s, the paper's
	Memory    int64         // bytes of one run; default 1 GiB
	FileSize  int64         // bytes of each file written, and of each output stream; default 64 MiB
	Total     int64         // bytes of all files and streams that a run leaves; default FileSize
	Files     int           // files and folders that a run leaves; default 4096
	Processes int           // of a run, and of the user as far as the system counts them; default 512
	Network   bool          // let the programs use the network
	// Unconfined lets programs run though the system does not grant all of
	// Builder.Confined. What it grants confines them all the same.
	Unconfined bool
	Temp       string // where the builder makes its folder; "" is the system's choice
}

func (o *Options) defaults() {
	if o.Time <= 0 {
		o.Time = 5 * time.Second
	}
	if o.Memory <= 0 {
		o.Memory = 1 << 30
	}
	if o.FileSize <= 0 {
		o.FileSize = 64 << 20
	}
	if o.Total <= 0 {
		o.Total = o.FileSize
	}
	if o.Files <= 0 {
		o.Files = 4096
	}
	if o.Processes <= 0 {
		o.Processes = 512
	}
}

// Builder compiles versions. It is safe for concurrent use; Close it.
type Builder struct {
	Compiler string // the compiler's path
	Isolated bool   // programs run without network
	// Private tells that the folder of a run is the root of all files that the
	// program sees, and that it does not run as the superuser.
	Private bool
	// Alone tells that a run sees no other processes than its own, all of which end with
	// it, whatever group or session they have gone to.
	Alone bool
	// Filtered tells that programs cannot make the system calls that have to do with
	// other processes, namespaces, mounts and the kernel.
	Filtered bool

	opt      Options
	dir      string
	launcher string // starts programs
	host     []hostFile
	maps     string // what programs are told of their memory
	mu       sync.Mutex
	archives map[string]*built // of library files, by hash
	programs map[string]*built // by hash of the version and entry
}

// built is something that is compiled once.
type built struct {
	mu      sync.Mutex
	done    bool
	path    string // an archive or object
	program *Program
	err     error
}

// once calls compile, which sets the result, unless that was done before. What was
// broken off is not done.
func (e *built) once(ctx context.Context, compile func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.done {
		compile()
		e.done = e.err == nil || ctx.Err() == nil
	}
}

// New finds the compiler and tries it, and what the system grants to confine programs.
// The error wraps ErrNoCompiler if the compiler is not there or cannot do what opt asks
// for, ErrUnconfined if programs cannot be confined and opt does not allow that.
func New(ctx context.Context, opt Options) (*Builder, error) {
	opt.defaults()
	b := &Builder{opt: opt, archives: map[string]*built{}, programs: map[string]*built{}}
	var err error
	if b.Compiler, err = findCompiler(opt.Compiler); err != nil {
		return nil, err
	}
	if b.dir, err = os.MkdirTemp(opt.Temp, "rift-native-"); err != nil {
		return nil, err
	}
	if b.dir, err = filepath.EvalSymlinks(b.dir); err == nil {
		err = b.probe(ctx)
	}
	if err == nil {
		err = b.compileLauncher(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	b.Isolated = !opt.Network && sandbox.CanIsolate(ctx)
	if err := b.tryConfinement(ctx); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	if missing := b.Missing(); missing != "" && !opt.Unconfined {
		return nil, errors.Join(fmt.Errorf("%w: the system does not grant %s", ErrUnconfined, missing), b.Close())
	}
	return b, nil
}

// Confined reports whether programs of an unknown origin can be run without danger:
// without network unless that is allowed, with a root and a user and processes of their
// own, and without the system calls of Filtered.
func (b *Builder) Confined() bool { return b.Missing() == "" }

// Missing names what the system does not grant of Confined; "" if it grants all.
func (b *Builder) Missing() string {
	var list []string
	for _, c := range []struct {
		there bool
		what  string
	}{
		{b.Isolated || b.opt.Network, "network namespaces"}, {b.Private, "a root of its own (user namespaces, or the superuser's rights)"},
		{b.Alone, "process namespaces"}, {b.Filtered, "filters of system calls (seccomp)"},
	} {
		if !c.there {
			list = append(list, c.what)
		}
	}
	return strings.Join(list, ", ")
}

// tryConfinement finds out how runs can be confined, one means after the other.
func (b *Builder) tryConfinement(ctx context.Context) error {
	if err := b.tryRoot(ctx); err != nil {
		return err
	}
	x, err := b.Build(ctx, alone, nil, "")
	if err != nil {
		return err
	}
	b.Alone = true
	out, err := x.Run(ctx, &program.Input{})
	b.Alone = err == nil && out.Ending == program.Exited && out.Status == 0
	if ctx.Err() != nil {
		return ctx.Err()
	}
	b.Filtered = true
	if err = b.compileLauncher(ctx); err == nil {
		out, err = x.Run(ctx, &program.Input{Args: []program.Bytes{program.Bytes("filtered")}})
		if err == nil && out.Ending == program.Exited && out.Status == 0 {
			return nil
		}
	}
	b.Filtered = false
	return errors.Join(ctx.Err(), b.compileLauncher(ctx))
}

// alone sees whether it is the second process of all or, with an argument, whether a
// call that is refused to programs, which would not succeed either, fails as it should.
var alone = &program.Version{Name: "alone", Files: []program.SourceFile{{Name: "alone.c", Text: `
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
#if defined(__linux__) && defined(__x86_64__)
	if (argc > 1) {
		errno = 0;
		return syscall(SYS_process_vm_readv, getpid(), 0, 0, 0, 0, 0) == 0 || errno != EPERM;
	}
#endif
	return argc > 1 || getpid() != 2;
}
`}}}

// tryRoot finds out whether runs can have a root of their own.
func (b *Builder) tryRoot(ctx context.Context) error {
	x, err := b.Build(ctx, probe, nil, "")
	if err != nil {
		return err
	}
	if b.host, err = b.libraries(ctx); err != nil {
		return ctx.Err() // a system whose programs cannot be moved
	}
	b.Private = true
	out, err := x.Run(ctx, &program.Input{Files: []program.File{{Name: "/probe"}}})
	b.Private = err == nil && out.Ending == program.Exited && out.Status == 0
	return ctx.Err()
}

func findCompiler(name string) (string, error) {
	if name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("%w: %w", ErrNoCompiler, err)
		}
		return path, nil
	}
	for _, name := range []string{"gcc", "clang", "cc"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: none of gcc, clang and cc is there", ErrNoCompiler)
}

// probe sees whether a file /probe can be read, and whether others cannot.
var probe = &program.Version{Name: "probe", Files: []program.SourceFile{{Name: "probe.c", Text: `
#include <unistd.h>
int main(void) { return access("/probe", R_OK) != 0 || access("/bin/sh", F_OK) == 0 || geteuid() == 0; }
`}}}

// probe compiles a small program, to know early whether the sanitizers are there.
func (b *Builder) probe(ctx context.Context) error {
	_, err := b.Build(ctx, probe, nil, "")
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %s does not compile the smallest program: %w", ErrNoCompiler, b.Compiler, err)
	}
	return err
}

// Close removes all that was compiled.
func (b *Builder) Close() error { return os.RemoveAll(b.dir) }
