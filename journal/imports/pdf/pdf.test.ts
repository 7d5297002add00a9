// Documents in the lines their PDFs give. Every statement here is made up: companies, numbers and amounts are ours, only
// the shape is the broker's.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseBrokerPdfText } from '../index.ts';
import { caseBytes, caseJson, CASES } from '../testing/cases.ts';

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
    warnings: diagnostics.warnings,
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
  expect(bought).toMatchObject({ action: 'BOT', currency: 'USD', account_id: accounts[0] });
  expect(text).toContain(` ${bought?.instrument} `);
  expect(bought?.quantity).toBe(figure('hasShares'));
  expect((bought?.quantity ?? 0) * (bought?.price ?? 0)).toBeCloseTo(figure('hasGrossValue'), 2);
  expect(bought?.commission).toBe(figure('hasFees'));
  // The case dates the purchase by its settlement; a journal's time is that of the trade, and both are stored.
  expect(bought?.settlement_date).toBe(/hasDate\("(\d{4}-\d{2}-\d{2})/.exec(item)?.[1]);
  expect((bought?.time.slice(0, 10) ?? '') < (bought?.settlement_date ?? '')).toBe(true);
  expect([accounts.length, diagnostics.invalid, diagnostics.skipped, diagnostics.warnings]).toEqual([1, [], [], []]);
});

describe('pdf_text2: confirmations with what they say', () => {
  const folder = join(CASES, 'pdf_text2');
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.txt')) : [];
  if (files.length === 0) it.skip('no case files in pdf_text2');
  it.for(files)('%s', (name, ctx) => {
    const text = new TextDecoder().decode(caseBytes(ctx, `pdf_text2/${name}`));
    const { trades } = caseJson(ctx, `pdf_text2/${name}.expected.json`) as {
      trades: {
        date: string;
        settles: string;
        action: string;
        symbol: string;
        quantity: number;
        price: number;
        fee: number;
        principal: number;
        contradicts: boolean;
      }[];
    };
    const { executions, diagnostics } = parseBrokerPdfText(text);
    expect(executions).toMatchObject(
      trades.map(({ action, symbol, quantity, price, fee, settles, principal }) => ({
        action,
        instrument: symbol,
        quantity,
        price,
        commission: fee,
        settlement_date: settles,
        stated: { amount: principal },
      })),
    );
    expect(executions.map(({ time }) => time.slice(0, 10))).toEqual(trades.map(({ date }) => date));
    expect(diagnostics.warnings).toHaveLength(trades.filter(({ contradicts }) => contradicts).length);
  });
});

it('Firstrade: a put without a ticker is known by its description; every fee line counts', () => {
  const text = `FIRSTRADE HOUSE REP
ACCOUNT NUMBER: 7-3
YOU SOLD 9KQRZT4 03/11/25 03/12/25 MARGIN 5 $2.10000
PUT HARB 03/21/25 45 HARBOUR TOOLS INC PRINCIPAL $1,050.00
UNSOLICITED OPTION FEE $0.20
CLOSING CONTRACT FEES $0.07
NET AMOUNT $1,049.73`;
  expect(summary(text)).toMatchObject({
    fills: ['2025-03-11 SLD 5 HARB 250321 P 45 @2.1 x100 cost 0.27 USD'],
    warnings: [],
  });
});

it('Firstrade: a confirmation whose own figures disagree is reported', () => {
  const text = `FIRSTRADE HOUSE REP
YOU BOUGHT HARB 411001AB9 03/11/25 03/12/25 CASH 10 $41.50000
HARBOUR TOOLS INC PRINCIPAL $515.00
NET AMOUNT $515.00`;
  expect(summary(text).warnings).toEqual([
    "Row 2: quantity × price and costs come to 415.00, but the row's amount is 515.00.",
  ]);
});

