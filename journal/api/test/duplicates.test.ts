// The same row from two sources waits until the person has decided what it is, and their decision holds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, openTestService, type TestService } from './test-service.ts';
import { AMERICA } from './quarters/america.ts';
import { COINS } from './quarters/coins.ts';
import { EUROPE } from './quarters/europe.ts';
import { IBKR } from './quarters/ibkr.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

let made = 0;
/** An account nothing else is in. */
async function account(account_type: 'broker' | 'bank' = 'broker'): Promise<string> {
  const account_id = `A${++made}`;
  await service.client.accounts.create({ body: { account_id, name: account_id, account_type } });
  return account_id;
}

const file = (text: string) => ({ bytes: new TextEncoder().encode(text), name: 'statement.csv' });
const importCsv = (account_id: string, text: string, preview = false) =>
  service.client.imports.brokerCsv({ body: { account_id, preview, file: file(text) } });
const importBank = (account_id: string, text: string) =>
  service.client.banking.importStatement({ body: { account_id, file: file(text) } });
const fillsOf = async (account_id: string) =>
  (await service.client.trades.list({ query: { account_id, limit: 1000 } })).items
    .map(({ instrument, action, quantity, price, time }) => `${instrument} ${action} ${quantity} ${price} ${time}`)
    .toSorted();
const movementsOf = async (account_id: string) =>
  (await service.client.banking.transactions({ query: { account_id, limit: 1000 } })).items
    .map(({ amount, currency, symbol, category }) => `${amount} ${currency} ${symbol} ${category}`)
    .toSorted();
const waiting = async (run_id: string | null) =>
  (await service.client.imports.lookAlikes({ params: { run_id: run_id ?? '' }, query: { undecided: true } })).items;
const decide = (run_id: string | null, decisions: { row: number; decision: 'same' | 'new' }[]) =>
  service.client.imports.decide({ params: { run_id: run_id ?? '' }, body: { decisions } });

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
    const before = [await fillsOf(id), await movementsOf(id)];
    expect(before.map(({ length }) => length)).toEqual([5 - fills, 2]);
    const preview = await importCsv(id, second, true);
    expect(preview).toMatchObject({ imported: 0, cash_imported: 0, look_alikes: alike, run_id: null });
    const got = await importCsv(id, second);
    expect(got).toMatchObject({ imported: 0, cash_imported: 0, duplicates: 0, look_alikes: alike });
    expect([await fillsOf(id), await movementsOf(id)]).toEqual(before);
    expect(got.look_alike_fills).toHaveLength(alike);
    const list = await waiting(got.run_id);
    expect(list.filter(({ kind }) => kind === 'trade')).toHaveLength(fills);

    const decisions = [...new Set(list.map(({ row }) => row))].map((row) => ({ row, decision: 'same' as const }));
    expect(await decide(got.run_id, decisions)).toMatchObject({ same: alike, new: 0, imported: 0, undecided: 0 });
    expect([await fillsOf(id), await movementsOf(id)]).toEqual(before);
    // Next time there is no question.
    expect(await importCsv(id, second)).toMatchObject({ imported: 0, look_alikes: 0, duplicates: alike });
    expect(await importCsv(id, first)).toMatchObject({ imported: 0, cash_imported: 0, look_alikes: 0 });
    expect([await fillsOf(id), await movementsOf(id)]).toEqual(before);
  });

  it('has the same positions and money whichever came first', async () => {
    const [one, two] = [await account(), await account()];
    for (const text of [activity, flexOf(one)]) await importCsv(one, text);
    for (const text of [flexOf(two), activity]) await importCsv(two, text);
    expect(await movementsOf(one)).toEqual(await movementsOf(two));
    const net = async (account_id: string) => {
      const { items } = await service.client.trades.list({ query: { account_id } });
      return items.reduce((sum, { action, quantity }) => sum + (action === 'BOT' ? quantity : -quantity), 0);
    };
    expect(await net(one)).toBe(await net(two));
  });

  it('is once in one run of both, too', async () => {
    const id = await account();
    const { uploads } = await service.client.imports.upload({ body: { files: [file(activity), file(flexOf(id))] } });
    const done = await service.client.imports.importUpload({
      params: { upload_id: uploads[0]?.id ?? '' },
      body: { account_id: id, uploads: [uploads[1]?.id ?? ''] },
    });
    expect(done).toMatchObject({ imported: 2, cash_imported: 2, look_alikes: 5 });
    expect((await fillsOf(id)).length).toBe(2);
  });
});

