// Thirteen statements as a trader would have them after a year: a ticker that changed, a bill that matured, a purchase that
// was reversed, a file of two accounts, workbooks. Everything in them is invented. The shell and the app import them in
// their tests; what becomes of each row is written here once.
import { workbookOf } from './xlsx.ts';

export interface TradersStatement {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The book's account for each account that the file names, where it names several. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** How many rows of data it has, and what becomes of each. */
  readonly rows: Readonly<Record<'read' | 'trades' | 'events' | 'cash' | 'changed' | 'left_out', number>>;
}

const text = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`);
const rowsOf = (
  trades: number,
  { events = 0, cash = 0, changed = 0, left_out = 0 }: Partial<TradersStatement['rows']> = {},
): TradersStatement['rows'] => ({
  read: trades + events + cash + changed + left_out,
  trades,
  events,
  cash,
  changed,
  left_out,
});

export const THIRTEEN: readonly TradersStatement[] = [
  {
    name: 'ibkr-2025.csv',
    bytes: text(
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,BrokerName,Interactive Brokers',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Account,U7000001',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      'Trades,Data,Order,Stocks,USD,QSQ,"2025-01-06, 10:00:00",50,80,80,-4000,-1,4001,0,0,O',
      'Trades,Data,Order,Stocks,USD,QXYZ,"2025-02-10, 10:00:00",-50,90,90,4500,-1,-4001,498,0,C',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2025-01-15,QSQ(US8522340001) Cash Dividend USD 0.24 per Share,12',
      'Withholding Tax,Header,Currency,Date,Description,Amount,Code',
      'Withholding Tax,Data,USD,2025-01-15,QSQ(US8522340001) Cash Dividend USD 0.24 per Share - US Tax,-1.80,',
      'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
      'Corporate Actions,Data,Stocks,USD,2025-01-21,"2025-01-20, 20:25:00","QSQ(US8522340001) CUSIP/ISIN Change to (US8522340002) (QSQ.OLD, QUARRY INC, US8522340001)",-50,0,0,0,',
      'Corporate Actions,Data,Stocks,USD,2025-01-21,"2025-01-20, 20:25:00","QSQ(US8522340001) CUSIP/ISIN Change to (US8522340002) (QXYZ, QUARRY INC, US8522340002)",50,0,0,0,',
    ),
    rows: rowsOf(2, { cash: 2, events: 2 }),
  },
  {
    name: 'schwab-2025.csv',
    bytes: text(
      '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
      '"03/05/2025","Full Redemption Adj","912797KX4","US TREASUR BILL25","","","","$10,000.00"',
      '"03/05/2025","Full Redemption","912797KX4","US TREASUR BILL25","-10,000","","",""',
      '"02/03/2025","Cancel Buy","QHARB","HARBOUR TOOLS","100","$72.00","","$7,200.00"',
      '"02/03/2025","Buy","QHARB","HARBOUR TOOLS","100","$72.00","","-$7,200.00"',
      '"01/06/2025","Buy","912797KX4","US TREASUR BILL25","10,000","$97.85","","-$9,785.00"',
    ),
    rows: rowsOf(3, { changed: 2 }),
  },
  {
    name: 'fidelity-both.csv',
    bytes: text(
      'Run Date,Account,Account Number,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date',
      '01/08/2025,Roth IRA,Z22222222,YOU BOUGHT PEAR FARMS (QPEAR) (Cash),QPEAR,PEAR FARMS,Cash,5,20,,,,-100.00,01/10/2025',
      '01/07/2025,Individual,Z11111111,YOU BOUGHT PEAR FARMS (QPEAR) (Cash),QPEAR,PEAR FARMS,Cash,10,19,,,,-190.00,01/09/2025',
      '01/06/2025,Individual,Z11111111,Electronic Funds Transfer Received (Cash),,No Description,Cash,,,,,,500.00,',
    ),
    accounts: { Z11111111: 'TAXED', Z22222222: 'ROTH' },
    rows: rowsOf(2, { cash: 1 }),
  },
  {
    name: 'etrade.csv',
    bytes: text(
      'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note',
      '01/05/2025,01/05/2025,01/09/2025,Sold,ORCHARD CO,QORCH,686091001,-10,48,480,0,,',
      '01/04/2025,01/04/2025,01/08/2025,Bought,ORCHARD CO,QORCH,686091001,10,45,-450,0,,',
    ),
    rows: rowsOf(2),
  },
  {
    name: 'vanguard.csv',
    bytes: text(
      'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,',
      '12345678,01/06/2025,01/08/2025,Buy,Buy,MILL ETF,QMILL,10.0000,43.1200,-431.20,0.00,-431.20,0.0,CASH,',
      '12345678,01/08/2025,01/08/2025,Dividend,Dividend Received,MILL ETF,QMILL,0.0000,0.0000,5.18,0.00,5.18,0.0,CASH,',
    ),
    rows: rowsOf(1, { cash: 1 }),
  },
  {
    name: 'robinhood.csv',
    bytes: text(
      '"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"',
      '"1/17/2025","1/17/2025","1/17/2025","QORCH","Option Expiration for QORCH 1/17/2025 Put $40.00","OEXP","1","",""',
      '"1/2/2025","1/2/2025","1/3/2025","QORCH","QORCH 1/17/2025 Put $40.00","STO","1","$1.10","$109.95"',
      '"1/1/2025","1/1/2025","1/1/2025","","ACH Deposit","ACH","","","$500.00"',
    ),
    rows: rowsOf(1, { events: 1, cash: 1 }),
  },
  {
    name: 'tastytrade.csv',
    bytes: text(
      'Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Total,Currency',
      '2025-01-03T10:00:00-0500,Trade,Sell to Open,SELL_TO_OPEN,QMILL 250117P00040000,Equity Option,Sold 1 QMILL 01/17/25 Put 40.00 @ 1.25,125.00,1,125.00,-1.00,-0.14,100,QMILL,QMILL,1/17/25,40,PUT,555,123.86,USD',
      '2025-01-06T10:00:00-0500,Trade,Buy to Close,BUY_TO_CLOSE,QMILL 250117P00040000,Equity Option,Bought 1 QMILL 01/17/25 Put 40.00 @ 0.50,-50.00,1,-50.00,--,-0.14,100,QMILL,QMILL,1/17/25,40,PUT,556,-50.14,USD',
    ),
    rows: rowsOf(2),
  },
  {
    name: 'trading212.csv',
    bytes: text(
      'Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Withholding tax,Currency (Withholding tax),Currency conversion fee',
      'Deposit,2025-01-01 09:00:00,,,,D1,,,,,500.00,EUR,,,',
      'Market buy,2025-01-02 14:31:00,US6860910011,QORCH,Orchard,EOF1,2,45.00,USD,1.1,81.94,EUR,,,0.12',
      'Dividend (Ordinary),2025-02-15 10:00:00,US6860910011,QORCH,Orchard,,2,0.24,USD,,0.37,EUR,0.07,USD,',
    ),
    rows: rowsOf(1, { cash: 2 }),
  },
  {
    name: 'degiro.csv',
    bytes: text(
      'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction costs,,Total,,Order ID',
      '12-03-2025,15:41,HARBOUR TOOLS INC,US4110010018,NSY,XNYS,6,41.5000,USD,-249.00,USD,-229.50,EUR,1.0850,-2.00,EUR,-231.50,EUR,0b6f1c2e-1111-4a4a-9c9c-111111111111',
      '11-03-2025,09:05,LINDEN WOHNBAU AG,DE0009990017,XET,XETA,12,33.2500,EUR,-399.00,EUR,-399.00,EUR,,-3.90,EUR,-402.90,EUR,7d2a9e40-2222-4b4b-8d8d-222222222222',
    ),
    rows: rowsOf(2),
  },
  {
    name: 'coinbase.csv',
    bytes: text(
      'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
      'q1,2025-03-02 11:20:00 UTC,Buy,ETH,0.4,USD,$2500.00,$1000.00,$1008.00,$8.00,Bought 0.4 ETH for 1008 USD',
      'q2,2025-03-03 12:00:00 UTC,Convert,ETH,-0.1,USD,$2600.00,$260.00,$257.40,$2.60,Converted 0.1 ETH to 2 SOL',
      'q3,2025-03-04 12:00:00 UTC,Staking Income,SOL,0.02,USD,$130.00,$2.60,$2.60,$0.00,',
    ),
    rows: rowsOf(2, { events: 1 }),
  },
  {
    name: 'questrade.csv',
    bytes: text(
      'Transaction Date,Settlement Date,Action,Symbol,Description,Quantity,Price,Gross Amount,Commission,Net Amount,Currency,Account #,Activity Type,Account Type',
      '2025-01-05 12:00:00 AM,2025-01-09 12:00:00 AM,Buy,QNRTH.TO,NORTHERN ETF,20,31.45,-629.00,-0.10,-629.10,CAD,52345678,Trades,Individual TFSA',
      '2025-01-08 12:00:00 AM,2025-01-08 12:00:00 AM,DIV,.QNRTH,NORTHERN ETF,0,0,7.35,0,7.35,CAD,52345678,Dividends,Individual TFSA',
    ),
    rows: rowsOf(1, { cash: 1 }),
  },
  {
    name: 'etoro.xlsx',
    bytes: workbookOf([
      {
        name: 'Closed Positions',
        rows: [
          'Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread Fees (USD),Profit(USD),Open Rate,Close Rate,Type,ISIN'.split(
            ',',
          ),
          [
            '801',
            'Buy HARBOUR',
            415,
            10,
            '03/02/2025 15:31:00',
            '21/02/2025 16:00:00',
            1,
            0,
            25,
            41.5,
            44,
            'Stocks',
            'US4110010018',
          ],
        ],
      },
      {
        name: 'Account Activity',
        rows: [
          'Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA'.split(
            ',',
          ),
          ['01/02/2025 09:00:00', 'Deposit', null, 1000, '-', 0, 1000, 1000, '-', null, 0],
          ['03/02/2025 15:31:00', 'Open Position', 'QHBR/USD', 415, 10, 0, 1000, 585, '801', 'Stocks', 0],
        ],
      },
    ]),
    rows: rowsOf(1, { cash: 1, left_out: 1 }),
  },
  {
    name: 'metatrader.xlsx',
    bytes: workbookOf([
      {
        name: 'Report',
        rows: [
          ['Trade History Report'],
          ['Account:', null, null, '1234567 (USD, Broker-Server, real, Hedge)'],
          ['Positions'],
          'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'.split(','),
          [
            '2025.01.02 10:00:00',
            91,
            'EURUSD',
            'buy',
            '0.10',
            1.095,
            null,
            null,
            '2025.01.02 11:00:00',
            1.096,
            -0.7,
            0,
            10,
          ],
          ['Deals'],
          'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment'.split(','),
          ['2025.01.01 09:00:00', 1, null, 'balance', null, null, null, null, 0, 0, 0, 1000, 1000, 'Deposit'],
          ['2025.01.02 10:00:00', 2, 'EURUSD', 'buy', 'in', '0.10', 1.095, 21, -0.7, 0, 0, 0, 999.3, null],
          ['2025.01.02 11:00:00', 3, 'EURUSD', 'sell', 'out', '0.10', 1.096, 22, 0, 0, 0, 10, 1009.3, null],
        ],
      },
    ]),
    rows: rowsOf(1, { cash: 1, left_out: 2 }),
  },
];
