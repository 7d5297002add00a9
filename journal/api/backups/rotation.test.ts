import { describe, expect, it } from 'vitest';
import { expired } from './rotation.ts';

const DAY = 86_400_000;
const start = Date.UTC(2026, 0, 1, 12);
const at = (day: number, hour = 12) => ({ name: `${day}/${hour}`, at: start + day * DAY + (hour - 12) * 3_600_000 });

describe('letting backups go', () => {
  it('keeps the newest of each of five days, four weeks and three months', () => {
    let kept = [at(0)];
    for (let day = 1; day <= 100; day += 1) {
      kept = [...kept, at(day)];
      const gone = new Set(expired(kept, start + day * DAY, 365));
      kept = kept.filter(({ name }) => !gone.has(name));
    }
    const days = kept.map(({ name }) => 100 - Number(name.split('/')[0])).toReversed();
    expect(days.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(days.length).toBeGreaterThanOrEqual(8);
    expect(days.length).toBeLessThanOrEqual(12);
    expect(days.at(-1)).toBeGreaterThan(35);
  });

  it('of one day keeps the last', () => {
    expect(expired([at(0, 9), at(0, 10), at(0, 11)], start, 90)).toEqual(['0/10', '0/9']);
  });

  it('never lets the only one go, however old', () => {
    expect(expired([at(0)], start + 1000 * DAY, 90)).toEqual([]);
    expect(expired([at(0), at(1)], start + 1000 * DAY, 90)).toEqual(['0/12']);
  });
});