/** Imports a file and says that every row that looks like one of the book is it. */
async function take(account_id: string, text: string) {
  const got = await importCsv(account_id, text.replaceAll('§', account_id));
  expect(got).toMatchObject({ invalid: 0, flagged: 0 });
  const rows = [...new Set(got.look_alike_fills.map(({ row }) => row))];
  if (rows.length > 0)
    await decide(
      got.run_id,
      rows.map((row) => ({ row, decision: 'same' as const })),
    );
  return got;
}

/** What the book says, however many fills an order has: bought and sold by day, costs, money and events. */
async function describedRows(account_id: string): Promise<readonly string[]> {
  const query = { account_id, limit: 1000 };
  const [trades, cash, events] = await Promise.all([
    service.client.trades.list({ query }),
    service.client.banking.transactions({ query }),
    service.client.positionEvents.list({ query }),
  ]);
  const sum = (values: readonly number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 1e4) / 1e4;
  const fills = trades.items.map((fill) => ({ ...fill, day: fill.time.slice(0, 10) }));
  const traded = Map.groupBy(fills, ({ day, action, instrument }) => `${day} ${action} ${instrument}`);
  const costs = Map.groupBy(fills, ({ day, instrument, currency }) => `${day} costs of ${instrument} in ${currency}`);
  return [
    ...[...traded].map(([what, parts]) => {
      const value = sum(parts.map(({ quantity, price, multiplier }) => quantity * price * multiplier));
      return `${what} ${sum(parts.map(({ quantity }) => quantity))} for ${value.toFixed(2)}`;
    }),
    ...[...costs].map(([what, parts]) => `${what} ${sum(parts.map(({ commission }) => commission)).toFixed(2)}`),
    ...cash.items.map((row) => [row.date, row.amount, row.currency, row.category, row.symbol].join(' ')),
    ...events.items.map(({ time, kind, instrument, quantity, new_shares, old_shares, value }) =>
      [time.slice(0, 10), kind, instrument, quantity, new_shares, old_shares, value].join(' '),
    ),
  ].toSorted();
}

describe.each(Object.entries({ ...IBKR, ...EUROPE, ...COINS, ...AMERICA }))('one quarter of %s', (_, exports) => {
  it('is the same book in whatever order they come, and as often as they do', async () => {
    const turned = exports.length > 2 ? [[...exports.slice(1), ...exports.slice(0, 1)]] : [];
    const ids: string[] = [];
    const books: (readonly string[])[] = [];
    for (const texts of [exports, exports.toReversed(), ...turned]) {
      const id = await account();
      for (const text of texts) await take(id, text);
      ids.push(id);
      books.push(await describedRows(id));
    }
    const [id = ''] = ids;
    const again = await take(id, exports[0] ?? '');
    expect(again).toMatchObject({ imported: 0, cash_imported: 0, events_imported: 0, look_alikes: 0 });
    expect(await describedRows(id)).toEqual(books[0]);
    expect(books[0]).not.toEqual([]);
    for (const other of books.slice(1)) expect(other).toEqual(books[0]);
  });
});

it('costs that only the second export tells are the fill’s, and go with its run', async () => {
  const id = await account();
  const [, fills = '', orders = ''] = AMERICA['NinjaTrader trades, executions and orders'] ?? [];
  const costs = async () =>
    (await service.client.trades.list({ query: { account_id: id } })).items.map(({ commission }) => commission);
  await take(id, orders);
  expect(await costs()).toEqual([0, 0]);
  const { run_id } = await take(id, fills);
  expect(await costs()).toEqual([2.1, 2.1]);
  await service.client.imports.undo({ params: { run_id: run_id ?? '' }, query: {} });
  expect(await costs()).toEqual([0, 0]);
});

it('an order’s cost is one cost, on whichever of its fills two exports put it', async () => {
  const id = await account();
  const exports = EUROPE['DEGIRO transactions and account'] ?? [];
  for (const text of exports) await take(id, text);
  expect((await describedRows(id)).filter((line) => line.startsWith('2025-03-20 costs'))).toEqual([
    '2025-03-20 costs of LIND in EUR 3.90',
  ]);
});

