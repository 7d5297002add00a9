// Tax figures a person can act on, each asked for the way the person asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fill, openTestService, withAccount, withTrades, type TestService } from './test-service.ts';

let service: TestService;

const trades = (fills: readonly Fill[]) => withTrades(service.client, fills);

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'U1');
  await withAccount(service.client, 'U2');
});
afterAll(() => service.close());

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
      await service.client.tax.simulate({
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
  const estimateState = async (state: string) => {
    await service.client.taxProfiles.update({ params: { year: 2024 }, body: { state } });
    return service.client.tax.estimate({ body: { tax_year: 2024 } });
  };
  beforeAll(() => service.client.taxProfiles.create({ body: { tax_year: 2024, agi_estimate: 90_000 } }));
  afterAll(() => service.client.taxProfiles.remove({ params: { year: 2024 } }));

  it('is not known for a state without a rate, and then nothing is added up with it', async () => {
    const { state_estimate, total_estimated_tax, federal_estimate, problems } = await estimateState('CA');
    expect({ state_estimate, total_estimated_tax }).toEqual({ state_estimate: null, total_estimated_tax: null });
    expect(federal_estimate?.tax).toBeGreaterThan(10_000);
    expect(problems).toMatchObject([{ code: 'state_tax_unknown', message: expect.stringContaining('state_brackets') }]);
    const { estimated_state_tax } = await service.client.tax.ytdSummary({ query: { tax_year: 2024 } });
    expect(estimated_state_tax).toBeNull();
  });

  it('is 0 for a state without an income tax, and the answer says so', async () => {
    const { state_estimate, problems } = await estimateState('TX');
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
    const washSalesOf = async (ticker: string) =>
      (
        await service.client.washSales.find({
          body: { ticker, date_range_start: '2025-01-01', date_range_end: '2025-12-31' },
        })
      ).total_disallowed;
    expect(await washSalesOf('TIMES')).toBe(300);
    expect(await washSalesOf('DAYS')).toBe(300);
  });
});

describe('the quarters', () => {
  beforeAll(async () => {
    await service.client.taxProfiles.create({
      body: { tax_year: 2025, agi_estimate: 120_000, prior_year_tax: 20_000, prior_year_agi: 110_000 },
    });
  });
  const estimate = (estimation_method: 'annualized' | 'actual' | 'prior_year', quarter: 'Q1' | 'Q2' = 'Q1') =>
    service.client.tax.quarterly({ query: { quarter, tax_year: 2025, estimation_method } });

  it('are the same in every answer that names the same method', async () => {
    const { quarterly_payments } = await service.client.tax.ytdSummary({ query: { tax_year: 2025 } });
    const { methods } = await service.client.tax.compareQuarterly({ query: { tax_year: 2025 } });
    const regular = await estimate('actual');
    expect(regular).toMatchObject({ method: 'regular', estimation_method: 'actual', basis: 'current_year_90' });
    expect(quarterly_payments).toEqual(regular.installments);
    expect(methods.map(({ method, installments }) => [method, installments])).toEqual([
      ['annualized', (await estimate('annualized')).installments],
      ['regular', regular.installments],
      ['prior_year', (await estimate('prior_year')).installments],
    ]);
    // 120,000 less 15,750: 17,867 of tax, and 90 % of it in four parts; last year’s 20,000 would be more.
    expect(regular.installments.map(({ required }) => required)).toEqual([4_020.08, 4_020.07, 4_020.08, 4_020.07]);
    expect((await estimate('prior_year')).required).toBe(5_000);
  });

  it('a payment counts for the quarter it was meant for; paying late shows in the penalty alone', async () => {
    const payment = { quarter: 'Q1', tax_year: 2025, payment_amount: 5_000, confirm: true } as const;
    const paid = await service.client.tax.recordPayment({ body: { ...payment, paid_on: '2025-06-15' } });
    expect(paid).toMatchObject({ paid_on: '2025-06-15', method: 'regular', cumulative_paid: 5_000 });
    const first = await estimate('prior_year');
    // 61 days at 7 %.
    expect(first).toMatchObject({ required: 5_000, paid: 5_000, due: 0, cumulative_due: 0, penalty: 58.49 });
    expect(await estimate('prior_year', 'Q2')).toMatchObject({
      required: 5_000,
      paid: 0,
      due: 5_000,
      cumulative_required: 10_000,
      cumulative_paid: 5_000,
      cumulative_due: 5_000,
    });
  });

  it('a penalty that needs a rate not yet published is null, not 0', async () => {
    await service.client.taxProfiles.create({ body: { tax_year: 2026, prior_year_tax: 20_000, prior_year_agi: 1 } });
    const query = { quarter: 'Q1', tax_year: 2026, estimation_method: 'prior_year' } as const;
    const { penalty, problems } = await service.client.tax.quarterly({ query });
    expect(penalty).toBeNull();
    expect(problems.map(({ code }) => code)).toContain('interest_rate_unknown');
    await service.client.taxProfiles.remove({ params: { year: 2026 } });
  });
});

