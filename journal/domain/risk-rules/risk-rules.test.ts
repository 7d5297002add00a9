// Limits by the day: two tables worked out by hand, every kind of floor compared with a plain loop, and odds compared with their closed form.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountDays,
  consistencyOf,
  equitySteps,
  isPassed,
  judgeEquity,
  type MarkedTrip,
  NO_RULES,
  openPartAt,
  ownDays,
  passOdds,
  resultAt,
  type RiskRules,
  riskTemplates,
} from './index.ts';
import type { EquityStep } from './judge.ts';
import { otherBreaches } from './other-rules.ts';
import type { DailyLoss, DrawdownLimit } from './rules.ts';

function drawdown(more: Partial<DrawdownLimit>): RiskRules {
  const rule = { kind: 'static', limit: 2000, limit_in: 'money', lock_at: null, checked: 'live', touch: true } as const;
  return { ...NO_RULES, drawdown: { ...rule, ...more } };
}

function daily(more: Partial<DailyLoss>): RiskRules {
  const rule = { limit: 5000, limit_in: 'money', from: 'balance', ends: true, checked: 'live', touch: true } as const;
  return { ...NO_RULES, daily_loss: { ...rule, ...more } };
}

const HIGH_LOW_CLOSE = [
  [50650, 49800, 50400],
  [50900, 49700, 50150],
  [51500, 50050, 51200],
  [52050, 50700, 51000],
  [51600, 50120, 51300],
  [52600, 51100, 52300],
  [52450, 50550, 51400],
  [51700, 50250, 50900],
  [51050, 50100, 50600],
  [50900, 50020, 50300],
  [50500, 49950, 50050],
  [50400, 48600, 48900],
  [49100, 47990, 48300],
] as const;

/** Flat overnight: a day is one step, its high before its low. */
const thirteen: EquityStep[] = HIGH_LOW_CLOSE.map(([high, low, close], day) => ({
  at: day + 1,
  day: day + 1,
  high,
  low,
  equity: close,
  balance: close,
  trip: `t${day + 1}`,
}));

const judge = (rules: RiskRules, steps: readonly EquityStep[] = thirteen, start = 50_000) =>
  judgeEquity(steps, { start, rulesOn: () => rules });

