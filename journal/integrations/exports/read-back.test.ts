// Whatever a column can hold comes back from the table as it went in, and no cell of a table is run by a spreadsheet.
import { type BookBatch, bookColumns, feesText, streamBookTable } from '@zorivest/imports';
import { expect, it } from 'vitest';
import { csv } from './csv.ts';
import { Chance, everyKind, randomEvent, randomFees, randomTrade, randomTransaction } from './testing.ts';

type Table = BookBatch['table'];

/** In pieces of any size: a cell may be cut anywhere. */
function* inPieces(bytes: Buffer, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readBack(table: Table, rows: readonly Record<string, unknown>[], size: number) {
  const bytes = csv(bookColumns(table), rows);
  const read: unknown[] = [];
  const stream = streamBookTable(inPieces(bytes, size));
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { read, ...step.value };
    expect(step.value.table).toBe(table);
    read.push(...step.value.rows);
  }
}

/** Every column, null where a row says nothing, and the row it was. */
function whole(table: Table, rows: readonly Record<string, unknown>[]): unknown[] {
  return rows.map((row, at) => ({
    ...Object.fromEntries(bookColumns(table).map((name) => [name, row[name] ?? null])),
    row: at + 2,
  }));
}

async function forAll(check: (seed: number) => Promise<void>): Promise<void> {
  for (let seed = 1; seed <= 100; seed++)
    await check(seed).catch((cause: unknown) => {
      throw new Error(`book ${seed}`, { cause });
    });
}

it('trades come back from any book', () =>
  forAll(async (seed) => {
    const chance = new Chance(seed);
    const trades = Array.from({ length: 1 + chance.below(30) }, (_, number) => {
      const { time, ...trade } = randomTrade(chance, number);
      const time_known = time.length > 10;
      const fees = randomFees(chance);
      return { ...trade, time: time_known ? time : `${time}T12:00:00Z`, time_known, root: chance.maybe('ES'), fees };
    });
    const written = trades.map((trade) => ({ ...trade, fees: feesText(trade.fees) }));
    const { read, diagnostics } = await readBack('trades', written, 1 + chance.below(2000));
    expect(diagnostics).toMatchObject({ parsed: trades.length, invalid: [], warnings: [] });
    expect(read).toEqual(whole('trades', trades));
  }));

it('events of all kinds come back from any book', () =>
  forAll(async (seed) => {
    const chance = new Chance(seed);
    const events = everyKind.map((kind, at) => ({
      ...randomEvent(chance, kind),
      time: '2026-04-01T00:00:00Z',
      id: at + 1,
      linked_event_id: chance.maybe(at + 2),
      stock_recorded: chance.below(2) === 0,
      source_id: chance.maybe(`S${chance.text()}`),
    }));
    const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
    const written = events.map((event: Record<string, unknown>) => ({
      ...event,
      lots: json(event['lots']),
      lot_ids: json(event['lot_ids']),
    }));
    const { read, diagnostics } = await readBack('events', written, 1 + chance.below(500));
    expect(diagnostics.invalid).toEqual([]);
    expect(read).toEqual(whole('events', events));
  }));

it('movements of money come back from any book', () =>
  forAll(async (seed) => {
    const chance = new Chance(seed);
    const cash = Array.from({ length: 20 }, () => ({
      ...randomTransaction(chance),
      account_id: 'U1',
      value_date: chance.maybe('2026-01-02'),
      currency: 'EUR',
      category: chance.of(['dividend', 'ach_debit', 'card_purchase']),
      symbol: chance.maybe('AAPL'),
      memo: chance.text(),
      reference_id: chance.maybe(chance.text()),
      source: chance.of(['manual', 'ofx_import', 'broker']),
    }));
    const { read, diagnostics } = await readBack('cash', cash, 1 + chance.below(500));
    expect(diagnostics.invalid).toEqual([]);
    expect(read).toEqual(whole('cash', cash));
  }));

it('a cell that a spreadsheet would run begins with an apostrophe; a number never does', () => {
  const rows = [{ exec_id: '=1+1', price: -5, notes: '@SUM(A1)', order_id: '' }];
  expect(csv(['exec_id', 'price', 'notes', 'order_id', 'routing'], rows).toString().split('\r\n')[1]).toBe(
    `'=1+1,-5,'@SUM(A1),"",`,
  );
});

it('a damaged row is reported with its number and column, and the others are read', async () => {
  const chance = new Chance(7);
  const trade = { ...randomTrade(chance, 1), time: '2026-01-02T10:00:00Z', time_known: true, fees: null };
  const rows = [
    trade,
    { ...trade, quantity: -1 },
    { ...trade, price: 'ten' },
    { ...trade, time: '2026-02-30T10:00:00Z' },
    { ...trade, account_id: null },
    { ...trade, fees: 'tip=1' },
    { ...trade, exec_id: 'last' },
  ];
  const { read, diagnostics } = await readBack('trades', rows, 10_000);
  expect(read).toHaveLength(2);
  expect(diagnostics.invalid).toEqual([
    { row: 3, reason: 'quantity must be above 0' },
    { row: 4, reason: 'price is not a number: "ten"' },
    { row: 5, reason: 'time must be a time such as 2026-01-15T14:30:00Z' },
    { row: 6, reason: 'account_id is missing' },
    { row: 7, reason: 'fees must be pairs such as exchange=0.02' },
  ]);
});

it('a quotation mark that never closes ends the reading, and is reported', async () => {
  const head = bookColumns('cash').join(',');
  const stream = streamBookTable([Buffer.from(`${head}\r\nU1,2026-01-02,,5,USD,fee,,"no end`)]);
  const step = await stream.next();
  expect(step).toMatchObject({
    done: true,
    value: {
      diagnostics: {
        invalid: [{ row: 2, reason: 'From here on the file cannot be read: a quotation mark is never closed' }],
      },
    },
  });
});