describe('E*TRADE', () => {
  it('a stock plan purchase at what was paid', () => {
    const text = `E*TRADE Securities LLC
EMPLOYEE STOCK PLAN PURCHASE CONFIRMATION
Purchase Summary
Company Name (Symbol) HARBOUR TOOLS, Beginning Balance 0.0000
INC.(HARB) Shares Purchased 7.1250
Purchase Date 05-30-2025
Grant Date Market Value $40.100000
Total Price ($254.27)`;
    const { executions } = parseBrokerPdfText(text);
    expect(executions).toMatchObject([{ instrument: 'HARB', action: 'BOT', quantity: 7.125, price: 35.68701754 }]);
    expect((executions[0]?.quantity ?? 0) * (executions[0]?.price ?? 0)).toBeCloseTo(254.27, 2);
  });

  it("a confirmation of its own form, and one of Morgan Stanley's", () => {
    const own = `E*TRADE Securities LLC
Account Number: XXXX-4411
TRADE CONFIRMATION
05/12/25 05/13/25 6 1 HARB SELL 20 $44.25 Stock Plan PRINCIPAL $885.00
HARBOUR TOOLS INC COM COMMISSION $9.95
FEE $0.03
NET AMOUNT $875.02`;
    const later = `E*TRADE is a business of Morgan Stanley.
1 of 2Your Account Number: 551-XXX210-204
Trade Date Settlement Date Quantity Price Settlement Amount
05/12/2025 05/13/2025 20 44.25
Transaction Type: Bought
Description: HARBOUR TOOLS INC
Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90Principal $885.00
Commission $4.95
Supplemental
Transaction Fee $0.02
Net Amount $889.97
Trade Date Settlement Date Quantity Price Settlement Amount
05/14/2025 05/15/2025 10 30.00
Transaction Type: Sold
Symbol / CUSIP / ISIN: LNDN / 522001AB7 / US522001AB70
Principal $310.00
Net Amount $310.00`;
    expect(summary(own)).toMatchObject({
      accounts: ['XXXX-4411'],
      fills: ['2025-05-12 SLD 20 HARB @44.25 x1 cost 9.98 USD'],
      warnings: [],
    });
    expect(summary(later)).toMatchObject({
      accounts: ['551-XXX210-204'],
      fills: ['2025-05-12 BOT 20 HARB @44.25 x1 cost 4.97 USD', '2025-05-14 SLD 10 LNDN @30 x1 cost 0 USD'],
      warnings: ["Row 13: quantity × price and costs come to 300.00, but the row's amount is 310.00."],
    });
    expect(parseBrokerPdfText(later).executions[0]).toMatchObject({
      isin: 'US411001AB90',
      settlement_date: '2025-05-13',
    });
  });
});

