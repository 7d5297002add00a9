// Tax figures a person can act on, each asked for the way the person asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBook, withAccount, type Book } from './book.ts';

let book: Book;

type Fill = readonly [
  id: string,
  action: 'BOT' | 'SLD',
  time: string,
  quantity: number,
  price: number,
  instrument: string,
  account?: string,
];

async function trades(fills: readonly Fill[]): Promise<void> {
  for (const [exec_id, action, time, quantity, price, instrument, account_id = 'U1'] of fills)
    await book.client.trades.create({ body: { exec_id, action, time, quantity, price, instrument, account_id } });
}

beforeAll(async () => {
  book = await openBook();
  await withAccount(book.client, 'U1');
  await withAccount(book.client, 'U2');
});
afterAll(() => book.close());

describe('the day on which a sale is clear of wash sales', () => {
  beforeAll(() =>
    trades([
      ['c1', 'BOT', '2026-01-12T15:00:00Z', 100, 15, 'CLR'],
      ['c2', 'BOT', '2026-10-23T15:00:00Z', 100, 10, 'CLR', 'U2'],
      ['c3', 'BOT', '2026-11-03T15:00:00Z', 60, 10, 'CLR', 'U2'],
    ]),
  );
  const riskOn = async (date: string) =>
    (
      await book.client.tax.simulate({
        body: { ticker: 'CLR', action: 'sell', quantity: 100, price: 10, account_id: 'U1', date },
      })
    ).wash_sale_risk;

  it('is one on which selling is not washed, though selling the day before is', async () => {
    const { clear_date, disallowed_loss, note } = await riskOn('2026-11-11');
    expect(disallowed_loss).toBe(500);
    expect(clear_date).toBe('2026-12-04');
    expect(note).toContain('may still wash it');
    expect(await riskOn('2026-11-23')).toMatchObject({ disallowed_loss: 300, clear_date: '2026-12-04' });
    expect(await riskOn('2026-12-03')).toMatchObject({ at_risk: true });
  });

  it('is null where there is no risk', async () => {
    expect(await riskOn('2026-12-04')).toMatchObject({ at_risk: false, clear_date: null });
  });
});

describe('the state’s part', () => {
  const estimated = async (state: string) => {
    await book.client.taxProfiles.update({ params: { year: 2024 }, body: { state } });
    return book.client.tax.estimate({ body: { tax_year: 2024 } });
  };
  beforeAll(() => book.client.taxProfiles.create({ body: { tax_year: 2024, agi_estimate: 90_000 } }));
  afterAll(() => book.client.taxProfiles.remove({ params: { year: 2024 } }));

  it('is not known for a state without a rate, and then nothing is added up with it', async () => {
    const { state_estimate, total_estimated_tax, federal_estimate, problems } = await estimated('CA');
    expect({ state_estimate, total_estimated_tax }).toEqual({ state_estimate: null, total_estimated_tax: null });
    expect(federal_estimate?.tax).toBeGreaterThan(10_000);
    expect(problems).toMatchObject([{ code: 'state_tax_unknown', message: expect.stringContaining('state_brackets') }]);
    const { estimated_state_tax } = await book.client.tax.ytdSummary({ query: { tax_year: 2024 } });
    expect(estimated_state_tax).toBeNull();
  });

  it('is 0 for a state without an income tax, and the answer says so', async () => {
    const { state_estimate, problems } = await estimated('TX');
    expect(state_estimate).toBe(0);
    expect(problems).toMatchObject([{ code: 'no_state_income_tax', message: expect.stringContaining('TX') }]);
  });
});

describe('two sales of one day', () => {
  it('are washed alike with times and without', async () => {
    const fills = (name: string, times: readonly [string, string]): Fill[] => [
      [`${name}1`, 'BOT', '2025-05-20', 10, 20, name],
      [`${name}2`, 'BOT', '2025-06-02', 10, 20, name],
      [`${name}3`, 'SLD', times[0], 10, 10, name],
      [`${name}4`, 'SLD', times[1], 10, 10, name],
      [`${name}5`, 'BOT', '2025-06-11', 10, 12, name],
    ];
    await trades(fills('TIMES', ['2025-06-10T14:00:00Z', '2025-06-10T15:00:00Z']));
    await trades(fills('DAYS', ['2025-06-10', '2025-06-10']));
    const washed = async (ticker: string) =>
      (
        await book.client.washSales.find({
          body: { ticker, date_range_start: '2025-01-01', date_range_end: '2025-12-31' },
        })
      ).total_disallowed;
    expect(await washed('TIMES')).toBe(300);
    expect(await washed('DAYS')).toBe(300);
  });
});
