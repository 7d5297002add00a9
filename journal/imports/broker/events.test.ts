// What statements say about positions that were not traded.
import { describe, expect, it } from 'vitest';
import { parseBrokerFile } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';

const read = (text: string) => {
  const result = parseBrokerFile(bytesOf(text), { accountId: 'A' });
  return {
    ...result,
    fills: result.executions.map((e) => `${e.action} ${e.quantity} ${e.instrument} @${e.price}`),
    described: result.events.map((event) => {
      const head = `${event.time} ${event.kind} ${event.instrument}`;
      if (event.kind === 'split')
        return `${head} ${event.new_shares === null ? `${event.shares_added} shares` : `${event.new_shares}:${event.old_shares}`}`;
      if (event.kind === 'symbol_change') return `${head} to ${event.new_instrument}`;
      return 'quantity' in event ? `${head} ${event.quantity}` : head;
    }),
    left: [...result.diagnostics.skipped, ...result.diagnostics.invalid].map(({ row, reason }) => `${row}: ${reason}`),
  };
};

describe('IBKR', () => {
  it('activity statement: splits by their words, both rows of a reverse split as one event, an expiry by its code', () => {
    const got = read(`Statement,Header,Field Name,Field Value
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Equity and Index Options,USD,SPY 19JAN24 470 P,"2024-01-19, 16:20:00",1,0,0,0,0,-309.3,309.3,0,C;Ep
Trades,Data,Order,Equity and Index Options,USD,F 19JAN24 12 P,"2024-01-19, 16:20:00",2,0,0,0,0,-50,0,0,A;C
Trades,Data,Order,Stocks,USD,F,"2024-01-19, 16:20:00",200,12,11,-2400,0,2350,0,0,A;O
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2024-06-10,"2024-06-07, 20:25:00","NVDA(US67066G1040) Split 10 for 1 (NVDA, NVIDIA CORP, US67066G1040)",90,0,0,0,
Corporate Actions,Data,Stocks,USD,2024-06-17,"2024-06-14, 20:25:00","WKHS(US98138J2069) Split 1 for 20 (WKHS.OLD, WORKHORSE, US98138J2069)",-400,0,0,0,
Corporate Actions,Data,Stocks,USD,2024-06-17,"2024-06-14, 20:25:00","WKHS(US98138J2069) Split 1 for 20 (WKHS, WORKHORSE, US98138J3059)",20,0,0,0,
Corporate Actions,Data,Total,,,,,,0,0,0,
`);
    expect(got.described).toEqual([
      '2024-06-08T00:25:00Z split NVDA 10:1',
      '2024-06-15T00:25:00Z split WKHS 1:20',
      '2024-01-19T21:20:00Z expiry SPY 240119 P 470 1',
      '2024-01-19T21:20:00Z assignment F 240119 P 12 2',
    ]);
    expect(got.fills).toEqual(['BOT 200 F @12', 'BOT 1 SPY 240119 P 470 @0', 'BOT 2 F 240119 P 12 @0']);
    // The event names the execution it stands for, so that a book keeps one of the two.
    const ends = got.events.flatMap((event) => ('exec_id' in event ? [event.exec_id] : []));
    expect(ends).toEqual(got.executions.filter(({ price }) => price === 0).map(({ exec_id }) => exec_id));
    expect(got.left).toEqual(['9: The other half of a split']);
  });

  it('activity statement: a change of ticker, in two rows or in one, is one change of name', () => {
    const head = `Statement,Header,Field Name,Field Value
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
`;
    const row = (words: string, quantity: number) =>
      `Corporate Actions,Data,Stocks,USD,2025-01-21,"2025-01-20, 20:25:00","${words}",${quantity},0,0,0,\n`;
    const change = 'HARB(US4110010018) CUSIP/ISIN Change to (US4110010026)';
    const [was, old, now] = [
      'HARB, HARBOUR CO, US4110010018',
      'HARB.OLD, HARBOUR CO, US4110010018',
      'PORT, PORT CO, US4110010026',
    ];
    const renamed = ['2025-01-21T01:25:00Z symbol_change HARB to PORT'];
    expect(read(head + row(`${change} (${old})`, -50) + row(`${change} (${now})`, 50)).described).toEqual(renamed);
    expect(read(head + row(`${change} (${now})`, 50) + row(`${change} (${was})`, -50)).described).toEqual(renamed);
    expect(read(head + row(`${change} (${now})`, 50)).described).toEqual(renamed);
    // Another number for the same ticker moves nothing.
    expect(read(head + row(`${change} (${was})`, 50)).described).toEqual([]);
  });

  it('Flex XML: corporate actions and transfers under their own ids', () => {
    const got = read(`<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1"><CorporateActions>
<CorporateAction accountId="U1" currency="USD" assetCategory="STK" symbol="NVDA" actionID="77" type="FS" dateTime="20240607;202500" description="NVDA(US67066G1040) SPLIT 10 FOR 1 (NVDA, NVIDIA CORP, US67066G1040)" quantity="90"/>
<CorporateAction accountId="U1" symbol="FB.OLD" type="IC" dateTime="20220608;202500" description="FB(US30303M1027) CUSIP/ISIN CHANGE TO (US30303M1027) (FB.OLD, FACEBOOK, US30303M1027)" quantity="-10"/>
<CorporateAction accountId="U1" symbol="META" type="IC" dateTime="20220608;202500" description="FB(US30303M1027) CUSIP/ISIN CHANGE TO (US30303M1027) (META, META PLATFORMS, US30303M1027)" quantity="10"/></CorporateActions>
<Transfers><Transfer accountId="U1" symbol="VOO" type="ACATS" direction="IN" dateTime="20240102;000000" quantity="25" transactionID="88"/>
<Transfer accountId="U1" symbol="VTI" type="ACATS" direction="OUT" date="20240103" quantity="5"/></Transfers></FlexStatement></FlexStatements></FlexQueryResponse>`);
    expect(got.described).toEqual([
      '2024-06-08T00:25:00Z split NVDA 10:1',
      '2022-06-09T00:25:00Z symbol_change FB to META',
      '2024-01-02T05:00:00Z transfer VOO 25',
      '2024-01-03 transfer VTI -5',
    ]);
    expect(got.events.map(({ id, account_id }) => [id, account_id]).slice(0, 1)).toEqual([['77', 'U1']]);
  });
});