describe('wash sales as rows', () => {
  const year = { date_range_start: '2023-01-01', date_range_end: '2023-12-31' };
  beforeAll(async () => {
    await service.client.accounts.create({ body: { account_id: 'IRA', name: 'Retirement', account_type: 'IRA' } });
    await trades([
      ['w1', 'BOT', '2023-01-03T15:00:00Z', 30, 20, 'WSH'],
      ['w2', 'SLD', '2023-03-01T15:00:00Z', 10, 10, 'WSH'],
      ['w3', 'SLD', '2023-03-02T15:00:00Z', 10, 10, 'WSH'],
      ['w4', 'BOT', '2023-03-10T15:00:00Z', 15, 11, 'WSH', 'IRA'],
      ['w5', 'BOT', '2023-03-20T15:00:00Z', 1, 2, 'WSH 230616 C 12', 'U2'],
      // The shares that replace a loss are sold in two parts: two rows of one sale and one purchase.
      ['p1', 'BOT', '2023-01-03T15:00:00Z', 10, 20, 'PRT'],
      ['p2', 'SLD', '2023-03-01T15:00:00Z', 10, 10, 'PRT'],
      ['p3', 'BOT', '2023-03-10T15:00:00Z', 10, 11, 'PRT'],
      ['p4', 'SLD', '2023-09-01T15:00:00Z', 5, 30, 'PRT'],
    ]);
  });

  it('say what replaced the shares and in which account, and by what rules', async () => {
    const { wash_sales, total, convention } = await service.client.washSales.find({
      body: { ...year, ticker: 'WSH' },
    });
    expect(total).toBe(3);
    expect(wash_sales.map((row) => [row.sell_trade, row.replacement_account_id, row.replacement_instrument])).toEqual([
      ['w2', 'IRA', 'WSH'],
      ['w3', 'IRA', 'WSH'],
      ['w3', 'U2', 'WSH 230616 C 12'],
    ]);
    expect(wash_sales.map(({ account_id }) => account_id)).toEqual(['U1', 'U1', 'U1']);
    expect(convention).toContain('30 days');
  });

  it('come in pages, each row with an id of its own', async () => {
    const all = await service.client.washSales.find({ body: year });
    expect(all.total).toBe(5);
    const second = await service.client.washSales.find({ body: { ...year, limit: 1, offset: 1 } });
    expect(second).toMatchObject({ total: all.total, total_disallowed: all.total_disallowed });
    expect(second.wash_sales).toEqual([all.wash_sales[1]]);
    const ids = all.wash_sales.map(({ chain_id }) => chain_id);
    expect(new Set(ids).size).toBe(5);
    for (const [index, chain_id] of ids.entries())
      expect((await service.client.washSales.get({ params: { chain_id } })).chain).toEqual(all.wash_sales[index]);
    await expect(service.client.washSales.find({ body: { ...year, limit: 0 } })).rejects.toMatchObject({ status: 422 });
  });
});

