import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filingStatuses } from '@zorivest/vocabulary';
import { federalReturn, type FederalReturnInput } from './federal-return.ts';
import { incomeTax } from './income-tax.ts';
import { TAX_YEARS } from './parameters.ts';
import { section1256 } from './section-1256.ts';
import { niit } from './surtaxes.ts';

const base: FederalReturnInput = {
  year: 2025,
  status: 'single',
  wages: 100_000,
  shortTermGain: 0,
  longTermGain: 0,
  qualifiedDividends: 0,
};

describe('the tax table', () => {
  it.each([
    [4.99, 0],
    [5, 1],
    [14.99, 1],
    [15, 2],
    [25, 4],
    [2_975, 299],
    [3_000, 303],
    [25_300, 2_801],
    [99_950, 16_909],
  ])('of 2025 for a single person with %d is %d', (taxableIncome, tax) => {
    expect(incomeTax({ year: 2025, status: 'single', taxableIncome })).toMatchObject({ tax, method: 'table' });
  });

  it('ends at 100,000, where the formula takes over', () => {
    expect(incomeTax({ year: 2025, status: 'single', taxableIncome: 100_000 })).toMatchObject({
      tax: 16_914,
      method: 'formula',
      problems: [],
    });
    const asked = incomeTax({ year: 2025, status: 'single', taxableIncome: 100_000, method: 'table' });
    expect(asked).toMatchObject({ tax: 16_914, method: 'formula', problems: [{ code: 'table_ends' }] });
  });
});

describe('gains on top of ordinary income', () => {
  it('fill the 0 % band, then 15 %, then 20 %', () => {
    // 40,000 ordinary; 8,350 of the gain at 0 %, 485,050 at 15 %, 6,600 at 20 %.
    expect(
      incomeTax({
        year: 2025,
        status: 'single',
        taxableIncome: 540_000,
        preferentialIncome: 500_000,
        method: 'formula',
      }),
    ).toMatchObject({ ordinary_tax: 4_561.5, preferential_tax: 74_077.5, tax: 78_639 });
  });

  it('are never taxed more than as ordinary income', () => {
    // 44,625 to 44,725 is above the 0 % band but still in the 12 % bracket: 12 dollars, not 15.
    const asGain = incomeTax({
      year: 2023,
      status: 'single',
      taxableIncome: 44_725,
      preferentialIncome: 100,
      method: 'formula',
    });
    const asWages = incomeTax({ year: 2023, status: 'single', taxableIncome: 44_725, method: 'formula' });
    expect(asGain.tax).toBe(asWages.tax);
  });
});

describe('losses', () => {
  it('reduce other income by 3,000 (1,500 married separate), short-term first, and keep their character', () => {
    expect(federalReturn({ ...base, shortTermGain: -5_000, longTermGain: -4_000 })).toMatchObject({
      capital_gain: -3_000,
      agi: 97_000,
      short_carryforward: 2_000,
      long_carryforward: 4_000,
    });
    expect(
      federalReturn({ ...base, status: 'married_separate', shortTermGain: -1_000, longTermGain: -4_000 }),
    ).toMatchObject({ capital_gain: -1_500, short_carryforward: 0, long_carryforward: 3_500 });
  });

  it('net across before anything is carried', () => {
    expect(federalReturn({ ...base, shortTermGain: 2_000, longTermGain: -9_000 })).toMatchObject({
      capital_gain: -3_000,
      short_carryforward: 0,
      long_carryforward: 4_000,
    });
    expect(federalReturn({ ...base, shortTermGain: -9_000, longTermGain: 2_000 })).toMatchObject({
      short_carryforward: 4_000,
      long_carryforward: 0,
    });
  });

  it('that found no income to reduce are not used up', () => {
    // Capital loss carryover worksheet with taxable income below zero.
    expect(federalReturn({ ...base, wages: 0, shortTermGain: -10_000, longTermGain: 2_000 })).toMatchObject({
      capital_gain: -3_000,
      short_carryforward: 8_000,
      long_carryforward: 0,
    });
    // 17,000 of wages: only 1,250 above the deduction could be reduced.
    expect(federalReturn({ ...base, wages: 17_000, shortTermGain: -10_000 })).toMatchObject({
      taxable_income: 0,
      short_carryforward: 8_750,
    });
  });

  it('from earlier years come in as positive amounts', () => {
    expect(
      federalReturn({
        ...base,
        shortTermGain: 1_000,
        longTermGain: 10_000,
        shortCarryforward: 4_000,
        longCarryforward: '2500',
      }),
    ).toMatchObject({ net_short_term: -3_000, net_long_term: 7_500, capital_gain: 4_500, preferential_income: 4_500 });
    expect(federalReturn({ ...base, longCarryforward: -1 })).toMatchObject({
      total_tax: null,
      problems: [{ code: 'negative_amount' }],
    });
  });
});

