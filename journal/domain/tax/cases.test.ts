// The open cases: tax figures of four years and whole returns recomputed from Open Tax Solver.

import { describe, expect, it } from 'vitest';
import type { FilingStatus } from '@zorivest/vocabulary';
import { casesOf } from '../testing/cases.ts';
import { federalReturn } from './federal-return.ts';
import { estimatedTaxDueDays } from '../calendar/due-date.ts';
import { dayText } from '../calendar/day.ts';
import { parametersOf } from './parameters.ts';
import { CAPITAL_LOSS_LIMIT, ORDINARY_RATES, SURTAX_THRESHOLD } from './statute.ts';

const FIGURES = 'journal/tax/us_tax_parameters_2023_2026.json';
const RETURNS = 'journal/tax/ots_federal_cases_open.json';

interface Figures {
  years: Record<
    string,
    {
      ordinary_brackets: Record<string, { rate: number; up_to: number | null }[]>;
      long_term_capital_gains: Record<string, { up_to: number | null }[]>;
      standard_deduction: Record<string, number>;
      additional_standard_deduction_aged_or_blind_each: Record<string, number>;
      capital_loss_limit_against_ordinary?: Record<string, number>;
      niit: { magi_threshold: Record<string, number> };
      amt_exemption: Record<string, number>;
      amt_exemption_phaseout_start: Record<string, number>;
    }
  >;
  estimated_tax: { due_dates: Record<string, string[]> };
}

const THEIR_NAME: Record<FilingStatus, string> = {
  single: 'SINGLE',
  married_joint: 'JOINT',
  married_separate: 'SEPARATE',
  head_of_household: 'HEAD_OF_HOUSEHOLD',
};
const STATUSES = Object.entries(THEIR_NAME) as [FilingStatus, string][];

describe('the figures of the law', () => {
  it('are those of the published parameters, for every year and status', (ctx) => {
    const figures = casesOf(ctx, FIGURES) as Figures;
    expect(Object.keys(figures.years)).toEqual(['2023', '2024', '2025', '2026']);
    for (const [year, theirs] of Object.entries(figures.years)) {
      for (const [status, name] of STATUSES) {
        const ours = parametersOf(Number(year))?.status[status];
        const brackets = theirs.ordinary_brackets[name] ?? [];
        expect(brackets.map((bracket) => Math.round(bracket.rate * 100))).toEqual(ORDINARY_RATES);
        expect({ year, status, ...ours }).toEqual({
          year,
          status,
          brackets: brackets.slice(0, -1).map((bracket) => bracket.up_to),
          gains: theirs.long_term_capital_gains[name]?.slice(0, -1).map((band) => band.up_to),
          standardDeduction: theirs.standard_deduction[name],
          additionalDeduction: theirs.additional_standard_deduction_aged_or_blind_each[name],
          amtExemption: theirs.amt_exemption[name],
          amtPhaseOut: theirs.amt_exemption_phaseout_start[name],
        });
        expect(theirs.niit.magi_threshold[name]).toBe(SURTAX_THRESHOLD[status]);
        const limit = theirs.capital_loss_limit_against_ordinary;
        if (limit !== undefined) expect(limit[name]).toBe(CAPITAL_LOSS_LIMIT[status]);
      }
    }
  });

  it('and so are the due dates', (ctx) => {
    const figures = casesOf(ctx, FIGURES) as Figures;
    for (const [year, dates] of Object.entries(figures.estimated_tax.due_dates))
      expect(estimatedTaxDueDays(Number(year)).map(dayText)).toEqual(dates);
  });
});

interface ReturnCase {
  id: string;
  year: number;
  filing_status: string;
  wages: number;
  short_term_gain: number;
  long_term_gain: number;
  qualified_dividends: number;
  expected: {
    form1040_line7_capital_gain: number;
    agi: number;
    standard_deduction: number;
    taxable_income: number;
    tax_line16: number;
    amt_schedule2_line2: number | null;
    total_tax_line24: number;
  };
}

const OTS_STATUS: Record<string, FilingStatus> = {
  Single: 'single',
  'Married/Joint': 'married_joint',
  'Married/Sep': 'married_separate',
  Head_of_House: 'head_of_household',
};

describe('whole returns', () => {
  it('come out to the cent', (ctx) => {
    const { cases } = casesOf(ctx, RETURNS) as { cases: ReturnCase[] };
    expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) {
      const status = OTS_STATUS[one.filing_status];
      if (status === undefined) throw new Error(`unknown status ${one.filing_status}`);
      const result = federalReturn({
        year: one.year,
        status,
        wages: one.wages,
        shortTermGain: one.short_term_gain,
        longTermGain: one.long_term_gain,
        qualifiedDividends: one.qualified_dividends,
      });
      expect({ id: one.id, ...result }).toMatchObject({
        id: one.id,
        capital_gain: one.expected.form1040_line7_capital_gain,
        agi: one.expected.agi,
        standard_deduction: one.expected.standard_deduction,
        taxable_income: one.expected.taxable_income,
        income_tax: one.expected.tax_line16,
        amt: one.expected.amt_schedule2_line2 ?? 0,
        problems: [],
      });
      // Open Tax Solver stops before the two surtaxes.
      expect((result.income_tax ?? NaN) + (result.amt ?? NaN)).toBe(one.expected.total_tax_line24);
    }
  });
});
