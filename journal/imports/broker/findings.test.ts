// Statements that were read wrongly once: each test goes the way the person went.
import { describe, expect, it } from 'vitest';
import { parseBankStatement } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';
import { read } from '../testing/read.ts';

describe('bonds are priced in percent of their face value', () => {
  it('Schwab: 10,000 of face at 97.85 cost 9,785', () => {
    const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/04/2025","Buy","912797AB1","US TREASURY BILL DUE 09/04/25","10,000","$97.85","","-$9,785.00"
"03/03/2025","Buy","HARB","HARBOUR TOOLS","100","$97.85","","-$9,785.00"
`);
    expect(got.executions).toMatchObject([
      { quantity: 10_000, price: 97.85, multiplier: 0.01, asset_class: 'BOND', stated: { amount: -9785 } },
      { quantity: 100, price: 97.85, multiplier: 1, asset_class: 'EQUITY' },
    ]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('Fidelity: the interest paid along is in its own column', () => {
    const got =
      read(`Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/04/2025,YOU BOUGHT PIER GROUP 5% (Cash),633001AB5,PIER GROUP 5%,Cash,5000,98.5,,,42.15,-4967.15,03/05/2025
`);
    expect(got.executions).toMatchObject([{ multiplier: 0.01, asset_class: 'BOND' }]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('E*TRADE and Firstrade', () => {
    const etrade =
      read(`TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
03/04/25,Bought,BOND,912797AB1,2000,-1957,97.85,0,US TREASURY BILL
`);
    const firstrade =
      read(`Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
,2000,97.85,BUY,US TREASURY BILL,2025-03-04,2025-03-05,0,-1957,0,0,912797AB1,Trade
`);
    for (const { executions } of [etrade, firstrade])
      expect(executions).toMatchObject([{ multiplier: 0.01, asset_class: 'BOND', commission: 0 }]);
  });

  it('what is off by anything else is reported with the row and both figures', () => {
    const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/03/2025","Buy","HARB","HARBOUR TOOLS","100","$41.50","$1.00","-$4,250.00"
"03/03/2025","Sell","HARB","HARBOUR TOOLS","100","$41.50","$1.00","$4,149.00"
`);
    expect(got.diagnostics.warnings).toEqual([
      "Row 2: quantity × price and costs come to 4151.00, but the row's amount is 4250.00.",
    ]);
  });
});

describe('an amount is checked wherever a statement has one', () => {
  // Each with what quantity, price and costs come to; thinkorswim's amount is before its costs of 1.02.
  it.each([
    [
      'DEGIRO',
      '61.50',
      (amount: string) => `Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
10-05-2025,15:42,10-05-2025,LINDEN,DE0009990017,Buy 3 Linden@20.50 EUR,,EUR,-${amount},EUR,1.00,o
`,
    ],
    [
      'thinkorswim',
      '62.52',
      (amount: string) => `DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
3/4/25,09:30:05,TRD,="1001",BOT +3 HARB @20.50,-0.02,-1.00,-${amount},
`,
    ],
    [
      'Webull',
      '61.50',
      (
        amount: string,
      ) => `Name,Symbol,Market,Place Time,Fill Time,Side,Side Type,Order Type,Filled AVG Price,Filled Qty,Traded Value
Harbour,HARB,NASDAQ,03/04/2025 10:00:00 EST,03/04/2025 10:00:00 EST,Buy,Open,Limit,$20.50,3,$${amount}
`,
    ],
    [
      'Delta',
      '61.50',
      (amount: string) => `Time,Contract,Qty,Side,Filled/Remaining,Exec.Price,Order Value,Trading Fees,Order ID
2026-01-05 15:31:00+05:30 IST Asia/Kolkata,BTCUSD,3,buy,3/0,20500,${amount},0,o1
`,
    ],
  ])('%s', (_, expected, statement) => {
    const right = read(statement('61.50'));
    expect([right.executions.length, right.diagnostics.warnings]).toEqual([1, []]);
    expect(read(statement('71.50')).diagnostics.warnings).toEqual([
      `Row 2: quantity × price and costs come to ${expected}, but the row's amount is 71.50.`,
    ]);
  });
});

