// What brokers do now and then: old layouts, reversed trades, days without dates, prices below zero.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';

describe('what brokers do now and then', () => {
  it('tastyworks before 2022 had columns of its own', () => {
    const got =
      read(`Date/Time,Transaction Code,Transaction Subcode,Symbol,Buy/Sell,Open/Close,Quantity,Expiration Date,Strike,Call/Put,Price,Fees,Amount,Description,Account Reference
01/03/2020 10:00 AM,Trade,Sell to Open,SPY,Sell,Open,1,01/17/2020,320,P,1.5,0.14,150,Sold 1 SPY 01/17/20 Put 320.00 @ 1.50,Individual...01
01/17/2020 4:00 PM,Receive Deliver,Expiration,SPY,,,1,01/17/2020,320,P,,0,0,Removal of option due to expiration,Individual...01
01/02/2020 10:00 AM,Money Movement,Deposit,,,,,,,,,0,500,ACH DEPOSIT,Individual...01
`);
    expect(got.format).toBe('tastytrade');
    expect(got.fills).toEqual(['2020-01-03T15:00Z SLD 1 SPY 200117 P 320 @1.5 x100 cost 0.14']);
    expect(got.events).toMatchObject([{ kind: 'expiry', instrument: 'SPY 200117 P 320', quantity: 1, exec_id: null }]);
    expect(got.money).toEqual(['2020-01-02 deposit 500 USD']);
  });

  it('a future bought at tastytrade moves no cash: its price stands in the words', () => {
    const got =
      read(`Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Total,Currency
2024-01-04T10:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,/MESH4,Future,Bought 1 /MESH4 @ 4750.25,0.00,1,0.00,-0.85,-0.37,,/MES,/MES,3/15/24,,,999,-1.22,USD
`);
    expect(got.fills).toEqual(['2024-01-04T15:00Z BOT 1 MESH4 @4750.25 x5 cost 1.22']);
  });

  it('a reversed trade leaves with the row that reverses it (Schwab); one that is not there is stored to be found (Fidelity)', () => {
    const schwab = read(`"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"
"01/03/2024","Cancel Buy","AAPL","APPLE INC CXL","10","$185.00","","$1850.00"
"01/02/2024","Buy","AAPL","APPLE INC","10","$185.00","","-$1850.00"
`);
    expect(schwab.fills).toEqual([]);
    expect(schwab.diagnostics).toMatchObject({ total_rows: 2, parsed: 2, warnings: [] });
    const fidelity =
      read(`Run Date,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
01/03/2024,YOU BOUGHT CANCELLED APPLE INC (AAPL) (Cash),AAPL,APPLE INC,Cash,-10,185.25,,,,1852.50,01/05/2024
`);
    expect(fidelity.fills).toEqual([]);
    expect(fidelity.reversals).toMatchObject([{ instrument: 'AAPL', action: 'BOT', quantity: 10, price: 185.25 }]);
  });

  it('coins and currencies are known by their venue or their pair', () => {
    const got =
      read(`Symbol,Side,Type,Qty,Limit Price,Stop Price,Fill Price,Status,Commission,Placing Time,Closing Time,Order ID,Level ID,Leverage,Margin
FX:EURUSD,Buy,Market,10000,,,1.0950,Filled,,2024-01-02 09:30:00,2024-01-02 09:30:00,1,,50:1,219 USD
BINANCE:BTCUSDT,Sell,Limit,0.5,43000,,43000.5,Filled,21.5,2024-01-02 09:30:00,2024-01-02 09:30:00,2,,,
`);
    expect(got.executions.map((e) => [e.instrument, e.asset_class])).toEqual([
      ['EURUSD', 'FOREX'],
      ['BTCUSDT', 'CRYPTO'],
    ]);
  });

  it('crude oil below zero (April 2020) is a price', () => {
    const got =
      read(`symbol,_priceFormat,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp
CLK0,-2,0.01,3,4,1,-10.00,-37.63,$(27630.00),04/20/2020 14:00:00,04/20/2020 14:25:00
`);
    expect(got.fills).toEqual([
      '2020-04-20T19:00Z BOT 1 CLK0 @-10 x1000 cost 0',
      '2020-04-20T19:25Z SLD 1 CLK0 @-37.63 x1000 cost 0',
    ]);
  });

  it("DAS Trader's window tells the time only: the day is the one in the file's name", () => {
    const text = 'Time,Symbol,Side,Price,Qty,Route,LiqType,Account,Cloid\n09:30:01,AAPL,B,185.10,100,ARCA,R,A1,c1\n';
    expect(read(text, { fileName: 'trades-2024-01-02.csv' }).fills).toEqual([
      '2024-01-02T14:30:01Z BOT 100 AAPL @185.1 x1 cost 0',
    ]);
    expect(read(text).left).toEqual(['2: The row has a time but no date, and neither has the name of the file']);
  });

  it('a German table of trades, decimal commas and all', () => {
    const got = read('Datum;Symbol;Seite;Menge;Preis;Gebühr\n02.01.2024 15:30;SAP;Kauf;10;1.234,56;1,50\n', {
      timeZone: 'Europe/Berlin',
    });
    expect(got.fills).toEqual(['2024-01-02T14:30Z BOT 10 SAP @1234.56 x1 cost 1.5']);
  });

  it("thinkorswim's order history repeats the trade history; futures have their venue behind", () => {
    const got = read(`Account Statement for 123456789 (ira) since 1/1/24 through 1/31/24

Cash Balance
DATE,TIME,TYPE,REF #,DESCRIPTION,Misc Fees,Commissions & Fees,AMOUNT,BALANCE
1/2/24,10:30:05,TRD,="1002",SOLD -1 /ESH24:XCME @4750.25,-1.38,-2.25,,
1/3/24,01:00:00,EXP,="1003",REMOVE OPTION DUE TO EXPIRATION,,,0.00,

Account Order History
Notes,,Time Placed,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,PRICE,,TIF,Status
,,1/2/24 10:30:00,FUTURE,SELL,-1,TO OPEN,/ESH24:XCME,MAR 24,,FUTURE,4750.25,MKT,DAY,FILLED

Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type
,1/2/24 10:30:05,FUTURE,SELL,-1,TO OPEN,/ESH24:XCME,MAR 24,,FUTURE,4750.25,4750.25,MKT
`);
    expect(got.fills).toEqual(['2024-01-02T15:30:05Z SLD 1 ESH24 @4750.25 x50 cost 3.63']);
    expect(got.left).toContain('10: An order: its executions are imported');
  });

  it('London shares at Trading 212 are quoted in pence; a split there is two rows', () => {
    const got =
      read(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Notes,ID
Limit sell,2024-01-02 14:31:00,GB00BH4HKS39,VOD,Vodafone,100,71.5,GBX,100,71.50,GBP,,EOF2
Stock split close,2024-06-10 08:00:00,US67066G1040,NVDA,Nvidia,1,1200,USD,,1200,USD,,s1
Stock split open,2024-06-10 08:00:00,US67066G1040,NVDA,Nvidia,10,120,USD,,1200,USD,,s2
`);
    expect(got.fills).toEqual(['2024-01-02T14:31Z SLD 100 VOD @0.715 x1 cost 0']);
    expect(got.executions[0]?.currency).toBe('GBP');
    expect(got.events).toMatchObject([{ kind: 'split', instrument: 'NVDA', new_shares: 10, old_shares: 1 }]);
    expect(got.money).toEqual([]);
  });

  it('an assigned option was written, whatever the sign of its quantity (Robinhood)', () => {
    const got =
      read(`"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"1/19/2024","1/19/2024","1/22/2024","F","F 1/19/2024 Put $12.00","OASGN","2","",""
`);
    expect(got.fills).toEqual(['2024-01-19T17:00Z BOT 2 F 240119 P 12 @0 x100 cost 0']);
  });

  it('Questrade writes days as midnights, and names what became of an option', () => {
    const got =
      read(`Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type
2024-01-05 12:00:00 AM,2024-01-09 12:00:00 AM,Sell,SLV19Jan24C22.00,CALL SLV 01/19/24 22,-2,0.55,110,-11.95,98.05,USD,12345678,Trades,Margin
2024-01-19 12:00:00 AM,2024-01-22 12:00:00 AM,EXP,SLV19Jan24C22.00,CALL SLV EXPIRED,2,0,0,0,0,USD,12345678,Other,Margin
`);
    expect(got.fills).toEqual(['2024-01-05T17:00Z SLD 2 SLV 240119 C 22 @0.55 x100 cost 11.95']);
    expect(got.events).toMatchObject([{ kind: 'expiry', instrument: 'SLV 240119 C 22', quantity: 2 }]);
  });

  it('Questrade’s point before a symbol is a Canadian listing, named in full elsewhere in the file or Toronto’s', () => {
    const got =
      read(`Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type
2024-03-05 12:00:00 AM,2024-03-05 12:00:00 AM,DIV,.PINE,PINE MINES,0,0,3.00,0,3.00,CAD,12345678,Dividends,Margin
2024-03-05 12:00:00 AM,2024-03-05 12:00:00 AM,DIV,.NRTH.U,NORTHERN ALL-WORLD ETF,0,0,2.00,0,2.00,USD,12345678,Dividends,Margin
2024-03-05 12:00:00 AM,2024-03-05 12:00:00 AM,DIV,NRTH,NORTHWIND INC,0,0,1.00,0,1.00,USD,12345678,Dividends,Margin
2024-03-04 12:00:00 AM,2024-03-04 12:00:00 AM,BRW,.H038778,JOURNALLED,0,0,5.00,0,5.00,USD,12345678,Other,Margin
2024-03-01 12:00:00 AM,2024-03-05 12:00:00 AM,Buy,.NRTH,NORTHERN ALL-WORLD ETF,10,31.50,-315.00,0,-315.00,CAD,12345678,Trades,Margin
2024-03-01 12:00:00 AM,2024-03-05 12:00:00 AM,Buy,PINE.VN,PINE MINES,100,0.50,-50.00,0,-50.00,CAD,12345678,Trades,Margin
`);
    expect(got.cash.map(({ symbol }) => symbol)).toEqual(['PINE.VN', 'NRTH.U.TO', 'NRTH', 'H038778']);
    expect(got.executions.map(({ instrument }) => instrument)).toEqual(['NRTH.TO', 'PINE.VN']);
  });

  it('a last row that a broken download cut off is refused, not read with half its figure', () => {
    const whole = `Date,Time,Symbol,B/S,Qty,Price,Route,Commission
01/05/2026,09:30:00,HARB,B,100,41.50,ARCA,0.35
01/05/2026,09:31:00,HARB,S,100,41.75,ARCA,0.35`;
    expect(read(whole).fills, 'no line break at the end is no harm').toHaveLength(2);
    const cut = read(whole.slice(0, whole.indexOf('41.75') + 4));
    expect(cut.fills).toHaveLength(1);
    expect(cut.diagnostics.invalid).toEqual([
      { row: 3, reason: 'The row is cut off: the download is not complete, take it again' },
    ]);
    const total = read(`${whole}\nTotal,,,,200`);
    expect([total.fills.length, total.diagnostics.invalid]).toEqual([2, []]);
  });

  it('the profit MetaTrader states tells what a lot is worth', () => {
    const got = read(`Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit
2024.01.02 10:00:00,11,EURUSD,buy,0.10,1.09500,0,0,2024.01.02 11:00:00,1.09600,-0.70,0.00,10.00
2024.01.02 12:00:00,12,USDJPY,sell,1.00,145.000,0,0,2024.01.02 13:00:00,144.500,0,0,346.02
`);
    const worth = (at: number) => {
      const [entry, exit] = [got.executions[at], got.executions[at + 1]];
      return Math.abs((exit?.price ?? 0) - (entry?.price ?? 0)) * (entry?.quantity ?? 0) * (entry?.multiplier ?? 0);
    };
    expect([worth(0), worth(2)].map((amount) => amount.toFixed(2))).toEqual(['10.00', '346.02']);
    expect(got.executions[0]?.multiplier).toBe(100_000);
  });

  it('money that came and went stands among the deals of MetaTrader, and their fills are not read twice', () => {
    const got = read(`Trade History Report
Account:,,,1234567 (EUR, Broker-Server, real, Hedge)
Positions
Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit
2024.01.02 10:00:00,11,EURUSD,buy,0.10,1.09500,,,2024.01.02 11:00:00,1.09600,-0.70,0.00,10.00
Orders
Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,Comment
2024.01.02 10:00:00,21,EURUSD,buy,0.10 / 0.10,market,,,2024.01.02 10:00:00,filled,
Deals
Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment
2024.01.01 09:00:00,1,,balance,,,,,0.00,0.00,0.00,1 000.00,1 000.00,Deposit
2024.01.02 10:00:00,2,EURUSD,buy,in,0.10,1.09500,21,-0.70,0.00,0.00,0.00,999.30,
2024.01.02 11:00:00,3,EURUSD,sell,out,0.10,1.09600,22,0.00,0.00,0.00,10.00,1 009.30,
2024.01.03 09:00:00,4,,balance,,,,,0.00,0.00,0.00,- 250.00,759.30,Withdrawal
2024.01.03 09:00:00,5,,credit,,,,,0.00,0.00,0.00,50.00,759.30,Welcome
2024.01.03 12:00:00,6,XAUUSD,buy,in,0.01,2040.00,23,0.00,0.00,0.00,0.00,759.30,
,,,,,,,,-0.70,0.00,0.00,810.00,759.30,
Results
Total Net Profit:,,,9.30
`);
    expect(got.executions).toHaveLength(2);
    expect(got.cash.map(({ date, amount, currency, kind }) => [date, amount, currency, kind])).toEqual([
      ['2024-01-01', 1000, 'EUR', 'deposit'],
      ['2024-01-03', -250, 'EUR', 'withdrawal'],
      ['2024-01-03', 50, 'EUR', 'other'],
    ]);
    const { rows, total_rows } = got.diagnostics;
    expect(rows.left_out.map(({ kind, count }) => [kind, count])).toEqual([
      ['not_a_trade', 1],
      ['repeated', 2],
      ['open_trade', 1],
    ]);
    expect(total_rows).toBe(8);
  });

  it('a total is no row of data', () => {
    const got = read(
      'Date,Time,Symbol,B/S,Qty,Price,Route,Commission\r01/02/2024,09:30:01,AAPL,B,100,185.00,ARCA,0.50\r\rTotal,,,,100,,,0.50\r',
    );
    expect(got.fills).toEqual(['2024-01-02T14:30:01Z BOT 100 AAPL @185 x1 cost 0.5']);
    expect(got.left).toEqual([]);
    expect(got.diagnostics.total_rows).toBe(1);
  });

  it('fills of one second sort by their ids: by the thousandth, then bought before sold', () => {
    const fills = (...rows: string[]) =>
      read(`Date,Symbol,Side,Qty,Price\n${rows.join('\n')}\n`)
        .executions.toSorted((a, b) => (a.exec_id < b.exec_id ? -1 : 1))
        .map(({ action, price }) => `${action} ${price}`);
    for (let price = 100; price < 120; price++)
      expect(fills(`2024-01-02 09:30:01,AAPL,Sell,1,${price + 1}`, `2024-01-02 09:30:01,AAPL,Buy,1,${price}`)).toEqual([
        `BOT ${price}`,
        `SLD ${price + 1}`,
      ]);
    expect(fills('2024-01-02 09:30:01.500,AAPL,Buy,1,100', '2024-01-02 09:30:01.250,AAPL,Sell,1,101')).toEqual([
      'SLD 101',
      'BOT 100',
    ]);
  });
});
