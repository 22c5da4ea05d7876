package corpora

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/riftlab/rift/program"
	"github.com/riftlab/rift/program/native"
)

// nativeBuilder builds versions with gcc. Each becomes a server that forks for
// every test, so that a pool of 1,500 tests takes a second and not a minute.
// Entry functions must take ints. Sanitizers turn undefined behaviour into
// faults, at ten times the cost.
func nativeBuilder(t testing.TB, s *Subject, sanitize bool) Builder {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("gcc is missing: bundled subjects are not checked natively")
	}
	archives := map[string]string{} // of Library files, by the hash of them
	return func(ctx context.Context, v *program.Version) (Runner, error) {
		dir := t.TempDir()
		args := []string{"-std=gnu17", "-w", "-O0", "-o", filepath.Join(dir, "prog")}
		if sanitize {
			args = append(args, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
		}
		for _, f := range v.Files {
			name := filepath.Join(dir, f.Name)
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				return nil, err
			}
			if err := os.WriteFile(name, []byte(f.Text), 0o666); err != nil {
				return nil, err
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "server.c"), []byte(serverSource(s, v)), 0o666); err != nil {
			return nil, err
		}
		for _, d := range v.Defines {
			args = append(args, "-D"+d)
		}
		for _, folder := range v.Includes {
			args = append(args, "-I"+filepath.Join(dir, folder))
		}
		archive, err := nativeArchive(ctx, t, gcc, dir, v, archives)
		if err != nil {
			return nil, err
		}
		args = append(args, "-I"+dir, filepath.Join(dir, "server.c"))
		if len(archive) > 0 { // real programs: their units do not bear being one
			args = append(args, "-Dmain=subject_main")
			for _, f := range v.Files {
				if strings.HasSuffix(f.Name, ".c") && !f.Library {
					args = append(args, filepath.Join(dir, f.Name))
				}
			}
		}
		args = append(args, archive...)
		args = append(args, "-lm")
		if out, err := exec.CommandContext(ctx, gcc, args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("gcc: %w\n%s", err, out)
		}
		return startServer(t, filepath.Join(dir, "prog"))
	}
}

// nativeArchive makes a library of the Library files of a version, unless made
// has one, and returns it as arguments for gcc. The version's files are in dir.
func nativeArchive(ctx context.Context, t testing.TB, gcc, dir string, v *program.Version, made map[string]string) ([]string, error) {
	lib := &program.Version{Includes: v.Includes, Defines: v.Defines}
	args := []string{"-std=gnu17", "-w", "-O0", "-c"}
	for _, folder := range v.Includes {
		args = append(args, "-I"+filepath.Join(dir, folder))
	}
	for _, d := range v.Defines {
		args = append(args, "-D"+d)
	}
	for _, f := range v.Files {
		if f.Library {
			lib.Files = append(lib.Files, f)
			if strings.HasSuffix(f.Name, ".c") {
				args = append(args, filepath.Join(dir, f.Name))
			}
		}
	}
	if len(lib.Files) == 0 {
		return nil, nil
	}
	if made[lib.Hash()] == "" {
		work := t.TempDir()
		cmd := exec.CommandContext(ctx, gcc, args...)
		cmd.Dir = work
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("gcc: %w\n%s", err, out)
		}
		objects, err := filepath.Glob(filepath.Join(work, "*.o"))
		if err != nil {
			return nil, err
		}
		archive := filepath.Join(work, "lib.a")
		if out, err := exec.CommandContext(ctx, "ar", append([]string{"rc", archive}, objects...)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("ar: %w\n%s", err, out)
		}
		made[lib.Hash()] = archive
	}
	return []string{made[lib.Hash()]}, nil
}