describe('the forms of a year', () => {
  beforeAll(() =>
    trades([
      ['f1', 'BOT', '2022-01-03T15:00:00Z', 3, 33.33, 'FRM'],
      ['f2', 'SLD', '2022-02-03T15:00:00Z', 3, 30.01, 'FRM'],
      ['f3', 'BOT', '2022-02-10T15:00:00Z', 1, 31.07, 'FRM'],
      ['f4', 'BOT', '2020-01-03T15:00:00Z', 1, 10.01, 'LNG'],
      ['f5', 'SLD', '2022-02-03T15:00:00Z', 1, 20.05, 'LNG'],
      ['f6', 'BOT', '2022-03-03T15:00:00Z', 1, 4_000.25, '/MESH2'],
      ['f7', 'SLD', '2022-03-04T15:00:00Z', 1, 4_001.5, '/MESH2'],
    ]),
  );
  interface Form {
    rows: Record<string, unknown>[];
    lines: Record<string, number>;
    convention: string;
  }
  const text = async (form: '8949' | '6781' | 'schedule-d', format: 'csv' | 'json' | 'html') => {
    const { bytes, contentType } = await service.client.tax.form({ params: { form }, query: { year: 2022, format } });
    return { contentType, text: Buffer.from(bytes).toString('utf8') };
  };
  // The service wrote it as such a document.
  const json = async (form: '8949' | '6781' | 'schedule-d') => JSON.parse((await text(form, 'json')).text) as Form;

  it('add up to the cent: 8949, 6781 and Schedule D', async () => {
    const [sales, contracts, schedule] = [await json('8949'), await json('6781'), await json('schedule-d')];
    // 99.99 − 90.03 is a loss of 9.96, a third of it, 3.32, washed.
    expect(sales.rows).toMatchObject([
      {
        part: 'I',
        description: '1 sh. FRM',
        proceeds: 30.01,
        cost_basis: 33.33,
        code: 'W',
        adjustment: 3.32,
        gain_loss: 0,
      },
      { part: 'I', description: '2 sh. FRM', acquired: '2022-01-03', sold: '2022-02-03', code: null, gain_loss: -6.64 },
      { part: 'II', description: '1 sh. LNG', proceeds: 20.05, cost_basis: 10.01, adjustment: 0, gain_loss: 10.04 },
    ]);
    // 1.25 points of 5 dollars: 6.25, of which 40 % are 2.50.
    expect(contracts.lines).toMatchObject({ 7: 6.25, 8: 2.5, 9: 3.75 });
    expect(contracts.convention).toContain('Part II (straddles, section 1092) and Part III are not computed');
    expect(schedule.lines).toEqual({
      ...Object.fromEntries(
        ['1a', '2', '3', '5', '6', '8a', '9', '10', '12', '13', '14', '18', '19'].map((line) => [line, 0]),
      ),
      '1b': -6.64,
      '4': 2.5,
      '7': -4.14,
      '8b': 10.04,
      '11': 3.75,
      '15': 13.79,
      '16': 9.65,
    });
  });

  it('stand in the box that the account’s broker reports by, or that was set for the lot', async () => {
    const { client } = service;
    const boxes = async () => (await json('8949')).rows.map(({ lot_id, box }) => `${String(lot_id)} ${String(box)}`);
    expect(await boxes()).toEqual(['lot-f1 A', 'lot-f1 A', 'lot-f4 D']);
    await client.accounts.update({ params: { account_id: 'U1' }, body: { reports_basis: 'no_1099' } });
    expect(await boxes()).toEqual(['lot-f1 C', 'lot-f1 C', 'lot-f4 F']);
    const changed = await client.tax.changeLot({ params: { lot_id: 'lot-f4' }, body: { box: 'B' } });
    // The sale is long-term: E is what B is there.
    expect(changed).toMatchObject({ box: 'B', parts: [{ lot_id: 'lot-f4', box: 'E' }] });
    expect(await boxes()).toEqual(['lot-f1 C', 'lot-f1 C', 'lot-f4 E']);
    expect((await json('schedule-d')).lines).toMatchObject({ '3': -6.64, '9': 10.04, '1b': 0, '8b': 0, '16': 9.65 });
    const { lots } = await client.tax.lots({ query: { tax_year: 2022, with_prices: false, limit: 3 } });
    expect(lots.map(({ lot_id, account_id }) => `${lot_id} ${account_id}`).toSorted()).toEqual([
      'lot-f1 U1',
      'lot-f1 U1',
      'lot-f4 U1',
    ]);
    await client.tax.changeLot({ params: { lot_id: 'lot-f4' }, body: { box: null } });
    await client.accounts.update({ params: { account_id: 'U1' }, body: { reports_basis: null } });
    expect(await boxes()).toEqual(['lot-f1 A', 'lot-f1 A', 'lot-f4 D']);
    await expect(client.tax.changeLot({ params: { lot_id: 'nothing' }, body: { box: 'A' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('book average cost for funds alone, and say so of the rest', async () => {
    await service.client.taxProfiles.update({ params: { year: 2022 }, body: { default_cost_basis: 'avg_cost' } });
    const { problems } = await service.client.tax.ytdSummary({ query: { tax_year: 2022 } });
    const refused = problems.find(({ code }) => code === 'average_cost_not_allowed');
    expect(refused?.ids).toEqual(expect.arrayContaining(['FRM', 'LNG']));
    await service.client.taxProfiles.remove({ params: { year: 2022 } });
  });

  it('have the same rows as CSV, and the landed paths give it', async () => {
    for (const form of ['8949', '6781', 'schedule-d'] as const) {
      const sheet = await text(form, 'csv');
      expect(sheet.contentType).toContain('text/csv');
      expect(sheet.text.trimEnd().split('\r\n')).toHaveLength((await json(form)).rows.length + 1);
    }
    const { bytes } = await service.client.tax.form8949({ query: { tax_year: 2022 } });
    expect(Buffer.from(bytes).toString('utf8')).toBe((await text('8949', 'csv')).text);
    const schedule = await service.client.tax.scheduleD({ query: { tax_year: 2022 } });
    expect(Buffer.from(schedule.bytes).toString('utf8')).toContain('16,Net capital gain or (loss),,,,9.65');
  });

  it('are a page to print, where a symbol cannot become markup', async () => {
    await trades([
      ['h1', 'BOT', '2022-04-04T15:00:00Z', 1, 1, '<B>X'],
      ['h2', 'SLD', '2022-04-05T15:00:00Z', 1, 2, '<B>X'],
    ]);
    const page = await text('8949', 'html');
    expect(page.contentType).toContain('text/html');
    expect(page.text).toContain('&lt;B&gt;X');
    expect(page.text).not.toContain('<B>X');
    expect(page.text).toContain('Part II: long-term');
    // Rows stand by box with their totals, losses in parentheses, and there is room for a name.
    expect(page.text).toContain('<h3>Box A: basis reported to the IRS</h3>');
    // 90.03 and 2 of proceeds, 99.99 and 1 of basis, 3.32 washed, and what remains of it.
    expect(page.text).toContain(
      '<td class="amount">92.03</td><td class="amount">100.99</td><td></td><td class="amount">3.32</td><td class="amount">(5.64)</td>',
    );
    expect(page.text).toContain('Name(s) shown on return');
    const contracts = (await text('6781', 'html')).text;
    expect(contracts).toContain('straddles, section 1092');
    expect(contracts).toContain('Short-term, 40 %: to Schedule D, line 4');
    expect((await text('schedule-d', 'html')).text).toContain('Net capital gain or (loss)');
  });

  it('an unknown form is not found, and an unknown format is refused', async () => {
    const ask = (form: string, format: string) =>
      service.client.tax.form({ params: { form: form as '8949' }, query: { year: 2022, format: format as 'csv' } });
    await expect(ask('1040', 'csv')).rejects.toMatchObject({ status: 422 });
    await expect(ask('8949', 'pdf')).rejects.toMatchObject({ status: 422 });
  });
});

describe('lots', () => {
  beforeAll(() =>
    trades([
      ['l1', 'SLD', '2026-05-04T15:00:00Z', 1, 2.5, 'LOT 261218 P 50'],
      ['l2', 'BOT', '2026-02-02T15:00:00Z', 10, 20, 'LOT'],
      ['l3', 'SLD', '2026-03-02T15:00:00Z', 10, 15, 'LOT'],
      ['l4', 'BOT', '2026-03-12T15:00:00Z', 10, 16, 'LOT'],
    ]),
  );

  it('a short one says so, with what it brought and when it was opened', async () => {
    const { lots } = await service.client.tax.lots({ query: { ticker: 'LOT 261218 P 50', with_prices: false } });
    expect(lots).toMatchObject([
      { side: 'short', quantity: 1, proceeds: 250, cost_basis: 0, opened_on: '2026-05-04', date_acquired: null },
    ]);
  });

  it('one that replaced others has its true day and the day its holding counts from', async () => {
    const { lots } = await service.client.tax.lots({ query: { ticker: 'LOT', status: 'open', with_prices: false } });
    expect(lots).toMatchObject([
      {
        side: 'long',
        cost_basis: 210,
        proceeds: null,
        opened_on: '2026-03-12',
        date_acquired: '2026-03-12',
        // 28 days earlier: as long as the shares it replaced were held.
        holding_start: '2026-02-12',
      },
    ]);
  });

  it('come in pages of one order, and the summary is of all', async () => {
    for (const sort_by of ['acquired_date', 'cost_basis', 'gain_loss'] as const) {
      const query = { status: 'all', sort_by, with_prices: false } as const;
      const all = await service.client.tax.lots({ query });
      const pages = [];
      for (let offset = 0; offset < all.total_count; offset += 4) {
        const { lots, summary } = await service.client.tax.lots({ query: { ...query, limit: 4, offset } });
        expect(summary).toEqual(all.summary);
        pages.push(...lots);
      }
      expect(pages).toEqual(all.lots);
    }
  });

  it('the year’s symbols are cut to those that matter, and all are counted', async () => {
    const { by_symbol, symbols_total } = await service.client.tax.ytdSummary({ query: { tax_year: 2022, limit: 1 } });
    expect(symbols_total).toBe(4);
    expect(by_symbol).toMatchObject([{ symbol: 'LNG' }]);
  });
});

describe('dividends and interest of the ledger', () => {
  const statement = (rows: readonly string[]) => ({
    account_id: 'DIV',
    file: {
      name: 'schwab.csv',
      bytes: Buffer.from(
        ['"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"', ...rows, ''].join('\n'),
      ),
    },
  });
  beforeAll(async () => {
    await withAccount(service.client, 'DIV');
    await trades([
      ['d1', 'BOT', '2025-01-06T15:00:00Z', 10, 100, 'OLD', 'DIV'],
      ['d2', 'BOT', '2025-08-01T15:00:00Z', 10, 100, 'QCK', 'DIV'],
      ['d3', 'SLD', '2025-09-15T15:00:00Z', 10, 101, 'QCK', 'DIV'],
    ]);
    await service.client.imports.brokerCsv({
      body: statement([
        '"09/10/2025","Cash Dividend","OLD","AN OLD HOLDING","","","","$120.50"',
        '"09/10/2025","Cash Dividend","QCK","A QUICK TRADE","","","","$40.25"',
        '"09/30/2025","Bank Interest","","BANK INT","","","","$7.10"',
      ]),
    });
  });

  it('enter the estimate: qualified where the shares were held long enough, else ordinary and named', async () => {
    const estimate = await service.client.tax.estimate({ body: { tax_year: 2025, account_id: 'DIV' } });
    expect(estimate.investment_income).toEqual({
      rewards: 0,
      qualified_dividends: 120.5,
      other_dividends: 40.25,
      interest: 7.1,
      section_988: 0,
    });
    const { problems } = await service.client.tax.estimate({ body: { tax_year: 2025 } });
    expect(problems.filter(({ code }) => code === 'dividend_not_known_qualified')).toMatchObject([
      { message: expect.stringContaining('QCK') },
    ]);
  });

  it('are stated in the profile for the whole year, and never counted twice', async () => {
    const { client } = service;
    const of = async (qualified_dividends: number) => {
      await client.taxProfiles.update({ params: { year: 2025 }, body: { qualified_dividends } });
      const { investment_income, problems } = await client.tax.estimate({ body: { tax_year: 2025 } });
      const { qualified_dividends: qualified, other_dividends: other } = investment_income;
      return [qualified, other, problems.filter(({ code }) => code === 'dividend_not_known_qualified').length];
    };
    expect(await of(0)).toEqual([120.5, 40.25, 1]);
    // 130 of 160.75 are qualified, the form says: 9.50 of the unsure ones are.
    expect(await of(130)).toEqual([130, 30.75, 1]);
    expect(await of(160.75)).toEqual([160.75, 0, 0]);
    // What is beyond came elsewhere; it is in the tax, in no row of the ledger.
    expect(await of(500)).toEqual([160.75, 0, 0]);
    await client.taxProfiles.remove({ params: { year: 2025 } });
    const { items } = await client.banking.transactions({ query: { account_id: 'DIV' } });
    const quick = items.find(({ symbol }) => symbol === 'QCK');
    const params = { transaction_id: quick?.id ?? 0 };
    await client.banking.change({ params, body: { qualified: true } });
    expect(await of(0)).toEqual([160.75, 0, 0]);
    await client.banking.change({ params, body: { qualified: null } });
    await client.taxProfiles.remove({ params: { year: 2025 } });
  });

  it('of shares that were moved since stay qualified', async () => {
    const { client } = service;
    await withAccount(client, 'DIV2');
    const body = { kind: 'transfer', instrument: 'OLD', time: '2025-10-01T12:00:00Z', quantity: 10 } as const;
    const { id } = await client.positionEvents.create({
      body: { ...body, from_account_id: 'DIV', to_account_id: 'DIV2' },
    });
    const { investment_income } = await client.tax.estimate({ body: { tax_year: 2025 } });
    expect(investment_income.qualified_dividends).toBe(120.5);
    await client.positionEvents.remove({ params: { event_id: id } });
  });

  it('and a Treasury bill that was paid brought interest', async () => {
    const bill = {
      instrument: '912797AB1',
      asset_class: 'BOND',
      account_id: 'DIV',
      quantity: 10_000,
      commission: 0,
    } as const;
    await service.client.trades.create({
      body: { ...bill, exec_id: 'b1', action: 'BOT', price: 97.85, time: '2023-03-03T15:00:00Z' },
    });
    await service.client.trades.create({
      body: { ...bill, exec_id: 'b2', action: 'SLD', price: 100, time: '2023-09-01T15:00:00Z' },
    });
    const { investment_income, total_realized } = await service.client.tax.ytdSummary({
      query: { tax_year: 2023, account_id: 'DIV' },
    });
    expect({ interest: investment_income.interest, total_realized }).toEqual({ interest: 215, total_realized: 0 });
  });

  it('are in every figure that starts from the year’s tax', async () => {
    const of = async (tax_year: number) =>
      (await service.client.tax.ytdSummary({ query: { tax_year } })).investment_income;
    expect(await of(2025)).toMatchObject({ qualified_dividends: 120.5, interest: 7.1 });
    expect(await of(2024)).toMatchObject({ qualified_dividends: 0, interest: 0 });
  });
});

describe('currency results', () => {
  it('of money that was never bought are no short sale and no loss without a lot', async () => {
    await withAccount(service.client, 'CONV');
    await trades([['cv', 'SLD', '2019-06-04T15:00:00Z', 1_000, 1.2, 'EUR.USD', 'CONV']]);
    const { lots } = await service.client.tax.lots({ query: { account_id: 'CONV', with_prices: false } });
    expect(lots).toEqual([]);
    const { problems, section_988 } = await service.client.tax.ytdSummary({ query: { tax_year: 2019 } });
    expect(section_988).toBe(0);
    expect(problems).toContainEqual(expect.objectContaining({ code: 'currency_without_purchase', ids: ['cv'] }));
    expect(problems.map(({ code }) => code)).not.toContain('sale_without_lot');
    await service.client.trades.remove({ params: { exec_id: 'cv' } });
  });

  beforeAll(() =>
    trades([
      ['x1', 'BOT', '2021-01-04T15:00:00Z', 10_000, 1.2, 'EUR.USD'],
      ['x2', 'SLD', '2021-02-04T15:00:00Z', 1_000, 1.3, 'EUR.USD'],
      ['x3', 'SLD', '2021-03-04T15:00:00Z', 5_000, 1.25, 'EUR.USD'],
      ['x4', 'SLD', '2021-04-05T15:00:00Z', 1_000, 1.1, 'EUR.USD'],
    ]),
  );
  afterAll(() => service.client.taxProfiles.remove({ params: { year: 2021 } }));

  it('are ordinary income, shown apart and on no Form 8949', async () => {
    await service.client.taxProfiles.create({ body: { tax_year: 2021 } });
    // 100 + 250 − 100.
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2021 } })).toMatchObject({
      section_988: 250,
      section_988_treatment: 'ordinary',
      total_realized: 0,
    });
    const { bytes } = await service.client.tax.form({ params: { form: '8949' }, query: { year: 2021, format: 'csv' } });
    expect(Buffer.from(bytes).toString('utf8')).not.toContain('EUR');
  });

  it('of personal money: gains up to 200 are left out, and no loss counts', async () => {
    await service.client.taxProfiles.update({ params: { year: 2021 }, body: { section_988: 'personal' } });
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2021 } })).toMatchObject({ section_988: 250 });
    await trades([['x5', 'SLD', '2021-05-05T15:00:00Z', 1_000, 1.4, 'EUR.USD']]);
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2021 } })).toMatchObject({ section_988: 250 });
    await service.client.taxProfiles.update({ params: { year: 2021 }, body: { section_988: 'ordinary' } });
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2021 } })).toMatchObject({ section_988: 450 });
  });
});

