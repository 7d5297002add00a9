import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, parseInstant, wallClockIn } from './index.ts';

const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });

describe('an instant', () => {
  it('is read back from any spelling of it', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const text = new Date(at).toISOString();
        expect(parseInstant(text)).toBe(at);
        expect(parseInstant(text.replace('Z', '+00:00'))).toBe(at);
        expect(parseInstant(text.replace('T', ' ').replace('Z', ''))).toBe(at);
        expect(dayOf(at)).toBe(text.slice(0, 10));
      }),
    );
  });

  it('counts its zone, and UTC when it names none', () => {
    expect(parseInstant('2026-01-05T09:30:00-05:00')).toBe(Date.UTC(2026, 0, 5, 14, 30));
    expect(parseInstant('2026-01-05')).toBe(Date.UTC(2026, 0, 5));
  });

  it('is null for what is none', () => {
    for (const text of [
      '',
      '2026-1-5',
      '2026-02-30',
      '2026-13-01T00:00:00Z',
      '2026-01-05T25:00:00Z',
      '2026-01-05T10:0x:00Z',
      'now',
      5,
      null,
    ])
      expect(parseInstant(text)).toBeNull();
  });
});

describe('the wall clock of a zone', () => {
  it('agrees with the locale’s own formatting, daylight saving included', () => {
    for (const timeZone of ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']) {
      const clock = wallClockIn(timeZone);
      const format = new Intl.DateTimeFormat('en-US', {
        timeZone,
        hour: '2-digit',
        hourCycle: 'h23',
        weekday: 'short',
      });
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }), (at) => {
          const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
          const shown = clock?.(at);
          expect(shown?.hour).toBe(Number(parts['hour']));
          expect(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][shown?.weekday ?? 9]).toBe(parts['weekday']);
        }),
        { numRuns: 300 },
      );
    }
    expect(wallClockIn('Mars/Olympus')).toBeNull();
  });
});