describe('a maximum loss of 2,000 from 50,000', () => {
  const intraday = drawdown({ kind: 'trailing_intraday' });
  const locking = drawdown({ kind: 'trailing_intraday', lock_at: 50_100 });
  const byClose = drawdown({ kind: 'trailing_close' });
  it.each([
    ['static', drawdown({}), 13, Array.from({ length: 13 }, () => 48_000)],
    [
      'by close, locking at the start',
      drawdown({ kind: 'trailing_close', lock_at: 50_000 }),
      11,
      [48000, 48400, 48400, 49200, 49200, 49300, 50000, 50000, 50000, 50000, 50000],
    ],
    ['by close', byClose, 8, [48000, 48400, 48400, 49200, 49200, 49300, 50300, 50300]],
    [
      'within the day, locking at start + 100',
      locking,
      9,
      [48650, 48900, 49500, 50050, 50050, 50100, 50100, 50100, 50100],
    ],
    ['within the day', intraday, 7, [48650, 48900, 49500, 50050, 50050, 50600, 50600]],
  ] as const)('%s', (_, rules, broken, floors) => {
    const { days, breaches } = judge(rules);
    expect(breaches).toMatchObject([{ rule: 'drawdown', day: broken, round_trip_id: `t${broken}`, ends: true }]);
    expect(days.slice(0, floors.length).map(({ drawdown_floor }) => drawdown_floor)).toEqual(floors);
  });

  it('that may be touched breaks a day later', () => {
    const { breaches } = judge(drawdown({ kind: 'trailing_intraday', lock_at: 50_100, touch: false }));
    expect(breaches).toMatchObject([{ day: 10 }]);
  });

  it.each([
    ['within the day', intraday, 10],
    ['by close', byClose, 10],
    ['locking at start + 100', locking, 11],
    ['locking at the start', drawdown({ kind: 'trailing_close', lock_at: 50_000 }), 12],
    ['static', drawdown({}), null],
  ] as const)('compared with closes alone, %s, breaks later or never', (_, rules, day) => {
    const closes = thirteen.map((step) => ({ ...step, high: step.equity, low: step.equity }));
    expect(judge(rules, closes).breaches.map((one) => one.day)).toEqual(day === null ? [] : [day]);
  });

  it('checked by close is not broken by a low', () => {
    expect(judge(drawdown({ checked: 'close' })).breaches).toEqual([]);
    expect(judge(drawdown({ kind: 'trailing_close', lock_at: 50_000, checked: 'close' })).breaches).toMatchObject([
      { day: 12 },
    ]);
  });

  it('takes the high of a step first: with a low of 50,500 on day 6 the floor of 50,600 is broken', () => {
    const steps = thirteen.slice(0, 6).map((step) => (step.day === 6 ? { ...step, low: 50_500 } : step));
    expect(judge(intraday, steps).breaches).toMatchObject([{ day: 6, limit: 50_600 }]);
    // Were the low a step of its own before the high, it would stand.
    const lowFirst = steps.flatMap((step) =>
      step.day === 6
        ? [
            { ...step, high: 51_000 },
            { ...step, low: 52_300 },
          ]
        : [step],
    );
    expect(judge(intraday, lowFirst).breaches).toEqual([]);
  });

  it('that follows the closed balance moves immediately', () => {
    const noon = { at: 6, day: 6, high: 52_450, low: 52_450, equity: 52_450, balance: 52_450, trip: 'noon' };
    const { drawdown_floor } = judge(drawdown({ kind: 'trailing_balance' }), [...thirteen.slice(0, 5), noon]);
    expect(drawdown_floor).toBe(50_450);
  });

  it('stays where it is when money is taken out, which lowers equity', () => {
    const steps = thirteen.slice(0, 7);
    const { breaches, equity, drawdown_floor } = judgeEquity(steps, {
      start: 50_000,
      rulesOn: () => drawdown({ kind: 'trailing_close', lock_at: 50_000 }),
      payouts: new Map([[7, 1500]]),
    });
    expect({ equity, drawdown_floor }).toEqual({ equity: 49_900, drawdown_floor: 50_000 });
    expect(breaches).toMatchObject([{ day: 7, value: 49_050 }]);
  });
});

/** Start balance, start equity, low of each day. */
const TEN_DAYS = [
  [100000, 100000, 98700],
  [102000, 102000, 99400],
  [103500, 103500, 101000],
  [103500, 106500, 101300],
  [106000, 106000, 102000],
  [106000, 109000, 103500],
  [108000, 108000, 104000],
  [108000, 105000, 102900],
  [104000, 104000, 100500],
  [104000, 101000, 98790],
] as const;

const tenDays: EquityStep[] = TEN_DAYS.map(([, equity, low], day) => {
  const next = TEN_DAYS[day + 1] ?? TEN_DAYS[9];
  return { at: day, day: day + 1, high: equity, low, equity: next[1], balance: next[0], trip: `t${day + 1}` };
});

describe('a daily loss of 5 % of 100,000', () => {
  it.each([
    ['balance - 5,000', { from: 'balance' }, 8, [95000, 97000, 98500, 98500, 101000, 101000, 103000, 103000]],
    [
      '95 % of the higher',
      { from: 'higher', limit: 5, limit_in: 'percent_of_anchor' },
      6,
      [95000, 96900, 98325, 101175, 100700, 103550],
    ],
    [
      '95 % of the balance',
      { from: 'balance', limit: 5, limit_in: 'percent_of_anchor' },
      10,
      [95000, 96900, 98325, 98325, 100700, 100700, 102600, 102600, 98800, 98800],
    ],
    [
      'higher - 5 % of the start',
      { from: 'higher', limit: 5, limit_in: 'percent_of_start' },
      4,
      [95000, 97000, 98500, 101500],
    ],
  ] as const)('%s', (_, rule, broken, floors) => {
    const { days, breaches } = judge(daily(rule), tenDays, 100_000);
    expect(breaches[0]).toMatchObject({ rule: 'daily_loss', day: broken, round_trip_id: `t${broken}` });
    expect(days.slice(0, floors.length).map(({ day_floor }) => day_floor)).toEqual(floors);
  });

  it('from the high of the day: 1,000 below 52,600 is broken by 51,100', () => {
    const { days, breaches } = judge(daily({ from: 'high', limit: 1000 }), thirteen.slice(5, 6));
    expect(days).toMatchObject([{ day_floor: 51_600 }]);
    expect(breaches).toMatchObject([{ rule: 'daily_loss', value: 51_100 }]);
  });

  it('is noted once a day, and a pause does not end the account', () => {
    const twice = thirteen.slice(0, 1).flatMap((step) => [step, { ...step, at: 2 }]);
    const { breaches } = judge(daily({ limit: 100, ends: false }), twice);
    expect(breaches).toMatchObject([{ rule: 'daily_loss', ends: false, at: 1 }]);
  });
});

