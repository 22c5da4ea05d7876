"""An engine for rift: tries the tests that KLEE has written, in the order of their names.

The parameter "folder", relative to the experiment, or the first argument names the output
folder of KLEE (klee-out-0, of KLEE's own run on a version's bitcode), or any other with
.ktest files. Objects that KLEE's options make are what they say: --sym-args and --sym-arg
(arg00, arg01, ...; here also arg0), --sym-stdin (stdin), --sym-files (A-data, ...). All others
are values that the program asks for by klee_make_symbolic, by their names.
"""
import os
import re
import struct
import sys

import riftengine


def read(data):
    """Returns the objects of a .ktest file as pairs of name and bytes."""
    at = 0

    def take(n):
        nonlocal at
        if n > len(data) - at:
            raise ValueError("it is cut short")
        at += n
        return data[at - n:at]

    def number():
        return struct.unpack(">I", take(4))[0]

    if take(5) not in (b"KTEST", b"BOUT\n"):
        raise ValueError("it is no .ktest file")
    if number() > 3:
        raise ValueError("its version is not known")
    for _ in range(number()):  # the command line of KLEE
        take(number())
    take(8)  # symArgvs, symArgvLen
    return [(take(number()).decode("latin-1"), take(number())) for _ in range(number())]


def make(objects):
    """Returns the input that the objects are."""
    args, made = {}, {"args": [], "files": [], "values": []}
    for name, data in objects:
        text = data.decode("latin-1")
        if re.fullmatch(r"arg\d+", name):
            args[int(name[3:])] = text.split("\0")[0]
        elif name == "stdin":
            made["stdin"] = text
        elif name.endswith("-data"):
            made["files"].append({"name": name[:-5], "data": text})
        elif name not in ("n_args", "model_version", "stdout", "stderr") and not name.endswith("-stat"):
            made["values"].append({"name": name, "data": text})
    made["args"] = [args[i] for i in sorted(args)]
    return made


def work(engine):
    folder = os.path.join(engine.folder, sys.argv[1] if len(sys.argv) > 1 else engine.params.get("folder", "klee-last"))
    try:
        names = sorted(n for n in os.listdir(folder) if n.endswith(".ktest"))
    except OSError as e:
        raise riftengine.NotApplicable(f"no tests of KLEE: {e}") from e
    for name in names:
        with open(os.path.join(folder, name), "rb") as f:
            data = f.read()
        try:
            made = make(read(data))
        except (ValueError, struct.error) as e:
            engine.log(f"{name}: {e}")
            engine.count("unreadable", 1)
            continue
        engine.attempt(made, name[:100])


riftengine.run("ktest", work)
