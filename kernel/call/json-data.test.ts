import { describe, expect, test } from 'vitest';
import { jsonData } from './json-data.ts';

class Money {
  readonly #cents: number;
  constructor(cents: number) {
    this.#cents = cents;
  }
  toJSON(): string {
    return (this.#cents / 100).toFixed(2);
  }
}

function returnThis(this: unknown): unknown {
  return this;
}

describe('the data of an answer', () => {
  test.each<[string, unknown]>([
    ['dates, addresses and decimals', { at: new Date(0), url: new URL('https://a.example/x'), price: new Money(1250) }],
    ['rows of them', { items: [{ at: new Date(86_400_000) }, { at: null, n: 1 }], count: 2 }],
    ['a toJSON that gives rows with dates', { toJSON: () => [{ at: new Date(0) }] }],
    ['an invalid date', { at: new Date(NaN) }],
    ['functions and symbols, which are left out', { a: 1, f: () => 1 }],
    ['nothing', null],
    ['text', 'plain'],
  ])('is what JSON.stringify writes: %s', (_name, data) => {
    expect(JSON.stringify(jsonData(data, 'look'))).toBe(JSON.stringify(data));
  });

  test('that is plain is returned as it is', () => {
    const data = { items: [{ a: 1, b: null, c: [true, 'x'] }] };
    expect(jsonData(data, 'look')).toBe(data);
  });

  test('that appears twice is no cycle', () => {
    const same = { a: 1 };
    expect(jsonData({ x: same, y: [same, same] }, 'look')).toEqual({ x: same, y: [same, same] });
  });

  const cycle: { self?: unknown; rows: unknown[] } = { rows: [] };
  cycle.rows.push({ back: cycle });
  test.each<[string, unknown, string]>([
    ['a Map', { tags: new Map([['a', 1]]) }, 'at tags'],
    ['a Set', { items: [{ ok: 1 }, { tags: new Set(['a']) }] }, 'at items.1.tags'],
    ['bytes', { file: Buffer.from('hi') }, 'at file'],
    ['bytes', new Uint8Array(2), 'itself'],
    ['an Error', { cause: new Error('secret') }, 'at cause'],
    ['a bigint', { n: 10n }, 'at n'],
    ['a cycle', cycle, 'at rows.0.back'],
    ['a Promise', { later: Promise.resolve(1) }, 'at later'],
    ['a Map', { tags: { toJSON: () => new Map([['a', 1]]) } }, 'at tags'],
    ['a Set', { own: { inner: new Set(), toJSON: returnThis } }, 'at own.inner'],
  ])('with %s is refused with tool and place', (kind, data, place) => {
    expect(() => jsonData(data, 'look')).toThrow(`The answer of look holds ${kind} ${place}, which JSON cannot carry.`);
    expect(() => jsonData(data, 'look')).not.toThrow('secret');
  });

  test('does not swallow what a toJSON throws', () => {
    const toJSON = () => {
      throw new Error('own');
    };
    expect(() => jsonData({ a: { toJSON } }, 'look')).toThrow('own');
  });
});