describe('Lime and Score Priority', () => {
  const statement = (broker: string) => `${broker}
ACCOUNT STATEMENT
ANN SMITH STATEMENT PERIOD: May 1 - 31, 2025
May 12 Harbour Tools Inc 411001AB9 Buy 6 44.25 (265.50)
Common Stock
May 14 Linden Homes 522001AB7 Sell 3 30.10 90.29
Com
May 15 Harbour Tools I            40 411001AB9 Dividend 6.40
May 15 Nra Withhold: Dividend 411001AB9 NRA Withhold (1.92)
May 16 Pier Group Inc              9 633001AB5 Qualified Dividend 3.15
May 19 For Sec Withhold: Div   .15000 633001AB5 Foreign Withholding (0.47)
May 20 Orchard Spinco 744001AB3 Security Journal 8
May 21 Ca Fee_exchange Onl 411001AB9 Journal (25.00)
May 22 Cil Allocation 744001AB3 Journal 4.12
May 23 Wire In Ref #: Qq-00001177 Journal 2,500.00
May 30 .05000% 2 Days,Bal=   $1200 Credit Interest 0.21
May May Withholding Adjustment 411001AB9 Journal 0.64`;

  it.each([
    ['Lime Trading Corp', 'lime'],
    ['Score Priority Corp.', 'score_priority'],
  ])('%s', (broker, format) => {
    expect(parseBrokerPdfText(statement(broker)).events).toMatchObject([
      { kind: 'transfer', instrument: '744001AB3', time: '2025-05-20', quantity: 8 },
    ]);
    expect(summary(statement(broker))).toEqual({
      format,
      sure: true,
      accounts: [],
      fills: [
        '2025-05-12 BOT 6 411001AB9 @44.25 x1 cost 0 USD',
        '2025-05-14 SLD 3 522001AB7 @30.09666667 x1 cost 0 USD',
      ],
      cash: [
        '2025-05-15 dividend 6.4 USD 411001AB9',
        '2025-05-15 tax -1.92 USD 411001AB9',
        '2025-05-16 dividend 3.15 USD 633001AB5',
        '2025-05-19 tax -0.47 USD 633001AB5',
        '2025-05-21 fee -25 USD 411001AB9',
        '2025-05-22 dividend 4.12 USD 744001AB3',
        '2025-05-23 deposit 2500 USD',
        '2025-05-30 interest 0.21 USD',
        '2025-05-31 tax 0.64 USD 411001AB9',
      ],
      left: [],
      warnings: [],
    });
  });

  it('an amount that is not the price of the shares is reported, and the price stays as printed', () => {
    const got = summary(statement('Lime Trading Corp').replace('(265.50)', '(365.50)'));
    expect(got.fills[0]).toContain('@44.25');
    expect(got.warnings).toEqual(["Row 4: quantity × price and costs come to 265.50, but the row's amount is 365.50."]);
  });
});

it('Questrade: figures in Canadian and in US dollars, descriptions over two lines', () => {
  const text = `Questrade, Inc.
Account #: 40417723 Current month: May 31, 2025
02. ACTIVITY DETAILS
05-12-2025 05-13-2025 Buy .NRTH NORTHERN ALL-WORLD ETF  GROWTH
ETF UNIT  WE ACTED AS AGENT 20.0000 31.450 (629.00) - (629.00) - - - -
05-13-2025 05-14-2025 Buy .NRTH NORTHERN ALL-WORLD ETF|GROWTH ETF
UNIT|WE ACTED AS AGENT 10.0000 31.500 (315.00) (0.05) (315.05) - - - -
05-14-2025 05-15-2025 Sell HARB HARBOUR TOOLS|WE ACTED AS AGENT (4) - - - - 44.00 176.00 (4.95) 171.05
05-20-2025 05-20-2025    .NRTH UNIT DIST      ON      30 SHS REC 05/12/25 PAY - - - - 7.35 - - - -
05-21-2025 05-21-2025 Contribution CONT 4041772318 - - - - 1,200.00 - - - -`;
  expect(summary(text)).toEqual({
    format: 'questrade',
    sure: true,
    accounts: ['40417723'],
    fills: [
      '2025-05-12 BOT 20 NRTH.TO @31.45 x1 cost 0 CAD',
      '2025-05-13 BOT 10 NRTH.TO @31.5 x1 cost 0.05 CAD',
      '2025-05-14 SLD 4 HARB @44 x1 cost 4.95 USD',
    ],
    cash: ['2025-05-20 dividend 7.35 CAD NRTH.TO', '2025-05-21 deposit 1200 CAD'],
    left: [],
    warnings: [],
  });
});

