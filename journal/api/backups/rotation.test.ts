import { describe, expect, it } from 'vitest';
import { findExpired, type DatedBackup } from './rotation.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = Date.UTC(2026, 0, 1, 12);
const at = (day: number, hour = 12, bytes = 1000): DatedBackup => ({
  name: `${day}/${hour}`,
  at: start + day * DAY + (hour - 12) * HOUR,
  bytes,
});

/** Makes these one after another, as the service would, and gives what is left. */
function simulateRotation(backups: readonly DatedBackup[], maxAgeDays = 365): DatedBackup[] {
  let remaining: DatedBackup[] = [];
  for (const backup of backups) {
    remaining = [...remaining, backup];
    const gone = new Set(findExpired(remaining, backup.at, maxAgeDays));
    remaining = remaining.filter(({ name }) => !gone.has(name));
  }
  return remaining;
}

describe('letting automatic backups go', () => {
  it('keeps the newest of each of five days, four weeks and three months', () => {
    const remaining = simulateRotation(Array.from({ length: 101 }, (_, day) => at(day)));
    const days = remaining.map(({ name }) => 100 - Number(name.split('/')[0])).toReversed();
    expect(days.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(days.length).toBeGreaterThanOrEqual(8);
    expect(days.length).toBeLessThanOrEqual(12);
    expect(days.at(-1)).toBeGreaterThan(35);
  });

  it('of one day keeps several: the last of each quarter', () => {
    const hours = [1, 3, 5, 8, 10, 14, 20, 22];
    expect(simulateRotation(hours.map((hour) => at(0, hour))).map(({ name }) => name)).toEqual([
      '0/5',
      '0/10',
      '0/14',
      '0/22',
    ]);
  });

  it('never lets the only one go, however old', () => {
    expect(findExpired([at(0)], start + 1000 * DAY, 90)).toEqual([]);
  });

  it('deletes nothing when the clock has jumped 800 days ahead', () => {
    const before = simulateRotation(Array.from({ length: 30 }, (_, day) => at(day)));
    const jumped = [...before, at(830)];
    expect(findExpired(jumped, start + 830 * DAY, 90)).toEqual([]);
  });

  it('and the days after the jump take the old ones a few at a time, once they have backups of their own', () => {
    const before = simulateRotation(Array.from({ length: 30 }, (_, day) => at(day)));
    const dayAfter = [...before, at(830), at(831)];
    expect(findExpired(dayAfter, start + 831 * DAY, 90).length).toBeLessThanOrEqual(3);
  });

  it('lets a clock that was set back do no harm: what is dated in the future counts for nothing', () => {
    expect(findExpired([at(400), at(0), at(1)], start + 1 * DAY, 90)).toEqual([]);
  });

  it('deletes at most three at once', () => {
    const many = Array.from({ length: 40 }, (_, hour) => at(0, hour / 10));
    expect(findExpired(many, start, 90)).toHaveLength(3);
  });

  it('keeps the last from before the book shrank', () => {
    const full = Array.from({ length: 10 }, (_, day) => at(day, 12, 1_000_000));
    const emptied = Array.from({ length: 60 }, (_, day) => at(10 + day, 12, 4000));
    const remaining = simulateRotation([...full, ...emptied], 30);
    expect(remaining.map(({ name }) => name)).toContain('9/12');
  });
});
