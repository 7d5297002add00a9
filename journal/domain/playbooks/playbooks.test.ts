import { describe, expect, it } from 'vitest';
import { checkRule, costOfRule, type PlaybookRule, type RatedTrade, type RuledTrade, type Verdict } from './index.ts';

const MINUTE = 60_000;

function trade(more: Partial<RuledTrade> = {}): RuledTrade {
  return {
    side: 1,
    opened: 100 * MINUTE,
    clock: '09:45:00',
    closed: 130 * MINUTE,
    now: 1000 * MINUTE,
    entry: 100,
    ofDay: 2,
    riskR: 1,
    levels: [{ at: 90 * MINUTE, stop: 98, target: 106 }],
    sinceLoss: null,
    brokeLimit: null,
    expression: () => null,
    ticked: () => null,
    ...more,
  };
}

/** A rule without its name; what is no rule is no verdict either. */
type Machine = Readonly<Record<string, string | number>> & { readonly kind: string };
const verdict = (rule: Machine, more: Partial<RuledTrade> = {}) =>
  checkRule({ id: 'r1', text: '', ...rule } as PlaybookRule, trade(more));

describe('a rule of a playbook', () => {
  const moveStops = (...stops: readonly number[]) =>
    stops.map((stop, i) => ({ at: (90 + i * 15) * MINUTE, stop, target: 106 }));
  const rows: readonly (readonly [string, Machine, Partial<RuledTrade>, Verdict])[] = [
    ['within its hours', { kind: 'time_of_day', from: '09:30', to: '10:30' }, {}, 'followed'],
    ['before its hours', { kind: 'time_of_day', from: '10:00', to: '10:30' }, {}, 'broken'],
    ['over midnight', { kind: 'time_of_day', from: '22:00', to: '10:30' }, {}, 'followed'],
    ['at an unknown hour', { kind: 'time_of_day', from: '09:30', to: '10:30' }, { clock: null }, 'unknown'],
    ['the second trade of two', { kind: 'trade_of_day', max: 2 }, {}, 'followed'],
    ['the third of two', { kind: 'trade_of_day', max: 2 }, { ofDay: 3 }, 'broken'],
    ['as large as usual', { kind: 'max_risk_r', max: 1 }, {}, 'followed'],
    ['twice the usual', { kind: 'max_risk_r', max: 1.5 }, { riskR: 2 }, 'broken'],
    ['of unknown risk', { kind: 'max_risk_r', max: 1.5 }, { riskR: null }, 'unknown'],
    ['with a stop before the entry', { kind: 'stop_within', minutes: 5 }, {}, 'followed'],
    [
      'with a late stop',
      { kind: 'stop_within', minutes: 5 },
      { levels: moveStops(98).map((l) => ({ ...l, at: 106 * MINUTE })) },
      'broken',
    ],
    ['without a plan', { kind: 'stop_within', minutes: 5 }, { levels: [] }, 'unknown'],
    ['with a stop that only followed', { kind: 'stop_not_widened' }, { levels: moveStops(98, 99, 99.5) }, 'followed'],
    ['with a stop that was moved away', { kind: 'stop_not_widened' }, { levels: moveStops(98, 99, 98.5) }, 'broken'],
    [
      'with a stop moved after the close',
      { kind: 'stop_not_widened' },
      { levels: moveStops(98, 99, 99, 97) },
      'followed',
    ],
    [
      'short, with a stop that came nearer',
      { kind: 'stop_not_widened' },
      { side: -1, levels: moveStops(102, 101) },
      'followed',
    ],
    ['short, with one that went up', { kind: 'stop_not_widened' }, { side: -1, levels: moveStops(102, 103) }, 'broken'],
    ['three to one', { kind: 'min_rr', min: 3 }, {}, 'followed'],
    ['less than it should be', { kind: 'min_rr', min: 3.5 }, {}, 'broken'],
    ['held for half an hour', { kind: 'max_holding', minutes: 30 }, {}, 'followed'],
    ['held for longer', { kind: 'max_holding', minutes: 29 }, {}, 'broken'],
    ['still open in time', { kind: 'max_holding', minutes: 60 }, { closed: null, now: 130 * MINUTE }, 'unknown'],
    ['still open too long', { kind: 'max_holding', minutes: 60 }, { closed: null }, 'broken'],
    ['after no loss', { kind: 'after_loss_wait', minutes: 15 }, {}, 'followed'],
    ['soon after a loss', { kind: 'after_loss_wait', minutes: 15 }, { sinceLoss: 14 * MINUTE }, 'broken'],
    [
      'on the day of a loss, at an unknown hour',
      { kind: 'after_loss_wait', minutes: 15 },
      { sinceLoss: 0, clock: null },
      'unknown',
    ],
    ['held for an unknown time', { kind: 'max_holding', minutes: 29 }, { clock: null }, 'unknown'],
    ['within its limits', { kind: 'risk_rules' }, { brokeLimit: false }, 'followed'],
    ['beyond its limits', { kind: 'risk_rules' }, { brokeLimit: true }, 'broken'],
    ['without limits', { kind: 'risk_rules' }, {}, 'unknown'],
    [
      'with bars that agree',
      { kind: 'expression', expression: 'close > open' },
      { expression: () => true },
      'followed',
    ],
    ['without bars', { kind: 'expression', expression: 'close > open' }, {}, 'unknown'],
    ['that was not ticked', { kind: 'manual' }, {}, 'unknown'],
    ['that was ticked as broken', { kind: 'manual' }, { ticked: () => false }, 'broken'],
    ['where the person knows better', { kind: 'trade_of_day', max: 1 }, { ticked: () => true }, 'followed'],
  ];
  it.each(rows)('%s', (_, rule, more, expected) => {
    expect(verdict(rule, more)).toBe(expected);
  });
});