it('Tiger Brokers: fees in and around the line, GST, times with their zone', () => {
  const text = `Tiger Brokers (Singapore) PTE.LTD.
Activity Statement
Account: 60771234 Base Currency : USD
Stock Currency: USD
Settlement Fee: -0.06
HARB 2025-05-13, 01:20:10, GMT+8 20 44.25000 44.30000 885.00 Commission: -1.29 -0.18 0.00 1.00
Platform Fee: -1.00
LNDN 2025-05-14, 02:10:05, GMT+8 3 30.10000 30.00000 90.30 Commission: -1.29Platform Fee: -1.00 -0.20 0.00 -0.30
PIER US 5 12.40000 12.50000 62.00 Commission: -1.29 -0.20 0.00 0.50 2025-05-15Platform Fee: -1.00 04:00:30, GMT+8
2025-05-20 HARB Cash Dividend 0.16 USD per Share (Ordinary Dividend) 3.20
2025-05-20 HARB Cash Dividend 0.16 USD per Share - Tax -0.96
2025-05-21 LNDN Cash Dividend 0.05 USD per Share (Ordinary Dividend) 0.15 USD
2025-05-22 Cash Dividend USD per Share - Tax 0.40 USD
2025-05-02 Deposit DR-1180042 5,000.00`;
  expect(summary(text)).toMatchObject({
    format: 'tiger_brokers',
    sure: true,
    left: [],
    fills: [
      '2025-05-12 BOT 20 HARB @44.25 x1 cost 2.53 USD',
      '2025-05-13 BOT 3 LNDN @30.1 x1 cost 2.49 USD',
      '2025-05-14 BOT 5 PIER @12.4 x1 cost 2.49 USD',
    ],
    cash: [
      '2025-05-20 dividend 3.2 USD HARB',
      '2025-05-20 tax -0.96 USD HARB',
      '2025-05-21 dividend 0.15 USD LNDN',
      '2025-05-22 tax 0.4 USD',
      '2025-05-02 deposit 5000 USD',
    ],
  });
});

it('Tiger Brokers: later statements wrap the cells of a trade and of a dividend over several lines', () => {
  const text = `Tiger Brokers (Singapore) PTE.LTD.
Activity Statement
Account: 60771234 Base Currency : USD
Commission: 2025-06-03
HARB US NASDAQ Open 2 45.10000 45.30000 90.20 0.00 -1.29 2025-06-Platform Fee: 0.00 0.00 0.40 22:15:09,
-1.00 GMT+8 05
Commission: 2025-06-04
LNDN US -3 30.50000 30.40000 -91.50 -1.29Platform Fee: -0.20 0.00 -0.30 01:05:44,
-1.00 GMT+8
Settlement Fee:
-0.02 2025-06-10
Northern All-World ETF
US ARCA Open 6 62.15500 372.93 0.00 Commission: 2025-
-1.29 0.00 0.00 10:30:12, US USD
(NRTH) 06-11
Platform Fee: /Eastern
-1.00
Harbour Tools Incorporated Quantity: 40
2025-06-
Stock Gross Rate: 0.16 Paid 6.40 0 Dividend tax: 0.96 5.44 USD
20
(HARB) /Share
Quantity: 15
2025-06- Linden Homes
Stock Gross Rate: 0.05 Paid 0.75 0 Dividend tax: 0.11 0.64 USD
23 (LNDN)
/Share
Pier Group Quantity: 9
2025-06-26 Stock Paid 3.15 0 Dividend tax: 0.47 2.68 USD
(PIER) Gross Rate: 0.35/Share
`;
  expect(summary(text)).toMatchObject({
    fills: [
      '2025-06-03 BOT 2 HARB @45.1 x1 cost 2.29 USD',
      '2025-06-03 SLD 3 LNDN @30.5 x1 cost 2.49 USD',
      '2025-06-10 BOT 6 NRTH @62.155 x1 cost 2.31 USD',
    ],
    cash: [
      '2025-06-20 dividend 6.4 USD HARB',
      '2025-06-20 tax -0.96 USD HARB',
      '2025-06-23 dividend 0.75 USD LNDN',
      '2025-06-23 tax -0.11 USD LNDN',
      '2025-06-26 dividend 3.15 USD PIER',
      '2025-06-26 tax -0.47 USD PIER',
    ],
    left: [],
    warnings: [],
  });
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
