package native

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/sandbox"
)

//go:embed guard/guard.c
var guard string

//go:embed guard/launch.c
var launch string

//go:embed guard/filter.h
var filter string

// Program is a compiled version. It is safe for concurrent use.
type Program struct {
	b      *Builder
	binary string
	names  map[string]string // of sources, by their path below the program's folder
	folder string
	main   bool // starts main
	code   symbols
}

// compileTime bounds one call of the compiler, compileMemory the address space
// of each of its processes in bytes.
const (
	compileTime   = 5 * time.Minute
	compileMemory = 4 << 30
)

// Build compiles a version, unless the builder has done it before. Inputs of it
// start the function entry, or main if that is "". p is the version compiled by
// rift, which tells the types of entry's parameters; it may be nil for main.
// Errors are cancellation, and what the compiler said.
func (b *Builder) Build(ctx context.Context, v *program.Version, p *program.Program, entry string) (*Program, error) {
	if entry == "main" {
		entry = ""
	}
	e := b.entry(b.programs, entry+" "+v.Hash())
	e.once(ctx, func() { e.program, e.err = b.build(ctx, v, p, entry) })
	if e.err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return e.program, e.err
}

func (b *Builder) entry(m map[string]*built, key string) *built {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m[key] == nil {
		m[key] = &built{}
	}
	return m[key]
}

func (b *Builder) build(ctx context.Context, v *program.Version, p *program.Program, entry string) (*Program, error) {
	dir, err := os.MkdirTemp(b.dir, "version-")
	if err != nil {
		return nil, err
	}
	x := &Program{b: b, folder: dir, binary: filepath.Join(dir, "prog"), main: entry == ""}
	paths, err := x.write(v.Files)
	if err != nil {
		return nil, err
	}
	args := b.flags(v, dir)
	if entry != "" {
		d, err := newDriver(v, p, entry)
		if err != nil {
			return nil, err
		}
		if err := d.appendTo(filepath.Join(dir, paths[d.unit])); err != nil {
			return nil, err
		}
		args = append(args, "-Dmain=rift_other_main")
	}
	archive, err := b.library(ctx, v)
	if err != nil {
		return nil, err
	}
	object, err := b.guard(ctx, entry != "")
	if err != nil {
		return nil, err
	}
	args = append(args, "-o", x.binary)
	for i, f := range v.Files {
		if f.Unit() && !f.Library {
			args = append(args, paths[i])
		}
	}
	args = append(args, object)
	if archive != "" {
		args = append(args, archive)
	}
	if err := b.compile(ctx, dir, append(args, "-lm")); err != nil {
		return nil, fmt.Errorf("version %s: %w", v.Name, err)
	}
	return x, os.Chmod(x.binary, 0o755) // another user starts it
}

// write writes files below the program's folder and returns the path of each
// there.
func (x *Program) write(files []program.SourceFile) ([]string, error) {
	x.names = map[string]string{}
	paths := make([]string, len(files))
	for i, f := range files {
		p := filepath.FromSlash(f.Name)
		if !filepath.IsLocal(p) { // from somewhere else on the disk
			p = filepath.Join(fmt.Sprintf("outside%d", i), filepath.Base(p))
		}
		paths[i], x.names[p] = p, f.Name
		name := filepath.Join(x.folder, p)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
			return nil, err
		}
	}
	return paths, nil
}

// flags returns the arguments that every compilation of a version in a folder
// has. Old programs rely on what newer compilers refuse.
func (b *Builder) flags(v *program.Version, dir string) []string {
	args := []string{"-std=gnu17", "-w", "-g", "-O1", "-fno-omit-frame-pointer",
		"-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-incompatible-pointer-types"}
	args = append(args, b.sanitizers()...)
	args = append(args, b.opt.Flags...)
	for _, d := range v.Defines {
		args = append(args, "-D"+d)
	}
	for _, folder := range v.Includes {
		if filepath.IsLocal(filepath.FromSlash(folder)) {
			args = append(args, "-I"+filepath.Join(dir, folder))
		}
		if abs, err := filepath.Abs(folder); err == nil && !v.Sealed {
			args = append(args, "-I"+abs)
		}
	}
	if !slices.ContainsFunc(v.Includes, func(s string) bool { return path.Clean(s) == "." }) {
		args = append(args, "-I"+dir)
	}
	return args
}

func (b *Builder) sanitizers() []string {
	if !b.opt.Sanitize {
		return nil
	}
	checks := "address,bounds,null,integer-divide-by-zero,unreachable,return,vla-bound,shift"
	if b.opt.Overflow {
		checks += ",signed-integer-overflow"
	}
	return []string{"-fsanitize=" + checks, "-fno-sanitize-recover=all"}
}

