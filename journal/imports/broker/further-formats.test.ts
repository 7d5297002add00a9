// Formats that came with the statements of people who asked for them: each row of their samples as it is understood.
import { expect, it } from 'vitest';
import { parseBrokerFile } from '../index.ts';
import { bytesOf } from '../testing/cases.ts';
import { read } from '../testing/read.ts';
import { SAMPLES } from '../testing/samples.ts';
import { workbookOf } from '../testing/xlsx.ts';

function readSample(name: string) {
  const { fills, money, events, left, format } = read(SAMPLES[name] ?? '');
  return {
    format,
    fills,
    money,
    left,
    events: events.map((event) => `${event.kind} ${event.instrument} ${'quantity' in event ? event.quantity : ''}`),
  };
}

it('Bitstamp: trades by their type, deposits, and a withdrawal with its fee in the coin', () => {
  expect(readSample('bitstamp')).toEqual({
    format: 'bitstamp',
    fills: [
      '2025-02-03T08:15Z BOT 0.5 ETH @2600 x1 cost 3.38',
      '2025-02-04T08:15Z SLD 0.5 ETH @2700 x1 cost 3.5',
      '2025-02-05T08:00Z SLD 0.0005 BTC @1 x1 cost 0',
    ],
    money: ['2025-02-01 deposit 1500 USD', '2025-02-05 fee -0.0005 BTC'],
    events: ['transfer BTC -0.1'],
    left: [],
  });
});

it('Gemini: what came and went of each coin is a trade; its fee, a withdrawal, interest; the last row sums up', () => {
  expect(readSample('gemini')).toEqual({
    format: 'gemini',
    fills: [
      '2025-02-03T08:15:00.125Z BOT 0.5 ETH @2600 x1 cost 3.25',
      '2025-02-04T08:15:00.250Z SLD 0.25 ETH @2700 x1 cost 2.36',
      '2025-02-05T08:15Z SLD 0.1 ETH @1 x1 cost 0',
      '2025-02-05T08:15Z BOT 0.003 BTC @33.33333333 x1 cost 0.00033333',
      '2025-02-05T08:15Z SLD 0.00001 BTC @33.33333333 x1 cost 0',
      '2025-02-06T09:00Z SLD 0.0001 BTC @1 x1 cost 0',
    ],
    money: ['2025-02-01 deposit 1500 USD', '2025-02-06 fee -0.0001 BTC'],
    events: ['transfer BTC -0.002', 'reward ETH 0.0004'],
    left: [],
  });
  const { executions, diagnostics } = read(SAMPLES['gemini'] ?? '');
  expect(executions[0]).toMatchObject({ exec_id: '701', order_id: '801', currency: 'USD', stated: { amount: 1300 } });
  expect(diagnostics.total_rows).toBe(6);
});

it('Gemini as a workbook: day and time stand in both cells, and figures are numbers', () => {
  const day = new Date('2025-02-03T08:15:00Z');
  const head =
    'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),EUR Amount EUR,Fee (EUR) EUR,EUR Balance EUR,1INCH Amount 1INCH,Fee (1INCH) 1INCH,1INCH Balance 1INCH,Trade ID,Order ID';
  const { executions } = parseBrokerFile(
    workbookOf([
      {
        name: 'Account History',
        rows: [
          head.split(','),
          [day, day, 'Buy', '1INCHEUR', 'Limit', 'Maker', 25, -40, -0.1, 0, 100, null, 100, 9001, 9002],
        ],
      },
    ]),
  );
  expect(executions).toMatchObject([
    { time: '2025-02-03T08:15:00Z', instrument: '1INCH', action: 'BOT', quantity: 100, price: 0.4, currency: 'EUR' },
  ]);
  expect(executions[0]?.commission).toBe(0.1);
});

