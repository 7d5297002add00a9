// Bonds and bills that are paid back close their position, at every broker that tells of them.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';

const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const bill = [
  '"03/05/2025","Full Redemption Adj","912797KX4","US TREASUR BILL26","","","","$10,000.00"',
  '"03/05/2025","Full Redemption","912797KX4","US TREASUR BILL26","-10,000","","",""',
  '"09/05/2024","Buy","912797KX4","US TREASUR BILL26","10,000","$97.85","","-$9,785.00"',
];

describe('Schwab', () => {
  it('a matured bill is sold for what came, whichever of its two rows stands first', () => {
    for (const rows of [bill, [bill[1], bill[0], bill[2]]]) {
      const { executions, cash, diagnostics } = read(`${[SCHWAB, ...rows].join('\n')}\n`);
      expect(
        executions.map(({ action, quantity, price, multiplier, asset_class }) => [
          action,
          quantity,
          price,
          multiplier,
          asset_class,
        ]),
      ).toEqual([
        ['SLD', 10_000, 100, 0.01, 'BOND'],
        ['BOT', 10_000, 97.85, 0.01, 'BOND'],
      ]);
      expect(cash).toEqual([]);
      expect(diagnostics).toMatchObject({ total_rows: 3, parsed: 3, skipped: [], invalid: [], warnings: [] });
    }
  });

  it('half of a redemption is reported, and its money stored', () => {
    const money = read(`${SCHWAB}\n${bill[0]}\n`);
    expect(money.money).toEqual(['2025-03-05 other 10000 USD 912797KX4']);
    expect(money.diagnostics.warnings).toEqual([expect.stringContaining('no row tells how many')]);
    const bonds = read(`${SCHWAB}\n${bill[1]}\n`);
    expect(bonds.diagnostics.invalid).toEqual([{ row: 2, reason: expect.stringContaining('no row tells the money') }]);
  });
});

it.each([
  [
    'Fidelity',
    `Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/05/2025,Individual,Z1,REDEMPTION PAYOUT #REOR R600500 UNITED STATES TREAS BILLS,912797KX4,UNITED STATES TREAS BILLS,Cash,-10000,,,,,10000,
`,
  ],
  [
    'E*TRADE',
    `Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note
03/05/2025,03/05/2025,03/05/2025,Redemption,UNITED STATES TREASURY BILL,,912797KX4,-10000,0,10000,0,,
`,
  ],
  [
    'Vanguard',
    `Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type
111,03/05/2025,03/05/2025,Corp Action (Redemption),Redemption,U S TREASURY BILL,912797KX4,-10000,0,10000,0,10000,0,CASH
`,
  ],
  [
    'Interactive Brokers',
    `Statement,Header,Field Name,Field Value
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Treasury Bills,USD,2025-03-06,"2025-03-05, 20:25:00","912797KX4(US912797KX42) TBILL MATURITY (912797KX4, B 0 03/05/25, US912797KX42)",-10000,10000,0,215,
`,
  ],
])('%s: one row tells both', (_, statement) => {
  const { executions, diagnostics } = read(statement);
  expect(diagnostics).toMatchObject({ invalid: [], warnings: [] });
  expect(
    executions.map(({ action, quantity, price, multiplier, instrument }) => [
      action,
      quantity,
      price,
      multiplier,
      instrument,
    ]),
  ).toEqual([['SLD', 10_000, 100, 0.01, '912797KX4']]);
});

const ETRADE =
  'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note';

it('E*TRADE: a bond stands under its CUSIP, and is paid back also where a price is given', () => {
  const { executions, cash, diagnostics } = read(`${ETRADE}
11/28/2025,11/28/2025,11/28/2025,Redemption,CITY OF X BOND 3.00% DUE 11/28/25,--,123456AB7,-5000,100,5000,0,,
11/28/2025,11/28/2025,11/28/2025,Interest Income,CITY OF X BOND 3.00% DUE 11/28/25,--,123456AB7,,,75,0,,
05/01/2025,05/01/2025,05/02/2025,Bought,CITY OF X BOND 3.00% DUE 11/28/25,--,123456AB7,5000,99.5,-5038.33,0,,
`);
  expect(executions.map(({ action, quantity, price, instrument }) => [action, quantity, price, instrument])).toEqual([
    ['SLD', 5000, 100, '123456AB7'],
    ['BOT', 5000, 99.5, '123456AB7'],
  ]);
  // 5,038.33 is 4,975.00 and 63.33 of interest, which no column tells.
  expect(cash.map(({ kind, amount, symbol }) => [kind, amount, symbol])).toEqual([
    ['interest', 75, '123456AB7'],
    ['interest', -63.33, '123456AB7'],
  ]);
  expect(diagnostics.warnings).toEqual([expect.stringContaining('63.33 beyond the price of the bond')]);
  expect(diagnostics.invalid).toEqual([]);
});

it('Schwab: interest that was paid and received with a bond is separate; shares never have any', () => {
  const { cash, diagnostics } = read(`${SCHWAB}
"06/05/2025","Sell","91282CAA1","US TREASURY NOTE 4%","10,000","$101.00","","$10,180.00"
"05/05/2025","Buy","91282CAA1","US TREASURY NOTE 4%","10,000","$99.50","","-$9,987.12"
"05/05/2025","Buy","HARB","HARBOUR TOOLS","100","$99.50","","-$9,987.12"
`);
  expect(cash.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['interest', 80],
    ['interest', -37.12],
  ]);
  expect(diagnostics.warnings).toHaveLength(3);
  expect(diagnostics.warnings[2]).toContain('come to 9950.00');
});
