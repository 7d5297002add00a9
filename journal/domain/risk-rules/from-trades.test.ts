// Every template from raw fills and minute bars to its breaches, compared with a loop a person can follow: lots in a list, one moment after the
// other, and independent of how the rules do it.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equitySteps, judgeEquity, type MarkedTrip, type RiskRules, riskTemplates } from './index.ts';

const MINUTE = 60_000;
const MINUTES = 60;
const DAY_OF = (at: number): number => Math.floor(at / (20 * MINUTE));
const START = 50_000;
const FEE = 1.25;
const MULTIPLIER = 50;

interface RawFill {
  readonly at: number;
  readonly quantity: number;
  readonly price: number;
}

interface RawTrade {
  readonly side: 1 | -1;
  /** Positive quantities enter, negative ones leave; the oldest lot goes first. */
  readonly fills: readonly RawFill[];
}

type Bar = readonly [high: number, low: number, close: number];

const cent = (amount: number): number => Math.round(amount * 100) / 100;

const anyBars = fc
  .array(fc.tuple(fc.integer({ min: -400, max: 400 }), fc.nat(300), fc.nat(300)), {
    minLength: MINUTES,
    maxLength: MINUTES,
  })
  .map((moves) => {
    let price = 5000;
    return moves.map(([move, up, down]): Bar => {
      const from = price;
      price = cent(price + move / 100);
      return [cent(Math.max(from, price) + up / 100), cent(Math.min(from, price) - down / 100), price];
    });
  });

/** Fills at whole and at half minutes, each at the close of its minute; what is left at the end is closed or stays. */
const anyTrade = (bars: readonly Bar[]) =>
  fc
    .record({
      side: fc.constantFrom(1 as const, -1 as const),
      from: fc.integer({ min: 0, max: 40 }),
      moves: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: -3, max: 3 })), { maxLength: 5 }),
      first: fc.integer({ min: 1, max: 3 }),
      isHalf: fc.boolean(),
    })
    .map(({ side, from, moves, first, isHalf }): RawTrade => {
      const fillAt = (minute: number, quantity: number): RawFill => ({
        at: minute * MINUTE + (isHalf ? MINUTE / 2 : 0),
        quantity,
        price: bars[minute]?.[2] ?? 5000,
      });
      const fills = [fillAt(from, first)];
      let [minute, open] = [from, first];
      for (const [apart, wanted] of moves) {
        minute += apart;
        const quantity = Math.max(-open, wanted);
        if (minute >= MINUTES || open === 0 || quantity === 0) continue;
        open += quantity;
        fills.push(fillAt(minute, quantity));
      }
      return { side, fills };
    });

const anyDay = anyBars.chain((bars) =>
  fc.array(anyTrade(bars), { minLength: 1, maxLength: 4 }).map((trades) => ({ bars, trades })),
);

interface Lot {
  quantity: number;
  price: number;
}

/** Takes so much from the oldest lots: what they had cost. */
function takeOldest(lots: Lot[], quantity: number): number {
  let [left, cost] = [quantity, 0];
  while (left > 0) {
    const [lot] = lots;
    if (lot === undefined) throw new Error('more was sold than was held');
    const taken = Math.min(left, lot.quantity);
    cost += taken * lot.price;
    left -= taken;
    lot.quantity -= taken;
    if (lot.quantity === 0) lots.shift();
  }
  return cost;
}

function markedOf({ side, fills }: RawTrade, id: string, bars: readonly Bar[]): MarkedTrip {
  const lots: Lot[] = [];
  const entries: MarkedTrip['entries'][number][] = [];
  const exits: MarkedTrip['exits'][number][] = [];
  for (const { at, quantity, price } of fills)
    if (quantity > 0) {
      lots.push({ quantity, price });
      entries.push({ at, quantity, price, fees: FEE * quantity });
    } else {
      const cost = takeOldest(lots, -quantity);
      const costs = -quantity * FEE * 2;
      const pnl = side * (-quantity * price - cost) * MULTIPLIER - costs;
      exits.push({ at, quantity: -quantity, price, cost, fees: -quantity * FEE, pnl, costs });
    }
  const column = (place: 0 | 1 | 2) => bars.map((bar) => bar[place]);
  const [high, low, close] = [column(0), column(1), column(2)];
  const at = bars.map((_, minute) => minute * MINUTE);
  return {
    id,
    side,
    multiplier: MULTIPLIER,
    rate: 1,
    entries,
    exits,
    bars: { seconds: 60, at, open: close, high, low, close, volume: close },
  };
}

