// Who an instrument is, the way a person finds out: the same share under several names, from statements and by hand, and
// what figures make of it before and after somebody says that they are one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const account of ['A', 'B', 'C']) await withAccount(service.client, account);
});
afterAll(() => service.close());

let count = 0;
function trade(
  action: 'BOT' | 'SLD',
  instrument: string,
  quantity: number,
  price: number,
  time: string,
  account_id = 'A',
) {
  count += 1;
  const body = { exec_id: `N${count}`, action, instrument, quantity, price, time, account_id };
  return service.client.trades.create({ body });
}

const washSalesOf = async (year: number) => {
  const { wash_sales, total_disallowed, problems } = await service.client.washSales.find({
    body: { date_range_start: `${year}-01-01`, date_range_end: `${year}-12-31` },
  });
  return {
    total: total_disallowed,
    pairs: wash_sales.map(({ ticker, replacement_instrument }) => `${ticker} by ${replacement_instrument}`),
    codes: problems.map(({ code }) => code),
    problems,
  };
};

const search = async (text: string) => (await service.client.trades.instruments({ query: { search: text } })).items;
const idOf = async (text: string) => (await search(text)).find(({ instrument }) => instrument === text)?.id ?? '';
const say = async (text: string, body: Parameters<typeof service.client.instruments.addName>[0]['body']) =>
  service.client.instruments.addName({ params: { id: await idOf(text) }, body });
const trips = async (ticker: string) => {
  const { items } = await service.client.roundTrips.list({ query: { ticker } });
  return items.map(({ instrument, status, pnl }) => `${instrument} ${status} ${pnl}`);
};

