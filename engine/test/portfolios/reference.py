# Twelve portfolios, computed by numpy and plain loops, for the engine to be compared with. Written from the rules, not
# from the engine: matrices of days by symbols, decisions as whole matrices, one account as a small class.
import json
import sys

import numpy as np

NAN = float("nan")


class Data:
    def __init__(self, asked):
        self.symbols = asked["symbols"]
        table = np.array([[[NAN if x is None else x for x in bar] for bar in days] for days in asked["bars"]])
        self.o, self.h, self.l, self.c, self.v = (table[:, :, k] for k in range(5))  # days x symbols
        self.t = np.array(asked["times"])
        self.days, self.n = self.c.shape

    def own(self, s):
        """Days on which a symbol has a bar."""
        return np.nonzero(~np.isnan(self.c[:, s]))[0]

    def over(self, f):
        """A function of a symbol's own closes, put back on the calendar."""
        out = np.full((self.days, self.n), NAN)
        for s in range(self.n):
            at = self.own(s)
            out[at, s] = f(self.c[at, s])
        return out


def ago(x, k):
    return np.concatenate([np.full(min(k, len(x)), NAN), x[:-k] if k < len(x) else []])


def mean_of(x, k):
    out = np.full(len(x), NAN)
    for i in range(k - 1, len(x)):
        out[i] = np.sum(x[i - k + 1 : i + 1]) / k
    return out


def ranks(row):
    """1 for the largest, equal ones in their order."""
    out = np.full(len(row), NAN)
    known = [s for s in range(len(row)) if not np.isnan(row[s])]
    for place, s in enumerate(sorted(known, key=lambda s: (-row[s], s))):
        out[s] = place + 1
    return out


class Account:
    def __init__(self, d, cash, fee=lambda units, price: 0.0, slip=0.0, spread=0.0):
        self.d, self.cash, self.fee, self.slip, self.spread = d, cash, fee, slip, spread
        self.units = np.zeros(d.n)
        self.last = np.full(d.n, NAN)
        self.trades, self.equity = [], []

    def value(self, prices):
        return self.cash + sum(u * p for u, p in zip(self.units, prices) if u != 0)

    def priced(self, way, price):
        side = np.sign(way)
        return (price + side * self.spread / 2) * (1 + side * self.slip)

    def trade(self, i, s, units, price):
        if units == 0:
            return
        fees = self.fee(abs(units), price)
        self.cash -= units * price + fees
        after = self.units[s] + units
        self.units[s] = 0.0 if abs(after) < 1e-12 * max(abs(self.units[s]), abs(units)) else after
        self.trades.append([i, self.d.symbols[s], float(units), float(price), float(fees)])

    def see(self, i):
        for s in range(self.d.n):
            if not np.isnan(self.d.c[i, s]):
                self.last[s] = self.d.c[i, s]

    def close_day(self):
        self.equity.append(float(self.value(self.last)))


def scaled(shares, symbol=np.inf, gross=1.0, others=0.0):
    """Within the limits; `others` is the share of what is held and not decided now."""
    shares = [np.sign(x) * min(abs(x), symbol) for x in shares]
    total, room = sum(abs(x) for x in shares), max(0.0, gross - others)
    return [x * room / total for x in shares] if total > room + gross * 1e-9 else shares


def share_of_others(a, marks, value, decided):
    return sum(abs(a.units[s] * marks[s]) for s in range(a.d.n) if s not in decided and a.units[s] != 0) / value


