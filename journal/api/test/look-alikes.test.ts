// The same row from two sources is kept aside until the person has said what it is, and what they said holds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openBook, type Book } from './book.ts';

let book: Book;
beforeAll(async () => {
  book = await openBook();
});
afterAll(() => book.close());

let made = 0;
/** An account nothing else is in. */
async function account(account_type: 'broker' | 'bank' = 'broker'): Promise<string> {
  const account_id = `A${++made}`;
  await book.client.accounts.create({ body: { account_id, name: account_id, account_type } });
  return account_id;
}

const file = (text: string) => ({ bytes: new TextEncoder().encode(text), name: 'statement.csv' });
const importCsv = (account_id: string, text: string, preview = false) =>
  book.client.imports.brokerCsv({ body: { account_id, preview, file: file(text) } });
const importBank = (account_id: string, text: string) =>
  book.client.banking.importStatement({ body: { account_id, file: file(text) } });
const held = async (account_id: string) =>
  (await book.client.trades.list({ query: { account_id, limit: 1000 } })).items
    .map(({ instrument, action, quantity, price, time }) => `${instrument} ${action} ${quantity} ${price} ${time}`)
    .toSorted();
const moved = async (account_id: string) =>
  (await book.client.banking.transactions({ query: { account_id, limit: 1000 } })).items
    .map(({ amount, currency, symbol, category }) => `${amount} ${currency} ${symbol} ${category}`)
    .toSorted();
const waiting = async (run_id: string | null) =>
  (await book.client.imports.lookAlikes({ params: { run_id: run_id ?? '' }, query: { undecided: true } })).items;
const decide = (run_id: string | null, decisions: { row: number; decision: 'same' | 'new' }[]) =>
  book.client.imports.decide({ params: { run_id: run_id ?? '' }, body: { decisions } });

const das = (...rows: string[]) => `Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${rows.join('\n')}\n`;

/** One quarter of one broker, in two exports: NVDA's second order was filled in two parts. */
const activity = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,NVDA,"2024-01-03, 10:00:00",10,500,500,-5000,-1,5001,0,0,O
Trades,Data,Order,Stocks,USD,NVDA,"2024-01-04, 11:00:00",-30,510,510,15300,-1,0,0,0,C
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2024-02-01,NVDA(US67066G1040) Cash Dividend USD 0.04 per Share (Ordinary Dividend),12.40
Fees,Header,Subtitle,Currency,Date,Description,Amount
Fees,Data,Other Fees,USD,2024-02-05,Market data fee,-10.00
`;
/** The broker's ids are its own: another account of it has others. */
const flexOf = (account: string) => flex.replaceAll(/(tradeID|transactionID)="/g, `$1="${account}-`);
const flex = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U77">
<Trades>
<Trade accountId="U77" currency="USD" assetCategory="STK" symbol="NVDA" tradeID="701" ibOrderID="1" dateTime="20240103;100000" quantity="10" tradePrice="500" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION" />
<Trade accountId="U77" currency="USD" assetCategory="STK" symbol="NVDA" tradeID="702" ibOrderID="2" dateTime="20240104;110000" quantity="-10" tradePrice="509" ibCommission="-0.4" buySell="SELL" levelOfDetail="EXECUTION" />
<Trade accountId="U77" currency="USD" assetCategory="STK" symbol="NVDA" tradeID="703" ibOrderID="2" dateTime="20240104;110002" quantity="-20" tradePrice="510.5" ibCommission="-0.6" buySell="SELL" levelOfDetail="EXECUTION" />
</Trades>
<CashTransactions>
<CashTransaction accountId="U77" currency="USD" symbol="NVDA" type="Dividends" dateTime="20240201" amount="12.4" transactionID="9001" description="NVDA CASH DIVIDEND" />
<CashTransaction accountId="U77" currency="USD" type="Other Fees" dateTime="20240205" amount="-10" transactionID="9002" description="MARKET DATA" />
</CashTransactions>
</FlexStatement></FlexStatements></FlexQueryResponse>`;

describe('one quarter from two exports of one broker', () => {
  it.each([
    ['activity first', (id: string) => [activity, flexOf(id)] as const, 5, 3],
    ['Flex first', (id: string) => [flexOf(id), activity] as const, 4, 2],
  ])('is in the book once, %s', async (_, texts, alike, fills) => {
    const id = await account();
    const [first, second] = texts(id);
    await importCsv(id, first);
    const before = [await held(id), await moved(id)];
    expect(before.map(({ length }) => length)).toEqual([5 - fills, 2]);
    const preview = await importCsv(id, second, true);
    expect(preview).toMatchObject({ imported: 0, cash_imported: 0, look_alikes: alike, run_id: null });
    const got = await importCsv(id, second);
    expect(got).toMatchObject({ imported: 0, cash_imported: 0, duplicates: 0, look_alikes: alike });
    expect([await held(id), await moved(id)]).toEqual(before);
    expect(got.look_alike_fills).toHaveLength(alike);
    const list = await waiting(got.run_id);
    expect(list.filter(({ kind }) => kind === 'trade')).toHaveLength(fills);

    const decisions = [...new Set(list.map(({ row }) => row))].map((row) => ({ row, decision: 'same' as const }));
    expect(await decide(got.run_id, decisions)).toMatchObject({ same: alike, new: 0, imported: 0, undecided: 0 });
    expect([await held(id), await moved(id)]).toEqual(before);
    // Next time nobody is asked.
    expect(await importCsv(id, second)).toMatchObject({ imported: 0, look_alikes: 0, duplicates: alike });
    expect(await importCsv(id, first)).toMatchObject({ imported: 0, cash_imported: 0, look_alikes: 0 });
    expect([await held(id), await moved(id)]).toEqual(before);
  });

  it('has the same positions and money whichever came first', async () => {
    const [one, two] = [await account(), await account()];
    for (const text of [activity, flexOf(one)]) await importCsv(one, text);
    for (const text of [flexOf(two), activity]) await importCsv(two, text);
    expect(await moved(one)).toEqual(await moved(two));
    const net = async (account_id: string) => {
      const { items } = await book.client.trades.list({ query: { account_id } });
      return items.reduce((sum, { action, quantity }) => sum + (action === 'BOT' ? quantity : -quantity), 0);
    };
    expect(await net(one)).toBe(await net(two));
  });

  it('is once in one run of both, too', async () => {
    const id = await account();
    const { uploads } = await book.client.imports.upload({ body: { files: [file(activity), file(flexOf(id))] } });
    const done = await book.client.imports.importUpload({
      params: { upload_id: uploads[0]?.id ?? '' },
      body: { account_id: id, uploads: [uploads[1]?.id ?? ''] },
    });
    expect(done).toMatchObject({ imported: 2, cash_imported: 2, look_alikes: 5 });
    expect((await held(id)).length).toBe(2);
  });
});

/** One trade of each broker in two of its exports, written here after their layouts; companies, coins and figures are made up. */
const TWO_EXPORTS: Readonly<Record<string, readonly [string, string]>> = {
  'DEGIRO transactions and account': [
    `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
