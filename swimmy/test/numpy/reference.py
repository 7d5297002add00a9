"""Ten strategies computed by another hand: numpy for the indicators, a plain walk over the bars for the rest.

Written from the conventions the results state, not from the engine. Reads {"candles": [[t, o, h, l, c, v], ...],
"cases": [name, ...]} from standard input and answers {name: {"trades": [...], "equity": [...], "figures": {...}}}.
"""

import json
import sys

import numpy as np

DAY = 86_400


def sma(x, n):
    out = np.full(len(x), np.nan)
    out[n - 1 :] = np.lib.stride_tricks.sliding_window_view(x, n).mean(axis=1)
    return out


def stdev(x, n):
    out = np.full(len(x), np.nan)
    out[n - 1 :] = np.lib.stride_tricks.sliding_window_view(x, n).std(axis=1)
    return out


def highest(x, n):
    out = np.full(len(x), np.nan)
    out[n - 1 :] = np.lib.stride_tricks.sliding_window_view(x, n).max(axis=1)
    return out


def lowest(x, n):
    return -highest(-x, n)


def ema(x, n, start=0):
    """Seeded with the mean of the first n values from `start` on."""
    out = np.full(len(x), np.nan)
    mean = x[start : start + n].mean()
    out[start + n - 1] = mean
    for i in range(start + n, len(x)):
        mean = mean + (x[i] - mean) * 2 / (n + 1)
        out[i] = mean
    return out


def wilder(x, n, start):
    """Wilder's mean of x from `start` on, seeded with a plain one."""
    out = np.full(len(x), np.nan)
    mean = x[start : start + n].mean()
    out[start + n - 1] = mean
    for i in range(start + n, len(x)):
        mean = (mean * (n - 1) + x[i]) / n
        out[i] = mean
    return out


def atr(b, n):
    before = np.concatenate([[np.nan], b.c[:-1]])
    true_range = np.fmax(b.h - b.l, np.fmax(np.abs(b.h - before), np.abs(b.l - before)))
    return wilder(true_range, n, 1)


def rsi(c, n):
    change = np.diff(c, prepend=c[0])
    up, down = wilder(np.maximum(change, 0), n, 1), wilder(np.maximum(-change, 0), n, 1)
    return 100 * up / (up + down)


def previous(x, default=np.nan):
    out = np.roll(x, 1).astype(float)
    out[0] = default
    return out


def crossings(a, b):
    sign = np.sign(a - b)
    sign[np.isnan(sign)] = 0
    before = previous(sign, 0)
    up, down = (before == -1) & (sign == 1), (before == 1) & (sign == -1)
    return {"buy": up, "sell": down, "exit_long": down, "exit_short": up}


def oscillator(x, low, high):
    before = previous(x)
    with np.errstate(invalid="ignore"):
        return {
            "buy": (before < low) & (x >= low),
            "sell": (before > high) & (x <= high),
            "exit_long": x > high,
            "exit_short": x < low,
        }


def band_touch(c, middle, width):
    with np.errstate(invalid="ignore"):
        known = ~np.isnan(previous(middle))
        return {
            "buy": known & (previous(c) <= previous(middle - width)) & (c > middle - width),
            "sell": known & (c >= middle + width),
            "exit_long": known & (c >= middle),
            "exit_short": known & (c <= middle),
        }


class Bars:
    def __init__(self, rows):
        self.t, self.o, self.h, self.l, self.c, self.v = np.array(rows, dtype=float).T


def macd(c):
    fast, slow = ema(c, 12, 14), ema(c, 26)
    line = fast - slow
    return line, ema(line, 9, 25)


def slow_k(b, n):
    top, bottom = highest(b.h, n), lowest(b.l, n)
    raw = 100 * (b.c - bottom) / (top - bottom)
    out = np.full(len(raw), np.nan)
    out[n + 1 :] = sma(raw[n - 1 :], 3)[2:]
    return out


def breakout(b):
    with np.errstate(invalid="ignore"):
        return {
            "buy": b.c > previous(highest(b.h, 20)),
            "sell": b.c < previous(lowest(b.l, 20)),
            "exit_long": b.c < previous(lowest(b.l, 10)),
            "exit_short": b.c > previous(highest(b.h, 10)),
        }


