// Cash, prices, net worth and returns as a person meets them: what was stated, what moved it, what it is worth.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FlowTiming, twr, xirr } from '@zorivest/domain';
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
    await expect(cash('2024-05-02', 'unknown')).rejects.toMatchObject({ status: 404 });
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

  it('R3 money of the first day counts from its start, of the last day at its end', async () => {
    await account('R3');
    await money('R3', '2024-12-31', 10_000, 'deposit');
    await money('R3', '2025-01-01', 5000, 'deposit');
    await money('R3', '2025-06-30', 1500, 'dividend');
    expect(percent((await returnsOf('R3')).twr)).toBe('10.0000');
    await account('R3b');
    await money('R3b', '2024-12-31', 10_000, 'deposit');
    await money('R3b', '2025-06-30', 1000, 'dividend');
    await money('R3b', '2025-12-31', 5000, 'deposit');
    const last = await returnsOf('R3b', { flow_timing: 'end_of_day' });
    expect([last.twr, last.modified_dietz].map(percent)).toEqual(['10.0000', '10.0000']);
    expect(last.end_value).toBe(16_000);
  });

  it('R6 a flow on a day without a price: Modified Dietz for that stretch, which is named', async () => {
    await account('R6');
    await money('R6', '2024-12-31', 10_000, 'deposit');
    await trade('r6a', '2024-12-31T15:00:00Z', 'BOT', 100, 100, { account_id: 'R6', instrument: 'RSIX' });
    await money('R6', '2025-03-10', 1000, 'deposit');
    await prices('RSIX', ['2025-02-28', 105], ['2025-03-31', 110], ['2025-12-31', 120]);
    const found = await returnsOf('R6');
    // The price of 28 February holds a week, that of 31 March begins the next stretch.
    expect(found.approximated).toEqual([{ from: '2025-03-07', to: '2025-03-31' }]);
    // 1.05 × (1 + 500 / (10,500 + 1,000 × 22/24)) × 13,000/12,000
    expect(percent(found.twr)).toBe('18.7318');
  });

  it('R7 two rates are none, and both are listed; money of one direction has none', async () => {
    await account('R7', '2020-12-01');
    await money('R7', '2021-01-01', 1000, 'deposit');
    await money('R7', '2021-12-31', 1300, 'dividend');
    await money('R7', '2022-01-01', -2300, 'withdrawal');
    await money('R7', '2023-01-01', 1320, 'deposit');
    await money('R7', '2023-01-01', -1320, 'fee');
    const query = { account_ids: 'R7', from: '2021-01-01', to: '2023-01-01' };
    const found = await service.client.worth.returns({ query });
    expect(found.mwr_annual).toBeNull();
    expect(found.mwr_roots.map(percent)).toEqual(['10.0000', '20.0000']);
    expect(found.reasons['mwr_annual']).toBeTypeOf('string');
    const lost = await service.client.worth.returns({ query: { ...query, from: '2022-06-01' } });
    expect(lost).toMatchObject({ mwr_annual: null, mwr_roots: [] });
    expect(lost.reasons['mwr_annual']).toBeTypeOf('string');
  });

  it('R8 seventy-seven days are never annualised', async () => {
    await account('R8');
    await money('R8', '2024-12-31', 100, 'deposit');
    await money('R8', '2025-03-01', 3, 'dividend');
    const query = { account_ids: 'R8', from: '2025-01-01', to: '2025-03-18' };
    expect(await service.client.worth.returns({ query })).toMatchObject({
      days: 77,
      twr: '0.03',
      twr_annual: null,
      modified_dietz_annual: null,
    });
  });

  it.each(['R1', 'R3', 'R4', 'R6', 'R9'])('%s has the digits of the functions it is made of', async (id) => {
    await sameAsFunctions({ ...year, account_ids: id }, 'in_start_out_end');
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

type ReturnsQuery = NonNullable<NonNullable<Parameters<TestService['client']['worth']['returns']>[0]>['query']>;

/** The service's rates next to the domain's functions, fed with the values and flows that the service answers. */
async function sameAsFunctions(query: ReturnsQuery, flowTiming: FlowTiming) {
  const found = await service.client.worth.returns({ query: { ...query, flow_timing: flowTiming } });
  const { instrument: _, ...stretch } = query;
  if (query.instrument !== undefined) return found;
  const flows: { date: string; amount: number }[] = [];
  for (const rows of ['deposits', 'withdrawals', 'transfers'] as const)
    flows.push(...((await service.client.worth.netWorth({ query: { ...stretch, rows } })).rows ?? []));
  const { series } = await service.client.worth.netWorth({ query: stretch });
  const valuations = series.flatMap(({ date, value }) => (value === null ? [] : [{ date, value: String(value) }]));
  const texts = flows.map(({ date, amount }) => ({ date, amount: String(amount) }));
  const period = { from: found.from, to: found.to };
  const pure = twr({ valuations, flows: texts, period, flowTiming });
  expect([found.twr, found.twr_annual]).toEqual([pure.twr, pure.annual]);
  const back = flowTiming === 'start_of_day' ? 86_400_000 : 0;
  const moved = texts.map(({ date, amount }) => ({
    date: new Date(Date.parse(date) - back).toISOString().slice(0, 10),
    amount,
  }));
  const { rate, roots } = xirr([
    { date: period.from, amount: String(found.start_value ?? 0) },
    ...moved,
    { date: period.to, amount: String(-(found.end_value ?? 0)) },
  ]);
  expect([found.mwr_annual, found.mwr_roots]).toEqual([rate, roots]);
  return found;
}

interface BookCase {
  readonly currency: string;
  readonly accounts: readonly string[];
  readonly transactions: readonly {
    readonly date: string;
    readonly type: string;
    readonly account: string;
    readonly security?: string;
    readonly quantity?: string;
    readonly price?: string;
    readonly amount?: string;
    readonly fees?: string;
  }[];
  readonly prices: readonly { readonly security: string; readonly date: string; readonly price: string }[];
  readonly period: { readonly from: string; readonly to: string };
  readonly scope: string;
  readonly flow_timing: string;
}

interface BookExpected {
  readonly expected: Readonly<Record<string, unknown>>;
  readonly tolerance: string;
}

describe('books that others computed', () => {
  const folder = resolve(
    import.meta.dirname,
    '../../..',
    process.env['ZORIVEST_CASES'] ?? '../shared/data',
    'journal/returns',
  );
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.startsWith('book-') && !file.endsWith('.expected.json'))
        .map((file) => file.replace('.json', ''))
    : [];
  const read = (name: string): unknown => JSON.parse(readFileSync(resolve(folder, `${name}.json`), 'utf8'));

  it('have the same returns over the service', async (ctx) => {
    if (names.length === 0) ctx.skip('journal/returns is not on this machine');
    const wrong: string[] = [];
    for (const [at, name] of names.entries()) {
      const given = read(name) as BookCase;
      const wanted = read(`${name}.expected`) as BookExpected;
      await service.client.settings.set({ params: { key: 'book.base_currency' }, body: { value: given.currency } });
      const idOf = (account: string) => `K${at}-${given.accounts.indexOf(account)}`;
      await record(given, at, idOf);
      const accounts = given.accounts.map(idOf).join(',');
      const instrument = /^security (.+)$/.exec(given.scope)?.[1];
      const query = {
        account_ids: accounts,
        ...given.period,
        ...(instrument !== undefined && { instrument: `${instrument} ${at}` }),
      };
      for (const [figure, expected] of Object.entries(wanted.expected)) {
        if (typeof expected !== 'string') continue;
        const found = await sameAsFunctions(query, timingOf(given.flow_timing, figure));
        const rate = figure === 'twr' ? found.twr : found.mwr_annual;
        if (rate === null || Math.abs(Number(rate) - Number(expected)) > Number(wanted.tolerance))
          wrong.push(`${name} ${figure}: ${rate} for ${expected}`);
      }
    }
    await service.client.settings.remove({ params: { key: 'book.base_currency' } });
    expect(wrong).toEqual([]);
  });

  /** One for all, or one for each kind: `end_of_day (twr), start_of_day (irr)`. */
  function timingOf(text: string, figure: string): FlowTiming {
    const kind = figure === 'twr' ? 'twr' : 'irr';
    return (new RegExp(`(\\w+) \\(${kind}\\)`).exec(text)?.[1] ?? text) as FlowTiming;
  }

  async function record(given: BookCase, at: number, idOf: (account: string) => string): Promise<void> {
    const [first = ''] = given.transactions.map(({ date }) => date).toSorted();
    const hasCash = given.transactions.some(({ type }) => type === 'deposit');
    for (const name of given.accounts) {
      const account_id = idOf(name);
      await service.client.accounts.create({
        body: { account_id, name: account_id, account_type: 'broker', currency: given.currency },
      });
      const before = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10);
      if (hasCash) await service.client.worth.stateCash({ body: { account_id, balance: 0, date: before } });
    }
    for (const [row, one] of given.transactions.entries()) {
      const account_id = idOf(one.account);
      const instrument = `${one.security} ${at}`;
      const quantity = Number(one.quantity);
      if (one.type === 'buy' || one.type === 'sell')
        await trade(
          `k${at}-${row}`,
          `${one.date}T15:00:00Z`,
          one.type === 'buy' ? 'BOT' : 'SLD',
          quantity,
          Number(one.price),
          {
            account_id,
            instrument,
            currency: given.currency,
            commission: Number(one.fees ?? 0),
          },
        );
      else if (one.type === 'delivery_inbound')
        await service.client.positionEvents.create({
          body: {
            kind: 'transfer',
            instrument,
            time: one.date,
            quantity,
            to_account_id: account_id,
            lots: [{ acquired: one.date, quantity, cost: Number(one.amount) }],
          },
        });
      else
        await service.client.banking.submit({
          body: {
            account_id,
            transactions: [
              {
                date: one.date,
                amount: Number(one.amount),
                description: one.type,
                category: one.type as 'deposit' | 'interest',
              },
            ],
          },
        });
    }
    if (given.prices.length > 0)
      await service.client.worth.putPrices({
        body: {
          prices: given.prices.map(({ security, date, price }) => ({
            date,
            instrument: `${security} ${at}`,
            price: Number(price),
            currency: given.currency,
          })),
        },
      });
  }
});