// serverSource includes the sources of a version, under another name for
// main, unless it comes with a library, and serves requests: the number of strings, then each as its length
// and bytes; the first is the standard input. The answer is three numbers:
// wait status, length of stdout, length of stderr; and the two texts.
func serverSource(s *Subject, v *program.Version) string {
	var sb strings.Builder
	sb.WriteString("#undef main\n#define _GNU_SOURCE\n")
	if slices.ContainsFunc(v.Files, func(f program.SourceFile) bool { return f.Library }) {
		sb.WriteString("int subject_main(int, char **);\n")
	} else {
		sb.WriteString("#define main subject_main\n")
		for _, f := range v.Files {
			if strings.HasSuffix(f.Name, ".c") {
				fmt.Fprintf(&sb, "#include %q\n", f.Name)
			}
		}
		sb.WriteString("#undef main\n")
	}
	call := "((int (*)(int, char **)) subject_main)(argc, argv)"
	if s.Model.Entry != "" {
		var params []string
		for i := range s.Model.Params {
			params = append(params, fmt.Sprintf("atoi(argv[%d])", i+1))
		}
		call = fmt.Sprintf("(%s(%s), 0)", s.Model.Entry, strings.Join(params, ", "))
	}
	return sb.String() + strings.ReplaceAll(server, "CALL", call)
}

const server = `
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/wait.h>

static char *server_string(FILE *in, size_t *n) {
	fscanf(in, "%zu", n);
	fgetc(in);
	char *s = calloc(*n + 1, 1);
	fread(s, 1, *n, in);
	return s;
}

static char *server_slurp(int fd, long *n) {
	*n = lseek(fd, 0, SEEK_END);
	char *s = malloc(*n + 1);
	pread(fd, s, *n, 0);
	return s;
}

int main(void) {
	FILE *in = fdopen(dup(0), "r"), *out = fdopen(dup(1), "w");
	int count, files[3];
	for (int i = 0; i < 3; i++)
		files[i] = memfd_create("stream", 0);
	while (fscanf(in, "%d", &count) == 1) {
		char **argv = calloc(count + 2, sizeof *argv);
		size_t n, stdin_size;
		int argc = 1;
		argv[0] = "prog";
		char *text = server_string(in, &stdin_size);
		for (int i = 1; i < count; i++)
			argv[argc++] = server_string(in, &n);
		for (int i = 0; i < 3; i++) {
			ftruncate(files[i], 0);
			lseek(files[i], 0, SEEK_SET);
		}
		pwrite(files[0], text, stdin_size, 0);
		pid_t pid = fork();
		if (pid == 0) {
			for (int i = 0; i < 3; i++)
				dup2(files[i], i);
			program_invocation_name = argv[0];
			alarm(10);
			exit(CALL);
		}
		int status = 0;
		waitpid(pid, &status, 0);
		long nout, nerr;
		char *o = server_slurp(files[1], &nout), *e = server_slurp(files[2], &nerr);
		fprintf(out, "%d %ld %ld\n", status, nout, nerr);
		fwrite(o, 1, nout, out);
		fwrite(e, 1, nerr, out);
		fflush(out);
		free(o);
		free(e);
	}
}
`

func startServer(t testing.TB, path string) (Runner, error) {
	cmd := exec.Command(path)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=exitcode=99:detect_leaks=0", "UBSAN_OPTIONS=exitcode=99")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	out := bufio.NewReader(pipe)
	return func(ctx context.Context, input *program.Input) (*program.Outcome, error) {
		if err := onlyFiles(cmd.Dir, input.Files); err != nil {
			return nil, err
		}
		var req bytes.Buffer
		fmt.Fprintf(&req, "%d\n", 1+len(input.Args)+len(input.Values))
		fmt.Fprintf(&req, "%d\n%s", len(input.Stdin), []byte(input.Stdin))
		for _, a := range input.Args {
			fmt.Fprintf(&req, "\n%d\n%s", len(a), []byte(a))
		}
		for _, v := range input.Values {
			_, text, _ := strings.Cut(v.String(), "=")
			fmt.Fprintf(&req, "\n%d\n%s", len(text), text)
		}
		req.WriteByte('\n')
		if _, err := in.Write(req.Bytes()); err != nil {
			return nil, err
		}
		return readAnswer(out)
	}, nil
}