it.each([
  [
    'Firstrade',
    `Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
HARB,100,41.50,SELL,HARBOUR TOOLS INC,2025-03-04,2025-03-05,0,4149.88,0,0,411001AB9,Trade
`,
  ],
  [
    'Robinhood',
    `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"3/4/2025","3/4/2025","3/5/2025","HARB","Harbour Tools","Sell","100","$41.50","$4,149.88"
`,
  ],
])('costs that stand only in the amount are found: %s', (_, text) => {
  const got = read(text);
  expect(got.executions).toMatchObject([{ commission: 0.12 }]);
  expect(got.diagnostics.warnings).toEqual([]);
});

it('Firstrade: an assignment closes the written option', () => {
  const got =
    read(`Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
,-1,2.10,SELL,PUT HARB 03/21/25 45 HARBOUR TOOLS INC,2025-03-04,2025-03-05,0,210,0,0,9KQRZT4,Trade
,1,0.00,Other,PUT HARB 03/21/25 45 HARBOUR TOOLS INC OPTION ASSIGNED,2025-03-21,2025-03-24,0,0,0,0,9KQRZT4,Financial
HARB,100,45.00,BUY,HARBOUR TOOLS INC A/E PUT ASSIGNMENT,2025-03-21,2025-03-24,0,-4500,0,0,411001AB9,Trade
`);
  expect(got.fills).toEqual([
    '2025-03-04T17:00Z SLD 1 HARB 250321 P 45 @2.1 x100 cost 0',
    '2025-03-21T16:00Z BOT 1 HARB 250321 P 45 @0 x100 cost 0',
    '2025-03-21T16:00:01Z BOT 100 HARB @45 x1 cost 0',
  ]);
  expect(got.events).toMatchObject([{ kind: 'assignment', instrument: 'HARB 250321 P 45', quantity: 1 }]);
});

it('two accounts in a file stay two: each row says which, and the book’s own can be given', () => {
  const text = `Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/05/2025,Individual,Z2,YOU SOLD HARBOUR (HARB) (Cash),HARB,HARBOUR,Cash,-10,40,,,,400,03/06/2025
03/04/2025,ROTH IRA,Z1,YOU BOUGHT HARBOUR (HARB) (Cash),HARB,HARBOUR,Cash,10,45,,,,-450,03/05/2025
03/03/2025,ROTH IRA,Z1,DIVIDEND RECEIVED HARBOUR (HARB) (Cash),HARB,HARBOUR,Cash,,,,,,1.60,
`;
  const got = read(text, { accountId: 'book' });
  expect(got.accounts).toEqual(['Z2', 'Z1']);
  expect(got.executions.map(({ account, account_id }) => [account, account_id])).toEqual([
    ['Z2', 'Z2'],
    ['Z1', 'Z1'],
  ]);
  const mapped = read(text, { accountId: 'book', accounts: { Z1: 'my-ira', Z2: 'my-taxable' } });
  expect(mapped.executions.map(({ account, account_id }) => [account, account_id])).toEqual([
    ['Z2', 'my-taxable'],
    ['Z1', 'my-ira'],
  ]);
  expect(mapped.cash).toMatchObject([{ account: 'Z1', account_id: 'my-ira' }]);
  expect(
    read('Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA\n', { accountId: 'book' }),
  ).toMatchObject({
    accounts: [],
    executions: [{ account_id: 'book' }],
  });
});