describe('a broker’s Form 1099', () => {
  const form = async () =>
    JSON.parse(
      Buffer.from(
        (await service.client.tax.form({ params: { form: '8949' }, query: { year: 2018, account_id: 'B99' } })).bytes,
      ).toString('utf8'),
    ) as { rows: Record<string, unknown>[]; problems: { code: string }[] };
  const send = (text: string, name: string, more: object = {}) =>
    service.client.tax.import1099({
      body: { account_id: 'B99', file: { bytes: new TextEncoder().encode(text), name }, ...more },
    });
  beforeAll(async () => {
    await withAccount(service.client, 'B99');
    await trades([
      ['form1', 'BOT', '2018-01-10T15:00:00Z', 100, 40, 'HARB', 'B99'],
      ['form2', 'SLD', '2018-06-11T15:00:00Z', 100, 46, 'HARB', 'B99'],
      ['form3', 'BOT', '2018-02-12T15:00:00Z', 10, 50, 'NIMB', 'B99'],
      ['form4', 'SLD', '2018-07-02T15:00:00Z', 10, 45, 'NIMB', 'B99'],
    ]);
  });

  it('goes out as TXF and comes in again without a difference', async () => {
    const { bytes } = await service.client.tax.txf({ query: { tax_year: 2018, account_id: 'B99' } });
    const read = await send(Buffer.from(bytes).toString('utf8'), 'sales.txf');
    expect(read).toMatchObject({ form: '1099-B', tax_year: 2018, sales: 2, matched: 2, mismatches: [], invalid: [] });
    const { forms } = await service.client.tax.forms1099({ query: { tax_year: 2018 } });
    expect(forms).toMatchObject([{ account_id: 'B99', file_name: 'sales.txf', sales: 2 }]);
  });

  it('stands on Form 8949 and in every sum before what was set for the lot; undone, it does not', async () => {
    const [before] = (await form()).rows;
    await service.client.tax.changeLot({ params: { lot_id: 'lot-form3' }, body: { box: 'C' } });
    const read = await send(
      'Description,Symbol,Quantity,Date acquired,Date sold,Proceeds,Cost or other basis,Wash sale loss disallowed,Box\n' +
        'HARBOUR TOOLS,HARB,100,01/10/2018,06/11/2018,4600.00,3990.00,0,B\n' +
        'NIMBUS,NIMB,10,02/12/2018,07/02/2018,450.00,500.00,20.00,A\n' +
        'GHOST CO,GHST,5,02/12/2018,07/02/2018,5.00,4.00,0,A\n',
      'corrected.csv',
    );
    expect(read).toMatchObject({ replaced: true, matched: 2 });
    expect(read.mismatches.map(({ kind, instrument, rows, taken }) => [kind, instrument, rows, taken])).toEqual([
      ['box', 'HARB', [2], true],
      ['basis', 'HARB', [2], true],
      ['box', 'NIMB', [3], true],
      ['wash', 'NIMB', [3], true],
      ['not_in_book', 'GHOST CO', [4], false],
    ]);
    const { rows, problems } = await form();
    expect(rows).toMatchObject([
      { box: 'B', cost_basis: 3990, gain_loss: 610 },
      { box: 'A', code: 'W', adjustment: 20, gain_loss: -30 },
    ]);
    expect(problems.map(({ code }) => code)).toContain('form_1099_differs');
    const query = { tax_year: 2018, account_id: 'B99' };
    expect(await service.client.tax.ytdSummary({ query })).toMatchObject({
      total_realized: 580,
      wash_sale_adjustments: 20,
    });
    await service.client.tax.forget1099({ params: { form_id: read.form_id } });
    expect((await form()).rows).toMatchObject([before, { box: 'C', gain_loss: -50 }]);
  });

  it('is refused with what to do where nothing in it is a sale', async () => {
    await expect(send('Date,Action,Symbol\n01/02/2018,Buy,HARB\n', 'trades.csv')).rejects.toThrow(/Date sold/);
    await expect(send('V042\nAx\nD01/01/2019\n^\n', 'empty.txf')).rejects.toThrow(/no sale/);
    expect((await service.client.tax.forms1099({ query: { tax_year: 2018 } })).forms).toEqual([]);
  });
});
