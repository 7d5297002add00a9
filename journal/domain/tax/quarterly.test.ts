import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { federalReturn } from './federal-return.ts';
import { quarterlyEstimate, type QuarterlyInput } from './quarterly.ts';

const prior: QuarterlyInput = {
  year: 2025,
  status: 'single',
  method: 'prior_year',
  priorYearTax: 20_000,
  priorYearAgi: 120_000,
};
const steady = [1, 5 / 3, 8 / 3, 4].map((quarters) => ({
  ordinary: Math.round(30_000 * quarters),
  shortTerm: 0,
  longTerm: 0,
}));

function cumulative(input: QuarterlyInput): (number | null)[] {
  return quarterlyEstimate(input).installments.map((installment) => installment.cumulative);
}

describe('safe harbours', () => {
  it('last year’s tax in four parts', () => {
    const result = quarterlyEstimate(prior);
    expect(result).toMatchObject({ required_annual: 20_000, basis: 'safe_harbor_100', problems: [] });
    expect(
      result.installments.map(({ quarter, due_date, required, cumulative }) => [
        quarter,
        due_date,
        required,
        cumulative,
      ]),
    ).toEqual([
      [1, '2025-04-15', 5_000, 5_000],
      [2, '2025-06-16', 5_000, 10_000],
      [3, '2025-09-15', 5_000, 15_000],
      [4, '2026-01-15', 5_000, 20_000],
    ]);
  });

  it.each([
    ['single', 150_000, 20_000],
    ['single', 150_000.01, 22_000],
    ['married_joint', 150_001, 22_000],
    ['married_separate', 75_000, 20_000],
    ['married_separate', 75_001, 22_000],
  ] as const)('%s with %d of income last year: %d', (status, priorYearAgi, required) => {
    expect(quarterlyEstimate({ ...prior, status, priorYearAgi }).required_annual).toBe(required);
  });

  it('90 % of this year’s tax when that is less', () => {
    expect(quarterlyEstimate({ ...prior, expectedTax: 10_000 })).toMatchObject({
      required_annual: 9_000,
      basis: 'current_year_90',
    });
    expect(quarterlyEstimate({ ...prior, method: 'actual', expectedTax: 50_000 })).toMatchObject({
      required_annual: 20_000,
    });
  });

  it('says so when last year’s income is not known', () => {
    const { priorYearAgi: _, ...unknown } = prior;
    expect(quarterlyEstimate(unknown)).toMatchObject({
      required_annual: 20_000,
      problems: [{ code: 'prior_year_agi_missing' }],
    });
  });

  it('cents are never lost between the four', () => {
    expect(cumulative({ ...prior, priorYearTax: '1000.03' })).toEqual([250.01, 500.02, 750.02, 1000.03]);
  });
});

describe('annualised instalments', () => {
  const year = { year: 2025, status: 'single', method: 'annualized' } as const;

  it('of steady income equal the regular ones', () => {
    // 104,250 taxable: 17,651 to 103,350, then 24 %: 17,867 of tax, 90 % of it 16,080.30.
    expect(cumulative({ ...year, incomeByPeriod: steady })).toEqual([4_020.08, 8_040.15, 12_060.23, 16_080.3]);
  });

  it('wait for income that comes late', () => {
    // Nothing until December, then 100,000 of long-term gain: all of it is due in January.
    const none = { ordinary: 0, shortTerm: 0, longTerm: 0 };
    const result = quarterlyEstimate({ ...year, incomeByPeriod: [none, none, none, { ...none, longTerm: 100_000 }] });
    // 84,250 taxable, 48,350 at 0 %, 35,900 at 15 % = 5,385; 90 % of it.
    expect(result.installments.map(({ required }) => required)).toEqual([0, 0, 0, 4_846.5]);
  });

  it('of income that came early are capped by the regular ones', () => {
    const early = { ordinary: 0, shortTerm: 0, longTerm: 100_000 };
    expect(cumulative({ ...year, incomeByPeriod: [early, early, early, early] })).toEqual([
      1_211.63, 2_423.25, 3_634.88, 4_846.5,
    ]);
  });

  it('factor 4, 2.4 and 1.5, and 22.5, 45 and 67.5 % of the tax', () => {
    const incomeByPeriod = [10_000, 40_000, 50_000, 200_000].map((ordinary) => ({
      ordinary,
      shortTerm: 0,
      longTerm: 0,
    }));
    // Taxable 24,250, 80,250 and 59,250 by the table: 2,675, 12,575 and 7,955; 184,250 by the brackets: 37,067.
    // The third, 7,955 × 67.5 % = 5,369.63, is less than what was due before it.
    expect(cumulative({ ...year, incomeByPeriod })).toEqual([601.88, 5_658.75, 5_658.75, 33_360.3]);
  });

  it('a running year says which periods are assumed', () => {
    const result = quarterlyEstimate({ ...year, incomeByPeriod: steady.slice(0, 1) });
    expect(result.problems).toMatchObject([{ code: 'income_period_missing' }]);
    expect(result.installments[3]?.cumulative).toBe(result.required_annual);
  });
});