describe('what goes with a broken rule', () => {
  /** Two trades a day, one that followed the rule with +0.5 R and one that broke it with -1 R, at a risk of 100. */
  const days = (count: number): RatedTrade[] =>
    Array.from({ length: count }, (_, day) => [
      { day, verdict: 'followed' as const, r: 0.5 + (day % 3) * 0.1, risk: 100 },
      { day, verdict: 'broken' as const, r: -1 + (day % 2) * 0.2, risk: 50 },
    ]).flat();

  it('is the number of broken ones times the difference of the means, in R and at their own risk', () => {
    const cost = costOfRule([...days(20), { day: 3, verdict: 'unknown', r: 1, risk: 100 }], 1);
    const followed = (7 * 0.5 + 7 * 0.6 + 6 * 0.7) / 20;
    const difference = -0.9 - followed;
    expect(cost).toMatchObject({ followed: 20, broken: 20, unknown: 1 });
    expect(cost.mean_r_broken).toBeCloseTo(-0.9, 12);
    expect(cost.cost_r).toBeCloseTo(20 * difference, 9);
    expect(cost.cost).toBeCloseTo(20 * 50 * difference, 9);
    const [low, high] = cost.interval_r ?? [0, 0];
    expect(low).toBeLessThanOrEqual(20 * difference);
    expect(high).toBeGreaterThanOrEqual(20 * difference);
    expect(high).toBeLessThan(0);
  });

  it('is not stated for fewer than twenty on a side, and is the same for the same seed', () => {
    expect(costOfRule(days(19), 1)).toMatchObject({ cost: null, cost_r: null, interval: null, broken: 19 });
    expect(costOfRule(days(30), 5)).toEqual(costOfRule(days(30), 5));
    expect(costOfRule(days(30), 5).interval).not.toEqual(costOfRule(days(30), 6).interval);
  });

  it('counts only trades whose R is known', () => {
    const unrated = days(20).map((one) => (one.verdict === 'broken' && one.day === 0 ? { ...one, r: null } : one));
    expect(costOfRule(unrated, 1)).toMatchObject({ broken: 20, cost: null });
  });
});