/** Every moment of a minute: what is filled at its beginning, the bar, what is filled at its half. */
function plainRun(bars: readonly Bar[], trades: readonly RawTrade[], { daily_loss, drawdown }: RiskRules): string[] {
  const books = trades.map(({ side, fills }) => ({ side, fills, lots: [] as Lot[], mark: 0 }));
  const found: string[] = [];
  let balance = START;
  let peaks = { close: START, balance: START, equity: START };
  let day = { number: Number.NaN, balance: START, equity: START, high: START, isBroken: false };
  let [equity, isOver] = [START, false];
  const worth = (priceOf: (book: (typeof books)[number]) => number): number =>
    books.reduce(
      (sum, book) =>
        sum +
        book.lots.reduce(
          (own, { quantity, price }) =>
            own + book.side * (priceOf(book) - price) * quantity * MULTIPLIER - FEE * quantity,
          0,
        ),
      balance,
    );
  const units = (amount: number): number => Math.round(amount * 10_000);
  const look = (at: number, high: number, low: number, now: number): void => {
    if (DAY_OF(at) !== day.number) {
      if (!Number.isNaN(day.number)) peaks = { ...peaks, close: Math.max(peaks.close, before.balance) };
      day = { number: DAY_OF(at), balance: before.balance, equity, high: equity, isBroken: false };
    }
    day.high = Math.max(day.high, high);
    peaks = { ...peaks, equity: Math.max(peaks.equity, high), balance: Math.max(peaks.balance, balance) };
    equity = now;
    before = { balance };
    if (daily_loss !== null && !day.isBroken) {
      const anchor = {
        balance: day.balance,
        equity: day.equity,
        higher: Math.max(day.balance, day.equity),
        high: day.high,
      }[daily_loss.from];
      const floor = units(anchor) - units((START * daily_loss.limit) / 100);
      if (daily_loss.touch ? units(low) <= floor : units(low) < floor) {
        day.isBroken = true;
        found.push(`daily_loss ${at}`);
      }
    }
    if (drawdown !== null && !isOver) {
      const peak = {
        static: START,
        trailing_close: peaks.close,
        trailing_balance: peaks.balance,
        trailing_intraday: peaks.equity,
      }[drawdown.kind];
      const lost = (START * drawdown.limit) / 100;
      const floor = Math.max(units(START - lost), Math.min(units(peak - lost), units(drawdown.lock_at ?? Infinity)));
      if (drawdown.touch ? units(low) <= floor : units(low) < floor) {
        isOver = true;
        found.push(`drawdown ${at}`);
      }
    }
  };
  let before = { balance: START };
  const fillAll = (at: number): void => {
    const now = books.filter(({ fills }) => fills.some((fill) => fill.at === at));
    for (const book of now)
      for (const { quantity, price } of book.fills.filter((fill) => fill.at === at)) {
        if (quantity > 0) book.lots.push({ quantity, price });
        else {
          const cost = takeOldest(book.lots, -quantity);
          balance += book.side * (-quantity * price - cost) * MULTIPLIER + quantity * FEE * 2;
        }
        book.mark = price;
      }
    if (now.length > 0) {
      const worthNow = worth(({ mark }) => mark);
      look(at, worthNow, worthNow, worthNow);
    }
  };
  for (const [minute, [high, low, close]] of bars.entries()) {
    const at = minute * MINUTE;
    fillAll(at);
    // Of those that are open and have no fill inside the minute.
    const calm = new Set(
      books.filter(({ lots, fills }) => lots.length > 0 && !fills.some((fill) => fill.at === at + MINUTE / 2)),
    );
    if (calm.size > 0) {
      const [best, worst] = [1, -1].map((good) =>
        worth((book) => (calm.has(book) ? (book.side === good ? high : low) : book.mark)),
      ) as [number, number]; // one for each
      for (const book of calm) book.mark = close;
      look(
        at,
        best,
        worst,
        worth(({ mark }) => mark),
      );
    }
    fillAll(at + MINUTE / 2);
  }
  return found;
}

describe('limits from fills and bars', () => {
  const anchors = ['balance', 'equity', 'higher', 'high'] as const;
  const every = Object.entries(riskTemplates).flatMap(([name, { rules }]) =>
    anchors.map((from, i): [string, RiskRules] => [
      `${name}, the day from its ${from}`,
      {
        ...rules,
        daily_loss: rules.daily_loss && { ...rules.daily_loss, from, touch: i % 2 === 0 },
        drawdown: rules.drawdown && { ...rules.drawdown, lock_at: i < 2 ? null : START + 100, touch: i % 2 === 1 },
      },
    ]),
  );

  it.each(every)('%s, break at the moments that a plain loop finds', (_, rules) => {
    fc.assert(
      fc.property(anyDay, ({ bars, trades }) => {
        const trips = trades.map((trade, i) => markedOf(trade, `rt-${i}`, bars));
        const { steps } = equitySteps(trips, { start: START, dayAt: DAY_OF, feesCount: true });
        const { breaches } = judgeEquity(steps, { start: START, rulesOn: () => rules });
        expect(breaches.map(({ rule, at }) => `${rule} ${at}`).toSorted()).toEqual(
          plainRun(bars, trades, rules).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('are broken often enough for that to say something', () => {
    const broken = fc
      .sample(anyDay, { numRuns: 100, seed: 39 })
      .map(({ bars, trades }) => every.map(([, rules]) => plainRun(bars, trades, rules).length > 0));
    for (const place of every.keys()) {
      const often = broken.filter((one) => one[place] === true).length;
      expect(often).toBeGreaterThan(5);
      expect(often).toBeLessThan(100);
    }
  });
});