// library makes an archive of the library files of a version; "" if there are
// none. They see no other files.
func (b *Builder) library(ctx context.Context, v *program.Version) (string, error) {
	lib := &program.Version{Includes: v.Includes, Defines: v.Defines, Sealed: v.Sealed}
	for _, f := range v.Files {
		if f.Library {
			lib.Files = append(lib.Files, f)
		}
	}
	if len(lib.Files) == 0 {
		return "", nil
	}
	e := b.entry(b.archives, lib.Hash())
	e.once(ctx, func() { e.path, e.err = b.archive(ctx, lib) })
	return e.path, e.err
}

func (b *Builder) archive(ctx context.Context, lib *program.Version) (string, error) {
	dir, err := os.MkdirTemp(b.dir, "library-")
	if err != nil {
		return "", err
	}
	x := &Program{folder: dir}
	paths, err := x.write(lib.Files)
	if err != nil {
		return "", err
	}
	args := append(b.flags(lib, dir), "-c")
	objects := filepath.Join(dir, "objects")
	if err := os.Mkdir(objects, 0o777); err != nil {
		return "", err
	}
	for i, f := range lib.Files {
		if f.Unit() {
			args = append(args, filepath.Join(dir, paths[i]))
		}
	}
	if err := b.compile(ctx, objects, args); err != nil {
		return "", fmt.Errorf("library: %w", err)
	}
	made, err := filepath.Glob(filepath.Join(objects, "*.o"))
	if err != nil {
		return "", err
	}
	archive := filepath.Join(dir, "library.a")
	cmd := exec.CommandContext(ctx, "ar", append([]string{"rc", archive}, made...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("ar: %w: %s", err, bytes.TrimSpace(out))
	}
	return archive, nil
}

// guard compiles what is linked to every program.
func (b *Builder) guard(ctx context.Context, entry bool) (string, error) {
	e := b.entry(b.archives, fmt.Sprint("guard ", entry))
	e.once(ctx, func() { e.path, e.err = b.compileGuard(ctx, entry) })
	return e.path, e.err
}

func (b *Builder) compileGuard(ctx context.Context, entry bool) (string, error) {
	dir, err := os.MkdirTemp(b.dir, "guard-")
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "guard.c"), []byte(guard), 0o666); err != nil {
		return "", err
	}
	args := []string{"-std=gnu17", "-w", "-O1", "-c", "guard.c"}
	if b.opt.Sanitize {
		args = append(args, "-DRIFT_SANITIZE", fmt.Sprintf("-DRIFT_MEGABYTES=%d", max(b.opt.Memory>>20, 1)))
	}
	if entry {
		args = append(args, "-DRIFT_ENTRY")
	}
	return filepath.Join(dir, "guard.o"), b.compile(ctx, dir, args)
}

// compileLauncher compiles what starts every program.
func (b *Builder) compileLauncher(ctx context.Context) error {
	dir, err := os.MkdirTemp(b.dir, "launch-")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "launch.c"), []byte(launch), 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "filter.h"), []byte(filter), 0o666); err != nil {
		return err
	}
	args := []string{"-std=gnu17", "-w", "-O1", "-o", "launch", "launch.c",
		fmt.Sprintf("-DRIFT_FILE_SIZE=%d", b.opt.FileSize), fmt.Sprintf("-DRIFT_PROCESSES=%d", b.opt.Processes),
		fmt.Sprintf("-DRIFT_SECONDS=%d", int(b.opt.Time.Seconds())+1), fmt.Sprintf("-DRIFT_MEMORY=%d", b.opt.Memory),
		fmt.Sprintf("-DRIFT_HOME=%q", home)}
	if b.opt.Sanitize {
		args = append(args, "-DRIFT_SANITIZE")
	}
	if b.Filtered {
		args = append(args, "-DRIFT_FILTER")
	}
	b.launcher = filepath.Join(dir, "launch")
	return b.compile(ctx, dir, args)
}

// compile calls the compiler in a folder.
func (b *Builder) compile(ctx context.Context, dir string, args []string) error {
	limited, cancel := context.WithTimeout(ctx, compileTime)
	defer cancel()
	cmd := sandbox.Command(limited, compileMemory, b.Compiler, args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := sandbox.Run(cmd, b.Isolated, b.opt.Processes)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("%s took more than %v", filepath.Base(b.Compiler), compileTime)
	}
	return fmt.Errorf("%s: %s", filepath.Base(b.Compiler), firstLines(strings.ReplaceAll(out.String(), dir+string(filepath.Separator), "")))
}

// firstLines returns the beginning of what a compiler said.
func firstLines(s string) string {
	const most = 1000
	s = strings.TrimSpace(s)
	if len(s) > most {
		s = s[:most] + "..."
	}
	return s
}
