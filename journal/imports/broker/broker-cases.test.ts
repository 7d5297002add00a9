// Every open broker file, to the cent.
import { describe, expect, it } from 'vitest';
import { detectBrokerFormat, parseBrokerFile } from '../index.ts';
import { bytesOf, caseBytes, caseJson } from '../testing/cases.ts';

interface CsvCase {
  readonly id: string;
  readonly broker_argument: string;
  readonly csv: string;
}

function summary(bytes: Uint8Array, options: Parameters<typeof parseBrokerFile>[1] = {}) {
  const { format, executions, cash, diagnostics } = parseBrokerFile(bytes, options);
  return {
    format,
    fills: executions.map(
      (e) => `${e.time} ${e.action} ${e.quantity} ${e.instrument} @${e.price} x${e.multiplier} cost ${e.commission}`,
    ),
    cash: cash.map((row) => `${row.date} ${row.kind} ${row.amount} ${row.symbol ?? ''}`.trim()),
    counts: [diagnostics.total_rows, diagnostics.parsed, diagnostics.skipped.length, diagnostics.invalid.length],
    warnings: diagnostics.warnings,
  };
}

describe('open CSV cases', () => {
  const expected: Record<string, ReturnType<typeof summary>> = {
    '013': {
      format: 'firstrade',
      fills: [
        '2025-02-10T17:00:00Z BOT 10 SPY @605.2699 x1 cost 0',
        '2025-02-10T17:00:01Z SLD 1 IAG 250221 P 6 @0.11 x100 cost 0.05',
        '2025-02-18T17:00:00Z BOT 1 IAG 250221 P 6 @0.15 x100 cost 0',
        '2025-03-20T16:00:00Z SLD 10 SPY @610 x1 cost 0',
      ],
      cash: ['2025-03-17 interest 3.1'],
      counts: [5, 5, 0, 0],
      warnings: [],
    },
    '030': {
      format: 'ibkr_flex_csv',
      fills: [
        '2026-07-21T16:00:00Z BOT 41 VIVK @3.13 x1 cost 1.000123',
        '2026-07-21T16:00:01Z BOT 100 VIVK @3.13 x1 cost 0.0003',
        '2026-07-21T16:00:02Z BOT 109 VIVK @3.13 x1 cost 0.250327',
        '2026-07-21T16:00:03Z BOT 148 VIVK @3.86 x1 cost 1.000444',
        '2026-07-21T16:00:04Z BOT 352 VIVK @3.86 x1 cost 1.501056',
      ],
      cash: [],
      counts: [5, 5, 0, 0],
      warnings: [],
    },
    '048': {
      format: 'tradingview',
      fills: ['2026-06-03T09:30:00Z BOT 10 WCT @2 x1 cost 0', '2026-06-03T09:35:00Z SLD 10 WCT @2.1 x1 cost 0'],
      cash: [],
      counts: [2, 2, 0, 0],
      warnings: ['TradeStation was chosen, but the columns are those of TradingView, which was used instead.'],
    },
    '055': {
      format: 'webull',
      fills: [
        '2026-03-01T14:31:05Z BOT 2 SPY 250321 C 570 @1.25 x100 cost 0',
        '2026-03-01T15:01:05Z SLD 2 SPY 250321 C 570 @1.55 x100 cost 0',
      ],
      cash: [],
      counts: [2, 2, 0, 0],
      warnings: [],
    },
  };

  for (const [id, want] of Object.entries(expected))
    it(`case ${id} (${want.format})`, (ctx) => {
      const { cases } = caseJson(ctx, 'brokers/tradetally_csv_cases_open.json') as { cases: CsvCase[] };
      const found = cases.find((one) => one.id === id);
      const csv = bytesOf(found?.csv ?? '');
      expect(summary(csv, { format: found?.broker_argument ?? 'auto' })).toEqual(want);
      expect(detectBrokerFormat(csv).format).toBe(want.format);
    });
});

