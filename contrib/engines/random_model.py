"""An engine for rift: random inputs of the model (docs/engine-protocol.md)."""
import itertools, json, random, sys
def send(**message): print(json.dumps(message), flush=True)
def receive(): return json.loads(sys.stdin.readline())

receive()                                      # rift's hello
send(type="hello", protocol=1, name="random_model")
task = receive()
model, dice = task["model"], random.Random(task["seed"])

def content(c, least):
    size = dice.randint(c.get("min_size", 0), c["size"])
    letters = c.get("alphabet") or [chr(b) for b in range(least, 256)]
    return "".join(dice.choice(letters) for _ in range(size))

def integer(d):
    if d.get("values") and dice.random() < 0.5: return dice.choice(d["values"])
    return dice.randint(d["min"], d["max"])

def argument(a):
    if "int" in a: return str(integer(a["int"]))
    return a["text"] if "text" in a else dice.choice(a["choice"]) if "choice" in a else content(a["string"], 1)

def value(v):
    size = v.get("size", 4)
    number = integer(v["int"]) if "int" in v else dice.getrandbits(8 * size)
    return {"name": v["name"], "data": (number % 256**size).to_bytes(size, "little").decode("latin-1")}

def make():
    some = model.get("sym_args", {"min": 0, "max": 0})
    rest = [content({**some, "size": some["len"]}, 1) for _ in range(dice.randint(some["min"], some["max"]))]
    files = [{"name": f["name"], "data": f["text"] if "text" in f else content(f["content"], 0)} for f in model.get("files", [])]
    return {"args": [argument(a) for a in model.get("args", [])] + rest, "files": files,
            "stdin": content(model["stdin"], 0) if "stdin" in model else "",
            "values": [value(v) for v in model.get("params", []) + model.get("globals", [])]}

for number in itertools.count(1):
    send(type="try", id=number, input=make(), outcomes=False)
    if receive()["type"] == "stop": break      # the budget is spent
send(type="done")
