// The book as tables: every row once, filtered like every figure, and nothing in it that a spreadsheet would run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chance, everyKind, randomEvent, randomTrade, randomTransaction } from '@zorivest/integrations/testing';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  for (const id of ['U1', 'U2']) await withAccount(service.client, id);
  const trades = [
    { ...fill, exec_id: 'E1', notes: '=HYPERLINK("http://x")' },
    { ...fill, exec_id: 'E2', action: 'SLD', price: 160, time: '2026-02-05T14:30:00Z', commission: -0.5 },
    { ...fill, exec_id: 'E3', account_id: 'U2', instrument: 'SAP', currency: 'EUR', time: '2026-03-05T14:30:00Z' },
  ] as const;
  for (const body of trades) await service.client.trades.create({ body });
  await service.client.banking.submit({
    body: {
      account_id: 'U1',
      transactions: [{ date: '2026-01-10', amount: -12.5, description: '+cmd|calc, "quoted"' }],
    },
  });
  await service.client.positionEvents.create({
    body: { kind: 'split', instrument: 'SAP', time: '2026-04-01', new_shares: 2, old_shares: 1 },
  });
});
afterAll(() => service.close());

type Table = 'trades' | 'cash' | 'events' | 'roundTrips' | 'lots';

async function rows(table: Table, query: { account_id?: string; from?: string; instrument?: string } = {}) {
  const { bytes, contentType } = await service.client.exports[table]({ query });
  expect(contentType).toContain('text/csv');
  const [head = '', ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  return { columns: head.split(','), lines };
}

it('executions of all currencies come out, and only text is made safe', async () => {
  const { columns, lines } = await rows('trades');
  expect(columns.slice(0, 8)).toEqual([
    'exec_id',
    'time',
    'instrument',
    'action',
    'quantity',
    'price',
    'account_id',
    'commission',
  ]);
  expect(lines.map((line) => line.split(',')[0])).toEqual(['E1', 'E2', 'E3']);
  expect(lines[0]).toContain(`"'=HYPERLINK(""http://x"")"`);
  // A rebate is a number, and stays one.
  expect(lines[1]).toContain(',-0.5,');
});

it('round trips come out as they are listed: searched, by their status, in the order asked for', async () => {
  const ids = async (
    query: NonNullable<NonNullable<Parameters<typeof service.client.exports.roundTrips>[0]>['query']>,
  ) => {
    const { bytes } = await service.client.exports.roundTrips({ query });
    const lines = new TextDecoder().decode(bytes).trimEnd().split('\r\n').slice(1);
    const listed = await service.client.roundTrips.list({ query: { ...query, limit: 200 } });
    return { out: lines.map((line) => line.split(',')[2]), listed: listed.items.map(({ instrument }) => instrument) };
  };
  expect((await ids({ search: 'aap', sort: 'opened_at' })).out).toEqual(['AAPL']);
  const closed = await ids({ status: 'closed', sort: '-opened_at' });
  expect(closed).toEqual({ out: ['AAPL'], listed: ['AAPL'] });
  expect((await ids({ search: 'no such' })).out).toEqual([]);
});

it('the common filter holds', async () => {
  expect((await rows('trades', { account_id: 'U2' })).lines).toHaveLength(1);
  expect((await rows('trades', { instrument: 'AAPL' })).lines).toHaveLength(2);
  expect((await rows('trades', { from: '2026-02-01' })).lines).toHaveLength(2);
  expect((await rows('cash', { from: '2026-02-01' })).lines).toHaveLength(0);
  expect((await rows('events', { instrument: 'AAPL' })).lines).toHaveLength(0);
  expect((await rows('roundTrips', { account_id: 'U1' })).lines).toHaveLength(1);
  await expect(rows('trades', { account_id: 'unknown' })).rejects.toMatchObject({ status: 404 });
});

it('money, events, round trips and lots come out, too', async () => {
  const cash = await rows('cash');
  expect(cash.lines).toHaveLength(1);
  expect(cash.lines[0]).toContain(`,-12.5,`);
  expect(cash.lines[0]).toContain(`"'+cmd|calc, ""quoted"""`);
  const events = await rows('events');
  expect(events.lines[0]).toMatch(/^split,SAP,2026-04-01/);
  const trips = await rows('roundTrips');
  expect(trips.columns).toContain('pnl');
  expect(trips.lines).toHaveLength(2);
  expect((await rows('lots')).lines[0]).toContain(',AAPL,U1,long,100,');
  expect((await rows('lots', { account_id: 'U2' })).lines).toHaveLength(0);
});

/** Written for this test after the layout of an IBKR activity statement; no real account or trade. */
const STATEMENT = `Statement,Header,Field Name,Field Value
Account Information,Data,Account,U2
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,QRST,"2026-01-05, 10:00:00",40,25.5,26,-1020,-1,1021,0,20,O
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2026-01-20,QRST(US0000000000) Cash Dividend USD 0.25 per Share,10
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2026-02-02,"2026-02-01, 20:25:00","QRST(US0000000000) Split 4 for 1 (QRST, QRST INC, US0000000000)",120,0,0,0,
`;

async function tables({ client }: Pick<TestService, 'client'>) {
  const [trades, cash, events] = await Promise.all(
    (['trades', 'cash', 'events'] as const).map(async (name) =>
      Buffer.from((await client.exports[name]({ query: {} })).bytes),
    ),
  );
  return { trades, cash, events };
}

function without(row: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** Everything the book says, as its routes show it, without when and by which run it came in. */
async function everything({ client }: Pick<TestService, 'client'>) {
  const query = { limit: 1000 };
  const trades = (await client.trades.list({ query: { ...query, sort: 'exec_id' } })).items;
  const cash = (await client.banking.transactions({ query })).items;
  const events = (await client.positionEvents.list({ query })).items;
  const trips = (await client.roundTrips.list({ query: { ...query, status: 'all' } })).items;
  return {
    trades: trades.map((trade) => without(trade, 'import_batch_id', 'created_at')),
    cash: cash.map((row) => JSON.stringify(without(row, 'id', 'import_batch_id', 'created_at'))).toSorted(),
    events: events.map((event) => without(event, 'import_batch_id', 'created_at')),
    trips: trips.map((trip) => without(trip, 'id')),
  };
}

describe('trades, cash and events read back', () => {
  let full: TestService;
  let empty: TestService;
  beforeAll(async () => {
    [full, empty] = [await openTestService(), await openTestService()];
    for (const { client } of [full, empty]) for (const id of ['U1', 'U2']) await withAccount(client, id);
    const chance = new Chance(20_261_115);
    for (let number = 0; number < 24; number++) await full.client.trades.create({ body: randomTrade(chance, number) });
    for (const kind of everyKind) await full.client.positionEvents.create({ body: randomEvent(chance, kind) as never });
    const halves = [];
    for (const way of ['from_account_id', 'to_account_id'] as const)
      halves.push(
        await full.client.positionEvents.create({
          body: { kind: 'transfer', instrument: 'XYZ', time: '2026-03-03', quantity: 5, [way]: 'U1' } as never,
        }),
      );
    await full.client.positionEvents.patch({
      params: { event_id: halves[0]?.id ?? 0 },
      body: { linked_event_id: halves[1]?.id ?? 0 },
    });
    const transactions = Array.from({ length: 30 }, () => randomTransaction(chance));
    await full.client.banking.submit({
      body: { account_id: 'U1', transactions: [...transactions, ...transactions.slice(0, 5)] },
    });
    // A statement with its costs by kind, a dividend and a split of its own.
    await full.client.imports.brokerCsv({
      body: { account_id: 'U2', file: { bytes: Buffer.from(STATEMENT), name: 'activity.csv' } },
    });
  });
  afterAll(() => Promise.all([full.close(), empty.close()]));

  it('an empty book that takes them is the same book, and taking them twice adds nothing', async () => {
    const written = await tables(full);
    const before = await everything(full);
    expect(before.trades.length).toBe(25);
    const take = async (bytes: Uint8Array | undefined, name: string) =>
      empty.client.imports.brokerCsv({ body: { account_id: 'U1', file: { bytes: bytes ?? new Uint8Array(), name } } });
    for (const round of [1, 2])
      for (const name of ['trades', 'cash', 'events'] as const) {
        const summary = await take(written[name], `${name}.csv`);
        expect(summary).toMatchObject({ detected_format: 'zorivest', needs_review: false, invalid: 0, look_alikes: 0 });
        const { imported, cash_imported, events_imported, total_rows, duplicates } = summary;
        const fresh = imported + cash_imported + events_imported;
        expect([name, round, fresh, duplicates]).toEqual([
          name,
          round,
          round === 1 ? total_rows : 0,
          round === 1 ? 0 : total_rows,
        ]);
      }
    expect(await everything(empty)).toEqual(before);
    expect(String((await tables(empty)).events)).toBe(String(written.events));
    expect(await tables(empty)).toEqual(written);
  });

  it('accounts the other book does not have are asked for, and mapped', async () => {
    const other = await openTestService();
    try {
      await withAccount(other.client, 'Main');
      await withAccount(other.client, 'Other');
      const { trades = Buffer.of() } = await tables(full);
      const file = { bytes: trades, name: 'trades.csv' };
      const asked = await other.client.imports.brokerCsv({ body: { account_id: 'Main', file } });
      expect(asked).toMatchObject({ needs_review: true, imported: 0 });
      expect(asked.review?.unclear.join(' ')).toContain('U2');
      const taken = await other.client.imports.brokerCsv({
        body: { account_id: 'Main', file, accounts: { U1: 'Main', U2: 'Other' } },
      });
      expect(taken.imported).toBe(taken.total_rows);
    } finally {
      await other.close();
    }
  });
});
