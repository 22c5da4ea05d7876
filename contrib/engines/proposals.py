"""An engine for rift: tries inputs that somebody has proposed, in their order.

A file named by the parameter "file", beside the experiment, or by the first argument has
one proposal on each line: an input as JSON (docs/engine-protocol.md), or a whole line of
a log of which the part after the first "{" is one. Use it for what a language model, a
person or another tool wrote down. Lines that are none are counted and left out.
"""
import json
import os
import sys


def send(**message):
    print(json.dumps(message), flush=True)


def receive():
    return json.loads(sys.stdin.readline())


def main():
    folder = receive()["folder"]
    send(type="hello", protocol=1, name="proposals")
    task = receive()
    name = sys.argv[1] if len(sys.argv) > 1 else os.path.join(folder, task["params"].get("file", "proposals.jsonl"))
    try:
        lines = open(name, encoding="utf-8", errors="replace").readlines()
    except OSError as e:
        return send(type="done", error=f"no proposals: {e}")
    number = 0
    for place, line in enumerate(lines, 1):
        try:
            proposal = json.loads(line[line.index("{"):])
        except ValueError:
            proposal = None
        number += 1
        if not isinstance(proposal, dict):
            send(type="count", id=number, name="unreadable")
        else:
            send(type="try", id=number, input=proposal, note={"phase": f"line {place}"}, outcomes=False)
        answer = receive()
        if answer["type"] == "stop":
            break
        if answer["type"] == "error":
            send(type="log", text=f"{name}:{place}: {answer['error']}")
            number += 1
            send(type="count", id=number, name="refused")
            receive()
    send(type="done")


main()
