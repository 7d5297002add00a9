// Cash, prices, net worth and returns as a person meets them: what was stated, what moved it, what it is worth.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

const trade = (exec_id: string, time: string, action: 'BOT' | 'SLD', quantity: number, price: number, more = {}) =>
  service.client.trades.create({
    body: { exec_id, time, action, quantity, price, instrument: 'XYZ', account_id: 'U1', ...more },
  });

describe('cash', () => {
  const cash = (date: string, account_id = 'U1') => service.client.worth.cashBalances({ query: { account_id, date } });

  it('is none until somebody states it, and says so', async () => {
    await trade('c1', '2024-03-04T15:00:00Z', 'BOT', 10, 100, { commission: 1 });
    expect(await cash('2024-03-04')).toMatchObject({ items: [], without_cash: ['U1'] });
  });

  it('is worked back before the stated day and moved by what comes after', async () => {
    const stated = await service.client.worth.stateCash({
      body: { account_id: 'U1', balance: 4000, date: '2024-03-31' },
    });
    expect(stated).toMatchObject({ account_id: 'U1', currency: 'USD', balance: 4000, as_of: '2024-03-31' });
    await service.client.banking.submit({
      body: {
        account_id: 'U1',
        transactions: [
          { date: '2024-04-02', amount: 12.5, description: 'Dividend XYZ', category: 'dividend' },
          { date: '2024-04-03', amount: -500, description: 'To the bank', category: 'withdrawal' },
        ],
      },
    });
    expect((await cash('2024-03-03')).items).toMatchObject([{ balance: 5001 }]);
    expect((await cash('2024-03-04')).items).toMatchObject([{ balance: 4000, stated_on: '2024-03-31' }]);
    expect((await cash('2024-04-03')).items).toMatchObject([{ balance: 3512.5, last_moved: '2024-04-03' }]);
    expect((await cash('2024-04-03')).without_cash).toEqual([]);
  });

  it('what is recorded of a broker is its worth and never cash; of a bank it is cash', async () => {
    await withAccount(service.client, 'U2');
    const record = (account_id: string) =>
      service.client.accounts.recordBalance({
        params: { account_id },
        body: { balance: 777, snapshot_datetime: '2024-05-01' },
      });
    await record('U2');
    expect((await cash('2024-05-02', 'U2')).items).toEqual([]);
    await service.client.accounts.create({ body: { account_id: 'B1', name: 'Bank', account_type: 'bank' } });
    await record('B1');
    expect((await cash('2024-05-02', 'B1')).items).toMatchObject([{ balance: 777 }]);
    await expect(cash('2024-05-02', 'nobody')).rejects.toMatchObject({ status: 404 });
  });
});

/** A book of its own account with cash stated as nothing before anything happened. */
async function account(id: string, start = '2024-12-01'): Promise<void> {
  await withAccount(service.client, id);
  await service.client.worth.stateCash({ body: { account_id: id, balance: 0, date: start } });
}

const money = (
  account_id: string,
  date: string,
  amount: number,
  category: 'deposit' | 'withdrawal' | 'fee' | 'dividend',
) =>
  service.client.banking.submit({
    body: { account_id, transactions: [{ date, amount, description: `${category} ${date}`, category }] },
  });

const prices = (instrument: string, ...points: readonly [date: string, price: number][]) =>
  service.client.worth.putPrices({ body: { prices: points.map(([date, price]) => ({ date, instrument, price })) } });

const percent = (rate: string | null | undefined): string | null =>
  rate === null || rate === undefined ? null : (Number(rate) * 100).toFixed(4);

const year = { period: '2025' };