describe('surtaxes', () => {
  it('follow the published examples of the net investment income tax', () => {
    expect(niit({ status: 'married_joint', magi: 400_000, netInvestmentIncome: 125_000 })).toMatchObject({
      base: 125_000,
      tax: 4_750,
    });
    expect(niit({ status: 'married_joint', magi: 300_000, netInvestmentIncome: 125_000 })).toMatchObject({
      base: 50_000,
      tax: 1_900,
    });
    expect(niit({ status: 'single', magi: 185_000, netInvestmentIncome: 50_000 })).toMatchObject({
      base: 0,
      tax: 0,
      near_threshold: true,
      distance_to_threshold: 15_000,
    });
  });

  it('are part of the total', () => {
    const result = federalReturn({ ...base, wages: 300_000, longTermGain: 50_000, qualifiedDividends: 10_000 });
    expect(result).toMatchObject({ niit: 2_280, additional_medicare: 900, amt: 0 });
    expect(result.total_tax).toBe((result.income_tax ?? 0) + 2_280 + 900);
  });
});

describe('the alternative minimum tax', () => {
  it('takes the exemption away twice as fast from 2026 on', () => {
    const rich = { ...base, wages: 100_000, longTermGain: 600_000 };
    // 2025: exemption 88,100 − 25 % of (700,000 − 626,350) = 69,687.50.
    // 2026: exemption 90,100 − 50 % of (700,000 − 500,000) = 0, and 100,000 × 26 % exceeds the tax on 83,900 of wages.
    expect(federalReturn(rich).amt).toBe(0);
    // 26,000 − regular tax on 83,900 by table (rows of 50: 83,925) 13,176.
    expect(federalReturn({ ...rich, year: 2026 }).amt).toBe(26_000 - 13_176);
  });

  it('raises the income of a separate return whose exemption is gone', () => {
    // 2024: 25 % of (1,000,000 − 875,950) = 31,012.50, taxed at 28 % on the ordinary side.
    const result = federalReturn({
      ...base,
      year: 2024,
      status: 'married_separate',
      wages: 300_000,
      longTermGain: 700_000,
    });
    const ordinary = 331_012.5;
    const flat = 116_300 * 0.26 + (ordinary - 116_300) * 0.28;
    // The gain is taxed alike in both computations: 6,450 at 15 % (to 291,850), 693,550 at 20 %.
    const gains = 6_450 * 0.15 + 693_550 * 0.2;
    expect(result.amt).toBeCloseTo(flat + gains - (result.income_tax ?? 0), 2);
  });
});

describe('section 1256', () => {
  it('is 40 % short-term and 60 % long-term, gain or loss, to the cent', () => {
    expect(section1256({ year: 2025, status: 'single', gainLoss: 10_000 })).toMatchObject({
      short_term: 4_000,
      long_term: 6_000,
    });
    expect(section1256({ year: 2025, status: 'single', gainLoss: '-0.01' })).toMatchObject({
      short_term: 0,
      long_term: -0.01,
      carryback_available: true,
    });
  });
});

describe('whatever comes in', () => {
  it('a year without figures, an unknown status or no number is a named problem and no zero', () => {
    expect(federalReturn({ ...base, year: 2031 })).toMatchObject({
      total_tax: null,
      problems: [{ code: 'no_parameters_for_year' }],
    });
    expect(incomeTax({ year: 2019, status: 'single', taxableIncome: 1 })).toMatchObject({
      tax: null,
      problems: [{ code: 'no_parameters_for_year' }],
    });
    expect(federalReturn({ ...base, status: 'widowed' as 'single' })).toMatchObject({
      total_tax: null,
      problems: [{ code: 'unknown_filing_status' }],
    });
    expect(federalReturn({ ...base, wages: 'lots' })).toMatchObject({
      total_tax: null,
      problems: [{ code: 'bad_amount' }],
    });
  });

  it('every result carries the disclaimer', () => {
    const results = [
      federalReturn(base),
      incomeTax({ year: 2025, status: 'single', taxableIncome: 1 }),
      niit({ status: 'single', magi: 1, netInvestmentIncome: 1 }),
      section1256({ year: 2025, status: 'single', gainLoss: 1 }),
    ];
    for (const result of results) expect(result.disclaimer).toMatch(/not tax advice/i);
  });
});

