// Every row of data is counted once: over all samples, over damaged ones, and over the open cases.
import { describe, expect, it } from 'vitest';
import { type BrokerResult, parseBankStatement, parseBrokerFile, RowAccount, type RowTable } from './index.ts';
import { CLOSED_POSITIONS } from './testing/closed-positions.ts';
import { bytesOf } from './testing/cases.ts';
import { read } from './testing/read.ts';
import { SAMPLES } from './testing/samples.ts';

/** The table of a file that goes into an empty book, and how many of its rows found no place. */
function account({ executions, events, cash, cancelled, diagnostics }: BrokerResult): RowTable & { lost: number } {
  const rows = new RowAccount();
  const ended = new Set(events.flatMap((event) => ('exec_id' in event ? [event.exec_id] : [])));
  for (const fill of executions) if (!ended.has(fill.exec_id)) rows.mark(fill.row, 'trades');
  for (const event of events) rows.mark(event.row, 'events');
  for (const one of cash) rows.mark(one.row, 'cash');
  const lost = rows.close(diagnostics);
  return { ...rows.table(), lost: lost - cancelled.length };
}

function expectClosed(result: BrokerResult): void {
  const { lost, left_out, read: all, ...fates } = account(result);
  const sum = left_out.reduce((total, { count }) => total + count, 0);
  expect(all).toBe(Object.values(fates).reduce((total, one) => total + one, sum));
  expect(all).toBe(result.diagnostics.total_rows);
  expect(lost).toBe(0);
}

describe('the sum closes', () => {
  for (const [name, text] of Object.entries(SAMPLES))
    it(`over the sample of ${name}, whole and with lines missing`, () => {
      expectClosed(parseBrokerFile(bytesOf(text)));
      const lines = text.split('\n');
      for (let at = 0; at < lines.length; at++)
        expectClosed(parseBrokerFile(bytesOf(lines.toSpliced(at, 1).join('\n'))));
    });

  for (const [name, { statement }] of Object.entries(CLOSED_POSITIONS))
    it(`over the statement of ${name}`, () => expectClosed(parseBrokerFile(bytesOf(statement))));
});

describe('nothing vanishes', () => {
  it('a row that names shares and no money is for the person to say', () => {
    const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/05/2025","Mystery Event","ABC","A COMPANY","50","","",""
"03/05/2025","Misc Note","ABC","A COMPANY","","","",""
`);
    expect(account(got)).toMatchObject({
      read: 2,
      unreadable: 1,
      left_out: [{ kind: 'no_money', count: 1, example_row: 3 }],
    });
    expect(got.diagnostics.invalid[0]?.reason).toContain('Mystery Event names 50 and no money');
  });

  it('both rows of an exchange are rows of the event, and the money of a merger without its shares is reported', () => {
    const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
    const both = `${head}
"03/05/2025","Reverse Split","ABC","A COMPANY","5","","",""
"03/05/2025","Reverse Split","ABC","A COMPANY","-50","","",""
`;
    expect(account(read(both))).toMatchObject({ read: 2, events: 2, lost: 0 });
    const merger = `${head}\n"03/05/2025","Cash Merger","ABC","A COMPANY","","","","$500.00"\n`;
    expect(account(read(merger))).toMatchObject({ read: 1, unreadable: 1, lost: 0 });
  });

  it("a fill that a later row takes back leaves with it: both are changed, in the reader's word and the book's", () => {
    const rows = new RowAccount();
    rows.mark(2, 'trades');
    rows.takeBack(1);
    rows.close({
      total_rows: 2,
      rows: { left_out: [], unreadable: 0, reversals: 1, joined: [], half_read: [] },
    });
    expect(rows.table()).toMatchObject({ read: 2, trades: 0, changed: 2 });
  });

  it('what a reader lost is asked about, not passed over', () => {
    const rows = new RowAccount();
    rows.mark(2, 'trades');
    const none = { left_out: [], unreadable: 0, reversals: 0, joined: [], half_read: [] };
    expect(rows.close({ total_rows: 3, rows: none })).toBe(2);
    expect(rows.table()).toMatchObject({ read: 3, trades: 1, asked: 2 });
  });

  it('a bank statement counts its transactions', () => {
    const { diagnostics } = parseBankStatement(
      bytesOf('Date,Description,Amount\n2024-01-02,Coffee,-3.50\n2024-01-03,Pay,100\n'),
    );
    expect(diagnostics).toMatchObject({ total_rows: 2, parsed: 2, rows: { unreadable: 0, left_out: [] } });
  });
});