def rebalance(a, i, shares, prices, whole=False, symbol=np.inf, gross=1.0, chosen=None):
    """To shares of the account at these prices, of the chosen symbols that have a bar; sells before buys."""
    day = prices[i]
    there = [s for s in range(a.d.n) if not np.isnan(a.d.c[i, s]) and (chosen is None or s in chosen)]
    marks = [a.last[s] if np.isnan(day[s]) else day[s] for s in range(a.d.n)]
    value = a.value(marks)
    others = share_of_others(a, marks, value, there)
    kept = scaled([0.0 if np.isnan(shares[s]) else shares[s] for s in there], symbol, gross, others)
    moves = [(s, x, x * value - a.units[s] * marks[s]) for s, x in zip(there, kept)]
    for s, x, money in sorted(moves, key=lambda move: np.sign(move[2])):
        if x == 0 and a.units[s] == 0:
            continue
        price = a.priced(money, day[s])
        if x == 0:
            units = -a.units[s]
        elif not whole:
            units = money / price
        else:
            units = float(np.floor(money / price + 1e-9))
            while units != 0 and units * price + a.fee(abs(units), price) > money + 1e-9:
                units -= 1
        a.trade(i, s, units, price)


def firsts(d, period):
    """For each day, the symbols whose first own bar of a period it is."""
    def key(t):
        day = np.datetime64(int(t), "s")
        return day.astype("datetime64[M]") if period == "monthly" else (int(t) - 4 * 86400) // (7 * 86400)
    days = {}
    for s in range(d.n):
        own = d.own(s)
        for k, i in enumerate(own):
            if k == 0 or key(d.t[i]) != key(d.t[own[k - 1]]):
                days.setdefault(int(i), set()).add(s)
    return days


def by_weights(d, shares, days, next_open=False, borrow=0.0, leave=None, gross=1.0, symbol=np.inf, whole=False, **costs):
    a = Account(d, 100_000.0, **costs)
    days, waiting = days if isinstance(days, dict) else {i: None for i in days}, None
    for i in range(d.days):
        if borrow and i > 0:
            held = sum(u * p for u, p in zip(a.units, a.last) if u < 0)
            a.cash += held * borrow * (d.t[i] - d.t[i - 1]) / (365 * 86400)
        for s, price in (leave or {}).items():
            if a.units[s] != 0 and i > d.own(s)[-1]:
                a.last[s] = a.last[s] if price is None else price
                a.trade(i, s, -a.units[s], a.last[s])
        if next_open and waiting is not None:
            rebalance_at_open(a, i, waiting, symbol, gross)
        a.see(i)
        waiting = shares[i] if i in days else None
        if not next_open and waiting is not None:
            rebalance(a, i, waiting, d.c, whole, symbol, gross, days[i])
        a.close_day()
    return a


def rebalance_at_open(a, i, decided, symbol, gross):
    there = [s for s in range(a.d.n) if s in decided]
    day = a.d.o[i]
    marks = [a.last[s] if np.isnan(day[s]) else day[s] for s in range(a.d.n)]
    value = a.value(marks)
    kept = scaled([decided[s] for s in there], symbol, gross, share_of_others(a, marks, value, there))
    moves = [(s, x, x * value - a.units[s] * marks[s]) for s, x in zip(there, kept) if not np.isnan(day[s])]
    for s, x, money in sorted(moves, key=lambda move: np.sign(move[2])):
        if abs(money) < 1e-9:  # what rounding of the shares leaves
            continue
        if x == 0 and a.units[s] == 0:
            continue
        price = a.priced(money, day[s])
        a.trade(i, s, -a.units[s] if x == 0 else money / price, price)


def momentum(d):
    return by_weights(d, top_shares(d, 2, 20), firsts(d, "monthly"), fee=lambda u, p: 0.001 * u * p)


def top_shares(d, n, k):
    strength = d.over(lambda c: c / ago(c, k))
    return np.array([np.where(ranks(row) <= n, 1 / n, 0.0) for row in strength])


def equal(d):
    shares = np.where(np.isnan(d.c), NAN, 0.15)
    return by_weights(d, shares, firsts(d, "weekly"), whole=True, fee=lambda u, p: max(1.0, 0.01 * u))