it('a cost that stood apart and became the fill’s stands apart again when that run is undone', async () => {
  const id = await account();
  const [transactions = '', accountFile = ''] = EUROPE['DEGIRO transactions and account, paid in dollars'] ?? [];
  await take(id, accountFile);
  const before = await describedRows(id);
  const { run_id } = await take(id, transactions);
  const fees = (lines: readonly string[]) => lines.filter((line) => / -2 EUR/.test(line)).length;
  expect([fees(before), fees(await describedRows(id))]).toEqual([2, 0]);
  await service.client.imports.undo({ params: { run_id: run_id ?? '' }, query: {} });
  expect(await describedRows(id)).toEqual(before);
});

describe('a fill entered by hand', () => {
  it('is not doubled; one that is new after all comes in with its run and goes with it', async () => {
    const id = await account();
    const typed = { ...fill, account_id: id, exec_id: 'typed', instrument: 'INTC', quantity: 3, price: 30 };
    await service.client.trades.create({ body: { ...typed, time: '2024-03-01T14:59:58Z' } });
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
    expect(got.warnings.join(' '), 'and which command decides it').toContain(`zorivest imports decide ${got.run_id}`);
    expect((await fillsOf(id)).length).toBe(3);

    // Not decided: asked again, and counted again.
    expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 2, look_alikes: 1 });
    expect(await decide(got.run_id, [{ row: 2, decision: 'new' }])).toMatchObject({
      new: 1,
      imported: 1,
      undecided: 0,
    });
    expect((await fillsOf(id)).length).toBe(4);
    expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 3, look_alikes: 0 });
    expect(await service.client.imports.get({ params: { run_id: got.run_id ?? '' }, query: {} })).toMatchObject({
      imported: 3,
      look_alikes: 1,
    });
    await expect(decide(got.run_id, [{ row: 2, decision: 'same' }])).rejects.toMatchObject({ status: 409 });
    await service.client.imports.undo({ params: { run_id: got.run_id ?? '' }, query: { discard_own_work: true } });
    expect((await fillsOf(id)).length).toBe(1);
    await expect(decide(got.run_id, [{ row: 2, decision: 'new' }])).rejects.toMatchObject({ status: 409 });
  });

  it('that was decided to be the same and is deleted then, stays deleted, and the import says so', async () => {
    const id = await account();
    const typed = { ...fill, account_id: id, exec_id: 'gone', instrument: 'META', quantity: 3, price: 480 };
    await service.client.trades.create({ body: { ...typed, time: '2024-03-01T15:00:00Z' } });
    const text = das('03/01/2024,10:00:00,META,B,3,480.00,ARCA,0.10');
    const got = await importCsv(id, text);
    await decide(got.run_id, [{ row: 2, decision: 'same' }]);
    expect(await importCsv(id, text)).toMatchObject({ duplicates: 1, look_alikes: 0 });
    await service.client.trades.remove({ params: { exec_id: 'gone' } });
    expect(await importCsv(id, text)).toMatchObject({ imported: 0, left_out: [{ outcome: 'deleted' }] });
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
    expect((await movementsOf(id)).length).toBe(2);
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
    expect((await movementsOf(id)).length).toBe(3);
    expect(await importBank(id, second)).toMatchObject({ imported: 0, duplicates: 2, look_alikes: 0 });
  });

  it('submitted by a client are compared with statements, too', async () => {
    const id = await account('bank');
    await importBank(id, ofx(['7', '20240305', '-75.00']));
    const submitted = await service.client.banking.submit({
      body: { account_id: id, transactions: [{ date: '2024-03-06', amount: -75, description: 'Gas bill' }] },
    });
    expect(submitted).toMatchObject({ imported_count: 0, flagged_count: 1 });
  });
});

it('a correction by hand survives the next import', async () => {
  const id = await account();
  const text = das('03/05/2024,10:00:00,FB,B,3,480.00,ARCA,0.10', '03/05/2024,10:00:00,TWX,B,3,80.00,ARCA,0.10');
  await importCsv(id, text);
  const { items } = await service.client.trades.list({ query: { account_id: id } });
  const idOf = (symbol: string) => items.find(({ instrument }) => instrument === symbol)?.exec_id ?? '';
  await service.client.trades.update({ params: { exec_id: idOf('FB') }, body: { instrument: 'META' } });
  await service.client.trades.update({ params: { exec_id: idOf('TWX') }, body: { quantity: 30 } });
  const corrected = await fillsOf(id);
  expect(await importCsv(id, text)).toMatchObject({ imported: 0, duplicates: 2, flagged: 0, look_alikes: 0 });
  expect(await fillsOf(id)).toEqual(corrected);
});