describe('returns worked by hand (docs/worth.md)', () => {
  const returnsOf = (account_ids: string, more = {}) =>
    service.client.worth.returns({ query: { ...year, account_ids, ...more } });

  it('R1 a deposit in March, and R10 the benchmark with the same flows', async () => {
    await account('R1');
    await money('R1', '2024-12-31', 10_000, 'deposit');
    await trade('r1a', '2024-12-31T15:00:00Z', 'BOT', 100, 100, { account_id: 'R1', instrument: 'RONE' });
    await money('R1', '2025-03-01', 5000, 'deposit');
    await prices('RONE', ['2025-02-28', 105], ['2025-12-31', 120]);
    await prices('RTEN', ['2024-12-31', 100], ['2025-02-28', 104], ['2025-12-31', 112]);
    // 100 shares and 5,000 in cash: 10,500, then 15,500, then 17,000.
    const found = await returnsOf('R1', { benchmark: 'RTEN' });
    expect([found.twr, found.mwr_annual, found.modified_dietz].map(percent)).toEqual(['15.1613', '14.1523', '14.1063']);
    expect([found.benchmark?.twr, found.benchmark?.mwr_annual].map(percent)).toEqual(['12.0000', '11.2057']);
    expect(found).toMatchObject({ start_value: 10_000, end_value: 17_000, without_cash: [], days: 365 });
    const { bridge, series } = await service.client.worth.netWorth({ query: { ...year, account_ids: 'R1' } });
    expect(bridge).toMatchObject({ start: 10_000, deposits: 5000, realised: 0, unrealised_change: 2000, end: 17_000 });
    expect(series).toHaveLength(366);
    expect(series.find(({ date }) => date === '2025-06-30')).toMatchObject({ value: null, gaps: ['RONE'] });
  });

  it('R2 a withdrawal counts at the end of its day', async () => {
    await account('R2');
    await money('R2', '2024-12-31', 20_000, 'deposit');
    await trade('r2a', '2024-12-31T15:00:00Z', 'BOT', 200, 100, { account_id: 'R2', instrument: 'RTWO' });
    await trade('r2b', '2025-07-01T15:00:00Z', 'SLD', 133.33333333, 90.0000000022, {
      account_id: 'R2',
      instrument: 'RTWO',
    });
    await money('R2', '2025-07-01', -12_000, 'withdrawal');
    await prices('RTWO', ['2025-07-01', 90], ['2025-12-31', 99]);
    const found = await returnsOf('R2');
    expect([found.twr, found.mwr_annual, found.modified_dietz].map(percent)).toEqual([
      '-1.0000',
      '-10.1277',
      '-10.0118',
    ]);
  });

  it('R4 shares moved in are a flow at their value of that day; between own accounts none of the whole', async () => {
    await account('R4');
    await account('R4b');
    await money('R4', '2024-12-31', 10_000, 'deposit');
    await trade('r4a', '2024-12-31T15:00:00Z', 'BOT', 200, 50, { account_id: 'R4', instrument: 'RFOUR' });
    await money('R4b', '2024-12-31', 5000, 'deposit');
    await trade('r4b', '2024-12-31T15:00:00Z', 'BOT', 100, 50, { account_id: 'R4b', instrument: 'RFOUR' });
    await service.client.positionEvents.create({
      body: {
        kind: 'transfer',
        instrument: 'RFOUR',
        time: '2025-05-15',
        quantity: 100,
        from_account_id: 'R4b',
        to_account_id: 'R4',
      },
    });
    await prices('RFOUR', ['2025-05-14', 52], ['2025-05-15', 52], ['2025-12-31', 54.6]);
    const found = await returnsOf('R4');
    expect([found.twr, found.mwr_annual].map(percent)).toEqual(['9.2000', '8.9227']);
    const whole = await service.client.worth.netWorth({ query: { ...year, account_ids: 'R4,R4b' } });
    expect(whole.bridge).toMatchObject({ start: 15_000, transfers: 0, unrealised_change: 1380, end: 16_380 });
    const one = await service.client.worth.netWorth({ query: { ...year, account_ids: 'R4', rows: 'transfers' } });
    expect(one.bridge).toMatchObject({ transfers: 5200, unrealised_change: 1180, end: 16_380 });
    expect(one.rows).toMatchObject([{ date: '2025-05-15', instrument: 'RFOUR', amount: 5200 }]);
  });

  it('R5 below zero there is no rate; R6 without the last price none; R8 nothing is annualised; R9 net and gross', async () => {
    await account('R5');
    await money('R5', '2024-12-31', 5000, 'deposit');
    await money('R5', '2025-05-05', -6000, 'fee');
    const below = await returnsOf('R5');
    expect(below).toMatchObject({ twr: null, end_value: -1000 });
    expect(below.reasons['twr']).toMatch(/below zero/);
    const flat = await service.client.worth.returns({
      query: { from: '2025-02-01', to: '2025-02-28', account_ids: 'R5' },
    });
    expect(flat).toMatchObject({ volatility: '0', sharpe: null, sortino: null });
    expect(flat.reasons).toMatchObject({
      sharpe: expect.stringMatching(/differ/),
      sortino: expect.stringMatching(/below zero/),
    });
    const missing = await service.client.worth.returns({
      query: { from: '2025-01-01', to: '2025-10-31', account_ids: 'R1' },
    });
    expect(missing.twr).toBeNull();
    expect(missing.reasons['twr']).toMatch(/last evening/);
    const short = await service.client.worth.returns({
      query: { from: '2025-01-01', to: '2025-02-28', account_ids: 'R1' },
    });
    expect(short).toMatchObject({ twr: '0.05', twr_annual: null });
    await account('R9');
    await money('R9', '2024-12-31', 10_000, 'deposit');
    await trade('r9a', '2024-12-31T15:00:00Z', 'BOT', 100, 100, { account_id: 'R9', instrument: 'RNINE' });
    await money('R9', '2025-12-31', -60, 'fee');
    await money('R9', '2025-12-31', 160, 'dividend');
    await prices('RNINE', ['2025-12-31', 104]);
    const { twr, twr_gross } = await returnsOf('R9');
    expect([percent(twr), percent(twr_gross)]).toEqual(['5.0000', '5.6000']);
  });

  it('an account without cash has its purchases for flows, and says so', async () => {
    await withAccount(service.client, 'N1');
    for (const [at, [date, price]] of (
      [
        ['2020-01-01', 10],
        ['2020-02-01', 15],
        ['2020-03-01', 20],
        ['2020-04-01', 25],
      ] as const
    ).entries())
      await trade(`n${at}`, `${date}T15:00:00Z`, 'BOT', 1, price, { account_id: 'N1', instrument: 'CORP' });
    await prices('CORP', ['2020-05-01', 25]);
    const plan = await service.client.worth.returns({
      query: { account_ids: 'N1', from: '2020-01-01', to: '2020-04-01', flow_timing: 'end_of_day' },
    });
    expect(plan).toMatchObject({ twr: '1.5', without_cash: ['N1'], problems: [{ code: 'no_cash' }] });
    const rate = await service.client.worth.returns({
      query: { account_ids: 'N1', from: '2020-01-01', to: '2020-05-01', flow_timing: 'start_of_day' },
    });
    expect(Number(rate.mwr_annual)).toBeCloseTo(5.70083435454727, 3);
    const bridge = await service.client.worth.netWorth({
      query: { account_ids: 'N1', from: '2020-01-01', to: '2020-04-01' },
    });
    expect(bridge.bridge).toMatchObject({ start: 0, deposits: 70, unrealised_change: 30, end: 100 });
  });
});

