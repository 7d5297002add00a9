// One quarter of American brokers, in two of their exports each.
import type { Quarters } from './quarters.ts';

const schwabTitled = `"Transactions  for account Individual ...789 as of 04/01/2024 09:00:00 ET"
"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/15/2024","Qualified Dividend","HARB","HARBOUR TOOLS INC","","","","$1.60"
"02/20/2024 as of 02/16/2024","Expired","HARB 02/16/2024 40.00 P","PUT HARBOUR TOOLS INC $40 EXP 02/16/24","2","","",""
"02/05/2024","Sell","HARB","HARBOUR TOOLS INC","10","$44.00","$0.02","$439.98"
"01/11/2024","Sell to Open","HARB 02/16/2024 40.00 P","PUT HARBOUR TOOLS INC $40 EXP 02/16/24","2","$1.10","$1.32","$218.68"
"01/03/2024","Buy","HARB","HARBOUR TOOLS INC","10","$41.50","","-$415.00"
"01/02/2024","MoneyLink Transfer","","Tfr BANK","","","","$1,000.00"
"Transactions Total","","","","","","","$1,245.26"
`;
const schwabPlain = `"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"03/15/2024","Qualified Dividend","HARB","HARBOUR TOOLS INC","","","","$1.60"
"02/20/2024 as of 02/16/2024","Expired","HARB 02/16/2024 40.00 P","PUT HARBOUR TOOLS INC $40 EXP 02/16/24","2.0000","","",""
"02/05/2024","Sell","HARB","HARBOUR TOOLS INC","10","44.00","0.02","439.98"
"01/11/2024","Sell to Open","HARB 02/16/2024 40.00 P","PUT HARBOUR TOOLS INC $40 EXP 02/16/24","2","1.10","1.32","218.68"
"01/03/2024","Buy","HARB","HARBOUR TOOLS INC","10","41.50","","-415.00"
"01/02/2024","MoneyLink Transfer","","Tfr BANK","","","","1000.00"
`;
const schwabGains = `"Realized Gain/Loss - Lot Details for ...789 as of Mon Apr 01  09:00:00 EDT 2024, from 01/01/2024 to 03/31/2024"
"Symbol","Name","Closed Date","Opened Date","Quantity","Proceeds Per Share","Cost Per Share","Proceeds","Cost Basis (CB)","Gain/Loss ($)","Term"
"HARB","HARBOUR TOOLS INC","02/05/2024","01/03/2024","10","$44.00","$41.50","$440.00","$415.00","$25.00","Short Term"
`;

const fidelityAll = `Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
03/15/2024,Individual,Z1,DIVIDEND RECEIVED HARBOUR TOOLS INC (HARB) (Cash),HARB,HARBOUR TOOLS INC,Cash,,,,,,1.60,
02/05/2024,Individual,Z1,YOU SOLD HARBOUR TOOLS INC (HARB) (Cash),HARB,HARBOUR TOOLS INC,Cash,-10,44,,0.02,,439.98,02/07/2024
01/03/2024,Individual,Z1,YOU BOUGHT HARBOUR TOOLS INC (HARB) (Cash),HARB,HARBOUR TOOLS INC,Cash,10,41.5,,,,-415,01/05/2024
01/02/2024,Individual,Z1,Electronic Funds Transfer Received (Cash),,No Description,Cash,,,,,,1000,
`;
const fidelityOne = `Brokerage

Run Date,Action,Symbol,Security Description,Security Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date
 03/15/2024, DIVIDEND RECEIVED HARBOUR TOOLS INC (HARB) (Cash), HARB, HARBOUR TOOLS INC,Cash,,,,,,1.60,1026.58,
 02/05/2024, YOU SOLD HARBOUR TOOLS INC (HARB) (Cash), HARB, HARBOUR TOOLS INC,Cash,-10.000,44.00,,0.02,,439.98,1024.98,02/07/2024
 01/03/2024, YOU BOUGHT HARBOUR TOOLS INC (HARB) (Cash), HARB, HARBOUR TOOLS INC,Cash,10.000,41.50,,,,-415.00,585.00,01/05/2024
 01/02/2024, Electronic Funds Transfer Received (Cash),, No Description,Cash,,,,,,1000.00,1000.00,
`;

