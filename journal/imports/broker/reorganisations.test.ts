// What companies do to their shares, as brokers tell it: mergers, spin-offs, stock dividends, capital returned, parts of
// shares paid in money. The statements are written here after the layout of each broker's; companies and figures are made up.
import { describe, expect, it } from 'vitest';
import { parseBrokerFile, type StatementEvent } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';

function describeEvent(event: StatementEvent): string {
  const head = `${event.time.slice(0, 10)} ${event.kind} ${event.instrument}`;
  switch (event.kind) {
    case 'cash_merger':
      return `${head} at ${event.cash_per_share}`;
    case 'stock_merger':
      return `${head} to ${event.new_instrument} ${event.new_shares}:${event.old_shares} and ${event.cash_per_share ?? 'no money'}`;
    case 'spin_off':
      return `${head} to ${event.new_instrument} ${event.new_shares}:${event.old_shares}`;
    case 'return_of_capital':
      return `${head} ${event.amount_per_share ?? '?'} each, ${event.amount ?? '?'} in all`;
    case 'cash_in_lieu':
      return `${head} ${event.quantity} for ${event.amount}`;
    case 'split':
      return `${head} ${event.new_shares}:${event.old_shares}`;
    case 'symbol_change':
      return `${head} to ${event.new_instrument}`;
    default:
      return `${head} ${event.quantity}`;
  }
}

const read = (text: string) => {
  const { events, cash, executions, diagnostics } = parseBrokerFile(bytesOf(text), { accountId: 'A' });
  return {
    described: events.map(describeEvent),
    money: cash.map(({ date, kind, amount, symbol }) => `${date} ${kind} ${amount} ${symbol ?? ''}`),
    fills: executions.length,
    left: [...diagnostics.skipped, ...diagnostics.invalid],
    diagnostics,
  };
};

describe('IBKR', () => {
  const actions: readonly (readonly [text: string, symbol: string, quantity: string, proceeds: string])[] = [
    [
      'OLDA(US1111111111) MERGED(Acquisition)  FOR USD 12.50 PER SHARE (OLDA, OLDA CORP, US1111111111)',
      'OLDA',
      '-40',
      '500',
    ],
    [
      'OLDB(US2222222222) MERGED(Acquisition)  WITH US3333333333 1 FOR 4 (OLDB, OLDB CORP, US2222222222)',
      'OLDB',
      '-80',
      '0',
    ],
    [
      'OLDB(US2222222222) MERGED(Acquisition)  WITH US3333333333 1 FOR 4 (NEWB, NEWB INC, US3333333333)',
      'NEWB',
      '20',
      '0',
    ],
    ['PRNT(US4444444444) SPINOFF  1 FOR 5 (CHLD, CHLD CO, US5555555555)', 'CHLD', '20', '0'],
    ['DVND(US6666666666) STOCK DIVIDEND US6666666666 1 FOR 20 (DVND, DVND CORP, US6666666666)', 'DVND', '5', '0'],
    ['FRAC(US7777777777) CASH IN LIEU OF FRACTIONAL SHARES (FRAC, FRAC CORP, US7777777777)', 'FRAC', '-0.4', '8.2'],
  ];
  const expected = [
    '2024-05-02 cash_merger OLDA at 12.5',
    '2024-05-02 spin_off PRNT to CHLD 1:5',
    '2024-05-02 split DVND 21:20',
    '2024-05-02 cash_in_lieu FRAC 0.4 for 8.2',
    '2024-05-02 stock_merger OLDB to NEWB 20:80 and no money',
  ];

  it('activity statement and Flex XML tell the same', () => {
    const activity = read(
      [
        'Statement,Header,Field Name,Field Value',
        'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
        ...actions.map(
          ([text, , quantity, proceeds]) =>
            `Corporate Actions,Data,Stocks,USD,2024-05-02,"2024-05-02, 09:00:00","${text}",${quantity},${proceeds},0,0,`,
        ),
        'Dividends,Header,Currency,Date,Description,Amount',
        'Dividends,Data,USD,2024-05-03,PAYR(US8888888888) Cash Dividend USD 0.30 per Share (Return of Capital),30',
        '',
      ].join('\n'),
    );
    const flex = read(
      `<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1"><CorporateActions>${actions
        .map(
          ([text, symbol, quantity, proceeds]) =>
            `<CorporateAction accountId="U1" currency="USD" symbol="${symbol}" dateTime="20240502;090000" description="${text}" quantity="${quantity}" proceeds="${proceeds}"/>`,
        )
        .join(
          '\n',
        )}</CorporateActions><CashTransactions><CashTransaction accountId="U1" currency="USD" symbol="PAYR" type="Dividends" dateTime="20240503" amount="30" transactionID="9" description="PAYR(US8888888888) CASH DIVIDEND USD 0.30 PER SHARE (Return of Capital)"/></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`,
    );
    for (const got of [activity, flex]) {
      expect(got.described.toSorted()).toEqual(
        [...expected, '2024-05-03 return_of_capital PAYR 0.3 each, 30 in all'].toSorted(),
      );
      // The money came, but it is no income.
      expect(got.money).toEqual(['2024-05-03 other 30 PAYR']);
      expect(got.left).toEqual([]);
    }
  });

  it('shares and money together; and what the words leave open is reported', () => {
    const got = read(`Statement,Header,Field Name,Field Value
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2024-05-02,"2024-05-02, 09:00:00","OLDC(US1111111112) CASH and STOCK MERGER (Acquisition) NEWC(US1111111113) 1 FOR 2 AND USD 3.00 (OLDC, OLDC CORP, US1111111112)",-100,300,0,0,
Corporate Actions,Data,Stocks,USD,2024-05-02,"2024-05-02, 09:00:00","OLDC(US1111111112) CASH and STOCK MERGER (Acquisition) NEWC(US1111111113) 1 FOR 2 AND USD 3.00 (NEWC, NEWC CORP, US1111111113)",50,0,0,0,
Corporate Actions,Data,Stocks,USD,2024-05-06,"2024-05-06, 09:00:00","TNDR(US1111111114) TENDERED TO US1111111115 1 FOR 1 (TNDR, TNDR CORP, US1111111114)",-10,0,0,0,
`);
    expect(got.described).toEqual(['2024-05-02 stock_merger OLDC to NEWC 50:100 and 3']);
    expect(got.left).toHaveLength(1);
    expect(got.left[0]?.reason).toContain('record it by hand');
  });
});