describe('consistency after day 6', () => {
  const { days } = judge(NO_RULES, thirteen.slice(0, 6));
  it('is the best day over the net, or over the days that won', () => {
    expect(days.map(({ pnl }) => pnl)).toEqual([400, -250, 1050, -200, 300, 1000]);
    const net = consistencyOf(days, { max_percent: 50, of: 'net', below: false });
    expect(net).toMatchObject({ best_day: 1050, best_day_on: 3, is_kept: true });
    expect(net.percent).toBeCloseTo(45.652, 3);
    expect(consistencyOf(days, { max_percent: 40, of: 'net', below: false })).toMatchObject({
      is_kept: false,
      needed: 2625,
    });
    const won = consistencyOf(days, { max_percent: 40, of: 'positive_days', below: false });
    expect(won.percent).toBeCloseTo(38.182, 3);
    expect(won.is_kept).toBe(true);
  });

  it('at exactly half is met, unless it must be below', () => {
    const two = judge(NO_RULES, [
      { at: 1, day: 1, high: 50_100, low: 50_000, equity: 50_100, balance: 50_100, trip: null },
      { at: 2, day: 2, high: 50_200, low: 50_000, equity: 50_200, balance: 50_200, trip: null },
    ]).days;
    expect(consistencyOf(two, { max_percent: 50, of: 'net', below: false }).is_kept).toBe(true);
    expect(consistencyOf(two, { max_percent: 50, of: 'net', below: true }).is_kept).toBe(false);
  });
});

/** The rules of every template by a loop a person can follow: no state but what is written here. */
function plainLoop(steps: readonly EquityStep[], start: number, { daily_loss, drawdown: limit }: RiskRules): string[] {
  const found: string[] = [];
  const cents = (amount: number): number => Math.round(amount * 10_000);
  const dayBefore = (index: number): EquityStep | undefined =>
    steps.findLast((other, at) => at < index && other.day < (steps[index]?.day ?? 0));
  let isOver = false;
  for (const [index, step] of steps.entries()) {
    const soFar = steps.slice(0, index + 1);
    const before = dayBefore(index);
    const dayStart = { balance: before?.balance ?? start, equity: before?.equity ?? start };
    const today = soFar.filter(({ day }) => day === step.day);
    const low = cents(step.low);
    if (daily_loss !== null && !found.includes(`daily_loss ${step.day}`)) {
      const anchor = {
        balance: dayStart.balance,
        equity: dayStart.equity,
        higher: Math.max(dayStart.balance, dayStart.equity),
        high: Math.max(dayStart.equity, ...today.map(({ high }) => high)),
      }[daily_loss.from];
      const of = { money: 0, percent_of_start: start, percent_of_anchor: anchor }[daily_loss.limit_in];
      const lost = daily_loss.limit_in === 'money' ? daily_loss.limit : (of * daily_loss.limit) / 100;
      const floor = cents(anchor) - cents(lost);
      if (daily_loss.touch ? low <= floor : low < floor) found.push(`daily_loss ${step.day}`);
    }
    if (limit !== null && !isOver) {
      const ends = soFar.filter((one, at) => one.day < step.day && soFar[at + 1]?.day !== one.day);
      const peak = {
        static: start,
        trailing_close: Math.max(start, ...ends.map(({ balance }) => balance)),
        trailing_balance: Math.max(start, ...soFar.map(({ balance }) => balance)),
        trailing_intraday: Math.max(start, ...soFar.map(({ high }) => high)),
      }[limit.kind];
      const lost = limit.limit_in === 'money' ? limit.limit : (start * limit.limit) / 100;
      const floor = Math.max(
        cents(start) - cents(lost),
        Math.min(cents(peak) - cents(lost), limit.lock_at === null ? Infinity : cents(limit.lock_at)),
      );
      if (limit.touch ? low <= floor : low < floor) {
        isOver = true;
        found.push(`drawdown ${step.at}`);
      }
    }
  }
  return found;
}

