"""libFuzzer as an engine for rift: both versions fuzzed at once, natively, for differences.

Each version runs in a process of its own, whose counters of coverage are shared with the
fuzzer; an input on which they differ is kept, and the fuzzer goes on. Parameters and
charges are those of aflpp.py.
"""
import os
import re
import subprocess

import nativepair
import riftengine

# The pages of the counters become shared. What lies before and after them in their
# first and last page must not: there are the pads.
PAD = "__attribute__((section(\"__sancov_cntrs\"), used, aligned(1))) static char pad[8192];\n"
MAIN = r"""
extern unsigned char __start___sancov_cntrs[], __stop___sancov_cntrs[];

static void share(void)
{
	uintptr_t page = 4096, from = ((uintptr_t)__start___sancov_cntrs + page - 1) & -page, to = (uintptr_t)__stop___sancov_cntrs & -page;
	void *now = malloc(to - from);
	memcpy(now, (void *)from, to - from);
	if (mmap((void *)from, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
		_exit(97);
	memcpy((void *)from, now, to - from);
	free(now);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	static int found;
	if (!*outside) {
		share();
		outside = ROOT;
	}
	setup(p, n);
	if (differs() && found < 1000) {
		char name[64];
		sprintf(name, "found/%04d", found++);
		put("found/part", p, n);
		rename("found/part", name);
	}
	return 0;
}
"""


def tried(engine, pair, seen, queue):
    """Tries what has been found since the last look; returns the steps of all tries."""
    steps = tries = 0
    for kind in ["found"] + ["in"] * queue:
        for name in sorted(os.listdir(kind), key=lambda n: (len(n), n)):
            path = os.path.join(kind, name)
            if name == "part" or path in seen:
                continue
            seen.add(path)
            with open(path, "rb") as f:
                case = f.read()
            if case in seen:
                continue
            seen.add(case)
            trial = engine.attempt(pair.decode(case), "difference" if kind == "found" else "queue")
            if trial:
                steps, tries = steps + trial["steps"], tries + 1
    return steps, tries


def executions():
    with open("fuzz.log", encoding="utf-8", errors="replace") as f:
        return max([int(n) for n in re.findall(r"^(?:#|stat::number_of_executed_units: )(\d+)", f.read(), re.M)], default=0)


def work(engine):
    nativepair.need(("clang", "clang"), ("ld", "binutils"), ("objcopy", "binutils"))
    pair = nativepair.Pair(engine.task, ["clang"], nativepair.STDIN_MAIN, name="show")
    pair.check()
    for case in pair.seeds("in", engine.params.get("pool", True)):
        engine.attempt(pair.decode(case), "seed")
    with open("pad.c", "w", encoding="ascii") as f:
        f.write(PAD)
    for name in ("first", "last"):
        pair.call(["clang", "-c", "-o", f"{name}.o", "pad.c"], "the pair")
    fuzz = nativepair.Pair(engine.task, ["clang", "-fsanitize=fuzzer-no-link"], MAIN, ["-fsanitize=fuzzer"], "fuzz", ["first.o"], ["last.o"])
    os.mkdir("found")
    budget = engine.task["budget"]
    limited = "wall" in budget or "cpu" in budget or "steps" in budget
    seconds = engine.params.get("seconds", 0 if limited else 60)
    command = [fuzz.program, f"-seed={engine.task['seed'] % (1 << 31) + 1}", f"-max_total_time={seconds}", "-max_len=4096",
               "-timeout=60", "-print_final_stats=1", "-rss_limit_mb=0", "in"]
    with open("fuzz.log", "wb") as log:
        fuzzer = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    nativepair.follow(engine, pair, fuzzer, tried, executions)
    if not executions():
        with open("fuzz.log", encoding="utf-8", errors="replace") as f:
            raise riftengine.NotApplicable(f"libFuzzer ended with status {fuzzer.returncode}: {f.read().strip()[-300:]}")


riftengine.run("libFuzzer", work)
