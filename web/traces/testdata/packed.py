"""Compares packed traces with the same traces as lines of JSON, event by event: the test runs it."""

import glob
import json
import re
import sys
from fractions import Fraction

from espalier_packed import events


def exact(x):
    """The same JSON with numbers, and texts such as 1/3, as fractions."""
    if isinstance(x, dict):
        return {k: exact(v) for k, v in x.items()}
    if isinstance(x, list):
        return [exact(v) for v in x]
    if isinstance(x, str) and re.fullmatch(r"-?\d+/\d+", x):
        return Fraction(x)
    return Fraction(x) if isinstance(x, int) and not isinstance(x, bool) else x


count = 0
for name in sorted(glob.glob("*.espalier")):
    want = [json.loads(line, parse_float=Fraction) for line in open(name.replace(".espalier", ".ndjson"), encoding="utf-8")]
    got = list(events(open(name, "rb").read()))
    for a, b in zip(got, want):
        # True == 1 in Python, so types are compared as JSON has them.
        if exact(a) != exact(b) or str(exact(dict(sorted(a.items())))).count("True") != str(exact(b)).count("True"):
            sys.exit("%s:\n%s\nwant\n%s" % (name, a, b))
    if len(got) != len(want):
        sys.exit("%s has %d events, want %d" % (name, len(got), len(want)))
    count += len(got)
print(count)
