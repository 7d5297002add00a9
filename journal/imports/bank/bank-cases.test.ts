// Every open bank statement, to the cent.
import { describe, expect, it } from 'vitest';
import { parseBankStatement } from '../index.ts';
import { caseBytes, caseJson } from '../testing/cases.ts';

interface OfxExpected {
  readonly files: Record<
    string,
    {
      readonly ofxparse: {
        readonly accounts: readonly {
          readonly account_id: string;
          readonly kind: string;
          readonly currency: string;
          readonly ledger_balance: string;
          readonly transactions: readonly {
            date: string;
            type: string;
            amount: string;
            id: string;
            payee: string;
            memo: string;
          }[];
        }[];
      };
    }
  >;
}

describe('OFX', () => {
  for (const file of ['ofxparse__suncorp.ofx', 'actual__html-vals.qfx'])
    it(`reads ${file}`, (ctx) => {
      const expected = (caseJson(ctx, 'bank/ofx/expected.json') as OfxExpected).files[file]?.ofxparse.accounts ?? [];
      const { accounts, format, diagnostics } = parseBankStatement(caseBytes(ctx, `bank/ofx/${file}`));
      expect(format).toBe('ofx');
      expect(diagnostics).toMatchObject({ invalid: [], warnings: [] });
      expect(
        accounts.map(({ account_id, kind, currency, balance, transactions }) => ({
          account_id,
          kind,
          currency,
          balance,
          transactions: transactions.map(({ id, amount, payee, memo, type, date }) => ({
            id,
            amount,
            payee,
            memo,
            type,
            date,
          })),
        })),
      ).toEqual(
        expected.map((one) => ({
          account_id: one.account_id,
          kind: one.kind,
          currency: one.currency.toUpperCase(),
          balance: Number(one.ledger_balance),
          transactions: one.transactions.map(({ id, amount, payee, memo, type, date }) => ({
            id,
            amount: Number(amount),
            payee,
            memo,
            type,
            date: date.slice(0, 10),
          })),
        })),
      );
    });
});

describe('MT940', () => {
  interface ExpectedFiles {
    readonly files: Record<
      string,
      { transactions: { date: string; entry_date: string | null; amount: string; currency: string; id: string }[] }
    >;
  }

  it('three statements of three banks in one file', (ctx) => {
    const expected =
      (caseJson(ctx, 'bank/mt940/expected.json') as ExpectedFiles).files['cmxl__mt940.sta']?.transactions ?? [];
    const { accounts, diagnostics } = parseBankStatement(caseBytes(ctx, 'bank/mt940/cmxl__mt940.sta'));
    const rows = accounts.flatMap(({ transactions, currency }) =>
      transactions.map(({ date, value_date, amount, type }) => ({ date, value_date, amount, type, currency })),
    );
    expect(rows).toEqual(
      expected.map((one) => ({
        date: one.entry_date ?? one.date,
        value_date: one.date,
        amount: Number(one.amount),
        type: one.id,
        currency: one.currency,
      })),
    );
    expect(accounts.map(({ account_id, balance }) => [account_id, balance])).toEqual([
      ['45050050/76198810', 84437.04],
      ['10020030/1234567', 4387.95],
      ['BPHKPLPK/320000546101', 50040],
    ]);
    expect(accounts[1]?.transactions[0]).toMatchObject({ payee: 'MUELLER', memo: 'Miete November' });
    expect(diagnostics).toMatchObject({ total_rows: 16, parsed: 16, invalid: [], warnings: [] });
  });
});

describe('QIF', () => {
  it('records with and without payee and memo', (ctx) => {
    const { accounts } = parseBankStatement(caseBytes(ctx, 'bank/qif/actual__data-payee-memo.qif'));
    expect(
      accounts.flatMap(({ transactions }) =>
        transactions.map(({ date, amount, payee, memo }) => [date, amount, payee, memo]),
      ),
    ).toEqual([
      ['2019-01-23', -10, 'Payee Name', 'Note Text'],
      ['2019-01-23', -20, 'Payee Name Only', ''],
      ['2019-01-23', -30, '', 'Note Only Text'],
      ['2019-01-23', -40, '', ''],
    ]);
  });
});

describe('CAMT.053', () => {
  it('one entry, booked before its value date', (ctx) => {
    const { accounts } = parseBankStatement(caseBytes(ctx, 'bank/camt/camt053.v2.minimal.xml'));
    expect(accounts).toEqual([
      {
        account_id: 'NL26VAYB8060476890',
        kind: 'bank',
        currency: 'EUR',
        balance: -27,
        balance_date: '2014-12-31',
        transactions: [
          {
            id: null,
            date: '2014-12-31',
            value_date: '2015-01-02',
            amount: 8.85,
            currency: 'EUR',
            payee: 'NAME NAME',
            memo: '4654654654654654',
            type: '544',
          },
        ],
      },
    ]);
  });
});

describe('CSV', () => {
  it('Schwab Bank: one column for each way, the newest running balance closes', (ctx) => {
    const { accounts } = parseBankStatement(caseBytes(ctx, 'brokers/files/schwab/schwab_csv_checking.csv'));
    expect(accounts).toMatchObject([
      {
        balance: 2,
        currency: 'USD',
        transactions: [
          { date: '2022-07-31', amount: 1 },
          { date: '2022-02-03', amount: -2 },
        ],
      },
    ]);
  });
});
