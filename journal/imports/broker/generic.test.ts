// Tables no broker is known for: what is clear is read, what is not is asked, and nothing is guessed in silence.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';

describe('a table that is known by its shape only', () => {
  it('sales are sales and dividends are money, whatever the column of the side is called', () => {
    const got = read(`Trade Date,Ticker,Activity,Shares,Price,Amount,Currency
2025-03-03 10:00,HARB,Buy,10,41.50,-415.00,USD
2025-03-04 10:00,HARB,Sell,4,42.00,168.00,USD
2025-03-05 10:00,HARB,Dividend,,,1.60,USD
2025-03-06 10:00,,Deposit,,,500.00,USD
2025-03-07 10:00,,Interest,,,0.42,USD
`);
    expect(got.fills).toEqual([
      '2025-03-03T15:00Z BOT 10 HARB @41.5 x1 cost 0',
      '2025-03-04T15:00Z SLD 4 HARB @42 x1 cost 0',
    ]);
    expect(got.money).toEqual([
      '2025-03-05 dividend 1.6 USD HARB',
      '2025-03-06 deposit 500 USD',
      '2025-03-07 interest 0.42 USD',
    ]);
  });

  it('the side is also known by what a column holds', () => {
    const got = read(`date,security,what was done,qty,price
2025-03-03,HARB,Bought,10,41.50
2025-03-04,HARB,Sold,4,42.00
`);
    expect(got.executions.map(({ action }) => action)).toEqual(['BOT', 'SLD']);
    expect(got.review?.columns).toMatchObject({ side: 'what was done', quantity: 'qty', symbol: 'security' });
  });

  it('without a side and without a sign it asks: no row becomes a purchase unasked', () => {
    const got = read('Date,Symbol,Quantity,Price\n2025-03-03,HARB,10,41.50\n2025-03-04,HARB,4,42.00\n');
    expect(got.executions).toEqual([]);
    expect(got.left).toEqual([
      '2: The row does not say whether it is a buy or a sell',
      '3: The row does not say whether it is a buy or a sell',
    ]);
    expect(got.review?.unclear[0]).toContain('No column says which rows are buys and which are sells');
  });

  it('the sign decides the side, and a warning names it', () => {
    const got = read('Date,Symbol,Quantity,Price\n2025-03-03,HARB,10,41.50\n2025-03-04,HARB,-4,42.00\n');
    expect(got.executions.map(({ action }) => action)).toEqual(['BOT', 'SLD']);
    expect(got.review?.unclear).toContain('No column says buy or sell: negative quantities were read as sells.');
  });

  it('costs that are all negative are costs, not rebates', () => {
    const got = read(
      'Date,Symbol,Side,Quantity,Price,Commission\n2025-03-03,HARB,Buy,10,41.50,-1.00\n2025-03-04,HARB,Sell,4,42.00,-0.50\n',
    );
    expect(got.executions.map(({ commission }) => commission)).toEqual([1, 0.5]);
    const mixed = read(
      'Date,Symbol,Side,Quantity,Price,Commission\n2025-03-03,HARB,Buy,10,41.50,1.00\n2025-03-04,HARB,Sell,4,42.00,-0.50\n',
    );
    expect(mixed.executions.map(({ commission }) => commission)).toEqual([1, -0.5]);
  });

  it('shows the first rows as they were and as they became, and what it had to guess', () => {
    const got = read(`Date,Symbol,Side,Quantity,Price,Status
03/04/2025 10:00,HARB,Buy,10,41.50,Filled
03/05/2025 10:00,HARB,Buy,10,41.50,Cancelled
03/06/2025 10:00,HARB,Split,10,41.50,Filled
`);
    expect(got.review?.samples).toMatchObject([
      { row: 2, before: { Symbol: 'HARB', Side: 'Buy' }, after: { instrument: 'HARB', action: 'BOT', quantity: 10 } },
      { row: 3, before: { Status: 'Cancelled' }, after: { reason: 'Cancelled order (not executed)' } },
      { row: 4, before: { Side: 'Split' }, after: { reason: '"Split" is neither a buy nor a sell' } },
    ]);
    expect(got.review?.unclear).toEqual([
      'Whether the day or the month comes first in "03/04/2025 10:00" is not clear: choose it in a profile.',
      'The times carry no zone and were read as New York time: give their time zone if that is wrong.',
      "No column names a currency: prices were read as the account's.",
      'No column of costs was found: every trade was read as free of costs.',
    ]);
  });

  it('a row that tells entry and exit is shown with both', () => {
    const got = read(
      'Symbol,Side,Quantity,Entry Price,Exit Price,Entry Time,Exit Time\nHARB,Long,5,41,43,2025-03-03 10:00,2025-03-03 11:00\n',
    );
    expect(got.review?.samples[0]?.after).toMatchObject({
      action: 'BOT',
      price: 41,
      exit: { action: 'SLD', price: 43 },
    });
  });

  it('a known format, or a profile, leaves nothing to ask', () => {
    const text =
      'Wann,Papier,Was,Menge,Kurs,Kosten\n2025-03-03,HARB,rein,10,41.50,-2\n2025-03-04,HARB,raus,4,42.00,-2\n';
    const got = read(text, {
      profile: {
        name: 'mine',
        columns: {
          time: 'Wann',
          symbol: 'Papier',
          side: 'Was',
          quantity: 'Menge',
          price: 'Kurs',
          commission: 'Kosten',
        },
        sideWords: { buy: ['Rein'], sell: ['Raus'] },
        assetClass: 'CRYPTO',
        currency: 'EUR',
        costs: 'negative',
        timeZone: 'Europe/Berlin',
      },
    });
    expect(got.review).toBeNull();
    expect(got.executions).toMatchObject([
      { action: 'BOT', asset_class: 'CRYPTO', currency: 'EUR', commission: 2, time: '2025-03-03T11:00:00Z' },
      { action: 'SLD', asset_class: 'CRYPTO', currency: 'EUR', commission: 2 },
    ]);
    expect(read('Date,Time,Symbol,B/S,Qty,Price,Route\n01/02/2024,09:30:01,AAPL,B,100,185,ARCA\n').review).toBeNull();
  });

  it('a quantity may carry its unit, and an amount is compared with the rest', () => {
    const got = read(
      'Date,Symbol,Side,Quantity,Price,Amount\n2025-03-03,HARB,Buy,1.50 Lots,40.00,60.00\n2025-03-04,HARB,Sell,10 shares,40.00,380.00\n',
    );
    expect(got.executions.map(({ quantity }) => quantity)).toEqual([1.5, 10]);
    expect(got.diagnostics.warnings).toEqual([
      "Row 3: quantity × price and costs come to 400.00, but the row's amount is 380.00.",
    ]);
  });
});