const etradeOld = `For Account:,#####1234

TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description
03/15/24,Dividend,EQ,HARB,0,1.60,0,0,HARBOUR TOOLS INC
02/05/24,Sold,EQ,HARB,-10,439.98,44,0.02,HARBOUR TOOLS INC
01/03/24,Bought,EQ,HARB,10,-415,41.5,0,HARBOUR TOOLS INC
`;
const etradeNew = `All Transactions Activity Types

Account Activity for Individual -1234 from Current Year

Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note
03/15/2024,03/15/2024,03/15/2024,Dividend,HARBOUR TOOLS INC,HARB,411001AB9,0.0,0.0,1.60,0.0,--,--
02/05/2024,02/05/2024,02/07/2024,Sold,HARBOUR TOOLS INC,HARB,411001AB9,-10.0,44.0,439.98,0.02,--,--
01/03/2024,01/03/2024,01/05/2024,Bought,HARBOUR TOOLS INC,HARB,411001AB9,10.0,41.5,-415.0,0.0,--,--
`;

const tastytradeNew = `Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Currency
2024-01-11T10:15:00-0500,Trade,Sell to Open,SELL_TO_OPEN,HARB  240216P00040000,Equity Option,Sold 2 HARB 02/16/24 Put 40.00 @ 1.10,220.00,2,110.00,-2.00,-0.28,100,HARB,HARB,2/16/24,40,PUT,§1,USD
2024-01-03T10:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,HARB,Equity,Bought 10 HARB @ 41.50,-415.00,10,-41.50,0.00,-0.01,,,,,,,§2,USD
2024-01-02T09:00:00-0500,Money Movement,Deposit,,,,ACH DEPOSIT,"1,000.00",0,,--,0.00,,,,,,,,USD
`;
const tastyworks = `Date,Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Underlying Symbol,Expiration Date,Strike Price,Call or Put
2024-01-11T10:15:00-0500,Trade,SELL_TO_OPEN,HARB  240216P00040000,Equity Option,Sold 2 HARB 02/16/24 Put 40.00 @ 1.10,220.00,2,110.00,-2.00,-0.28,100,HARB,2/16/24,40,PUT
2024-01-03T10:00:00-0500,Trade,BUY_TO_OPEN,HARB,Equity,Bought 10 HARB @ 41.50,-415.00,10,-41.50,0.00,-0.01,1,HARB,,,
2024-01-02T09:00:00-0500,Money Movement,,,,ACH DEPOSIT,"1,000.00",0,,--,0.00,,,,,
`;

const tosStatement = `Account Statement for 123456789 (ira) since 1/1/24 through 3/31/24

Cash Balance
DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/3/24,10:00:05,TRD,="§1",BOT +10 HARB @41.50,-0.02,,-415.00,584.98
1/11/24,10:15:00,TRD,="§2",SOLD -2 HARB 100 16 FEB 24 40 PUT @1.10,-0.10,-1.30,220.00,803.58
2/1/24,01:00:00,DOI,="§3",ORDINARY DIVIDEND~HARB,,,1.60,805.18

Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/11/24 10:15:00,SINGLE,SELL,-2,TO OPEN,HARB,16 FEB 24,40,PUT,1.10,1.10,LMT
,1/3/24 10:00:05,STOCK,BUY,+10,TO OPEN,HARB,,,STOCK,41.50,41.50,LMT
`;
const tosCash = `DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/3/24,10:00:05,TRD,="§1",BOT +10 HARB @41.50,-0.02,,-415.00,584.98
1/11/24,10:15:00,TRD,="§2",SOLD -2 HARB 100 16 FEB 24 40 PUT @1.10,-0.10,-1.30,220.00,803.58
2/1/24,01:00:00,DOI,="§3",ORDINARY DIVIDEND~HARB,,,1.60,805.18
`;

const ninjaTrades = `Trade-#,Instrument,Account,Strategy,Market pos.,Quantity,Entry price,Exit price,Entry time,Exit time,Profit,Commission
1,ES 03-26,Sim101,,Short,2,5000.25,4999.25,1/2/2026 9:30:00 AM,1/2/2026 9:35:00 AM,$100.00,$4.20
`;
const ninjaExecutions = `Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection
ES 03-26,Buy,2,4999.25,1/2/2026 9:35:00 AM,§x2,Exit,-,§o2,Exit,$2.10,1,Sim101,Sim
ES 03-26,Sell,2,5000.25,1/2/2026 9:30:00 AM,§x1,Entry,2 S,§o1,Entry,$2.10,1,Sim101,Sim
`;
const ninjaOrders = `Instrument,Action,Type,Quantity,Limit,Stop,State,Filled,Avg. price,Remaining,Name,Strategy,OCO,TIF,Account,ID,Time
ES 03-26,Buy,Market,2,0,0,Filled,2,4999.25,0,Exit,,,Day,Sim101,§o2,1/2/2026 9:35:00 AM
ES 03-26,Sell,Market,2,0,0,Filled,2,5000.25,0,Entry,,,Day,Sim101,§o1,1/2/2026 9:30:00 AM
`;

