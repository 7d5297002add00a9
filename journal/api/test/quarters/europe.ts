// One quarter of European brokers, in two of their exports each.
import type { Quarters } from './quarters.ts';

/** Bought in dollars out of euros, a sale in two fills of one order whose cost each file puts on another of them, a dividend with its tax, costs of the account. */
const degiroTransactions = `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
20-03-2025,10:15,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,-5,35.1000,EUR,175.50,EUR,175.50,EUR,,,EUR,175.50,EUR,§-3
20-03-2025,10:15,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,-7,35.1000,EUR,245.70,EUR,245.70,EUR,,-3.90,EUR,241.80,EUR,§-3
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,41.5000,USD,-249.00,USD,-229.49,EUR,1.0850,-2.00,EUR,-231.49,EUR,§-2
11-03-2025,09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,12,33.2500,EUR,-399.00,EUR,-399.00,EUR,,-3.90,EUR,-402.90,EUR,§-1
`;
const degiroAccount = `Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
28-03-2025,08:12,27-03-2025,HARBOUR TOOLS INC,US4110010018,Dividendbelasting,,USD,"-0,36",USD,"2,04",
28-03-2025,08:12,27-03-2025,HARBOUR TOOLS INC,US4110010018,Dividend,,USD,"2,40",USD,"2,40",
20-03-2025,10:15,20-03-2025,LINDEN WOHNBAU AG,DE0009990017,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-3,90",EUR,"780,41",§-3
20-03-2025,10:15,20-03-2025,LINDEN WOHNBAU AG,DE0009990017,"Verkoop 5 @ 35,1 EUR",,EUR,"175,50",EUR,"784,31",§-3
20-03-2025,10:15,20-03-2025,LINDEN WOHNBAU AG,DE0009990017,"Verkoop 7 @ 35,1 EUR",,EUR,"245,70",EUR,"608,81",§-3
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,Valuta Creditering,"1,0850",USD,"249,00",USD,"0,00",§-2
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,Valuta Debitering,,EUR,"-229,49",EUR,"363,11",§-2
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-2,00",EUR,"592,60",§-2
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,"Koop 6 @ 41,5 USD",,USD,"-249,00",USD,"-249,00",§-2
11-03-2025,09:05,11-03-2025,LINDEN WOHNBAU AG,DE0009990017,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-3,90",EUR,"594,60",§-1
11-03-2025,09:05,11-03-2025,LINDEN WOHNBAU AG,DE0009990017,"Koop 12 @ 33,25 EUR",,EUR,"-399,00",EUR,"598,50",§-1
10-03-2025,07:30,10-03-2025,,,DEGIRO Aansluitingskosten 2025 (New York Stock Exchange - NSY),,EUR,"-2,50",EUR,"997,50",
03-03-2025,09:00,03-03-2025,,,iDEAL storting,,EUR,"1000,00",EUR,"1000,00",
`;

/** Paid out of dollars that were there: the account changes none, and so tells no rate for the cost in euros. */
const degiroDollarTransactions = `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID
14-04-2025,16:02,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,-6,43.0000,USD,258.00,USD,229.33,EUR,1.1250,-2.00,EUR,227.33,EUR,§-5
07-04-2025,15:35,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,40.0000,USD,-240.00,USD,-218.18,EUR,1.1000,-2.00,EUR,-220.18,EUR,§-4
`;
const degiroDollarAccount = `Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
14-04-2025,16:02,14-04-2025,HARBOUR TOOLS INC,US4110010018,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-2,00",EUR,"96,00",§-5
14-04-2025,16:02,14-04-2025,HARBOUR TOOLS INC,US4110010018,"Verkoop 6 @ 43 USD",,USD,"258,00",USD,"518,00",§-5
07-04-2025,15:35,07-04-2025,HARBOUR TOOLS INC,US4110010018,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-2,00",EUR,"98,00",§-4
07-04-2025,15:35,07-04-2025,HARBOUR TOOLS INC,US4110010018,"Koop 6 @ 40 USD",,USD,"-240,00",USD,"260,00",§-4
01-04-2025,09:00,01-04-2025,,,DEGIRO Aansluitingskosten 2025 (New York Stock Exchange - NSY),,EUR,"-2,50",EUR,"100,00",
`;

