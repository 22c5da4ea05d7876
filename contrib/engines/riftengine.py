"""rift's engine protocol for the adapters of this folder (docs/engine-protocol.md)."""
import json
import sys


class Stop(Exception):
    """rift runs nothing more."""


class NotApplicable(Exception):
    """The task cannot be worked on at all, and why."""


class Engine:
    def __init__(self, name):
        self.number = 0
        self.folder = self.receive()["folder"]
        self.send(type="hello", protocol=1, name=name)
        self.task = self.receive()
        self.params = self.task["params"]

    def send(self, **message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    def receive(self):
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        return json.loads(line)

    def ask(self, kind, **keys):
        """Sends a request and returns the answer; None if it was refused."""
        self.number += 1
        self.send(type=kind, id=self.number, **keys)
        answer = self.receive()
        if answer["type"] == "stop":
            raise Stop
        if answer["type"] == "error":
            self.log(f"{kind}: {answer['error']}")
            return None
        return answer

    def attempt(self, made, phase=""):
        """Tries an input and returns rift's trial; None if it was refused."""
        answer = self.ask("try", input=made, note={"phase": phase}, outcomes=False)
        return answer and answer["trial"]

    def count(self, name, n):
        """Counts, also after stop."""
        self.number += 1
        self.send(type="count", id=self.number, name=name, n=n)
        self.receive()

    def log(self, text):
        self.send(type="log", text=text)


def run(name, work):
    """Runs an engine: work is given it, and returns or raises when it is finished."""
    engine = Engine(name)
    try:
        work(engine)
    except Stop:
        pass
    except NotApplicable as e:
        return engine.send(type="done", error=str(e))
    engine.send(type="done")