it('prices come from a list, and the person comes before the own last fill', async () => {
  const file = {
    name: 'prices.csv',
    bytes: new TextEncoder().encode('date,instrument,price\n2025-12-30,RNINE,103\n2025-12-29,RNINE,none\n'),
  };
  const found = await service.client.worth.importPrices({ body: { file } });
  expect(found).toMatchObject({ stored: 1, instruments: 1, from: '2025-12-30', invalid: [{ row: 3 }] });
  const known = await service.client.worth.prices({ query: { instrument: 'RNINE,CORP', date: '2025-12-30' } });
  expect(known).toMatchObject({
    items: [{ instrument: 'RNINE', price: 103, source: 'person' }],
    gaps: ['CORP'],
    oldest_days: 7,
  });
  const all = await service.client.worth.prices({ query: { instrument: 'CORP', history: 'yes' } });
  expect(all.items.map(({ source }) => source)).toEqual(['fill', 'fill', 'fill', 'fill', 'person']);
});

it('income by month, instrument and account', async () => {
  const query = { period: '2025', account_ids: 'R9' };
  const months = await service.client.worth.income({ query });
  expect(months).toMatchObject({ totals: { dividends: 160, net: 160 }, items: [{ key: '2025-12', payments: 1 }] });
  expect((await service.client.worth.income({ query: { ...query, by: 'account' } })).items).toMatchObject([
    { key: 'R9' },
  ]);
});
