# The same rules as rule.test.ts runs, worked out a second time and knowing nothing of the engine: whole columns by numpy, then one
# pass over the bars. A signal of a bar is filled at the open of the next; what is open at the end is closed at the last close.
import json
import sys

import numpy as np

asked = json.load(sys.stdin)
o, h, l, c = (np.array(asked[k]) for k in ("o", "h", "l", "c"))
n = len(c)


def mean(values, length):
    """Of the last so many; not a number before there are that many."""
    out = np.full(len(values), np.nan)
    if len(values) >= length:
        out[length - 1 :] = np.lib.stride_tricks.sliding_window_view(values, length).mean(axis=1)
    return out


def before(values, reduce, length):
    """The extreme of the bars before this one."""
    out = np.full(len(values), np.nan)
    if len(values) > length:
        out[length:] = reduce(np.lib.stride_tricks.sliding_window_view(values, length)[:-1], axis=1)
    return out


with np.errstate(invalid="ignore"):
    rules = {
        "trend": (c > mean(c, 20), c < mean(c, 20), None, None),
        "breakout": (
            c > before(h, np.max, 15),
            c < before(l, np.min, 8),
            c < before(l, np.min, 15),
            c > before(h, np.max, 8),
        ),
        "reversion": (None, None, c > mean(c, 12) * 1.01, c < mean(c, 12)),
    }

q, fee, m = asked["quantity"], asked["commission"], asked["multiplier"]


def run(enter_long, exit_long, enter_short, exit_short):
    no = np.zeros(n, bool)
    el, xl, es, xs = (no if x is None else x for x in (enter_long, exit_long, enter_short, exit_short))
    trades, side, price, at = [], 0, 0.0, 0

    def close(i, paid):
        gross = side * (paid - price) * q * m
        trades.append([at, i, side, price, paid, gross - 2 * fee * q])

    for i in range(1, n):
        signal = i - 1
        if side == 1 and (xl[signal] or es[signal]):
            close(i, o[i])
            side = 0
        elif side == -1 and (xs[signal] or el[signal]):
            close(i, o[i])
            side = 0
        if side == 0:
            # Both at once is neither.
            if el[signal] and not es[signal] and not xl[signal]:
                side, price, at = 1, o[i], i
            elif es[signal] and not el[signal] and not xs[signal]:
                side, price, at = -1, o[i], i
    if side != 0:
        close(n - 1, c[n - 1])
    return trades


json.dump({name: run(*rule) for name, rule in rules.items()}, sys.stdout)