// onlyFiles makes the files of an input the only ones in a folder.
func onlyFiles(dir string, files []program.File) error {
	old, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range old {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return native.Put(dir, files)
}

func readAnswer(out *bufio.Reader) (*program.Outcome, error) {
	var status, nout, nerr int
	if _, err := fmt.Fscanf(out, "%d %d %d\n", &status, &nout, &nerr); err != nil {
		return nil, err
	}
	text := make([]byte, nout+nerr)
	if _, err := io.ReadFull(out, text); err != nil {
		return nil, err
	}
	o := &program.Outcome{Stdout: text[:nout], Stderr: text[nout:]}
	switch signal := status & 0x7f; {
	case signal != 0:
		o.Ending, o.Status = program.Signaled, signal
	case status>>8 == 99:
		o.Ending, o.Fault, o.Stderr = program.Faulted, &program.Fault{Kind: program.FaultInvalid, Message: string(o.Stderr)}, nil
	default:
		o.Ending, o.Status = program.Exited, status>>8
	}
	return o, nil
}

// thinned returns the subject with at most about n pool tests and as many pairs:
// building every version and starting a process for each test of it takes too
// long for more. Counts of tests cannot be checked then; the machine's own test
// checks them.
func thinned(s *Subject, pairs, tests int) *Subject {
	step := (len(s.Pairs) + pairs - 1) / max(pairs, 1)
	stride := (len(s.Tests) + tests - 1) / tests
	if step <= 1 && stride <= 1 {
		return s
	}
	thin := *s
	thin.Pairs = nil
	for i := range s.Pairs {
		if i%step == 0 {
			thin.Pairs = append(thin.Pairs, s.Pairs[i])
		}
	}
	thin.Tests = nil
	named := map[string]bool{}
	for i := range thin.Pairs {
		p := &thin.Pairs[i]
		p.Differ = -1
		named[p.Failing] = true
		named[p.Witness] = true
		for _, e := range p.Errors {
			named[e.Test] = true
		}
	}
	for i, t := range s.Tests {
		if i%stride == 0 || named[t.Name] {
			thin.Tests = append(thin.Tests, t)
		}
	}
	return &thin
}

// whenRun builds a version of the subject when its first test is run. That it does
// not build is then the error of that run. Combinations of changes, which need not
// build, are built at once.
func whenRun(s *Subject, build Builder) Builder {
	return func(ctx context.Context, v *program.Version) (Runner, error) {
		if s.Version(v.Name) == nil {
			return build(ctx, v)
		}
		var run Runner
		return func(ctx context.Context, input *program.Input) (*program.Outcome, error) {
			if run == nil {
				var err error
				if run, err = build(ctx, v); err != nil {
					return nil, err
				}
			}
			return run(ctx, input)
		}, nil
	}
}

// TestBundledSubjectsNatively checks the facts of the bundled manifests with
// gcc-built programs: three pairs of each subject on a few tests of its pool, and
// on those that the manifest names; all pairs on 150 tests, if RIFT_LONG is set.
func TestBundledSubjectsNatively(t *testing.T) {
	pairs, tests := 3, 12
	if os.Getenv("RIFT_LONG") != "" {
		pairs, tests = math.MaxInt32, 150
	}
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			whole, err := Bundled(name)
			if err != nil {
				t.Fatal(err)
			}
			s := thinned(whole, pairs, tests)
			r, err := Check(context.Background(), s, whenRun(s, nativeBuilder(t, s, s.Model.Entry != "")))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Problems {
				if s == whole || !strings.Contains(p.Message, "differs on no test") {
					t.Error(p)
				}
			}
		})
	}
}

// TestFetchedSubjectsNatively checks those whose sources were fetched, if
// RIFT_FETCHED is set: it takes minutes.
func TestFetchedSubjectsNatively(t *testing.T) {
	if os.Getenv("RIFT_FETCHED") == "" {
		t.Skip("RIFT_FETCHED is not set")
	}
	for _, name := range Fetchable() {
		t.Run(name, func(t *testing.T) {
			s, err := Bundled(name)
			if errors.Is(err, ErrNotFetched) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			r, err := Check(context.Background(), s, nativeBuilder(t, s, false))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range r.Problems {
				t.Error(p)
			}
			for _, m := range r.Pairs {
				t.Logf("%-12s %3d of %d tests differ, first %s", m.Pair, m.Differ, m.Tests, m.First)
			}
		})
	}
}