describe('one share under its ticker and under its ISIN', () => {
  it('hides a wash sale, which every answer about the year says, with what settles it', async () => {
    await trade('BOT', 'AAPL', 100, 200, '2023-01-10T15:00:00Z');
    await trade('SLD', 'AAPL', 100, 150, '2023-03-01T15:00:00Z');
    await trade('BOT', 'US0378331005', 100, 151, '2023-03-10T15:00:00Z', 'B');
    const { total, codes, problems } = await washSalesOf(2023);
    expect(total).toBe(0);
    expect(codes).toContain('instruments_without_ticker');
    expect(problems.find(({ code }) => code === 'instruments_without_ticker')).toMatchObject({
      message: expect.stringMatching(
        /1 instrument without a ticker may hide wash sales: US0378331005\. .*instrument name/,
      ),
      ids: ['US0378331005'],
    });
    const summary = await service.client.tax.ytdSummary({ query: { tax_year: 2023 } });
    expect(summary.problems.map(({ code }) => code)).toContain('instruments_without_ticker');
    // Of a year it cannot change it is not named.
    expect((await washSalesOf(2021)).codes).not.toContain('instruments_without_ticker');
  });

  it('is one instrument the moment that is known', async () => {
    const before = await search('AAPL');
    expect(before).toMatchObject([{ instrument: 'AAPL', names: [{ kind: 'ticker', value: 'AAPL', from: null }] }]);
    const answer = await say('AAPL', { kind: 'isin', value: 'US0378331005', from: null });
    expect(answer).toMatchObject({ id: before[0]?.id, trades_renamed: 1 });
    expect(await washSalesOf(2023)).toMatchObject({ total: 5000, pairs: ['AAPL by AAPL'] });
    expect((await washSalesOf(2023)).codes).not.toContain('instruments_without_ticker');
    // Any of its names finds it, and a trade entered by its CUSIP later is the same share.
    expect(await search('US0378331005')).toMatchObject([{ instrument: 'AAPL', id: before[0]?.id }]);
    expect(await trade('SLD', '037833100', 100, 160, '2023-09-01T15:00:00Z', 'B')).toMatchObject({
      instrument: 'AAPL',
    });
    const { names } = await service.client.instruments.names({ params: { id: before[0]?.id ?? '' } });
    expect(names.map(({ kind, value, source }) => `${kind} ${value} ${source}`)).toEqual([
      'ticker AAPL person',
      'isin US0378331005 person',
    ]);
  });

  it('is stated by a file that carries both, also for rows of another that came before', async () => {
    const degiro = `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
11-03-2025,09:05,HARBOUR INC,US4110010018,NDQ,XNAS,12,30.0000,USD,-360.00,USD,-360.00,USD,,,USD,-360.00,USD,o-77
`;
    const trading212 = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Notes,ID
Market sell,2025-04-02 14:00:00,US4110010018,HARB,Harbour,4,50,USD,1,,USD,200.00,USD,,s77
`;
    const take = (text: string, account_id: string) =>
      service.client.imports.brokerCsv({ body: { account_id, file: { bytes: Buffer.from(text), name: 'file.csv' } } });
    expect((await take(degiro, 'C')).warnings.join(' ')).toContain('US4110010018');
    expect(await idOf('US4110010018')).not.toBe('');
    expect(await take(trading212, 'B')).toMatchObject({ imported: 1 });
    const { items } = await service.client.trades.list({ query: { search: 'HARB' } });
    expect(items.map(({ account_id, instrument }) => `${account_id} ${instrument}`).toSorted()).toEqual([
      'B HARB',
      'C HARB',
    ]);
    expect((await service.client.imports.instruments({ query: { unnamed: true } })).items).toEqual([]);
    // The next statement without a ticker needs no question.
    expect((await take(degiro.replaceAll('o-77', 'o-78'), 'C')).warnings.join(' ')).not.toContain('ISIN');
  });
});

describe('a ticker that changed', () => {
  it('is a name from a day on: positions, wash sales and search follow', async () => {
    await trade('BOT', 'SQ', 50, 80, '2024-12-02T15:00:00Z');
    await trade('SLD', 'SQ', 20, 60, '2025-01-15T15:00:00Z');
    await trade('BOT', 'XYZ', 20, 61, '2025-01-27T15:00:00Z', 'B');
    await trade('SLD', 'XYZ', 30, 90, '2025-06-02T15:00:00Z');
    expect(await trips('SQ')).toEqual(['SQ partial -400']);
    expect((await washSalesOf(2025)).pairs).not.toContain('SQ by XYZ');
    const answer = await say('SQ', { kind: 'ticker', value: 'XYZ', from: '2025-01-21' });
    expect(answer.names.map(({ value, from }) => `${value} ${from}`)).toEqual(['SQ null', 'XYZ 2025-01-21']);
    // 20 of 50 at a loss of 20 each, 30 at a gain of 10; the loss of 400 is washed by the 20 bought in the other account.
    expect(await trips('XYZ')).toEqual(expect.arrayContaining(['XYZ closed -100']));
    expect(await washSalesOf(2025)).toMatchObject({ pairs: ['SQ by XYZ'], total: 400 });
    expect(new Set((await search('SQ')).map(({ id }) => id))).toEqual(new Set([await idOf('XYZ')]));
    // An old name on a later trade, as some brokers go on to print it, is the same position.
    await trade('SLD', 'SQ', 20, 70, '2025-07-01T15:00:00Z', 'B');
    expect(await trips('XYZ')).toEqual(expect.arrayContaining(['XYZ closed 180']));
  });

  it('by a symbol change is in the same register, and goes with it', async () => {
    await trade('BOT', 'FB', 10, 300, '2022-01-03T15:00:00Z');
    await trade('SLD', 'META', 10, 310, '2022-12-01T15:00:00Z');
    const { id } = await service.client.positionEvents.create({
      body: { kind: 'symbol_change', instrument: 'FB', new_instrument: 'META', time: '2022-06-09' },
    });
    expect(await idOf('FB')).toBe(await idOf('META'));
    const { names } = await service.client.instruments.names({ params: { id: await idOf('FB') } });
    expect(names.map(({ value, from, source }) => `${value} ${from} ${source}`)).toEqual([
      'FB null event',
      'META 2022-06-09 event',
    ]);
    expect(await trips('META')).toEqual(['META closed 100']);
    await service.client.positionEvents.patch({ params: { event_id: id }, body: { new_instrument: 'METB' } });
    expect(await idOf('FB')).not.toBe(await idOf('META'));
    await service.client.positionEvents.patch({ params: { event_id: id }, body: { new_instrument: 'META' } });
    await service.client.positionEvents.remove({ params: { event_id: id } });
    expect(await idOf('FB')).not.toBe(await idOf('META'));
  });
});

it('a ticker that changed is reported twice, on two days and of one account and of all, and changed once', async () => {
  const { client } = service;
  await trade('BOT', 'OLDT', 10, 50, '2026-01-05T15:00:00Z');
  await trade('BOT', 'OLDT', 4, 50, '2026-01-06T15:00:00Z', 'B');
  const change = { kind: 'symbol_change', instrument: 'OLDT', new_instrument: 'NEWT' } as const;
  await client.positionEvents.create({ body: { ...change, account_id: 'A', time: '2026-03-31' } });
  await client.positionEvents.create({ body: { ...change, time: '2026-02-10' } });
  await client.positionEvents.create({ body: { ...change, time: '2026-04-30' } });
  await trade('BOT', 'NEWT', 5, 51, '2026-02-20T15:00:00Z');
  await trade('SLD', 'NEWT', 15, 60, '2026-05-04T15:00:00Z');
  await trade('SLD', 'NEWT', 4, 60, '2026-05-04T15:00:00Z', 'B');
  expect((await trips('NEWT')).toSorted()).toEqual(['NEWT closed 145', 'NEWT closed 40']);
  expect(await trips('OLDT')).toEqual([]);
  const { problems } = await client.roundTrips.list({ query: {} });
  expect(problems.filter(({ message }) => /OLDT|NEWT/.test(message))).toEqual([]);
});

describe('names that cannot be', () => {
  it.each([
    [{ kind: 'isin', value: 'US0378331006', from: null }, /check digit/],
    [{ kind: 'cusip', value: '037833101', from: null }, /check digit/],
    [{ kind: 'figi', value: 'GBG000BLNQ16', from: null }, /FIGI/],
    [{ kind: 'ticker', value: 'US0378331005', from: null }, /not an ISIN/],
    [{ kind: 'ticker', value: 'AAPL 260320 C 200', from: null }, /not an option/],
    [{ kind: 'ticker', value: 'APPL', from: '2025-02-01', to: '2025-01-01' }, /before from/],
  ] as const)('%j is refused', async (body, reason) => {
    await expect(say('AAPL', body)).rejects.toThrow(reason);
  });

  it('nor an instrument that is not in the book, nor the same name twice', async () => {
    const body = { kind: 'ticker', value: 'X', from: null } as const;
    await expect(service.client.instruments.addName({ params: { id: 'ins-0' }, body })).rejects.toMatchObject({
      status: 404,
    });
    await expect(service.client.instruments.names({ params: { id: 'ins-0' } })).rejects.toMatchObject({ status: 404 });
    await expect(say('AAPL', { kind: 'isin', value: 'US0378331005', from: null })).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe('prices', () => {
  it('of one name are those of the share, before and after it changed; another listing keeps its own', async () => {
    const { client } = service;
    await trade('BOT', 'OLDP', 10, 50, '2026-01-05T15:00:00Z');
    await client.positionEvents.create({
      body: { kind: 'symbol_change', instrument: 'OLDP', new_instrument: 'NEWP', time: '2026-02-02' },
    });
    await say('OLDP', { kind: 'isin', value: 'US1111111118', from: null });
    await client.worth.putPrices({
      body: {
        prices: [
          { instrument: 'OLDP', date: '2026-03-03', price: 61 },
          { instrument: 'US1111111118', date: '2026-03-04', price: 62 },
        ],
      },
    });
    const { items } = await client.worth.prices({ query: { instrument: 'NEWP', history: 'yes' } });
    expect(items.map(({ date, price }) => `${date} ${price}`)).toEqual(
      expect.arrayContaining(['2026-03-03 61', '2026-03-04 62']),
    );
  });

  it('of what was merged end with its name, which the register says with its day', async () => {
    await trade('BOT', 'GONE', 10, 50, '2026-01-05T15:00:00Z');
    await service.client.positionEvents.create({
      body: { kind: 'cash_merger', instrument: 'GONE', time: '2026-02-02', cash_per_share: 60 },
    });
    const { names } = await service.client.instruments.names({ params: { id: await idOf('GONE') } });
    expect(names).toEqual([
      expect.objectContaining({ kind: 'ticker', value: 'GONE', from: null, to: '2026-02-02', source: 'event' }),
    ]);
  });
});