def spread_of_scores(d):
    strength = d.over(lambda c: c / mean_of(c, 10))
    shares = np.full(strength.shape, NAN)
    for i, row in enumerate(strength):
        known = row[~np.isnan(row)]
        if len(known) > 1:
            shares[i] = -0.1 * (row - known.mean()) / known.std(ddof=1)
    return by_weights(d, np.where(np.isnan(shares), 0.0, shares), range(d.days), borrow=0.02, fee=lambda u, p: 0.0002 * u * p)


def above_mean(d):
    shares = d.over(lambda c: np.where(c > mean_of(c, 30), 0.2, 0.0))
    known = d.over(lambda c: np.where(np.isnan(mean_of(c, 30)), 0.0, 1.0))
    wanted, before, days = np.where(known == 1, shares, 0.0), None, []
    for i in range(d.days):
        there = ~np.isnan(d.c[i])
        now = np.where(there, wanted[i], before if before is not None else 0.0)
        changed = np.any(now != 0) if before is None else np.any(np.abs(now - before) > 1e-9)
        before = now
        if changed:
            days.append(i)
    return by_weights(d, wanted, days, fee=lambda u, p: 0.5 + 0.0005 * u * p)


def crossing(d):
    """Bought with all the cash where the close is above its mean of ten, sold where it is below; sells before buys."""
    a = Account(d, 50_000.0, fee=lambda u, p: 0.001 * u * p, slip=0.0005)
    means = d.over(lambda c: mean_of(c, 10))
    for i in range(d.days):
        a.see(i)
        up = [s for s in range(d.n) if d.c[i, s] > means[i, s] and a.units[s] == 0]
        down = [s for s in range(d.n) if d.c[i, s] < means[i, s] and a.units[s] > 0]
        for s in sorted(down, key=lambda s: (-a.units[s] * d.c[i, s], s)):
            a.trade(i, s, -a.units[s], d.c[i, s] * (1 - 0.0005))
        for s in up:
            price = d.c[i, s] * (1 + 0.0005)
            units = a.cash / (price * 1.001)
            if units * price > 1e-12 * max(1, abs(a.cash)):
                a.trade(i, s, units, price)
                a.cash = 0.0 if abs(a.cash) < 1e-12 * units * price else a.cash
        a.close_day()
    return a


def reversing(d):
    """Twenty units of each, long or short by the change of five bars."""
    a = Account(d, 80_000.0, fee=lambda u, p: 0.002 * u)
    change = d.over(lambda c: c - ago(c, 5))
    for i in range(d.days):
        a.see(i)
        for s in range(d.n):
            way = np.sign(change[i, s])
            if np.isnan(way) or way == 0 or way * a.units[s] > 0:
                continue
            a.trade(i, s, way * 20 - a.units[s], d.c[i, s])
        a.close_day()
    return a


def next_bar(d, s, i):
    later = [k for k in d.own(s) if k > i]
    return later[0] if later else None


def ordered(d, orders, kind):
    """Orders that fill on the next bar of their symbol at the open."""
    a = Account(d, 100_000.0, fee=lambda u, p: 0.01 * u, spread=0.1)
    due = {}
    for day, s, size in orders:
        due.setdefault(next_bar(d, s, day), []).append((s, size))
    for i in range(d.days):
        for s, size in due.get(i, []):
            a.trade(i, s, size, a.priced(size, d.o[i, s]))
        a.see(i)
        a.close_day()
    return a