it('Schwab: the money of a merger and the shares that left stand in two rows; a stock merger in two as well', () => {
  const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"05/02/2024","Cash Merger","OLDA","OLDA CORP","","","","$500.00"
"05/02/2024","Cash Merger Adj","OLDA","OLDA CORP","-40","","",""
"04/02/2024","Stock Merger","NEWB","NEWB INC","20","","",""
"04/02/2024","Stock Merger","OLDB","OLDB CORP","-80","","",""
"03/04/2024","Return Of Capital","PAYR","PAYR CORP","","","","$30.00"
`);
  expect(got.described).toEqual([
    '2024-03-04 return_of_capital PAYR ? each, 30 in all',
    '2024-05-02 cash_merger OLDA at 12.5',
    '2024-04-02 stock_merger OLDB to NEWB 20:80 and no money',
  ]);
  expect(got.money).toEqual(['2024-03-04 other 30 PAYR']);
  expect(got.diagnostics).toMatchObject({ parsed: 5, invalid: [], skipped: [] });
});

it('Fidelity: a payout takes the shares and pays, a merger into another company takes and brings', () => {
  const got =
    read(`Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
05/02/2024,Individual,Z1,MERGER MER PAYOUT #REOR M0050000001 OLDA CORP (OLDA) (Cash),OLDA,OLDA CORP,Cash,-40,,,,,500.00,
04/02/2024,Individual,Z1,MERGER MER FROM 11111A100#REOR M0050000002 NEWB INC (NEWB) (Cash),NEWB,NEWB INC,Cash,20,,,,,0.00,
04/02/2024,Individual,Z1,MERGER MER TO 22222B200#REOR M0050000002 OLDB CORP (OLDB) (Cash),OLDB,OLDB CORP,Cash,-80,,,,,0.00,
03/04/2024,Individual,Z1,RETURN OF CAPITAL PAYR CORP (PAYR) (Cash),PAYR,PAYR CORP,Cash,0.000,,,,,30.00,
`);
  expect(got.described.toSorted()).toEqual([
    '2024-03-04 return_of_capital PAYR ? each, 30 in all',
    '2024-04-02 stock_merger OLDB to NEWB 20:80 and no money',
    '2024-05-02 cash_merger OLDA at 12.5',
  ]);
});

it('Robinhood, tastytrade, E*TRADE and Vanguard', () => {
  const robinhood =
    read(`"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"5/2/2024","5/2/2024","5/2/2024","OLDA","OldA","MRGC","40S","","$500.00"
"4/2/2024","4/2/2024","4/2/2024","OLDB","OldB","MRGS","80S","",""
"4/2/2024","4/2/2024","4/2/2024","NEWB","NewB","MRGS","20","",""
"3/4/2024","3/4/2024","3/4/2024","PAYR","Payr return of capital","ROC","","","$30.00"
`);
  expect(robinhood.described.toSorted()).toEqual([
    '2024-03-04 return_of_capital PAYR ? each, 30 in all',
    '2024-04-02 stock_merger OLDB to NEWB 20:80 and no money',
    '2024-05-02 cash_merger OLDA at 12.5',
  ]);
  const tastytrade =
    read(`Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency
2024-05-02T10:00:00-0500,Receive Deliver,Cash Merger,SELL_TO_CLOSE,OLDA,Equity,Cash merger: 40 OLDA,500.00,40,12.50,--,0.00,,,,,,,,USD
2024-04-02T10:00:00-0500,Receive Deliver,Stock Merger,SELL_TO_CLOSE,OLDB,Equity,Stock merger: Close 80 OLDB,"1,600.00",80,20.00,--,0.00,,,,,,,,USD
2024-04-02T10:00:00-0500,Receive Deliver,Stock Merger,BUY_TO_OPEN,NEWB,Equity,Stock merger: Open 20 NEWB,"-1,600.00",20,-80.00,--,0.00,,,,,,,,USD
`);
  expect(tastytrade.described).toEqual([
    '2024-05-02 cash_merger OLDA at 12.5',
    '2024-04-02 stock_merger OLDB to NEWB 20:80 and no money',
  ]);
  expect(tastytrade.fills).toBe(0);
  const etrade = read(`TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
05/02/24,Cash Merger,EQ,OLDA,-40,500,0,0,OLDA CORP
03/04/24,Return of Capital,EQ,PAYR,0,30,0,0,PAYR CORP
01/04/24,Bought,EQ,PAYR,100,-1000,10,0,PAYR CORP
`);
  expect(etrade.described.toSorted()).toEqual([
    '2024-03-04 return_of_capital PAYR ? each, 30 in all',
    '2024-05-02 cash_merger OLDA at 12.5',
  ]);
  const vanguard =
    read(`Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,
12345678,2024-05-02,2024-05-02,Corp Action (Cash Merger),Merger,OLDA CORP,OLDA,-40.0000,0.0,500.00,0.0,500.00,0.0,CASH,
12345678,2024-03-04,2024-03-04,Return of capital,Return of capital,PAYR CORP,PAYR,0.0000,0.0,30.00,0.0,30.00,0.0,CASH,
`);
  expect(vanguard.described.toSorted()).toEqual([
    '2024-03-04 return_of_capital PAYR ? each, 30 in all',
    '2024-05-02 cash_merger OLDA at 12.5',
  ]);
});

it('shares that left for nothing stated, and shares that came for nothing, are for the person to answer', () => {
  const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"05/02/2024","Stock Merger","OLDA","OLDA CORP","-40","","",""
"04/02/2024","Stock Merger","NEWB","NEWB INC","20","","",""
`);
  expect(got.described).toEqual(['2024-05-02 transfer OLDA -40', '2024-04-02 transfer NEWB 20']);
});

