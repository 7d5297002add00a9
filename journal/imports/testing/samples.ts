// A line or two of each format, for the tests that only need something real to damage. The keys are the formats' names;
// a second sample of one has a word after a space.

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
  schwab: `"Transactions  for account Individual ...789 as of 02/01/2024"
"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"01/22/2024 as of 01/19/2024","Expired","SPY 01/19/2024 470.00 P","PUT SPDR S&P 500 $470 EXP 01/19/24","1","","",""
"01/05/2024","Sell","AAPL","APPLE INC","10","$186.00","$0.02","$1,859.98"
"01/04/2024","Stock Split","NVDA","NVIDIA CORP","90","","",""
"Transactions Total","","","","","","","$1,859.98"
`,
  firstrade: `Symbol,Quantity,Price,Action,Description,TradeDate,SettledDate,Interest,Amount,Commission,Fee,CUSIP,RecordType
AAPL,10,185.25,BUY,APPLE INC,2024-01-02,2024-01-04,0.00,-1852.50,0.00,0.01,037833100,Trade
,-1,0.40,SELL,CALL F 03/15/24 13 FORD MOTOR CO OPEN CONTRACT,2024-01-03,2024-01-04,0.00,40.00,0.00,0.05,,Trade
,0.00,,Interest,INTEREST ON CREDIT BALANCE,2024-01-16,2024-01-16,0.00,1.20,0.00,0.00,,Financial
`,
  questrade: `Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type
2024-01-05 12:00:00 AM,2024-01-09 12:00:00 AM,Buy,NRTH.TO,NORTHERN ALL-WORLD ETF,20,31.45,-629.00,-0.10,-629.10,CAD,12345678,Trades,Individual TFSA
2024-01-08 12:00:00 AM,2024-01-08 12:00:00 AM,DIV,.NRTH,NORTHERN ALL-WORLD ETF,0,0,7.35,0,7.35,CAD,12345678,Dividends,Individual TFSA
`,
  projectx: `Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions
901,MESH6,01/05/2026 09:31:00 -06:00,01/05/2026 09:35:00 -06:00,6000.25,6001.50,0.74,6.25,1,Long,01/05/2026 00:00:00 -06:00,00:04:00,0.50
`,
  tradervue: `Open Datetime,Close Datetime,Symbol,Side,Volume,Exec Count,Entry Price,Exit Price,Gross P&L,Gross P&L (%),Shared,Notes,Tags,Commissions,Fees
2024-01-02 09:30:00,2024-01-02 10:00:00,AAPL,S,100,2,185.50,185.00,50.00,0.27,false,,,1.00,0.10
`,
  tradezella: `Account Name,Adjusted Cost,Adjusted Proceeds,Avg Buy Price,Avg Sell Price,Best Exit Time,Close Date,Close Time,Commission,Duration,Entry Price,Executions,Exit Price,Gross P&L,Trade Risk,Instrument,Spread Type,Mistakes,Mood,Net P&L,Open Date,Open Time,Playbook,Reviewed,Setups,Side,Status,Symbol,Fee,Swap,Rating,Quantity,Zella Score
Main,18500,18550,185.00,185.50,,2024-01-02,10:00:00 EST,1,1800,184.9,4,185.6,50.00,,,single,Late exit,Calm,48.9,2024-01-02,09:30:00 EST,Gap fill,true,"Opening range, Trend",long,Win,AAPL,0.1,0,4,100,80
`,
  tradersync: `Status,Symbol,Size,Open Date,Close Date,Open Time,Close Time,Setups,Mistakes,Entry Price,Exit Price,Return $,Return %,Avg Buy,Avg Sell,Net Return,Commision,Notes,Expire,Strike,Type,Side,Spread,Cost,Executions,Fees,Swap,Portfolio
WIN,AAPL,100,"Jan 2, 2024","Jan 2, 2024",09:30:00,10:00:00,Gap,Late exit,185.50,185.00,$50.00,0.27%,185.00,185.50,$48.90,$1.00,Waited for the retest,,,SHARE,SHORT,SINGLE,"$18,550.00",2,$0.10,$0.00,Main
`,
  tradesviz: `date,symbol,side,currency,underlying,asset_type,price,quantity,commission,fees,stop_loss,profit_target,tags,notes,spread_id
2024-01-02 14:30:00+0000,AAPL,sell,USD,AAPL,stock,185.50,100,1.00,0.10,186,184,"gap,trend",<p>Waited</p><p>Then sold</p>,s1
2024-01-02 15:00:00+0000,AAPL,buy,USD,AAPL,stock,185.00,100,0,0,N/A,N/A,"gap,trend",<p>Waited</p><p>Then sold</p>,s1
`,
  tradenote: `[{"id":"t1","account":"Main","td":1704153600,"currency":"USD","type":"stock","side":"SS","strategy":"short","buyQuantity":100,"sellQuantity":100,"symbol":"AAPL","entryTime":1704205800,"exitTime":1704207600,"entryPrice":185.5,"exitPrice":185,"commission":1,"sec":0.1,"taf":0,"grossProceeds":50,"netProceeds":48.9,"executions":["e1","e2"],"note":"Waited","tags":[{"id":"a","name":"gap"}],"openPosition":false}]
`,
  'tradetally json': `{"exportVersion":"3.0","user":{"timezone":"America/New_York"},"trades":[{"originalId":"t1","symbol":"AAPL","tradeDate":"2024-01-02","entryTime":"2024-01-02T14:30:00.000Z","exitTime":"2024-01-02T15:00:00.000Z","entryPrice":"185.50","exitPrice":"185.00","quantity":"100","side":"short","commission":"1.00","fees":"0.10","pnl":"48.90","notes":"Waited","broker":"x","strategy":"gap","setup":"","tags":["trend"],"executions":null}],"tags":[]}
`,
  tradetally: `Symbol,Side,Quantity,Entry Price,Exit Price,Entry Date,Exit Date,P&L,Fees,Commission,Notes,Strategy,Setup,Tags,Broker,Status,Instrument Type,Option Type,Strike Price,Expiration Date,Quality Grade
AAPL,short,100,185.50,185.00,2024-01-02T14:30:00Z,2024-01-02T15:00:00Z,48.90,0.10,1.00,Waited,gap,,trend; news,x,closed,stock,,,,A
`,
  luxalgo: `key,account_id,symbol,direction,status,opened_at,closed_at,quantity,avg_entry,avg_exit,gross_pnl,fees,net_pnl,tags,notes
k1,main,AAPL,short,win,2024-01-02T14:30:00Z,2024-01-02T15:00:00Z,100,185.50,185.00,50.00,1.10,48.90,"[""gap"",""trend""]",Waited
`,
  'luxalgo json': `{"exportedAt":"2024-02-01T00:00:00Z","accounts":[{"id":"main","name":"Main"}],"executions":[{"id":"e1","accountId":"main","symbol":"AAPL","side":"sell","quantity":100,"price":185.5,"fee":1.1,"executedAt":"2024-01-02T14:30:00Z","assetClass":"stock","source":"manual"},{"id":"e2","accountId":"main","symbol":"AAPL","side":"buy","quantity":100,"price":185,"fee":0,"executedAt":"2024-01-02T15:00:00Z","assetClass":"stock","source":"manual"}],"trades":[{"key":"k1","executionIdsJson":"[\\"e1\\",\\"e2\\"]","tagsJson":"[\\"gap\\"]","mistakesJson":"[\\"late exit\\"]","notes":"Waited","rating":4}]}
`,
  trading212: `Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Currency conversion fee
Market buy,2024-01-02 14:31:00.123,US0378331005,AAPL,Apple,EOF1,1.5,185.20,USD,1.1,252.93,EUR,0.38
Dividend (Ordinary),2024-02-15 10:00:00,US0378331005,AAPL,Apple,,1.5,0.24,USD,,0.33,EUR,
`,
  degiro: `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,41.5000,USD,-249.00,USD,-229.50,EUR,1.0850,-2.00,EUR,-231.50,EUR,0b6f1c2e-1111-4a4a-9c9c-101010101010
11-03-2025,09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,-12,33.2500,EUR,399.00,EUR,399.00,EUR,,-3.90,EUR,395.10,EUR,7d2a9e40-2222-4b4b-8d8d-202020202020
`,
  'degiro account': `Datum;Uhrzeit;Valutadatum;Produkt;ISIN;Beschreibung;FX;Änderung;;Saldo;;Order-ID
11-03-2025;09:05;11-03-2025;LINDEN WOHNBAU AG;DE0009990017;Transaktionsgebühr;;EUR;-3,90;EUR;1095,10;7d2a9e40-2222
11-03-2025;09:05;11-03-2025;LINDEN WOHNBAU AG;DE0009990017;Verkauf 12 zu je 33,25 EUR (DE0009990017);;EUR;399,00;EUR;1099,00;7d2a9e40-2222
10-03-2025;08:00;10-03-2025;;;Einzahlung;;EUR;700,00;EUR;700,00;
`,
  coinbase: `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
c1,2025-03-02 11:20:00 UTC,Buy,ETH,0.4,USD,$2500.00,$1000.00,$1008.00,$8.00,Bought 0.4 ETH for 1008 USD
c2,2025-03-03 12:00:00 UTC,Convert,ETH,-0.1,USD,$2600.00,$260.00,$257.40,$2.60,Converted 0.1 ETH to 2 SOL
c3,2025-03-04 12:00:00 UTC,Staking Income,SOL,0.02,USD,$130.00,$2.60,$2.60,$0.00,
c4,2025-03-05 12:00:00 UTC,Send,SOL,-1,USD,$131.00,-$131.00,-$131.00,$0.00,
`,
  'coinbase wallet': `Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID
2019-04-01 10:00:00 +0000,0.25,0.25,LTC,,Bought,false,20.60,USD,0.60,USD,Bank,w1
2019-04-03 10:00:00 +0000,0.05,-0.2,LTC,friend,Sent,false,,,,,,
`,
  kraken: `"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
"TAAA11-BBBB2-CCCC33","OAAA11-BBBB2-CCCC33","XETHZUSD","2025-02-03 08:15:00.1234","buy","limit","2600.00","1300.00","3.38","0.5","0.0","","L1,L2"
`,
  'kraken ledger': `"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
"LA1","RD1","2025-02-01 09:00:00","deposit","","currency","ZUSD","spot / main",1500.0000,0,1500.0000
"LA2","RT1","2025-02-03 08:15:00","trade","","currency","ZUSD","spot / main",-1300.0000,3.3800,196.6200
"LA3","RT1","2025-02-03 08:15:00","trade","","currency","XETH","spot / main",0.5,0,0.5
"LA4","RS1","2025-02-10 01:00:00","earn","reward","currency","ETH.F","earn / flexible",0.0004,0,0.0004
`,
  bitstamp: `ID,Account,Type,Subtype,Datetime,Amount,Amount currency,Value,Value currency,Rate,Rate currency,Fee,Fee currency,Order ID
101,Main Account,Deposit,,2025-02-01T08:00:00Z,1500.00,USD,,,,,,,
102,Main Account,Market,Buy,2025-02-03T08:15:00Z,0.50000000,ETH,1300.00,USD,2600.00,USD,3.38,USD,9001
103,Main Account,Market,Sell,2025-02-04T08:15:00Z,0.50000000,ETH,1350.00,USD,2700.00,USD,3.50,USD,9002
104,Main Account,Withdrawal,,2025-02-05T08:00:00Z,0.10000000,BTC,,,,,0.0005,BTC,
`,
  gemini: `Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,ETH Amount ETH,Fee (ETH) ETH,ETH Balance ETH,BTC Amount BTC,Fee (BTC) BTC,BTC Balance BTC,Trade ID,Order ID,Order Date,Order Time,Client Order ID,API Session,Tx Hash,Deposit Destination,Deposit Tx Output,Withdrawal Destination,Withdrawal Tx Output
2025-02-01,08:00:00.000,Credit,USD,Deposit (ACH Transfer),,,"$1,500.00 ",$0.00 ,"$1,500.00 ",,,0.0 ETH ,,,0.0 BTC ,,,,,,,,,,,
2025-02-03,08:15:00.125,Buy,ETHUSD,Limit,Maker,25.00 ,"($1,300.00)",($3.25),$196.75 ,0.5 ETH ,,0.5 ETH ,,,0.0 BTC ,701,801,2025-02-03,08:14:00.000,,,,,,,
2025-02-04,08:15:00.250,Sell,ETHUSD,Market,Taker,35.00 ,$675.00 ,($2.36),$869.39 ,(0.25 ETH),,0.25 ETH ,,,0.0 BTC ,702,802,2025-02-04,08:15:00.000,,,,,,,
2025-02-05,08:15:00.000,Sell,ETHBTC,Market,Taker,35.00 ,,,$869.39 ,(0.1 ETH),,0.15 ETH ,0.003 BTC ,(0.00001 BTC),0.00299 BTC ,703,803,2025-02-05,08:15:00.000,,,,,,,
2025-02-06,09:00:00.000,Debit,BTC,Withdrawal (BTC),,,,,$869.39 ,,,0.15 ETH ,(0.002 BTC),(0.0001 BTC),0.00089 BTC ,,,,,,,abc1,,,bc1q,0
2025-02-07,09:00:00.000,Interest Credit,ETH,Interest,,,,,$869.39 ,0.0004 ETH ,,0.1504 ETH ,,,0.00089 BTC ,,,,,,,,,,,
,,,,,,,,,$869.39 ,,,0.1504 ETH ,,,0.00089 BTC ,,,,,,,,,,,
`,
  bybit: `UID: 123,Company Name: ,Country:
Uid,Spot Pairs,Order Type,Direction,feeCoin,ExecFeeV2,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)
123,ETHUSDT,LIMIT,BUY,ETH,0,1300,2600,0.5,0.0005,T1,O1,2025-02-03 08:15:00
123,ETHUSDT,MARKET,SELL,USDT,0,675,2700,0.25,0.675,T2,O2,08:16 2025-02-04
`,
  cryptocom: `Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash
2025-02-01 08:00:00,EUR -> ETH,EUR,-260.00,ETH,0.1,EUR,260.00,280.00,viban_purchase,
2025-02-02 08:00:00,Buy CRO,CRO,1000,,,EUR,80.00,86.00,crypto_purchase,
2025-02-03 08:00:00,ETH -> CRO,ETH,-0.05,CRO,1600,EUR,130.00,140.00,crypto_exchange,
2025-02-04 08:00:00,Crypto Earn,CRO,2,,,EUR,0.16,0.17,crypto_earn_interest_paid,
2025-02-05 08:00:00,Withdraw ETH,ETH,-0.02,,,EUR,52.00,56.00,crypto_withdrawal,0xabc
2025-02-06 08:00:00,Create Earn,CRO,-500,,,EUR,40.00,43.00,crypto_earn_program_created,
`,
  kucoin: `UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+08:00),Fee,Tax,Maker/Taker,Fee Currency
7,mainAccount,O1,ETH-USDT,BUY,LIMIT,2600,0.5,1300,1300,2025-02-03 16:15:00,1.3,,Taker,USDT
7,mainAccount,O2,ETH-USDT,SELL,LIMIT,2700,0.25,675,675,2025-02-04 16:15:00,0.675,,Taker,USDT
`,
  merrill: `"Exported on: 02/10/2025 09:00 AM ET"
"Selected account(s): CMA 1A-11111"

"Trade Date" ,"Settlement Date" ,"Account" ,"Description" ,"Type" ,"Symbol/ CUSIP" ,"Quantity" ,"Price" ,"Amount" ," "
"02/04/2025" ,"02/05/2025" ,"1A-11111" ,"Sale HARBOUR TOOLS" ,"" ,"HARB" ,"-10" ,"$44.25" ,"$442.49" ,""
"02/03/2025" ,"02/04/2025" ,"1A-11111" ,"Purchase HARBOUR TOOLS" ,"" ,"HARB" ,"10" ,"$41.50" ,"-$415.00" ,""
"02/03/2025" ,"02/03/2025" ,"1A-11111" ,"Dividend ORCHARD CO" ,"DividendAndInterest" ,"ORCH" ,"" ,"" ,"$12.40" ,""
"02/01/2025" ,"02/01/2025" ,"1A-11111" ,"Journal Entry" ,"Other" ,"" ,"" ,"--" ,"--" ,""
"Total" ,"" ,"" ,"" ,"" ,"" ,"" ,"" ,"$39.89" ,""
`,
  jpmorgan: `Trade Date,Post Date,Settlement Date,Account Name,Account Number,Account Type,Type,Description,Cusip,Ticker,Security Type,Local Currency,Price USD,Price Local,Quantity,G/L Short USD,G/L Short Local,Amount USD,Amount Local,Income USD,Income Local,Balance,Commissions USD,Commissions Local,Tran Code,Tran Code Description,Broker,Check Number,Tax Withheld
2/4/2025,2/4/2025,2/5/2025,Self-Directed,...1234,Brokerage,Sell,HARBOUR TOOLS,411001108,HARB,Stock,USD,44.25,44.25,-10,0,0,442.49,442.49,0,0,0,0,0,SEL,SELL,,,0
2/3/2025,2/3/2025,2/4/2025,Self-Directed,...1234,Brokerage,Buy,HARBOUR TOOLS,411001108,HARB,Stock,USD,41.50,41.50,10,0,0,-415.00,-415.00,0,0,0,0,0,BUY,BUY,,,0
2/3/2025,2/3/2025,2/3/2025,Self-Directed,...1234,Brokerage,Dividend,ORCHARD CO CASH DIV,,ORCH,Stock,USD,0,0,0,0,0,12.40,12.40,12.40,12.40,0,0,0,DIV,DIVIDEND,,,0
2/1/2025,2/1/2025,2/1/2025,Self-Directed,...1234,Brokerage,Sweep,DEPOSIT SWEEP INTRA-DAY DEPOSIT,,,Cash,USD,1,1,500,0,0,-500,-500,0,0,0,0,0,SWP,SWEEP,,,0
`,
  moomoo: `Side,Symbol,Name,Order Price,Order Qty,Order Amount,Status,Filled@Avg Price,Order Time,Order Type,Markets,Currency,Fill Qty,Fill Price,Fill Amount,Fill Time,Markets,Currency,Counterparty,Remarks,Commission,Platform Fees,Total
Sell,HARB,Harbour Tools,44.25,10,442.50,Filled,10@44.25,2025/02/04 10:00:00 ET,Limit,US,USD,10,44.25,442.50,2025/02/04 10:00:01 ET,US,USD,,,0,0.99,1.02
Buy,HARB,Harbour Tools,41.50,10,415.00,Filled,10@41.50,2025/02/03 10:00:00 ET,Limit,US,USD,4,41.50,166.00,2025/02/03 10:00:01 ET,US,USD,,,0,0.99,0.99
,,,,,,,,,,,,6,41.50,249.00,2025/02/03 10:00:02 ET,US,USD,,,,,
Buy,ORCH250221C45000,ORCH 250221 45.00C,1.20,1,120.00,Filled,1@1.20,2025/02/03 11:00:00 ET,Limit,US,USD,1,1.20,120.00,2025/02/03 11:00:01 (ET),US,USD,,,0.65,0.30,0.97
Buy,PEAR,Pear Farms,9.00,10,90.00,Cancelled,,2025/02/03 12:00:00 ET,Limit,US,USD,,,,,,,,,,,
`,
  okx: `UID:123,Account Type:Trading account,Time Zone:UTC+8
id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit
11,901,2025-02-03 16:15:00,Spot,ETH-USDT,Buy,0.5,ETH,2600,0,-0.0005,ETH,0,0,0.4995,0.4995,ETH
12,901,2025-02-03 16:15:00,Spot,ETH-USDT,Buy,1300,USDT,2600,0,0,USDT,0,0,-1300,700,USDT
13,902,2025-02-04 16:15:00,Spot,ETH-USDT,Sell,0.25,ETH,2700,0,0,ETH,0,0,-0.25,0.2495,ETH
14,902,2025-02-04 16:15:00,Spot,ETH-USDT,Sell,675,USDT,2700,0,-0.675,USDT,0,0,674.325,1374.325,USDT
15,,2025-02-01 10:00:00,Transfer,,Transfer in,0,USDT,0,0,0,USDT,0,0,2000,2000,USDT
`,
  saxo: `Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate
9912345,03-Feb-2025,05-Feb-2025,Trade,Harbour Tools,US4110010018,USD,NASDAQ,HARB:xnas,Buy 10 @ 41.50 USD,-416.00,7001,1
9912345,04-Feb-2025,06-Feb-2025,Trade,Harbour Tools,US4110010018,USD,NASDAQ,HARB:xnas,Sell 10 @ 44.25 USD,441.50,7002,1
9912345,05-Feb-2025,05-Feb-2025,Corporate action,Orchard Co,US6860910011,USD,NYSE,ORCH:xnys,Cash dividend,12.40,,1
9912345,01-Feb-2025,01-Feb-2025,Cash transfer,,,USD,,,Deposit,1000.00,,1
`,
  xtb: `Account,1234567,EUR
Cash Operations
Type,Instrument,Ticker,Category,Time,Amount,ID,Comment,Product,Position ID
Deposit,,,,01/02/2025 09:00:00,1000.00,1,Deposit,My Trades,
Stocks/ETF purchase,Harbour Tools,HARB.DE,STOCK,03/02/2025 10:00:00,-415.00,2,OPEN BUY 10 @ 41.50,My Trades,501
Stocks/ETF sale,Harbour Tools,HARB.DE,STOCK,04/02/2025 10:00:00,177.00,3,CLOSE BUY 4/10 @ 44.25,My Trades,501
DIVIDENT,Orchard Co,ORCH.US,STOCK,05/02/2025 10:00:00,12.40,4,ORCH.US USD 1.3/ SHR,My Trades,502
Withholding tax,Orchard Co,ORCH.US,STOCK,05/02/2025 10:00:00,-1.86,5,ORCH.US USD WHT 15%,My Trades,502
Total,,,,,772.54,,,,
`,
  freedom24: `{"trades":{"detailed":[{"trade_id":71,"date":"2025-02-03 15:30:00","pay_d":"2025-02-05","instr_nm":"HARB.US","isin":"US4110010018","operation":"buy","p":41.5,"q":10,"summ":"415","curr_c":"USD","profit":0,"commission":1.2,"commission_currency":"USD","order_id":"9"},{"trade_id":72,"date":"2025-02-04 15:30:00","pay_d":"2025-02-06","instr_nm":"HARB.US","isin":"US4110010018","operation":"sell","p":44.25,"q":10,"summ":"442.5","curr_c":"USD","profit":27.5,"commission":1.2,"commission_currency":"USD","order_id":"10"}]},"corporate_actions":{"detailed":[{"type":"Dividend","type_id":"dividend","ticker":"ORCH.US"}]}}
`,
  zerodha: `Client ID,AB1234
Tradebook for Equity from 2024-04-01 to 2025-03-31

Symbol,ISIN,Trade Date,Exchange,Segment,Series,Trade Type,Auction,Quantity,Price,Trade ID,Order ID,Order Execution Time
HARBOUR,INE000A01012,2024-05-06,NSE,EQ,EQ,buy,false,10,1500.5,70011,1100000001,2024-05-06T10:15:30
HARBOUR,INE000A01012,2024-05-07,NSE,EQ,EQ,sell,false,10,1520,70012,1100000002,2024-05-07T11:00:00
`,
  binance: `Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-05-06 07:08:09,SOLUSDT,BUY,150.00,2SOL,300USDT,0.0004BNB
2025-05-07 07:08:09,ETHEUR,SELL,2300.00,0.1ETH,230EUR,0.23EUR
`,
  'binance transactions': `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
77,2025-05-06 07:08:09,Spot,Transaction Buy,SOL,2,
77,2025-05-06 07:08:09,Spot,Transaction Spend,USDT,-300,
77,2025-05-06 07:08:09,Spot,Transaction Fee,BNB,-0.0004,
77,2025-05-08 00:00:00,Earn,Simple Earn Flexible Interest,SOL,0.001,
`,
  etoro: `Closed Positions
Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread Fees (USD),Profit(USD),Open Rate,Close Rate,Type,ISIN
501,Buy HARBOUR,415.00,10,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,25.00,41.50,44.00,Stocks,US4110010018

Account Activity
Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
01/02/2025 09:00:00,Deposit,,1000.00,-,0.00,1000.00,1000.00,-,,0.00
03/02/2025 15:31:00,Open Position,HARBOUR/USD,415.00,10,0.00,1000.00,585.00,501,Stocks,0.00
`,
  ctrader: `ID,Symbol,Opening Direction,Opening Time (UTC+3),Closing Time (UTC+3),Entry Price,Closing Price,Closing Quantity,Gross USD,Commission,Swap,Net USD
P71,GBPUSD,Sell,13/05/2025 10:00:00.000,14/05/2025 11:00:00.000,1.25500,1.25100,0.30 Lots,120.00,-2.10,-0.45,117.45
`,
  wealthsimple: `transaction_date,settlement_date,account_id,account_type,activity_type,activity_sub_type,direction,symbol,name,currency,quantity,unit_price,commission,net_cash_amount
2024-01-05,2024-01-09,HQ1,TFSA,Trade,BUY,LONG,NRTH,Northern,CAD,20,31.45,0,-629.00
2024-01-08,2024-01-08,HQ1,TFSA,Dividend,,,NRTH,Northern,CAD,,,,7.35
`,
  sierrachart: `ActivityType\tDateTime\tTransDateTime\tSymbol\tOrderActionSource\tInternalOrderID\tServiceOrderID\tOrderType\tQuantity\tBuySell\tPrice\tOrderStatus\tFillPrice\tFilledQuantity\tTradeAccount\tOpenClose\tFillExecutionServiceID
Fills\t2026-01-05  15:31:00.123\t2026-01-05  15:31:00\tESH26_FUT_CME\tUser order entry\t1201\t88\tMarket\t1\tBuy\t\tFilled\t600025.0000000\t1\tSim1\tOpen\tx1
`,
  vanguard: `Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,
12345678,VANGUARD S&P 500 ETF,VOO,10,430.00,4300.00,

Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,
12345678,01/05/2024,01/09/2024,Buy,Buy,VANGUARD S&P 500 ETF,VOO,10.0000,430.1200,-4301.20,0.00,-4301.20,0.0,CASH,
12345678,01/08/2024,01/08/2024,Dividend,Dividend Received,VANGUARD S&P 500 ETF,VOO,0.0000,0.0000,5.18,0.00,5.18,0.0,CASH,
`,
  realised_gains: `Security,Trans type,Qty,Open date,Adj cost,Close date,Adj proceeds,Adj gain($),Adj gain(%),Term
Harbour Tools (HARB),Sell.FIFO,10.,1/4/2024,"442.50 ",2/5/2024,"485.00 ",42.50 ,9.60 ,Short-term
Total:,,,,"442.50 ",,"485.00 ",42.50 ,9.60 ,
`,
  positions: `"Positions for account Individual ...123 as of 09:33 AM ET, 2024/01/31"

"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis","Gain $ (Gain/Loss $)","Security Type"
"HARB","HARBOUR TOOLS","10","44.00","$440.00","$415.00","$25.00","Equity"
"Cash & Cash Investments","--","--","--","$1,010.25","--","--","Cash and Money Market"
"Account Total","--","--","--","$1,450.25","$415.00","$25.00","--"
`,
  delta: `Time,Contract,Qty,Side,Filled/Remaining,Exec.Price,Order Value,Trading Fees,Order ID
2026-01-05 15:31:00.252513+05:30 IST Asia/Kolkata,BTCUSD,10,buy,10/0,95000.5,950.005,-0.47,o1
2026-01-05 15:32:00.252513+05:30 IST Asia/Kolkata,BTCUSD,10,sell,0/10,0,0,0,o2
`,
  'alpaca csv': `id,activity_type,symbol,side,qty,price,transaction_time,order_id
20240102::1,FILL,AAPL,buy,1.5,185.20,2024-01-02T15:34:06.977Z,904837e3
20240103::2,FILL,AAPL,sell_short,2,186,2024-01-03T15:34:06Z,904837e4
`,
  ibkr_flex_xml: `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><Trades>
<Trade accountId="U1" currency="USD" assetCategory="OPT" symbol="SPY   240119P00470000" underlyingSymbol="SPY" strike="470" expiry="20240119" putCall="P" multiplier="100" tradeID="1" dateTime="20240102;093000" quantity="-1" tradePrice="3.1" ibCommission="-0.65" ibCommissionCurrency="USD" buySell="SELL" notes="P" levelOfDetail="EXECUTION"/></Trades>
<CorporateActions><CorporateAction accountId="U1" symbol="NVDA" type="FS" dateTime="20240607;202500" description="NVDA(US67066G1040) SPLIT 10 FOR 1 (NVDA, NVIDIA CORP, US67066G1040)" quantity="90"/></CorporateActions>
<CashTransactions><CashTransaction accountId="U1" currency="USD" symbol="SPY" description="SPY Cash Dividend" dateTime="20240201" amount="1.59" type="Dividends" transactionID="9"/></CashTransactions></FlexStatement></FlexStatements></FlexQueryResponse>
`,
  alpaca:
    '[{"activity_type":"FILL","id":"a::1","price":"44.25","qty":"3","side":"buy","symbol":"HARB","transaction_time":"2025-05-12T15:34:06.500Z"}]',
  tiger_pdf: `Tiger Brokers (Singapore) PTE.LTD.
Account: 60771234 Base Currency : USD
Settlement Fee: -0.06
HARB 2025-05-13, 01:20:10, GMT+8 20 44.25000 44.30000 885.00 Commission: -1.29 -0.18 0.00 1.00
Platform Fee: -1.00
2025-05-20 HARB Cash Dividend 0.16 USD per Share (Ordinary Dividend) 3.20
Commission: 2025-06-03
HARB US NASDAQ Open 2 45.10000 45.30000 90.20 0.00 -1.29 2025-06-Platform Fee: 0.00 0.00 0.40 22:15:09,
-1.00 GMT+8 05
`,
  questrade_pdf: `Questrade, Inc.
02. ACTIVITY DETAILS
05-13-2025 05-14-2025 Buy .NRTH NORTHERN ALL-WORLD ETF|GROWTH ETF
UNIT|WE ACTED AS AGENT 10.0000 31.500 (315.00) (0.05) (315.05) - - - -
`,
  lime_pdf: `Lime Trading Corp
ANN SMITH STATEMENT PERIOD: May 1 - 31, 2025
May 12 Harbour Tools Inc 411001AB9 Buy 6 44.25 (265.50)
May 15 Harbour Tools I 40 411001AB9 Dividend 6.40
`,
  firstrade_pdf: `Apex Clearing Corporation
FIRSTRADE HOUSE REP
ACCOUNT NUMBER: 7-3
YOU SOLD 9KQRZT4 03/11/25 03/12/25 MARGIN 5 $2.10000
PUT HARB 03/21/25 45 HARBOUR TOOLS INC PRINCIPAL $1,050.00
UNSOLICITED OPTION FEE $0.20
NET AMOUNT $1,049.80
`,
  etrade_pdf: `E*TRADE Securities LLC
EMPLOYEE STOCK PLAN PURCHASE CONFIRMATION
Account Number: 1234-5678
Company Name (Symbol) HARBOUR TOOLS, Beginning Balance 0.0000
INC.(HARB) Shares Purchased 7.1250
Purchase Date 05-30-2025
Total Price ($254.27)
05/12/2025 05/13/2025 20 44.25
Transaction Type: Bought
Symbol / CUSIP / ISIN: HARB / 411001AB9 / US411001AB90Principal $885.00
Net Amount $885.00
`,
  ofx_bank: `OFXHEADER:100
DATA:OFXSGML
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240105120000[-5:EST]<TRNAMT>-12.25<FITID>1<NAME>Caf&amp;eacute;<MEMO>Lunch</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>100.00<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`,
  qif_bank: `!Type:Bank
D1/5'24
T-1,200.50
PLandlord
MRent
N101
LHousing
^
D01/06/2024
T10.00
^
`,
  mt940_bank: `{1:F01BANKDEFFAXXX0000000000}{4:
:20:STARTUMS
:25:10020030/1234567
:28C:1/1
:60F:C240101EUR1000,00
:61:2401050105D12,25NTRFNONREF//99
:86:177?00UEBERWEISUNG?20Miete Januar?32MUELLER
:62F:C240105EUR987,75
-}
`,
  camt_bank: `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02100100100006820101</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">87.75</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2024-01-05</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">12.25</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2024-01-05</Dt></BookgDt><ValDt><Dt>2024-01-05</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Shop</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Lunch</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>
`,
  csv_bank: `Transaction Date,Post Date,Description,Category,Type,Amount,Memo
01/04/2024,01/05/2024,SHOP,Food,Sale,-12.25,
`,
};
