// A rule compared with the trader who meant to follow it: trades not taken, trades outside the rule, other moments, other sizes. The parts
// add up to trader less rule: each matched trade is rounded to the cent, timing at the rule's size first, and what is left is size.

/** One trade of either; its result net of costs. */
export interface ComparedTrade {
  readonly id: string;
  readonly instrument: string;
  readonly side: 1 | -1;
  /** Milliseconds since 1970. */
  readonly opened: number;
  /** The day it is matched by. */
  readonly day: number;
  readonly quantity: number;
  readonly entry: number;
  readonly exit: number;
  readonly multiplier: number;
  readonly net: number;
}

export interface ComparedPair {
  readonly rule: ComparedTrade;
  readonly trader: ComparedTrade;
  readonly entry: number;
  readonly exit: number;
  readonly size: number;
}

export interface Comparison {
  readonly rule: number;
  readonly trader: number;
  readonly parts: {
    readonly not_taken: number;
    readonly outside: number;
    readonly timing: number;
    readonly size: number;
  };
  readonly pairs: readonly ComparedPair[];
  readonly not_taken: readonly ComparedTrade[];
  readonly outside: readonly ComparedTrade[];
}

const cents = (amount: number): number => Math.round(amount * 100 + Math.sign(amount) * 1e-7);

export function compareWithRule(rule: readonly ComparedTrade[], trader: readonly ComparedTrade[]): Comparison {
  const matched = matchTrades(rule, trader);
  const pairs = matched.map(([meant, done]) => pairOf(meant, done));
  const met = new Set(matched.flat());
  const not_taken = rule.filter((one) => !met.has(one));
  const outside = trader.filter((one) => !met.has(one));
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + cents(amount), 0) / 100;
  return {
    rule: sum(rule.map(({ net }) => net)),
    trader: sum(trader.map(({ net }) => net)),
    parts: {
      not_taken: 0 - sum(not_taken.map(({ net }) => net)),
      outside: sum(outside.map(({ net }) => net)),
      timing: sum(pairs.flatMap(({ entry, exit }) => [entry, exit])),
      size: sum(pairs.map(({ size }) => size)),
    },
    pairs,
    not_taken,
    outside,
  };
}

function pairOf(rule: ComparedTrade, trader: ComparedTrade): ComparedPair {
  const unit = rule.quantity * rule.multiplier * rule.side;
  const [entry, exit] = [cents(unit * (rule.entry - trader.entry)), cents(unit * (trader.exit - rule.exit))];
  // Costs that differ go with the size they come from.
  const size = cents(trader.net) - cents(rule.net) - entry - exit;
  return { rule, trader, entry: entry / 100, exit: exit / 100, size: size / 100 };
}

/** One to one: the same instrument, side and day, the nearest openings first. */
export function matchTrades(
  rule: readonly ComparedTrade[],
  trader: readonly ComparedTrade[],
): [ComparedTrade, ComparedTrade][] {
  const keyOf = ({ instrument, side, day }: ComparedTrade): string => `${instrument} ${side} ${day}`;
  const meant = Map.groupBy(rule, keyOf);
  const near = trader.flatMap((done) =>
    (meant.get(keyOf(done)) ?? []).map((one) => ({ one, done, apart: Math.abs(one.opened - done.opened) })),
  );
  const taken = new Set<ComparedTrade>();
  const pairs: [ComparedTrade, ComparedTrade][] = [];
  for (const { one, done } of near.toSorted((a, b) => a.apart - b.apart)) {
    if (taken.has(one) || taken.has(done)) continue;
    taken.add(one).add(done);
    pairs.push([one, done]);
  }
  return pairs;
}
