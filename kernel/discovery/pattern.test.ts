import { describe, expect, it } from 'vitest';
import { matching } from './pattern.ts';

const texts = ['list_loans', 'lend_copy', 'List_members'];
/** Backtracks for ever on the text below. */
const runaway = '/^(a+)+$/';
const endless = [`${'a'.repeat(40)}!`];

describe('a pattern in a query', () => {
  it('gives the texts it matches, and is none without its slashes', () => {
    expect(matching('/^list_/', texts)).toEqual([0]);
    expect(matching(' /^list_/i ', texts)).toEqual([0, 2]);
    expect(matching('/^nothing$/', texts)).toEqual([]);
    expect(matching('list_', texts)).toBeUndefined();
  });

  it('that is none to the engine is refused with its reason', () => {
    expect(() => matching('/(/', texts)).toThrow(/cannot be used: .*Unterminated group.*plain words/);
  });

  it('that never ends is stopped', () => {
    expect(() => matching(runaway, endless)).toThrow('takes too long to match');
  });

  it('is not blamed for a processor that was busy with something else', () => {
    // By this clock the first two runs got next to nothing, though their time was up.
    const readings = [0, 5, 5, 12, 12, 60];
    const asked: number[] = [];
    const busy = () => {
      const reading = readings[asked.length] ?? Infinity;
      asked.push(reading);
      return reading;
    };
    expect(() => matching(runaway, endless, busy)).toThrow('takes too long to match');
    expect(asked).toEqual(readings);
  });
});