describe('one price for every caller', () => {
  const query = { account_ids: 'P1' };
  let today: string;
  const shift = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    await account('P1');
    const { to } = await service.client.worth.netWorth({ query: { period: 'today' } });
    today = to;
    const body = { account_id: 'P1', commission: 0 };
    await trade('p1', `${shift(-60)}T15:00:00Z`, 'BOT', 10, 50, { ...body, instrument: 'PGIVEN' });
    await trade('p2', `${shift(-1)}T15:00:00Z`, 'BOT', 2, 3, { ...body, instrument: `POPT 271217 C 50` });
    await trade('p3', `${shift(-60)}T15:00:00Z`, 'BOT', 5, 20, { ...body, instrument: 'PGONE' });
    await prices('PGIVEN', [shift(-2), 40]);
    await prices('PGONE', [shift(-8), 10]);
  });

  it('positions, prices, lots, losses to take and net worth have the same, and the same has none', async () => {
    const option = 'POPT 271217 C 50';
    const { items } = await service.client.roundTrips.open({ query });
    const { items: known, gaps } = await service.client.worth.prices({
      query: { instrument: `PGIVEN,PGONE,${option}` },
    });
    const priceOf = (instrument: string) => known.find((one) => one.instrument === instrument)?.price ?? null;
    expect([priceOf('PGIVEN'), priceOf(option), gaps]).toEqual([40, 3, ['PGONE']]);
    const { lots } = await service.client.tax.lots({ query: { account_id: 'P1', status: 'open' } });
    const values = { PGIVEN: 400, [option]: 600, PGONE: null };
    for (const [instrument, value] of Object.entries(values)) {
      expect(items.find((one) => one.instrument === instrument)).toMatchObject({
        price: priceOf(instrument),
        market_value: value,
      });
      expect(lots.find(({ ticker }) => ticker === instrument)?.current_value).toBe(value);
    }
    const harvest = await service.client.tax.harvest({ query: { account_id: 'P1' } });
    expect(harvest).toMatchObject({ opportunities: [{ ticker: 'PGIVEN', unrealized_loss: 100 }] });
    expect(harvest.skipped_tickers).toEqual(['PGONE']);
    const { unrealized_gains } = await service.client.tax.estimate({
      body: { account_id: 'P1', include_unrealized: true },
    });
    const { unrealized_pnl, unpriced, oldest_price_days } = await service.client.roundTrips.open({ query });
    expect({ net: unrealized_gains?.net, unpriced, oldest_price_days }).toEqual({
      net: unrealized_pnl,
      unpriced: 1,
      oldest_price_days: 2,
    });
    const worth = await service.client.worth.netWorth({ query: { ...query, period: 'today' } });
    expect(worth.series.at(-1)).toMatchObject({ value: null, gaps: ['PGONE'] });
    await prices('PGONE', [today, 11]);
    const whole = await service.client.worth.netWorth({ query: { ...query, period: 'today' } });
    const { value, cash } = whole.series.at(-1) ?? {};
    const now = await service.client.roundTrips.open({ query });
    const sum = now.items.reduce((total, { market_value }) => total + (market_value ?? NaN), 0);
    expect((value ?? NaN) - (cash ?? NaN)).toBe(sum);
  });

  it('also at the end of a year, where contracts are marked to market', async () => {
    await trade('p4', '2025-12-01T15:00:00Z', 'BOT', 1, 5900, { account_id: 'P1', instrument: '/ESH7' });
    await prices('/ESH7', ['2025-12-30', 5950]);
    const found = await service.client.tax.ytdSummary({ query: { tax_year: 2025, account_id: 'P1' } });
    // 50 points of 50.
    expect(found).toMatchObject({ section_1256_gain: 2500, needs: [] });
  });
});

it('income by month, instrument and account', async () => {
  const query = { period: '2025', account_ids: 'R9' };
  const months = await service.client.worth.income({ query });
  expect(months).toMatchObject({ totals: { dividends: 160, net: 160 }, items: [{ key: '2025-12', payments: 1 }] });
  expect((await service.client.worth.income({ query: { ...query, by: 'account' } })).items).toMatchObject([
    { key: 'R9' },
  ]);
});
