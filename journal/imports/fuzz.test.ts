// Every importer is fed real files that something happened to: cut, flipped, doubled, mixed, mis-encoded. Nothing may
// throw, hang, or come out as a number that is none; and every row is accounted for.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Diagnostics,
  detectBrokerFormat,
  parseBankStatement,
  parseBrokerFile,
  parseBrokerPdfText,
  streamBookTable,
} from './index.ts';
import { TABLE_FORMATS } from './readers/registry.ts';
import { bytesOf } from './testing/cases.ts';
import { SAMPLES } from './testing/samples.ts';

const root = resolve(import.meta.dirname, '../..', process.env['ZORIVEST_CASES'] ?? '../shared/data', 'journal');
const ROUNDS = 15;

/** A small generator of its own (xorshift32), so that a failure can be repeated from its seed. */
function random(seed: number): (below: number) => number {
  let state = seed || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(below, 1);
  };
}

const JUNK = [
  '"',
  "'",
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\u0000',
  '<',
  '>',
  '&',
  '=1+1',
  '-',
  '99999999999999999999',
  '1e999',
  'NaN',
  '\ufeff',
  '💥',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '{',
  ']]>',
  '0',
  '/',
  '31/02/2024',
];

function mutate(bytes: Uint8Array, next: (below: number) => number): Uint8Array {
  let work = Buffer.from(bytes);
  for (let times = 1 + next(4); times > 0; times--) {
    const at = next(work.length);
    const to = Math.min(work.length, at + 1 + next(200));
    const kind = next(7);
    if (kind === 0) work = work.subarray(0, at);
    else if (kind === 1) work = Buffer.concat([work.subarray(0, at), work.subarray(to)]);
    else if (kind === 2) work = Buffer.concat([work.subarray(0, to), work.subarray(at)]);
    else if (kind === 3 && work.length > 0) {
      work = Buffer.from(work);
      work[at] = next(256);
    } else if (kind === 4)
      work = Buffer.concat([work.subarray(0, at), Buffer.from(JUNK[next(JUNK.length)] ?? ''), work.subarray(at)]);
    else if (kind === 5)
      work = Buffer.from(
        work.toString('latin1').replaceAll(String.fromCharCode(44), [';', '\t', '|', ''][next(4)] ?? ''),
        'latin1',
      );
    else work = Buffer.from(new TextDecoder('latin1').decode(work), 'utf16le');
  }
  return work;
}

function files(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile() && !path.endsWith('.json'));
  } catch {
    return [];
  }
}

const statements: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...['brokers/files', 'brokers2', 'ibkr_flex', 'bank', 'pdf_text', 'pdf_text2'].flatMap((folder) =>
    files(join(root, folder)).map((path) => [path.slice(root.length + 1), readFileSync(path)] as const),
  ),
  ...Object.entries(SAMPLES).map(([name, text]) => [name, bytesOf(text)] as const),
];

/** Of more than ten thousand bad rows only the first are listed; the rest are counted in a warning. */
function accountsForEveryRow({ total_rows, parsed, skipped, invalid, warnings }: Diagnostics): boolean {
  const listed = parsed + skipped.length + invalid.length;
  return (
    total_rows === listed || (total_rows > listed && warnings.some((text) => text.includes('not listed one by one')))
  );
}