const anySteps = fc
  .array(
    fc.record({
      nextDay: fc.boolean(),
      move: fc.integer({ min: -120_000, max: 120_000 }),
      up: fc.integer({ min: 0, max: 90_000 }),
      down: fc.integer({ min: 0, max: 90_000 }),
      closes: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((moves) => {
    let [equity, balance, day] = [50_000, 50_000, 1];
    return moves.map(({ nextDay, move, up, down, closes }, at): EquityStep => {
      if (nextDay) day += 1;
      const from = equity;
      equity = Math.round((equity + move / 100) * 100) / 100;
      if (closes) balance = equity;
      const [high, low] = [Math.max(from, equity) + up / 100, Math.min(from, equity) - down / 100];
      return { at, day, high, low, equity, balance, trip: null };
    });
  });

describe('compared with a plain loop', () => {
  const anchors = ['balance', 'equity', 'higher', 'high'] as const;
  const everyKind = Object.entries(riskTemplates).flatMap(([name, { rules }]) =>
    anchors.flatMap((from) =>
      [true, false].map((touch): [string, RiskRules] => [
        `${name} ${from} ${touch ? 'touched' : 'below'}`,
        {
          ...rules,
          daily_loss: rules.daily_loss && { ...rules.daily_loss, from, touch },
          drawdown: rules.drawdown && { ...rules.drawdown, touch, lock_at: from === 'high' ? 50_100 : null },
        },
      ]),
    ),
  );
  it.each(everyKind)('%s breaks at the same steps', (_, rules) => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const { breaches } = judge(rules, steps);
        expect(breaches.map(({ rule, day, at }) => `${rule} ${rule === 'drawdown' ? at : day}`).toSorted()).toEqual(
          plainLoop(steps, 50_000, rules).toSorted(),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe('equity from trades and bars', () => {
  const minute = 60_000;
  const bars = {
    seconds: 60,
    at: [0, 1, 2, 3, 4].map((i) => i * minute),
    open: [100, 101, 103, 102, 101],
    high: [101, 104, 105, 103, 102],
    low: [99, 100, 102, 98, 100],
    close: [101, 103, 102, 101, 101],
    volume: [1, 1, 1, 1, 1],
  };
  const long: MarkedTrip = {
    id: 'rt-a',
    side: 1,
    multiplier: 10,
    rate: 1,
    entries: [{ at: minute, quantity: 2, price: 101, fees: 3 }],
    exits: [{ at: 3 * minute + 30_000, quantity: 2, price: 102, cost: 202, fees: 3, pnl: 14, costs: 6 }],
    bars,
  };
  const options = { start: 1000, dayAt: () => 1, feesCount: true };

  it('marks every bar that begins in the trade and has no fill inside', () => {
    const { steps } = equitySteps([long], options);
    expect(steps.map(({ at, high, low, equity }) => [at / minute, high, low, equity])).toEqual([
      [1, 997, 997, 997],
      // 104, 100, 103 against 101, twice ten times, less the fee of the entry
      [1, 1057, 977, 1037],
      [2, 1077, 1017, 1017],
      [3.5, 1014, 1014, 1014],
    ]);
  });

  it('closes what was opened in the same moment', () => {
    const exit = { at: minute, quantity: 2, price: 100, cost: 202, fees: 3, pnl: -26, costs: 6 };
    const scalp = { ...long, bars: null, exits: [exit] };
    expect(equitySteps([scalp], options).steps.at(-1)).toMatchObject({ balance: 974, equity: 974 });
  });

  it('closes the legs of one order in one moment: nothing is seen of one without the other', () => {
    // One leg lost 300 and the other won 280 since both were last marked.
    const leg = (id: string, side: 1 | -1, price: number, pnl: number): MarkedTrip => ({
      id,
      side,
      multiplier: 1,
      rate: 1,
      bars: null,
      entries: [{ at: 0, quantity: 10, price: 100, fees: 0 }],
      exits: [{ at: minute, quantity: 10, price, cost: 1000, fees: 0, pnl, costs: 0 }],
    });
    const { steps } = equitySteps([leg('rt-x', 1, 70, -300), leg('rt-y', -1, 72, 280)], options);
    expect(steps).toMatchObject([
      { equity: 1000, opened: true },
      { at: minute, low: 980, high: 980, balance: 980, trip: 'rt-x', opened: false },
    ]);
  });

  it('without counting fees is before them', () => {
    const { steps } = equitySteps([long], { ...options, feesCount: false });
    expect(steps.at(-1)).toMatchObject({ equity: 1020, balance: 1020 });
    expect(steps[0]).toMatchObject({ equity: 1000 });
  });

  it('ends where the results do, whatever was held in parts and however it was marked', () => {
    const short: MarkedTrip = {
      id: 'rt-b',
      side: -1,
      multiplier: 1,
      rate: 1,
      entries: [
        { at: 0, quantity: 5, price: 100, fees: 1 },
        { at: minute, quantity: 5, price: 102, fees: 1 },
      ],
      exits: [
        { at: 2 * minute, quantity: 4, price: 103, cost: 400, fees: 0.8, pnl: -12.8, costs: 0.8 },
        { at: 4 * minute, quantity: 6, price: 100, cost: 610, fees: 1.2, pnl: 8.8, costs: 1.2 },
      ],
      bars,
    };
    const { steps, sizes } = equitySteps([long, short], options);
    expect(steps.at(-1)?.equity).toBeCloseTo(1000 + 14 - 4, 9);
    expect(sizes.map(({ size }) => size)).toEqual([5, 7, 12]);
    const { rulesOn } = { rulesOn: () => ({ ...NO_RULES, max_size: 10 }) };
    expect(otherBreaches({ steps, sizes }, rulesOn)).toMatchObject([
      { rule: 'size', round_trip_id: 'rt-b', value: 12 },
    ]);
  });
});

describe('what is left of a trade', () => {
  // Two lots of ten, at 100 and at 110; the first is sold at 120.
  const scaled: MarkedTrip = {
    id: 'rt-c',
    side: 1,
    multiplier: 1,
    rate: 1,
    bars: null,
    entries: [
      { at: 1, quantity: 10, price: 100, fees: 1 },
      { at: 2, quantity: 10, price: 110, fees: 3 },
    ],
    exits: [
      { at: 3, quantity: 10, price: 120, cost: 1000, fees: 1, pnl: 197, costs: 3 },
      { at: 9, quantity: 10, price: 115, cost: 1100, fees: 3, pnl: 45, costs: 5 },
    ],
  };

  it('stands at the cost of its own lots, not at the average of all entries', () => {
    const held = openPartAt(scaled, 5);
    expect(held).toMatchObject({ at: 3, part: { quantity: 10, cost: 1100, fees: 3, mark: 120 } });
    // 115 against 110, less what its own lot paid.
    expect(held && resultAt(held.part, 115, true)).toBe(47);
    const { steps } = equitySteps([scaled], { start: 1000, dayAt: () => 1, feesCount: true });
    expect(steps.map(({ at, balance, equity }) => [at, balance, equity])).toEqual([
      [1, 1000, 999],
      [2, 1000, 1096],
      [3, 1197, 1294],
      [9, 1242, 1242],
    ]);
    expect(openPartAt(scaled, 0)).toBeNull();
    expect(openPartAt(scaled, 9)).toBeNull();
  });

  it('counts what is charged when it is over, and is no fill then', () => {
    const charged = { at: 20, quantity: 0, price: null, cost: 0, fees: 0, pnl: -4, costs: 4 };
    const { steps } = equitySteps([{ ...scaled, exits: [...scaled.exits, charged] }], {
      start: 1000,
      dayAt: () => 1,
      feesCount: true,
    });
    expect(steps.at(-1)).toMatchObject({ at: 20, balance: 1238, equity: 1238, filled: false });
  });

  it('is marked by a bar of a day on the day that names it, wherever the day of the account turns', () => {
    const day = 86_400_000;
    const days = { seconds: 86_400, at: [2 * day], open: [100], high: [104], low: [96], close: [101], volume: [1] };
    const held = { ...scaled, bars: days, exits: [] };
    const newYork = accountDays({ time: '00:00', zone: 'America/New_York' }) ?? (() => 0);
    const { steps } = equitySteps([held], { start: 1000, dayAt: newYork, feesCount: true });
    expect(steps.at(-1)).toMatchObject({ day: 2, low: 1000 + 20 * 96 - 2100 - 4 });
  });
});

describe('the day of an account', () => {
  it('turns at its hour on the clocks of its zone, in summer and winter', () => {
    const dayAt = accountDays({ time: '17:00', zone: 'America/New_York' });
    const dayOf = (time: string) => new Date((dayAt?.(Date.parse(time)) ?? 0) * 86_400_000).toISOString().slice(0, 10);
    expect(dayOf('2026-01-05T21:59:00Z')).toBe('2026-01-05');
    expect(dayOf('2026-01-05T22:00:00Z')).toBe('2026-01-06');
    expect(dayOf('2026-07-06T20:59:00Z')).toBe('2026-07-06');
    expect(dayOf('2026-07-06T21:00:00Z')).toBe('2026-07-07');
    const midnight = accountDays({ time: '00:00', zone: 'Europe/Prague' });
    expect(midnight?.(Date.parse('2026-01-05T22:59:00Z'))).toBe(20_458);
    expect(accountDays({ time: '17:00', zone: 'Nowhere' })).toBeNull();
  });
});

describe('odds', () => {
  const coin = (won: number, lost: number) =>
    ownDays(
      judgeEquity(
        Array.from({ length: won + lost }, (_, day) => {
          const balance = 1000 + (day < won ? day + 1 : won - (day + 1 - won));
          return { at: day, day, high: balance, low: balance, equity: balance, balance, trip: null, filled: true };
        }),
        { start: 1000, rulesOn: () => NO_RULES },
      ).days,
    );
  const rules: RiskRules = { ...drawdown({ limit: 5 }), profit_target: 5 };

  it('of single days that win 6 times in 10 are those of the gambler’s ruin', () => {
    const odds = passOdds(coin(6, 4), { start: 1000, rules, seed: 7, block: 1, outer: 2, paths: 4000, longest: 2000 });
    const q = 4 / 6;
    const exact = (1 - q ** 5) / (1 - q ** 10);
    // 4 standard errors of 4,000 draws.
    expect(Math.abs(odds.pass - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4000));
    expect(odds.pass + odds.ruin).toBeCloseTo(1, 9);
    const [low, high] = odds.pass_of_draws;
    expect(low < odds.pass && odds.pass < high).toBe(true);
  });

  it('are the same for the same seed, and wider where the own days are drawn again', () => {
    const ask = (seed: number) => passOdds(coin(6, 4), { start: 1000, rules, seed, paths: 300, outer: 40 });
    expect(ask(3)).toEqual(ask(3));
    const odds = ask(3);
    expect(odds.pass_interval[1] - odds.pass_interval[0]).toBeGreaterThan(
      odds.pass_of_draws[1] - odds.pass_of_draws[0],
    );
  });

  it('pass only with the days and the consistency that are asked for', () => {
    const { days } = judge(NO_RULES, thirteen.slice(0, 6));
    const asked = { profit_target: 2000, fewest_days: null, consistency: null };
    expect(isPassed(days, 2300, asked)).toBe(true);
    expect(isPassed(days, 1999, asked)).toBe(false);
    expect(isPassed(days, 2300, { ...asked, fewest_days: { days: 3, counts: 'profit', profit: 400 } })).toBe(true);
    expect(isPassed(days, 2300, { ...asked, fewest_days: { days: 4, counts: 'profit', profit: 400 } })).toBe(false);
    expect(isPassed(days, 2300, { ...asked, consistency: { max_percent: 40, of: 'net', below: false } })).toBe(false);
  });
});
