import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from '../trips/index.ts';
import { firstSuspects, mistakeSummary, mistakeSuspects, SizedTrips } from './index.ts';
import { usualSizes } from './suspect-rules.ts';

describe('what mistakes cost', () => {
  const results = new Map([
    ['a', -120],
    ['b', 50],
    ['c', 80],
  ]);

  it('is the estimate, or else what the trade lost', () => {
    expect(
      mistakeSummary(
        [
          { id: '1', trade_id: 'a', category: 'no_stop', day: '2026-02-03T10:00:00Z' },
          {
            id: '2',
            trade_id: 'b',
            category: 'early_exit',
            estimated_cost: '30.50',
            day: '2026-01-03T10:00:00Z',
          },
          { id: '3', trade_id: 'b', category: 'early_exit', day: '2026-02-04T10:00:00Z' },
        ],
        results,
      ),
    ).toMatchObject({
      total_cost: 150.5,
      by_category: [
        { category: 'no_stop', count: 1, cost: 120 },
        { category: 'early_exit', count: 2, cost: 30.5 },
      ],
      trend: [
        { month: '2026-01', count: 1, cost: 30.5 },
        { month: '2026-02', count: 2, cost: 120 },
      ],
      win_rate_with_mistake: 0.5,
      win_rate_without: 1,
      problems: [],
    });
  });

  it('of a trade without a result is not guessed', () => {
    const mistake = { id: '1', trade_id: 'x', category: 'other', day: '2026-02-03' } as const;
    expect(mistakeSummary([mistake], results)).toMatchObject({
      total_cost: 0,
      problems: [{ code: 'no_result', ids: ['1'] }],
    });
    expect(mistakeSummary([], new Map())).toMatchObject({
      total_cost: 0,
      by_category: [],
      trend: [],
      win_rate_without: null,
    });
  });
});

/** Twelve calm trades of 100 shares at 10, one a day, half of them losing 50. */
const calm = Array.from({ length: 12 }, (_, i) => [
  buy(`b${i}`, i * 1440, 100, 10),
  sell(`s${i}`, i * 1440 + 30, 100, i % 2 === 0 ? 11 : 9.5),
]).flat();
const later = 12 * 1440;

function findSuspects(executions: Parameters<typeof roundTrips>[0], context?: Parameters<typeof mistakeSuspects>[1]) {
  const { suspects, recorded } = mistakeSuspects(roundTrips([...calm, ...executions]).round_trips, context);
  expect(recorded).toBe(false);
  return suspects.map(({ category, trip_id }) => `${category} ${trip_id}`);
}

describe('suspects', () => {
  it('calm trading has none', () => {
    expect(findSuspects([])).toEqual([]);
  });

  it('twice the usual size and more is oversized', () => {
    expect(findSuspects([buy('x', later, 201, 10), sell('y', later + 30, 201, 11)])).toEqual(['oversized rt-x']);
  });

  it('back into the same stock minutes after a loss is a revenge trade, with the figures', () => {
    const executions = [
      buy('l', later, 100, 10),
      sell('m', later + 10, 100, 9.5),
      buy('x', later + 12, 100, 9.6),
      sell('y', later + 30, 100, 9.7),
    ];
    const { suspects } = mistakeSuspects(roundTrips([...calm, ...executions]).round_trips);
    expect(suspects).toMatchObject([
      {
        category: 'revenge_trade',
        trip_id: 'rt-x',
        exec_ids: ['x'],
        evidence: 'Opened 2 minutes after losing $50.00 in AAPL, in the same instrument.',
        figures: { minutes: 2, loss: 50, loss_trip: 'rt-l' },
      },
    ]);
  });

  it('a loss far beyond the usual without a stop on record', () => {
    const losses = Array.from({ length: 10 }, (_, i) => [
      buy(`p${i}`, later + i * 1440, 100, 10),
      sell(`q${i}`, later + i * 1440 + 5, 100, 9.5),
    ]).flat();
    const big = [buy('x', later + 20_000, 100, 10), sell('y', later + 20_100, 100, 7)];
    expect(findSuspects([...losses, ...big])).toEqual(['no_stop rt-x']);
    expect(findSuspects([...losses, ...big], { planOf: () => ({ stop: 9 }) })).toEqual([]);
  });

  it('an entry beyond the plan was chased, an exit far before the target was early', () => {
    const trade = [buy('x', later, 100, 10.4), sell('y', later + 30, 100, 10.6)];
    const planOf = (trip: { id: string }) => (trip.id === 'rt-x' ? { entry: 10, stop: 9, target: 12 } : null);
    expect(findSuspects(trade, { planOf })).toEqual(['chasing rt-x', 'early_exit rt-x']);
    expect(findSuspects(trade, { bestOf: (trip) => (trip.id === 'rt-x' ? 200 : null) })).toEqual(['early_exit rt-x']);
  });

  it('a losing day with far more trades than usual is overtrading', () => {
    const many = Array.from({ length: 9 }, (_, i) => [
      buy(`m${i}`, later + i * 40, 100, 10, { instrument: `S${i}` }),
      sell(`n${i}`, later + i * 40 + 20, 100, 9.9, { instrument: `S${i}` }),
    ]).flat();
    expect(findSuspects(many).filter((name) => name.startsWith('overtrading')).length).toBeGreaterThan(0);
  });

  it('the usual size is the median of the twenty trades before, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (quantities) => {
        const trips = quantities.flatMap((quantity, i) => [
          buy(`b${i}`, i * 10, quantity, 1, { instrument: `S${i}` }),
          sell(`s${i}`, i * 10 + 5, quantity, 2, { instrument: `S${i}` }),
        ]);
        const [account] = SizedTrips.of(roundTrips(trips).round_trips).byAccount.values();
        const expected = quantities.map((_, i) => {
          const before = quantities.slice(Math.max(0, i - 20), i).toSorted((a, b) => a - b);
          const [low, high] = [before[(before.length - 1) >> 1] ?? 0, before[before.length >> 1] ?? 0];
          return before.length < 10 ? NaN : (low + high) / 2;
        });
        expect([...(account === undefined ? [] : usualSizes(account))]).toEqual(expected);
      }),
    );
  });

  it('a page has the first of them by trade and category, of those that are shown', () => {
    const many = Array.from({ length: 40 }, (_, i) => [
      buy(`m${i}`, later + i * 4, 100 + (i % 3) * 300, 10),
      sell(`n${i}`, later + i * 4 + 2, 100 + (i % 3) * 300, 9.9),
    ]).flat();
    const { round_trips } = roundTrips([...calm, ...many]);
    const { suspects } = mistakeSuspects(round_trips);
    expect(suspects.length).toBeGreaterThan(40);
    const isShown = ({ id }: { readonly id: string }) => !id.endsWith('1');
    for (const most of [1, 3, 10, 1000])
      expect(firstSuspects(SizedTrips.of(round_trips), {}, { most, isShown })).toEqual(
        suspects.filter(({ trip_id }) => isShown({ id: trip_id })).slice(0, most),
      );
  });
});