function check(bytes: Uint8Array): void {
  const broker = parseBrokerFile(bytes, { accountId: 'A' });
  expect(accountsForEveryRow(broker.diagnostics)).toBe(true);
  for (const execution of broker.executions) {
    expect(execution.time).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/);
    expect(
      Number.isFinite(execution.price) &&
        execution.quantity > 0 &&
        Number.isFinite(execution.commission) &&
        execution.multiplier > 0,
    ).toBe(true);
    expect(execution.instrument).toMatch(/^[^<>"=]+$/);
    expect(execution.exec_id).not.toBe('');
  }
  for (const { row } of [...broker.diagnostics.skipped, ...broker.diagnostics.invalid])
    expect(Number.isInteger(row) && row > 0).toBe(true);
  for (const event of broker.events) {
    expect(event.time).toMatch(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z)?$/);
    expect(event.id).not.toBe('');
    expect(event.instrument).toMatch(/^[^<>"=]+$/);
    const sizes = Object.entries(event).flatMap(([name, value]) =>
      typeof value === 'number' && !['row', 'cost_basis', 'value', 'amount'].includes(name) ? [value] : [],
    );
    expect(sizes.every((size) => Number.isFinite(size) && size !== 0)).toBe(true);
  }
  for (const row of broker.cash) expect(Number.isFinite(row.amount) && /^\d{4}-\d{2}-\d{2}$/.test(row.date)).toBe(true);
  const bank = parseBankStatement(bytes);
  expect(accountsForEveryRow(bank.diagnostics)).toBe(true);
  for (const { transactions } of bank.accounts)
    for (const row of transactions)
      expect(Number.isFinite(row.amount) && /^\d{4}-\d{2}-\d{2}$/.test(row.date)).toBe(true);
  const pdf = parseBrokerPdfText(new TextDecoder('latin1').decode(bytes));
  expect(accountsForEveryRow(pdf.diagnostics)).toBe(true);
  expect(detectBrokerFormat(bytes).confidence).toBeGreaterThanOrEqual(0);
}

it('every broker format has a sample, which is known as its own', () => {
  for (const { name, statesOnly } of TABLE_FORMATS) {
    const sample = SAMPLES[name];
    if (sample === undefined) throw new Error(`testing/samples.ts has no sample of ${name}`);
    const { executions, diagnostics, stated } = parseBrokerFile(bytesOf(sample));
    expect([name, detectBrokerFormat(bytesOf(sample)).format]).toEqual([name, name]);
    expect([
      name,
      statesOnly === true ? stated.positions.length + (stated.figures?.length ?? 0) > 0 : executions.length > 0,
      diagnostics.invalid,
    ]).toEqual([name, true, []]);
  }
});

it('the samples of PDFs and banks are read too', () => {
  for (const [name, text] of Object.entries(SAMPLES)) {
    if (name.endsWith('_pdf')) expect([name, parseBrokerPdfText(text).diagnostics.parsed > 0]).toEqual([name, true]);
    if (name.endsWith('_bank')) {
      const { format, diagnostics } = parseBankStatement(bytesOf(text));
      expect([`${format}_bank`, diagnostics.parsed > 0]).toEqual([name, true]);
    }
  }
});

describe('mutated statements', () => {
  for (const [index, [name, bytes]] of statements.entries())
    it(`${name} in ${ROUNDS} disguises`, () => {
      for (let round = 0; round < ROUNDS; round++) {
        const seed = (index + 1) * 7919 + round;
        try {
          check(mutate(bytes, random(seed)));
        } catch (error) {
          throw new Error(`seed ${seed} of ${name}`, { cause: error });
        }
      }
    });
});

/** Written for this test: a row of each of the tables that the book gives out. */
const BOOK_FILES = [
  `exec_id,time,instrument,action,quantity,price,account_id,commission,currency,multiplier,asset_class,root,time_known,order_id,routing,risk_amount,realized_pnl,fees,notes
T1,2026-01-05T14:30:00Z,ESH26,BOT,1,-5.25,A,2.1,USD,50,FUTURE,ES,true,,dma,100,0,exchange=1.2,"'=1+1, wrote ""so"""
`,
  `account_id,date,value_date,amount,currency,category,symbol,description,memo,reference_id,source
A,2026-01-05,,-3.5,EUR,fee,,Custody,"",,manual
`,
  `kind,instrument,time,account_id,new_shares,old_shares,new_instrument,quantity,settlement_price,cost_basis,from_account_id,to_account_id,id,linked_event_id,lots,lot_ids,cash_per_share,price,allocation,amount_per_share,amount,value,stock_recorded,source_id
transfer,ABC,2026-01-05T00:00:00Z,,,,,5,,,A,,1,2,"[{""acquired"":""2020-01-02"",""quantity"":5,""cost"":10}]","[""lot-T1""]",,,,,,,false,
`,
];

it("the book's own tables in disguises are read or refused row by row, and never throw", async () => {
  for (const [index, text] of BOOK_FILES.entries())
    for (let round = 0; round < ROUNDS * 2; round++) {
      const bytes = mutate(bytesOf(text), random((index + 1) * 104_729 + round));
      const stream = streamBookTable([bytes.subarray(0, 40), bytes.subarray(40)]);
      let rows = 0;
      for (;;) {
        const step = await stream.next();
        if (step.done === true) {
          expect(step.value.diagnostics.parsed).toBe(rows);
          expect(accountsForEveryRow(step.value.diagnostics)).toBe(true);
          break;
        }
        rows += step.value.rows.length;
      }
    }
});

/** Work that grows with the square of the input would take hours; a busy machine takes seconds. */
const FAR_TOO_LONG = 60_000;

describe('hostile sizes', () => {
  it.each([
    ['a line without an end', 'x'.repeat(3_000_000)],
    ['digits without an end', `Date,Description,Amount\n01/02/2024,x,${'1'.repeat(1_000_000)}x\n`],
    ['a quote that never closes', `Date,Description,Amount\n"${'a,b\n'.repeat(300_000)}`],
    ['commas', ','.repeat(2_000_000)],
    ['open tags', `<OFX>${'<STMTTRN>'.repeat(200_000)}`],
    ['nested tags', `<FlexQueryResponse>${'<a>'.repeat(100_000)}`],
    ['an OFX value without an end', `OFXHEADER:100\n<OFX><STMTTRN><NAME>${'y'.repeat(3_000_000)}`],
    ['a page of words as one PDF line', `2024-01-01 buy ${'A 1 '.repeat(200_000)}`],
    [
      'an entity bomb',
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "${'&lol;'.repeat(1000)}">]><FlexQueryResponse>&lol1;</FlexQueryResponse>`,
    ],
    ['MT940 words without an end', `:20:x\n:25:y\n:61:240102C1,NTRF\n:86:${'?20a\n'.repeat(200_000)}`],
  ])('%s', (_, text) => check(bytesOf(text)), FAR_TOO_LONG);
});