const year = fc.constantFrom(...TAX_YEARS);
const status = fc.constantFrom(...filingStatuses);
const amount = fc.integer({ min: 0, max: 300_000_000 }).map((count) => count / 100);

describe('laws', () => {
  it('tax never falls when income rises, by table or formula', () => {
    fc.assert(
      fc.property(
        year,
        status,
        amount,
        amount,
        amount,
        fc.constantFrom('auto', 'formula'),
        (year, status, income, more, gains, method) => {
          const preferentialIncome = Math.min(gains, income);
          const less = incomeTax({ year, status, taxableIncome: income, preferentialIncome, method });
          const greater = incomeTax({ year, status, taxableIncome: income + more, preferentialIncome, method });
          expect(greater.tax).toBeGreaterThanOrEqual(less.tax ?? Infinity);
        },
      ),
    );
  });

  it('one more cent costs at most one more cent under the formula, at every bracket edge', () => {
    fc.assert(
      fc.property(year, status, amount, amount, (year, status, income, gains) => {
        const preferentialIncome = Math.min(gains, income);
        const at = (taxableIncome: number): number =>
          incomeTax({ year, status, taxableIncome, preferentialIncome, method: 'formula' }).tax ?? NaN;
        expect(at(Math.round(income * 100 + 1) / 100) - at(income)).toBeLessThanOrEqual(0.0101);
      }),
    );
  });

  it('a loss is either used, netted or carried: nothing is lost', () => {
    fc.assert(
      fc.property(year, status, amount, amount, amount, (year, status, wages, short, long) => {
        const result = federalReturn({
          year,
          status,
          wages,
          shortTermGain: -short,
          longTermGain: -long,
          qualifiedDividends: 0,
        });
        const carried = (result.short_carryforward ?? NaN) + (result.long_carryforward ?? NaN);
        expect(carried).toBeLessThanOrEqual(short + long + 0.001);
        expect(carried).toBeGreaterThanOrEqual(short + long + (result.capital_gain ?? NaN) - 0.001);
      }),
    );
  });

  it('total tax never falls when wages or gains rise', () => {
    fc.assert(
      fc.property(
        year,
        status,
        amount,
        amount,
        amount,
        fc.integer({ min: 0, max: 10_000_000 }),
        (year, status, wages, short, long, more) => {
          const at = (raise: number, gain: number): number =>
            federalReturn({
              year,
              status,
              wages: wages + raise,
              shortTermGain: short + gain,
              longTermGain: long,
              qualifiedDividends: 0,
            }).total_tax ?? NaN;
          // Cents: each of the four taxes is rounded on its own line.
          expect(at(more / 100, 0)).toBeGreaterThanOrEqual(at(0, 0) - 0.02);
          expect(at(0, more / 100)).toBeGreaterThanOrEqual(at(0, 0) - 0.02);
        },
      ),
    );
  });
});

describe('age and blindness', () => {
  it('add to the standard deduction, once for each', () => {
    const person = { year: 2025, status: 'married_joint', wages: 80_000, shortTermGain: 0, longTermGain: 0 } as const;
    const deduction = (agedOrBlind: number) =>
      federalReturn({ ...person, qualifiedDividends: 0, agedOrBlind }).standard_deduction;
    expect([deduction(0), deduction(1), deduction(4)]).toEqual([31_500, 33_100, 37_900]);
    expect(deduction(5)).toBeNull();
  });
});

describe('a section 1256 loss carried back', () => {
  it('goes to the earliest of the three years first, against section 1256 gains only', () => {
    const input = { year: 2025, status: 'single', gainLoss: -10_000 } as const;
    expect(section1256(input)).toMatchObject({ short_term: -4_000, long_term: -6_000, carryback: [], problems: [] });
    const priorGains = [
      { year: 2024, gain: 9_000 },
      { year: 2022, gain: 3_000 },
      { year: 2023, gain: -500 },
    ];
    expect(section1256({ ...input, priorGains })).toMatchObject({
      carryback: [
        { year: 2022, amount: 3_000 },
        { year: 2024, amount: 7_000 },
      ],
      not_carried_back: 0,
    });
    expect(section1256({ ...input, priorGains: [{ year: 2021, gain: 1 }] })).toMatchObject({
      carryback: [],
      not_carried_back: 10_000,
      problems: [{ code: 'bad_prior_gain', ids: ['#0'] }],
    });
  });
});
