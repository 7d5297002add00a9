import { describe, expect, it } from 'vitest';
import { codeKind, sameCodes } from './same-code.ts';

describe('codes that follow from each other', () => {
  it('an ISIN of the United States holds its CUSIP, and a CUSIP is held by one of two', () => {
    expect(sameCodes('US0378331005')).toEqual(['US0378331005', '037833100']);
    expect(sameCodes('037833100')).toEqual(['037833100', 'US0378331005', 'CA0378331007']);
  });

  it('others stand alone', () => {
    expect(sameCodes('DE0007164600')).toEqual(['DE0007164600']);
    expect(sameCodes('AAPL')).toEqual(['AAPL']);
  });

  it('a ticker is no code, and neither are nine digits with a wrong check digit', () => {
    expect(
      ['US0378331005', 'BBG000B9XRY4', '912828ZT0', '037833101', 'AAPL', 'BTC-USD', '005930'].map(codeKind),
    ).toEqual(['isin', 'figi', 'cusip', null, null, null, null]);
  });
});