it('Bybit: a fee in the coin that was bought disposes of it; a time may stand before its day', () => {
  const got = readSample('bybit');
  expect(got.fills).toEqual([
    '2025-02-03T08:15Z SLD 1300 USDT @1 x1 cost 0',
    '2025-02-03T08:15Z BOT 0.5 ETH @2600 x1 cost 1.3',
    '2025-02-03T08:15Z SLD 0.0005 ETH @2600 x1 cost 0',
    '2025-02-04T08:16Z SLD 0.25 ETH @2700 x1 cost 0',
    '2025-02-04T08:16Z BOT 675 USDT @1 x1 cost 0.675',
    '2025-02-04T08:16Z SLD 0.675 USDT @1 x1 cost 0',
  ]);
  expect(got.left).toEqual([]);
});

it('Crypto.com: by the kind of each row, and an unknown kind is for the person', () => {
  expect(readSample('cryptocom')).toEqual({
    format: 'cryptocom',
    fills: [
      '2025-02-01T08:00Z BOT 0.1 ETH @2600 x1 cost 0',
      '2025-02-02T08:00Z BOT 1000 CRO @0.08 x1 cost 0',
      '2025-02-03T08:00Z SLD 0.05 ETH @2600 x1 cost 0',
      '2025-02-03T08:00Z BOT 1600 CRO @0.08125 x1 cost 0',
    ],
    money: [],
    events: ['reward CRO 2', 'transfer ETH -0.02'],
    left: ['7: crypto_earn_program_created: moved inside Crypto.com'],
  });
});

it('Crypto.com: an unknown kind names an amount, and is for the person', () => {
  const [head = ''] = (SAMPLES['cryptocom'] ?? '').split('\n');
  const got = read(`${head}\n2025-02-07 08:00:00,Something,CRO,5,,,EUR,0.40,0.43,mystery_kind,\n`);
  expect(got.left).toEqual(['2: "mystery_kind" is not a known kind: record it by hand']);
});

it('KuCoin: times in the zone of their heading', () => {
  expect(readSample('kucoin').fills.map((fill) => fill.slice(0, 24))).toEqual([
    '2025-02-03T08:15Z SLD 13',
    '2025-02-03T08:15Z SLD 1.',
    '2025-02-03T08:15Z BOT 0.',
    '2025-02-04T08:15Z SLD 0.',
    '2025-02-04T08:15Z BOT 67',
    '2025-02-04T08:15Z SLD 0.',
  ]);
});

it('Merrill: blanks before commas, a sale in its first word, a row without money', () => {
  expect(readSample('merrill')).toMatchObject({
    format: 'merrill',
    fills: ['2025-02-04T17:00Z SLD 10 HARB @44.25 x1 cost 0.01', '2025-02-03T17:00Z BOT 10 HARB @41.5 x1 cost 0'],
    money: ['2025-02-03 dividend 12.4 USD ORCH'],
    left: ['8: Journal Entry moves no money'],
  });
});

it('Zerodha: the tradebook below its titles, and what it does not tell', () => {
  const got = read(SAMPLES['zerodha'] ?? '');
  expect(got.fills).toEqual([
    '2024-05-06T04:45:30Z BOT 10 HARBOUR @1500.5 x1 cost 0',
    '2024-05-07T05:30Z SLD 10 HARBOUR @1520 x1 cost 0',
  ]);
  expect(got.executions[0]).toMatchObject({ exec_id: '70011', currency: 'INR', isin: 'INE000A01012' });
  expect(got.diagnostics.warnings).toEqual([expect.stringContaining('no charges')]);
});

it('J.P. Morgan: trades and dividends; what is swept moves nothing', () => {
  expect(readSample('jpmorgan')).toEqual({
    format: 'jpmorgan',
    fills: ['2025-02-04T17:00Z SLD 10 HARB @44.25 x1 cost 0.01', '2025-02-03T17:00Z BOT 10 HARB @41.5 x1 cost 0'],
    money: ['2025-02-03 dividend 12.4 USD ORCH'],
    events: [],
    left: ['5: Cash that was swept into a deposit or a fund, or back'],
  });
});

