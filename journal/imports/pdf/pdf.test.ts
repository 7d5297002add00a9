// Documents of the six brokers, in the lines their PDFs give.
import { describe, expect, it } from 'vitest';
import { parseBrokerPdfText } from '../index.ts';
import { caseBytes, caseJson } from '../testing/cases.ts';

const summary = (text: string) => {
  const { format, executions, cash, confidence, diagnostics, accounts } = parseBrokerPdfText(text);
  return {
    format,
    sure: confidence >= 0.8,
    accounts,
    fills: executions.map(
      (e) =>
        `${e.time.slice(0, 10)} ${e.action} ${e.quantity} ${e.instrument} @${e.price} x${e.multiplier} cost ${e.commission} ${e.currency}`,
    ),
    cash: cash.map((row) => `${row.date} ${row.kind} ${row.amount} ${row.currency} ${row.symbol ?? ''}`.trim()),
    left: [...diagnostics.skipped, ...diagnostics.invalid].map(({ reason }) => reason),
  };
};

it('Firstrade: the open case in full, to the cent', (ctx) => {
  const text = new TextDecoder().decode(caseBytes(ctx, 'pdf_text/firstradesecuritiesinc/Buy01.txt'));
  const { files } = caseJson(ctx, 'pdf_text/expected_open.json') as {
    files: Record<string, { buy_sell: number; account_transactions: number; items: string[] }>;
  };
  const expected = files['firstradesecuritiesinc/Buy01.txt'];
  const item = expected?.items.find((one) => one.startsWith('purchase')) ?? '';
  const figure = (name: string) => Number(new RegExp(`${name}\\((?:"USD", )?([\\d.]+)\\)`).exec(item)?.[1]);
  const { executions, cash, accounts, diagnostics } = parseBrokerPdfText(text);
  expect([executions.length, cash.length]).toEqual([expected?.buy_sell, expected?.account_transactions]);
  const [bought] = executions;
  expect(bought).toMatchObject({ instrument: 'XBI', action: 'BOT', currency: 'USD', account_id: '123-12345' });
  expect(bought?.quantity).toBe(figure('hasShares'));
  expect((bought?.quantity ?? 0) * (bought?.price ?? 0)).toBeCloseTo(figure('hasGrossValue'), 2);
  expect(bought?.commission).toBe(figure('hasFees'));
  // The case dates the purchase by its settlement; a journal's time is that of the trade, and both are kept.
  expect(bought?.settlement_date).toBe(/hasDate\("(\d{4}-\d{2}-\d{2})/.exec(item)?.[1]);
  expect(bought?.time.slice(0, 10)).toBe('2022-06-29');
  expect([accounts, diagnostics.invalid, diagnostics.skipped]).toEqual([['123-12345'], [], []]);
});

it('Firstrade: a put without a ticker is known by its description; every fee line counts', () => {
  const text = `FIRSTRADE HOUSE REP
ACCOUNT NUMBER: 9-1
YOU SOLD 8SFXJX7 11/23/21 11/24/21 MARGIN 12 $4.40000
PUT PYPL 11/26/21 190 PAYPAL HOLDINGS INC PRINCIPAL $5,280.00
UNSOLICITED OPTION FEE $0.24
CLOSING CONTRACT FEES $0.03
NET AMOUNT $5,279.73`;
  expect(summary(text).fills).toEqual(['2021-11-23 SLD 12 PYPL 211126 P 190 @4.4 x100 cost 0.27 USD']);
});

it('E*TRADE: a stock plan purchase at what was paid', () => {
  const text = `E*TRADE Securities LLC
EMPLOYEE STOCK PLAN PURCHASE CONFIRMATION
Purchase Summary
Company Name (Symbol) NXP SEMICONDUCTORS, Beginning Balance 0.0000
N.V.(NXPI) Shares Purchased 5.2350
Purchase Date 02-28-2025
Grant Date Market Value $215.590000
Total Price ($959.31)`;
  const { executions } = parseBrokerPdfText(text);
  expect(executions).toMatchObject([{ instrument: 'NXPI', action: 'BOT', quantity: 5.235, price: 183.24928367 }]);
  expect((executions[0]?.quantity ?? 0) * (executions[0]?.price ?? 0)).toBeCloseTo(959.31, 2);
});

describe('Lime and Score Priority', () => {
  const statement = (broker: string) => `${broker}
ACCOUNT STATEMENT
JOHN DOE STATEMENT PERIOD: September 1 - 30, 2021
Sep 15 Vanguard Index Fds 922908363 Buy 4 409.61 (1,638.44)
S P 500 Etf Shs
Sep 02 Netflix Inc 64110L106 Sell 2 566.20 1,132.39
Com
Sep 15 Realty Income C             22 756109104 Dividend 5.18
Sep 15 Nra Withhold: Dividend 756109104 NRA Withhold (1.55)
Sep 15 Tyson Foods Inc              6 902494103 Qualified Dividend 2.67
Sep 17 For Sec Withhold: Div   .25000 067901108 Foreign Withholding (0.31)
Sep 05 2seventy Bio Inc 901384107 Security Journal 5
Sep 15 Ca Fee_spinoff_o Onl 756109104 Journal (30.00)
Sep 23 Cil Allocation 58933Y105 Journal 29.98
Sep 29 Wire In Ref #: Mm-00003314 Journal 9,000.00
Sep 30 .05000% 3 Days,Bal=   $71000 Credit Interest 0.30
Sep Sep Withholding Adjustment 756109104 Journal 1.55`;

  it.each([
    ['Lime Trading Corp', 'lime'],
    ['Score Priority Corp.', 'score_priority'],
  ])('%s', (broker, format) => {
    expect(parseBrokerPdfText(statement(broker)).events).toMatchObject([
      { kind: 'transfer', instrument: '901384107', time: '2021-09-05', quantity: 5 },
    ]);
    expect(summary(statement(broker))).toEqual({
      format,
      sure: true,
      accounts: [],
      fills: ['2021-09-15 BOT 4 922908363 @409.61 x1 cost 0 USD', '2021-09-02 SLD 2 64110L106 @566.195 x1 cost 0 USD'],
      cash: [
        '2021-09-15 dividend 5.18 USD 756109104',
        '2021-09-15 tax -1.55 USD 756109104',
        '2021-09-15 dividend 2.67 USD 902494103',
        '2021-09-17 tax -0.31 USD 067901108',
        '2021-09-15 fee -30 USD 756109104',
        '2021-09-23 dividend 29.98 USD 58933Y105',
        '2021-09-29 deposit 9000 USD',
        '2021-09-30 interest 0.3 USD',
        '2021-09-30 tax 1.55 USD 756109104',
      ],
      left: [],
    });
  });
});

it('Questrade: figures in Canadian and in US dollars, descriptions over two lines', () => {
  const text = `Questrade, Inc.
Account #: 62639842 Current month: January 31, 2025
02. ACTIVITY DETAILS
04-10-2025 04-11-2025 Buy .VEQT VANGUARD ALL-EQUITY ETF  PORTFOLIO
ETF UNIT  WE ACTED AS AGENT 50.0000 40.930 (2,046.50) - (2,046.50) - - - -
01-16-2023 01-18-2023 Buy .VEQT VANGUARD ALL-EQUITY ETF|PORTFOLIO ETF
UNIT|WE ACTED AS AGENT 50.0000 40.930 (2,046.50) (0.10) (2,046.60) - - - -
01-17-2023 01-19-2023 Buy .XEQT UNITS|WE ACTED AS AGENT|AVG PRICE - ASK 19 25.320 (481.08) - (481.08) - - - -
01-20-2023 01-24-2023 Sell SPY SPDR S&P 500|WE ACTED AS AGENT (2) - - - - 400.00 800.00 (4.95) 795.05
01-07-2025 01-07-2025    .VEQT UNIT DIST      ON      29 SHS REC 12/30/24 PAY - - - - 20.69 - - - -
04-09-2025 04-09-2025 Contribution CONT 6263984218 - - - - 10,000.00 - - - -`;
  expect(summary(text)).toEqual({
    format: 'questrade',
    sure: true,
    accounts: ['62639842'],
    fills: [
      '2025-04-10 BOT 50 VEQT @40.93 x1 cost 0 CAD',
      '2023-01-16 BOT 50 VEQT @40.93 x1 cost 0.1 CAD',
      '2023-01-17 BOT 19 XEQT @25.32 x1 cost 0 CAD',
      '2023-01-20 SLD 2 SPY @400 x1 cost 4.95 USD',
    ],
    cash: ['2025-01-07 dividend 20.69 CAD VEQT', '2025-04-09 deposit 10000 CAD'],
    left: [],
  });
});

it('Tiger Brokers: fees in and around the line, GST, times with their zone', () => {
  const text = `Tiger Brokers (Singapore) PTE.LTD.
Activity Statement
Account: 50123456 Base Currency : USD
Stock Currency: USD
Settlement Fee: -0.14
QQQ 2022-03-10, 01:52:40, GMT+8 48 334.80000 334.99000 16,070.40 Commission: -0.99 -0.15 0.00 9.12
Platform Fee: -1.00
QQQ 2023-01-06, 03:33:08, GMT+8 1 262.78870 261.58000 262.79 Commission: -0.99Platform Fee: -1.00 -0.16 0.00 -1.21
VT US 2 90.50000 91.00000 181.00 Commission: -0.99 -0.16 0.00 1.00 2023-02-06Platform Fee: -1.00 03:33:08, GMT+8
2022-03-24 VT Cash Dividend 0.2572 USD per Share (Ordinary Dividend) 17.75
2022-03-24 VT Cash Dividend 0.2572 USD per Share - Tax -5.33
2022-12-22 VT Cash Dividend 0.6381 USD per Share (Ordinary Dividend) 44.03 USD
2023-09-21 Cash Dividend USD per Share - Tax 12.29 USD
2022-03-02 Deposit DR-3649942 30,000.00`;
  const got = summary(text);
  expect(got).toMatchObject({ format: 'tiger_brokers', sure: true, left: [] });
  expect(got.fills).toEqual([
    '2022-03-09 BOT 48 QQQ @334.8 x1 cost 2.28 USD',
    '2023-01-05 BOT 1 QQQ @262.7887 x1 cost 2.15 USD',
    '2023-02-05 BOT 2 VT @90.5 x1 cost 2.15 USD',
  ]);
  expect(got.cash).toEqual([
    '2022-03-24 dividend 17.75 USD VT',
    '2022-03-24 tax -5.33 USD VT',
    '2022-12-22 dividend 44.03 USD VT',
    '2023-09-21 tax 12.29 USD',
    '2022-03-02 deposit 30000 USD',
  ]);
});

describe('a document of no broker we know', () => {
  it('is read where the figures add up, with a confidence that asks first', () => {
    const got = parseBrokerPdfText(
      'Some Broker AG\n2024-03-05 Buy ACME Inc 10 12.50 125.00\n2024-03-05 Buy ACME 10 12.50 130.00\n',
    );
    expect(got.executions).toMatchObject([{ instrument: 'ACME', quantity: 10, price: 12.5 }]);
    expect(got.confidence).toBeLessThan(0.8);
  });

  it('is refused with the reason when it is a scan, or holds no trade', () => {
    expect(parseBrokerPdfText(' \n ').diagnostics.warnings[0]).toContain('scan');
    expect(parseBrokerPdfText('Dear customer').diagnostics.warnings[0]).toContain('No known broker layout');
  });
});

it('Tiger Brokers: later statements wrap the cells of a trade and of a dividend over several lines', () => {
  const text = `Tiger Brokers (Singapore) PTE.LTD.
Activity Statement
Account: 50123456 Base Currency : USD
Commission: 2024-04-08
QQQ US NASDAQ Open 1 440.50000 440.60000 440.50 0.00 -0.99 2024-04-Platform Fee: 0.00 0.00 0.10 23:45:38,
-1.00 GMT+8 10
Commission: 2023-01-06
SPY US 2 262.78870 261.58000 525.58 -0.99Platform Fee: -0.16 0.00 -1.21 03:33:08,
-1.00 GMT+8
IVV US 1 262.78870 261.58000 262.79 Commission: -0.99 -0.16 0.00 -1.21 2023-01-06Platform Fee: -1.00 03:33:09, GMT+8
Settlement Fee:
-0.01 2024-12-19
Vanguard Total World Stock ETF
US ARCA Open 3 118.29960 354.90 0.00 Commission: 2024-
-0.99 0.00 0.00 13:01:49, US USD
(VT) 12-20
Platform Fee: /Eastern
-1.00
Vanguard Total World Stock Quantity: 72
2024-12-
Stock ETF Gross Rate: 0.88 Paid 63.17 0 Dividend tax: 9.48 53.69 USD
26
(VT) /Share
Quantity: 25
2024-12- Vanguard S&P 500 ETF
Stock Gross Rate: 1.74 Paid 43.46 0 Dividend tax: 6.52 36.94 USD
30 (VOO)
/Share
Invesco QQQ Quantity: 54
2025-01-02 Stock Paid 45.07 0 Dividend tax: 6.76 38.31 USD
(QQQ) Gross Rate: 0.83/Share
`;
  const got = summary(text);
  expect(got.fills).toEqual([
    '2024-04-08 BOT 1 QQQ @440.5 x1 cost 1.99 USD',
    '2023-01-05 BOT 2 SPY @262.7887 x1 cost 2.15 USD',
    '2023-01-05 BOT 1 IVV @262.7887 x1 cost 2.15 USD',
    '2024-12-19 BOT 3 VT @118.2996 x1 cost 2 USD',
  ]);
  expect(got.cash).toEqual([
    '2024-12-26 dividend 63.17 USD VT',
    '2024-12-26 tax -9.48 USD VT',
    '2024-12-30 dividend 43.46 USD VOO',
    '2024-12-30 tax -6.52 USD VOO',
    '2025-01-02 dividend 45.07 USD QQQ',
    '2025-01-02 tax -6.76 USD QQQ',
  ]);
  expect(got.left).toEqual([]);
});