11-03-2025,09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,12,33.2500,EUR,-399.00,EUR,-399.00,EUR,,-3.90,EUR,-402.90,EUR,7d2a9e40-2222-4b4b-8d8d-202020202020
`,
    `Datum;Uhrzeit;Valutadatum;Produkt;ISIN;Beschreibung;FX;Änderung;;Saldo;;Order-ID
11-03-2025;09:05;11-03-2025;LINDEN WOHNBAU AG;DE0009990017;Transaktionsgebühr;;EUR;-3,90;EUR;1095,10;7d2a9e40-2222-4b4b-8d8d-202020202020
11-03-2025;09:05;11-03-2025;LINDEN WOHNBAU AG;DE0009990017;Kauf 12 zu je 33,25 EUR (DE0009990017);;EUR;-399,00;EUR;1099,00;7d2a9e40-2222-4b4b-8d8d-202020202020
`,
  ],
  'Kraken trades and ledger': [
    `"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
"TKKK11-BBBB2-CCCC33","OKKK11-BBBB2-CCCC33","XETHZUSD","2025-02-03 08:15:00.1234","buy","limit","2600.00","1300.00","3.38","0.5","0.0","","LK2,LK3"
`,
    `"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
"LK2","TKKK11-BBBB2-CCCC33","2025-02-03 08:15:00","trade","","currency","ZUSD","spot / main",-1300.0000,3.3800,196.6200
"LK3","TKKK11-BBBB2-CCCC33","2025-02-03 08:15:00","trade","","currency","XETH","spot / main",0.5,0,0.5
`,
  ],
  'Binance trades and transactions': [
    `Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-05-06 07:08:09,SOLEUR,BUY,150.00,2SOL,300EUR,0.0004BNB
`,
    `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
77,2025-05-06 07:08:09,Spot,Transaction Buy,SOL,2,
77,2025-05-06 07:08:09,Spot,Transaction Spend,EUR,-300,
77,2025-05-06 07:08:09,Spot,Transaction Fee,BNB,-0.0004,
`,
  ],
  'eToro closed positions and activity': [
    `Closed Positions
Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread Fees (USD),Profit(USD),Open Rate,Close Rate,Type,ISIN
501,Buy HARB,415.00,10,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,25.00,41.50,44.00,Stocks,US4110010018
`,
    `Account Activity
Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
03/02/2025 15:31:00,Open Position,HARB/USD,415.00,10,0.00,1000.00,585.00,501,Stocks,0.00
21/02/2025 16:00:00,Position closed,HARB/USD,440.00,10,25.00,1025.00,1025.00,501,Stocks,0.00
`,
  ],
  'Alpaca CSV and JSON': [
    `id,activity_type,symbol,side,qty,price,transaction_time,order_id
