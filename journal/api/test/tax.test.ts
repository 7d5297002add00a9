import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;

async function trade(
  exec_id: string,
  action: 'BOT' | 'SLD',
  date: string,
  quantity: number,
  price: number,
  instrument: string,
  account_id = 'U1',
) {
  await service.client.trades.create({
    body: {
      exec_id,
      action,
      time: date.length === 10 ? `${date}T15:00:00Z` : date,
      quantity,
      price,
      instrument,
      account_id,
    },
  });
}

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'U1');
  await service.client.accounts.create({ body: { account_id: 'IRA1', name: 'Retirement', account_type: 'IRA' } });
  // 100 XYZ lose 200; 50 are bought back in the account, 50 in the IRA.
  await trade('B1', 'BOT', '2025-02-03', 100, 10, 'XYZ');
  await trade('S1', 'SLD', '2025-06-02', 100, 8, 'XYZ');
  await trade('B2', 'BOT', '2025-06-10', 50, 8.5, 'XYZ');
  await trade('B3', 'BOT', '2025-06-12', 50, 8.5, 'XYZ', 'IRA1');
  // A long-term gain of 500.
  await trade('B4', 'BOT', '2024-01-10', 10, 100, 'ABC');
  await trade('S4', 'SLD', '2025-03-10', 10, 150, 'ABC');
});
afterAll(() => service.close());

describe('the profile', () => {
  it('is one per year, changed in parts', async () => {
    const created = await service.client.taxProfiles.create({
      body: {
        tax_year: 2025,
        filing_status: 'SINGLE',
        agi_estimate: 90_000,
        prior_year_tax: 12_000,
        prior_year_agi: 85_000,
      },
    });
    expect(created).toMatchObject({ filing_status: 'single', default_cost_basis: 'fifo', state_tax_rate: 0 });
    await expect(service.client.taxProfiles.create({ body: { tax_year: 2025 } })).rejects.toMatchObject({
      status: 409,
    });
    expect(
      await service.client.taxProfiles.update({ params: { year: 2025 }, body: { state_tax_rate: 0.05, state: 'MA' } }),
    ).toMatchObject({
      agi_estimate: 90_000,
      state_tax_rate: 0.05,
    });
    expect(await service.client.taxProfiles.get({ params: { year: 2025 } })).toMatchObject({ state: 'MA' });
    await service.client.taxProfiles.create({ body: { tax_year: 2024 } });
    expect((await service.client.taxProfiles.list()).map(({ tax_year }) => tax_year)).toEqual([2025, 2024]);
    await service.client.taxProfiles.remove({ params: { year: 2024 } });
    await expect(service.client.taxProfiles.get({ params: { year: 2024 } })).rejects.toMatchObject({ status: 404 });
    // The first change of a year makes its profile, as of this year.
    expect(
      await service.client.taxProfiles.update({ params: { year: 2022 }, body: { filing_status: 'head_of_household' } }),
    ).toMatchObject({ tax_year: 2022, filing_status: 'head_of_household', agi_estimate: 0 });
    await service.client.taxProfiles.remove({ params: { year: 2022 } });
  });
});

