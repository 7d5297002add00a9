import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taxLots } from '../lots/index.ts';
import { roundTrips } from '../trips/index.ts';
import {
  absolute,
  accrue,
  type Amount,
  commonDivisor,
  countOf,
  Decimal,
  decimalOf,
  divide,
  divideRounded,
  exactOf,
  fractionOf,
  interpolate,
  least,
  minus,
  most,
  multiply,
  negate,
  parseAmount,
  parseQuantity,
  parseRatio,
  perUnit,
  plus,
  Problems,
  prorate,
  prorateToCents,
  type Quantity,
  quantityFor,
  quantityBeyondNumber,
  quantityText,
  type Ratio,
  ratioOf,
  roundAmountToWhole,
  roundAmountUp,
  roundDecimal,
  divideToNumber,
  roundQuantity,
  roundToCents,
  roundToEightPlaces,
  sumOf,
  textOf,
  truncate,
  truncateRatio,
  valueAt,
  valueInCents,
  wholeAmount,
  wholeQuantity,
} from './index.ts';

function read<T>(parse: (value: unknown) => T | null, value: number | string): T {
  const parsed = parse(value);
  if (parsed === null) throw new Error(`not a decimal: ${value}`);
  return parsed;
}

const amount = (value: number | string): Amount => read(parseAmount, value);
const quantity = (value: number | string): Quantity => read(parseQuantity, value);
const ratio = (value: number | string): Ratio => read(parseRatio, value);

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
      for (const parse of [parseAmount, parseRatio]) expect(parse(text)).toBe(parse(Number(text)));
  });

  it('keeps the decimal that was written, not its binary neighbour', () => {
    expect(plus(amount(0.1), amount(0.2))).toBe(amount('0.3'));
    expect(textOf(amount('1234567890123456.123456789012'))).toBe('1234567890123456.123456789012');
    expect(textOf(amount(0.000000012345))).toBe('0.000000012345');
  });

  it('keeps eighteen decimals of a quantity that is written out, and twelve of a double, which has no more', () => {
    expect(quantityText(quantity('0.123456789012345678'))).toBe('0.123456789012345678');
    expect(quantityText(quantity('1000000.000000000000000001'))).toBe('1000000.000000000000000001');
    expect(quantity(0.1 + 0.2)).toBe(quantity('0.3'));
    expect(quantity('0.30000000000000004')).not.toBe(quantity('0.3'));
    expect(quantity('2.5')).toBe(quantity(2.5));
    expect(textOf(amount('0.123456789012345678'))).toBe('0.123456789012');
  });

  it('is read alike, short or long, plain or not', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (count) => {
        const value = exactOf<'amount'>(count);
        const text = textOf(value);
        expect(parseAmount(text)).toBe(value);
        expect(parseAmount(` ${text}`)).toBe(value);
        expect(parseAmount(`${text}e0`)).toBe(value);
        const many = exactOf<'quantity'>(count);
        expect(parseQuantity(quantityText(many))).toBe(many);
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
      for (const parse of [parseAmount, parseRatio, parseQuantity]) expect(parse(value)).toBeNull();
    }
  });
});

describe('an amount goes out', () => {
  it('is rounded once, halves away from zero, and is never minus zero', () => {
    expect(roundToCents(amount('1.005'))).toBe(1.01);
    expect(roundToCents(amount('-1.005'))).toBe(-1.01);
    expect(Object.is(roundToCents(amount('-0.001')), 0)).toBe(true);
    expect(Object.is(roundDecimal(new Decimal('-0.001'), 2), 0)).toBe(true);
    expect(roundToEightPlaces(amount('0.123456785'))).toBe(0.12345679);
    expect(roundQuantity(quantity('0.123456785'))).toBe(0.12345679);
  });

  it('of a product or a quotient is rounded once', () => {
    expect(valueInCents(quantity(3), amount('33.335'))).toBe(10_001);
    expect(valueInCents(quantity(-3), amount('33.335'))).toBe(-10_001);
    expect(roundToEightPlaces(perUnit(amount(100), quantity(3)))).toBe(33.33333333);
  });

  it('rounds alike whether the amount is small or large', () => {
    const counts = fc.oneof(
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
      fc.integer({ min: -100_000, max: 100_000 }).map((half) => BigInt(half) * 5_000_000_000n),
      fc.integer({ min: -100_000, max: 100_000 }).map((half) => BigInt(half) * 5_000n),
    );
    fc.assert(
      fc.property(counts, (count) => {
        expect(roundToCents(exactOf(count))).toBe(Number(`${divideRounded(count, 10n ** 10n)}e-2`));
        expect(roundToEightPlaces(exactOf<'ratio'>(count))).toBe(Number(`${divideRounded(count, 10n ** 4n)}e-8`));
        expect(roundQuantity(exactOf(count))).toBe(Number(`${divideRounded(count, 10n ** 10n)}e-8`));
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
        expect(divideToNumber(dividend, by)).toBe(Number(divideRounded(dividend, by)));
      }),
      { numRuns: 1000 },
    );
  });

  it('is the double nearest to the decimal, for any decimal of cents', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (count) => {
        expect(roundToCents(exactOf(count * 10n ** 10n))).toBe(Number(`${count}e-2`));
      }),
    );
  });
});