/** As written until 2021, with the currency in the headings, and as written since. */
const trading212Old = `Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),Withholding tax,Currency (Withholding tax),Charge amount (GBP),Notes,ID,Currency conversion fee (GBP)
Deposit,2021-02-01 09:00:00,,,,,,,,,500.00,,,500.00,Bank Transfer,§-d1,
Market buy,2021-02-02 14:31:00,US4110010018,HARB,"Harbour Tools",4,41.50,USD,1.38000,,120.47,,,,,§-o1,0.18
Market buy,2021-02-03 09:01:00,GB0009990013,MILL,"Mill Lane",20,250.00,GBX,100.00000,,50.00,,,,,§-o2,
Dividend (Ordinary),2021-03-15 10:02:00,US4110010018,HARB,"Harbour Tools",4,0.40,USD,Not available,,0.98,0.24,USD,,,,
Limit sell,2021-03-20 15:45:10,US4110010018,HARB,"Harbour Tools",4,44.00,USD,1.39000,6.10,126.43,,,,,§-o3,0.19
Withdrawal,2021-03-29 08:00:00,,,,,,,,,-100.00,,,,Sent to bank,§-w1,
`;
const trading212New = `Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Currency conversion fee,Currency (Currency conversion fee)
Deposit,2021-02-01 09:00:00.017,,,,"Bank Transfer",§-d1,,,,,,,500.00,"GBP",,,,
Market buy,2021-02-02 14:31:00.551,US4110010018,HARB,"Harbour Tools",,§-o1,4.0000000000,41.5000000000,USD,1.38000000,,,120.47,"GBP",,,0.18,"GBP"
Market buy,2021-02-03 09:01:00.120,GB0009990013,MILL,"Mill Lane",,§-o2,20.0000000000,250.0000000000,GBX,100.00000000,,,50.00,"GBP",,,,
Dividend (Dividend),2021-03-15 10:02:00,US4110010018,HARB,"Harbour Tools",,,4.0000000000,0.400000,USD,Not available,,,0.98,"GBP",0.24,USD,,
Limit sell,2021-03-20 15:45:10.733,US4110010018,HARB,"Harbour Tools",,§-o3,4.0000000000,44.0000000000,USD,1.39000000,6.10,"GBP",126.43,"GBP",,,0.19,"GBP"
Withdrawal,2021-03-29 08:00:00.400,,,,"Sent to bank",§-w1,,,,,,,-100.00,"GBP",,,,
`;

const etoroClosed = `Closed Positions
Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread Fees (USD),Profit(USD),Open Rate,Close Rate,Type,ISIN
§1,Buy HARB,415.00,10,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,25.00,41.50,44.00,Stocks,US4110010018
§2,Buy BTC,190.00,0.002,10/02/2025 11:20:05,12/02/2025 20:10:40,1,0.00,-4.00,95000.00,93000.00,Crypto,
`;
const etoroActivity = `Account Activity
Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
01/02/2025 09:00:00,Deposit,1000.00 USD CreditCard,1000.00,-,0.00,1000.00,1000.00,-,,0.00
03/02/2025 15:31:00,Open Position,HARB/USD,415.00,10,0.00,1000.00,585.00,§1,Stocks,0.00
10/02/2025 11:20:05,Open Position,BTC/USD,190.00,0.002,0.00,1000.00,395.00,§2,Crypto,0.00
12/02/2025 20:10:40,Position closed,BTC/USD,186.00,0.002,-4.00,996.00,581.00,§2,Crypto,0.00
20/02/2025 01:00:00,Dividend,HARB/USD,1.36,-,1.36,997.36,582.36,§1,Stocks,0.00
21/02/2025 16:00:00,Position closed,HARB/USD,440.00,10,25.00,1022.36,1022.36,§1,Stocks,0.00
`;

const ctraderHistory = `ID,Symbol,Opening Direction,Opening Time (UTC+2),Closing Time (UTC+2),Entry Price,Closing Price,Closing Quantity,Gross USD,Commission,Swap,Net USD
§1,GBPUSD,Sell,13/05/2025 10:00:00.000,14/05/2025 11:00:00.000,1.25500,1.25100,0.30 Lots,120.00,-2.10,-0.45,117.45
§2,EURUSD,Buy,15/05/2025 09:00:00.000,15/05/2025 17:30:00.000,1.08100,1.08250,0.10 Lots,15.00,-0.70,0.00,14.30
`;
const ctraderVolumes = `Position ID,Symbol,Direction,Opening time (UTC+0),Closing time (UTC+0),Entry price,Closing price,Volume,Gross USD,Commission,Swap,Net USD
§1,GBPUSD,Sell,13/05/2025 08:00:00.000,14/05/2025 09:00:00.000,1.25500,1.25100,30000,120.00,-2.10,-0.45,117.45
§2,EURUSD,Buy,15/05/2025 07:00:00.000,15/05/2025 15:30:00.000,1.08100,1.08250,10000,15.00,-0.70,0.00,14.30
`;

const metatraderReport = `Time;Position;Symbol;Type;Volume;Price;S/L;T/P;Time;Price;Commission;Swap;Profit
2024.01.02 10:00:00;§77;XAUUSD;sell;0.10;2050.50;;;2024.01.02 11:00:00;2048.20;-0.50;-0.10;23.00
`;
const metatraderTable = `ticket,opening_time_utc,closing_time_utc,type,lots,original_position_size,symbol,opening_price,closing_price,stop_loss,take_profit,commission_usd,swap_usd,profit_usd
§77,2024-01-02T10:00:00.000,2024-01-02T11:00:00.000,sell,0.10,0.10,XAUUSD,2050.50,2048.20,,,-0.50,-0.10,23.00
`;

export const EUROPE: Quarters = {
  'DEGIRO transactions and account': [degiroTransactions, degiroAccount],
  'DEGIRO transactions and account, paid in dollars': [degiroDollarTransactions, degiroDollarAccount],
  'Trading 212 until 2021 and since': [trading212Old, trading212New],
  'eToro closed positions and activity': [etoroClosed, etoroActivity],
  'cTrader lots and volumes': [ctraderHistory, ctraderVolumes],
  'MetaTrader report and table': [metatraderReport, metatraderTable],
};
