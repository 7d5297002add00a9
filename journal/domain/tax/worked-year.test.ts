// docs/worked-tax-year.md, read and recomputed: a figure that is wrong there fails here.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { taxLots } from '../lots/from-executions.ts';
import { federalReturn } from './federal-return.ts';
import { form8949 } from './form-8949.ts';
import { incomeTax } from './income-tax.ts';
import { quarterlyEstimate } from './quarterly.ts';
import { ytdTaxSummary } from './year-summary.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/worked-tax-year.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('| -') && !line.startsWith('|-'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const executions = rows
  .filter(([id]) => /^t\d+$/.test(id ?? ''))
  .map(
    ([
      exec_id = '',
      time = '',
      account_id = '',
      action = '',
      quantity = '',
      instrument = '',
      price = '',
    ]): Execution => {
      return { exec_id, time, account_id, action: action === 'BOT' ? 'BOT' : 'SLD', quantity, instrument, price };
    },
  );

const figures = new Map(
  rows
    .filter((row) => row.length === 3 && row[0] !== 'figure')
    .map(([name, , value]) => [name, Number(value?.replaceAll(',', ''))]),
);

const person = {
  year: 2025,
  status: 'single',
  wages: 90_000,
  qualifiedDividends: 400,
  shortCarryforward: 500,
} as const;

describe('the worked year in docs', () => {
  const { lots, problems } = taxLots(executions, { accounts: { ira: 'ira' } });
  const summary = ytdTaxSummary({ ...person, lots, state: { flat: 0.05 } });
  const result = federalReturn({
    ...person,
    shortTermGain: summary.realized_st_gain,
    longTermGain: summary.realized_lt_gain,
  });
  const tax = incomeTax({
    year: 2025,
    status: 'single',
    taxableIncome: result.taxable_income ?? NaN,
    preferentialIncome: result.preferential_income ?? NaN,
  });
  const quarters = quarterlyEstimate({
    year: 2025,
    status: 'single',
    method: 'prior_year',
    priorYearTax: 10_000,
    priorYearAgi: 85_000,
    expectedTax: result.total_tax ?? NaN,
    withholding: 9_000,
    payments: [{ quarter: 3, date: '2025-09-15', amount: 1_000 }],
  });

  it('is the year the engine computes, figure by figure', () => {
    expect(executions).toHaveLength(13);
    expect([...problems, ...summary.problems, ...result.problems, ...quarters.problems]).toEqual([]);
    expect(Object.fromEntries(figures)).toEqual({
      'short-term result': summary.realized_st_gain,
      'long-term result': summary.realized_lt_gain,
      'disallowed by wash sales': summary.wash_sale_adjustments,
      'lost for good': summary.permanently_lost,
      'Form 8949 rows': form8949({ year: 2025, lots }).rows.length,
      'net short-term': result.net_short_term,
      'capital gain': result.capital_gain,
      'adjusted gross income': result.agi,
      'standard deduction': result.standard_deduction,
      'taxable income': result.taxable_income,
      'preferential income': result.preferential_income,
      'tax on ordinary income': tax.ordinary_tax,
      'tax on preferential income': tax.preferential_tax,
      'total federal tax': summary.estimated_federal_tax,
      'state tax': summary.estimated_state_tax,
      'required for the year': quarters.required_annual,
      'each instalment': quarters.installments[0]?.required,
      'penalty, first': quarters.installments[0]?.penalty,
      'penalty, second': quarters.installments[1]?.penalty,
      penalty: quarters.penalty,
    });
    expect(result.total_tax).toBe(summary.estimated_federal_tax);
  });
});
