// DEGIRO, eToro, cTrader, Trading 212, Webull outside the United States: currencies, rates and languages. All invented.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';
import { SAMPLES } from '../testing/samples.ts';

describe('DEGIRO', () => {
  it('a purchase in dollars from a euro account: the rate is turned, costs are in the trade’s currency', () => {
    const got = read(SAMPLES['degiro'] ?? '');
    expect(got.executions).toMatchObject([
      {
        time: '2025-03-12T14:41:00Z',
        instrument: 'US4110010018',
        isin: 'US4110010018',
        name: 'HARBOUR TOOLS INC',
        action: 'BOT',
        quantity: 6,
        price: 41.5,
        currency: 'USD',
        fx_currency: 'EUR',
        fx_rate: 0.92165899,
        commission: 2.17,
        stated: { amount: -231.5, currency: 'EUR' },
      },
      { instrument: 'DE0009990017', action: 'SLD', quantity: 12, currency: 'EUR', commission: 3.9 },
    ]);
    expect(got.executions[1]).not.toHaveProperty('fx_rate');
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it.each([
    [
      'Datum,Tijd,Product,ISIN,Beurs,Uitvoeringsplaats,Aantal,Koers,,Lokale waarde,,Waarde,,Wisselkoers,Transactiekosten,,Totaal,,Order ID',
    ],
    [
      'Datum,Uhrzeit,Produkt,ISIN,Referenzbörse,Ausführungsort,Anzahl,Kurs,,Wert in Lokalwährung,,Wert,,Wechselkurs,Transaktionsgebühren,,Gesamt,,Order-ID',
    ],
    [
      "Date,Heure,Produit,Code ISIN,Place boursiè,Lieu d'exécution,Quantité,Cours,,Montant devise locale,,Montant,,Taux de change,Frais de transaction,,Total,,ID Ordre",
    ],
    [
      'Fecha,Hora,Producto,ISIN,Bolsa de,Centro de ejecución,Número,Precio,,Valor local,,Valor,,Tipo de cambio,Costes de transacción,,Total,,ID Orden',
    ],
    [
      'Data,Ora,Prodotto,ISIN,Borsa di riferimento,Borsa,Quantità,Quotazione,,Valore locale,,Valore,,Tasso di cambio,Costi di transazione,,Totale,,ID Ordine',
    ],
    [
      'Datum,Zeit,Produkt,ISIN,Börse,Ausführungsort,Anzahl,Kurs,,Wert in Lokalwährung,,Wert,,Wechselkurs,Gebühr,,Gesamt,,Order-ID',
    ],
    [
      "Date,Heure,Produit,Code ISIN,Place boursiè,Lieu d'exécution,Quantité,Cours,,Montant devise locale,,Montant,,Taux de change,Frais de courtage,,Montant négocié,,ID Ordre",
    ],
    [
      'Data,Hora,Produto,ISIN,Bolsa de,Bolsa,Quantidade,Preços,,Valor local,,Valor,,Taxa de Câmbio,Custos de transação,,Total,,ID da Ordem',
    ],
    [
      'Data,Czas,Produkt,ISIN,Giełda referencyjna,Miejsce wykonania,Liczba,Kurs,,Wartość lokalna,,Wartość,,Kurs wymiany,Opłata transakcyjna,,Razem,,Identyfikator zlecenia',
    ],
  ])('in its language: %s', (heading) => {
    const got = read(
      `${heading}\n05-06-2025,10:15,NORDLICHT ASA,NO0009990014,OSL,XOSL,-20,"118,50",NOK,"2370,00",NOK,"206,09",EUR,"11,5000","-4,90",EUR,"201,19",EUR,x1\n`,
    );
    expect([got.format, got.fills]).toEqual(['degiro', ['2025-06-05T08:15Z SLD 20 NO0009990014 @118.5 x1 cost 56.35']]);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it('the later layout has the currency in the headings, and a fee for changing money; London is in pence', () => {
    const got =
      read(`Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,Transaction and/or third party fees EUR,Total EUR,Order ID,
02-09-2025,09:30,PIER HARBOURS PLC,GB0009990019,LSE,XLON,40,250.0000,GBX,-10000.00,GBX,-115.00,86.9565,-0.29,-2.90,-118.19,,o7
`);
    expect(got.executions).toMatchObject([
      {
        price: 2.5,
        currency: 'GBP',
        fx_currency: 'EUR',
        fx_rate: 1.15000029,
        order_id: 'o7',
        stated: { amount: -118.19 },
      },
    ]);
    // 3.19 EUR at 1.15.
    expect(got.executions[0]?.commission).toBeCloseTo(2.7739, 3);
    expect(got.diagnostics.warnings).toEqual([]);
  });

  it.each([
    ['Datum,Uhrze,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID', 'Verkauf 20 zu je 118,5 EUR'],
    [
      'Data,Ora,Data Valuta,Prodotto,ISIN,Descrizione,Borsa,Variazioni,,Saldo,,ID Ordine',
      'Vendita 20 NORDLICHT@118,5 EUR',
    ],
    [
      'Data,Hora,Data Valor,Produto,ISIN,Descrição,T.,Mudança,,Saldo,,ID da Ordem',
      'Venda 20 NORDLICHT@118,5 EUR (NO0009990014)',
    ],
    [
      'Data,Czas,Data,Produkt,ISIN,Opis,Kurs,Zmiana,,Saldo,,Identyfikator zlecenia',
      'Sprzedaż 20 NORDLICHT@118,5 EUR (NO0009990014)',
    ],
  ])('the account under the heading %s', (heading, text) => {
    const got = read(
      `${heading}\n05-06-2025,10:15,05-06-2025,NORDLICHT,NO0009990014,"${text}",,EUR,"2370,00",EUR,"2370,00",x1\n`,
    );
    expect([got.format, got.fills]).toEqual(['degiro', ['2025-06-05T08:15Z SLD 20 NO0009990014 @118.5 x1 cost 0']]);
  });

  it('the account: a trade takes the costs of its order, the rest is cash', () => {
    const got = read(`Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id
20-05-2025,12:00,19-05-2025,HARBOUR TOOLS INC,US4110010018,Dividend Tax,,USD,-0.90,USD,5.10,
20-05-2025,12:00,19-05-2025,HARBOUR TOOLS INC,US4110010018,Dividend,,USD,6.00,USD,6.00,
12-05-2025,10:00,12-05-2025,,,Degiro Cash Sweep Transfer,,EUR,-200.00,EUR,300.00,
12-05-2025,09:00,12-05-2025,,,flatex Interest Income,,EUR,0.35,EUR,500.00,
11-05-2025,15:42,11-05-2025,HARBOUR TOOLS INC,US4110010018,STOCK SPLIT: Buy 12 HARBOUR TOOLS INC@20 USD (US4110010018),,USD,-240.00,USD,0.00,
11-05-2025,15:42,11-05-2025,HARBOUR TOOLS INC,US4110010018,STOCK SPLIT: Sell 6 HARBOUR TOOLS INC@40 USD (US4110010018),,USD,240.00,USD,240.00,
10-05-2025,15:42,10-05-2025,HARBOUR TOOLS INC,US4110010018,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,498.00,ord-1
10-05-2025,15:41,10-05-2025,HARBOUR TOOLS INC,US4110010018,Buy 4 HARBOUR TOOLS INC@41 USD (US4110010018),,USD,-164.00,USD,-246.00,ord-1
10-05-2025,15:41,10-05-2025,HARBOUR TOOLS INC,US4110010018,Buy 2 HARBOUR TOOLS INC@41 USD (US4110010018),,USD,-82.00,USD,-82.00,ord-1
10-05-2025,09:00,10-05-2025,,,Withdrawal,,EUR,-50.00,EUR,500.00,
`);
    expect(got.fills).toEqual([
      '2025-05-10T13:41Z BOT 4 US4110010018 @41 x1 cost 0',
      '2025-05-10T13:41Z BOT 2 US4110010018 @41 x1 cost 0',
    ]);
    // Two euros for a trade in dollars, and no rate in the row: they stand apart.
    expect(got.money).toEqual([
      '2025-05-20 tax -0.9 USD US4110010018',
      '2025-05-20 dividend 6 USD US4110010018',
      '2025-05-12 interest 0.35 EUR',
      '2025-05-10 withdrawal -50 EUR',
      '2025-05-10 fee -2 EUR US4110010018',
    ]);
    expect(got.events).toMatchObject([{ kind: 'split', new_shares: 12, old_shares: 6 }]);
    expect(got.left).toEqual(['4: Moved between the accounts of the broker']);
    expect(got.diagnostics.total_rows).toBe(10);
  });

  it('what is too long for a line continues in the next: the trade is whole, and the line is no row of its own', () => {
    const got = read(`Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre
18-03-2025,09:23,18-03-2025,NORDLICHT ALL-WORLD,NO0009990014,Achat 10 Nordlicht All-World UCITS ETF USD,,CHF,"-1105,00",CHF,"5000,00",0f5e1c2a-0000-4000-
,,,UCITS ETF,,"Dis@110,5 CHF (NO0009990014)",,,,,,8000-000000000001
17-03-2025,10:36,17-03-2025,LINDEN,DE0009990017,"Achat 10 Linden@100,2 CHF",,CHF,"-1002,00",CHF,"6105,00",o2
,,,,,(DE0009990017),,,,,,
`);
    expect(got.executions).toMatchObject([
      {
        quantity: 10,
        price: 110.5,
        currency: 'CHF',
        name: 'NORDLICHT ALL-WORLD UCITS ETF',
        order_id: '0f5e1c2a-0000-4000-8000-000000000001',
      },
      { quantity: 10, price: 100.2 },
    ]);
    expect([got.diagnostics.total_rows, got.money, got.left]).toEqual([2, [], []]);
  });

  it('thousands parted by a blank are distinguished from a name that begins with digits by what was paid', () => {
    const got = read(`Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre
18-03-2025,09:23,18-03-2025,LINDEN,DE0009990017,"Achat 1 200 Linden@1 010,5 EUR (DE0009990017)",,EUR,"-1 212 600,00",EUR,"5000,00",o1
17-03-2025,09:23,17-03-2025,100 LINDEN,DE0009990017,"Vente 4 100 Linden@20,5 EUR (DE0009990017)",,EUR,"82,00",EUR,"5000,00",o2
`);
    expect(got.executions).toMatchObject([
      { action: 'BOT', quantity: 1200, price: 1010.5 },
      { action: 'SLD', quantity: 4, price: 20.5 },
    ]);
  });

  it.each([
    ['Operation de change - Debit', 'other'],
    ['Opération de change - Crédit', 'other'],
    ['Ingreso Cambio de Divisa', 'other'],
    ['Retirada Cambio de Divisa', 'other'],
    ['Währungswechsel (Ausbuchung)', 'other'],
    ['Levantamento de divisa', 'other'],
    ['Crédito de divisa', 'other'],
    ['Impôts sur dividende', 'tax'],
    ['Impots sur dividende', 'tax'],
    ['Imposto sobre dividendo', 'tax'],
    ['Podatek Dywidendowy', 'tax'],
    ['Dywidenda', 'dividend'],
    ['Juros', 'interest'],
    ['Odsetki', 'interest'],
    ['Intérêts débiteurs', 'interest'],
    ['Custo de Conectividade DEGIRO 2025', 'fee'],
    ['Opłata za połączenie z giełdą 2025', 'fee'],
    ['Frais de connexion aux places boursieres 2025', 'fee'],
    ['Depozyt', 'deposit'],
    ['Versement de fonds', 'deposit'],
    ['Wypłata', 'withdrawal'],
    ['Levantamento', 'withdrawal'],
  ])('in the account "%s" is %s', (text, kind) => {
    const got = read(
      `Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n10-05-2025,15:42,10-05-2025,,,${text},,EUR,"5,50",EUR,"1,00",\n`,
    );
    expect(got.cash).toMatchObject([{ kind, amount: 5.5, currency: 'EUR' }]);
  });

  it('what is moved to the bank account of the depot is inside, with or without an amount of its own', () => {
    const got = read(`Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre
01-02-2025,12:21,01-02-2025,,,"Virement depuis votre Compte Espèces à la flatexDEGIRO Bank: 213,25 EUR",,,,EUR,"12467,74",
01-02-2025,12:20,01-02-2025,,,Degiro Cash Sweep Transfer,,EUR,"213,25",EUR,"12467,74",
`);
    expect(got.diagnostics.rows.left_out).toMatchObject([{ kind: 'inside', count: 2 }]);
  });

  it.each([
    ['Koop 3 @ 20,50 EUR', 'BOT'],
    ['Verkoop 3 @ 20,50 EUR', 'SLD'],
    ['Kauf 3 zu je 20,50 EUR (DE0009990017)', 'BOT'],
    ['Achat 3 Linden@20,50 EUR (DE0009990017)', 'BOT'],
    ['Vente 3 Linden@20,50 EUR (DE0009990017)', 'SLD'],
    ['Compra 3 Linden@20,50 EUR (DE0009990017)', 'BOT'],
    ['Venta 3 Linden@20,50 EUR (DE0009990017)', 'SLD'],
    ['Acquisto 3 Linden@20,50 EUR (DE0009990017)', 'BOT'],
    ['Vendita 3 Linden@20,50 EUR (DE0009990017)', 'SLD'],
    ['Venda 3 Linden@20,50 EUR (DE0009990017)', 'SLD'],
    ['Kupno 3 11 Linden SA@20,50 EUR (DE0009990017)', 'BOT'],
    ['Sprzedaż 3 Linden@20,50 EUR (DE0009990017)', 'SLD'],
  ])('the account knows "%s"', (text, action) => {
    const got = read(
      `Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id\n10-05-2025,15:42,10-05-2025,LINDEN,DE0009990017,"${text}",,EUR,"-61,50",EUR,"1,00",o\n`,
    );
    expect(got.executions).toMatchObject([{ action, quantity: 3, price: 20.5, currency: 'EUR' }]);
  });
});

describe('eToro', () => {
  it('before 2023 the activity has no units: what the closed positions tell is whole, the rest asks for them', () => {
    const got = read(`Closed Positions
Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread,Profit,Open Rate,Close Rate,Type,Is Real
901,Buy Acme (ACME),500,5,02.03.2021 15:00,05.03.2021 16:30,1,0,25,100,105,Real,Yes

Transactions Report
Date,Account Balance,Type,Details,Position ID,Amount,Realized Equity Change,Realized Equity,NWA
01.03.2021 09:00,1000,Deposit,500.00 EUR PayPal,,1000,0,1000,0
02.03.2021 15:00,500,Open Position,ACME/USD,901,500,0,1000,0
05.03.2021 16:30,1025,Profit/Loss of Trade,ACME/USD,901,25,25,1025,0
06.03.2021 16:30,825,Open Position,BETA/USD,902,200,0,1025,0
`);
    expect(got.fills).toEqual([
      '2021-03-02T15:00Z BOT 5 ACME @100 x1 cost 0',
      '2021-03-05T16:30Z SLD 5 ACME @105 x1 cost 0',
    ]);
    expect(got.money).toEqual(['2021-03-01 deposit 1000 USD']);
    expect(got.diagnostics.rows).toMatchObject({ unreadable: 1, left_out: [{ kind: 'repeated', count: 2 }] });
  });

  it('a closed position counts once, though the activity repeats it; the broker’s result is stored', () => {
    const got = read(SAMPLES['etoro'] ?? '');
    expect(got.fills).toEqual([
      '2025-02-03T15:31Z BOT 10 HARBOUR @41.5 x1 cost 0',
      '2025-02-21T16:00Z SLD 10 HARBOUR @44 x1 cost 0',
    ]);
    expect(got.executions[1]).toMatchObject({ isin: 'US4110010018', stated: { realized_pnl: 25 } });
    expect(got.money).toEqual(['2025-02-01 deposit 1000 USD']);
    expect(got.left).toEqual(['8: The closed position is imported as a whole']);
  });

  it('activity of a share in another currency: amounts are dollars, and a cost leaves whatever its sign', () => {
    const got =
      read(`Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
03/02/2025 15:31:00,Open Position,HARB.L/GBX,250.00,80,0.00,0.00,500.00,9,Stocks,0.00
04/02/2025 21:00:00,SDRT,HARB.L/GBX,-1.36,-,0.00,0.00,498.64,9,Stocks,0.00
05/02/2025 21:00:00,Withdrawal fee,,5.00,-,-,0.00,493.64,-,,0.00
`);
    expect(got.executions.map(({ quantity, price, currency }) => [quantity, price, currency])).toEqual([
      [80, 3.125, 'USD'],
    ]);
    expect(got.money).toEqual(['2025-02-04 fee -1.36 USD HARB.L', '2025-02-05 fee -5 USD']);
  });

  it('activity alone: opened, closed in parts, dividends, costs and withdrawals; dividends with the tax taken off', () => {
    const got =
      read(`Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
03/02/2025 15:31:00,Open Position,BTC/USD,500.00,0.005,0.00,0.00,500.00,9,Crypto,0.00
04/02/2025 21:00:00,Overnight fee,BTC/USD,0.40,-,-0.40,0.00,499.60,9,Crypto,0.00
05/02/2025 10:00:00,Position closed,BTC/USD,220.00,0.002,20.00,0.00,719.60,9,Crypto,0.00
06/02/2025 10:00:00,Withdraw Request,,100.00,-,0.00,0.00,619.60,-,,0.00
07/02/2025 10:00:00,Start Copy,TraderX,200.00,-,0.00,0.00,419.60,-,,0.00

Dividends
Date of Payment,Instrument Name,Net Dividend Received (USD),Withholding Tax Rate (%),Withholding Tax Amount (USD),Position ID,Type,ISIN
08/02/2025,HARBOUR,8.50,15 %,1.50,501,Stocks,US4110010018
`);
    expect(got.fills).toEqual([
      '2025-02-03T15:31Z BOT 0.005 BTC @100000 x1 cost 0',
      '2025-02-05T10:00Z SLD 0.002 BTC @110000 x1 cost 0',
    ]);
    expect(got.executions.map(({ asset_class }) => asset_class)).toEqual(['CRYPTO', 'CRYPTO']);
    expect(got.money).toEqual([
      '2025-02-04 fee -0.4 USD BTC',
      '2025-02-06 withdrawal -100 USD',
      '2025-02-08 dividend 8.5 USD HARBOUR',
    ]);
    expect(got.cash.at(-1)).toMatchObject({ withheld: { amount: 1.5, currency: 'USD' }, isin: 'US4110010018' });
    expect(got.left).toEqual(['6: Start Copy: moved inside eToro']);
  });
});

describe('cTrader', () => {
  it('lots are units, the heading’s zone is the times’, commission and swap are costs, the result is stored', () => {
    const got = read(SAMPLES['ctrader'] ?? '');
    expect(got.fills).toEqual([
      '2025-05-13T07:00Z SLD 30000 GBPUSD @1.255 x1 cost 2.55',
      '2025-05-14T08:00Z BOT 30000 GBPUSD @1.251 x1 cost 0',
    ]);
    expect(got.executions[1]).toMatchObject({
      asset_class: 'FOREX',
      currency: 'USD',
      stated: { realized_pnl: 117.45 },
    });
  });

  it('a result in another currency than the price gives the rate, and the costs are turned with it', () => {
    const got =
      read(`ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Quantity,Gross USD,Commission,Swap,Net USD
P1,USDJPY,Buy,13/05/2025 10:00:00.000,14/05/2025 11:00:00.000,150.000,151.000,1.00 Lots,662.25,-6.00,0.00,656.25
`);
    expect(got.executions[0]).toMatchObject({
      quantity: 100_000,
      currency: 'JPY',
      fx_currency: 'USD',
      fx_rate: 0.0066225,
    });
    expect(got.executions[0]?.commission).toBeCloseTo(906.0, 1);
  });
});

describe('Trading 212', () => {
  it('one currency for another is money that left and money that came, each in its own', () => {
    const got =
      read(`Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Currency conversion from amount,Currency (Currency conversion from amount),Currency conversion to amount,Currency (Currency conversion to amount),Currency conversion fee,Currency (Currency conversion fee)
Currency conversion,2025-02-02 03:00:00,,,,,C1,,,,,,,100.00,EUR,103.50,USD,0.15,EUR
`);
    expect([got.money, got.left]).toEqual([['2025-02-02 other -100 EUR', '2025-02-02 other 103.5 USD'], []]);
    expect(got.cash.map(({ id }) => id)).toEqual(['C1:from', 'C1:to']);
  });

  it('costs of two currencies are never added as they stand; a dividend is in its own', () => {
    const got =
      read(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Stamp duty reserve tax,Currency (Stamp duty reserve tax),Currency conversion fee,Currency (Currency conversion fee),ID
Market buy,2025-01-08 09:00:00,GB0009990019,PIER,Pier,40,250,GBX,86.9565,,,119.38,EUR,,,0.50,GBP,3.80,EUR,t1
Dividend (Dividend),2025-02-08 09:00:00,GB0009990019,PIER,Pier,40,0.05,GBP,Not available,,,2.10,EUR,0.20,GBP,,,,,
Lending interest,2025-02-09 09:00:00,,,,,,,,,,0.04,EUR,,,,,,,t3
Card debit,2025-02-10 09:00:00,,,,,,,,,,-12.00,EUR,,,,,,,t4
Currency conversion,2025-02-11 09:00:00,,,,,,,,,,-5.00,EUR,,,,,,,t5
`);
    expect(got.executions).toMatchObject([{ price: 2.5, currency: 'GBP', fx_currency: 'EUR' }]);
    // 0.50 GBP, and 3.80 EUR at 1.15.
    expect(got.executions[0]?.commission).toBeCloseTo(3.8043, 3);
    expect(got.diagnostics.warnings).toEqual([]);
    expect(got.money).toEqual([
      '2025-02-08 dividend 2.1 EUR PIER',
      '2025-02-09 interest 0.04 EUR',
      '2025-02-10 withdrawal -12 EUR',
      '2025-02-11 other -5 EUR',
    ]);
    expect(got.cash[0]).toMatchObject({ withheld: { amount: 0.2, currency: 'GBP' } });
  });

  it('before 2022 the currency stood in the headings: pounds are pounds', () => {
    const got =
      read(`Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),Withholding tax,Currency (Withholding tax),Charge amount (GBP),Transaction fee (GBP),Notes,ID
Deposit,2020-05-01 09:00:00,,,,,,,,,300.00,,,300.00,,bank,d1
Dividend (Ordinary),2020-06-01 09:00:00,US4110010018,HARB,Harbour,4,0.50,USD,Not available,,1.36,0.30,USD,,,,
Market sell,2020-07-01 14:00:00,US4110010018,HARB,Harbour,4,50,USD,1.25,10.00,159.90,,,,0.10,,s1
`);
    expect(got.money).toEqual(['2020-05-01 deposit 300 GBP', '2020-06-01 dividend 1.36 GBP HARB']);
    expect(got.executions).toMatchObject([
      {
        commission: 0.125,
        currency: 'USD',
        fx_rate: 0.8,
        fx_currency: 'GBP',
        stated: { amount: 159.9, realized_pnl: 10 },
      },
    ]);
  });
});

it('Webull outside the United States: symbol and name in one cell, costs in two, the day first', () => {
  const got =
    read(`Symbol & Name,Trade Date,Settlement Date,Buy/Sell,Quantity,Traded Price,Gross Amount,Comm/Fee/Tax,VAT,Net Amount
HARB HARBOUR TOOLS INC,03/04/2025,04/04/2025,SELL,2.5,40.00,100.00,-0.30,-0.02,99.68
`);
  expect(got.executions).toMatchObject([
    { instrument: 'HARB', settlement_date: '2025-04-04', commission: 0.32, stated: { amount: 99.68 } },
  ]);
  expect(got.executions[0]?.time.slice(0, 10)).toBe('2025-04-03');
});