it('Schwab: a split tells the shares that came, a reverse split what came for what; shares sent elsewhere', () => {
  const got = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"06/10/2024","Stock Split","NVDA","NVIDIA CORP","90","","",""
"03/05/2024","Reverse Split","ABC","ABC CORP NEW","10","","",""
"03/05/2024","Reverse Split","ABCD","ABC CORP XXXREVERSE SPLIT","-100","","",""
"02/01/2024","Security Transfer","VOO","VANGUARD S&P 500","-5","","",""
"01/22/2024 as of 01/19/2024","Assigned","F 01/19/2024 12.00 P","PUT FORD MOTOR CO $12 EXP 01/19/24","2","","",""
"01/22/2024","Buy","F","FORD MOTOR CO","200","$12.00","","-$2400.00"
`);
  expect(got.described).toEqual([
    '2024-06-10 split NVDA 90 shares',
    '2024-03-05 split ABCD 10:100',
    '2024-03-05T00:00:01Z symbol_change ABCD to ABC',
    '2024-02-01 transfer VOO -5',
    '2024-01-19 assignment F 240119 P 12 2',
  ]);
  expect(got.fills).toEqual(['BOT 2 F 240119 P 12 @0', 'BOT 200 F @12']);
});

it('Fidelity, E*TRADE and Robinhood', () => {
  const fidelity =
    read(`Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
06/10/2024,Individual,Z1,DISTRIBUTION NVIDIA CORPORATION SPLIT (NVDA) (Cash),NVDA,NVIDIA,Cash,90,,,,,0.00,
03/05/2024,Individual,Z1,REVERSE SPLIT R/S FROM 00123A100#REOR M0051 ABC CORP (ABC) (Cash),ABC,ABC CORP,Cash,10,,,,,0.00,
03/05/2024,Individual,Z1,REVERSE SPLIT R/S TO 00123A200#REOR M0051 ABC CORP (ABC) (Cash),ABC,ABC CORP,Cash,-100,,,,,0.00,
01/19/2024,Individual,Z1,EXPIRED PUT (SPY) SPDR S&P 500 JAN 19 24 $470 (100 SHS), -SPY240119P470,PUT (SPY) SPDR,Margin,1,,,,,0.00,
`);
  expect(fidelity.described).toEqual([
    '2024-06-10 split NVDA 90 shares',
    '2024-03-05 split ABC 10:100',
    '2024-01-19 expiry SPY 240119 P 470 1',
  ]);
  const etrade = read(`TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
06/10/24,Stock Split,EQ,NVDA,90,0,0,0,NVIDIA CORP
01/22/24,Option Expiration,OPTN,SPY Jan 19 '24 $470 Put,1,0,0,0,PUT  SPY    01/19/24   470
`);
  expect(etrade.described).toEqual(['2024-06-10 split NVDA 90 shares', '2024-01-22 expiry SPY 240119 P 470 1']);
  const robinhood =
    read(`"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"6/10/2024","6/10/2024","6/10/2024","NVDA","Nvidia","SPL","90","",""
"3/5/2024","3/5/2024","3/5/2024","ABC","ABC","SPR","10","",""
"3/5/2024","3/5/2024","3/5/2024","ABC","ABC","SPR","100S","",""
"2/1/2024","2/1/2024","2/1/2024","VOO","ACATS in","ACATI","5","",""
`);
  expect(robinhood.described).toEqual([
    '2024-06-10 split NVDA 90 shares',
    '2024-03-05 split ABC 10:100',
    '2024-02-01 transfer VOO 5',
  ]);
});

it('tastytrade: contracts that leave without a side are events; the shares they brought are fills', () => {
  const got =
    read(`Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency
2024-01-19T22:00:00+0100,Receive Deliver,Assignment,,F     240119P00012000,Equity Option,Removal of 2 F 01/19/24 Put 12.00 due to assignment,0.00,2,0.00,--,0.00,100,F,F,1/19/24,12,PUT,,USD
2024-01-19T22:00:00+0100,Receive Deliver,Buy to Open,BUY_TO_OPEN,F,Equity,Buy to Open 200 F @ 12.00,"-2,400.00",200,-12.00,--,-5.00,,,,,,,,USD
2024-01-19T22:00:00+0100,Receive Deliver,Expiration,,SPY   240119P00470000,Equity Option,Removal of 1 SPY 01/19/24 Put 470.00 due to expiration,0.00,1,0.00,--,0.00,100,SPY,SPY,1/19/24,470,PUT,,USD
2024-02-01T10:00:00-0500,Receive Deliver,Symbol Change,SELL_TO_CLOSE,FB,Equity,Symbol change: Close 10 FB,"3,000.00",10,300.00,--,0.00,,,,,,,,USD
2024-02-01T10:00:00-0500,Receive Deliver,Symbol Change,BUY_TO_OPEN,META,Equity,Symbol change: Open 10 META,"-3,000.00",10,-300.00,--,0.00,,,,,,,,USD
`);
  expect(got.described).toEqual([
    '2024-01-19T21:00:00Z assignment F 240119 P 12 2',
    '2024-01-19T21:00:00Z expiry SPY 240119 P 470 1',
    '2024-02-01T15:00:00Z symbol_change FB to META',
  ]);
  expect(got.fills).toEqual(['BOT 200 F @12']);
  expect(got.executions[0]?.commission).toBe(5);
});

it('the same statement read again gives the same ids', () => {
  const text = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"06/10/2024","Stock Split","NVDA","NVIDIA CORP","90","","",""
"06/10/2024","Stock Split","NVDA","NVIDIA CORP","90","","",""
`;
  const ids = read(text).events.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  expect(read(text).events.map(({ id }) => id)).toEqual(ids);
});
