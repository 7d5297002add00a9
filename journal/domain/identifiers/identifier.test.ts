import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdentifierType } from '@zorivest/vocabulary';
import { casesOf } from '../testing/cases.ts';
import { validateIdentifier } from './identifier.ts';

type Vectors = Record<IdentifierType, { valid: string[]; invalid: string[] }>;

describe('security identifiers', () => {
  it('agree with the open vectors', (ctx) => {
    const vectors = casesOf(ctx, 'journal/identifiers/open_vectors.json') as Vectors;
    for (const [type, { valid, invalid }] of Object.entries(vectors) as [IdentifierType, Vectors[IdentifierType]][]) {
      for (const value of valid) expect({ value, ...validateIdentifier(type, value) }).toEqual({ value, valid: true });
      for (const value of invalid)
        expect({ value, ...validateIdentifier(type, value) }).toMatchObject({ value, valid: false });
    }
  });

  it.each([
    ['cusip', '037833100'],
    ['cusip', '38259P508'],
    ['cusip', '594918104'],
    ['isin', 'US5949181045'],
    ['isin', 'GB0002634946'],
    ['isin', 'XS0104440986'],
    ['sedol', '0263494'],
    ['sedol', 'B0WNLY7'],
    ['figi', 'BBG000B9XRY4'],
  ] as const)('%s %s is real', (type, value) => {
    expect(validateIdentifier(type, value)).toEqual({ valid: true });
  });

  it('may be typed in small letters and in groups', () => {
    expect(validateIdentifier('isin', ' us 037833 100 5 ').valid).toBe(true);
  });

  it.each([
    ['cusip', '03783310', 'a cusip has 9 characters, this has 8'],
    ['isin', 'ZZ0378331005', 'ZZ is not a country or ISIN prefix'],
    ['isin', 'US037833100A', 'a isin is made of'],
    ['sedol', 'A263494', 'a sedol is made of digits and consonants'],
    ['sedol', '0B63494', 'a SEDOL that starts with a digit has no letters'],
    ['figi', 'GBG000BLNQ16', 'a FIGI never starts with GB'],
    ['figi', 'BBA000BLNQ16', 'a figi is made of'],
    ['figi', 'BBG000BLNQ14', 'the check digit is 4, it should be 6'],
  ] as const)('%s %s is refused with its reason', (type, value, reason) => {
    const check = validateIdentifier(type, value);
    expect(check.valid).toBe(false);
    expect(check.reason).toContain(reason);
  });

  it('any one wrong digit is noticed', () => {
    const real = { cusip: '037833100', isin: 'US0378331005', sedol: '0263494', figi: 'BBG000BLNQ16' } as const;
    for (const [type, value] of Object.entries(real) as [IdentifierType, string][])
      for (const [place, character] of value.split('').entries())
        for (const digit of '0123456789') {
          if (digit === character || !/\d/.test(character)) continue;
          const wrong = value.slice(0, place) + digit + value.slice(place + 1);
          expect({ wrong, ...validateIdentifier(type, wrong) }).toMatchObject({ wrong, valid: false });
        }
  });

  it('never throws, whatever comes in', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (type, value) => {
        const check = validateIdentifier(type as IdentifierType, value as string);
        expect(check.valid ? undefined : typeof check.reason).toBe(check.valid ? undefined : 'string');
      }),
    );
  });
});
