"""Reads a packed trace of Espalier, /api/v1/trace?format=packed, without a library.

    for event in events(open("run.espalier", "rb").read()): ...

An event is a dict with the keys and values of the JSON trace; a score is an int, or a Fraction.
As a program it prints that trace: python3 espalier_packed.py run.espalier > run.ndjson
"""

import json
import sys
from fractions import Fraction

TYPES = ["start", "enter", "leaf", "backup", "prune", "research", "exit", "done", "error"]
FORM, NOTE, CHOICE, SHAPE = b"espalier\x01", 13, 14, 15


def events(data):
    if data[: len(FORM)] != FORM:
        raise ValueError("this is no packed trace of version 1; it begins with %r" % data[: len(FORM)])
    at, node, seq = len(FORM), 0, 0

    def byte():
        nonlocal at
        at += 1
        return data[at - 1]

    def whole():  # seven bits a byte, the lowest first; the last byte is below 128
        n = shift = 0
        while (b := byte()) > 127:
            n, shift = n | (b & 127) << shift, shift + 7
        return n | b << shift

    def signed(n=None):  # 0, -1, 1, -2, 2, …
        n = whole() if n is None else n
        return n >> 1 ^ -(n & 1)

    def text():
        nonlocal at
        size = whole()
        at += size
        return data[at - size : at].decode()

    def many(read):
        return [read() for _ in range(whole())]

    def score():
        n = whole()
        return signed(n - 1) if n else Fraction(signed(), unit)

    def optional():
        return score() if byte() else None

    def value():
        scores = [score() for _ in range(width)]
        return scores[0] if scalar else scores

    def near():  # a node; None: there is none
        n = node + signed()
        return n if n >= 0 else None

    def nodes(start=None):
        found = [node if start is None else start]
        for _ in range(whole()):
            found.append(found[-1] + signed())
        return found[1:]

    def bounds():
        given = whole()
        pairs = [(score(), {"node": near(), "child": near()}) if given >> p & 1 else (None, None) for p in range(players)]
        e.update(zip(("bounds", "from"), map(list, zip(*pairs))))
        if window:
            e.update(alpha=optional(), beta=optional())

    def term():
        t = {"player": whole(), "from": sources[whole()], "node": near()}
        if t["node"] is None and t["from"] in ("minimum", "maximum"):
            del t["node"]
        return {**t, **({"prob": Fraction(whole(), whole())} if last else {}), "score": score()}

    def option():
        name, kind = text(), byte()
        if kind == 2:
            return name, text()
        n = signed()
        return name, bool(kind) or n

    def pick():  # why a child is visited next
        k = {"how": ("left", "best", "worst", "static", "killer", "history", "transposition")[byte()], "place": whole(), "player": whole()}
        if k["how"] == "killer":
            k["from"] = signed()
        elif k["how"] == "history":
            k["history"] = whole()
        elif k["how"] in ("best", "worst", "static"):
            k["of"] = whole()
            byte()
            k["score"] = score()
        return k

    def choice():
        found = {}
        parts = byte()
        if parts & 1:
            found["regime"] = dict(rule=text(), standing=value(), player=whole(), leader=whole(), second=whole(), target=whole(), lead=score(), threshold=optional(), reached=bool(byte()))
        found["least"] = whole()
        found = {k: v for k, v in found.items() if v}
        if parts & 4:
            found["reply"] = {"player": whole(), "node": whole()}
        if parts & 8:
            found["unstable"] = text()
        if parts & 16:
            found["pick"] = pick()
        if parts & 32:
            found["expects"] = dict(player=whole(), child=optional(), best=score())
        if parts & 64:
            found["proof"] = proof()
        if parts & 128:
            found["models"] = {"player": whole(), "list": many(model)}
        if parts & 2:
            found["set"] = many(value)
            found.update(span=[score(), score()], dropped=nodes(0))
        return found

    def model():  # of an opponent in prob-max^n
        m = {"model": ("own", "against", "rival")[byte()], "weight": byte(), "child": signed(), "expects": score(), "picked": bool(byte())}
        return m if m["child"] >= 0 else {k: m[k] for k in ("model", "weight")}

    def finite(n):  # a proof or disproof number; None: infinite
        return n - 1 if n else None

    def numbers():
        return [finite(whole()), finite(whole())]

    def proof():  # of proof-number search
        how = ("begin", "proving", "new", "update")[byte()]
        p = {"how": how, "numbers": numbers()}
        if how == "begin":
            p.update(question=whole(), **{"pass": whole()})
            if moves := whole():
                p["moves"] = moves
        elif how == "proving":
            p.update(player=whole(), next={"node": signed(), "number": finite(whole())})
            if p["next"]["node"] < 0:
                p["next"] = None
        elif how == "update":
            p.update(player=whole(), was=numbers(), best=signed())
            p["best"] = p["best"] if p["best"] >= 0 else None
        return p

    def draw():  # of a search by samples
        how = ("", "first", "ucb", "drawn")[whole()]
        if not how:
            return {"sample": whole()}
        d = {"how": how, "player": whole()}
        if how == "ucb":
            d.update(mean=score(), bonus=score(), next={"node": near(), "ucb": score()})
            if d["next"]["node"] is None:
                d["next"] = None
        return {"draw": d}

    rules, sources, chosen, more_notes, extended = many(text), many(text), {}, {}, 0
    while at < len(data):
        head = byte()
        if head == SHAPE:
            width, players, unit, flags = whole(), whole(), whole(), byte()
            scalar, implicit, window, samples = flags & 1, flags & 2, flags & 4, flags & 8
            continue
        if head == CHOICE:
            chosen = choice()
            continue
        if head == NOTE:
            name, end = text(), whole()
            end += at
            if name == "thresholds":  # of df-pn
                more_notes["thresholds"] = {"at": numbers(), "stored": numbers()}
            at = end  # a kind that is not known here is skipped
            continue
        kind, line, yes, more, last = TYPES[head & 15], whole(), bool(head & 32), head & 64, head & 128
        node += signed()
        e = {"seq": seq, "type": kind, "node": node if node >= 0 else None, "value": value() if head & 16 else None}
        seq += 1
        if kind in ("start", "done"):
            del e["node"]
        if kind not in ("leaf", "backup", "research", "exit", "done"):
            del e["value"]
        if kind == "start":
            e.update(algorithm=text(), players=players, maxsum=optional())
            e["options"] = dict(many(option))
        elif kind == "enter":
            e.update(player=whole(), depth=whole(), chance=yes, probe=bool(last))
            e.update(zip(("parent", "move"), (signed(), signed())) if implicit else ())
            e.update(text=text())
            e = {k: v for k, v in e.items() if not (k in ("chance", "probe", "text") and not v or e.get("parent") == -1 and k in ("parent", "move"))}
            bounds()
            e.update(draw() if samples else {})
            extended += "unstable" in chosen and (e["player"] > 0 or yes)
        elif kind == "leaf" and samples:
            if plies := whole():
                e["rollout"] = {"plies": plies, "leaf": near()}
                if implicit:
                    del e["rollout"]["leaf"]
        elif kind == "backup":
            e.update(child=near(), best=value() if more else None, improved=yes)
            bounds()
            e.update({"visits": whole()} if samples else {})
        elif kind == "prune":
            e.update(rule=rules[whole()], cut=nodes(), terms=many(term), sum=optional(), limit=optional(), provisional=yes)
            e.update({"outcomes": many(lambda: {"value": value(), "excluded_by": whole()})} if more else {})
        elif kind == "research":
            e.update(child=near(), because={"child": near(), "value": e.pop("value")})
        elif kind == "exit":
            e.update({"exact": yes, "probe": True} if last else {"exact": yes})
        elif kind == "done":
            e["line"] = nodes()
            if last:
                n, leaves, pruned, researched, *prunes = (whole() for _ in range(4 + len(rules)))
                counts = {rule: n for rule, n in zip(rules, prunes) if rule and (n or rule != "other")}
                e["stats"] = {"nodes": n, "leaves": leaves, "expanded": n - leaves, "pruned": pruned, "researched": researched, **({"extended": extended} if extended else {}), "prunes": counts}
            if not implicit:
                e["truth"] = {"value": value(), "agrees": bool(byte())} if more else None
            e.update({"samples": whole(), "visits": whole()} if samples else {})
        elif kind == "error":
            e["detail"] = text()
        if kind != "backup":
            for m in chosen.get("models", {}).get("list", ()):
                m.pop("picked", None)
            chosen.pop("span", None), chosen.pop("dropped", None)
        e.update(chosen)
        e.update(more_notes)
        chosen, more_notes = {}, {}
        if line:
            e["code_line"] = line
        yield e


def printed(n):  # a fraction as JSON has it: a number of few digits, else a text such as "1/3"
    return float(n) if 10**9 % n.denominator == 0 and abs(n) < 10**6 else str(n)


if __name__ == "__main__":
    for event in events(open(sys.argv[1], "rb").read()):
        print(json.dumps(event, default=printed, ensure_ascii=False))