def bracketed(d, orders, kind):
    """Each entry at the next open has a stop and a target, of which one fills; the stop first where a bar holds both."""
    a = Account(d, 100_000.0)
    legs, due = [], {}
    for day, s, size, stop, target in orders:
        due.setdefault(next_bar(d, s, day), []).append((s, size))
        legs.append({"s": s, "size": -size, "stop": stop, "target": target, "from": next_bar(d, s, day), "done": False})
    for i in range(d.days):
        fills = [(0, k, s, size, d.o[i, s]) for k, (s, size) in enumerate(due.get(i, []))]
        for k, leg in enumerate(legs):
            s = leg["s"]
            if leg["done"] or leg["from"] is None or i < leg["from"] or np.isnan(d.o[i, s]):
                continue
            o, h, l = d.o[i, s], d.h[i, s], d.l[i, s]
            if o <= leg["stop"]:
                fills.append((0, 100 + k, s, leg["size"], o))
            elif o >= leg["target"]:
                fills.append((0, 100 + k, s, leg["size"], o))
            elif l <= leg["stop"]:
                fills.append((1, 100 + k, s, leg["size"], leg["stop"]))
            elif h >= leg["target"]:
                fills.append((2, 100 + k, s, leg["size"], leg["target"]))
            else:
                continue
            leg["done"] = True
        for _, _, s, size, price in sorted(fills):
            a.trade(i, s, size, price)
        a.see(i)
        a.close_day()
    return a


def targets(d, orders, kind):
    """To a share of the account, valued anew before each order, in the order of the symbols."""
    a = Account(d, 100_000.0, fee=lambda u, p: 0.002 * u * p + 0.1, slip=0.001)
    for i in range(d.days):
        a.see(i)
        marks = a.last.copy()
        for day, s, share in orders:
            if day != i or np.isnan(d.c[i, s]):
                continue
            want = share * a.value(marks) / d.c[i, s] - a.units[s]
            price = d.c[i, s] * (1 + np.sign(want) * 0.001)
            if want > 0:
                want = min(want, max(0.0, (a.cash - 0.1) / (price * 1.002)))
            if abs(want) * price < 1e-12 * max(1, abs(a.cash)):
                continue
            a.trade(i, s, want, price)
            marks[s] = price
        a.close_day()
    return a


def borrowed_money(d):
    """Three times the account, liquidated at the worst prices where a sixth of it is not left."""
    a, shares = Account(d, 100_000.0), top_shares(d, 1, 5) * 3
    days = firsts(d, "weekly")
    for i in range(d.days):
        worst = [a.last[s] if np.isnan(d.l[i, s]) else (d.l[i, s] if a.units[s] > 0 else d.h[i, s]) for s in range(d.n)]
        worth = sum(abs(u * p) for u, p in zip(a.units, worst) if u != 0)
        if worth > 0 and a.value(worst) < worth / 6:
            for s in range(d.n):
                if a.units[s] != 0:
                    a.trade(i, s, -a.units[s], worst[s])
        a.see(i)
        if i in days:
            rebalance(a, i, shares[i], d.c, gross=3.0, chosen=days[i])
        a.close_day()
    return a


def at_the_open(d):
    shares = top_shares(d, 3, 10)
    days = firsts(d, "weekly")
    decided = {i: {s: (0.0 if np.isnan(shares[i, s]) else shares[i, s]) for s in sorted(days[i])} for i in days}
    return by_weights(d, [decided.get(i) for i in range(d.days)], days, next_open=True, slip=0.0002)


def leaving(d):
    shares = np.where(np.isnan(d.c), NAN, 0.5)
    return by_weights(d, shares, firsts(d, "monthly"), symbol=0.12, leave={d.n - 1: 3.5})


def main():
    asked = json.load(sys.stdin)
    d = Data(asked)
    orders = asked["orders"]
    answers = {
        "momentum": momentum(d),
        "equal weights in whole units": equal(d),
        "long and short by scores": spread_of_scores(d),
        "above the mean, on signal": above_mean(d),
        "crossing with all the cash": crossing(d),
        "reversing": reversing(d),
        "orders at the next open": ordered(d, orders["market"], "market"),
        "brackets": bracketed(d, orders["brackets"], "brackets"),
        "targets valued again": targets(d, orders["targets"], "targets"),
        "borrowed money": borrowed_money(d),
        "at the next open": at_the_open(d),
        "leaving the market": leaving(d),
    }
    json.dump({name: {"trades": a.trades, "equity": a.equity} for name, a in answers.items()}, sys.stdout)


main()