it('tastyworks without a sub type: prices per unit from what was paid, costs as costs, endings by their words', () => {
  const got =
    read(`Date,Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Underlying Symbol,Expiration Date,Strike Price,Call or Put
2021-03-04T10:00:00-0500,Trade,SELL_TO_OPEN,HARB  210319P00045000,Equity Option,Sold 3 HARB 03/19/21 Put 45.00 @ 1.33,400.00,3,133.33,-3.00,-0.42,100,HARB,3/19/21,45,PUT
2021-03-19T16:00:00-0400,Receive Deliver,BUY_TO_CLOSE,HARB  210319P00045000,Equity Option,Removal of 3.0 HARB 03/19/21 Put 45.00 due to expiration.,0.00,3,0.00,--,0.00,100,HARB,3/19/21,45,PUT
2021-03-20T10:00:00-0400,Trade,BUY_TO_OPEN,HARB,Equity,Bought 7 HARB @ 41.43,-290.00,7,-41.43,0.00,-0.01,1,HARB,,,
`);
  expect(got.format).toBe('tastytrade');
  expect(got.fills).toEqual([
    '2021-03-04T15:00Z SLD 3 HARB 210319 P 45 @1.33333333 x100 cost 3.42',
    '2021-03-19T20:00Z BOT 3 HARB 210319 P 45 @0 x100 cost 0',
    '2021-03-20T14:00Z BOT 7 HARB @41.42857143 x1 cost 0.01',
  ]);
  expect(got.events).toMatchObject([{ kind: 'expiry', instrument: 'HARB 210319 P 45' }]);
});

it('NinjaTrader: every fee of Trade Performance is a cost, by its kind', () => {
  const got = read(
    'Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. profit,Commission,Clearing Fee,Exchange Fee,IP Fee,NFA Fee,MAE,MFE\n1,ES 03-26,Sim101,,Long,1,5000.25,5001.25,1/2/2026 9:30:00 AM,1/2/2026 9:35:00 AM,,,$50.00,$50.00,$2.00,$0.38,$2.80,$0.10,$0.04,$10,$120\n',
  );
  expect(got.executions).toMatchObject([
    {
      commission: 5.32,
      fees: [
        { type: 'clearing', amount: 0.38 },
        { type: 'exchange', amount: 2.8 },
        { type: 'other', amount: 0.1 },
        { type: 'regulatory', amount: 0.04 },
      ],
    },
    { commission: 0, stated: { realized_pnl: 50 } },
  ]);
});