const SCHWAB = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const FIDELITY =
  'Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date';
const ROBINHOOD =
  '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"';
const ETRADE = 'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description';
const VANGUARD =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,';
const TASTYTRADE =
  'Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency';
const ACTIONS =
  'Statement,Header,Field Name,Field Value\nCorporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code';

describe('money for a part of a share whose size is not stated is no income, and is reported', () => {
  it.each([
    ['Schwab', SCHWAB, '"05/02/2024","Cash In Lieu","FRAC","FRAC CORP","","","","$8.20"'],
    [
      'Fidelity',
      FIDELITY,
      '05/02/2024,Individual,Z1,IN LIEU OF FRX SHARE LEU PAYOUT FRAC CORP (FRAC) (Cash),FRAC,FRAC CORP,Cash,0.000,,,,,8.20,',
    ],
    ['Robinhood', ROBINHOOD, '"5/2/2024","5/2/2024","5/2/2024","FRAC","Frac","CIL","","","$8.20"'],
    ['E*TRADE', ETRADE, '05/02/24,Cash in Lieu,EQ,FRAC,0,8.20,0,0,FRAC CORP'],
    [
      'Vanguard',
      VANGUARD,
      '12345678,2024-05-02,2024-05-02,Cash in lieu,Cash in lieu,FRAC CORP,FRAC,0.0000,0.0,8.20,0.0,8.20,0.0,CASH,',
    ],
    [
      'IBKR without a quantity',
      ACTIONS,
      'Corporate Actions,Data,Stocks,USD,2024-05-02,"2024-05-02, 09:00:00","FRAC(US7777777777) CASH IN LIEU OF FRACTIONAL SHARES (FRAC, FRAC CORP, US7777777777)",0,8.2,0,0,',
    ],
    [
      'a table no broker is known for',
      'Date,Symbol,Activity,Quantity,Price,Amount',
      '2024-05-02,FRAC,Cash in lieu,,,8.20\n2024-05-01,FRAC,Buy,10,1,10',
    ],
  ])('%s', (_, head, row) => {
    const got = read(`${head}\n${row}\n`);
    expect(got.money).toEqual(['2024-05-02 other 8.2 FRAC']);
    expect(got.diagnostics.invalid).toEqual([]);
    expect(got.diagnostics.warnings).toContainEqual(
      expect.stringMatching(/^Row \d: 8\.2 USD were paid for a part of FRAC.*cash_in_lieu/),
    );
  });

  it('a payment in lieu of a dividend stays one', () => {
    const got = read(`${SCHWAB}\n"05/02/2024","Pymt In Lieu Of Dividend","PAYR","PAYR CORP","","","","$8.20"\n`);
    expect(got.money).toEqual(['2024-05-02 dividend 8.2 PAYR']);
    expect(got.diagnostics.warnings).toEqual([]);
  });
});

