import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSexp, SexpError } from './read.ts';
import { toJson } from './to-json.ts';
import { list, number, record, string, symbol } from './write.ts';

describe('what we write is what the downstream parser accepts', () => {
  test.each([
    [1, '1'],
    [0.00001, '0.00001'],
    [1e-7, '0.0000001'],
    [1.5e-9, '0.0000000015'],
    [-2.5e-10, '-0.00000000025'],
    [1e22, '10000000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
    [-0, '0'],
  ])('%d is written %s', (value, text) => expect(number(value)).toBe(text));

  test('numbers keep every bit and never show an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = number(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('NaN and infinity are refused, never written', () => {
    for (const value of [NaN, Infinity, -Infinity]) expect(() => number(value)).toThrow(RangeError);
  });

  test('control characters become hex escapes, other text stays', () => {
    expect(string('a"b\\c\n\u0001é日')).toBe('"a\\"b\\\\c\\n\\x1;é日"');
  });

  test('a symbol that is not plain lower-case cannot be written', () => {
    for (const name of ['KEY', 'a-b', 'a b', 'x) (y', '', ':k']) expect(() => symbol(name)).toThrow(RangeError);
  });

  test('strings of any kind survive writing and reading', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readSexp(string(text))).toBe(text);
      }),
    );
  });
});

describe('the reader takes what Lisp programs write', () => {
  test('package prefixes, keywords, d0 doubles, hyphens and comments', () => {
    const text = `; written by the school
      ((swimmy.school::schema_version . 1) (:heap-used-mb . 215.0041d0) (PKG:NAME . "x") (ok . t) (none) (half . 1/2))`;
    expect(toJson(readSexp(text))).toEqual({
      schema_version: 1,
      heap_used_mb: 215.0041,
      name: 'x',
      ok: true,
      none: null,
      half: 0.5,
    });
  });

  test('a dotted list and its shorthand are one value', () => {
    expect(toJson(readSexp('((timeframe . (5)) (l (a . 1)) (k . (a b)))'))).toEqual({
      timeframe: [5],
      l: { a: 1 },
      k: ['a', 'b'],
    });
  });

  test('t as a key stays the key t', () => {
    expect(toJson(readSexp('(((t . 1) (c . 2)))'))).toEqual([{ t: 1, c: 2 }]);
  });

  test('infinities have no JSON form', () => {
    expect(toJson(readSexp('((sortino . inf) (ci . -inf))'))).toEqual({ sortino: null, ci: null });
  });

  test.each(['', '(', ')', '(a . )', '(. a)', '(a . b c)', '"open', '(a) b', '#| open'])(
    '%j is an error that says where',
    (text) => expect(() => readSexp(text)).toThrow(SexpError),
  );

  test('hostile nesting is refused before the stack ends', () => {
    expect(() => readSexp('('.repeat(1_000_000))).toThrow(/nested too deep/);
    expect(() => readSexp("'".repeat(1_000_000))).toThrow(/nested too deep/);
  });

  test('any bytes give a value or a SexpError, nothing else', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      ' . ',
      '"',
      '\\',
      ';',
      '#|',
      '|#',
      '|',
      "'",
      'a',
      '1.5d0',
      '#t',
      ' ',
      '\n',
      '::',
      '\\x41;',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            JSON.stringify(toJson(readSexp(text)));
          } catch (error) {
            expect(error).toBeInstanceOf(SexpError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('nested records come back as they were', () => {
    const key = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
    const leaf = fc.oneof(fc.integer(), fc.string());
    fc.assert(
      fc.property(fc.dictionary(key, fc.dictionary(key, leaf, { minKeys: 1 }), { minKeys: 1 }), (value) => {
        const write = (entry: string | number) => (typeof entry === 'string' ? string(entry) : number(entry));
        const text = record(
          Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [
              name,
              record(Object.fromEntries(Object.entries(inner).map(([field, entry]) => [field, write(entry)]))),
            ]),
          ),
        );
        expect(toJson(readSexp(text))).toEqual({ ...value });
      }),
    );
    expect(list([])).toBe('()');
  });
});