it('Moomoo: each fill of an order, its costs with the first, strikes in thousandths', () => {
  expect(readSample('moomoo')).toEqual({
    format: 'moomoo',
    fills: [
      '2025-02-04T15:00:01Z SLD 10 HARB @44.25 x1 cost 1.02',
      '2025-02-03T15:00:01Z BOT 4 HARB @41.5 x1 cost 0.99',
      '2025-02-03T15:00:02Z BOT 6 HARB @41.5 x1 cost 0',
      '2025-02-03T16:00:01Z BOT 1 ORCH 250221 C 45 @1.2 x100 cost 0.97',
    ],
    money: [],
    events: [],
    left: ['6: An order without a fill (Cancelled)'],
  });
});

it('OKX: two rows are one trade, whose fee is inside a change or next to it as the figures show', () => {
  const got = readSample('okx');
  expect(got.fills).toEqual([
    '2025-02-03T08:15Z SLD 1300 USDT @1 x1 cost 0',
    '2025-02-03T08:15Z BOT 0.5 ETH @2600 x1 cost 1.3',
    '2025-02-03T08:15Z SLD 0.0005 ETH @2600 x1 cost 0',
    '2025-02-04T08:15Z SLD 0.25 ETH @2700 x1 cost 0',
    '2025-02-04T08:15Z BOT 675 USDT @1 x1 cost 0.675',
    '2025-02-04T08:15Z SLD 0.675 USDT @1 x1 cost 0',
  ]);
  expect(got.left).toEqual(['7: Moved between the accounts of OKX: nothing came or went']);
  const [head = '', names = '', first = ''] = (SAMPLES['okx'] ?? '').split('\n');
  const contract = first.replace(',Spot,', ',Swap,');
  expect(read([head, names, first, contract].join('\n')).diagnostics.invalid).toEqual([
    { row: 4, reason: expect.stringContaining('what a contract is of') as string },
    { row: 3, reason: 'One side of a trade: its other side is not in the file' },
  ]);
});

it('Saxo: by the words of the event; what is in an unnamed currency is for the person', () => {
  const sample = SAMPLES['saxo'] ?? '';
  expect(readSample('saxo')).toMatchObject({
    fills: ['2025-02-03T11:00Z BOT 10 HARB @41.5 x1 cost 1', '2025-02-04T11:00Z SLD 10 HARB @44.25 x1 cost 1'],
    money: ['2025-02-05 dividend 12.4 USD ORCH', '2025-02-01 deposit 1000 USD'],
    left: [],
  });
  const other = read(
    sample.replace('-416.00,7001,1\n', '-383.64,7001,0.9222\n').replace('12.40,,1\n', '11.43,,0.9222\n'),
  );
  expect(other.fills[0]).toBe('2025-02-03T11:00Z BOT 10 HARB @41.5 x1 cost 1.01');
  expect(other.executions[0]?.fx_rate).toBe(0.9222);
  expect(other.diagnostics.invalid).toEqual([
    { row: 4, reason: expect.stringContaining('does not name it') as string },
  ]);
});

it('XTB: shares by their cash, contracts by their positions, the currency above the table or in the name of the file', () => {
  expect(readSample('xtb')).toEqual({
    format: 'xtb',
    fills: ['2025-02-03T10:00Z BOT 10 HARB.DE @41.5 x1 cost 0', '2025-02-04T10:00Z SLD 4 HARB.DE @44.25 x1 cost 0'],
    money: ['2025-02-01 deposit 1000 EUR', '2025-02-05 dividend 12.4 EUR ORCH', '2025-02-05 tax -1.86 EUR ORCH'],
    events: [],
    left: [],
  });
  const nameless = (SAMPLES['xtb'] ?? '').replace(',EUR\n', ',\n');
  expect(read(nameless).diagnostics.invalid).toHaveLength(5);
  expect(parseBrokerFile(bytesOf(nameless), { fileName: 'PLN_1234567_2025.xlsx' }).cash[0]?.currency).toBe('PLN');
  // A price in another currency than the account's: what was paid counts.
  expect(read((SAMPLES['xtb'] ?? '').replace('-415.00', '-382.50')).fills[0]).toContain('@38.25 ');
  const positions = read(`Account,1234567,EUR
Position,Symbol,Type,Volume,Open time,Open price,Close time,Close price,Open origin,Close origin,Purchase value,Sale value,SL,TP,Margin,Commission,Swap,Rollover,Gross P/L,Comment
77,EURUSD,BUY,0.10,03/02/2025 10:00:00,1.0950,03/02/2025 11:00:00,1.0960,,,,,0,0,36.5,-0.50,-0.10,0,10.00,
`);
  expect(positions.fills).toEqual([
    '2025-02-03T10:00Z BOT 0.1 EURUSD @1.095 x100000 cost 0.6',
    '2025-02-03T11:00Z SLD 0.1 EURUSD @1.096 x100000 cost 0',
  ]);
});

