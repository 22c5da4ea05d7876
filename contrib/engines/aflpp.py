"""AFL++ as an engine for rift: both versions fuzzed at once, natively, for differences.

Parameters: seconds, how long to fuzz if the budget sets no limit of time (60);
queue, whether inputs that execute something new are tried, too (true); pool, whether the
subject's tests are the seeds (true).

Each execution of AFL++ is charged as the mean of rift's runs of what was tried, so that
a budget of steps buys the same work as elsewhere. AFL++ is told the seed, but depends on
the clock, too: record a transcript if runs must be repeated.
"""
import os
import subprocess

import nativepair
import riftengine


def tried(engine, pair, seen, queue):
    """Tries what AFL++ has found since the last look; returns the steps of all tries."""
    steps = tries = 0
    for kind in ["crashes"] + ["queue"] * queue:
        folder = os.path.join("out", "default", kind)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            path = os.path.join(folder, name)
            if not name.startswith("id:") or path in seen:
                continue
            seen.add(path)
            with open(path, "rb") as f:
                case = f.read()
            if case in seen:
                continue
            seen.add(case)
            trial = engine.attempt(pair.decode(case), "crash" if kind == "crashes" else "queue")
            if trial:
                steps, tries = steps + trial["steps"], tries + 1
    return steps, tries


def executions():
    try:
        with open(os.path.join("out", "default", "fuzzer_stats"), encoding="utf-8") as f:
            return int(next(line for line in f if line.startswith("execs_done")).split(":")[1])
    except (OSError, StopIteration):
        return 0


def work(engine):
    nativepair.need(("afl-fuzz", "afl++"), ("afl-cc", "afl++"), ("ld", "binutils"), ("objcopy", "binutils"))
    os.environ.update(AFL_QUIET="1", AFL_DONT_OPTIMIZE="1")
    pair = nativepair.Pair(engine.task, ["afl-cc"], nativepair.STDIN_MAIN)
    pair.check()
    for case in pair.seeds("in", engine.params.get("pool", True)):
        engine.attempt(pair.decode(case), "seed")
    if not os.listdir("in"):
        return  # the versions differ on all of them
    budget = engine.task["budget"]
    limited = "wall" in budget or "cpu" in budget or "steps" in budget
    seconds = engine.params.get("seconds", 0 if limited and "seconds" not in engine.params else 60)
    command = ["afl-fuzz", "-i", "in", "-o", "out", "-s", str(engine.task["seed"] % (1 << 31)), "-t", "5000", "-m", "none"]
    if seconds:
        command += ["-V", str(seconds)]
    environment = dict(os.environ, AFL_NO_UI="1", AFL_SKIP_CPUFREQ="1", AFL_NO_AFFINITY="1", AFL_FAST_CAL="1", AFL_SKIP_CRASHES="1",
                       AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES="1", AFL_FUZZER_STATS_UPDATE_INTERVAL="1")
    log = open("afl.log", "wb")
    fuzzer = subprocess.Popen([*command, "--", pair.program], env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    nativepair.follow(engine, pair, fuzzer, tried, executions)
    if fuzzer.returncode not in (0, 1) or not executions():
        with open("afl.log", encoding="utf-8", errors="replace") as f:
            said = [line.strip() for line in f if "[-]" in line or "PROGRAM ABORT" in line]
        raise riftengine.NotApplicable(f"afl-fuzz ended with status {fuzzer.returncode}: {' '.join(said)[:300]}")


riftengine.run("AFL++", work)
