// From each broker's statement to the form it belongs on: contracts on Form 6781, never washed; shares on Form 8949.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

interface Case {
  readonly year: number;
  readonly file: string;
  /** Form 6781, line 7. */
  readonly contracts: number;
  /** Rows of Form 8949: gain and code. */
  readonly shares: readonly (readonly [gain: number, code: string | null])[];
}

const CASES: Readonly<Record<string, Case>> = {
  ninjatrader: {
    year: 2026,
    file: `Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Profit,Commission
1,ES 03-26,Sim101,,Long,2,5000.25,4999.25,1/5/2026 9:30:00 AM,1/5/2026 9:35:00 AM,-$100.00,$4.20
2,ES 03-26,Sim101,,Long,2,5000.25,5003.25,1/6/2026 9:30:00 AM,1/6/2026 9:35:00 AM,$300.00,$4.20
`,
    contracts: 191.6,
    shares: [],
  },
  tradovate: {
    year: 2025,
    file: `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status
1,A1, Buy,MESZ5,MES,6000.25,2,11/24/2025 04:38:24, Filled
2,A1, Sell,MESZ5,MES,5990.25,2,11/24/2025 05:38:24, Filled
3,A1, Buy,MESZ5,MES,5990.25,2,11/25/2025 04:38:24, Filled
4,A1, Sell,MESZ5,MES,5995.25,2,11/25/2025 05:38:24, Filled
`,
    contracts: -50,
    shares: [],
  },
  projectx: {
    year: 2026,
    file: `Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions
901,MESH6,01/05/2026 09:31:00 -06:00,01/05/2026 09:35:00 -06:00,6000.25,6001.50,0.74,6.25,1,Long,01/05/2026 00:00:00 -06:00,00:04:00,0.50
`,
    contracts: 5.01,
    shares: [],
  },
  tradingview: {
    year: 2026,
    file: `Symbol,Side,Type,Qty,Filled Qty,Avg Fill Price,Status,Commission,Placing Time,Closing Time,Order ID
CME_MINI:MNQH2026,Buy,Market,1,1,21000.25,Filled,0.62,2026-01-05 15:30:00,2026-01-05 15:30:01,77
CME_MINI:MNQH2026,Sell,Market,1,1,21010.25,Filled,0.62,2026-01-05 16:30:00,2026-01-05 16:30:01,78
NASDAQ:AAPL,Buy,Market,10,10,200,Filled,0,2026-01-05 15:30:00,2026-01-05 15:30:02,79
NASDAQ:AAPL,Sell,Market,10,10,190,Filled,0,2026-01-06 15:30:00,2026-01-06 15:30:02,80
NASDAQ:AAPL,Buy,Market,10,10,191,Filled,0,2026-01-07 15:30:00,2026-01-07 15:30:02,81
`,
    contracts: 18.76,
    shares: [[0, 'W']],
  },
  ibkr_activity: {
    year: 2024,
    file: `Statement,Header,Field Name,Field Value
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U1234567
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Futures,USD,ESH4,"2024-01-03, 10:00:00",1,4800,4800,0,-2,0,0,0,O
Trades,Data,Order,Futures,USD,ESH4,"2024-01-03, 11:00:00",-1,4790,4790,0,-2,0,0,0,C
Trades,Data,Order,Futures,USD,ESH4,"2024-01-04, 10:00:00",1,4790,4790,0,-2,0,0,0,O
Trades,Data,Order,Futures,USD,ESH4,"2024-01-04, 11:00:00",-1,4792,4792,0,-2,0,0,0,C
Trades,Data,Order,Stocks,USD,AAPL,"2024-01-02, 10:00:00",10,185,186,-1850,-1,1851,0,10,O
Trades,Data,Order,Stocks,USD,AAPL,"2024-01-03, 10:00:00",-10,190,190,1900,-1,-1851,48,0,C
`,
    contracts: -408,
    shares: [[48, null]],
  },
  ibkr_flex_csv: {
    year: 2024,
    file: `ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType
U1,USD,OPT,SPXW  240119P04700000,SPX,4700,20240119,P,100,11,20240102;093001,-1,12,-1,SELL,EXECUTION,ExchTrade
U1,USD,OPT,SPXW  240119P04700000,SPX,4700,20240119,P,100,12,20240103;093001,1,10,-1,BUY,EXECUTION,ExchTrade
U1,USD,FUT,MESH4,MES,,20240315,,5,13,20240102;093001,1,4800,-1,BUY,EXECUTION,ExchTrade
U1,USD,FUT,MESH4,MES,,20240315,,5,14,20240103;093001,-1,4810,-1,SELL,EXECUTION,ExchTrade
U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,15,20240102;093001,-2,3.5,-1.3,SELL,EXECUTION,ExchTrade
U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,16,20240103;093001,2,3,-1.3,BUY,EXECUTION,ExchTrade
`,
    contracts: 246,
    shares: [[97.4, null]],
  },
};