describe('shares of a spin-off whose company is not named come as a transfer, and that is reported', () => {
  it.each([
    ['Schwab', SCHWAB, '"05/02/2024","Spin-off","CHLD","CHLD CO","20","","",""'],
    [
      'Fidelity',
      FIDELITY,
      '05/02/2024,Individual,Z1,DISTRIBUTION SPINOFF FROM:444444444 CHLD CO (CHLD) (Cash),CHLD,CHLD CO,Cash,20,,,,,0.00,',
    ],
    ['Robinhood', ROBINHOOD, '"5/2/2024","5/2/2024","5/2/2024","CHLD","Chld","SOFF","20","",""'],
    ['E*TRADE', ETRADE, '05/02/24,Spin-off,EQ,CHLD,20,0,0,0,CHLD CO'],
    [
      'Vanguard',
      VANGUARD,
      '12345678,2024-05-02,2024-05-02,Spin-off,Spin-off,CHLD CO,CHLD,20.0000,0.0,0.0,0.0,0.0,0.0,CASH,',
    ],
    [
      'tastytrade',
      TASTYTRADE,
      '2024-05-02T10:00:00-0500,Receive Deliver,Spin Off,BUY_TO_OPEN,CHLD,Equity,Spin off: 20 CHLD,0.00,20,0.00,--,0.00,,,,,,,,USD',
    ],
  ])('%s', (_, head, row) => {
    const got = read(`${head}\n${row}\n`);
    expect(got.described).toEqual(['2024-05-02 transfer CHLD 20']);
    expect(got.diagnostics.warnings).toContainEqual(expect.stringMatching(/^Row 2: CHLD came by a spin-off/));
  });
});
