"""Both versions of a task in one native program, for fuzzers.

The program decodes a test case to an input of the model, runs each version on it in a
process of its own, and aborts if they show something else: what they print, how they
end, or the files that they leave. It is confined: its root is an empty folder, and it has no
rights of the superuser. Rift's machines have the last word: what a fuzzer finds with it
is tried there.
"""
import os
import random
import shutil
import signal
import subprocess
import time

from riftengine import NotApplicable

RUNTIME = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 256
static const unsigned char *at, *end;
static char *args[MOST], *vars[MOST], *names[MOST];
static unsigned char *data[MOST], *in;
static size_t sizes[MOST], insize;
static int nargs = 1, nvars, nfiles, nvalues;
static uint64_t values[MOST];
static const char *value_names[MOST];
static int value_sizes[MOST];

static unsigned get(void) { return at < end ? *at++ : 0; }
static uint64_t word(int n) { uint64_t v = 0; while (n--) v = v << 8 | get(); return v; }

static uint64_t number(int64_t min, int64_t max, int bytes)
{
	uint64_t span = (uint64_t)max - min + 1, v = word(bytes);
	return (uint64_t)min + (span ? v % span : v);
}

/* text takes bytes up to a zero or, with room, that many. */
static unsigned char *text(size_t min, size_t size, const char *letters, size_t n, int zero, size_t *length)
{
	unsigned char *s = calloc(size + min + 1, 1);
	size_t i = 0;
	while (i < size && at < end && (!zero || *at)) {
		s[i] = n ? letters[*at % n] : *at;
		i++, at++;
	}
	if (zero && at < end && !*at)
		at++;
	while (i < min)
		s[i++] = n ? letters[0] : 'a';
	if (length)
		*length = i;
	return s;
}

static void arg(const char *s) { args[nargs++] = strdup(s); }
static void arg_int(int64_t min, int64_t max, int bytes)
{
	char s[32];
	sprintf(s, "%lld", (long long)number(min, max, bytes));
	arg(s);
}
static void arg_text(size_t min, size_t size, const char *letters, size_t n)
{
	args[nargs++] = (char *)text(min, size, letters, n, 1, 0);
}
static void file(const char *name, const char *content, size_t n)
{
	names[nfiles] = strdup(name);
	data[nfiles] = (unsigned char *)content;
	sizes[nfiles++] = n;
}
static void file_any(const char *name, size_t min, size_t size, const char *letters, size_t n)
{
	const unsigned char *all = end;
	size_t most = word(2) % (size + 1);
	if ((size_t)(end - at) > most)
		end = at + most;
	names[nfiles] = strdup(name);
	data[nfiles] = text(min, size, letters, n, 0, &sizes[nfiles]);
	nfiles++;
	end = all;
}
static void value(const char *name, int size, uint64_t v)
{
	value_names[nvalues] = name, value_sizes[nvalues] = size;
	values[nvalues++] = v;
}
static void decode(void);

int rift_run_old(int, char **), rift_run_new(int, char **);

static void put(const char *name, const void *p, size_t n)
{
	int f = open(name, O_CREAT | O_WRONLY, 0644);
	if (f < 0 || write(f, p, n) != (ssize_t)n)
		_exit(99);
	close(f);
}

/* confine leaves nothing of the system to this process. */
static int confine(const char *root)
{
	if (geteuid() != 0 && unshare(CLONE_NEWUSER) != 0)
		return -1;
	if (chroot(root) != 0 || chdir("/") != 0)
		return -1;
	if (getuid() == 0)
		return setgroups(0, 0) || setgid(65534) || setuid(65534);
	return 0;
}

/* Exits of the versions do not meet those of a fuzzer around them. */
static void (*leaving[64])(void);
static int leaves;
int rift_atexit(void (*f)(void))
{
	if (leaves == 64)
		return -1;
	leaving[leaves++] = f;
	return 0;
}
void rift_exit(int status)
{
	while (leaves > 0)
		leaving[--leaves]();
	fflush(0);
	_exit(status);
}

/* Where the root is seen from here: it is "" once this process is confined; otherwise each
   run confines itself. */
static const char *outside = "";
static int out[2][2], state[2];

