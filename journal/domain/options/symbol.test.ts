import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalOptionSymbol, parseOptionSymbol } from './index.ts';

describe('an option symbol is read in the spelling of', () => {
  const spellings: readonly (readonly [broker: string, text: string, format: string])[] = [
    ['OCC, padded', 'AAPL  260320C00200000', 'occ'],
    ['OCC, compact', 'AAPL260320C00200000', 'occ'],
    ['thinkorswim', '.AAPL260320C200', 'tos'],
    ['Fidelity', '-AAPL260320C200', 'fidelity'],
    ['the journal itself', 'AAPL 260320 C 200', 'canonical'],
    ['Interactive Brokers', 'AAPL 20MAR26 200 C', 'ibkr'],
    ['Trader Workstation', "AAPL Mar20'26 200 CALL", 'ibkr'],
    ['Schwab', 'AAPL 03/20/2026 200.00 C', 'schwab'],
    ['E*TRADE', "AAPL Mar 20 '26 $200 Call", 'etrade'],
    ['Robinhood', 'AAPL 3/20/2026 Call $200.00', 'robinhood'],
    ['tastytrade', 'AAPL 03/20/26 Call 200.00', 'tastytrade'],
    ['tastytrade, short', 'AAPL 03/20/26 C200', 'tastytrade'],
  ];
  for (const [broker, text, format] of spellings)
    it(`${broker}: ${text}`, () => {
      expect(parseOptionSymbol(text)).toEqual({
        underlying: 'AAPL',
        expiry: '2026-03-20',
        right: 'call',
        strike: 200,
        format,
      });
    });

  it('tastytrade, for an option on a future', () => {
    expect(parseOptionSymbol('./ESZ5 E1AX5 251107P6800')).toEqual({
      underlying: '/ESZ5 E1AX5',
      expiry: '2025-11-07',
      right: 'put',
      strike: 6800,
      format: 'tastytrade',
    });
  });

  it('fractions of a strike, in thousandths and in decimals', () => {
    expect(parseOptionSymbol('F     260116P00012500')?.strike).toBe(12.5);
    expect(parseOptionSymbol('.SPY260116P412.5')?.strike).toBe(412.5);
    expect(parseOptionSymbol('.NOK260116C.5')?.strike).toBe(0.5);
  });

  it('weekly, adjusted and share-class roots, and index strikes with a thousands comma', () => {
    expect(parseOptionSymbol('SPXW  251219P05950000')).toMatchObject({ underlying: 'SPXW', strike: 5950 });
    expect(parseOptionSymbol('AAPL1260320C00200000')).toMatchObject({ underlying: 'AAPL1', expiry: '2026-03-20' });
    expect(parseOptionSymbol('BRK/B 03/20/2026 450.00 C')).toMatchObject({ underlying: 'BRK/B', strike: 450 });
    expect(parseOptionSymbol('NDX 19DEC2025 21,500 P')).toMatchObject({ underlying: 'NDX', strike: 21_500 });
  });
});

describe('what is not an option symbol', () => {
  it('is null, not a guess', () => {
    for (const text of [
      'AAPL',
      '',
      'BRK.B',
      'ES 2026',
      'AAPL 261320 C 200',
      'AAPL 260230 C 200',
      '/ESH6',
      'AAPL 260320 X 200',
      'AAPL 260320 C 0',
    ])
      expect(parseOptionSymbol(text)).toBeNull();
    expect(parseOptionSymbol(undefined as unknown as string)).toBeNull();
  });
});

it('the canonical spelling of any contract is read back as itself', () => {
  const contract = fc.record({
    underlying: fc.oneof(fc.stringMatching(/^[A-Z]{1,5}$/), fc.constantFrom('/ESZ5', '/ESZ5 E1AX5', '/6EH26')),
    expiry: fc
      .integer({ min: Date.UTC(2024, 0, 1) / 864e5, max: Date.UTC(2035, 0, 1) / 864e5 })
      .map((day) => new Date(day * 864e5).toISOString().slice(0, 10)),
    right: fc.constantFrom('call' as const, 'put' as const),
    strike: fc.integer({ min: 1, max: 10_000_000 }).map((thousandths) => thousandths / 1000),
  });
  fc.assert(
    fc.property(contract, (option) => {
      expect(parseOptionSymbol(canonicalOptionSymbol(option))).toEqual({ ...option, format: 'canonical' });
    }),
  );
});