20250102::9,FILL,HARB,buy,1.5,185.20,2025-01-02T15:34:06.977Z,904837e3
`,
    `[{"id":"20250102::9","activity_type":"FILL","symbol":"HARB","side":"buy","qty":"1.5","price":"185.20","transaction_time":"2025-01-02T15:34:06.977Z","order_id":"904837e3"}]`,
  ],
  'IBKR Flex CSV and Flex XML': [
    `ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType
U78,USD,STK,HARB,1,88101,20250102;093002,10,41.5,-1,BUY,EXECUTION,ExchTrade
`,
    `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U78"><Trades>
<Trade accountId="U78" currency="USD" assetCategory="STK" symbol="HARB" tradeID="88101" dateTime="20250102;093002" quantity="10" tradePrice="41.5" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION" />
</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
  ],
  'Tradovate fills and performance': [
    `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status
7,T1,Buy,MESH5,MES,5000.25,2,01/06/2025 10:00:00,Filled
8,T1,Sell,MESH5,MES,5010.25,2,01/06/2025 10:05:00,Filled
`,
    `symbol,qty,buyPrice,sellPrice,buyFillId,sellFillId,boughtTimestamp,soldTimestamp,pnl
MESH5,2,5000.25,5010.25,1,2,01/06/2025 10:00:00,01/06/2025 10:05:00,$100.00
`,
  ],
};

describe.each(Object.entries(TWO_EXPORTS))('%s', (_, [one, other]) => {
  it('give the same book in any order, and as often as they are imported', async () => {
    const books: string[][] = [];
    for (const texts of [
      [one, other, one],
      [other, one, other],
    ]) {
      const id = await account();
      const own = (text: string) => text.replaceAll(/TKKK11|20250102::9|88101|7d2a9e40/g, (known) => `${known}${id}`);
      const [first = '', ...rest] = texts.map(own);
      expect((await importCsv(id, first)).invalid).toBe(0);
      const alone = [...(await held(id)), ...(await moved(id))];
      expect(alone.length).toBeGreaterThan(0);
      for (const text of rest) expect(await importCsv(id, text)).toMatchObject({ imported: 0, cash_imported: 0 });
      expect([...(await held(id)), ...(await moved(id))]).toEqual(alone);
      books.push(alone.map((line) => line.replace(/:\d\d(?:\.\d+)?Z$/, '')));
    }
    expect(books[0]).toEqual(books[1]);
  });
});

describe('a fill entered by hand', () => {
  it('is not doubled; one that is new after all comes in with its run and goes with it', async () => {
    const id = await account();
    const typed = { ...fill, account_id: id, exec_id: 'typed', instrument: 'INTC', quantity: 3, price: 30 };
    await book.client.trades.create({ body: { ...typed, time: '2024-03-01T14:59:58Z' } });
    const text = das(
      '03/01/2024,10:00:00,INTC,B,3,30.004,ARCA,0.10', // rounded by hand, two seconds off
      '03/01/2024,10:00:01,INTC,B,3,30.004,ARCA,0.10', // the typed fill can be one of these, not both
      '03/01/2024,10:00:00,INTC,S,3,30.00,ARCA,0.10',
    );
    const got = await importCsv(id, text);
    expect(got).toMatchObject({ imported: 2, flagged: 0, look_alikes: 1 });
    expect(got.look_alike_fills).toMatchObject([
      { row: 2, message: expect.stringContaining('looks like typed, entered by hand') as unknown },
    ]);
    expect(got.warnings.join(' ')).toContain('One row looks like one');
    expect((await held(id)).length).toBe(3);

    // Not decided: asked again, and counted again.
    expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 2, look_alikes: 1 });
    expect(await decide(got.run_id, [{ row: 2, decision: 'new' }])).toMatchObject({
      new: 1,
      imported: 1,
      undecided: 0,
    });
    expect((await held(id)).length).toBe(4);
    expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 3, look_alikes: 0 });
    expect(await book.client.imports.get({ params: { run_id: got.run_id ?? '' }, query: {} })).toMatchObject({
      imported: 3,
      look_alikes: 1,
    });
    await expect(decide(got.run_id, [{ row: 2, decision: 'same' }])).rejects.toMatchObject({ status: 409 });
    await book.client.imports.undo({ params: { run_id: got.run_id ?? '' }, query: { discard_own_work: true } });
    expect((await held(id)).length).toBe(1);
    await expect(decide(got.run_id, [{ row: 2, decision: 'new' }])).rejects.toMatchObject({ status: 409 });
  });

  it('that was said to be the same and is deleted then, comes in from the file', async () => {
    const id = await account();
    const typed = { ...fill, account_id: id, exec_id: 'gone', instrument: 'META', quantity: 3, price: 480 };
    await book.client.trades.create({ body: { ...typed, time: '2024-03-01T15:00:00Z' } });
    const text = das('03/01/2024,10:00:00,META,B,3,480.00,ARCA,0.10');
    const got = await importCsv(id, text);
    await decide(got.run_id, [{ row: 2, decision: 'same' }]);
    expect(await importCsv(id, text)).toMatchObject({ duplicates: 1, look_alikes: 0 });
    await book.client.trades.remove({ params: { exec_id: 'gone' } });
    expect(await importCsv(id, text)).toMatchObject({ imported: 1 });
  });

  it('is decided only by rows that wait', async () => {
    const id = await account();
    const { run_id } = await importCsv(id, das('03/01/2024,10:00:00,META,B,3,480.00,ARCA,0.10'));
    expect(await waiting(run_id)).toEqual([]);
    await expect(decide(run_id, [{ row: 2, decision: 'same' }])).rejects.toMatchObject({ status: 422 });
    await expect(decide('nothing', [{ row: 2, decision: 'same' }])).rejects.toMatchObject({ status: 404 });
  });
});