describe('payments and penalty', () => {
  it('paid in time costs nothing, and the remainder is known', () => {
    const payments = [
      { quarter: 1, date: '2025-04-15', amount: 5_000 },
      { quarter: 2, date: '2025-06-10', amount: 5_000 },
    ] as const;
    const result = quarterlyEstimate({ ...prior, payments, as_of: '2025-08-01' });
    expect(result).toMatchObject({ penalty: 0, total_paid: 10_000, remaining: 10_000 });
    expect(result.installments[1]).toMatchObject({ paid: 5_000, due: 0, cumulative_paid: 10_000, cumulative_due: 0 });
    expect(result.installments[2]).toMatchObject({
      paid: 0,
      due: 5_000,
      cumulative_paid: 10_000,
      cumulative_due: 5_000,
    });
  });

  it('late by 61 days at 7 %: that shows in the penalty alone', () => {
    const payments = [{ quarter: 1, date: '2025-06-15', amount: 20_000 }] as const;
    const result = quarterlyEstimate({ ...prior, payments });
    expect(result.installments[0]).toMatchObject({ required: 5_000, paid: 20_000, due: 0, penalty: 58.49 });
    expect(result.penalty).toBe(Math.round(((5_000 * 0.07 * 61) / 365) * 100) / 100);
  });

  it('the rate changes with the calendar quarter and the year has its own days', () => {
    // 2023: due 2023-09-15, paid 2024-01-31: 15 days at 7 %, 92 at 8 % of 365, 31 at 8 % of 366.
    const result = quarterlyEstimate({
      ...prior,
      year: 2023,
      priorYearTax: 4_000,
      payments: [
        { quarter: 1, date: '2023-04-01', amount: 2_000 },
        { quarter: 3, date: '2024-01-31', amount: 2_000 },
      ],
    });
    const third = 1_000 * ((0.07 * 15) / 365 + (0.08 * 92) / 365 + (0.08 * 31) / 366);
    expect(result.installments[2]?.penalty).toBeCloseTo(third, 2);
    expect(result.installments[0]?.penalty).toBe(0);
  });

  it('withholding counts as paid evenly', () => {
    const result = quarterlyEstimate({ ...prior, withholding: 20_000 });
    expect(result.installments.map(({ paid, due }) => [paid, due])).toEqual([1, 2, 3, 4].map(() => [5_000, 0]));
    expect(result.penalty).toBe(0);
  });

  it('there is no penalty for owing under 1,000 or after a year without tax', () => {
    expect(quarterlyEstimate({ ...prior, expectedTax: 5_999, withholding: 5_000 })).toMatchObject({
      penalty: 0,
      penalty_waived: 'balance_under_1000',
    });
    expect(quarterlyEstimate({ ...prior, priorYearTax: 0 })).toMatchObject({
      required_annual: 0,
      penalty: 0,
      penalty_waived: 'no_tax_last_year',
    });
  });

  it('a quarter without a published rate is named, and the rate can be given', () => {
    const late = { ...prior, year: 2026, as_of: '2026-12-31' } as const;
    const unknown = quarterlyEstimate(late);
    expect(unknown.problems).toMatchObject([
      { code: 'interest_rate_unknown', message: expect.stringContaining('2026Q3, 2026Q4') },
    ]);
    // The second instalment was due in June: from July on its cost is unknown.
    expect(unknown).toMatchObject({ penalty: null, installments: [{ penalty: null }, { penalty: null }, {}, {}] });
    const known = quarterlyEstimate({ ...late, underpaymentRates: { '2026Q3': 0.06, '2026Q4': '0.06' } });
    expect(known.problems).toEqual([]);
    expect(known.penalty).toBeGreaterThan(0);
  });
});

describe('each row names how it was computed', () => {
  it.each([
    ['annualized', 'annualized'],
    ['actual', 'regular'],
    ['prior_year', 'prior_year'],
  ] as const)('%s: %s', (method, named) => {
    const result = quarterlyEstimate({ ...prior, method, incomeByPeriod: steady });
    expect([result.method, ...result.installments.map((row) => row.method)]).toEqual(Array(5).fill(named));
  });
});

describe('what is missing is named', () => {
  it.each([
    [{ ...prior, priorYearTax: undefined }, 'missing_input'],
    [{ ...prior, method: 'annualized', priorYearTax: undefined }, 'missing_input'],
    [{ ...prior, method: 'actual', priorYearTax: undefined }, 'missing_input'],
    [{ ...prior, method: 'guess' }, 'missing_input'],
    [{ ...prior, priorYearTax: 'much' }, 'bad_amount'],
    [{ ...prior, method: 'actual', year: 2031, incomeByPeriod: steady }, 'no_parameters_for_year'],
    [{ ...prior, payments: [{ quarter: 1, date: 'soon', amount: 5 }] }, 'bad_payment'],
  ])('%j: %s', (input, code) => {
    expect(quarterlyEstimate(input as QuarterlyInput).problems.map((problem) => problem.code)).toContain(code);
  });

  it('nothing throws', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(...Object.keys(prior), 'incomeByPeriod', 'payments', 'withholding', 'expectedTax'),
          fc.anything(),
        ),
        (input) => {
          expect(quarterlyEstimate(input as unknown as QuarterlyInput).installments).toHaveLength(4);
        },
      ),
    );
  });
});

describe('what else the return knows', () => {
  const gains = steady.map((period) => ({ ...period, shortTerm: 10_000, qualifiedDividends: 2_000 }));
  const asked: QuarterlyInput = { year: 2025, status: 'single', method: 'actual', incomeByPeriod: gains };

  it('dividends, losses carried over and age count as they do on the return', () => {
    const result = quarterlyEstimate({ ...asked, shortCarryforward: 4_000, agedOrBlind: 1 });
    const { total_tax } = federalReturn({
      year: 2025,
      status: 'single',
      wages: 120_000,
      shortTermGain: 10_000,
      longTermGain: 0,
      qualifiedDividends: 2_000,
      shortCarryforward: 4_000,
      agedOrBlind: 1,
    });
    expect(result.current_year_tax).toBe(total_tax);
    expect(result.current_year_tax ?? NaN).toBeLessThan(quarterlyEstimate(asked).current_year_tax ?? NaN);
  });
});