const tradovateOrders = `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status
§7,T1,Buy,MESH5,MES,5000.25,2,01/06/2025 10:00:00,Filled
§8,T1,Sell,MESH5,MES,5010.25,2,01/06/2025 10:05:00,Filled
`;
const tradovatePairs = `symbol,qty,buyPrice,sellPrice,buyFillId,sellFillId,boughtTimestamp,soldTimestamp,pnl
MESH5,2,5000.25,5010.25,§1,§2,01/06/2025 10:00:00,01/06/2025 10:05:00,$100.00
`;

const alpacaCsv = `id,activity_type,symbol,side,qty,price,transaction_time,order_id,date,net_amount,description
20250102::§9,FILL,HARB,buy,1.5,185.20,2025-01-02T15:34:06.977Z,§904837e3,,,
20250203::§10,DIV,HARB,,,,,,2025-02-03,0.36,Cash DIV
`;
const alpacaJson = `[{"id":"20250102::§9","activity_type":"FILL","symbol":"HARB","side":"buy","qty":"1.5","price":"185.20","transaction_time":"2025-01-02T15:34:06.977Z","order_id":"§904837e3"},{"id":"20250203::§10","activity_type":"DIV","date":"2025-02-03","net_amount":"0.36","symbol":"HARB","qty":"1.5","per_share_amount":"0.24"}]`;

const webullOrders = `Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time
Harbour Tools,HARB,Buy,Filled,10,10,@41.50,41.50,DAY,01/03/2024 10:00:00 EST,01/03/2024 10:00:05 EST
Harbour Tools,HARB,Sell,Filled,10,10,@44.00,44.01,DAY,02/05/2024 11:00:00 EST,02/05/2024 11:00:01 EST
`;
const webullHistory = `Symbol,B/S,Side Type,Filled Qty,Filled Avg Price,Filled Time,Status,Order ID
HARB,Buy,Long,10,41.50,01/03/2024 10:00:05 EST,Filled,§1
HARB,Sell,Long,10,44.01,02/05/2024 11:00:01 EST,Filled,§2
`;

const tradestationFills = `Account,T/D,S/D,Currency,Type,Side,Symbol,Qty,Price,Exec Time,Comm,SEC,TAF,NSCC,Nasdaq,ECN Remove,ECN Add,Gross Proceeds,Net Proceeds,Clr Broker,Liq,Note
TS1,01/03/2024,01/05/2024,USD,E,B,HARB,60,41.50,10:00:05,0.30,0,0,0,0,0,0,-2490,-2490.30,X,A,
TS1,01/03/2024,01/05/2024,USD,E,B,HARB,40,41.50,10:00:05,0.20,0,0,0,0,0,0,-1660,-1660.20,X,A,
`;
const tradestationOrders = `Account,Order #,Type,Symbol,Quantity,Qty Filled,Filled Price,Status,Entered,Filled/Canceled,Commission
TS1,§55,Buy,HARB,100,100,41.50,Filled,01/03/2024 10:00:00,01/03/2024 10:00:05,0.50
`;

const questradeEdge = `Symbol,Action,Fill qty,Fill price,Currency,Exec time,Total value,Time placed,Option Strategy,Commission,Account,Order ID
NRTH.TO,Buy,20,31.45,CAD,05 Jan 2024 10:30:11 AM,629.00,05 Jan 2024 10:30:00 AM,Single-Leg,0.10,12345678 - TFSA,§1
`;
const questradeActivity = `Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type
2024-01-05 12:00:00 AM,2024-01-09 12:00:00 AM,Buy,NRTH.TO,NORTHERN ALL-WORLD ETF,20,31.45,-629.00,-0.10,-629.10,CAD,12345678,Trades,Individual TFSA
2024-01-08 12:00:00 AM,2024-01-08 12:00:00 AM,DIV,.NRTH,NORTHERN ALL-WORLD ETF,0,0,7.35,0,7.35,CAD,12345678,Dividends,Individual TFSA
`;

export const AMERICA: Quarters = {
  'Schwab with and without titles, and realised gains': [schwabTitled, schwabPlain, schwabGains],
  'Fidelity of all accounts and of one': [fidelityAll, fidelityOne],
  'E*TRADE before and after Morgan Stanley': [etradeOld, etradeNew],
  'tastytrade and tastyworks': [tastytradeNew, tastyworks],
  'thinkorswim statement and its cash balance': [tosStatement, tosCash],
  'NinjaTrader trades, executions and orders': [ninjaTrades, ninjaExecutions, ninjaOrders],
  'Tradovate orders and performance': [tradovateOrders, tradovatePairs],
  'Alpaca CSV and JSON': [alpacaCsv, alpacaJson],
  'Webull order list and order history': [webullOrders, webullHistory],
  'TradeStation executions and orders': [tradestationFills, tradestationOrders],
  'Questrade executions and activity': [questradeEdge, questradeActivity],
};