describe('IBKR', () => {
  it('a Flex query with ISIN and no symbol keeps commission and currency', () => {
    const got =
      read(`ClientAccountID,CurrencyPrimary,AssetClass,ISIN,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell
U1,EUR,STK,DE0009990017,5,20250304;100000,10,33.25,-1.25,BUY
`);
    expect(got.format).toBe('ibkr_flex_csv');
    expect(got.executions).toMatchObject([
      { instrument: 'DE0009990017', isin: 'DE0009990017', commission: 1.25, currency: 'EUR', account: 'U1' },
    ]);
  });

  it('a table with an Order ID is still known', () => {
    const got = read(
      'Symbol,Date/Time,Quantity,Price,Comm/Fee,Order ID\nHARB,"2025-03-04, 10:00:00",-10,41.50,-1.00,77\n',
    );
    expect([got.format, got.fills]).toEqual(['ibkr_flex_csv', ['2025-03-04T15:00Z SLD 10 HARB @41.5 x1 cost 1']]);
    expect(got.executions[0]?.order_id).toBe('77');
  });

  it.each([
    ['tradeMoney="415"', 41.5],
    ['proceeds="-415"', 41.5],
    ['netCash="-416"', 41.5],
    ['cost="416"', 41.5],
  ])('a query without the price tells it by %s', (attribute, price) => {
    const got = read(
      `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Trade symbol="HARB" assetCategory="STK" currency="USD" quantity="10" dateTime="20250304;100000" buySell="BUY" ibCommission="-1" ibCommissionCurrency="USD" ${attribute}/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
    );
    expect(got.executions).toMatchObject([{ price, commission: 1 }]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('what the broker states of results, and its rate, are stored; a commission in the base currency is converted', () => {
    const got = read(
      `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><AccountInformation accountId="U1" currency="EUR"/><Trades><Trade symbol="HARB" assetCategory="STK" currency="USD" quantity="-10" tradePrice="41.5" proceeds="415" dateTime="20250304;100000" buySell="SELL" ibCommission="-0.92" ibCommissionCurrency="EUR" fifoPnlRealized="12.5" fxRateToBase="0.92"/></Trades><CashTransactions><CashTransaction accountId="U1" currency="USD" fxRateToBase="0.93" type="Dividends" symbol="HARB" description="HARB CASH DIVIDEND" dateTime="20250305" amount="12" transactionID="9"/></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>`,
    );
    expect(got.executions).toMatchObject([
      { fx_rate: 0.92, fx_currency: 'EUR', commission: 1, stated: { amount: 415, realized_pnl: 12.5 } },
    ]);
    expect(got.cash).toMatchObject([{ amount: 12, currency: 'USD', fx_rate: 0.93, fx_currency: 'EUR' }]);
  });

  it('its readable option spelling with all blanks removed', () => {
    const got =
      read(`ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell
U1,USD,OPT,HARB20DEC2545.5C,5,20250304;100000,1,2.10,-0.65,BUY
`);
    expect(got.executions).toMatchObject([{ instrument: 'HARB 251220 C 45.5', multiplier: 100 }]);
  });
});

it('CQG’s prefix in front of a futures contract', () => {
  const got = read(
    'Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2026,09:30:01,F.US.EPH26,B,1,6900.25,CQG\n01/02/2026,09:31:01,F.US.MNQH26,S,1,25000,CQG\n',
  );
  expect(got.fills).toEqual([
    '2026-01-02T14:30:01Z BOT 1 ESH26 @6900.25 x50 cost 0',
    '2026-01-02T14:31:01Z SLD 1 MNQH26 @25000 x2 cost 0',
  ]);
});

it('the sweep fund is the account’s cash, not a position (Fidelity, Vanguard)', () => {
  const got =
    read(`Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/31/2025,REINVESTMENT FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT,Cash,1.23,1,,,,-1.23,
03/31/2025,DIVIDEND RECEIVED FIDELITY GOVERNMENT MONEY MARKET (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT,Cash,,,,,,1.23,
03/05/2025,REDEMPTION FROM CORE ACCOUNT FIDELITY GOVERNMENT (SPAXX) (Cash),SPAXX,FIDELITY GOVERNMENT,Cash,-450,1,,,,450,
`);
  expect([got.fills, got.money]).toEqual([[], ['2025-03-31 dividend 1.23 USD SPAXX']]);
  expect(got.left).toHaveLength(2);
});

it('thinkorswim: an option on a future is named by one long cell, its root stands under Exp', () => {
  const got = read(`Account Statement for 123456789 (ira) since 1/1/26 through 1/31/26

Cash Balance
DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/12/26,10:30:05,TRD,="1002",SOLD -1 /ESH26:XCME 1/50 20 FEB 26 (Week3) /EW3G26:XCME 6900 PUT @12.50,-1.38,-2.25,625.00,

Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/12/26 10:30:05,SINGLE,SELL,-1,TO OPEN,/ESH26:XCME 1/50 20 FEB 26 (Week3),/EW3G26:XCME,6900,PUT,12.50,12.50,LMT
`);
  expect(got.fills).toEqual(['2026-01-12T15:30:05Z SLD 1 /ESH26 260220 P 6900 @12.5 x50 cost 3.63']);
  expect(got.executions[0]?.asset_class).toBe('FUTURE_OPTION');
  const rows = read(`DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/12/26,10:30:05,TRD,="1002",BOT +2 /CLK26:XNYM 1/1000 APR 26 /LOK26:XNYM 62.5 CALL @1.15,-2.00,-4.50,"-2,300.00",
`);
  expect(rows.executions).toMatchObject([{ instrument: '/CLK26 260417 C 62.5', multiplier: 1000, quantity: 2 }]);
});

describe('banks', () => {
  const mt940 = (lines: string) =>
    parseBankStatement(
      bytesOf(`:20:A\n:25:10020030/1\n:28C:1/1\n:60F:C240201EUR0,00\n${lines}\n:62F:C240301EUR0,00\n-\n`),
    );

  it.each([
    ['value on 30 February: the day it was booked', ':61:2402300229D12,25NTRFNONREF', '2024-02-29'],
    ['no booking day either: the last of the month', ':61:240230D12,25NTRFNONREF', '2024-02-29'],
    ['blanks where the booking day stands', ':61:240105    D12,25NTRFNONREF', '2024-01-05'],
    ['the value begins on the next line', ':61:\n2401050105D12,25NTRFNONREF', '2024-01-05'],
    ['the booking is wrapped onto the next line', ':61:2401050105D\n12,25NTRFNONREF', '2024-01-05'],
    ['a tag is cut by the end of its line', ':6\n1:2401050105D12,25NTRFNONREF', '2024-01-05'],
  ])('MT940: %s', (_, lines, date) => {
    const { accounts, diagnostics } = mt940(lines);
    expect(accounts[0]?.transactions).toMatchObject([{ date, amount: -12.25 }]);
    expect(diagnostics.invalid).toEqual([]);
  });

  it('CAMT: an entry without a date of its own takes its report’s, and that is reported', () => {
    const { accounts, diagnostics } = parseBankStatement(
      bytesOf(`<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><BkToCstmrAcctRpt><Rpt><CreDtTm>2025-03-04T18:00:00</CreDtTm><Acct><Id><IBAN>DE02100100100006820101</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">12.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry></Rpt></BkToCstmrAcctRpt></Document>`),
    );
    expect(accounts[0]?.transactions).toMatchObject([{ date: '2025-03-04', amount: -12.25 }]);
    expect(diagnostics.warnings).toEqual([
      'Row 2: the entry has no date of its own; that of its report, 2025-03-04, was used.',
    ]);
  });
});

describe('the holdings a broker states are stored for a reconciliation, and make no trade', () => {
  it('IBKR: activity statement and Flex', () => {
    const activity = read(`Statement,Header,Field Name,Field Value
Statement,Data,Period,"March 1, 2025 - March 31, 2025"
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U7
Cash Report,Header,Currency Summary,Currency,Total,Securities,Futures
Cash Report,Data,Starting Cash,USD,900,900,0
Cash Report,Data,Ending Cash,Base Currency Summary,1000,1000,0
Cash Report,Data,Ending Cash,USD,1010.25,1010.25,0
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Stocks,USD,HARB,10,1,41.5,415,44,440,25,
Open Positions,Data,Lot,Stocks,USD,HARB,10,1,41.5,415,44,440,25,
`);
    const expected = {
      positions: [
        {
          instrument: 'HARB',
          quantity: 10,
          price: 44,
          value: 440,
          cost: 415,
          currency: 'USD',
          date: '2025-03-31',
          account: 'U7',
        },
      ],
      cash: [{ currency: 'USD', amount: 1010.25, date: '2025-03-31', account: 'U7' }],
    };
    expect(activity.executions).toEqual([]);
    const ofOneCurrency = ({ positions, cash }: typeof activity.stated) => ({
      positions,
      cash: cash.filter(({ in_base }) => in_base !== true),
    });
    expect(ofOneCurrency(activity.stated)).toMatchObject(expected);
    const flex = read(
      '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U7"><OpenPositions><OpenPosition currency="USD" symbol="HARB" position="10" markPrice="44" positionValue="440" costBasisMoney="415" reportDate="20250331" levelOfDetail="SUMMARY"/></OpenPositions><CashReport><CashReportCurrency currency="BASE_SUMMARY" endingCash="1000" toDate="20250331"/><CashReportCurrency currency="USD" endingCash="1010.25" toDate="20250331"/></CashReport></FlexStatement></FlexStatements></FlexQueryResponse>',
    );
    expect(flex.executions).toEqual([]);
    expect(ofOneCurrency(flex.stated)).toMatchObject(expected);
  });

  it('Vanguard: the holdings above the transactions', () => {
    const got = read(`Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,
111,HARBOUR TOOLS,HARB,10,44.00,440.00,

Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,
111,2025-03-04,2025-03-05,Buy,Buy,HARBOUR TOOLS,HARB,10,41.50,-415.00,0.0,-415.00,0.0,CASH,
`);
    expect(got.stated.positions).toEqual([{ instrument: 'HARB', quantity: 10, price: 44, value: 440, account: '111' }]);
  });
});

it('the same fill, and the same dividend, of two exports look alike whatever their ids', () => {
  const activity = read(`Statement,Header,Field Name,Field Value
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,HARB,"2025-03-04, 10:00:00",10,41.5,42,-415,-1,416,0,5,O
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2025-03-10,HARB(US4110010018) Cash Dividend USD 0.16 per Share,1.6
`);
  const flex = read(
    '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Trade symbol="HARB" assetCategory="STK" currency="USD" tradeID="9" quantity="10" tradePrice="41.50" dateTime="20250304;100000" buySell="BUY" ibCommission="-1"/></Trades><CashTransactions><CashTransaction currency="USD" symbol="HARB" amount="1.60" type="Dividends" dateTime="20250310;202000" transactionID="77"/></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>',
  );
  const keys = ({ executions, cash }: typeof activity) => [
    executions.map(({ instrument, action, quantity, price }) => [instrument, action, quantity, price]),
    cash.map(({ currency, amount }) => [currency, amount]),
  ];
  expect(keys(flex)).toEqual(keys(activity));
  expect(activity.executions[0]?.exec_id).not.toBe(flex.executions[0]?.exec_id);
});

describe('eToro by the amounts it states', () => {
  const CLOSED =
    'Position ID,Action,Long / Short,Amount,Units / Contracts,Open Date,Close Date,Leverage,Profit(USD),FX rate at open (USD),FX rate at close (USD),Open Rate,Close Rate,Type,ISIN\n';

  it('rates in pence stay pounds at the rate that was paid; an unnamed currency becomes what was paid', () => {
    const got = read(
      `${CLOSED}1,Harbour Bank,Long,250.00,100,01/02/2025 10:00:00,03/02/2025 10:00:00,1,12.50,1.25,1.25,200,210,Stocks,GB0000000009
2,Far Tools,Short,100.00,10,01/02/2025 10:00:00,03/02/2025 10:00:00,2,-20.00,0.05,0.05,400,440,Stocks,KY0000000001
`,
    );
    expect(got.fills).toEqual([
      '2025-02-01T10:00Z BOT 100 GB0000000009 @2 x1 cost 0',
      '2025-02-03T10:00Z SLD 100 GB0000000009 @2.1 x1 cost 0',
      '2025-02-01T10:00Z SLD 10 KY0000000001 @20 x1 cost 0',
      '2025-02-03T10:00Z BOT 10 KY0000000001 @22 x1 cost 0',
    ]);
    expect(got.executions).toMatchObject([
      { currency: 'GBP', fx_rate: 1.25, fx_currency: 'USD', name: 'Harbour Bank', stated: { amount: 250 } },
      { stated: { realized_pnl: 12.5 } },
      { currency: 'USD' },
      { currency: 'USD', stated: { realized_pnl: -20 } },
    ]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('the activity names a position, before it or after; a name alone is stored and asked about', () => {
    const got =
      read(`${CLOSED}7,"Harbour Tools, Inc.",Long,500.00,2,01/02/2025 10:00:00,03/02/2025 10:00:00,1,20.00,1,1,250,260,Stocks,
8,"Other Tools, Inc.",Long,500.00,2,01/02/2025 10:00:00,03/02/2025 10:00:00,1,20.00,1,1,250,260,Stocks,
Account Activity
Date,Type,Details,Amount,Units / Contracts,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
01/02/2025 10:00:00,Open Position,HARB/USD,500.00,2,0,500,0,7,Stocks,0
`);
    expect(got.executions.map(({ instrument }) => instrument)).toEqual([
      'HARB',
      'HARB',
      'OTHER TOOLS INC.',
      'OTHER TOOLS INC.',
    ]);
    expect(got.left).toEqual(['6: The closed position is imported as a whole']);
    expect(got.diagnostics.warnings).toEqual([expect.stringContaining('no ticker for "Other Tools, Inc."')]);
  });
});

it('Coinbase: a conversion in two rows without a word is the two coins of one moment', () => {
  const got =
    read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a2,2025-04-02 10:00:00 UTC,Convert,ADA,180,USD,$0.715,$128.70,$128.70,$0.00,
a1,2025-04-02 10:00:00 UTC,Convert,SOL,-1,USD,$130.00,$130.00,$128.70,$1.30,
a3,2025-04-03 10:00:00 UTC,Convert,SOL,-1,USD,$130.00,$130.00,$128.70,$1.30,
`);
  expect(got.fills).toEqual([
    '2025-04-02T10:00Z SLD 1 SOL @130 x1 cost 1.3',
    '2025-04-02T10:00Z BOT 180 ADA @0.715 x1 cost 0',
  ]);
  expect(got.left).toEqual(['4: The notes do not say what the coin was converted to']);
});

it('the interest that is paid along with a bond is interest, apart from what the bond cost', () => {
  const flex = (attributes: string) =>
    read(
      `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Trade symbol="T 4 1/4" assetCategory="BOND" currency="USD" tradeID="9" quantity="10000" tradePrice="98.5" dateTime="20250304;100000" buySell="BUY" ibCommission="-5" ${attributes}/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
    );
  expect(flex('tradeMoney="9850" accruedInt="-41.25"')).toMatchObject({
    money: ['2025-03-04 interest -41.25 USD T 4 1/4'],
    fills: ['2025-03-04T15:00Z BOT 10000 T 4 1/4 @98.5 x0.01 cost 5'],
    diagnostics: { warnings: [], total_rows: 1, parsed: 1 },
  });
  expect(flex('tradeMoney="9850"').money).toEqual([]);
});

it("Flex: the rate to the account's currency is stored where the account does not say which that is", () => {
  const trade = (id: string, currency: string, rate: string) =>
    `<Trade symbol="HARB" assetCategory="STK" currency="${currency}" fxRateToBase="${rate}" tradeID="${id}" quantity="10" tradePrice="41.50" dateTime="20250304;100000" buySell="BUY" ibCommission="-1"/>`;
  const got = read(
    `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades>${trade('1', 'USD', '0.92')}${trade('2', 'EUR', '1')}${trade('3', 'USD', '0.93')}</Trades></FlexStatement></FlexStatements></FlexQueryResponse>`,
  );
  expect(got.executions.map(({ fx_rate, fx_currency }) => [fx_rate, fx_currency])).toEqual([
    [0.92, undefined],
    [undefined, undefined],
    [0.93, 'EUR'],
  ]);
  expect(got.diagnostics.total_rows, 'three rows on one line').toBe(3);
});

it('a fee in a coin is a disposal of that coin, noted and tied to its trade', () => {
  const got = read(`Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-03-04 10:00:00,ETHUSDT,BUY,2000,0.5000000000ETH,1000.00000000USDT,0.0010000000BNB
`);
  const fee = got.executions.find(({ instrument }) => instrument === 'BNB');
  expect(fee).toMatchObject({ action: 'SLD', quantity: 0.001, row: 2 });
  expect(fee?.note).toBe('Paid as a fee in BNB for 0.5 ETH in exchange for 1000 USDT: the coin was disposed of');
});

it('Trading 212: tax withheld in another currency comes with the rate the payment was changed at', () => {
  const got =
    read(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),ID
Dividend (Ordinary),2025-03-04 10:00:00,US4110010018,HARB,Harbour Tools,10,0.17,USD,Not available,1.36,GBP,0.30,USD,
`);
  expect(got.cash).toMatchObject([{ amount: 1.36, withheld: { amount: 0.3, currency: 'USD', rate: 0.8 } }]);
});

it('IBKR: shares that came from another broker are a transfer, and none of its rows is passed over', () => {
  const got = read(`Statement,Header,Field Name,Field Value
Statement,Data,Title,Activity Statement
Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code
Transfers,Data,Stocks,USD,HARB,2025-02-03,ACATS,In,OTHER BROKER,1234,25,0,1100,0,0,
Transfers,Data,Total,,,,,,,,,,1100,0,0,
`);
  expect(got.events).toMatchObject([{ kind: 'transfer', instrument: 'HARB', quantity: 25, row: 4 }]);
  expect(got.diagnostics).toMatchObject({ total_rows: 1, parsed: 1 });
});