static void start(int i, int (*run)(int, char **))
{
	char dir[64], made[600];
	sprintf(dir, "/%d-%d", (int)getpid(), i);
	snprintf(made, sizeof made, "%s%s", outside, dir);
	if (mkdir(made, 0777) != 0 || chmod(made, 0777) != 0)
		_exit(99);
	out[i][0] = memfd_create("out", 0), out[i][1] = memfd_create("err", 0);
	int given = memfd_create("in", 0);
	pid_t child = fork();
	if (child < 0)
		_exit(99);
	if (child == 0) {
		struct rlimit file = {1 << 20, 1 << 20}, memory = {1 << 30, 1 << 30};
		if (*outside && confine(outside) != 0)
			_exit(98);
		for (int k = 1; k < 32; k++)
			signal(k, SIG_DFL);
		setrlimit(RLIMIT_FSIZE, &file);
		setrlimit(RLIMIT_DATA, &memory);
		clearenv();
		for (int k = 0; k < nvars; k++)
			putenv(vars[k]);
		if (chdir(dir) != 0 || write(given, in, insize) != (ssize_t)insize)
			_exit(99);
		for (int k = 0; k < nfiles; k++)
			put(names[k], data[k], sizes[k]);
		lseek(given, 0, SEEK_SET);
		dup2(given, 0), dup2(out[i][0], 1), dup2(out[i][1], 2);
		alarm(2);
		rift_exit(run(nargs, args));
	}
	close(given);
	waitpid(child, &state[i], 0);
}

static int other(int a, int b)
{
	char x[4096], y[4096];
	ssize_t n;
	lseek(a, 0, SEEK_SET), lseek(b, 0, SEEK_SET);
	do {
		n = read(a, x, sizeof x);
		if (read(b, y, sizeof y) != n || n > 0 && memcmp(x, y, n))
			return 1;
	} while (n > 0);
	return 0;
}