it('equal fills of one file stay as many as they are', async () => {
  const id = await account();
  const row = '03/04/2024,10:00:00,AMD,B,100,180.00,ARCA,0.10';
  expect(await importCsv(id, das(row, row, row))).toMatchObject({ imported: 3, look_alikes: 0 });
  expect(await importCsv(id, das(row, row, row, row))).toMatchObject({ imported: 1, duplicates: 3, look_alikes: 0 });
});

describe('bank rows', () => {
  const ofx = (...rows: [id: string, day: string, amount: string][]) =>
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>998877</BANKACCTFROM><BANKTRANLIST>${rows
      .map(
        ([id, day, amount]) =>
          `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>Rent</STMTTRN>`,
      )
      .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
  const qif = '!Type:Bank\nD01/05/2024\nT-50000.00\nPLandlord\n^\nD02/05/2024\nT-50000.00\nPLandlord\n^\n';

  it.each(['OFX first', 'QIF first'])('of two formats stand once, %s', async (order) => {
    const id = await account('bank');
    const statements = [ofx(['1', '20240105', '-50000.00'], ['2', '20240206', '-50000.00']), qif];
    if (order === 'QIF first') statements.reverse();
    const [first = '', second = ''] = statements;
    expect(await importBank(id, first)).toMatchObject({ imported: 2 });
    const got = await importBank(id, second);
    expect(got).toMatchObject({ imported: 0, look_alikes: 2 });
    expect((await moved(id)).length).toBe(2);
    const list = await waiting(got.run_id);
    expect(list.map(({ row, kind }) => [row, kind])).toEqual([
      [1, 'cash'],
      [2, 'cash'],
    ]);
    const answer = await decide(got.run_id, [
      { row: 1, decision: 'same' },
      { row: 2, decision: 'new' },
    ]);
    expect(answer).toMatchObject({ same: 1, new: 1, imported: 1 });
    expect((await moved(id)).length).toBe(3);
    expect(await importBank(id, second)).toMatchObject({ imported: 0, duplicates: 2, look_alikes: 0 });
  });

  it('submitted by a client are held against statements, too', async () => {
    const id = await account('bank');
    await importBank(id, ofx(['7', '20240305', '-75.00']));
    const submitted = await book.client.banking.submit({
      body: { account_id: id, transactions: [{ date: '2024-03-06', amount: -75, description: 'Gas bill' }] },
    });
    expect(submitted).toMatchObject({ imported_count: 0, flagged_count: 1 });
  });
});

it('a correction by hand survives the next import', async () => {
  const id = await account();
  const text = das('03/05/2024,10:00:00,FB,B,3,480.00,ARCA,0.10', '03/05/2024,10:00:00,TWX,B,3,80.00,ARCA,0.10');
  await importCsv(id, text);
  const { items } = await book.client.trades.list({ query: { account_id: id } });
  const idOf = (symbol: string) => items.find(({ instrument }) => instrument === symbol)?.exec_id ?? '';
  await book.client.trades.update({ params: { exec_id: idOf('FB') }, body: { instrument: 'META' } });
  await book.client.trades.update({ params: { exec_id: idOf('TWX') }, body: { quantity: 30 } });
  const corrected = await held(id);
  expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 2, flagged: 0, look_alikes: 0 });
  expect(await held(id)).toEqual(corrected);
});
