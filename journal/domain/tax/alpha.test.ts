import { describe, expect, it } from 'vitest';
import type { LotMethod } from '@zorivest/vocabulary';
import { taxLots } from '../lots/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { taxAlpha } from './alpha.ts';

const DAY = 24 * 60;
// Minute 0 is 5 January 2026. A single person with 100,000 of wages: 22 % on short-term, 15 % on long-term gains.
const profile = { year: 2026, status: 'single', wages: 100_000 } as const;

function alpha(executions: Parameters<typeof taxLots>[0], method: LotMethod) {
  const { lots } = taxLots(executions, { method });
  return taxAlpha({ ...profile, lots, fifo_lots: taxLots(executions).lots });
}

describe('what choosing lots saved', () => {
  it('nothing when the choice is first in, first out', () => {
    expect(alpha([buy('a', 0, 100, 10), sell('s', DAY, 100, 20)], 'fifo')).toMatchObject({
      tax_savings: 0,
      savings_from_lot_optimization: 0,
      savings_from_harvesting: 0,
      trades_optimized_count: 0,
      problems: [],
    });
  });

  it('selling the dearer lot realises a smaller gain: lot optimization', () => {
    // First in, first out: 100 x (60 - 10) = 5,000. Highest first: 100 x (60 - 50) = 1,000. 22 % of 4,000 is 880.
    const executions = [buy('a', 0, 100, 10), buy('b', DAY, 100, 50), sell('s', 2 * DAY, 100, 60)];
    expect(alpha(executions, 'hifo')).toMatchObject({
      tax_savings: 880,
      savings_from_lot_optimization: 880,
      savings_from_harvesting: 0,
      trades_optimized_count: 1,
    });
  });

  it('selling a losing lot instead of an even one: harvesting', () => {
    // A gain of 5,000 elsewhere. First in, first out the sale of X is even; highest first it loses 100 x 20 = 2,000: 440.
    const other = { instrument: 'F' };
    const executions = [
      buy('f', 0, 100, 10, other),
      sell('g', DAY, 100, 60, other),
      buy('a', 0, 100, 30),
      buy('b', DAY, 100, 50),
      sell('s', 2 * DAY, 100, 30),
    ];
    const result = alpha(executions, 'hifo');
    // The 100 shares bought first are still there, bought less than 30 days before: the loss would be a wash sale.
    expect(result).toMatchObject({ tax_savings: 0, trades_optimized_count: 1 });
    const later = executions.map((one) => (one.exec_id === 's' ? sell('s', 60 * DAY, 100, 30) : one));
    expect(alpha(later, 'hifo')).toMatchObject({
      tax_savings: 440,
      savings_from_harvesting: 440,
      savings_from_lot_optimization: 0,
    });
  });

  it('the two parts are always the whole, and a year without figures has none', () => {
    const executions = [buy('a', 0, 100, 10), buy('b', DAY, 100, 50), sell('s', 60 * DAY, 150, 40)];
    const { tax_savings, savings_from_harvesting, savings_from_lot_optimization } = alpha(executions, 'hifo');
    expect((savings_from_harvesting ?? NaN) + (savings_from_lot_optimization ?? NaN)).toBeCloseTo(
      tax_savings ?? NaN,
      2,
    );
    expect(taxAlpha({ ...profile, year: 1999, lots: [], fifo_lots: [] })).toMatchObject({
      tax_savings: null,
      problems: [{ code: 'no_parameters_for_year' }],
    });
  });
});
