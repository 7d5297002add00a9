import { dayNumber, dayText, DAY_MS } from '@zorivest/domain';
import { describe, expect, it } from 'vitest';
import { spanOf } from './period.ts';

/** A Friday. */
const today = dayNumber(2026, 5, 15);

describe('a period', () => {
  const named: readonly (readonly [period: string, from: string, to: string])[] = [
    ['today', '2026-05-15', '2026-05-15'],
    ['yesterday', '2026-05-14', '2026-05-14'],
    ['ytd', '2026-01-01', '2026-05-15'],
    ['qtd', '2026-04-01', '2026-05-15'],
    ['mtd', '2026-05-01', '2026-05-15'],
    ['wtd', '2026-05-11', '2026-05-15'],
    ['30d', '2026-04-16', '2026-05-15'],
    ['1y', '2025-05-15', '2026-05-15'],
    ['last_week', '2026-05-04', '2026-05-10'],
    ['last_month', '2026-04-01', '2026-04-30'],
    ['last_quarter', '2026-01-01', '2026-03-31'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2026-Q3', '2026-07-01', '2026-09-30'],
    ['2025-12', '2025-12-01', '2025-12-31'],
  ];
  it.each(named)('%s runs from %s to %s, both included', (period, from, to) => {
    const span = spanOf(period, today);
    expect([dayText(span.from * DAY_MS), dayText(span.to * DAY_MS)]).toEqual([from, to]);
  });

  it.each([
    ['this_week', 'wtd'],
    ['this_month', 'mtd'],
    ['this_quarter', 'qtd'],
    ['this_year', 'ytd'],
  ])('%s is another word for %s', (word, known) => {
    expect(spanOf(word, today)).toEqual(spanOf(known, today));
  });

  it('all leaves nothing out', () => {
    expect(spanOf('all', today)).toEqual({ from: -Infinity, to: Infinity });
  });

  it('last month and last quarter of a January lie in the year before', () => {
    const january = dayNumber(2026, 1, 5);
    expect(dayText(spanOf('last_month', january).from * DAY_MS)).toBe('2025-12-01');
    expect(dayText(spanOf('last_quarter', january).from * DAY_MS)).toBe('2025-10-01');
    // The 5th is a Monday: its own week has just begun.
    expect(dayText(spanOf('last_week', january).from * DAY_MS)).toBe('2025-12-29');
  });
});
