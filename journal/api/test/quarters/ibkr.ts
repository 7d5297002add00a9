// One quarter of Interactive Brokers in three exports: shares in two currencies, an option that expires, a future, a
// split, dividends with their tax, interest, a fee and a deposit.
import type { Quarters } from './quarters.ts';

const activity = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Statement,Data,Period,"January 1, 2024 - March 31, 2024"
Account Information,Header,Field Name,Field Value
Account Information,Data,Account,U77
Account Information,Data,Base Currency,USD
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,USD,HARB,"2024-01-03, 10:00:00",10,41.5,42,-415,-1,416,0,5,O
Trades,Data,Order,Stocks,USD,HARB,"2024-02-20, 11:00:00",-12,22.25,22.3,267,-1.01,-249.6,16.39,-0.6,C
Trades,Data,Order,Stocks,EUR,LIND,"2024-01-10, 09:30:05",20,33.25,33.3,-665,-3,668,0,1,O
Trades,Data,Order,Equity and Index Options,USD,HARB 16FEB24 40 P,"2024-01-11, 10:15:00",-2,1.1,1.05,220,-1.4,-218.6,0,10,O
Trades,Data,Order,Equity and Index Options,USD,HARB 16FEB24 40 P,"2024-02-16, 16:20:00",2,0,0,0,0,218.6,218.6,0,C;Ep
Trades,Data,Order,Futures,USD,MESH4,"2024-01-16, 14:00:01",1,4790.25,4791,0,-0.62,0,0,3.75,O
Trades,Data,Order,Futures,USD,MESH4,"2024-01-17, 15:00:01",-1,4800.25,4800,0,-0.62,0,48.76,1.25,C
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2024-01-26,"2024-01-25, 20:25:00","HARB(US4110010018) Split 2 for 1 (HARB, HARBOUR TOOLS INC, US4110010018)",10,0,0,0,
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,USD,2024-02-01,HARB(US4110010018) Cash Dividend USD 0.20 per Share (Ordinary Dividend),4
Dividends,Data,Total,,,4
Withholding Tax,Header,Currency,Date,Description,Amount,Code
Withholding Tax,Data,USD,2024-02-01,HARB(US4110010018) Cash Dividend USD 0.20 per Share - US Tax,-0.6,
Interest,Header,Currency,Date,Description,Amount
Interest,Data,USD,2024-02-05,USD Credit Interest for Jan-2024,1.75
Interest,Data,EUR,2024-02-05,EUR Debit Interest for Jan-2024,-2.1
Fees,Header,Subtitle,Currency,Date,Description,Amount
Fees,Data,Other Fees,USD,2024-02-05,M******77:MARKET DATA FOR FEB 2024,-10.00
Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
Deposits & Withdrawals,Data,USD,2024-01-02,Electronic Fund Transfer,1500
Deposits & Withdrawals,Data,USD,2024-03-28,Disbursement Initiated by Ann,-300
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Listing Exch,Multiplier,Type,Code
Financial Instrument Information,Data,Equity and Index Options,HARB 16FEB24 40 P,HARB 16FEB24 40 P,1,,CBOE,100,P,
Financial Instrument Information,Data,Futures,MESH4,MES MAR24,2,,CME,5,,
`;

const flexXml = `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U77" fromDate="20240101" toDate="20240331">
<AccountInformation accountId="U77" currency="USD" />
<Trades>
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="STK" symbol="HARB" isin="US4110010018" multiplier="1" tradeID="§01" ibOrderID="§1" dateTime="20240103;100000" quantity="10" tradePrice="41.5" proceeds="-415" ibCommission="-1" ibCommissionCurrency="USD" buySell="BUY" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="O" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="STK" symbol="HARB" isin="US4110010018" multiplier="1" tradeID="§02" ibOrderID="§2" dateTime="20240220;110000" quantity="-5" tradePrice="22.25" proceeds="111.25" ibCommission="-0.42" ibCommissionCurrency="USD" buySell="SELL" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="C" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="STK" symbol="HARB" isin="US4110010018" multiplier="1" tradeID="§03" ibOrderID="§2" dateTime="20240220;110000" quantity="-7" tradePrice="22.25" proceeds="155.75" ibCommission="-0.59" ibCommissionCurrency="USD" buySell="SELL" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="C" />
<Trade accountId="U77" currency="EUR" fxRateToBase="1.09" assetCategory="STK" symbol="LIND" isin="DE0009990017" multiplier="1" tradeID="§04" ibOrderID="§4" dateTime="20240110;093005" quantity="20" tradePrice="33.25" proceeds="-665" ibCommission="-3" ibCommissionCurrency="EUR" buySell="BUY" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="O" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="OPT" symbol="HARB  240216P00040000" underlyingSymbol="HARB" strike="40" expiry="20240216" putCall="P" multiplier="100" tradeID="§05" ibOrderID="§5" dateTime="20240111;101500" quantity="-2" tradePrice="1.1" proceeds="220" ibCommission="-1.4" ibCommissionCurrency="USD" buySell="SELL" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="O" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="OPT" symbol="HARB  240216P00040000" underlyingSymbol="HARB" strike="40" expiry="20240216" putCall="P" multiplier="100" tradeID="§06" dateTime="20240216;162000" quantity="2" tradePrice="0" proceeds="0" ibCommission="0" ibCommissionCurrency="USD" buySell="BUY" levelOfDetail="EXECUTION" transactionType="BookTrade" notes="Ep;C" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="FUT" symbol="MESH4" underlyingSymbol="MES" expiry="20240315" multiplier="5" tradeID="§07" ibOrderID="§7" dateTime="20240116;140001" quantity="1" tradePrice="4790.25" proceeds="-23951.25" ibCommission="-0.62" ibCommissionCurrency="USD" buySell="BUY" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="O" />
<Trade accountId="U77" currency="USD" fxRateToBase="1" assetCategory="FUT" symbol="MESH4" underlyingSymbol="MES" expiry="20240315" multiplier="5" tradeID="§08" ibOrderID="§8" dateTime="20240117;150001" quantity="-1" tradePrice="4800.25" proceeds="24001.25" ibCommission="-0.62" ibCommissionCurrency="USD" buySell="SELL" levelOfDetail="EXECUTION" transactionType="ExchTrade" notes="C" />
</Trades>
<CorporateActions>
<CorporateAction accountId="U77" currency="USD" symbol="HARB" isin="US4110010018" type="FS" reportDate="20240126" dateTime="20240125;202500" description="HARB(US4110010018) SPLIT 2 FOR 1 (HARB, HARBOUR TOOLS INC, US4110010018)" quantity="10" proceeds="0" value="0" actionID="§71" />
</CorporateActions>
<CashTransactions>
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" symbol="HARB" isin="US4110010018" type="Dividends" dateTime="20240201;202000" settleDate="20240201" amount="4" transactionID="§91" description="HARB(US4110010018) CASH DIVIDEND USD 0.20 PER SHARE (Ordinary Dividend)" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" symbol="HARB" isin="US4110010018" type="Withholding Tax" dateTime="20240201;202000" settleDate="20240201" amount="-0.6" transactionID="§92" description="HARB(US4110010018) CASH DIVIDEND USD 0.20 PER SHARE - US TAX" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" type="Broker Interest Received" dateTime="20240205" settleDate="20240205" amount="1.75" transactionID="§93" description="USD CREDIT INT FOR JAN-2024" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="EUR" fxRateToBase="1.08" type="Broker Interest Paid" dateTime="20240205" settleDate="20240205" amount="-2.1" transactionID="§94" description="EUR DEBIT INT FOR JAN-2024" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" type="Other Fees" dateTime="20240205" settleDate="20240205" amount="-10" transactionID="§95" description="M******77:MARKET DATA FOR FEB 2024" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" type="Deposits/Withdrawals" dateTime="20240102" settleDate="20240102" amount="1500" transactionID="§96" description="CASH RECEIPTS / ELECTRONIC FUND TRANSFERS" levelOfDetail="DETAIL" />
<CashTransaction accountId="U77" currency="USD" fxRateToBase="1" type="Deposits/Withdrawals" dateTime="20240328" settleDate="20240328" amount="-300" transactionID="§97" description="DISBURSEMENT INITIATED BY Ann" levelOfDetail="DETAIL" />
</CashTransactions>
</FlexStatement></FlexStatements></FlexQueryResponse>`;

const flexCsv = `"ClientAccountID","CurrencyPrimary","FXRateToBase","AssetClass","Symbol","Description","ISIN","UnderlyingSymbol","Multiplier","Strike","Expiry","Put/Call","TradeID","DateTime","TransactionType","Quantity","TradePrice","Proceeds","IBCommission","IBCommissionCurrency","Notes/Codes","Buy/Sell","IBOrderID","LevelOfDetail"
"U77","USD","1","STK","HARB","HARBOUR TOOLS INC","US4110010018","","1","","","","§01","20240103;100000","ExchTrade","10","41.5","-415","-1","USD","O","BUY","§1","EXECUTION"
"U77","USD","1","STK","HARB","HARBOUR TOOLS INC","US4110010018","","1","","","","§02","20240220;110000","ExchTrade","-5","22.25","111.25","-0.42","USD","C","SELL","§2","EXECUTION"
"U77","USD","1","STK","HARB","HARBOUR TOOLS INC","US4110010018","","1","","","","§03","20240220;110000","ExchTrade","-7","22.25","155.75","-0.59","USD","C","SELL","§2","EXECUTION"
"U77","EUR","1.09","STK","LIND","LINDEN WOHNBAU AG","DE0009990017","","1","","","","§04","20240110;093005","ExchTrade","20","33.25","-665","-3","EUR","O","BUY","§4","EXECUTION"
"U77","USD","1","OPT","HARB  240216P00040000","HARB 16FEB24 40 P","","HARB","100","40","20240216","P","§05","20240111;101500","ExchTrade","-2","1.1","220","-1.4","USD","O","SELL","§5","EXECUTION"
"U77","USD","1","OPT","HARB  240216P00040000","HARB 16FEB24 40 P","","HARB","100","40","20240216","P","§06","20240216;162000","BookTrade","2","0","0","0","USD","Ep;C","BUY","","EXECUTION"
"U77","USD","1","FUT","MESH4","MES 15MAR24","","MES","5","","20240315","","§07","20240116;140001","ExchTrade","1","4790.25","-23951.25","-0.62","USD","O","BUY","§7","EXECUTION"
"U77","USD","1","FUT","MESH4","MES 15MAR24","","MES","5","","20240315","","§08","20240117;150001","ExchTrade","-1","4800.25","24001.25","-0.62","USD","C","SELL","§8","EXECUTION"
"ClientAccountID","CurrencyPrimary","FXRateToBase","AssetClass","Symbol","Description","ISIN","Date/Time","SettleDate","Amount","Type","TransactionID","LevelOfDetail"
"U77","USD","1","STK","HARB","HARB(US4110010018) CASH DIVIDEND USD 0.20 PER SHARE (Ordinary Dividend)","US4110010018","20240201;202000","20240201","4","Dividends","§91","DETAIL"
"U77","USD","1","STK","HARB","HARB(US4110010018) CASH DIVIDEND USD 0.20 PER SHARE - US TAX","US4110010018","20240201;202000","20240201","-0.6","Withholding Tax","§92","DETAIL"
"U77","USD","1","","","USD CREDIT INT FOR JAN-2024","","20240205","20240205","1.75","Broker Interest Received","§93","DETAIL"
"U77","EUR","1.08","","","EUR DEBIT INT FOR JAN-2024","","20240205","20240205","-2.1","Broker Interest Paid","§94","DETAIL"
"U77","USD","1","","","M******77:MARKET DATA FOR FEB 2024","","20240205","20240205","-10","Other Fees","§95","DETAIL"
"U77","USD","1","","","CASH RECEIPTS / ELECTRONIC FUND TRANSFERS","","20240102","20240102","1500","Deposits/Withdrawals","§96","DETAIL"
"U77","USD","1","","","DISBURSEMENT INITIATED BY Ann","","20240328","20240328","-300","Deposits/Withdrawals","§97","DETAIL"
"ClientAccountID","CurrencyPrimary","AssetClass","Symbol","Description","ReportDate","Date/Time","ActionDescription","Type","Quantity","Proceeds","Value","ActionID"
"U77","USD","STK","HARB","HARBOUR TOOLS INC","20240126","20240125;202500","HARB(US4110010018) SPLIT 2 FOR 1 (HARB, HARBOUR TOOLS INC, US4110010018)","FS","10","0","0","§71"
`;

export const IBKR: Quarters = {
  'IBKR activity statement, Flex XML and Flex CSV': [activity, flexXml, flexCsv],
};
