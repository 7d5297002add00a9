// Statements that are written to be slow: the work grows with the file, not with its square.
import { describe, expect, it } from 'vitest';
import { parseBankStatement, parseBrokerFile } from './index.ts';
import { bytesOf } from './testing/cases.ts';
import { SAMPLES } from './testing/samples.ts';

/** Milliseconds of this thread's processor time. */
function costOnce(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of three, so that a collection in between does not count. */
const cost = (work: () => unknown) => Math.min(costOnce(work), costOnce(work), costOnce(work));

/** Four times the text: about four times the work; it was sixteen times, and seconds. */
function expectLinear(read: (length: number) => unknown): void {
  read(50_000);
  expect(cost(() => read(200_000))).toBeLessThan(8 * cost(() => read(50_000)) + 30);
}

const bank = (text: string) => parseBankStatement(bytesOf(text), {});

describe('a bank statement', () => {
  it('of openings that never close (OFX)', () => {
    const head = 'OFXHEADER:100\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><NAME>';
    expectLinear((length) => bank(head + '><![CDATA['.repeat(length / 10)));
    expectLinear((length) => bank(`${head}x${'<![CDATA[a]]>'.repeat(length / 13)}</STMTTRN>`));
  });

  it('of elements in elements (OFX)', () => {
    expectLinear((length) => bank(`<OFX>${'<STMTRS>'.repeat(length / 16)}${'</INVPOS>'.repeat(length / 18)}`));
  });

  it('of spaces (MT940)', () => {
    const gap = (length: number) => `a${' '.repeat(length)}b`;
    expectLinear((length) => bank(`:20:X\n:25:1/2\n:60F:C240101EUR0,00\n:61:2401020102D1,00NMSC\n${gap(length)}\n`));
    expectLinear((length) => bank(`:20:X\n:25:1/2\n:61:2401020102D1,00NMSC\n:86:${' '.repeat(length)}x\n`));
  });

  it('of a name over many lines (CSV)', () => {
    expectLinear((length) => bank(`Date,Description,Amount\n2024-01-02,"a\n${' '.repeat(length)}b",-1.00\n`));
  });

  it('keeps what stands in and around CDATA', () => {
    const { accounts } = bank(
      '<OFX><STMTRS><BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20240102<TRNAMT>-1<FITID>1<NAME>a <![CDATA[b & c]]> d<![CDATA[e]]></STMTTRN></BANKTRANLIST></STMTRS></OFX>',
    );
    expect(JSON.stringify(accounts)).toContain('a b & c de');
  });
});

describe("a broker's file", () => {
  const samples = Object.entries(SAMPLES).filter(([name]) =>
    /^(questrade|webull|ibkr_flex_csv|coinbase|degiro|ctrader)$/.test(name),
  );

  it.each(samples)('with one cell of spaces, tabs or brackets: %s', (_, sample) => {
    const lines = sample.trimEnd().split('\n');
    const last = (lines.at(-1) ?? '').split(',');
    for (const fill of ['\t', ' ', '(', 'A']) {
      for (const place of last.keys()) {
        const read = (length: number) => {
          const cells = last.with(place, `1${fill.repeat(length)}!`);
          return parseBrokerFile(bytesOf([...lines.slice(0, -1), cells.join(',')].join('\n')), {});
        };
        // Most cells are never slow: only one that is gets measured against its half.
        if (costOnce(() => read(60_000)) > 40) expectLinear(read);
      }
    }
  });
});
