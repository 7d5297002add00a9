// One small file of every broker, in the shape that broker exports, with what it means.
import { describe, expect, it } from 'vitest';
import { detectBrokerFormat, parseBrokerFile, streamBrokerFile } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';
import { read } from '../testing/read.ts';

describe('IBKR activity statement', () => {
  const head = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers LLC
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U1234567 (Custom Consolidated)
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
`;

  it('orders, executions under them, rebates, futures whose size stands at the end', () => {
    const got =
      read(`${head}Trades,Data,Order,Stocks,USD,AAPL,"2024-01-02, 10:00:00","1,000",185.5,186,-185500,-1,185501,0,500,O
Trades,Data,Order,Stocks,USD,MSFT,"2024-01-02, 10:01:00",-5,370,370,1850,0.25,0,0,0,C;P
Trades,Data,Trade,Stocks,USD,MSFT,"2024-01-02, 10:01:00",-2,370,370,740,0.1,0,0,0,
Trades,Data,Trade,Stocks,USD,MSFT,"2024-01-02, 10:01:01",-3,370,370,1110,0.15,0,0,0,
Trades,SubTotal,,Stocks,USD,AAPL,,1000,,,-185500,-1,185501,0,500,
Trades,Data,Order,Equity and Index Options,USD,AAPL 19JAN24 190 C,"2024-01-03, 11:00:00",-1,2.5,2.4,250,-0.65,-249.35,0,0,O
Trades,Data,Order,Futures,USD,ESH4,"2024-01-03, 12:00:00",1,4750,4751,0,-2.1,0,0,50,O
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2024-01-10,AAPL(US0378331005) Cash Dividend USD 0.24 per Share (Ordinary Dividend),240
Dividends,Data,Total,,,240
Withholding Tax,Header,Currency,Date,Description,Amount,Code
Withholding Tax,Data,USD,2024-01-10,AAPL(US0378331005) Cash Dividend - US Tax,-36,
Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
Deposits & Withdrawals,Data,USD,2024-01-01,Electronic Fund Transfer,5000
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Multiplier
Financial Instrument Information,Data,Futures,ESH4,ES 15MAR24,551601561,50
`);
    expect(got.format).toBe('ibkr_activity');
    expect(got.accounts).toEqual(['U1234567']);
    expect(got.fills).toEqual([
      '2024-01-02T15:00Z BOT 1000 AAPL @185.5 x1 cost 1',
      '2024-01-02T15:01Z SLD 2 MSFT @370 x1 cost -0.1',
      '2024-01-02T15:01:01Z SLD 3 MSFT @370 x1 cost -0.15',
      '2024-01-03T16:00Z SLD 1 AAPL 240119 C 190 @2.5 x100 cost 0.65',
      '2024-01-03T17:00Z BOT 1 ESH4 @4750 x50 cost 2.1',
    ]);
    expect(got.money).toEqual([
      '2024-01-10 dividend 240 USD AAPL',
      '2024-01-10 tax -36 USD AAPL',
      '2024-01-01 deposit 5000 USD',
    ]);
  });

  it('a transaction history mixes trades and cash', () => {
    const got = read(`Statement,Header,Field Name,Field Value
Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount,Commission,Net Amount
Transaction History,Data,2024-02-01,U9,APPLE INC,Buy,AAPL,10,180,-1800,-1,-1801
Transaction History,Data,2024-02-02,U9,AAPL dividend,Dividend,AAPL,-,-,2.4,-,2.4
`);
    expect(got.fills).toEqual(['2024-02-01T17:00Z BOT 10 AAPL @180 x1 cost 1']);
    expect(got.money).toEqual(['2024-02-02 dividend 2.4 USD AAPL']);
  });
});

describe('IBKR Flex', () => {
  it('CSV: confirmations with option columns, levels of detail, a second section', () => {
    const got =
      read(`ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,IBCommissionCurrency,Buy/Sell,LevelOfDetail,TransactionType,OrigTradeID,IBOrderID
U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,11,20240102;093001,-2,3.5,-1.3,USD,SELL,EXECUTION,ExchTrade,,77
U1,USD,STK,AAPL,,,,,1,12,20240102;093002,10,185,-1,USD,BUY,EXECUTION,ExchTrade,,78
U1,USD,STK,AAPL,,,,,1,,20240102;093002,10,185,-1,USD,BUY,ORDER,ExchTrade,,78
U1,USD,STK,AAPL,,,,,1,13,20240103;093002,-10,185,1,USD,BUY (Ca.),EXECUTION,TradeCancel,12,78
U1,USD,CASH,EUR.USD,,,,,1,14,20240104;100000,1000,1.09,-2,EUR,BUY,EXECUTION,ExchTrade,,79
ClientAccountID,CurrencyPrimary,FXRateToBase,Symbol,Description,Date/Time,Amount,Type,TransactionID
U1,USD,1,AAPL,AAPL dividend,20240110,2.40,Dividends,901
`);
    expect(got.format).toBe('ibkr_flex_csv');
    expect(got.fills).toEqual([
      '2024-01-02T14:30:01Z SLD 2 SPY 240621 C 500 @3.5 x100 cost 1.3',
      '2024-01-04T15:00Z BOT 1000 EUR.USD @1.09 x1 cost 0',
    ]);
    expect(got.cancelled).toEqual(['12']);
    expect(got.money).toEqual(['2024-01-04 fee -2 EUR EUR.USD', '2024-01-10 dividend 2.4 USD AAPL']);
    expect(got.left).toEqual(['4: An order: its executions are imported']);
  });

  it('CSV with header and trailer records', () => {
    const got = read(`BOF,U1,q
BOA,U1
BOS,TRNT,Trades
HEADER,TRNT,ClientAccountID,CurrencyPrimary,AssetClass,Symbol,TradeID,Date/Time,Quantity,TradePrice,IBCommission,Buy/Sell
DATA,TRNT,U1,USD,STK,AAPL,5,2024-01-02;10:00:00,10,185,-1,BUY
EOS,TRNT,1
EOA,U1
EOF,1
`);
    expect(got.fills).toEqual(['2024-01-02T15:00Z BOT 10 AAPL @185 x1 cost 1']);
  });

  it('XML: several accounts, summaries left out, taxes as cash', () => {
    const got = read(`<FlexQueryResponse><FlexStatements count="2"><FlexStatement accountId="U1"><Trades>
<Trade accountId="U1" currency="GBP" assetCategory="STK" symbol="VOD" tradeID="1" dateTime="20240102;090000" quantity="100" tradePrice="0.7" ibCommission="-3" ibCommissionCurrency="GBP" taxes="-0.35" buySell="BUY" levelOfDetail="EXECUTION"/>
<Order accountId="U1" symbol="VOD" quantity="100" tradePrice="0.7" dateTime="20240102;090000" buySell="BUY"/>
<SymbolSummary symbol="VOD"/></Trades>
<CashTransactions><CashTransaction accountId="U1" currency="GBP" symbol="VOD" description="VOD Cash Dividend" dateTime="20240201;202000" amount="4.5" type="Dividends" transactionID="9" levelOfDetail="DETAIL"/>
<CashTransaction currency="GBP" amount="4.5" type="Dividends" dateTime="20240201" levelOfDetail="SUMMARY"/></CashTransactions></FlexStatement>
<FlexStatement accountId="U2"><Trades><Trade currency="USD" assetCategory="FUT" symbol="MESH4" multiplier="5" tradeID="2" dateTime="2024-01-03;10:00:00" quantity="-1" tradePrice="4750" ibCommission="-0.62" buySell="SELL"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>`);
    expect(got.fills).toEqual([
      '2024-01-02T14:00Z BOT 100 VOD @0.7 x1 cost 3',
      '2024-01-03T15:00Z SLD 1 MESH4 @4750 x5 cost 0.62',
    ]);
    expect(got.accounts).toEqual(['U1', 'U2']);
    expect(got.money).toEqual(['2024-01-02 tax -0.35 GBP VOD', '2024-02-01 dividend 4.5 GBP VOD']);
  });

  it('XML: only orders were exported, so the orders are the trades', () => {
    const got = read(
      '<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1"><Trades><Order symbol="VOD" assetCategory="STK" currency="USD" ibOrderID="5" quantity="10" tradePrice="7" dateTime="20240102;090000" buySell="BUY" ibCommission="-1"/></Trades></FlexStatement></FlexStatements></FlexQueryResponse>',
    );
    expect(got.fills).toEqual(['2024-01-02T14:00Z BOT 10 VOD @7 x1 cost 1']);
  });
});

describe('thinkorswim', () => {
  const cash = `DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/2/24,09:30:05,TRD,="1001",BOT +100 AAPL @185.50,-0.02,-1.00,"-18,550.00","81,448.98"
1/2/24,09:31:00,TRD,="1002",SOLD -1 VERTICAL SPY 100 19 JAN 24 470/465 PUT @1.20,-0.04,-1.30,120.00,"81,567.64"
1/3/24,01:00:00,DOI,="1003",AAPL ORDINARY DIVIDEND,,,24.00,"81,591.64"
`;

  it('without a trade history the words of the cash balance must do; costs are written as what they take', () => {
    const got = read(cash);
    expect(got.format).toBe('thinkorswim');
    expect(got.fills).toEqual(['2024-01-02T14:30:05Z BOT 100 AAPL @185.5 x1 cost 1.02']);
    expect(got.money).toEqual(['2024-01-03 dividend 24 USD']);
    expect(got.left).toEqual([
      '3: A spread of several legs without their prices: export the account statement with its trade history',
    ]);
  });

  it('with one, the legs come from it and the costs from the cash balance: nothing twice', () => {
    const got = read(`Account Statement for 987654321 (margin) since 1/1/24 through 1/31/24

Cash Balance
${cash}
Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/2/24 09:30:05,STOCK,BUY,+100,TO OPEN,AAPL,,,STOCK,185.50,185.50,LMT
,1/2/24 09:31:00,VERTICAL,SELL,-1,TO OPEN,SPY,19 JAN 24,470,PUT,3.10,1.20,LMT
,,,BUY,+1,TO OPEN,SPY,19 JAN 24,465,PUT,1.90,CREDIT,

Profits and Losses
Symbol,Description,P/L Open
`);
    expect(got.fills).toEqual([
      '2024-01-02T14:30:05Z BOT 100 AAPL @185.5 x1 cost 1.02',
      '2024-01-02T14:31Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 1.34',
      '2024-01-02T14:31Z BOT 1 SPY 240119 P 465 @1.9 x100 cost 0',
    ]);
    expect(got.accounts).toEqual(['987654321']);
    expect(got.diagnostics.parsed).toBe(4);
  });

  it('paperMoney lists filled and cancelled orders in sections', () => {
    const got = read(
      `Today's Trade Activity for 1 on 9/19/25

Filled Orders
,,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Price Improvement,Order Type
,,9/19/25 13:24:32,STOCK,BUY,+10,TO OPEN,TSLA,,,STOCK,420.00,420.00,-,MKT

Canceled Orders
Notes,,Time Canceled,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,PRICE,,TIF,Status
,,9/19/25 13:00:00,STOCK,BUY,+10,TO OPEN,TSLA,,,STOCK,1.00,LMT,DAY,CANCELED
`,
      { format: 'papermoney' },
    );
    expect(got.fills).toEqual(['2025-09-19T17:24:32Z BOT 10 TSLA @420 x1 cost 0']);
  });
});

it('Schwab: a written option expires, its account stands above the table, a day runs backwards', () => {
  const got = read(`"Transactions  for account Individual ...789 as of 02/01/2024"
"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"01/22/2024 as of 01/19/2024","Expired","SPY 01/19/2024 470.00 P","PUT SPDR S&P 500 $470 EXP 01/19/24","1","","",""
"01/05/2024","Sell","AAPL","APPLE INC","10","$186.00","$0.02","$1,859.98"
"01/05/2024","Buy","AAPL","APPLE INC","10","$185.00","","-$1,850.00"
"01/02/2024","Sell to Open","SPY 01/19/2024 470.00 P","PUT SPDR S&P 500 $470 EXP 01/19/24","1","$3.10","$0.66","$309.34"
`);
  expect(got.fills).toEqual([
    '2024-01-19T17:00Z BOT 1 SPY 240119 P 470 @0 x100 cost 0',
    '2024-01-05T17:00:01Z SLD 10 AAPL @186 x1 cost 0.02',
    '2024-01-05T17:00Z BOT 10 AAPL @185 x1 cost 0',
    '2024-01-02T17:00Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 0.66',
  ]);
  expect(got.accounts).toEqual(['789']);
});

it('Schwab: realised gains are two fills each', () => {
  const got = read(
    'Symbol,Name,Closed Date,Opened Date,Quantity,Proceeds Per Share,Cost Per Share,Proceeds,Cost Basis (CB),Gain/Loss ($)\nAAPL,APPLE,02/01/2024,01/02/2024,10,$190.00,$185.00,$1900,$1850,$50\n',
  );
  expect(got.fills).toEqual([
    '2024-01-02T17:00Z BOT 10 AAPL @185 x1 cost 0',
    '2024-02-01T17:00Z SLD 10 AAPL @190 x1 cost 0',
  ]);
});

it('Fidelity: options with their dash, accounts in a column, commissions and fees added', () => {
  const got = read(`

Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
01/05/2024,Individual,Z1,YOU BOUGHT APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,10,185.25,,,,-1852.50,01/09/2024
01/04/2024,Individual,Z1,YOU SOLD OPENING TRANSACTION PUT (SPY) SPDR S&P 500 JAN 19 24 $470 (100 SHS) (Margin), -SPY240119P470,PUT (SPY) SPDR S&P 500 JAN 19 24 $470 (100 SHS),Margin,-1,3.1,0.65,0.03,,309.32,01/05/2024
01/03/2024,Individual,Z1,DIVIDEND RECEIVED APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,,,,,,2.40,
`);
  expect(got.fills).toEqual([
    '2024-01-05T17:00Z BOT 10 AAPL @185.25 x1 cost 0',
    '2024-01-04T17:00Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 0.68',
  ]);
  expect(got.money).toEqual(['2024-01-03 dividend 2.4 USD AAPL']);
  expect(got.accounts).toEqual(['Z1']);
});

it('Robinhood: a short put expires worthless', () => {
  const got =
    read(`"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"1/19/2024","1/19/2024","1/22/2024","SPY","Option Expiration for SPY 1/19/2024 Put $470.00","OEXP","1S","",""
"1/2/2024","1/2/2024","1/3/2024","SPY","SPY 1/19/2024 Put $470.00","STO","1","$3.10","$309.95"
"1/2/2024","1/2/2024","1/4/2024","AAPL","Apple
CUSIP: 037833100","Buy","2.5","$185.00","($462.50)"
"1/1/2024","1/1/2024","1/1/2024","","ACH Deposit","ACH","","","$500.00"
`);
  expect(got.fills).toEqual([
    '2024-01-19T17:00Z BOT 1 SPY 240119 P 470 @0 x100 cost 0',
    '2024-01-02T17:00:01Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 0.05',
    '2024-01-02T17:00Z BOT 2.5 AAPL @185 x1 cost 0',
  ]);
  expect(got.money).toEqual(['2024-01-01 deposit 500 USD']);
});

it('Webull: cancelled orders are left out with their reason', () => {
  const got = read(`Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2024 09:30:00 EST,01/02/2024 09:30:05 EST
Apple,AAPL,Sell,Cancelled,0,10,@190.00,,DAY,01/02/2024 09:40:00 EST,
`);
  expect(got.fills).toEqual(['2024-01-02T14:30:05Z BOT 10 AAPL @184.95 x1 cost 0']);
  expect(got.left).toEqual(['3: Cancelled order (not executed)']);
});

it('E*TRADE: the old and the new layout', () => {
  const old = read(`For Account:,#####1234

TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
01/05/24,Sold Short,OPTN,SPY Jan 19 '24 $470 Put,-1,309.33,3.10,0.67,PUT  SPY    01/19/24   470 SPDR S&P 500
01/04/24,Bought,EQ,AAPL,10,-1850,185,0,APPLE INC
01/03/24,Dividend,EQ,AAPL,0,2.4,0,0,APPLE INC DIVIDEND
`);
  expect(old.fills).toEqual([
    '2024-01-05T17:00Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 0.67',
    '2024-01-04T17:00Z BOT 10 AAPL @185 x1 cost 0',
  ]);
  expect(old.money).toEqual(['2024-01-03 dividend 2.4 USD AAPL']);
  const now = read(
    'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note\n01/04/2024,01/04/2024,01/08/2024,Bought,APPLE INC,AAPL,037833100,10,185,-1850,0.01,,\n',
  );
  expect(now.fills).toEqual(['2024-01-04T17:00Z BOT 10 AAPL @185 x1 cost 0.01']);
});

it('TradeStation: every fee in its column, a venue that pays lowers the cost', () => {
  const got = read(
    'Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm,SEC,TAF,NSCC,Nasdaq,ECN Remove,ECN Add,Gross Proceeds,Net Proceeds,Clr Broker,Liq,Note\nA1,01/02/2024,01/04/2024,USD,E,SS,AAPL,100,185.10,09:30:01,0.5,0.02,0.01,0.003,0,0,-0.2,18510,18509.667,X,A,\n',
  );
  expect(got.fills).toEqual(['2024-01-02T14:30:01Z SLD 100 AAPL @185.1 x1 cost 0.333']);
});

it('NinjaTrader: both legs of a paired row, and executions with decimal commas', () => {
  const paired = read(
    'Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. profit,Commission,MAE,MFE\n1,ES 03-26,Sim101,,Short,2,5000.25,4999.25,1/2/2026 9:30:00 AM,1/2/2026 9:35:00 AM,,,$100.00,$100.00,$4.20,$10,$120\n',
  );
  expect(paired.fills).toEqual([
    '2026-01-02T14:30Z SLD 2 ESH26 @5000.25 x50 cost 4.2',
    '2026-01-02T14:35Z BOT 2 ESH26 @4999.25 x50 cost 0',
  ]);
  const grid = read(
    'Instrument;Action;Quantity;Price;Time;ID;E/X;Position;Order ID;Name;Commission;Rate;Account;Connection\nMNQ MAR26;Buy;1;21000,25;02.01.2026 15:30:00;abc;Entry;1 L;o1;Entry;0,62;1;Sim101;Live\n',
  );
  expect(grid.fills).toEqual(['2026-01-02T20:30Z BOT 1 MNQH26 @21000.25 x2 cost 0.62']);
  expect(grid.executions[0]?.exec_id).toBe('abc');
});

it('tastytrade: prices per contract, signed by the cash they moved', () => {
  const got =
    read(`Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency
2024-01-03T10:00:00-0500,Trade,Sell to Open,SELL_TO_OPEN,SPY   240119P00470000,Equity Option,Sold 1 SPY,310.00,1,310.00,-1.00,-0.14,100,SPY,SPY,1/19/24,470,PUT,555,USD
2024-01-03T11:00:00-0500,Trade,Buy,BUY,/MESH4,Future,Bought 1 /MESH4 @ 4750.00,0.00,1,-4750.00,-0.85,-0.37,5,/MES,/MES,,,,556,USD
2024-01-02T10:00:00-0500,Money Movement,Deposit,,,,ACH deposit,"1,000.00",0,,--,0.00,,,,,,,,USD
`);
  expect(got.fills).toEqual([
    '2024-01-03T15:00Z SLD 1 SPY 240119 P 470 @3.1 x100 cost 1.14',
    '2024-01-03T16:00Z BOT 1 MESH4 @4750 x5 cost 1.22',
  ]);
  expect(got.money).toEqual(['2024-01-02 deposit 1000 USD']);
});

it('TradingView: German columns, contracts by their exchange', () => {
  const got = read(
    'Symbol,Seite,Typ,Anz.,Erfüllungsmenge,Durchschn. Erfüllungspreis,Status,Kommission,Platzierungszeit,Status Zeit,Order-Nummer\nCME_MINI:MNQH2026,Kaufen,Markt,1,1,21000.25,Ausgeführt,0.62,2026-01-02 15:30:00,2026-01-02 15:30:01,77\nCME_MINI:MNQH2026,Verkaufen,Markt,1,0,,Storniert,,2026-01-02 15:31:00,2026-01-02 15:31:01,78\n',
  );
  expect(got.format).toBe('tradingview');
  expect(got.fills).toEqual(['2026-01-02T15:30:01Z BOT 1 MNQH2026 @21000.25 x2 cost 0.62']);
  expect(got.left).toEqual(['3: Cancelled order (not executed)']);
});

it('Tradovate: orders, and the performance report where what was sold first is short', () => {
  const orders = read(
    'orderId,Account,B/S,Contract,Product,Product Description,avgPrice,filledQty,Fill Time,Status,Text\n1,A1, Buy,MESZ5,MES,Micro E-mini S&P,6000.25,2,11/25/2025 04:38:24, Filled,\n2,A1, Sell,MESZ5,MES,Micro E-mini S&P,,0,, Canceled,\n',
  );
  expect(orders.fills).toEqual(['2025-11-25T10:38:24Z BOT 2 MESZ5 @6000.25 x5 cost 0']);
  const paired = read(
    'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration\nMESZ5,-2,0,0.25,b1,s1,1,6000.00,6001.00,$5.00,11/25/2025 04:40:00,11/25/2025 04:38:24,1min\n',
  );
  expect(paired.format).toBe('tradovate');
  expect(paired.fills).toEqual([
    '2025-11-25T10:38:24Z SLD 1 MESZ5 @6001 x5 cost 0',
    '2025-11-25T10:40Z BOT 1 MESZ5 @6000 x5 cost 0',
  ]);
});

it('Lightspeed and DAS: split fees, a rebate below zero', () => {
  const das = read(
    'Date,Time,Symbol,B/S,Qty,Price,Route,Commission,ECN Fee,SEC Fee\n01/02/2024,09:30:01,AAPL,B,100,185.00,ARCA,0.50,-0.20,0.00\n',
  );
  expect(das.format).toBe('lightspeed');
  expect(das.fills).toEqual(['2024-01-02T14:30:01Z BOT 100 AAPL @185 x1 cost 0.3']);
  const light = read(
    'Account Number,Trade Date,Execution Time,Symbol,Side,Buy/Sell,Qty,Price,Principal Amount,Commission Amount,NET Amount,FeeSEC,FeeTAF,Trade Number,Sequence Number,Security Type\nA1,01/02/2024,09:30,AAPL,S,Long Sell,100,185,18500,0.45,18499,0.1,0.02,T1,5,E\n',
  );
  expect(light.fills).toEqual(['2024-01-02T14:30Z SLD 100 AAPL @185 x1 cost 0.57']);
});

it('Alpaca, Questrade, ProjectX, Tradervue, Trading 212, Wealthsimple, Sierra Chart, MetaTrader', () => {
  expect(
    read(
      'id,activity_type,transaction_time,symbol,side,qty,price,order_id\na::1,FILL,2024-01-02T14:30:00Z,AAPL,buy,10,185,o1\n',
    ).executions[0],
  ).toMatchObject({ exec_id: 'a::1', order_id: 'o1' });
  expect(
    read(
      'Symbol,Action,Fill qty,Fill price,Currency,Exec time,Total value,Time placed,Option,Strategy,Commission,Account\nSLV20Feb26C55.00,STO,2,1.25,USD,16 Dec 2025 11:15:58 AM,250,16 Dec 2025 11:15:00 AM,Call,,1.98,123 - Margin\n',
    ).fills,
  ).toEqual(['2025-12-16T16:15:58Z SLD 2 SLV 260220 C 55 @1.25 x100 cost 1.98']);
  expect(
    read(
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions\n9,MNQZ5,10/01/2025 21:13:23 +02:00,10/01/2025 21:14:00 +02:00,24800,24810,0.74,20,1,Long,10/01/2025,00:00:37,0.5\n',
    ).fills,
  ).toEqual(['2025-10-01T19:13:23Z BOT 1 MNQZ5 @24800 x2 cost 1.24', '2025-10-01T19:14Z SLD 1 MNQZ5 @24810 x2 cost 0']);
  expect(
    read(
      'Open Datetime,Close Datetime,Symbol,Side,Volume,Exec Count,Entry Price,Exit Price,Gross P&L,Gross P&L (%)\n2024-01-02 09:30:00,2024-01-02 10:00:00,AAPL,S,100,2,185,184,100,0.5\n',
    ).fills,
  ).toEqual(['2024-01-02T14:30Z SLD 100 AAPL @185 x1 cost 0', '2024-01-02T15:00Z BOT 100 AAPL @184 x1 cost 0']);
  expect(
    read(
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,ID,Currency conversion fee\nMarket buy,2024-01-02 14:30:00,US0378331005,AAPL,Apple,1.5,185.00,USD,1,278.00,EOF1,0.42\nDividend (Ordinary),2024-02-02 10:00:00,US0378331005,AAPL,Apple,1.5,0.24,USD,,0.30,,\n',
    ),
  ).toMatchObject({
    format: 'trading212',
    fills: ['2024-01-02T14:30Z BOT 1.5 AAPL @185 x1 cost 0.42'],
    money: ['2024-02-02 dividend 0.3 USD AAPL'],
  });
  expect(
    read(
      'transaction_date,settlement_date,account_id,activity_type,activity_sub_type,direction,symbol,name,currency,quantity,unit_price,commission,net_cash_amount\n2024-01-02,2024-01-04,W1,Trade,BUY,LONG,AAPL  240119C00190000,Apple,USD,1,250,0,-250\n',
    ).fills,
  ).toEqual(['2024-01-02T17:00Z BOT 1 AAPL 240119 C 190 @2.5 x100 cost 0']);
  expect(
    read(
      'ActivityType\tDateTime\tSymbol\tInternalOrderID\tQuantity\tBuySell\tFillPrice\tFilledQuantity\tTradeAccount\tFillExecutionServiceID\nFills\t2024-01-02  14:30:00.000\tMESH24_FUT_CME.CME\t5\t1\tBuy\t475025.0000000\t1\tS1\tx1\n',
    ).executions,
  ).toMatchObject([{ exec_id: 'x1', price: 4750.25, account_id: 'S1' }]);
  expect(
    read(
      'Report;;;;;;;;;;;;\nOra;Posizione;Simbolo;Tipo;Volume;Prezzo;S/L;T/P;Ora;Prezzo;Commissione;Swap;Profitto\n2024.01.02 10:00:00;77;XAUUSD;sell;0,10;4 577,86;;;2024.01.02 11:00:00;4 570,00;-0,50;-0,10;78,60\n',
    ).fills,
  ).toEqual([
    '2024-01-02T10:00Z SLD 0.1 XAUUSD @4577.86 x100 cost 0.6',
    '2024-01-02T11:00Z BOT 0.1 XAUUSD @4570 x100 cost 0',
  ]);
});

describe('any other table', () => {
  it('is read by the usual names of its columns, with a confidence that asks', () => {
    const text =
      'Ticker,Direction,Shares,Avg Price,Date,Time,Fees\nAAPL,Sell,10,185,2024-01-02,09:30:00,0.10\nAAPL,Transfer,10,185,2024-01-02,09:30:00,\n';
    expect(read(text).fills).toEqual(['2024-01-02T14:30Z SLD 10 AAPL @185 x1 cost 0.1']);
    expect(read(text).left).toEqual(['3: "Transfer" is neither a buy nor a sell']);
    expect(detectBrokerFormat(bytesOf(text))).toMatchObject({ format: 'generic', confidence: 0.5 });
  });

  it('is read with the day and the clock in columns of their own', () => {
    const got = read('Trade Date,Exec Time,Symbol,Buy/Sell,Shares,Fill Price\n01/02/2024,09:30:05,AAPL,Buy,10,185\n');
    expect(got.fills).toEqual(['2024-01-02T14:30:05Z BOT 10 AAPL @185 x1 cost 0']);
  });

  it('is read by a saved profile: its columns, signs, decimals and zone', () => {
    const got = read('Papier;Stk;Kurs;Wann;Kosten\nSAP;-10;1.250,50;05.01.2024 10:00;-9,90\n', {
      profile: {
        name: 'my bank',
        columns: { symbol: 'Papier', quantity: 'Stk', price: 'Kurs', time: 'Wann', commission: 'Kosten' },
        signedQuantity: true,
        costs: 'negative',
        decimalMark: ',',
        dateOrder: 'dmy',
        timeZone: 'Europe/Berlin',
      },
    });
    expect(got.fills).toEqual(['2024-01-05T09:00Z SLD 10 SAP @1250.5 x1 cost 9.9']);
  });
});

describe('identity', () => {
  const fill = 'AAPL,Buy,Filled,10,10,185,185,DAY,01/02/2024 09:30:00 EST,01/02/2024 09:30:05 EST';
  const file = (...rows: string[]) =>
    `Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time\n${rows.join('\n')}\n`;

  it('two equal fills are two, and the same two when read again, alone or in a longer file', () => {
    const ids = (text: string) => read(text).executions.map(({ exec_id }) => exec_id);
    const two = ids(file(fill, fill));
    expect(new Set(two).size).toBe(2);
    expect(ids(file(fill, fill))).toEqual(two);
    expect(ids(file(fill))).toEqual(two.slice(0, 1));
  });

  it('a changed fee is the same fill; another account is another', () => {
    const one = read('Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA,0.50\n');
    const other = read(
      'Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA,0.75\n',
    );
    expect(other.executions[0]?.exec_id).toBe(one.executions[0]?.exec_id);
    expect(read(file(fill), { accountId: 'a' }).executions[0]?.exec_id).not.toBe(
      read(file(fill), { accountId: 'b' }).executions[0]?.exec_id,
    );
  });
});

describe('bad input', () => {
  it.each([
    ['', 'The file is empty.'],
    ['\u0000\u0001\u0002\u0003binary\u0000', 'not text'],
    ['PK\u0003\u0004', 'begins as a zip'],
    ['<html><body>Log in</body></html>', 'web page'],
    ['OFXHEADER:100\n<OFX>', 'bank statement'],
    ['hello,world\n1,2\n', 'No known broker'],
    ['<note/>', 'not an IBKR Flex statement'],
  ])('%j is reported, not thrown', (text, reason) => {
    expect(read(text).diagnostics.warnings.join(' ')).toContain(reason);
    expect(read(text).executions).toEqual([]);
  });

  it('a formula in place of a symbol is refused row by row', () => {
    const got = read(
      'Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2024,09:30:01,"=HYPERLINK(""http://x"",""AAPL"")",B,100,185,ARCA\n01/02/2024,09:30:01,<script>,B,100,185,ARCA\n',
    );
    expect(got.left).toEqual(['2: The symbol is a spreadsheet formula', '3: "<script>" is not a symbol']);
  });

  it('each row says what is wrong with it', () => {
    const row = (qty: string, price: string, when: string, side = 'B') => `${when},AAPL,${side},${qty},${price},ARCA`;
    const got = read(
      `Date,Time,Symbol,B/S,Qty,Price,Route\n${row('ten', '1', '01/02/2024,09:30')}\n${row('0', '1', '01/02/2024,09:30')}\n${row('1', '', '01/02/2024,09:30')}\n${row('1', '1', '02/30/2024,09:30')}\n${row('1', '1', '01/02/2024,09:30', '?')}\n${row('1', '0', '01/02/2024,09:30')}\n`,
    );
    expect(got.left).toEqual([
      '2: The quantity "ten" is not a number',
      '3: The quantity is zero',
      '4: The row has no price',
      '5: "02/30/2024 09:30" is not a date',
      '6: The row does not say whether it is a buy or a sell',
      '7: The price is zero',
    ]);
  });

  it('a file cut short says so', () => {
    expect(
      read('Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA\n01/02').diagnostics.warnings,
    ).toEqual(['The last row is cut short: the download may be incomplete.']);
  });

  it('an unknown zone or format is reported and does not stop the import', () => {
    const got = read('Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA\n', {
      timeZone: 'Mars/Base',
      format: 'nope',
    });
    expect(got.fills).toHaveLength(1);
    expect(got.diagnostics.warnings).toHaveLength(2);
  });
});

it('a file that arrives in pieces gives the same rows', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, i) =>
      `01/02/2024,09:30:${String(i % 60).padStart(2, '0')},AAPL,${i % 2 === 0 ? 'B' : 'S'},${i + 1},185.${i},"ARCA, ""x"""`,
  );
  const bytes = bytesOf(`Date,Time,Symbol,B/S,Qty,Price,Route\r\n${rows.join('\r\n')}\r\n`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / 97) }, (_, i) => bytes.subarray(i * 97, i * 97 + 97));
  const streamed = [];
  for await (const batch of streamBrokerFile(chunks)) streamed.push(...batch.executions);
  expect(streamed).toEqual(parseBrokerFile(bytes).executions);
  expect(streamed).toHaveLength(300);
});

it('Vanguard: holdings are passed over, transactions read; Delta: contracts of a fraction of a coin', () => {
  const vanguard = read(`Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,
111,VANGUARD TOTAL STOCK,VTI,10,220.00,2200.00,

Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commission Fees,Net Amount,Accrued Interest,Account Type,
111,2024-01-02,2024-01-04,Buy,Buy,VANGUARD TOTAL STOCK,VTI,2,220.00,-440.00,0.0,-440.00,0.0,CASH,
111,2024-01-03,2024-01-03,Dividend,Dividend Received,VANGUARD TOTAL STOCK,VTI,0,0,8.00,0.0,8.00,0.0,CASH,
`);
  expect(vanguard).toMatchObject({
    format: 'vanguard',
    fills: ['2024-01-02T17:00Z BOT 2 VTI @220 x1 cost 0'],
    money: ['2024-01-03 dividend 8 USD VTI'],
  });
  const delta = read(
    'Time,Contract,Qty,Side,Filled/Remaining,Exec.Price,Order Value,Trading Fees,Realised P&L,Status,Order ID\n2026-09-29 21:25:49.252513+05:30 IST Asia/Kolkata,BTCUSD,5,buy,5/0,100000,500,0.25,0,closed,9\n2026-09-29 21:25:49+05:30 IST Asia/Kolkata,BTCUSD,5,buy,0/5,,,0,0,cancelled,10\n',
  );
  expect(delta.fills).toEqual(['2026-09-29T15:55:49.252Z BOT 5 BTCUSD @100000 x0.001 cost 0.25']);
  expect(delta.executions[0]?.asset_class).toBe('CRYPTO');
});

it('a zone in a header is the zone of the times below it', () => {
  const got = read(
    'Symbol,Opening direction,Opening time (UTC-4),Closing time (UTC-4),Entry price,Closing price,Closing Quantity,Net USD\nXAUUSD,Sell,2026-01-02 10:00:00,2026-01-02 10:30:00,4500.10,4490.10,2,20\n',
  );
  expect(got.fills).toEqual([
    '2026-01-02T14:00Z SLD 2 XAUUSD @4500.1 x1 cost 0',
    '2026-01-02T14:30Z BOT 2 XAUUSD @4490.1 x1 cost 0',
  ]);
});
