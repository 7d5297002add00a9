import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absolute,
  cents,
  centsOfProduct,
  Decimal,
  decimalOf,
  divideRounded,
  eighths,
  eighthsOfQuotient,
  fixedText,
  least,
  most,
  ONE,
  over,
  parseFixed,
  Problems,
  prorateCents,
  rounded,
  roundedQuotient,
  times,
} from './index.ts';

function fixed(value: number | string): bigint {
  const parsed = parseFixed(value);
  if (parsed === null) throw new Error(`not a decimal: ${value}`);
  return parsed;
}

describe('an amount comes in', () => {
  it('means the same as a number and as text', () => {
    for (const text of [
      '0',
      '-0',
      '12.34',
      '-0.00000001',
      '1e3',
      '1.5E-3',
      '.5',
      '5.',
      '+7',
      ' 8 ',
      '204.5599975585938',
    ])
      expect(parseFixed(text)).toBe(parseFixed(Number(text)));
  });

  it('keeps the decimal that was written, not its binary neighbour', () => {
    expect(fixed(0.1) + fixed(0.2)).toBe(fixed('0.3'));
    expect(fixedText(fixed('1234567890123456.123456789012'))).toBe('1234567890123456.123456789012');
    expect(fixed(0.000000012345)).toBe(12345n);
  });

  it('is read alike, short or long, plain or not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (value) => {
        const text = fixedText(value);
        expect(parseFixed(text)).toBe(value);
        expect(parseFixed(` ${text}`)).toBe(value);
        expect(parseFixed(`${text}e0`)).toBe(value);
      }),
    );
  });

  it('is refused without a throw when it is not a decimal', () => {
    const junk = [
      '',
      ' ',
      '.',
      '-',
      '1,234.5',
      '$5',
      '0x10',
      'NaN',
      'Infinity',
      '1e',
      '1e999',
      '12 34',
      '1'.repeat(99),
    ];
    for (const value of [...junk, NaN, Infinity, -Infinity, 1e300, null, undefined, true, {}, [], 5n]) {
      expect(parseFixed(value)).toBeNull();
    }
  });
});

describe('an amount goes out', () => {
  it('is rounded once, halves away from zero, and is never minus zero', () => {
    expect(cents(fixed('1.005'))).toBe(1.01);
    expect(cents(fixed('-1.005'))).toBe(-1.01);
    expect(Object.is(cents(fixed('-0.001')), 0)).toBe(true);
    expect(Object.is(rounded(new Decimal('-0.001'), 2), 0)).toBe(true);
    expect(eighths(fixed('0.123456785'))).toBe(0.12345679);
  });

  it('of a product or a quotient is rounded once', () => {
    const [quantity, price] = [fixed(3), fixed('33.335')];
    expect(centsOfProduct(quantity * price)).toBe(100.01);
    expect(centsOfProduct(-(quantity * price))).toBe(-100.01);
    expect(eighthsOfQuotient(fixed(100) * ONE, quantity)).toBe(33.33333333);
  });

  it('rounds alike whether the amount is small or large', () => {
    const amount = fc.oneof(
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.integer({ min: -100_000, max: 100_000 }).map((half) => BigInt(half) * 5_000_000_000n),
      fc.integer({ min: -100_000, max: 100_000 }).map((half) => BigInt(half) * 5_000n),
    );
    fc.assert(
      fc.property(amount, (value) => {
        expect(cents(value)).toBe(Number(`${divideRounded(value, 10n ** 10n)}e-2`));
        expect(eighths(value)).toBe(Number(`${divideRounded(value, 10n ** 4n)}e-8`));
      }),
      { numRuns: 1000 },
    );
  });

  it('rounds a quotient as whole numbers do, however near a half or large it is', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 22n });
    const whole = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
    const aside = fc.bigInt({ min: -3n, max: 3n });
    fc.assert(
      fc.property(whole, divisor, aside, fc.boolean(), (count, by, off, half) => {
        const dividend = count * by + (half ? by / 2n : 0n) + off;
        expect(roundedQuotient(dividend, by)).toBe(Number(divideRounded(dividend, by)));
      }),
      { numRuns: 1000 },
    );
  });

  it('is the double nearest to the decimal, for any decimal of cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (count) => {
        expect(cents(count * 10n ** 10n)).toBe(Number(`${count}e-2`));
      }),
    );
  });
});

describe('arithmetic', () => {
  it('agrees with decimals of forty digits', () => {
    const amount = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(times(a, b)).toBe(BigInt(decimalOf(a).times(decimalOf(b)).times(1e12).toFixed(0)));
        if (b !== 0n) expect(over(a, b)).toBe(BigInt(decimalOf(a).div(decimalOf(b)).times(1e12).toFixed(0)));
        expect(least(a, b) + most(a, b)).toBe(a + b);
        expect(absolute(a)).toBe(a < 0n ? -a : a);
      }),
    );
  });

  it('shares out a total so that the whole share is the whole total', () => {
    expect(prorateCents(fixed('1.00'), fixed(30), fixed(30))).toBe(ONE);
    expect(prorateCents(fixed('1.00'), fixed(10), fixed(30))).toBe(fixed('0.33'));
    expect(prorateCents(fixed('1.00'), fixed(20), fixed(30))).toBe(fixed('0.67'));
    expect(divideRounded(-5n, 2n)).toBe(-3n);
  });
});

describe('problems', () => {
  it('of one kind are told once, with every row concerned', () => {
    const problems = new Problems();
    problems.add('bad_price', 'The price is not a number.', 'a');
    problems.add('bad_price', 'The price is not a number.', 'b');
    problems.add('no_data', 'There is nothing to compute from.');
    expect(problems.list()).toEqual([
      { code: 'bad_price', message: 'The price is not a number.', ids: ['a', 'b'] },
      { code: 'no_data', message: 'There is nothing to compute from.' },
    ]);
  });
});