it('XTB as a workbook: lines of words stand above each table, and a position of contracts counts once', () => {
  const above = [['Account 1234567'], ['Report'], ['Date from (UTC)', '2025-01-01'], ['Date to (UTC)', '2025-12-31']];
  const bytes = workbookOf([
    {
      name: 'Closed Positions',
      rows: [
        ...above,
        'Instrument,Ticker,Category,Type,Volume,Open Price,Open Time (UTC),Close Price,Close Time (UTC),Gross Profit,Commission,Swap,Rollover,Position ID'.split(
          ',',
        ),
        [
          'Harbour',
          'HARB.DE',
          'STOCK',
          'BUY',
          4,
          41.5,
          '03/02/2025 10:00:00',
          44.25,
          '04/02/2025 10:00:00',
          11,
          0,
          0,
          0,
          501,
        ],
        [
          'EUR/USD',
          'EURUSD',
          'FX',
          'BUY',
          0.1,
          1.095,
          '03/02/2025 10:00:00',
          1.096,
          '03/02/2025 11:00:00',
          10,
          0,
          -0.2,
          0,
          502,
        ],
      ],
    },
    {
      name: 'Cash Operations',
      rows: [
        ...above,
        'Type,Instrument,Ticker,Category,Time,Amount,ID,Comment,Product,Position ID'.split(','),
        ['Deposit', null, null, null, '01/02/2025 09:00:00', 1000, 1, 'Deposit', null, null],
        [
          'Stocks/ETF purchase',
          'Harbour',
          'HARB.DE',
          'STOCK',
          '03/02/2025 10:00:00',
          -415,
          2,
          'OPEN BUY 10 @ 41.50',
          null,
          501,
        ],
        [
          'Stocks/ETF sale',
          'Harbour',
          'HARB.DE',
          'STOCK',
          '04/02/2025 10:00:00',
          177,
          3,
          'CLOSE BUY 4/10 @ 44.25',
          null,
          501,
        ],
        ['Close trade', 'EUR/USD', 'EURUSD', 'FX', '03/02/2025 11:00:00', 10, 4, 'Profit of position #502', null, 502],
        ['Swap', 'EUR/USD', 'EURUSD', 'FX', '03/02/2025 11:00:00', -0.2, 5, 'Swap of position #502', null, 502],
        ['Total', null, null, null, null, 771.8, null, null, null, null],
      ],
    },
  ]);
  const { executions, cash, diagnostics } = parseBrokerFile(bytes, { fileName: 'EUR_1234567.xlsx' });
  expect(executions.map(({ action, quantity, instrument }) => `${action} ${quantity} ${instrument}`)).toEqual([
    'BOT 10 HARB.DE',
    'SLD 4 HARB.DE',
    'BOT 0.1 EURUSD',
    'SLD 0.1 EURUSD',
  ]);
  expect(cash.map(({ kind, amount }) => [kind, amount])).toEqual([['deposit', 1000]]);
  expect(diagnostics).toMatchObject({ total_rows: 7, invalid: [] });
  expect(diagnostics.rows.left_out.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

it('XTB, an older form: a sale gives back the cost and a row of the same moment the gain, which is one sale', () => {
  const got = read(`Account,1234567,EUR
ID,Type,Time,Symbol,Comment,Amount
1,Stocks/ETF purchase,03.02.2025 10:00:00,HARB.DE,OPEN BUY 10 @ 41.50,-415.00
2,Stocks/ETF sale,04.02.2025 10:00:00,HARB.DE,CLOSE BUY 10 @ 44.25,415.00
3,close trade,04.02.2025 10:00:00,HARB.DE,Profit of position #501,27.50
4,close trade,05.02.2025 10:00:00,EURUSD,Profit of position #502,3.10
`);
  expect(got.fills).toEqual([
    '2025-02-03T10:00Z BOT 10 HARB.DE @41.5 x1 cost 0',
    '2025-02-04T10:00Z SLD 10 HARB.DE @44.25 x1 cost 0',
  ]);
  expect(got.executions[1]?.stated).toMatchObject({ amount: 442.5, realized_pnl: 27.5 });
  expect(got.money).toEqual(['2025-02-05 other 3.1 EUR EURUSD']);
  expect([got.diagnostics.total_rows, got.left, got.diagnostics.warnings]).toEqual([4, [], []]);
});

it('Zerodha: the sums of a P&L statement are stored for reconciliation, and are no trades', () => {
  const got = read(`Client ID,AB1234
P&L Statement for Equity from 2024-04-01 to 2025-03-31

Account Head,Amount
Brokerage - Z,12.4

Symbol,ISIN,Quantity,Buy Value,Sell Value,Realized P&L,Realized P&L Pct.,Open Quantity
HARBOUR,INE000A01012,10,15005,15200,195,1.2996,0
`);
  expect([got.format, got.fills, got.money]).toEqual(['zerodha', [], []]);
  expect(got.stated.figures).toMatchObject([
    {
      kind: 'realised',
      subject: 'HARBOUR',
      from: '2024-04-01',
      date: '2025-03-31',
      currency: 'INR',
      amounts: { quantity: 10, cost: 15005, proceeds: 15200, realised: 195 },
    },
  ]);
  expect(got.diagnostics.rows.left_out).toMatchObject([{ kind: 'stated', count: 1 }]);
});

it('Freedom24: trades of the report; what is not documented is for the person', () => {
  const got = readSample('freedom24');
  expect(got.fills).toEqual([
    '2025-02-03T15:30Z BOT 10 HARB @41.5 x1 cost 1.2',
    '2025-02-04T15:30Z SLD 10 HARB @44.25 x1 cost 1.2',
  ]);
  expect(got.left).toEqual([expect.stringContaining('3: Dividend dividend ORCH.US') as string]);
});

it('DEGIRO in French: costs go with their trade, a currency conversion is one row a currency', () => {
  const got = read(`Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre
13-03-2024,15:31,13-03-2024,HARBOUR TOOLS INC,US4110010018,Opération de change - Débit,"1,0850",EUR,"-229,49",EUR,"770,51",zz-1
13-03-2024,15:31,13-03-2024,HARBOUR TOOLS INC,US4110010018,Opération de change - Crédit,,USD,"249,00",USD,"0,00",zz-1
13-03-2024,15:31,13-03-2024,HARBOUR TOOLS INC,US4110010018,Frais DEGIRO de courtage et/ou de parties tierces,,EUR,"-2,00",EUR,"768,51",zz-1
13-03-2024,15:31,13-03-2024,HARBOUR TOOLS INC,US4110010018,"Achat 6 Harbour Tools Inc@41,5 USD (US4110010018)",,USD,"-249,00",USD,"-249,00",zz-1
`);
  expect(got.money).toEqual(['2024-03-13 other -229.49 EUR US4110010018', '2024-03-13 other 249 USD US4110010018']);
  expect(got.executions).toMatchObject([{ quantity: 6, price: 41.5, currency: 'USD' }]);
  expect(got.executions[0]?.commission).toBeGreaterThan(0);
});