describe('open broker files', () => {
  it('Schwab: reinvested shares are bought, a written put is bought back, the rest is cash', (ctx) => {
    const got = summary(caseBytes(ctx, 'brokers/files/schwab/wealthfolio_schwab_no_title_row.csv'));
    expect(got).toEqual({
      format: 'schwab',
      fills: [
        '2023-04-27T16:00:00Z BOT 45 BND @73.7789 x1 cost 0',
        '2023-04-18T16:00:00Z SLD 10.065 BND @73.4049 x1 cost 0.01',
        '2023-04-10T16:00:00Z BOT 0.0249 BND @73.8993 x1 cost 0',
        '2023-03-01T17:00:00Z BOT 2 TSLA 230317 P 180 @3.1 x100 cost 1.3',
      ],
      cash: [
        '2023-04-27 transfer_in 7461.72',
        '2023-04-17 interest 0.03',
        '2023-04-06 dividend 1.84 BND',
        '2023-03-20 dividend 8.52 VTI',
        '2023-02-15 transfer_in 980.65',
        '2023-01-09 deposit 25',
      ],
      counts: [10, 10, 0, 0],
      warnings: [],
    });
  });

  it("Schwab: the bank's checking account is cash only", (ctx) => {
    const got = summary(caseBytes(ctx, 'brokers/files/schwab/schwab_csv_checking.csv'));
    expect(got.cash).toEqual(['2022-07-31 interest 1', '2022-02-03 withdrawal -2']);
  });

  it('Fidelity: a cash management account, titles and disclaimers left aside', (ctx) => {
    const got = summary(caseBytes(ctx, 'brokers/files/fidelity/History_for_Account_X8YYYYYYY.csv'));
    expect(got.counts).toEqual([11, 11, 0, 0]);
    expect(got.cash.slice(0, 5)).toEqual([
      '2023-01-27 withdrawal -10000',
      '2023-01-23 withdrawal -135.6',
      '2023-01-23 deposit 200.99',
      '2023-01-23 transfer_in 3085.92',
      '2023-01-19 deposit 1001.1',
    ]);
  });

  it('tastytrade: a sale with its fee; a reverse split is an event, not a trade', (ctx) => {
    const got = summary(caseBytes(ctx, 'brokers/files/tastytrade/elch78_stockTrade.csv'));
    expect(got.fills).toEqual(['2022-03-28T13:30:27Z SLD 100 APPH @6.0171 x1 cost 0.102']);
    expect(got.counts).toEqual([3, 3, 0, 0]);
    const { events } = parseBrokerFile(caseBytes(ctx, 'brokers/files/tastytrade/elch78_stockTrade.csv'));
    expect(events).toMatchObject([
      { kind: 'split', instrument: 'WKHS', time: '2024-06-17T10:47:02Z', new_shares: 20, old_shares: 400 },
    ]);
  });

  it('IBKR Flex XML: one purchase under its own id', (ctx) => {
    const bytes = caseBytes(ctx, 'ibkr_flex/testIBFlexStatementFile07.xml');
    expect(summary(bytes).fills).toEqual(['2019-10-30T13:16:42Z BOT 120 SGN @6 x1 cost 6']);
    expect(parseBrokerFile(bytes).executions[0]).toMatchObject({
      exec_id: '2592275115',
      account_id: 'UXXXXXX',
      currency: 'EUR',
    });
  });

  it("Alpaca: the API's fill, with its activity id", (ctx) => {
    const { sample } = caseJson(ctx, 'brokers/alpaca_activity_fill_sample.json') as { sample: Record<string, string> };
    const result = parseBrokerFile(bytesOf(JSON.stringify([sample])));
    expect(result.format).toBe('alpaca');
    expect(result.executions).toEqual([
      {
        exec_id: sample['id'],
        time: sample['transaction_time'],
        instrument: sample['symbol'],
        action: sample['side'] === 'buy' ? 'BOT' : 'SLD',
        quantity: Number(sample['qty']),
        price: Number(sample['price']),
        account_id: '',
        commission: 0,
        multiplier: 1,
        asset_class: 'EQUITY',
        order_id: sample['order_id'],
        row: 1,
      },
    ]);
  });
});
