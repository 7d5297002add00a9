import { expect, test } from 'vitest';
import { gapsIn } from './gaps.ts';

test('what had no price is named with its first and last evening and how many there were', () => {
  const evening = (day: number, ...gaps: string[]) => ({ date: `2026-03-0${day}`, gaps });
  expect(
    gapsIn([evening(1, 'OLD'), evening(2, 'OLD', 'NOW'), evening(3, 'OLD'), evening(4), evening(5, 'NOW')]),
  ).toEqual([
    { name: 'NOW', from: '2026-03-02', to: '2026-03-05', days: 2 },
    { name: 'OLD', from: '2026-03-01', to: '2026-03-03', days: 3 },
  ]);
  expect(gapsIn([evening(1)])).toEqual([]);
});