describe('arithmetic', () => {
  const count = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n });

  it('agrees with decimals of forty digits', () => {
    const inParts = (value: Decimal): bigint => BigInt(value.times(1e12).toFixed(0));
    fc.assert(
      fc.property(count, count, (x, y) => {
        const [a, b, by] = [exactOf<'amount'>(x), exactOf<'amount'>(y), exactOf<'ratio'>(y)];
        expect(countOf(multiply(a, by))).toBe(inParts(decimalOf(a).times(decimalOf(by))));
        if (y !== 0n) {
          expect(countOf(divide(a, by))).toBe(inParts(decimalOf(a).div(decimalOf(by))));
          expect(countOf(ratioOf(a, b))).toBe(inParts(decimalOf(a).div(decimalOf(b))));
        }
        expect(plus(least(a, b), most(a, b))).toBe(plus(a, b));
        expect(minus(plus(a, b), b)).toBe(a);
        expect(absolute(a)).toBe(x < 0n ? negate(a) : a);
        expect(sumOf([a, b, negate(a)])).toBe(b);
      }),
    );
  });

  it('values a quantity at a price, and back, whatever each is counted in', () => {
    expect(valueAt(quantity('0.000000000000000001'), amount('1000000'))).toBe(amount('0.000000000001'));
    expect(perUnit(amount('0.000000000001'), quantity('0.000000000000000001'))).toBe(amount(1_000_000));
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1 }), (many, price) => {
        expect(valueAt(wholeQuantity(many), wholeAmount(price))).toBe(
          exactOf(BigInt(many) * BigInt(price) * 10n ** 12n),
        );
        expect(quantityFor(fractionOf(wholeAmount(price), many, 1), wholeAmount(price))).toBe(wholeQuantity(many));
      }),
    );
  });

  it('shares out a total so that the whole share is the whole total', () => {
    expect(prorateToCents(amount('1.00'), quantity(30), quantity(30))).toBe(amount(1));
    expect(prorateToCents(amount('1.00'), quantity(10), quantity(30))).toBe(amount('0.33'));
    expect(prorateToCents(amount('1.00'), quantity(20), quantity(30))).toBe(amount('0.67'));
    expect(prorate(amount(10), quantity(3), quantity(4))).toBe(amount('7.5'));
    expect(interpolate(amount(2), amount(10), amount(8))).toBe(amount('2.5'));
    expect(divideRounded(-5n, 2n)).toBe(-3n);
  });

  it('rounds to whole dollars, up, or not at all', () => {
    expect(roundAmountToWhole(amount('2.5'))).toBe(amount(3));
    expect(roundAmountUp(amount('2.000000000001'))).toBe(amount(3));
    expect(roundAmountUp(amount(2))).toBe(amount(2));
    expect(truncate(amount('-2.9'))).toBe(-2);
    expect(truncateRatio(amount(2), amount(3))).toBe(0.66);
    expect(commonDivisor(quantity('0.6'), quantity('0.4'))).toBe(quantity('0.2'));
    expect(accrue(amount(1000), ratio('0.08'), 73, 365)).toBe(amount(16));
  });
});

describe('problems', () => {
  it('of one kind are reported once, with every row concerned', () => {
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

describe('a quantity of eighteen decimals', () => {
  const beyond = (text: string) => quantityBeyondNumber(parseQuantity(text) ?? exactOf(0n));

  it('has its text where a number does not hold its digits, and only there', () => {
    expect(beyond('0.123456789012345678')).toBe('0.123456789012345678');
    expect(beyond('123456789.123456789')).toBe('123456789.123456789');
    expect(beyond('0.000000000000000001')).toBeNull();
    expect(beyond('1.23456789012')).toBeNull();
  });

  it('is read from a number as far as that says something', () => {
    expect(parseQuantity(1e-18)).toBe(parseQuantity('0.000000000000000001'));
    expect(parseQuantity(0.1 + 0.2)).toBe(parseQuantity('0.3'));
    expect(parseQuantity(0.00001234567890123)).toBe(parseQuantity('0.00001234567890123'));
    expect(parseQuantity(-1e-13)).toBe(parseQuantity('-0.0000000000001'));
  });

  it('is preserved through a trade, to the last of them', () => {
    const fill = (exec_id: string, action: 'BOT' | 'SLD', quantity: string, time: string) =>
      ({ exec_id, action, quantity, time, instrument: 'ETH', price: '0.00071234567', account_id: 'a' }) as const;
    const fills = [
      fill('b', 'BOT', '0.123456789012345678', '2026-01-05T15:00:00Z'),
      fill('s', 'SLD', '0.100000000000000001', '2026-01-06T15:00:00Z'),
    ];
    const [exact] = roundTrips(fills, { places: 'exact' }).round_trips;
    expect(exact).toMatchObject({
      quantity_exact: '0.123456789012345678',
      open_quantity_exact: '0.023456789012345677',
    });
    // A price leaves with eight digits; who asks for no more has eight decimals.
    expect(exact?.entry_avg_price).toBe(0.00071234567);
    expect(roundTrips(fills).round_trips[0]).toMatchObject({ quantity: 0.12345679, entry_avg_price: 0.00071235 });
    expect(taxLots(fills, { places: 'exact' }).lots.map(({ quantity }) => quantity)).toEqual([
      '0.100000000000000001',
      '0.023456789012345677',
    ]);
  });

  it('comes to no more than can be counted to the cent', () => {
    const huge = {
      exec_id: 'h',
      action: 'BOT',
      instrument: 'X',
      account_id: 'a',
      time: '2026-01-05T15:00:00Z',
    } as const;
    for (const { problems } of [
      roundTrips([{ ...huge, quantity: 1e13, price: 1e7 }]),
      taxLots([{ ...huge, quantity: 1e13, price: 1e7 }]),
    ])
      expect(problems).toMatchObject([{ code: 'amount_too_large', ids: ['h'] }]);
  });
});