describe('wash sales', () => {
  it('are found across accounts: half deferred into the new shares, half gone into the IRA', async () => {
    const found = await service.client.washSales.find({
      body: { date_range_start: '2025-01-01', date_range_end: '2025-12-31' },
    });
    expect(found).toMatchObject({ total_disallowed: 200, affected_tickers: ['XYZ'] });
    expect(found.disclaimer).toContain('Not tax advice');
    expect(found.data).toMatchObject({ total_disallowed: 200 });
    expect(found.wash_sales).toMatchObject([
      {
        sell_trade: 'S1',
        buy_trade: 'B2',
        disallowed_loss: 100,
        adjusted_basis: 525,
        wash_window: { from: '2025-05-03', to: '2025-07-02' },
        status: 'ABSORBED',
      },
      { buy_trade: 'B3', disallowed_loss: 100, permanently_lost: true, status: 'DESTROYED' },
    ]);
    const id = found.wash_sales[0]?.chain_id ?? '';
    expect((await service.client.washSales.get({ params: { chain_id: id } })).chain).toMatchObject({ ticker: 'XYZ' });
    await expect(service.client.washSales.get({ params: { chain_id: 'none' } })).rejects.toMatchObject({ status: 404 });
  });

  it('narrowed to a ticker, an account or a time', async () => {
    const range = { date_range_start: '2025-01-01', date_range_end: '2025-12-31' };
    expect((await service.client.washSales.find({ body: { ...range, ticker: 'ABC' } })).wash_sales).toEqual([]);
    expect((await service.client.washSales.find({ body: { ...range, account_id: 'IRA1' } })).wash_sales).toEqual([]);
    await expect(
      service.client.washSales.find({ body: { date_range_start: '2025-12-31', date_range_end: '2025-01-01' } }),
    ).rejects.toMatchObject({ status: 422 });
    await expect(service.client.washSales.find({ body: { account_id: 'unknown' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('what is trapped, and what is lost for good', async () => {
    expect(await service.client.washSales.scan({ body: {} })).toMatchObject({
      trapped_amount: 100,
      active_chains: [{ buy_trade: 'B2' }],
    });
    expect(await service.client.washSales.deferred({ query: { tax_year: 2025 } })).toMatchObject({
      total_deferred: 100,
      total_permanent_loss: 100,
      reported_pnl: 500,
      real_pnl: 300,
    });
  });
});

describe('the year', () => {
  it('so far: the loss is held back, the gain is long-term, the state has its rate', async () => {
    // 90,500 − 15,750 = 74,750: 11,255 by the table on 74,250 and 15 % of 500; the state takes 5 % of 90,500.
    expect(await service.client.tax.ytdSummary({ query: { tax_year: 2025 } })).toMatchObject({
      realized_st_gain: 0,
      realized_lt_gain: 500,
      total_realized: 500,
      wash_sale_adjustments: 200,
      permanently_lost: 100,
      trades_count: 2,
      estimated_federal_tax: 11_330,
      estimated_state_tax: 4525,
      by_symbol: [{ symbol: 'ABC' }, { symbol: 'XYZ', wash_sale_adjustments: 200 }],
    });
  });

  it('estimated in whole, with brackets; another filing status when asked', async () => {
    const result = await service.client.tax.estimate({ body: { tax_year: 2025 } });
    expect(result).toMatchObject({
      realized_gains: { st: 0, lt: 500, net: 500 },
      federal_estimate: { tax: 11_330, niit: 0 },
      state_estimate: 4525,
      total_estimated_tax: 15_855,
    });
    expect(result.federal_estimate?.bracket_breakdown.map(({ rate }) => rate)).toEqual([0.1, 0.12, 0.22, 0.15]);
    const joint = await service.client.tax.estimate({ body: { tax_year: 2025, filing_status: 'married_joint' } });
    expect(joint.federal_estimate?.tax).toBeLessThan(11_330);
    const unknown = await service.client.tax.estimate({ body: { tax_year: 2024 } });
    expect(unknown.problems).toMatchObject([{ code: 'no_tax_profile' }]);
    await expect(
      service.client.tax.estimate({ body: { tax_year: 2025, account_id: 'unknown' } }),
    ).rejects.toMatchObject({
      status: 404,
    });
  });

  it('as forms: code W with its adjustment, and the lines of Schedule D', async () => {
    const form = await service.client.tax.form8949({ query: { tax_year: 2025 } });
    const text = Buffer.from(form.bytes).toString('utf8');
    expect(text).toContain('XYZ');
    expect(text.split('\n').filter((line) => line.includes(',W,'))).toHaveLength(2);
    const schedule = await service.client.tax.scheduleD({ query: { tax_year: 2025 } });
    expect(Buffer.from(schedule.bytes).toString('utf8')).toContain('Net long-term capital gain or (loss)');
  });

  it('by another method costs what it costs, and what is wrong in the trades is named', async () => {
    expect(await service.client.tax.alpha({ query: { tax_year: 2025 } })).toMatchObject({
      method: 'fifo',
      tax_savings: 0,
      savings_from_lot_optimization: 0,
      savings_from_harvesting: 0,
      trades_optimized_count: 0,
    });
    await trade('X1', 'SLD', '2025-08-01', 5, 10, 'GHOST');
    const audit = await service.client.tax.audit({ query: { tax_year: 2025 } });
    expect(audit.findings).toMatchObject([{ finding_type: 'sale_without_lot', severity: 'error', ids: ['X1'] }]);
    expect(audit.severity_summary).toEqual({ error: 1, warning: 0, info: 0 });
    await service.client.trades.remove({ params: { exec_id: 'X1' } });
  });
});

describe('this year’s profile', () => {
  it('is what is assumed until the first change makes it', async () => {
    const { tax_year: year, filing_status } = await service.client.taxProfiles.current();
    expect(filing_status).toBe('single');
    // The year it is for the taxpayer, who sits in New York: five hours behind on New Year's Day.
    expect(String(year)).toBe(
      new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'America/New_York' }).format(),
    );
    await expect(service.client.taxProfiles.updateCurrent({ body: {} })).rejects.toMatchObject({ status: 422 });
    await service.client.taxProfiles.updateCurrent({ body: { filing_status: 'married_joint' } });
    await service.client.taxProfiles.updateCurrent({ body: { agi_estimate: 1_000 } });
    expect(await service.client.taxProfiles.get({ params: { year } })).toMatchObject({
      filing_status: 'married_joint',
      agi_estimate: 1_000,
    });
    await service.client.taxProfiles.remove({ params: { year } });
  });
});

describe('what a person can say about a year', () => {
  afterAll(() => service.client.taxProfiles.remove({ params: { year: 2023 } }));

  it('state brackets instead of a flat rate, after a deduction', async () => {
    const brackets = [
      { up_to: 10_000, rate: 0.02 },
      { up_to: null, rate: 0.06 },
    ];
    const unordered = [{ up_to: null, rate: 0.02 }, ...brackets];
    await expect(
      service.client.taxProfiles.create({ body: { tax_year: 2023, state_brackets: unordered } }),
    ).rejects.toMatchObject({ status: 422 });
    await service.client.taxProfiles.create({
      body: { tax_year: 2023, agi_estimate: 50_000, state_brackets: brackets, state_deduction: 5_000 },
    });
    const { state_estimate } = await service.client.tax.estimate({ body: { tax_year: 2023 } });
    // 45,000: 2 % of 10,000 and 6 % of 35,000.
    expect(state_estimate).toBe(2_300);
  });

  it('year-end prices of what is marked to market, and which roots are', async () => {
    // One /ES future bought at 4,000 and sold next year at 4,100: 50 a point.
    await trade('F1', 'BOT', '2023-12-01', 1, 4_000, '/ESH4');
    await trade('F2', 'SLD', '2024-01-10', 1, 4_100, '/ESH4');
    const year = () => service.client.tax.ytdSummary({ query: { tax_year: 2023 } });
    expect((await year()).problems.map(({ code }) => code)).toContain('missing_year_end_price');
    await service.client.taxProfiles.update({
      params: { year: 2023 },
      body: { year_end_prices: { '/ESH4': 4_060 }, section_1256_roots: ['SPX', 'SPY'] },
    });
    // 60 points of 50: 40 % short, 60 % long.
    expect(await year()).toMatchObject({ realized_st_gain: 1_200, realized_lt_gain: 1_800 });
    for (const exec_id of ['F1', 'F2']) await service.client.trades.remove({ params: { exec_id } });
  });
});

describe('quarterly payments', () => {
  it('a quarter of last year’s tax is safe; what was paid counts', async () => {
    const query = { quarter: 'Q1', tax_year: 2025, estimation_method: 'prior_year' } as const;
    expect(await service.client.tax.quarterly({ query })).toMatchObject({
      required_payment: 3000,
      cumulative_required: 3000,
      cumulative_paid: 0,
      due_date: '2025-04-15',
      required: 3000,
      method: 'prior_year',
    });
    const payment = { quarter: 'Q1', tax_year: 2025, payment_amount: 3000, paid_on: '2025-04-10' } as const;
    await expect(service.client.tax.recordPayment({ body: { ...payment, confirm: false } })).rejects.toMatchObject({
      status: 400,
    });
    expect(await service.client.tax.recordPayment({ body: { ...payment, confirm: true } })).toMatchObject({
      status: 'recorded',
      recorded_payment: 3000,
      cumulative_paid: 3000,
    });
    expect(await service.client.tax.quarterly({ query })).toMatchObject({
      cumulative_paid: 3000,
      underpayment: 0,
      penalty: 0,
    });
  });

  it('the methods side by side', async () => {
    const { methods } = await service.client.tax.compareQuarterly({ query: { tax_year: 2025 } });
    expect(methods.map(({ method }) => method)).toEqual(['annualized', 'regular', 'prior_year']);
    // 90 % of 11,330 is less than last year's 12,000.
    expect(methods[1]).toMatchObject({ required_annual: 10_197, basis: 'current_year_90' });
  });
});

describe('lots', () => {
  it('open and closed, with what is missing stated where there is no price', async () => {
    const open = await service.client.tax.lots({ query: { status: 'open', account_id: 'U1' } });
    expect(open.lots).toMatchObject([
      {
        lot_id: 'lot-B2',
        ticker: 'XYZ',
        quantity: 50,
        cost_basis: 525,
        wash_sale_adjustment: 100,
        current_value: null,
      },
    ]);
    expect(open.summary).toMatchObject({ total_lots: 1, total_basis: 525, total_unrealized: null });
    expect(open.problems.map(({ code }) => code)).toContain('missing_price');
    expect((await service.client.tax.lots({ query: { status: 'closed' } })).total_count).toBe(3);
    expect((await service.client.tax.lot({ params: { lot_id: 'lot-B1' } })).parts).toHaveLength(2);
    await expect(service.client.tax.lot({ params: { lot_id: 'lot-none' } })).rejects.toMatchObject({ status: 404 });
  });

  it('a sale is previewed with its lots, its tax and what waiting would save', async () => {
    const body = { ticker: 'XYZ', action: 'sell', quantity: 50, price: 7, account_id: 'U1' } as const;
    expect(await service.client.tax.simulate({ body })).toMatchObject({
      lots_to_close: [{ lot_id: 'lot-B2', shares: 50, basis: 525, gain_loss: -175 }],
      summary: { proceeds: 350, total_proceeds: 350, basis: 525, realized_gain: -175 },
      wash_sale_risk: { at_risk: false },
    });
    await expect(service.client.tax.simulate({ body: { ...body, ticker: 'NONE' } })).rejects.toMatchObject({
      status: 409,
    });
  });

  it('losses to harvest need prices, and say for which tickers they had none', async () => {
    expect(await service.client.tax.harvest({ query: {} })).toMatchObject({
      opportunities: [],
      skipped_tickers: ['XYZ'],
    });
  });

  it('a person can say which lot a sale sold', async () => {
    await trade('Q1', 'BOT', '2025-01-06', 10, 10, 'QQ');
    await trade('Q2', 'BOT', '2025-01-07', 10, 20, 'QQ');
    await trade('QS', 'SLD', '2025-03-03', 10, 15, 'QQ');
    expect((await service.client.tax.lot({ params: { lot_id: 'lot-Q1' } })).parts[0]?.status).toBe('closed');
    expect(await service.client.tax.closeLot({ params: { lot_id: 'lot-Q2' }, body: {} })).toMatchObject({
      sell_trade_id: 'QS',
      parts: [{ status: 'closed', realized_gain_loss: -50 }],
    });
    expect((await service.client.tax.lot({ params: { lot_id: 'lot-Q1' } })).parts[0]?.status).toBe('open');
    await expect(service.client.tax.closeLot({ params: { lot_id: 'lot-Q2' }, body: {} })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('and another one in addition, as far as the sale has room: the newest first', async () => {
    for (const [id, price] of [
      ['V1', 10],
      ['V2', 20],
      ['V3', 30],
    ] as const)
      await trade(id, 'BOT', `2025-02-0${id.slice(1)}`, 10, price, 'VV');
    await trade('VS', 'SLD', '2025-03-03', 20, 25, 'VV');
    const status = async () => {
      const { lots } = await service.client.tax.lots({ query: { ticker: 'VV', with_prices: false } });
      return Object.fromEntries(lots.map((lot) => [lot.lot_id, lot.status]));
    };
    const name = (lot_id: string) => service.client.tax.closeLot({ params: { lot_id }, body: { sell_trade_id: 'VS' } });
    await name('lot-V3');
    expect(await status()).toEqual({ 'lot-V1': 'closed', 'lot-V2': 'open', 'lot-V3': 'closed' });
    await name('lot-V2');
    expect(await status()).toEqual({ 'lot-V1': 'open', 'lot-V2': 'closed', 'lot-V3': 'closed' });
    await name('lot-V1');
    expect(await status()).toEqual({ 'lot-V1': 'closed', 'lot-V2': 'closed', 'lot-V3': 'open' });
  });

  it('and take it back: the sale is booked in the usual order again, and its history says what was chosen', async () => {
    const params = { sell_trade_id: 'VS' };
    const { tax } = service.client;
    const named = await tax.lotChoice({ params });
    expect(named).toMatchObject({ lot_ids: ['lot-V1', 'lot-V2', 'lot-V3'] });
    expect(named.chosen_at).not.toBeNull();
    await tax.closeLot({ params: { lot_id: 'lot-V3' }, body: { sell_trade_id: 'VS' } });
    await tax.forgetLotChoice({ params });
    const { lots } = await tax.lots({ query: { ticker: 'VV', with_prices: false } });
    expect(lots.filter((lot) => lot.status === 'open').map((lot) => lot.lot_id)).toEqual(['lot-V3']);
    expect(await tax.lotChoice({ params })).toEqual({ sell_trade_id: 'VS', lot_ids: [], chosen_at: null });
    const { items } = await service.client.audit.list({ query: { resource_type: 'tax_lot', resource_id: 'VS' } });
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'tax_lot.usual_order', before: { buy_exec_ids: ['V3', 'V1', 'V2'] }, after: null },
      {
        action: 'tax_lot.close',
        before: { buy_exec_ids: ['V1', 'V2', 'V3'] },
        after: { buy_exec_ids: ['V3', 'V1', 'V2'] },
      },
    ]);
    await expect(tax.forgetLotChoice({ params })).rejects.toMatchObject({ status: 404 });
    await expect(tax.lotChoice({ params: { sell_trade_id: 'nothing' } })).rejects.toMatchObject({ status: 404 });
  });

  it('or choose a method for it until it settles', async () => {
    await expect(
      service.client.tax.reassignLot({ params: { lot_id: 'lot-Q2' }, body: { method: 'hifo' } }),
    ).rejects.toMatchObject({ status: 400 });
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    await trade('R1', 'BOT', ago(30), 10, 10, 'RR');
    await trade('R2', 'BOT', ago(29), 10, 20, 'RR');
    await trade('RS', 'SLD', ago(1), 10, 30, 'RR');
    expect(
      await service.client.tax.reassignLot({ params: { lot_id: 'lot-R1' }, body: { method: 'HIFO' } }),
    ).toMatchObject({
      status: 'reassigned',
      sell_trade_id: 'RS',
      lot_ids: ['lot-R2'],
    });
    expect((await service.client.tax.lot({ params: { lot_id: 'lot-R1' } })).parts[0]?.status).toBe('open');
  });

  it('after a change of any kind are those of the book opened again', async () => {
    const lots = async () => (await service.client.tax.lots({ query: { with_prices: false } })).lots;
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      'a price': () => service.client.trades.patch({ params: { exec_id: 'B1' }, body: { price: 11 } }),
      'a trade gone': () => service.client.trades.remove({ params: { exec_id: 'B2' } }),
      'a call that replaces the shares': () => trade('C1', 'BOT', '2025-06-11', 1, 2, 'XYZ 251219 C 10'),
      'the rules of wash sales': () =>
        service.client.taxProfiles.updateCurrent({ body: { wash_sale_method: 'aggressive' } }),
      'an account': () =>
        service.client.accounts.update({ params: { account_id: 'IRA1' }, body: { account_type: 'broker' } }),
      'a split': () =>
        service.client.positionEvents.create({
          body: { kind: 'split', instrument: 'XYZ', time: '2025-05-01', new_shares: 2, old_shares: 1 },
        }),
      'a method': () =>
        service.client.taxProfiles.update({ params: { year: 2025 }, body: { default_cost_basis: 'max_st_gain' } }),
    };
    let before = await lots();
    for (const [name, change] of Object.entries(changes)) {
      await change();
      const now = await lots();
      await service.client.auth.lock();
      await service.client.auth.unlock({ body: { api_key: service.apiKey } });
      expect({ name, now }).toEqual({ name, now: await lots() });
      expect({ name, now }).not.toEqual({ name, now: before });
      before = now;
    }
  });
});
