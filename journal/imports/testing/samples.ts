// A line or two of each format, for the tests that only need something real to damage.

export const SAMPLES: Readonly<Record<string, string>> = {
  ibkr_activity: `Statement,Header,Field Name,Field Value
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U1234567
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,AAPL,"2024-01-02, 10:00:00","1,000",185.5,186,-185500,-1,185501,0,500,O
Trades,Data,Order,Equity and Index Options,USD,AAPL 19JAN24 190 C,"2024-01-03, 11:00:00",-1,2.5,2.4,250,-0.65,-249.35,0,0,O
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2024-01-10,AAPL(US0378331005) Cash Dividend USD 0.24 per Share,240
`,
  ibkr_flex_csv: `ClientAccountID,CurrencyPrimary,AssetClass,Symbol,UnderlyingSymbol,Strike,Expiry,Put/Call,Multiplier,TradeID,DateTime,Quantity,TradePrice,IBCommission,Buy/Sell,LevelOfDetail,TransactionType
U1,USD,OPT,SPY   240621C00500000,SPY,500,20240621,C,100,11,20240102;093001,-2,3.5,-1.3,SELL,EXECUTION,ExchTrade
U1,USD,STK,AAPL,,,,,1,12,20240102;093002,10,185,-1,BUY,EXECUTION,ExchTrade
`,
  thinkorswim: `Account Statement for 987654321 since 1/1/24

Cash Balance
DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/2/24,09:30:05,TRD,="1001",BOT +100 AAPL @185.50,-0.02,-1.00,"-18,550.00","81,448.98"
1/3/24,01:00:00,DOI,="1003",AAPL ORDINARY DIVIDEND,,,24.00,"81,591.64"

Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/2/24 09:30:05,STOCK,BUY,+100,TO OPEN,AAPL,,,STOCK,185.50,185.50,LMT
`,
  fidelity: `Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
01/05/2024,Individual,Z1,YOU BOUGHT APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,10,185.25,,,,-1852.50,01/09/2024
01/04/2024,Individual,Z1,YOU SOLD OPENING TRANSACTION PUT (SPY), -SPY240119P470,PUT (SPY) SPDR S&P 500 JAN 19 24 $470 (100 SHS),Margin,-1,3.1,0.65,0.03,,309.32,01/05/2024
`,
  robinhood: `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"1/2/2024","1/2/2024","1/3/2024","SPY","SPY 1/19/2024 Put $470.00","STO","1","$3.10","$309.95"
"1/1/2024","1/1/2024","1/1/2024","","ACH Deposit","ACH","","","$500.00"
`,
  webull: `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Apple,AAPL,Buy,Filled,10,10,@185.00,184.95,DAY,01/02/2024 09:30:00 EST,01/02/2024 09:30:05 EST
Apple,AAPL,Sell,Cancelled,0,10,@190.00,,DAY,01/02/2024 09:40:00 EST,
`,
  etrade: `Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note
01/04/2024,01/04/2024,01/08/2024,Bought,APPLE INC,AAPL,037833100,10,185,-1850,0.01,,
`,
  tradestation: `Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm,SEC,TAF,NSCC,Nasdaq,ECN Remove,ECN Add,Gross Proceeds,Net Proceeds,Clr Broker,Liq,Note
A1,01/02/2024,01/04/2024,USD,E,SS,AAPL,100,185.10,09:30:01,0.5,0.02,0.01,0.003,0,0,-0.2,18510,18509.667,X,A,
`,
  ninjatrader: `Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Profit,Commission
1,ES 03-26,Sim101,,Short,2,5000.25,4999.25,1/2/2026 9:30:00 AM,1/2/2026 9:35:00 AM,$100.00,$4.20
`,
  tastytrade: `Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency
2024-01-03T10:00:00-0500,Trade,Sell to Open,SELL_TO_OPEN,SPY   240119P00470000,Equity Option,Sold 1 SPY,310.00,1,310.00,-1.00,-0.14,100,SPY,SPY,1/19/24,470,PUT,555,USD
`,
  tradingview: `Symbol,Side,Type,Qty,Filled Qty,Avg Fill Price,Status,Commission,Placing Time,Closing Time,Order ID
CME_MINI:MNQH2026,Buy,Market,1,1,21000.25,Filled,0.62,2026-01-02 15:30:00,2026-01-02 15:30:01,77
`,
  tradovate: `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status
1,A1, Buy,MESZ5,MES,6000.25,2,11/25/2025 04:38:24, Filled
`,
  lightspeed: `Date,Time,Symbol,B/S,Qty,Price,Route,Commission,ECN Fee,SEC Fee
01/02/2024,09:30:01,AAPL,B,100,185.00,ARCA,0.50,-0.20,0.00
`,
  metatrader: `Ora;Posizione;Simbolo;Tipo;Volume;Prezzo;S/L;T/P;Ora;Prezzo;Commissione;Swap;Profitto
2024.01.02 10:00:00;77;XAUUSD;sell;0,10;4 577,86;;;2024.01.02 11:00:00;4 570,00;-0,50;-0,10;78,60
`,
  generic: `Ticker,Direction,Shares,Avg Price,Date,Time,Fees
AAPL,Sell,10,185,2024-01-02,09:30:00,0.10
`,
  alpaca:
    '[{"activity_type":"FILL","id":"a::1","price":"1.63","qty":"1","side":"buy","symbol":"LPCN","transaction_time":"2019-05-24T15:34:06.977Z"}]',
  tiger_pdf: `Tiger Brokers (Singapore) PTE.LTD.
Account: 50123456 Base Currency : USD
Settlement Fee: -0.14
QQQ 2022-03-10, 01:52:40, GMT+8 48 334.80000 334.99000 16,070.40 Commission: -0.99 -0.15 0.00 9.12
Platform Fee: -1.00
2022-03-24 VT Cash Dividend 0.2572 USD per Share (Ordinary Dividend) 17.75
`,
  questrade_pdf: `Questrade, Inc.
02. ACTIVITY DETAILS
01-16-2023 01-18-2023 Buy .VEQT VANGUARD ALL-EQUITY ETF|PORTFOLIO ETF
UNIT|WE ACTED AS AGENT 50.0000 40.930 (2,046.50) (0.10) (2,046.60) - - - -
`,
  lime_pdf: `Lime Trading Corp
JOHN DOE STATEMENT PERIOD: September 1 - 30, 2021
Sep 15 Vanguard Index Fds 922908363 Buy 4 409.61 (1,638.44)
Sep 15 Realty Income C 22 756109104 Dividend 5.18
`,
};
