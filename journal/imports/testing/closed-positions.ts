// One statement of every format with positions that were closed, and what of them stands on which form. All invented; the
// columns are the brokers' own. Contracts are there wherever the broker trades them.

export interface ClosedPositions {
  readonly statement: string;
  readonly year: number;
  /** Rows of Form 6781: what was closed, and what it brought. */
  readonly contracts?: readonly string[];
  /** Rows of Form 8949, with the code where there is one. */
  readonly sales?: readonly string[];
  /** Ordinary results of currencies (section 988): they are on neither form. */
  readonly currencies?: number;
}

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** By the format's name; those that are no table say what they are. */
export const CLOSED_POSITIONS: Readonly<Record<string, ClosedPositions>> = {
  ibkr_activity: {
    year: 2024,
    statement: lines(
      'Statement,Header,Field Name,Field Value',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Account,U1234567',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Futures,USD,ESH4,"2024-01-03, 10:00:00",1,4800,4800,0,-2,0,0,0,O',
      'Trades,Data,Order,Futures,USD,ESH4,"2024-01-03, 11:00:00",-1,4790,4790,0,-2,0,0,0,C',
      'Trades,Data,Order,Equity and Index Options,USD,SPXW 19JAN24 4700 P,"2024-01-04, 10:00:00",-1,12,12,1200,-1,0,0,0,O',
      'Trades,Data,Order,Equity and Index Options,USD,SPXW 19JAN24 4700 P,"2024-01-05, 10:00:00",1,10,10,-1000,-1,0,0,0,C',
      'Trades,Data,Order,Options On Futures,USD,ES 19JAN24 4700 P,"2024-01-04, 10:00:00",1,10,10,-500,-2,0,0,0,O',
      'Trades,Data,Order,Options On Futures,USD,ES 19JAN24 4700 P,"2024-01-05, 10:00:00",-1,12,12,600,-2,0,0,0,C',
      'Trades,Data,Order,Stocks,USD,AAPL,"2024-01-02, 10:00:00",10,185,186,-1850,-1,1851,0,10,O',
      'Trades,Data,Order,Stocks,USD,AAPL,"2024-01-03, 10:00:00",-10,190,190,1900,-1,-1851,48,0,C',
      'Trades,Data,Order,Forex,USD,EUR.USD,"2024-01-02, 10:00:00","1,000",1.09,1.09,-1090,-2,0,0,0,',
      'Trades,Data,Order,Forex,USD,EUR.USD,"2024-01-08, 10:00:00","-1,000",1.1,1.1,1100,-2,0,0,0,',
    ),
    contracts: ['1 ESH4: -504', '1 SPXW 240119 P 4700 (short): 198', '1 ES 240119 P 4700: 96'],
    sales: ['10 sh. AAPL: 48'],
    currencies: 6,
  },
  ibkr_flex_csv: {
    year: 2024,
    statement: lines(
      'ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType',
      'U1,USD,OPT,SPXW  240119P04700000,SPX,4700,20240119,P,100,11,20240102;093001,-1,12,-1,SELL,EXECUTION,ExchTrade',
      'U1,USD,OPT,SPXW  240119P04700000,SPX,4700,20240119,P,100,12,20240103;093001,1,10,-1,BUY,EXECUTION,ExchTrade',
      'U1,USD,FUT,MESH4,MES,,20240315,,5,13,20240102;093001,1,4800,-1,BUY,EXECUTION,ExchTrade',
      'U1,USD,FUT,MESH4,MES,,20240315,,5,14,20240103;093001,-1,4810,-1,SELL,EXECUTION,ExchTrade',
      'U1,USD,FOP,E3AF4 P4700,ES,4700,20240119,P,50,17,20240102;093001,-1,10,-2,SELL,EXECUTION,ExchTrade',
      'U1,USD,FOP,E3AF4 P4700,ES,4700,20240119,P,50,18,20240103;093001,1,8,-2,BUY,EXECUTION,ExchTrade',
      'U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,15,20240102;093001,-2,3.5,-1.3,SELL,EXECUTION,ExchTrade',
      'U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,16,20240103;093001,2,3,-1.3,BUY,EXECUTION,ExchTrade',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 198', '1 ES 240119 P 4700 (short): 96', '1 MESH4: 48'],
    sales: ['2 contracts SPY 240621 C 500 (short sale): 97.4'],
  },
  ibkr_flex_xml: {
    year: 2024,
    statement: `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><Trades>
<Trade accountId="U1" currency="USD" assetCategory="FUT" symbol="MESH4" underlyingSymbol="MES" multiplier="5" tradeID="1" dateTime="20240102;093000" quantity="1" tradePrice="4800" ibCommission="-0.62" buySell="BUY" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="FUT" symbol="MESH4" underlyingSymbol="MES" multiplier="5" tradeID="2" dateTime="20240103;093000" quantity="-1" tradePrice="4790" ibCommission="-0.62" buySell="SELL" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="OPT" symbol="SPX   240119P04700000" underlyingSymbol="SPX" strike="4700" expiry="20240119" putCall="P" multiplier="100" tradeID="3" dateTime="20240102;093000" quantity="-1" tradePrice="3.1" ibCommission="-1" buySell="SELL" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="OPT" symbol="SPX   240119P04700000" underlyingSymbol="SPX" strike="4700" expiry="20240119" putCall="P" multiplier="100" tradeID="4" dateTime="20240103;093000" quantity="1" tradePrice="2.1" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="BOND" symbol="T 4 02/15/34" multiplier="0.01" tradeID="7" dateTime="20240102;093000" quantity="10000" tradePrice="98" ibCommission="-5" buySell="BUY" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="BOND" symbol="T 4 02/15/34" multiplier="0.01" tradeID="8" dateTime="20240202;093000" quantity="-10000" tradePrice="99" ibCommission="-5" buySell="SELL" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="STK" symbol="AAPL" multiplier="1" tradeID="5" dateTime="20240102;093000" quantity="10" tradePrice="185" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION"/>
<Trade accountId="U1" currency="USD" assetCategory="STK" symbol="AAPL" multiplier="1" tradeID="6" dateTime="20240103;093000" quantity="-10" tradePrice="184" ibCommission="-1" buySell="SELL" levelOfDetail="EXECUTION"/>
</Trades></FlexStatement></FlexStatements></FlexQueryResponse>
`,
    contracts: ['1 SPX 240119 P 4700 (short): 98', '1 MESH4: -51.24'],
    sales: ['10 sh. AAPL: -12', '10000 face value T 4 02/15/34: 90'],
  },
  thinkorswim: {
    year: 2024,
    statement: lines(
      'Account Statement for 987654321 since 1/1/24',
      '',
      'Account Trade History',
      ',Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type',
      ',1/2/24 09:30:05,STOCK,BUY,+100,TO OPEN,AAPL,,,STOCK,185.50,185.50,LMT',
      ',1/3/24 09:30:05,STOCK,SELL,-100,TO CLOSE,AAPL,,,STOCK,186.50,186.50,LMT',
      ',1/2/24 09:31:00,SINGLE,SELL,-1,TO OPEN,SPX,19 JAN 24 (Weeklys),4700,PUT,12.00,12.00,LMT',
      ',1/2/24 09:31:00,SINGLE,BUY,+1,TO OPEN,SPX,19 JAN 24,4700,PUT,11.00,11.00,LMT',
      ',1/3/24 09:31:00,SINGLE,BUY,+1,TO CLOSE,SPX,19 JAN 24 (Weeklys),4700,PUT,10.00,10.00,LMT',
      ',1/3/24 09:31:00,SINGLE,SELL,-1,TO CLOSE,SPX,19 JAN 24,4700,PUT,9.00,9.00,LMT',
      ',1/2/24 09:32:00,FUTURE,BUY,+1,TO OPEN,/MESH24:XCME,,,FUTURE,4800,4800,LMT',
      ',1/3/24 09:32:00,FUTURE,SELL,-1,TO CLOSE,/MESH24:XCME,,,FUTURE,4801,4801,LMT',
      ',1/2/24 09:33:00,SINGLE,BUY,+1,TO OPEN,/ESH24:XCME 1/50 19 JAN 24 (Week3) /EW3F24:XCME,,4700,PUT,10,10,LMT',
      ',1/3/24 09:33:00,SINGLE,SELL,-1,TO CLOSE,/ESH24:XCME 1/50 19 JAN 24 (Week3) /EW3F24:XCME,,4700,PUT,11,11,LMT',
    ),
    contracts: [
      '1 SPXW 240119 P 4700 (short): 200',
      '1 SPX 240119 P 4700: -200',
      '1 /ESH24 240119 P 4700: 50',
      '1 MESH24: 5',
    ],
    sales: ['100 sh. AAPL: 100'],
  },
  schwab: {
    year: 2024,
    statement: lines(
      '"Transactions  for account Individual ...789 as of 02/01/2024"',
      '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
      '"01/22/2024 as of 01/19/2024","Expired","SPXW 01/19/2024 4700.00 P","PUT S & P 500 INDEX $4700 EXP 01/19/24","1","","",""',
      '"01/05/2024","Sell","AAPL","APPLE INC","10","$186.00","$0.02","$1,859.98"',
      '"01/04/2024","Buy","AAPL","APPLE INC","10","$185.00","","-$1,850.00"',
      '"01/02/2024","Sell to Open","SPXW 01/19/2024 4700.00 P","PUT S & P 500 INDEX $4700 EXP 01/19/24","1","$3.10","$1.16","$308.84"',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 308.84'],
    sales: ['10 sh. AAPL: 9.98'],
  },
  fidelity: {
    year: 2024,
    statement: lines(
      'Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date',
      '01/10/2024,Individual,Z1,YOU SOLD APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,-10,184.25,,,,1842.50,01/12/2024',
      '01/09/2024,Individual,Z1,YOU BOUGHT CLOSING TRANSACTION PUT (SPXW), -SPXW240119P4700,PUT (SPXW) S&P 500 INDEX JAN 19 24 $4700 (100 SHS),Margin,1,2.1,0.65,0.03,,-210.68,01/10/2024',
      '01/05/2024,Individual,Z1,YOU BOUGHT APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,10,185.25,,,,-1852.50,01/09/2024',
      '01/04/2024,Individual,Z1,YOU SOLD OPENING TRANSACTION PUT (SPXW), -SPXW240119P4700,PUT (SPXW) S&P 500 INDEX JAN 19 24 $4700 (100 SHS),Margin,-1,3.1,0.65,0.03,,309.32,01/05/2024',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 98.64'],
    sales: ['10 sh. AAPL: -10'],
  },
  robinhood: {
    year: 2024,
    statement: lines(
      '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"',
      '"1/9/2024","1/9/2024","1/10/2024","SPXW","SPXW 1/19/2024 Put $4,700.00","BTC","1","$2.10","($210.05)"',
      '"1/4/2024","1/4/2024","1/8/2024","AAPL","Apple","Sell","2","$184.00","$368.00"',
      '"1/3/2024","1/3/2024","1/5/2024","AAPL","Apple","Buy","2","$185.00","($370.00)"',
      '"1/2/2024","1/2/2024","1/3/2024","SPXW","SPXW 1/19/2024 Put $4,700.00","STO","1","$3.10","$309.95"',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 99.9'],
    sales: ['2 sh. AAPL: -2'],
  },
  webull: {
    year: 2024,
    statement: lines(
      'Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time',
      'Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2024 09:30:00 EST,01/02/2024 09:30:05 EST',
      'Apple,AAPL,Sell,Filled,10,10,@185.00,185.95,DAY,01/03/2024 09:30:00 EST,01/03/2024 09:30:05 EST',
      'SPXW 240119P4700,SPXW240119P04700000,Sell,Filled,1,1,@3.00,3.10,DAY,01/02/2024 09:30:00 EST,01/02/2024 09:30:05 EST',
      'SPXW 240119P4700,SPXW240119P04700000,Buy,Filled,1,1,@2.00,2.10,DAY,01/03/2024 09:30:00 EST,01/03/2024 09:30:05 EST',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 100'],
    sales: ['10 sh. AAPL: 10'],
  },
  etrade: {
    year: 2024,
    statement: lines(
      'For Account:,#####1234',
      '',
      'TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description',
      "01/08/24,Bought To Cover,OPTN,SPXW Jan 19 '24 $4700 Put,1,-210.67,2.10,0.67,PUT  SPXW    01/19/24   4700 S&P 500",
      '01/08/24,Sold,EQ,AAPL,-10,1860,186,0,APPLE INC',
      "01/05/24,Sold Short,OPTN,SPXW Jan 19 '24 $4700 Put,-1,309.33,3.10,0.67,PUT  SPXW    01/19/24   4700 S&P 500",
      '01/04/24,Bought,EQ,AAPL,10,-1850,185,0,APPLE INC',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 98.66'],
    sales: ['10 sh. AAPL: 10'],
  },
  'etrade pdf': {
    year: 2025,
    statement: lines(
      'E*TRADE is a business of Morgan Stanley.',
      '1 of 2Your Account Number: 551-XXX210-204',
      'Trade Date Settlement Date Quantity Price Settlement Amount',
      '05/12/2025 05/13/2025 20 44.25',
      'Transaction Type: Bought',
      'Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90Principal $885.00',
      'Net Amount $885.00',
      'Trade Date Settlement Date Quantity Price Settlement Amount',
      '05/14/2025 05/15/2025 20 45.25',
      'Transaction Type: Sold',
      'Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90Principal $905.00',
      'Net Amount $905.00',
    ),
    sales: ['20 sh. HARB: 20'],
  },
  tradestation: {
    year: 2024,
    statement: lines(
      'Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm,SEC,TAF,NSCC,Nasdaq,ECN Remove,ECN Add,Gross Proceeds,Net Proceeds,Clr Broker,Liq,Note',
      'A1,01/02/2024,01/04/2024,USD,E,SS,AAPL,100,185.10,09:30:01,0.5,0.02,0.01,0,0,0,-0.2,18510,18509.67,X,A,',
      'A1,01/03/2024,01/05/2024,USD,E,B,AAPL,100,184.10,09:30:01,0.5,0,0,0,0,0,-0.2,-18410,-18410.3,X,A,',
    ),
    sales: ['100 sh. AAPL (short sale): 99.37'],
  },
  ninjatrader: {
    year: 2026,
    statement: lines(
      'Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Profit,Commission',
      '1,ES 03-26,Sim101,,Long,2,5000.25,4999.25,1/5/2026 9:30:00 AM,1/5/2026 9:35:00 AM,-$100.00,$4.20',
      '2,ES 03-26,Sim101,,Short,2,5003.25,5000.25,1/6/2026 9:30:00 AM,1/6/2026 9:35:00 AM,$300.00,$4.20',
    ),
    contracts: ['2 ESH26: -104.2', '2 ESH26 (short): 295.8'],
  },
  tastytrade: {
    year: 2024,
    statement: lines(
      'Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency',
      '2024-01-03T10:00:00-0500,Trade,Sell to Open,SELL_TO_OPEN,SPXW  240119P04700000,Equity Option,Sold 1 SPXW,310.00,1,310.00,-1.00,-0.14,100,SPXW,SPX,1/19/24,4700,PUT,555,USD',
      '2024-01-04T10:00:00-0500,Trade,Buy to Close,BUY_TO_CLOSE,SPXW  240119P04700000,Equity Option,Bought 1 SPXW,-210.00,1,-210.00,0.00,-0.14,100,SPXW,SPX,1/19/24,4700,PUT,557,USD',
      '2024-01-03T11:00:00-0500,Trade,Buy,BUY,/MESH4,Future,Bought 1 /MESH4 @ 4750.00,0.00,1,-4750.00,-0.85,-0.37,5,/MES,/MES,,,,556,USD',
      '2024-01-03T12:00:00-0500,Trade,Sell,SELL,/MESH4,Future,Sold 1 /MESH4 @ 4760.00,0.00,1,4760.00,-0.85,-0.37,5,/MES,/MES,,,,558,USD',
      '2024-01-03T11:00:00-0500,Trade,Sell to Open,SELL_TO_OPEN,./ESH4 EW3F4 240119P4700,Future Option,Sold 1,500.00,1,500.00,-1.25,-0.75,50,/ES,/ESH4,1/19/24,4700,PUT,559,USD',
      '2024-01-03T12:00:00-0500,Trade,Buy to Close,BUY_TO_CLOSE,./ESH4 EW3F4 240119P4700,Future Option,Bought 1,-400.00,1,-400.00,0.00,-0.75,50,/ES,/ESH4,1/19/24,4700,PUT,560,USD',
      '2024-01-03T11:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,AAPL,Equity,Bought 10 AAPL,-1850.00,10,-185.00,0.00,-0.01,1,,AAPL,,,,561,USD',
      '2024-01-04T11:00:00-0500,Trade,Sell to Close,SELL_TO_CLOSE,AAPL,Equity,Sold 10 AAPL,1840.00,10,184.00,0.00,-0.01,1,,AAPL,,,,562,USD',
      '2024-01-05T11:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,BTC/USD,Cryptocurrency,Bought,-500.00,0.01,-50000.00,0.00,-1.00,1,,BTC/USD,,,,563,USD',
      '2024-01-06T11:00:00-0500,Trade,Sell to Close,SELL_TO_CLOSE,BTC/USD,Cryptocurrency,Sold,480.00,0.01,48000.00,0.00,-1.00,1,,BTC/USD,,,,564,USD',
      '2024-01-07T11:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,BTC/USD,Cryptocurrency,Bought,-490.00,0.01,-49000.00,0.00,0.00,1,,BTC/USD,,,,565,USD',
    ),
    contracts: ['1 /ESH4 240119 P 4700 (short): 97.25', '1 MESH4: 47.56', '1 SPXW 240119 P 4700 (short): 98.72'],
    sales: ['10 sh. AAPL: -10.02', '0.01 BTC: -22'],
  },
  tradingview: {
    year: 2026,
    statement: lines(
      'Symbol,Side,Type,Qty,Filled Qty,Avg Fill Price,Status,Commission,Placing Time,Closing Time,Order ID',
      'CME_MINI:MNQH2026,Buy,Market,1,1,21000.25,Filled,0.62,2026-01-05 15:30:00,2026-01-05 15:30:01,77',
      'CME_MINI:MNQH2026,Sell,Market,1,1,21010.25,Filled,0.62,2026-01-05 16:30:00,2026-01-05 16:30:01,78',
      'NASDAQ:AAPL,Buy,Market,10,10,200,Filled,0,2026-01-05 15:30:00,2026-01-05 15:30:02,79',
      'NASDAQ:AAPL,Sell,Market,10,10,190,Filled,0,2026-01-06 15:30:00,2026-01-06 15:30:02,80',
      'NASDAQ:AAPL,Buy,Market,10,10,191,Filled,0,2026-01-07 15:30:00,2026-01-07 15:30:02,81',
      'FX:EURUSD,Buy,Market,1000,1000,1.05,Filled,0,2026-01-05 15:30:00,2026-01-05 15:30:03,82',
      'FX:EURUSD,Sell,Market,1000,1000,1.06,Filled,0,2026-01-06 15:30:00,2026-01-06 15:30:03,83',
    ),
    contracts: ['1 MNQH2026: 18.76'],
    sales: ['10 sh. AAPL: 0 W'],
    currencies: 10,
  },
  tradovate: {
    year: 2025,
    statement: lines(
      'orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status',
      '1,A1, Buy,MESZ5,MES,6000.25,2,11/24/2025 04:38:24, Filled',
      '2,A1, Sell,MESZ5,MES,5990.25,2,11/24/2025 05:38:24, Filled',
      '3,A1, Buy,MESZ5,MES,5990.25,2,11/25/2025 04:38:24, Filled',
      '4,A1, Sell,MESZ5,MES,5995.25,2,11/25/2025 05:38:24, Filled',
    ),
    contracts: ['2 MESZ5: -100', '2 MESZ5: 50'],
  },
  lightspeed: {
    year: 2024,
    statement: lines(
      'Account Number,Trade Date,Execution Time,Symbol,Side,Buy/Sell,Qty,Price,Principal Amount,Commission Amount,NET Amount,FeeSEC,FeeTAF,Trade Number,Sequence Number,Security Type',
      'A1,01/02/2024,09:30,AAPL,B,Long Buy,100,184,18400,0.45,18400.45,0,0,T1,4,E',
      'A1,01/02/2024,10:30,AAPL,S,Long Sell,100,185,18500,0.45,18499.43,0.1,0.02,T2,5,E',
    ),
    sales: ['100 sh. AAPL: 98.98'],
  },
  alpaca: {
    year: 2024,
    statement: lines(
      'id,activity_type,symbol,side,qty,price,transaction_time,order_id',
      '20240102::1,FILL,AAPL,buy,2,185.20,2024-01-02T15:34:06.977Z,904837e3',
      '20240103::2,FILL,AAPL,sell,2,186,2024-01-03T15:34:06Z,904837e4',
      '20240102::3,FILL,SPXW240119P04700000,sell_short,1,3.10,2024-01-02T15:34:07Z,904837e5',
      '20240103::4,FILL,SPXW240119P04700000,buy,1,2.10,2024-01-03T15:34:07Z,904837e6',
      '20240103::5,FILL,BTC/USD,buy,0.01,45000,2024-01-03T15:34:08Z,904837e7',
      '20240104::6,FILL,BTC/USD,sell,0.01,44000,2024-01-04T15:34:08Z,904837e8',
      '20240105::7,FILL,BTC/USD,buy,0.01,43000,2024-01-05T15:34:08Z,904837e9',
    ),
    contracts: ['1 SPXW 240119 P 4700 (short): 100'],
    sales: ['2 sh. AAPL: 1.6', '0.01 BTC: -10'],
  },
  'alpaca json': {
    year: 2025,
    statement: JSON.stringify([
      fill('a::1', 'HARB', 'buy', '3', '44.25', '2025-05-12T15:34:06.500Z'),
      fill('a::2', 'HARB', 'sell', '3', '45.25', '2025-05-13T15:34:06.500Z'),
      fill('a::3', 'SPXW250620C06000000', 'buy', '1', '40', '2025-05-12T15:34:06.500Z'),
      fill('a::4', 'SPXW250620C06000000', 'sell', '1', '38', '2025-05-13T15:34:06.500Z'),
    ]),
    contracts: ['1 SPXW 250620 C 6000: -200'],
    sales: ['3 sh. HARB: 3'],
  },
  firstrade: {
    year: 2024,
    statement: lines(
      'Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType',
      'AAPL,10,185.25,BUY,APPLE INC,2024-01-02,2024-01-04,0.00,-1852.51,0.00,0.01,037833100,Trade',
      'AAPL,-10,186.25,SELL,APPLE INC,2024-01-05,2024-01-09,0.00,1862.49,0.00,0.01,037833100,Trade',
      ',-1,4.00,SELL,PUT SPXW 03/15/24 4700 S&P 500 INDEX OPEN CONTRACT,2024-01-03,2024-01-04,0.00,399.95,0.00,0.05,,Trade',
      ',1,3.00,BUY,PUT SPXW 03/15/24 4700 S&P 500 INDEX CLOSING CONTRACT,2024-01-04,2024-01-05,0.00,-300.05,0.00,0.05,,Trade',
    ),
    contracts: ['1 SPXW 240315 P 4700 (short): 99.9'],
    sales: ['10 sh. AAPL: 9.98'],
  },
  'firstrade pdf': {
    year: 2025,
    statement: lines(
      'Apex Clearing Corporation',
      'FIRSTRADE HOUSE REP',
      'ACCOUNT NUMBER: 7-3',
      'YOU SOLD 9KQRZT4 03/11/25 03/12/25 MARGIN 1 $2.10000',
      'PUT SPXW 03/21/25 5500 S&P 500 INDEX PRINCIPAL $210.00',
      'UNSOLICITED OPTION FEE $0.20',
      'NET AMOUNT $209.80',
      'YOU BOUGHT 9KQRZT4 03/12/25 03/13/25 MARGIN 1 $1.10000',
      'PUT SPXW 03/21/25 5500 S&P 500 INDEX PRINCIPAL $110.00',
      'UNSOLICITED OPTION FEE $0.20',
      'NET AMOUNT $110.20',
    ),
    contracts: ['1 SPXW 250321 P 5500 (short): 99.6'],
  },
  questrade: {
    year: 2025,
    statement: lines(
      'Symbol,Action,Fill qty,Fill price,Currency,Exec time,Total value,Time placed,Option,Strategy,Commission,Account',
      'SLV20Feb26C55.00,STO,2,1.25,USD,16 Dec 2025 11:15:58 AM,250,16 Dec 2025 11:15:00 AM,Call,,1.98,123 - Margin',
      'SLV20Feb26C55.00,BTC,2,1.05,USD,17 Dec 2025 11:15:58 AM,210,17 Dec 2025 11:15:00 AM,Call,,1.98,123 - Margin',
      'SPXW20Feb26P6000.00,STO,1,10.00,USD,16 Dec 2025 11:16:58 AM,1000,16 Dec 2025 11:15:00 AM,Put,,0.99,123 - Margin',
      'SPXW20Feb26P6000.00,BTC,1,9.00,USD,17 Dec 2025 11:16:58 AM,900,17 Dec 2025 11:15:00 AM,Put,,0.99,123 - Margin',
    ),
    contracts: ['1 SPXW 260220 P 6000 (short): 98.02'],
    sales: ['2 contracts SLV 260220 C 55 (short sale): 36.04'],
  },
  'questrade pdf': {
    year: 2025,
    statement: lines(
      'Questrade, Inc.',
      '02. ACTIVITY DETAILS',
      '05-13-2025 05-14-2025 Buy HARB HARBOUR TOOLS|WE ACTED AS AGENT 4 - - - - 43.00 (172.00) (4.95) (176.95)',
      '05-14-2025 05-15-2025 Sell HARB HARBOUR TOOLS|WE ACTED AS AGENT (4) - - - - 44.00 176.00 (4.95) 171.05',
    ),
    sales: ['4 sh. HARB: -5.9'],
  },
  projectx: {
    year: 2026,
    statement: lines(
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
      '901,MESH6,01/05/2026 09:31:00 -06:00,01/05/2026 09:35:00 -06:00,6000.25,6001.50,0.74,6.25,1,Long,01/05/2026 00:00:00 -06:00,00:04:00,0.50',
    ),
    contracts: ['1 MESH6: 5.01'],
  },
  tradervue: {
    year: 2024,
    statement: lines(
      'Open Datetime,Close Datetime,Symbol,Side,Volume,Exec Count,Entry Price,Exit Price,Gross P&L,Gross P&L (%),Shared,Notes,Tags,Commissions,Fees',
      '2024-01-02 09:30:00,2024-01-02 10:00:00,AAPL,S,100,2,185.50,185.00,50.00,0.27,false,,,1.00,0.10',
      '2024-01-03 09:30:00,2024-01-03 10:00:00,MESH4,L,1,2,4800,4802,10.00,0.04,false,,,0.62,0.00',
    ),
    contracts: ['1 MESH4: 9.38'],
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  tradezella: {
    year: 2024,
    statement: lines(
      'Account Name,Adjusted Cost,Adjusted Proceeds,Avg Buy Price,Avg Sell Price,Best Exit Time,Close Date,Close Time,Commission,Duration,Entry Price,Executions,Exit Price,Gross P&L,Trade Risk,Instrument,Spread Type,Mistakes,Mood,Net P&L,Open Date,Open Time,Playbook,Reviewed,Setups,Side,Status,Symbol,Fee,Swap,Rating,Quantity,Zella Score',
      'Main,18500,18550,185.00,185.50,,2024-01-02,10:00:00 EST,1,1800,184.9,4,185.6,50.00,,,single,Late exit,Calm,48.9,2024-01-02,09:30:00 EST,Gap fill,true,"Opening range, Trend",long,Win,AAPL,0.1,0,4,100,80',
      'Main,24000,24010,4800,4802,,2024-01-03,10:00:00 EST,0.62,1800,4800,2,4802,10.00,,,future,,,9.38,2024-01-03,09:30:00 EST,,false,,long,Win,MESH4,0,0,0,1,60',
    ),
    contracts: ['1 MESH4: 9.38'],
    sales: ['100 sh. AAPL: 48.9'],
  },
  tradersync: {
    year: 2024,
    statement: lines(
      'Status,Symbol,Size,Open Date,Close Date,Open Time,Close Time,Setups,Mistakes,Entry Price,Exit Price,Return $,Return %,Avg Buy,Avg Sell,Net Return,Commision,Notes,Expire,Strike,Type,Side,Spread,Cost,Executions,Fees,Swap,Portfolio',
      'WIN,AAPL,100,"Jan 2, 2024","Jan 2, 2024",09:30:00,10:00:00,Gap,Late exit,185.50,185.00,$50.00,0.27%,185.00,185.50,$48.90,$1.00,Waited for the retest,,,SHARE,SHORT,SINGLE,"$18,550.00",2,$0.10,$0.00,Main',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  tradesviz: {
    year: 2024,
    statement: lines(
      'date,symbol,side,currency,underlying,asset_type,price,quantity,commission,fees,stop_loss,profit_target,tags,notes,spread_id',
      '2024-01-02 14:30:00+0000,AAPL,sell,USD,AAPL,stock,185.50,100,1.00,0.10,186,184,"gap,trend",<p>Waited</p><p>Then sold</p>,s1',
      '2024-01-02 15:00:00+0000,AAPL,buy,USD,AAPL,stock,185.00,100,0,0,N/A,N/A,"gap,trend",<p>Waited</p><p>Then sold</p>,s1',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  'tradenote json': {
    year: 2024,
    statement: lines(
      '[{"id":"t1","account":"Main","td":1704153600,"currency":"USD","type":"stock","side":"SS","strategy":"short","buyQuantity":100,"sellQuantity":100,"symbol":"AAPL","entryTime":1704205800,"exitTime":1704207600,"entryPrice":185.5,"exitPrice":185,"commission":1,"sec":0.1,"taf":0,"grossProceeds":50,"netProceeds":48.9,"executions":["e1","e2"],"note":"Waited","tags":[{"id":"a","name":"gap"}],"openPosition":false}]',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  tradetally: {
    year: 2024,
    statement: lines(
      'Symbol,Side,Quantity,Entry Price,Exit Price,Entry Date,Exit Date,P&L,Fees,Commission,Notes,Strategy,Setup,Tags,Broker,Status,Instrument Type,Option Type,Strike Price,Expiration Date,Quality Grade',
      'AAPL,short,100,185.50,185.00,2024-01-02T14:30:00Z,2024-01-02T15:00:00Z,48.90,0.10,1.00,Waited,gap,,trend; news,x,closed,stock,,,,A',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  'tradetally json': {
    year: 2024,
    statement: lines(
      '{"exportVersion":"3.0","user":{"timezone":"America/New_York"},"trades":[{"originalId":"t1","symbol":"AAPL","tradeDate":"2024-01-02","entryTime":"2024-01-02T14:30:00.000Z","exitTime":"2024-01-02T15:00:00.000Z","entryPrice":"185.50","exitPrice":"185.00","quantity":"100","side":"short","commission":"1.00","fees":"0.10","pnl":"48.90","notes":"Waited","broker":"x","strategy":"gap","setup":"","tags":["trend"],"executions":null}],"tags":[]}',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  luxalgo: {
    year: 2024,
    statement: lines(
      'key,account_id,symbol,direction,status,opened_at,closed_at,quantity,avg_entry,avg_exit,gross_pnl,fees,net_pnl,tags,notes',
      'k1,main,AAPL,short,win,2024-01-02T14:30:00Z,2024-01-02T15:00:00Z,100,185.50,185.00,50.00,1.10,48.90,"[""gap"",""trend""]",Waited',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  'luxalgo json': {
    year: 2024,
    statement: lines(
      '{"exportedAt":"2024-02-01T00:00:00Z","accounts":[{"id":"main","name":"Main"}],"executions":[{"id":"e1","accountId":"main","symbol":"AAPL","side":"sell","quantity":100,"price":185.5,"fee":1.1,"executedAt":"2024-01-02T14:30:00Z","assetClass":"stock","source":"manual"},{"id":"e2","accountId":"main","symbol":"AAPL","side":"buy","quantity":100,"price":185,"fee":0,"executedAt":"2024-01-02T15:00:00Z","assetClass":"stock","source":"manual"}],"trades":[{"key":"k1","executionIdsJson":"[\\"e1\\",\\"e2\\"]","tagsJson":"[\\"gap\\"]","mistakesJson":"[\\"late exit\\"]","notes":"Waited","rating":4}]}',
    ),
    sales: ['100 sh. AAPL (short sale): 48.9'],
  },
  binance: {
    year: 2025,
    statement: lines(
      'Date(UTC),Pair,Side,Price,Executed,Amount,Fee',
      '2025-05-06 07:08:09,ETHUSD,BUY,2500.00,0.1ETH,250USD,0.25USD',
      '2025-05-07 07:08:09,ETHUSD,SELL,2400.00,0.1ETH,240USD,0.24USD',
      '2025-05-08 07:08:09,ETHUSD,BUY,2300.00,0.1ETH,230USD,0.23USD',
    ),
    sales: ['0.1 ETH: -10.49'],
  },
  coinbase: {
    year: 2025,
    statement: lines(
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      'c1,2025-03-02 11:20:00 UTC,Buy,ETH,0.4,USD,$2500.00,$1000.00,$1008.00,$8.00,Bought 0.4 ETH for 1008 USD',
      'c2,2025-03-03 12:00:00 UTC,Convert,ETH,-0.1,USD,$2400.00,$240.00,$237.60,$2.40,Converted 0.1 ETH to 2 SOL',
      'c3,2025-03-04 12:00:00 UTC,Buy,ETH,0.1,USD,$2300.00,$230.00,$231.00,$1.00,Bought 0.1 ETH for 231 USD',
    ),
    sales: ['0.1 ETH: -14.4'],
  },
  ctrader: {
    year: 2025,
    statement: lines(
      'ID,Symbol,Opening Direction,Opening Time (UTC+3),Closing Time (UTC+3),Entry Price,Closing Price,Closing Quantity,Gross USD,Commission,Swap,Net USD',
      'P71,GBPUSD,Sell,13/05/2025 10:00:00.000,14/05/2025 11:00:00.000,1.25500,1.25100,0.30 Lots,120.00,-2.10,-0.45,117.45',
    ),
    currencies: 117.45,
  },
  degiro: {
    year: 2025,
    statement: lines(
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID',
      '12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,41.5000,USD,-249.00,USD,-229.50,EUR,1.0850,,EUR,-229.50,EUR,0b6f1c2e-1111-4a4a-9c9c-101010101010',
      '13-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,-6,42.5000,USD,255.00,USD,235.02,EUR,1.0850,,EUR,235.02,EUR,0b6f1c2e-1111-4a4a-9c9c-101010101011',
    ),
    sales: ['6 sh. US4110010018: 6'],
  },
  etoro: {
    year: 2025,
    statement: lines(
      'Closed Positions',
      'Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread Fees (USD),Profit(USD),Open Rate,Close Rate,Type,ISIN',
      '501,Buy HARBOUR,415.00,10,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,25.00,41.50,44.00,Stocks,US4110010018',
      '502,Buy BTC,500.00,0.01,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,-20.00,50000.00,48000.00,Crypto,',
    ),
    sales: ['10 sh. HARBOUR: 25', '0.01 BTC: -20'],
  },
  bitstamp: {
    year: 2025,
    statement: lines(
      'ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID',
      '102,Main Account,Market,Buy,2025-02-03T08:15:00Z,0.50000000,ETH,1300.00,USD,2600.00,USD,3.38,USD,9001',
      '103,Main Account,Market,Sell,2025-02-04T08:15:00Z,0.50000000,ETH,1350.00,USD,2700.00,USD,3.50,USD,9002',
    ),
    sales: ['0.5 ETH: 43.12'],
  },
  gemini: {
    year: 2025,
    statement: lines(
      'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,ETH Amount ETH,Fee (ETH) ETH,ETH Balance ETH,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,Trade ID,Order ID,Order Date,Order Time,Client Order ID,API Session,Tx Hash,Deposit Destination,Deposit Tx Output,Withdrawal Destination,Withdrawal Tx Output',
      '2025-02-03,08:15:00.125,Buy,ETHUSD,Limit,Maker,25.00 ,"($1,300.00)",($3.25),$196.75 ,0.5 ETH ,,0.5 ETH ,,,0.0 BTC ,701,801,2025-02-03,08:14:00.000,,,,,,,',
      '2025-02-04,08:15:00.250,Sell,ETHUSD,Market,Taker,35.00 ,"$1,350.00 ",($2.36),$869.39 ,(0.5 ETH),,0.25 ETH ,,,0.0 BTC ,702,802,2025-02-04,08:15:00.000,,,,,,,',
    ),
    sales: ['0.5 ETH: 44.39'],
  },
  bybit: {
    year: 2025,
    statement: lines(
      'Uid,Spot Pairs,Order Type,Direction,feeCoin,ExecFeeV2,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)',
      '123,ETHUSD,LIMIT,BUY,USD,0,1300,2600,0.5,1.3,T1,O1,2025-02-03 08:15:00',
      '123,ETHUSD,MARKET,SELL,USD,0,1350,2700,0.5,1.35,T2,O2,2025-02-04 08:16:00',
    ),
    sales: ['0.5 ETH: 47.35'],
  },
  cryptocom: {
    year: 2025,
    statement: lines(
      'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
      '2025-02-01 08:00:00,USD -> ETH,USD,-260.00,ETH,0.1,USD,260.00,260.00,viban_purchase,',
      '2025-02-03 08:00:00,ETH -> USD,ETH,-0.1,USD,280.00,USD,280.00,280.00,crypto_viban_exchange,',
    ),
    sales: ['0.1 ETH: 20'],
  },
  kucoin: {
    year: 2025,
    statement: lines(
      'UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+08:00),Fee,Tax,Maker/Taker,Fee Currency',
      '7,mainAccount,O1,ETH-USD,BUY,LIMIT,2600,0.5,1300,1300,2025-02-03 16:15:00,1.3,,Taker,USD',
      '7,mainAccount,O2,ETH-USD,SELL,LIMIT,2700,0.5,1350,1350,2025-02-04 16:15:00,1.35,,Taker,USD',
    ),
    sales: ['0.5 ETH: 47.35'],
  },
  merrill: {
    year: 2025,
    statement: lines(
      '"Trade Date" ,"Settlement Date" ,"Account" ,"Description" ,"Type" ,"Symbol/ CUSIP" ,"Quantity" ,"Price" ,"Amount" ," "',
      '"02/04/2025" ,"02/05/2025" ,"1A-11111" ,"Sale HARBOUR TOOLS" ,"" ,"HARB" ,"-10" ,"$44.25" ,"$442.49" ,""',
      '"02/03/2025" ,"02/04/2025" ,"1A-11111" ,"Purchase HARBOUR TOOLS" ,"" ,"HARB" ,"10" ,"$41.50" ,"-$415.00" ,""',
    ),
    sales: ['10 sh. HARB: 27.49'],
  },
  jpmorgan: {
    year: 2025,
    statement: lines(
      'Trade Date,Post Date,Settlement Date,Account Name,Account Number,Account Type,Type,Description,Cusip,Ticker,Security Type,Local Currency,Price USD,Price Local,Quantity,Amount USD,Amount Local,Commissions USD,Commissions Local,Tran Code,Tran Code Description,Tax Withheld',
      '2/4/2025,2/4/2025,2/5/2025,Self-Directed,...1234,Brokerage,Sell,HARBOUR TOOLS,411001108,HARB,Stock,USD,44.25,44.25,-10,442.49,442.49,0,0,SEL,SELL,0',
      '2/3/2025,2/3/2025,2/4/2025,Self-Directed,...1234,Brokerage,Buy,HARBOUR TOOLS,411001108,HARB,Stock,USD,41.50,41.50,10,-415.00,-415.00,0,0,BUY,BUY,0',
    ),
    sales: ['10 sh. HARB: 27.49'],
  },
  moomoo: {
    year: 2025,
    statement: lines(
      'Symbol,Name,Side,Fill Qty,Fill Price,Fill Amount,Fill Time,Markets,Currency,Counterparty',
      'HARB,Harbour Tools,Sell,10,44.25,442.50,2025/02/04 10:00:01 ET,US,USD,',
      'HARB,Harbour Tools,Buy,10,41.50,415.00,2025/02/03 10:00:01 ET,US,USD,',
    ),
    sales: ['10 sh. HARB: 27.5'],
  },
  okx: {
    year: 2025,
    statement: lines(
      'UID:123,Account Type:Trading account,Time Zone:UTC+8',
      'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit',
      '11,901,2025-02-03 16:15:00,Spot,ETH-USD,Buy,0.5,ETH,2600,0,0,ETH,0,0,0.5,0.5,ETH',
      '12,901,2025-02-03 16:15:00,Spot,ETH-USD,Buy,1300,USD,2600,0,-1.3,USD,0,0,-1301.3,700,USD',
      '13,902,2025-02-04 16:15:00,Spot,ETH-USD,Sell,0.5,ETH,2700,0,0,ETH,0,0,-0.5,0,ETH',
      '14,902,2025-02-04 16:15:00,Spot,ETH-USD,Sell,1350,USD,2700,0,-1.35,USD,0,0,1348.65,2048.65,USD',
    ),
    sales: ['0.5 ETH: 47.35'],
  },
  saxo: {
    year: 2025,
    statement: lines(
      'Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate',
      '9912345,03-Feb-2025,05-Feb-2025,Trade,Harbour Tools,US4110010018,USD,NASDAQ,HARB:xnas,Buy 10 @ 41.50 USD,-416.00,7001,1',
      '9912345,04-Feb-2025,06-Feb-2025,Trade,Harbour Tools,US4110010018,USD,NASDAQ,HARB:xnas,Sell 10 @ 44.25 USD,441.50,7002,1',
    ),
    sales: ['10 sh. HARB: 25.5'],
  },
  xtb: {
    year: 2025,
    statement: lines(
      'Account,1234567,USD',
      'Type,Instrument,Ticker,Category,Time,Amount,ID,Comment,Product,Position ID',
      'Stocks/ETF purchase,Harbour Tools,HARB.US,STOCK,03/02/2025 10:00:00,-415.00,2,OPEN BUY 10 @ 41.50,My Trades,501',
      'Stocks/ETF sale,Harbour Tools,HARB.US,STOCK,04/02/2025 10:00:00,442.50,3,CLOSE BUY 10 @ 44.25,My Trades,501',
    ),
    sales: ['10 sh. HARB: 27.5'],
  },
  'freedom24 json': {
    year: 2025,
    statement:
      '{"trades":{"detailed":[{"trade_id":71,"date":"2025-02-03 15:30:00","instr_nm":"HARB.US","operation":"buy","p":41.5,"q":10,"summ":415,"curr_c":"USD","commission":1.2,"commission_currency":"USD"},{"trade_id":72,"date":"2025-02-04 15:30:00","instr_nm":"HARB.US","operation":"sell","p":44.25,"q":10,"summ":442.5,"curr_c":"USD","commission":1.2,"commission_currency":"USD"}]}}',
    sales: ['10 sh. HARB: 25.1'],
  },
  zerodha: {
    year: 2024,
    statement: lines(
      'Symbol,ISIN,Trade Date,Exchange,Segment,Series,Trade Type,Auction,Quantity,Price,Trade ID,Order ID,Order Execution Time',
      'HARBOUR,INE000A01012,2024-05-06,NSE,EQ,EQ,buy,false,10,1500.5,70011,1100000001,2024-05-06T10:15:30',
      'HARBOUR,INE000A01012,2024-05-07,NSE,EQ,EQ,sell,false,10,1520,70012,1100000002,2024-05-07T11:00:00',
    ),
    sales: ['10 sh. HARBOUR: 195'],
  },
  kraken: {
    year: 2025,
    statement: lines(
      '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
      '"TAAA11-BBBB2-CCCC33","OAAA11","XETHZUSD","2025-02-03 08:15:00.1234","buy","limit","2600.00","1300.00","3.38","0.5","0.0","","L1,L2"',
      '"TAAA11-BBBB2-CCCC34","OAAA12","XETHZUSD","2025-02-04 08:15:00.1234","sell","limit","2500.00","1250.00","3.25","0.5","0.0","","L3,L4"',
      '"TAAA11-BBBB2-CCCC35","OAAA13","XETHZUSD","2025-02-05 08:15:00.1234","buy","limit","2400.00","1200.00","3.12","0.5","0.0","","L5,L6"',
    ),
    sales: ['0.5 ETH: -56.63'],
  },
  trading212: {
    year: 2024,
    statement: lines(
      'Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Currency conversion fee',
      'Market buy,2024-01-02 14:31:00.123,US0378331005,AAPL,Apple,EOF1,2,185.20,USD,1,370.40,USD,',
      'Market sell,2024-01-03 14:31:00.123,US0378331005,AAPL,Apple,EOF2,2,186.20,USD,1,372.40,USD,',
    ),
    sales: ['2 sh. AAPL: 2'],
  },
  metatrader: {
    year: 2024,
    statement: lines(
      'Ora;Posizione;Simbolo;Tipo;Volume;Prezzo;S/L;T/P;Ora;Prezzo;Commissione;Swap;Profitto',
      '2024.01.02 10:00:00;77;EURUSD;sell;0,10;1,09500;;;2024.01.02 11:00:00;1,09400;-0,50;-0,10;10,00',
    ),
    currencies: 9.4,
  },
  wealthsimple: {
    year: 2024,
    statement: lines(
      'transaction_date,settlement_date,account_id,account_type,activity_type,activity_sub_type,direction,symbol,name,currency,quantity,unit_price,commission,net_cash_amount',
      '2024-01-05,2024-01-09,HQ1,Non-registered,Trade,BUY,LONG,NRTH,Northern,USD,20,31.45,0,-629.00',
      '2024-01-08,2024-01-10,HQ1,Non-registered,Trade,SELL,LONG,NRTH,Northern,USD,-20,32.45,0,649.00',
      '2024-01-05,2024-01-09,HQ1,Non-registered,Trade,BUY,LONG,SPXW  240119P04700000,S&P 500,USD,1,310,0,-310',
      '2024-01-08,2024-01-10,HQ1,Non-registered,Trade,SELL,LONG,SPXW  240119P04700000,S&P 500,USD,-1,410,0,410',
    ),
    contracts: ['1 SPXW 240119 P 4700: 100'],
    sales: ['20 sh. NRTH: 20'],
  },
  sierrachart: {
    year: 2026,
    statement: lines(
      'ActivityType\tDateTime\tTransDateTime\tSymbol\tOrderActionSource\tInternalOrderID\tServiceOrderID\tOrderType\tQuantity\tBuySell\tPrice\tOrderStatus\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tFillExecutionServiceID',
      'Fills\t2026-01-05  15:31:00.123\t2026-01-05  15:31:00\tESH26_FUT_CME\tUser order entry\t1201\t88\tMarket\t1\tBuy\t\tFilled\t600025.0000000\t1\tSim1\tOpen\tx1',
      'Fills\t2026-01-05  15:41:00.123\t2026-01-05  15:41:00\tESH26_FUT_CME\tUser order entry\t1202\t89\tMarket\t1\tSell\t\tFilled\t600125.0000000\t1\tSim1\tClose\tx2',
    ),
    contracts: ['1 ESH26: 50'],
  },
  ofx_investment: {
    year: 2024,
    statement: lines(
      '<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20240131<CURDEF>USD<INVACCTFROM><BROKERID>b.example<ACCTID>12345678</INVACCTFROM><INVTRANLIST><BUYSTOCK><INVBUY><INVTRAN><FITID>t1<DTTRADE>20240105</INVTRAN><SECID><UNIQUEID>411001AB9<UNIQUEIDTYPE>CUSIP</SECID><UNITS>10<UNITPRICE>44.25<COMMISSION>1<TOTAL>-443.50</INVBUY><BUYTYPE>BUY</BUYSTOCK><SELLSTOCK><INVSELL><INVTRAN><FITID>t2<DTTRADE>20240118</INVTRAN><SECID><UNIQUEID>411001AB9<UNIQUEIDTYPE>CUSIP</SECID><UNITS>-10<UNITPRICE>45.25<COMMISSION>1<TOTAL>451.50</INVSELL><SELLTYPE>SELL</SELLSTOCK></INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1><SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO><SECID><UNIQUEID>411001AB9<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>HARBOUR TOOLS<TICKER>HARB</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>',
    ),
    sales: ['10 sh. HARB: 8'],
  },
  vanguard: {
    year: 2024,
    statement: lines(
      'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,',
      '12345678,01/05/2024,01/09/2024,Buy,Buy,VANGUARD S&P 500 ETF,VOO,10.0000,430.1200,-4301.20,0.00,-4301.20,0.0,CASH,',
      '12345678,01/08/2024,01/10/2024,Sell,Sell,VANGUARD S&P 500 ETF,VOO,-10.0000,431.1200,4311.20,0.00,4311.20,0.0,CASH,',
      '12345678,01/05/2024,01/09/2024,Buy,Buy,VANGUARD TOTAL STOCK MKT INDEX ADMIRAL,VTSAX,10.0000,110.00,-1100.00,0.00,-1100.00,0.0,CASH,',
      '12345678,01/08/2024,01/10/2024,Sell,Sell,VANGUARD TOTAL STOCK MKT INDEX ADMIRAL,VTSAX,-10.0000,109.00,1090.00,0.00,1090.00,0.0,CASH,',
    ),
    sales: ['10 sh. VOO: 10', '10 sh. VTSAX: -10'],
  },
  delta: {
    year: 2026,
    statement: lines(
      'Time,Contract,Qty,Side,Filled/Remaining,Exec.Price,Order Value,Trading Fees,Order ID',
      '2026-01-05 15:31:00.252513+05:30 IST Asia/Kolkata,BTCUSD,10,buy,10/0,95000.5,950.005,-0.47,o1',
      '2026-01-06 15:31:00.252513+05:30 IST Asia/Kolkata,BTCUSD,10,sell,10/0,95100.5,951.005,-0.47,o2',
    ),
    sales: ['10 contracts BTCUSD: 0.06'],
  },
  'lime pdf': { year: 2025, statement: monthly('Lime Trading Corp'), sales: ['6 sh. 411001AB9: 6'] },
  'score_priority pdf': { year: 2025, statement: monthly('Score Priority Corp.'), sales: ['6 sh. 411001AB9: 6'] },
  'tiger_brokers pdf': {
    year: 2025,
    statement: lines(
      'Tiger Brokers (Singapore) PTE.LTD.',
      'Account: 60771234 Base Currency : USD',
      'Settlement Fee: -0.06',
      'HARB 2025-05-13, 01:20:10, GMT+8 20 44.25000 44.30000 885.00 Commission: -1.29 -0.18 0.00 1.00',
      'Platform Fee: -1.00',
      'Settlement Fee: -0.06',
      'HARB 2025-05-14, 01:20:10, GMT+8 -20 45.25000 45.30000 -905.00 Commission: -1.29 -0.18 0.00 1.00',
      'Platform Fee: -1.00',
    ),
    sales: ['20 sh. HARB: 14.94'],
  },
  generic: {
    year: 2024,
    statement: lines(
      'Ticker,Direction,Shares,Avg Price,Date,Time,Fees',
      'AAPL,Buy,10,185,2024-01-02,09:30:00,0.10',
      'AAPL,Sell,10,184,2024-01-03,09:30:00,0.10',
      'MESH4,Buy,1,4800,2024-01-02,09:30:00,0.62',
      'MESH4,Sell,1,4802,2024-01-03,09:30:00,0.62',
      'BTC-USD,Buy,1,45000,2024-01-02,09:30:00,0',
      'BTC-USD,Sell,1,44000,2024-01-03,09:30:00,0',
      'BTC-USD,Buy,1,44000,2024-01-04,09:30:00,0',
    ),
    contracts: ['1 MESH4: 8.76'],
    sales: ['10 sh. AAPL: -10.2', '1 BTC: -1000'],
  },
  'generic pdf': {
    year: 2024,
    statement: lines(
      'Some Broker AG',
      '2024-03-05 Buy ACME Inc 10 12.50 125.00',
      '2024-03-06 Sell ACME Inc 10 13.50 135.00',
    ),
    sales: ['10 sh. ACME: 10'],
  },
};

function fill(id: string, symbol: string, side: string, qty: string, price: string, transaction_time: string) {
  return { activity_type: 'FILL', id, price, qty, side, symbol, transaction_time };
}

function monthly(broker: string): string {
  return lines(
    broker,
    'ACCOUNT STATEMENT',
    'ANN SMITH STATEMENT PERIOD: May 1 - 31, 2025',
    'May 12 Harbour Tools Inc 411001AB9 Buy 6 44.25 (265.50)',
    'Common Stock',
    'May 14 Harbour Tools Inc 411001AB9 Sell 6 45.25 271.50',
    'Common Stock',
  );
}