interface Form {
  readonly rows: readonly { readonly code: string | null; readonly gain_loss: number }[];
  readonly lines: Readonly<Record<string, unknown>>;
}

async function form(name: '8949' | '6781', year: number, account_id: string): Promise<Form> {
  const { bytes } = await service.client.tax.form({
    params: { form: name },
    query: { year, account_id, format: 'json' },
  });
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Form; // the service wrote it as such a document
}

it.each(Object.entries(CASES))('%s', async (name, { year, file, contracts, shares }) => {
  await withAccount(service.client, name);
  const upload = { name: `${name}.csv`, type: 'text/csv', bytes: Buffer.from(file) };
  const body = { file: upload, account_id: name };
  const first = await service.client.imports.brokerCsv({ body });
  if (first.needs_review)
    await service.client.imports.brokerCsv({
      body: { ...body, accept: true, review_id: first.review?.review_id ?? '' },
    });
  const marked = await form('6781', year, name);
  expect(marked.rows.reduce((sum, { gain_loss }) => sum + Math.round(gain_loss * 100), 0) / 100).toBe(contracts);
  expect(marked.rows.filter(({ code }) => code === 'W')).toEqual([]);
  const sold = await form('8949', year, name);
  expect(sold.rows.map(({ gain_loss, code }) => [gain_loss, code])).toEqual(shares);
});

it('a contract keeps the root it is listed under, whatever the statement calls its underlying', async () => {
  const { items } = await service.client.trades.list({ query: { account_id: 'ibkr_flex_csv', limit: 20 } });
  expect(new Set(items.map(({ root, asset_class }) => `${root} ${asset_class}`))).toEqual(
    new Set(['SPXW OPTION', 'MES FUTURE', 'SPY OPTION']),
  );
});

it('a coin by its pair is not a security: a loss is not washed', async () => {
  await withAccount(service.client, 'COINS');
  const coin = { instrument: 'BTC-USD', account_id: 'COINS', quantity: 1 } as const;
  await service.client.trades.create({
    body: { ...coin, exec_id: 'c1', action: 'BOT', price: 100, time: '2025-03-03T15:00:00Z' },
  });
  await service.client.trades.create({
    body: { ...coin, exec_id: 'c2', action: 'SLD', price: 80, time: '2025-03-04T15:00:00Z' },
  });
  const again = await service.client.trades.create({
    body: { ...coin, exec_id: 'c3', action: 'BOT', price: 81, time: '2025-03-05T15:00:00Z' },
  });
  expect(again.asset_class).toBe('CRYPTO');
  expect((await form('8949', 2025, 'COINS')).rows).toMatchObject([
    { description: '1 BTC', gain_loss: -20, code: null },
  ]);
});