/* files compares the files of two folders, and removes them. */
static int files(const char *one, const char *two)
{
	char a[900], b[900];
	int differ = 0, count[2] = {0, 0};
	for (int i = 0; i < 2; i++) {
		DIR *d = opendir(i ? two : one);
		struct dirent *e;
		while (d && (e = readdir(d))) {
			if (e->d_name[0] == '.' && (!e->d_name[1] || e->d_name[1] == '.' && !e->d_name[2]))
				continue;
			count[i]++;
			snprintf(a, sizeof a, "%s/%s", one, e->d_name);
			snprintf(b, sizeof b, "%s/%s", two, e->d_name);
			if (!i) {
				int f = open(a, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), g = open(b, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
				if ((f < 0) != (g < 0) || f >= 0 && other(f, g))
					differ = 1;
				close(f), close(g);
			}
		}
		if (d)
			closedir(d);
	}
	for (int i = 0; i < 2; i++) {
		DIR *d = opendir(i ? two : one);
		struct dirent *e;
		while (d && (e = readdir(d)))
			if (unlinkat(dirfd(d), e->d_name, 0))
				unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
		if (d)
			closedir(d);
		rmdir(i ? two : one);
	}
	return differ || count[0] != count[1];
}

static int differs(void)
{
	char one[600], two[600];
	start(0, rift_run_old);
	start(1, rift_run_new);
	snprintf(one, sizeof one, "%s/%d-0", outside, (int)getpid());
	snprintf(two, sizeof two, "%s/%d-1", outside, (int)getpid());
	int d = files(one, two) || state[0] != state[1] || other(out[0][0], out[1][0]) || other(out[0][1], out[1][1]);
	for (int i = 0; i < 2; i++)
		close(out[i][0]), close(out[i][1]);
	return d;
}

static void setup(const unsigned char *p, size_t n)
{
	at = p, end = p + n;
	nargs = 1, nvars = nfiles = nvalues = 0;
	args[0] = "program";
	decode();
	args[nargs] = 0;
}

static void hex(const char *what, const char *name, const unsigned char *p, size_t n)
{
	printf("%s %s ", what, name);
	while (n--)
		printf("%02x", *p++);
	puts("");
}

/* show prints the input that a test case stands for. */
static void show(void)
{
	for (int i = 1; i < nargs; i++)
		hex("arg", "-", (unsigned char *)args[i], strlen(args[i]));
	for (int i = 0; i < nvars; i++)
		hex("env", "-", (unsigned char *)vars[i], strlen(vars[i]));
	for (int i = 0; i < nfiles; i++)
		hex("file", names[i], data[i], sizes[i]);
	for (int i = 0; i < nvalues; i++)
		hex("value", value_names[i], (unsigned char *)&values[i], value_sizes[i]);
	hex("stdin", "-", in, insize);
}
"""

STDIN_MAIN = r"""
int main(int argc, char **argv)
{
	static unsigned char buf[1 << 16];
	size_t n = 0;
	ssize_t k;
	while (n < sizeof buf && (k = read(0, buf + n, sizeof buf - n)) > 0)
		n += k;
	setup(buf, n);
	if (argc > 1) {
		show();
		return 0;
	}
	if (confine(ROOT) != 0) {
		fprintf(stderr, "it cannot be confined\n");
		return 98;
	}
	if (differs())
		abort();
	return 0;
}
"""

OPTIONS = ["-std=gnu17", "-w", "-O1", "-g", "-fcommon", "-Wno-implicit-function-declaration",
           "-Wno-implicit-int", "-Wno-int-conversion", "-Wno-incompatible-pointer-types"]


def need(*tools):
    """Refuses the task if a tool is missing."""
    for names, package in tools:
        if not any(shutil.which(n) for n in names.split("|")):
            raise NotApplicable(f"{names.replace('|', ' or ')} is not installed (package {package})")


def literal(s):
    return '"' + "".join(f"\\{ord(c):03o}" for c in s) + '"'


def width(low, high):
    return max(1, ((high - low).bit_length() + 7) // 8)


def content(c):
    letters = c.get("alphabet", "")
    return f"{c.get('min_size', 0)}, {c['size']}, {literal(letters)}, {len(letters)}"


def bounds(v):
    size = v.get("size") or 4
    if "int" in v:
        return v["int"]["min"], v["int"]["max"], size
    return -(1 << 8 * size - 1), (1 << 8 * size - 1) - 1, size


class Pair:
    """The versions of a task, compiled by a compiler's command with a main of C.

    Files first and last are linked before and after all others.
    """

    def __init__(self, task, compiler, main, link=(), name="pair", first=(), last=()):
        self.task, self.model, self.compiler, self.name = task, task["model"], compiler, name
        self.root = os.path.abspath("root")
        os.makedirs(self.root, exist_ok=True)
        os.chmod(self.root, 0o1777)
        if self.model.get("asked"):
            raise NotApplicable("the program asks for values, which natively nobody answers")
        if self.model.get("terminal"):
            raise NotApplicable("standard input is a terminal")
        self.entry = self.model.get("entry") or "main"
        if self.entry != "main" and any("int" not in v and v.get("size") for v in self.model.get("params", [])) or self.model.get("globals"):
            raise NotApplicable(f"function {self.entry} takes more than integers")
        if len(self.model.get("params", [])) > 6:
            raise NotApplicable(f"function {self.entry} has more than six parameters")
        objects = [self.version(which) for which in ("old", "new")]
        with open(f"{name}.c", "w", encoding="latin-1") as f:
            f.write(RUNTIME + f"#define ROOT {literal(self.root)}\n" + self.decoder() + main)
        self.call([*compiler, *OPTIONS, "-o", name, *first, f"{name}.c", *objects, *last, *link, "-lm"], "the pair")
        self.program = os.path.abspath(name)

    def call(self, command, what):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            said = [line for line in (done.stderr + done.stdout).splitlines() if "error" in line or "undefined" in line]
            raise NotApplicable(f"{what} does not compile natively: {(said or [done.stderr])[0].strip()}")

    def version(self, which):
        """Compiles a version to one object, of which one name is seen."""
        v, made, library = self.task[which], [], []
        libraries = {f["path"] for f in v["files"] if f.get("library")}
        what, whole = f"the {which} version", f"{self.name}-{which}.o"
        for i, unit in enumerate([*v["units"], self.start(which)]):
            name = f"{self.name}-{which}-{i}.o"
            self.call([*self.compiler, *OPTIONS, *v["flags"], "-c", "-o", name, unit], what)
            (library if unit in libraries else made).append(name)
        if library:
            archive = f"{self.name}-{which}.a"
            self.call(["ar", "rc", archive, *library], what)
            made.append(archive)
        self.call(["ld", "-r", "-d", "-o", whole, *made], what)
        self.call(["objcopy", "--redefine-sym", "exit=rift_exit", "--redefine-sym", "atexit=rift_atexit",
                   f"--keep-global-symbol=rift_run_{which}", whole], what)
        return whole

    def start(self, which):
        """Writes what calls the version."""
        if self.entry == "main":
            text = f"int main(int, char **, char **);\nextern char **environ;\nint rift_run_{which}(int n, char **a) {{ return main(n, a, environ); }}\n"
        else:
            n = len(self.model.get("params", []))
            kinds = ", ".join(["long"] * n) or "void"
            given = ", ".join(f"rift_values[{i}]" for i in range(n))
            text = (f"#include <stdio.h>\nextern unsigned long *rift_values;\nint {self.entry}({kinds});\n"
                    f"int rift_run_{which}(int n, char **a) {{ printf(\"%d\", {self.entry}({given})); return 0; }}\n")
        name = f"{which}-start.c"
        with open(name, "w", encoding="latin-1") as f:
            f.write(text)
        return name

    def decoder(self):
        """Returns the C function that makes an input of a test case."""
        m, c = self.model, []
        for a in m.get("args", []):
            if "text" in a:
                c.append(f"arg({literal(a['text'])});")
            elif "int" in a:
                low, high = a["int"]["min"], a["int"]["max"]
                c.append(f"arg_int({low}LL, {high}LL, {width(low, high)});")
            elif "choice" in a:
                c.append(f"{{ static const char *const some[] = {{{', '.join(map(literal, a['choice']))}}}; arg(some[get() % {len(a['choice'])}]); }}")
            else:
                c.append(f"arg_text({content(a['string'])});")
        if "sym_args" in m:
            s = m["sym_args"]
            c.append(f"for (int n = {s['min']} + get() % {s['max'] - s['min'] + 1}; n > 0; n--) arg_text({content({**s, 'size': s['len']})});".replace(f"arg_text({s['min']}", "arg_text(0"))
        for e in m.get("env", []):
            c.append(f"vars[nvars++] = {literal(e)};")
        for e in m.get("sym_env", []):
            c.append(f"{{ char *s = (char *)text({content(e['content'])}, 1, 0); vars[nvars] = malloc(strlen(s) + {len(e['name']) + 2}); sprintf(vars[nvars++], \"%s=%s\", {literal(e['name'])}, s); }}")
        for v in m.get("params", []):
            low, high, size = bounds(v)
            c.append(f"value({literal(v['name'])}, {size}, number((int64_t){low & (1 << 64) - 1}u, (int64_t){high & (1 << 64) - 1}u, {width(low, high)}));")
        for f in m.get("files", []):
            if f.get("link"):
                raise NotApplicable("the model has symbolic links")
            if "content" in f:
                c.append(f"file_any({literal(f['name'])}, {content(f['content'])});")
            else:
                c.append(f"file({literal(f['name'])}, {literal(f.get('text', ''))}, {len(f.get('text', ''))});")
        if "stdin" in m:
            c.append(f"in = text({content(m['stdin'])}, 0, &insize);")
        return "unsigned long *rift_values = values;\nstatic void decode(void)\n{\n\t" + "\n\t".join(c) + "\n}\n"

    def encode(self, made):
        """Returns a test case for an input, or None if the model has no such."""
        m, out = self.model, b""
        args = [a.encode("latin-1") for a in made.get("args", [])]
        values = {v["name"]: v["data"].encode("latin-1") for v in made.get("values", [])}
        contents = {f["name"]: f["data"].encode("latin-1") for f in made.get("files", [])}
        try:
            for a in m.get("args", []):
                given = args.pop(0)
                if "int" in a:
                    low, high = a["int"]["min"], a["int"]["max"]
                    out += (int(given) - low).to_bytes(width(low, high), "big")
                elif "choice" in a:
                    out += bytes([a["choice"].index(given.decode("latin-1"))])
                elif "string" in a:
                    out += self.letters(given, a["string"]) + b"\0"
            if "sym_args" in m:
                out += bytes([len(args) - m["sym_args"]["min"]])
                for given in args:
                    out += self.letters(given, m["sym_args"]) + b"\0"
            for v in m.get("params", []):
                low, high, _ = bounds(v)
                given = int.from_bytes(values[v["name"]], "little", signed=low < 0)
                out += (given - low).to_bytes(width(low, high), "big")
            for f in m.get("files", []):
                if "content" in f:
                    data = self.letters(contents[f["name"]], f["content"])
                    out += len(data).to_bytes(2, "big") + data
            if "stdin" in m:
                out += self.letters(made.get("stdin", "").encode("latin-1"), m["stdin"])
        except (ValueError, KeyError, IndexError, OverflowError):
            return None
        return out

    def letters(self, given, c):
        letters = c.get("alphabet", "").encode("latin-1")
        return bytes(letters.index(bytes([b])) for b in given) if letters else given

    def decode(self, case):
        """Returns the input that a test case stands for."""
        done = subprocess.run([self.program, "show"], input=case, capture_output=True, check=True)
        made = {"args": [], "env": [], "files": [], "values": []}
        for line in done.stdout.decode("latin-1").splitlines():
            what, name, data = line.rsplit(" ", 2) if line.count(" ") == 2 else (line.split(" ", 1)[0], line.split(" ", 1)[1].rsplit(" ", 1)[0], line.rsplit(" ", 1)[1])
            text = bytes.fromhex(data).decode("latin-1")
            if what == "arg":
                made["args"].append(text)
            elif what == "env":
                made["env"].append(text)
            elif what == "file":
                made["files"].append({"name": name, "data": text})
            elif what == "value":
                made["values"].append({"name": name, "data": text})
            else:
                made["stdin"] = text
        return made

    def differs(self, case):
        """Runs a test case on both versions, and tells whether the program aborted."""
        return subprocess.run([self.program], input=case, capture_output=True, check=False).returncode < 0

    def check(self):
        """Makes sure that the program can be run here."""
        if subprocess.run([self.program], input=b"", capture_output=True, check=False).returncode == 98:
            raise NotApplicable("programs cannot be confined here: neither the superuser nor user namespaces")

    def seeds(self, folder, pool):
        """Writes test cases that show no difference into a folder, and returns the others.

        They are the subject's tests, or else a few at random.
        """
        os.mkdir(folder)
        cases = {self.encode(t["input"]) for t in self.task["tests"]} if pool else set()
        cases = sorted(c for c in cases if c and len(c) < 1 << 15)[:200]
        dice = random.Random(self.task["seed"])
        more = [b"\0" * 16] + [dice.randbytes(32) for _ in range(20)]
        apart, kept = [], 0
        for case in cases + more:
            if kept and case in more:
                break
            if self.differs(case):
                apart.append(case)
                continue
            kept += 1
            with open(os.path.join(folder, f"seed{kept:04d}"), "wb") as f:
                f.write(case)
        return apart


def follow(engine, pair, fuzzer, tried, executions):
    """Takes what a running fuzzer finds until it ends, and charges what it executes.

    tried(engine, pair, seen, queue) tries what is new and returns the steps and the number
    of these tries; executions() is how often the fuzzer has run the pair so far. An
    execution is charged at the mean steps of what was tried.
    """
    seen, charged, steps, tries = set(), 0, 0, 0
    try:
        while True:
            ended = fuzzer.poll() is not None
            more = tried(engine, pair, seen, engine.params.get("queue", True))
            steps, tries = steps + more[0], tries + more[1]
            done = executions()
            if tries and done > charged:
                engine.ask("spend", steps=(done - charged) * steps // tries)
                charged = done
            if ended:
                break
            time.sleep(0.3)
    finally:
        if fuzzer.poll() is None:
            fuzzer.send_signal(signal.SIGINT)
            fuzzer.wait()
        engine.count("native executions", executions())
