import { expect, it } from 'vitest';
import { riskAtEntries, riskAtStop } from './initial-risk.ts';

const entry = { time: '2026-03-02T15:00:00Z', price: 100, quantity: 10 };

it('moving a stop afterwards changes nothing', () => {
  const stops = [
    { at: '2026-03-01T12:00:00Z', stop: 95 },
    { at: '2026-03-03T12:00:00Z', stop: 99 },
    { at: '2026-03-04T12:00:00Z', stop: 104 },
  ];
  expect(riskAtEntries([entry], stops)).toEqual({ amount: 50, initial_stop: 95, stated_later: false });
});

it('each entry adds its own, by the stop in force at its time', () => {
  const stops = [
    { at: '2026-03-01T12:00:00Z', stop: 95 },
    { at: '2026-03-03T12:00:00Z', stop: '98' },
  ];
  const added = { time: '2026-03-05T15:00:00Z', price: '103', quantity: 5 };
  // 10 × 5 and 5 × 5.
  expect(riskAtEntries([entry, added], stops, 2)).toMatchObject({ amount: 150, initial_stop: 95 });
});

it('a plan that was made after the first fill counts with its first stop, and says so', () => {
  const stops = [
    { at: '2026-03-09T12:00:00Z', stop: 96 },
    { at: '2026-03-10T12:00:00Z', stop: 99 },
  ];
  expect(riskAtEntries([entry], stops)).toEqual({ amount: 40, initial_stop: 96, stated_later: true });
});

it('a stop at the entry puts nothing at risk, and without a stop nothing is known', () => {
  expect(riskAtEntries([entry], [{ at: '2026-03-01', stop: 100 }])).toMatchObject({ amount: null });
  expect(riskAtEntries([entry], [])).toBeNull();
});

it('open risk is by the present stop, and none where that stop is in profit', () => {
  const long = { direction: 'long', entry: 100, quantity: 10 } as const;
  expect([riskAtStop(long, 95), riskAtStop(long, 105)]).toEqual([50, 0]);
  expect(riskAtStop({ ...long, direction: 'short', multiplier: 2 }, 103)).toBe(60);
});
