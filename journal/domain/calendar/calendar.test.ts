import { describe, expect, it } from 'vitest';
import { dayText, parseDay } from './day.ts';
import { estimatedTaxDueDays, returnDueDay } from './due-date.ts';
import { longTermFrom, termOf } from './holding.ts';
import { parseMoment } from './trade-date.ts';

function day(text: string): number {
  const parsed = parseDay(text);
  if (parsed === null) throw new Error(`not a date: ${text}`);
  return parsed;
}

describe('a date', () => {
  it('is read from the start of a date or time and written back', () => {
    for (const text of ['1955-01-15', '2024-02-29', '2026-12-31']) expect(dayText(day(text))).toBe(text);
    expect(day('2024-02-29T23:59:59Z')).toBe(day('2024-02-29'));
  });

  it('that does not exist is refused', () => {
    for (const text of [
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '24-01-01',
      '2024-1-1',
      '',
      'x',
      null,
      5,
    ])
      expect(parseDay(text)).toBeNull();
  });
});

describe('a holding is long-term', () => {
  it.each([
    ['2023-06-15', '2024-06-16', 'after a leap day too'],
    ['2024-06-15', '2025-06-16', 'from the day after the anniversary'],
    ['2024-02-29', '2025-03-01', 'bought on a leap day'],
    ['2023-02-28', '2024-03-01', 'bought on the last of February before a leap year (Rev. Rul. 66-7)'],
    ['2023-12-31', '2025-01-01', 'bought on the last day of a year'],
  ])('%s from %s: %s', (acquired, first) => {
    expect(dayText(longTermFrom(day(acquired)))).toBe(first);
    expect(termOf(day(acquired), day(first))).toBe('long');
    expect(termOf(day(acquired), day(first) - 1)).toBe('short');
  });
});

describe('the trade date', () => {
  it('is the date in New York, in winter and in summer', () => {
    expect(dayText(parseMoment('2026-01-31T00:30:00Z')?.day ?? 0)).toBe('2026-01-30');
    expect(dayText(parseMoment('2026-07-01T03:59:59Z')?.day ?? 0)).toBe('2026-06-30');
    expect(dayText(parseMoment('2026-07-01T04:00:00Z')?.day ?? 0)).toBe('2026-07-01');
    expect(dayText(parseMoment('2026-03-08T06:59:59Z')?.day ?? 0)).toBe('2026-03-08');
    expect(dayText(parseMoment('2026-12-31T20:00:00-05:00')?.day ?? 0)).toBe('2026-12-31');
  });

  it('is taken as written when no zone is given', () => {
    expect(dayText(parseMoment('2026-01-31T00:30:00')?.day ?? 0)).toBe('2026-01-31');
    expect(dayText(parseMoment('2026-01-31')?.day ?? 0)).toBe('2026-01-31');
    expect(parseMoment('2026-01-31Tnoon')).toBeNull();
  });
});

describe('estimated tax is due', () => {
  it.each([
    [2021, ['2021-04-15', '2021-06-15', '2021-09-15', '2022-01-18'], 'Martin Luther King Day after a weekend'],
    [2022, ['2022-04-18', '2022-06-15', '2022-09-15', '2023-01-17'], 'Emancipation Day observed on Friday'],
    [2023, ['2023-04-18', '2023-06-15', '2023-09-15', '2024-01-16'], 'Emancipation Day observed on Monday'],
    [2024, ['2024-04-15', '2024-06-17', '2024-09-16', '2025-01-15'], 'weekends'],
    [2025, ['2025-04-15', '2025-06-16', '2025-09-15', '2026-01-15'], 'a Sunday'],
    [2026, ['2026-04-15', '2026-06-15', '2026-09-15', '2027-01-15'], 'no shift'],
  ])('for %i on %j (%s)', (year, dates) => {
    expect(estimatedTaxDueDays(year).map(dayText)).toEqual(dates);
  });

  it('and the return in April of the next year', () => {
    expect(dayText(returnDueDay(2022))).toBe('2023-04-18');
    expect(dayText(returnDueDay(2025))).toBe('2026-04-15');
  });
});
