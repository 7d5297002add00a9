// A broker changes its headings and words over the years, and each language has its own. All rows are invented.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';

const eventsOf = (got: ReturnType<typeof read>) =>
  got.events.map((event) =>
    [event.kind, event.instrument, 'new_instrument' in event ? event.new_instrument : event.time.slice(0, 10)].join(
      ' ',
    ),
  );

describe('DEGIRO', () => {
  it.each([
    [
      'a heading that is cut off',
      `Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third,,Total,,Order ID
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,41.5000,USD,-249.00,USD,-229.49,EUR,1.0850,-2.00,EUR,-231.49,EUR,o1`,
    ],
    [
      'Spanish, cut off as well, with commas',
      `Fecha,Hora,Producto,ISIN,Bolsa de,Centro de,Número,Precio,,Valor local,,Valor,,Tipo de,Costes de transacción,,Total,,ID Orden
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,"41,5000",USD,"-249,00",USD,"-229,49",EUR,"1,0850","-2,00",EUR,"-231,49",EUR,o1`,
    ],
    [
      'Italian',
      `Data,Ora,Prodotto,ISIN,Borsa di riferimento,Borsa di,Quantità,Quotazione,,Valore locale,,Valore,,Tasso di cambio,Costi di transazione,,Totale,,ID Ordine
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,"41,5000",USD,"-249,00",USD,"-229,49",EUR,"1,0850","-2,00",EUR,"-231,49",EUR,o1`,
    ],
  ])('transactions: %s', (_, text) => {
    const got = read(text);
    expect([got.format, got.fills]).toEqual(['degiro', ['2025-03-12T14:41Z BOT 6 US4110010018 @41.5 x1 cost 2.17']]);
    expect(got.executions).toMatchObject([{ fx_currency: 'EUR', fx_rate: 0.92165899 }]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('transactions without a rate: the two values tell it', () => {
    const got =
      read(`Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Transaction costs,,Total,,Order ID
12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,40.0000,USD,-240.00,USD,-200.00,EUR,-2.00,EUR,-202.00,EUR,o1
`);
    expect(got.executions).toMatchObject([{ currency: 'USD', fx_currency: 'EUR', commission: 2.4 }]);
    expect(got.money).toEqual([]);
  });

  it('the account: money moved inside the broker, funds that hold it, and shares under another ISIN are no trades', () => {
    const got = read(`Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
20-05-2025,12:00,19-05-2025,,,Transfer to your Cash Account at flatexDEGIRO Bank: 200 EUR,,EUR,-200.00,EUR,5.10,
19-05-2025,12:00,19-05-2025,CASH FUND,LU0009990011,Money Market fund conversion: Sell 0.5@9900 EUR,,EUR,4950,EUR,5.10,
19-05-2025,12:00,19-05-2025,CASH FUND,LU0009990011,Money Market fund price change (EUR),,EUR,-0.01,EUR,5.10,
18-05-2025,12:00,18-05-2025,HARBOUR FUND,US4110010018,Fund Distribution,,USD,6.00,USD,6.00,
17-05-2025,12:00,17-05-2025,HARBOUR,US4110010018,ISIN CHANGE: Sell 6 HARBOUR TOOLS INC@40 USD (US4110010018),,USD,240.00,USD,240.00,
17-05-2025,12:00,17-05-2025,HARBOUR NEW,US4110010026,ISIN CHANGE: Buy 6 HARBOUR TOOLS NEW@40 USD (US4110010026),,USD,-240.00,USD,0.00,
`);
    expect(got.fills).toEqual([]);
    expect(eventsOf(got)).toEqual(['symbol_change US4110010018 US4110010026']);
    expect(got.money).toEqual(['2025-05-19 other -0.01 EUR LU0009990011', '2025-05-18 dividend 6 USD US4110010018']);
    expect(got.left).toEqual([
      '2: Moved between the accounts of the broker',
      '3: Moved between the accounts of the broker',
    ]);
  });

  it('the account: what the money for a trade was changed at turns its costs', () => {
    const got = read(`Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,Valuta Creditering,"1,0850",USD,"249,00",USD,"0,00",o1
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,Valuta Debitering,,EUR,"-229,49",EUR,"363,11",o1
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-2,00",EUR,"592,60",o1
12-03-2025,15:41,12-03-2025,HARBOUR TOOLS INC,US4110010018,"Koop 6 @ 41,5 USD",,USD,"-249,00",USD,"-249,00",o1
`);
    expect(got.executions).toMatchObject([{ commission: 2.17, fx_currency: 'EUR', fx_rate: 0.92165899 }]);
    expect(got.money).toEqual(['2025-03-12 other 249 USD US4110010018', '2025-03-12 other -229.49 EUR US4110010018']);
  });
});

describe('eToro', () => {
  it('since 2023 a column tells long or short, and units may be contracts', () => {
    const got =
      read(`Position ID,Action,Long / Short,Amount,Units / Contracts,Open Date,Close Date,Leverage,Spread Fees (USD),Market Spread (USD),Profit(USD),Profit(EUR),FX rate at open (USD),FX rate at close (USD),Open Rate,Close Rate,Take profit rate,Stop loss rate,Overnight Fees and Dividends,Copied From,Type,ISIN,Notes
501,Harbour Tools (HARB),Long,415.00,10,03/02/2025 15:31:00,21/02/2025 16:00:00,1,0.00,0,25.00,23.10,1,1,41.50,44.00,0,0,0,-,Stocks,US4110010018,
502,Sell Mill Lane (MILL),Short,200.00,10,04/02/2025 15:31:00,20/02/2025 16:00:00,1,0.00,0,10.00,9.20,1,1,20.00,19.00,0,0,0,-,CFD,,
`);
    expect([got.format, got.fills]).toEqual([
      'etoro',
      [
        '2025-02-03T15:31Z BOT 10 HARB @41.5 x1 cost 0',
        '2025-02-21T16:00Z SLD 10 HARB @44 x1 cost 0',
        '2025-02-04T15:31Z SLD 10 MILL @20 x1 cost 0',
        '2025-02-20T16:00Z BOT 10 MILL @19 x1 cost 0',
      ],
    ]);
  });

  it('its activity counts contracts as well', () => {
    const got =
      read(`Date,Type,Details,Amount,Units / Contracts,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
03/02/2025 15:31:00,Open Position,HARB/USD,415.00,10.000000,0.00,1000.00,585.00,501,Stocks,0.00
`);
    expect([got.format, got.fills]).toEqual(['etoro', ['2025-02-03T15:31Z BOT 10 HARB @41.5 x1 cost 0']]);
  });
});

describe('cTrader', () => {
  const head =
    'Symbol,Opening direction,Opening time (UTC+1),Closing time (UTC+1),Entry price,Closing price,Closing quantity';
  const position = 'EURUSD,Buy,15/05/2025 09:00:00.000,15/05/2025 17:30:00.000,1.08100,1.08250,0.10 Lots';

  it.each([
    ['gross and net', `${head},Gross USD,Net USD\n${position},15.00,14.30\n`],
    ['gross, swap and net', `${head},Gross USD,Swap,Net USD\n${position},15.00,-0.10,14.30\n`],
  ])('without a commission the costs are what lies between: %s', (_, text) => {
    expect(read(text).fills).toEqual([
      '2025-05-15T08:00Z BOT 10000 EURUSD @1.081 x1 cost 0.7',
      '2025-05-15T16:30Z SLD 10000 EURUSD @1.0825 x1 cost 0',
    ]);
  });

  it('a position has the same ids in exports of any zone', () => {
    const ids = (zone: string, opened: string, closed: string) =>
      read(
        `ID,Symbol,Opening Direction,Opening Time (${zone}),Closing Time (${zone}),Entry Price,Closing Price,Closing Quantity,Gross USD,Net USD\nP1,EURUSD,Buy,15/05/2025 ${opened},${closed},1.081,1.0825,0.10 Lots,15.00,15.00\n`,
      ).executions.map(({ exec_id, time }) => [exec_id, time]);
    const plain = ids('UTC+0', '20:00:00.000', '15/05/2025 22:30:00.000');
    expect(ids('UTC+3', '23:00:00.000', '16/05/2025 01:30:00.000')).toEqual(plain);
    expect(plain[1]?.[0]).toBe('P1-15052025223000000-out');
  });
});

describe('Trading 212', () => {
  it('an export of money only', () => {
    const got = read(`Action,Time,Notes,ID,Total,Currency (Total)
Deposit,2024-01-02 09:00:00.123,Bank,d1,500.00,EUR
Interest on cash,2024-01-03 09:00:00.123,Interest,i1,0.03,EUR
Market buy,2024-01-04 09:00:00.123,,b1,20.00,EUR
`);
    expect([got.format, got.money]).toEqual([
      'trading212',
      ['2024-01-02 deposit 500 EUR', '2024-01-03 interest 0.03 EUR'],
    ]);
    expect(got.left).toEqual(['4: The file has no column for the number of shares: export it with orders']);
  });

  it('without a rate, it follows from quantity × price and the total', () => {
    const got =
      read(`Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Currency conversion fee,Currency (Currency conversion fee)
Market buy,2024-01-02 14:31:00.123,US4110010018,HARB,Harbour,o1,2,60.00,USD,Not available,100.20,EUR,0.20,EUR
Market sell,2024-01-03 14:31:00.123,US4110010018,HARB,Harbour,o2,2,66.00,USD,Not available,109.80,EUR,0.20,EUR
`);
    expect(got.executions).toMatchObject([
      { fx_rate: 0.83333333, commission: 0.24 },
      { fx_rate: 0.83333333, commission: 0.24 },
    ]);
    expect(got.diagnostics.warnings).toEqual([]);
  });
});

describe('Coinbase', () => {
  it('until 2019: one amount with the fee in it, and cards that pay', () => {
    const got =
      read(`Timestamp,Transaction Type,Asset,Quantity Transacted,EUR Spot Price at Transaction,EUR Amount Transacted (Inclusive of Coinbase Fees),Address,Notes
2019-02-11T10:00:00Z,Buy,BTC,0.01,8000.00,81.20,,Bought 0.01 BTC for €81.20 EUR
2019-02-12T10:00:00Z,CardSpend,BTC,0.002,8000.00,,,Spent
`);
    expect(got.fills).toEqual(['2019-02-11T10:00Z BOT 0.01 BTC @8000 x1 cost 1.2']);
    expect(eventsOf(got)).toEqual(['transfer BTC 2019-02-12']);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('a coin that continues under another name', () => {
    const got =
      read(`ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
a1,2024-10-01 10:00:00 UTC,Asset Migration,OLDC,-5,EUR,€1.00,-€5.00,-€5.00,€0.00,
a2,2024-10-01 10:00:00 UTC,Asset Migration,NEWC,5,EUR,€1.00,€5.00,€5.00,€0.00,
`);
    expect(eventsOf(got)).toEqual(['symbol_change OLDC NEWC']);
  });
});

describe('Binance', () => {
  it('since 2025 the time has a year of two digits, and a column without UTC in its name', () => {
    const got = read(`"User ID","Time","Account","Operation","Coin","Change","Remark"
"77","25-05-06 07:08:09","Spot","Transaction Buy","SOL","2",""
"77","25-05-06 07:08:09","Spot","Transaction Spend","EUR","-300",""
"77","25-05-07 07:08:09","Spot","Token Swap - Redenomination/Rebranding","OLDC","-3",""
"77","25-05-07 07:08:09","Spot","Token Swap - Redenomination/Rebranding","NEWC","30",""
`);
    expect([got.format, got.fills]).toEqual([
      'binance',
      [
        '2025-05-06T07:08:09Z BOT 2 SOL @150 x1 cost 0',
        '2025-05-07T07:08:09Z SLD 3 OLDC @1 x1 cost 0',
        '2025-05-07T07:08:09Z BOT 30 NEWC @0.1 x1 cost 0',
      ],
    ]);
  });

  it.each([
    ['Date(UTC)', '25-05-06 07:08:09'],
    ['Date(UTC)', '2025-05-06 07:08:09'],
    ['Date(UTC+8)', '2025-05-06 15:08:09'],
  ])('a trade under %s at %s', (heading, time) => {
    const got = read(`"${heading}","Pair","Side","Price","Executed","Amount","Fee"
"${time}","SOLEUR","BUY","1,150.00","2.0000000000SOL","2,300.00000000EUR","0.0000000000BNB"
`);
    expect(got.fills).toEqual(['2025-05-06T07:08:09Z BOT 2 SOL @1150 x1 cost 0']);
  });
});

it('Kraken: a bonus is income, whatever it is for', () => {
  const got = read(`"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"
"L5","R3","2025-02-04 09:00:00","invite bonus","","currency","XBT","spot / main",0.0001,0,0.0001
`);
  expect(eventsOf(got)).toEqual(['reward BTC 2025-02-04']);
});