def morning_trend(b):
    hour = (b.t // 3600) % 24
    with np.errstate(invalid="ignore"):
        above = b.c > sma(b.c, 15)
    return {"buy": above & (hour >= 8) & (hour <= 16), "sell": None, "exit_long": None, "exit_short": None}


def stretched(b):
    mean, width = sma(b.c, 20), stdev(b.c, 20)
    with np.errstate(invalid="ignore"):
        return {
            "buy": b.c < mean - 1.5 * width,
            "sell": b.c > mean + 1.5 * width,
            "exit_long": b.c > mean,
            "exit_short": b.c < mean,
        }


CASES = {
    "sma trend": (lambda b: crossings(sma(b.c, 11), sma(b.c, 31)), {}),
    "ema trend with costs": (
        lambda b: crossings(ema(b.c, 12), ema(b.c, 26)),
        {"fill": "close", "spread": 0.02, "slippage": 0.003, "commission": 0.4},
    ),
    "rsi reversion with stops": (
        lambda b: oscillator(rsi(b.c, 14), 30, 70),
        {"stop": 0.15, "target": 0.2, "spread": 0.01},
    ),
    "bands with stops inside the bar": (
        lambda b: band_touch(b.c, sma(b.c, 20), 2 * stdev(b.c, 20)),
        {"fill": "intrabar", "stop": 0.08, "target": 0.12, "slippage": 0.002},
    ),
    "macd long only over nights": (
        lambda b: crossings(*macd(b.c)),
        {"direction": "long", "swap_long": -0.004, "swap_short": 0.002, "commission": 0.1},
    ),
    "stochastic with ranges": (
        lambda b: oscillator(slow_k(b, 14), 20, 80),
        {"fill": "intrabar", "same_bar": "target_first", "stop": lambda b: 1.5 * atr(b, 14), "target": lambda b: 2 * atr(b, 14)},
    ),
    "keltner sized by risk": (
        lambda b: band_touch(b.c, ema(b.c, 20), 1.5 * atr(b, 14)),
        {"stop": 0.2, "risk": 2, "spread": 0.01, "contract": 10},
    ),
    "breakout": (breakout, {"fill": "intrabar", "stop": lambda b: 2 * atr(b, 14), "spread": 0.01, "swap_long": -0.001, "swap_short": -0.001}),
    "trend of the day with a trailing stop": (morning_trend, {"fill": "intrabar", "trail": 0.1, "spread": 0.004}),
    "stretched, for so long and no more": (stretched, {"fill": "close", "stop": 0.3, "even": 0.05, "bars": 12, "commission": 0.05}),
}


def at(distance, i):
    value = distance if np.isscalar(distance) else distance[i]
    return value if value > 0 else None


def walk(b, s, o):
    """Bar by bar: orders at the open, stops inside, decisions at the close, then what everything is worth."""
    column = lambda name: o[name](b) if callable(o.get(name)) else o.get(name, 0)
    stop_at, target_at, trail_at, even_at = column("stop"), column("target"), column("trail"), column("even")
    fill, contract = o.get("fill", "next_open"), o.get("contract", 1)
    half, slip, commission = o.get("spread", 0) / 2, o.get("slippage", 0), o.get("commission", 0)
    sides = {"both": (1, -1), "long": (1,), "short": (-1,)}[o.get("direction", "both")]
    cash, pos, order, leaving = 10_000.0, None, None, False
    trades, equity, held = [], [], 0
    asks = lambda name, i: s[name] is not None and bool(s[name][i])

    def enter(side, i, price, decided):
        nonlocal cash, pos
        price += side * (half + slip)
        stop, target, trail = at(stop_at, decided), at(target_at, decided), at(trail_at, decided)
        level = min(x for x in (stop, trail) if x) if stop or trail else None
        lost = (level + half + slip) * contract + 2 * commission if "risk" in o else None
        volume = cash * o["risk"] / 100 / lost if "risk" in o else 1.0
        cash -= commission * volume
        pos = {"side": side, "price": price, "time": b.t[i], "volume": volume, "swap": 0.0, "closes": 0, "night": b.t[i] // DAY,
               "stop": price - side * level if level else None, "target": price + side * target if target else None,
               "trail": trail, "even": at(even_at, decided)}

    def leave(i, price, reason):
        nonlocal cash, pos
        side, volume = pos["side"], pos["volume"]
        price -= side * (half + (0 if reason == "target" else slip))
        made = side * (price - pos["price"]) * volume * contract
        cash += made - commission * volume
        trades.append({"side": side, "entry_time": pos["time"], "exit_time": b.t[i], "entry_price": pos["price"],
                       "exit_price": price, "volume": volume, "pnl": made + pos["swap"] - 2 * commission * volume})
        pos = None

    def nights(i):
        nonlocal cash
        passed = b.t[i] // DAY - pos["night"]
        if passed:
            paid = passed * o.get("swap_long" if pos["side"] > 0 else "swap_short", 0) * pos["volume"] * contract
            cash, pos["swap"], pos["night"] = cash + paid, pos["swap"] + paid, b.t[i] // DAY

    for i in range(len(b.c)):
        if pos:
            nights(i)
        if leaving and pos:
            leave(i, b.o[i], leaving)
        leaving = False
        if order and not pos and cash > 0:
            enter(order[0], i, b.o[i], order[1])
        order = None
        if pos and fill == "intrabar":
            side, stop, target = pos["side"], pos["stop"], pos["target"]
            worst, best = (b.l[i], b.h[i]) if side > 0 else (b.h[i], b.l[i])
            stopped = stop is not None and side * (worst - stop) <= 0
            hit = target is not None and side * (best - target) >= 0
            if stop is not None and side * (b.o[i] - stop) <= 0:
                leave(i, b.o[i], "stop")
            elif target is not None and side * (b.o[i] - target) >= 0:
                leave(i, b.o[i], "target")
            elif stopped and (not hit or o.get("same_bar") != "target_first"):
                leave(i, stop, "stop")
            elif hit:
                leave(i, target, "target")
        if pos and (fill != "close" or pos["time"] != b.t[i]):
            side, stop, target = pos["side"], pos["stop"], pos["target"]
            pos["closes"] += 1
            reason = None
            if fill != "intrabar" and stop is not None and side * (b.c[i] - stop) <= 0:
                reason = "stop"
            elif fill != "intrabar" and target is not None and side * (b.c[i] - target) >= 0:
                reason = "target"
            elif asks("exit_long" if side > 0 else "exit_short", i):
                reason = "signal"
            elif "bars" in o and pos["closes"] >= o["bars"]:
                reason = "time"
            if reason and fill == "close":
                leave(i, b.c[i], reason)
            else:
                leaving = reason
        if pos:
            side, seen = pos["side"], (b.h[i] if pos["side"] > 0 else b.l[i]) if fill == "intrabar" else b.c[i]
            fresh = fill == "close" and pos["time"] == b.t[i]
            if pos["even"] and not fresh and side * (seen - pos["price"]) >= pos["even"] and side * (pos["price"] - pos["stop"]) > 0:
                pos["stop"] = pos["price"]
            if pos["trail"] and not fresh:
                moved = seen - side * pos["trail"]
                if side * (moved - pos["stop"]) > 0:
                    pos["stop"] = moved
        if (not pos or leaving) and cash > 0:
            side = 1 if 1 in sides and asks("buy", i) else -1 if -1 in sides and asks("sell", i) else None
            if side and fill == "close":
                enter(side, i, b.c[i], i)
            elif side:
                order = (side, i)
        held += pos is not None
        open_value = pos["side"] * (b.c[i] - pos["price"]) * pos["volume"] * contract if pos else 0
        equity.append(cash + open_value)
    if pos:
        leave(len(b.c) - 1, b.c[-1], "end")
        equity[-1] = cash
    return trades, np.array(equity), held


def figures(b, equity, held):
    peak = np.maximum.accumulate(np.concatenate([[10_000.0], equity]))[1:]
    fall = (peak - equity) / peak
    day = b.t // DAY
    ends = np.concatenate([np.nonzero(np.diff(day))[0], [len(day) - 1]])
    closes = np.concatenate([[10_000.0], equity[ends]])
    returns = closes[1:] / closes[:-1] - 1
    years = (b.t[-1] - b.t[0]) / (365.25 * DAY)
    periods = len(returns) / years
    return {
        "max_drawdown": fall.max(),
        "ulcer": np.sqrt((fall**2).mean()),
        "sharpe": returns.mean() / returns.std(ddof=1) * np.sqrt(periods),
        "sortino": returns.mean() / np.sqrt((np.minimum(returns, 0) ** 2).mean()) * np.sqrt(periods),
        "volatility": returns.std(ddof=1) * np.sqrt(periods),
        "return": equity[-1] / 10_000 - 1,
        "exposure": held / len(equity),
        "periods_per_year": periods,
    }


def main():
    asked = json.load(sys.stdin)
    b = Bars(asked["candles"])
    answer = {}
    for name, (signals, options) in CASES.items():
        trades, equity, held = walk(b, signals(b), options)
        answer[name] = {"trades": trades, "equity": equity.tolist(), "figures": figures(b, equity, held)}
    json.dump(answer, sys.stdout)


main()
