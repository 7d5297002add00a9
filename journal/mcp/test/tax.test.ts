import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let claude: Assistant;
let cursor: Assistant;

/** Bought, sold at a loss, bought back ten days later: a wash sale of 1,000 dollars; and one gain held over a year. */
const TRADES = [
  ['b1', '2024-11-04', 'ABC', 'BOT', 100, 50],
  ['s1', '2026-02-02', 'ABC', 'SLD', 100, 60],
  ['b2', '2026-03-02', 'XYZ', 'BOT', 100, 40],
  ['s2', '2026-03-20', 'XYZ', 'SLD', 100, 30],
  ['b3', '2026-03-30', 'XYZ', 'BOT', 100, 31],
] as const;

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  for (const [exec_id, day, instrument, action, quantity, price] of TRADES) {
    const time = `${day}T15:00:00Z`;
    await bench.api.trades.create({ body: { exec_id, time, instrument, action, quantity, price, account_id: 'main' } });
  }
  await bench.api.taxProfiles.create({ body: { tax_year: 2026, filing_status: 'single', agi_estimate: 90_000 } });
  const { wire } = await bench.serve();
  claude = await bench.connect('claude-code', { url: wire.url });
  cursor = await bench.connect('cursor', { server: { operator: { toolsets: ['tax'] } } });
});
afterAll(() => bench.close());

describe('tax', () => {
  it('always says that it is an estimate', async () => {
    for (const who of [claude, cursor]) {
      const { data } = await who.call('get_ytd_tax_summary', { tax_year: 2026 });
      expect(data.disclaimer).toBeTypeOf('string');
      expect(data).not.toHaveProperty('data');
    }
  });

  it('sums the year up, a washed loss left out', async () => {
    const { data } = await claude.call('get_ytd_tax_summary', { tax_year: 2026 });
    expect(data).toMatchObject({ realized_lt_gain: 1000, realized_st_gain: 0, wash_sale_adjustments: 1000 });
  });

  it('finds the wash sale, and puts its loss into the basis of the replacement', async () => {
    const range = { date_range_start: '2026-01-01', date_range_end: '2026-12-31' };
    const { data } = await claude.call('find_wash_sales', range);
    expect(data).toMatchObject({ total: 1, total_disallowed: 1000, affected_tickers: ['XYZ'] });
    expect(data.wash_sales).toMatchObject([{ replacement_instrument: 'XYZ', replacement_account_id: 'main' }]);
    expect((await claude.call('find_wash_sales', { ...range, limit: 1, offset: 1 })).data.wash_sales).toEqual([]);
    const lots = await claude.call('get_tax_lots', { account_id: 'main', ticker: 'xyz' });
    expect(lots.data.lots).toMatchObject([{ ticker: 'XYZ', quantity: 100, cost_basis: 4100 }]);
    const backwards = { date_range_start: '2026-12-31', date_range_end: '2026-01-01' };
    expect((await claude.call('find_wash_sales', backwards)).data.code).toBe('invalid_arguments');
  });

  it('previews a sale', async () => {
    const args = { ticker: 'XYZ', action: 'sell', quantity: 50, price: 60, account_id: 'main' };
    const { data } = await claude.call('simulate_tax_impact', args);
    expect(data.summary).toMatchObject({ proceeds: 3000, basis: 2050, realized_gain: 950 });
    const none = await claude.call('simulate_tax_impact', { ...args, ticker: 'NOPE' });
    expect(none.isError).toBe(true);
  });

  it('estimates the year', async () => {
    const { data } = await claude.call('estimate_tax', { tax_year: 2026 });
    expect(data.realized_gains).toMatchObject({ lt: 1000 });
    expect(data.total_estimated_tax).toBeGreaterThan(0);
    expect((await claude.call('estimate_tax', { tax_year: 1990 })).data.code).toBe('invalid_arguments');
  });

  it('looks for losses worth taking', async () => {
    const { data, isError } = await claude.call('harvest_losses');
    expect(isError).toBe(false);
    expect(data).toHaveProperty('net_harvestable');
  });

  it('names the same method with the same figures in every tool', async () => {
    const asked = { quarter: 'Q2', tax_year: 2026, estimation_method: 'actual' };
    const { data: quarter } = await claude.call('get_quarterly_estimate', asked);
    const { data: year } = await claude.call('get_ytd_tax_summary', { tax_year: 2026 });
    const second = { method: 'regular', due_date: '2026-06-15', required: quarter.required };
    expect(quarter).toMatchObject({ method: 'regular', required: expect.any(Number) });
    expect(year.quarterly_payments).toContainEqual(expect.objectContaining(second));
    expect(year.convention).toContain('straddles, section 1092');
  });

  it('records a payment only after a confirmation', async () => {
    const params = { quarter: 'Q1', tax_year: 2026, payment_amount: 500, confirm: true };
    expect((await cursor.call('record_quarterly_tax_payment', params)).data.code).toBe('confirmation_required');
    const issued = await cursor.call('get_confirmation_token', { action: 'record_quarterly_tax_payment', params });
    const paid = await cursor.call('record_quarterly_tax_payment', {
      ...params,
      confirmation_token: issued.data.token,
    });
    expect(paid.data).toMatchObject({ status: 'recorded', cumulative_paid: 500 });
    const { data } = await claude.call('get_quarterly_estimate', { quarter: 'Q1', tax_year: 2026 });
    expect(data).toMatchObject({ quarter: 'Q1', due_date: '2026-04-15', paid: 500 });
  });

  it('notes when a payment was made', async () => {
    const params = { quarter: 'Q2', tax_year: 2026, payment_amount: 250, paid_on: '2026-06-12', confirm: true };
    const issued = await cursor.call('get_confirmation_token', { action: 'record_quarterly_tax_payment', params });
    const paid = await cursor.call('record_quarterly_tax_payment', {
      ...params,
      confirmation_token: issued.data.token,
    });
    expect(paid.data).toMatchObject({ paid_on: '2026-06-12', cumulative_paid: 750 });
  });

  it('names the method of a quarter, and gives the same figure for it everywhere', async () => {
    const { data: summary } = await claude.call('get_ytd_tax_summary', { tax_year: 2026 });
    const asked = { quarter: 'Q3', tax_year: 2026, estimation_method: 'actual' };
    const { data: quarter } = await claude.call('get_quarterly_estimate', asked);
    const { method, required, paid, due } = quarter;
    expect(method).toBe('regular');
    expect(summary.quarterly_payments).toMatchObject([{}, {}, { method, required, paid, due }, {}]);
    const { data: concise } = await cursor.call('get_quarterly_estimate', asked);
    expect(concise).toMatchObject({ method, required, paid, due });
  });
});
