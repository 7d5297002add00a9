import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOfIsoWeek, isoWeekOf, nameWeek } from './iso-week.ts';

const DAY_MS = 86_400_000;

describe('a week', () => {
  it('is of the year that has its Thursday, and long years have 53', () => {
    const week = (date: string) => isoWeekOf(Date.parse(date) / DAY_MS);
    expect(week('2026-11-09')).toBe('2026-W46');
    expect(week('2026-11-15')).toBe('2026-W46');
    expect(week('2025-12-29')).toBe('2026-W01');
    expect(week('2026-12-31')).toBe('2026-W53');
    expect(week('2027-01-03')).toBe('2026-W53');
    expect(week('2027-01-04')).toBe('2027-W01');
    expect(week('1969-12-31')).toBe('1970-W01');
    expect(daysOfIsoWeek('2025-W53')).toBeNull();
    expect(daysOfIsoWeek('2026-W00')).toBeNull();
    expect(daysOfIsoWeek('2026-W54')).toBeNull();
    expect(daysOfIsoWeek('2026-46')).toBeNull();
  });

  it('has seven days that are all of it, and the day after begins the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 60_000 }), (day) => {
        const name = isoWeekOf(day);
        const days = daysOfIsoWeek(name);
        expect(days?.to).toBe((days?.from ?? 0) + 6);
        expect(day >= (days?.from ?? 0) && day <= (days?.to ?? 0)).toBe(true);
        expect(isoWeekOf((days?.to ?? 0) + 1)).not.toBe(name);
        expect(new Date((days?.from ?? 0) * DAY_MS).getUTCDay()).toBe(1);
      }),
    );
  });

  it('has a name that is read', () => {
    expect(nameWeek('2026-W46')).toBe('Week 46 of 2026');
    expect(nameWeek('2027-W01')).toBe('Week 1 of 2027');
  });
});