it('a bond is priced in percent of its face value, and a currency stands on no Form 8949', async () => {
  await withAccount(service.client, 'BONDS');
  const bond = { instrument: '912828ZT0', asset_class: 'BOND', account_id: 'BONDS', quantity: 10_000 } as const;
  const bought = await service.client.trades.create({
    body: { ...bond, exec_id: 'b1', action: 'BOT', price: 98.5, time: '2025-03-03T15:00:00Z' },
  });
  expect(bought.multiplier).toBe(0.01);
  await service.client.trades.create({
    body: { ...bond, exec_id: 'b2', action: 'SLD', price: 99, time: '2025-04-03T15:00:00Z' },
  });
  const pair = { instrument: 'EUR.USD', account_id: 'BONDS', quantity: 1000, time: '2025-05-05T15:00:00Z' } as const;
  const sold = await service.client.trades.create({ body: { ...pair, exec_id: 'f1', action: 'SLD', price: 1.1 } });
  expect(sold.asset_class).toBe('FOREX');
  expect((await form('8949', 2025, 'BONDS')).rows).toMatchObject([
    { description: '10000 face value 912828ZT0', gain_loss: 50 },
  ]);
});

describe('an exercised option on a future', () => {
  beforeAll(() => withAccount(service.client, 'FOP'));

  const trade = (exec_id: string, action: 'BOT' | 'SLD', instrument: string, price: number, more: object = {}) =>
    service.client.trades.create({
      body: {
        exec_id,
        action,
        instrument,
        price,
        quantity: 1,
        account_id: 'FOP',
        time: '2025-03-03T15:00:00Z',
        ...more,
      },
    });
  const exercise = (instrument: string, more: object = {}) =>
    service.client.positionEvents.create({
      body: { kind: 'exercise', instrument, account_id: 'FOP', quantity: 1, time: '2025-03-21', ...more },
    });
  const open = async () => {
    const { items } = await service.client.roundTrips.list({
      query: { account_id: 'FOP', status: 'open', unit: 'leg' },
    });
    return items.map(({ instrument, open_quantity, multiplier }) => [instrument, open_quantity, multiplier]);
  };

  it('delivers the future under the name that the book has for it, also one recorded afterwards', async () => {
    const option = await trade('fo1', 'BOT', './ESM5 250321C5600', 50);
    expect(option).toMatchObject({ asset_class: 'FUTURE_OPTION', root: 'ES', multiplier: 50 });
    expect((await exercise(option.instrument)).needs).toEqual([]);
    expect(await open()).toEqual([['/ESM5', 1, 50]]);
    await trade('fo2', 'SLD', 'ESM5', 5700, { asset_class: 'FUTURE', time: '2025-03-24T15:00:00Z' });
    expect(await open()).toEqual([]);
    // 5,700 less the strike and the premium, at 50 a point.
    const { rows } = await form('6781', 2025, 'FOP');
    expect(rows.map(({ gain_loss }) => gain_loss)).toEqual([2500]);
  });

  it('that names no month is asked about, and until then delivers nothing: never a hundred shares of ES', async () => {
    const option = await trade('fo3', 'BOT', 'ES 250321 C 5500', 60, { asset_class: 'FUTURE_OPTION' });
    const event = await exercise(option.instrument);
    expect(event.needs).toMatchObject([{ field: 'new_instrument', question: expect.stringContaining('Which future') }]);
    expect(await open()).toEqual([['ES 250321 C 5500', 1, 50]]);
    const answer = (new_instrument: string) =>
      service.client.positionEvents.patch({ params: { event_id: event.id }, body: { new_instrument } });
    await expect(answer('ES')).rejects.toMatchObject({ status: 422 });
    expect((await answer('ESU5')).needs).toEqual([]);
    expect(await open()).toEqual([['ESU5', 1, 50]]);
  });

  it('that expires delivers nothing, and says so to a caller that names a future', async () => {
    await trade('fo4', 'BOT', 'ES 250321 P 5000', 5, { asset_class: 'FUTURE_OPTION' });
    const expiry = { kind: 'expiry', instrument: 'ES 250321 P 5000', account_id: 'FOP', time: '2025-03-21' } as const;
    const named = service.client.positionEvents.create({ body: { ...expiry, new_instrument: 'ESM5' } });
    await expect(named).rejects.toMatchObject({ status: 422 });
    await service.client.positionEvents.create({ body: expiry });
    expect(await open()).toEqual([['ESU5', 1, 50]]);
  });
});
