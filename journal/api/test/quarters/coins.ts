// One quarter of coin exchanges, in two or three of their exports each.
import type { Quarters } from './quarters.ts';

/** A purchase whose price is no round figure, a sale, a coin for a coin; the ledger tells the rest, too. */
const krakenTrades = `"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"
"T§A1","O§A1","XETHZUSD","2025-02-03 08:15:00.1234","buy","limit","2601.37","1234.56789","3.2099","0.47458374","0.0","","L§2,L§3"
"T§A2","O§A2","SOLEUR","2025-02-10 18:00:09.9876","sell","market","180.25","36.05","0.0937","0.2","0.0","","L§4,L§5"
"T§A3","O§A3","XETHXXBT","2025-03-01 12:00:00.5","sell","limit","0.0271","0.00271","0.0000070460","0.1","0.0","","L§6,L§7"
`;
const krakenLedger = `"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
"L§1","R§D1","2025-02-01 09:00:00","deposit","","currency","ZUSD","spot / main",1500.0000,0,1500.0000
"L§2","T§A1","2025-02-03 08:15:00","trade","","currency","ZUSD","spot / main",-1234.5679,3.2099,262.2222
"L§3","T§A1","2025-02-03 08:15:00","trade","","currency","XETH","spot / main",0.4745837400,0,0.4745837400
"L§8","R§S1","2025-02-05 01:00:00","staking","","currency","SOL.S","spot / main",0.0123,0,0.2123
"L§4","T§A2","2025-02-10 18:00:09","trade","","currency","SOL","spot / main",-0.2000000000,0,0.0123
"L§5","T§A2","2025-02-10 18:00:09","trade","","currency","ZEUR","spot / main",36.0500,0.0937,35.9563
"L§6","T§A3","2025-03-01 12:00:00","trade","","currency","XETH","spot / main",-0.1000000000,0,0.3745837400
"L§7","T§A3","2025-03-01 12:00:00","trade","","currency","XXBT","spot / main",0.0027100000,0.0000070460,0.0027029540
"L§9","R§W1","2025-03-20 16:00:00","withdrawal","","currency","XETH","spot / main",-0.2000000000,0.0035,0.1710837400
`;

/** Two fills of one second, which the transaction history adds up; costs in a coin; a reward and coins that left. */
const binanceTrades = `Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-05-06 07:08:09,SOLEUR,BUY,150.00,2SOL,300EUR,0.0004BNB
2025-05-07 09:30:00,ETHUSDT,SELL,2500.00,0.3ETH,750USDT,0.75USDT
2025-05-07 09:30:00,ETHUSDT,SELL,2500.50,0.2ETH,500.1USDT,0.5001USDT
`;
const binanceTransactions = `User_ID,UTC_Time,Account,Operation,Coin,Change,Remark
77,2025-05-02 10:00:00,Spot,Deposit,EUR,400,
77,2025-05-06 07:08:09,Spot,Transaction Buy,SOL,2,
77,2025-05-06 07:08:09,Spot,Transaction Spend,EUR,-300,
77,2025-05-06 07:08:09,Spot,Transaction Fee,BNB,-0.0004,
77,2025-05-07 09:30:00,Spot,Transaction Sold,ETH,-0.3,
77,2025-05-07 09:30:00,Spot,Transaction Revenue,USDT,750,
77,2025-05-07 09:30:00,Spot,Transaction Fee,USDT,-0.75,
77,2025-05-07 09:30:00,Spot,Transaction Sold,ETH,-0.2,
77,2025-05-07 09:30:00,Spot,Transaction Revenue,USDT,500.1,
77,2025-05-07 09:30:00,Spot,Transaction Fee,USDT,-0.5001,
77,2025-05-08 00:00:00,Earn,Simple Earn Flexible Interest,SOL,0.001,
77,2025-05-20 12:00:00,Spot,Withdraw,SOL,-1,Withdraw fee is included
`;

/** The same rows before 2021, since 2024, and as the statement of one wallet, which has no fiat. */
const coinbaseOld = `You can use this transaction report to inform your likely tax obligations.

Transactions
User,ann@example.com,§
Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Subtotal,EUR Total (inclusive of fees),EUR Fees,Notes
2021-01-04T09:00:00Z,Deposit,EUR,500,1.00,500.00,500.00,0.00,Deposit from bank
2021-01-05T10:00:00Z,Buy,LTC,1.5,123.45,185.18,187.94,2.76,Bought 1.5 LTC for €187.94 EUR
2021-01-20T11:30:00Z,Rewards Income,ALGO,0.75,0.40,,,,Received 0.75 ALGO from Coinbase Rewards
2021-02-01T12:00:00Z,Convert,LTC,0.5,130.00,65.00,63.70,1.30,Converted 0.5 LTC to 0.05 ETH
2021-02-10T15:45:00Z,Sell,LTC,0.4,140.10,56.04,55.04,1.00,Sold 0.4 LTC for €55.04 EUR
2021-03-01T08:00:00Z,Send,LTC,0.2,150.00,,,,Sent 0.2 LTC to a friend
`;
const coinbaseNew = `Transactions
User,ann@example.com,§
ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
§c1,2021-01-04 09:00:00 UTC,Deposit,EUR,500,EUR,€1.00,€500.00,€500.00,€0.00,Deposit from bank account
§c2,2021-01-05 10:00:00 UTC,Buy,LTC,1.5,EUR,€123.45,€185.18,€187.94,€2.76,Bought 1.5 LTC for 187.94 EUR
§c3,2021-01-20 11:30:00 UTC,Reward Income,ALGO,0.75,EUR,€0.40,€0.30,€0.30,€0.00,
§c4,2021-02-01 12:00:00 UTC,Convert,LTC,-0.5,EUR,€130.00,€65.00,€63.70,€1.30,Converted 0.5 LTC to 0.05 ETH
§c5,2021-02-10 15:45:00 UTC,Sell,LTC,-0.4,EUR,€140.10,€56.04,€55.04,€1.00,Sold 0.4 LTC for 55.04 EUR
§c6,2021-03-01 08:00:00 UTC,Send,LTC,-0.2,EUR,€150.00,-€30.00,-€30.00,€0.00,
`;
const coinbaseWallet = `Transactions
LTC Wallet,§
Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,Order Price,Order Currency,Order Btc,Order Tracking Code,Order Custom Parameter,Order Paid Out,Recurring Payment ID,Coinbase ID (visit https://www.coinbase.com/transactions/[ID] in your browser),Bitcoin Hash
2021-01-05 10:00:00 +0000,1.5,1.5,LTC,§,Bought 1.5 LTC for €187.94 EUR,false,187.94,EUR,2.76,EUR,EUR Wallet,x1,,,,,,,,§w1,
2021-02-10 15:45:00 +0000,0.6,-0.4,LTC,,Sold 0.4 LTC,false,55.04,EUR,1.00,EUR,EUR Wallet,x2,,,,,,,,§w2,
2021-03-01 08:00:00 +0000,0.4,-0.2,LTC,friend,,false,,,,,,,,,,,,,,§w3,abc
`;

export const COINS: Quarters = {
  'Kraken trades and ledger': [krakenTrades, krakenLedger],
  'Binance trades and transactions': [binanceTrades, binanceTransactions],
  'Coinbase before 2021, since 2024 and one wallet': [coinbaseOld, coinbaseNew, coinbaseWallet],
};
