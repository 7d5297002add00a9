// What a row states twice is compared with itself: amounts, what a position is worth, and results. The rows are made up,
// after the layout of each platform's export.
import { describe, expect, it } from 'vitest';
import { read } from '../testing/read.ts';

const warningsOf = (text: string) => read(text).diagnostics.warnings;

describe('a row that contradicts itself is reported with its number and both figures', () => {
  it('Alpaca: the net amount of a fill, as CSV and as JSON', () => {
    const csv = (amount: string) => `activity_type,id,symbol,side,qty,price,transaction_time,net_amount
FILL,a1,ABCD,buy,10,20.5,2026-01-05T15:00:00Z,${amount}
`;
    expect(warningsOf(csv('-205'))).toEqual([]);
    expect(warningsOf(csv('-250'))).toEqual([
      "Row 2: quantity × price and costs come to 205.00, but the row's amount is 250.00.",
    ]);
    const json = (amount: string) =>
      `[{"activity_type":"FILL","id":"a1","symbol":"ABCD","side":"sell","qty":"10","price":"20.5","transaction_time":"2026-01-05T15:00:00Z","net_amount":"${amount}"}]`;
    expect(warningsOf(json('205'))).toEqual([]);
    expect(warningsOf(json('2050'))).toEqual([
      "Row 1: quantity × price and costs come to 205.00, but the row's amount is 2050.00.",
    ]);
  });

  it('Tradovate: the notional value of an order, and the result of a pair', () => {
    const order = (
      worth: string,
    ) => `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status,Notional Value
7,A1,Buy,MESH6,MES,5000.25,2,01/05/2026 10:00:00,Filled,${worth}
`;
    expect(warningsOf(order('50002.50'))).toEqual([]);
    expect(warningsOf(order('500025.00'))).toEqual([
      'Row 2: quantity × price × 5 come to 50002.50, but the row says they are worth 500025.00.',
    ]);
    const pair = (pnl: string) => `symbol,qty,buyPrice,sellPrice,buyFillId,sellFillId,boughtTimestamp,soldTimestamp,pnl
MESH6,2,5000.25,5010.25,1,2,01/05/2026 10:00:00,01/05/2026 10:05:00,${pnl}
`;
    expect(warningsOf(pair('$100.00'))).toEqual([]);
    expect(warningsOf(pair('$(40.00)'))).toEqual([
      "Row 2: the two prices come to a result of 100.00, but the row's is -40.00.",
    ]);
  });

  it('TradingView: the value of an order', () => {
    const order = (value: string) => `Symbol,Side,Type,Qty,Fill Price,Order ID,Placing Time,Closing Time,Status,Value
NASDAQ:ABCD,Buy,Market,10,20.5,71,2026-01-05 15:00:00,2026-01-05 15:00:01,Filled,${value}
`;
    expect(warningsOf(order('205.00'))).toEqual([]);
    expect(warningsOf(order('2050.00'))).toEqual([
      'Row 2: quantity × price × 1 come to 205.00, but the row says they are worth 2050.00.',
    ]);
  });

  it('cTrader: the result of a position, before costs or after them', () => {
    const position = (gross: string) =>
      `Symbol,Opening direction,Opening time,Closing time,Entry price,Closing price,Closing Quantity,Commission,Swap,Gross USD,Net USD,ID
EURUSD,Buy,05/01/2026 10:00:00,05/01/2026 11:00:00,1.10000,1.10100,0.50 Lots,-2.00,0.00,${gross},48.00,1
`;
    expect(warningsOf(position('50.00'))).toEqual([]);
    expect(warningsOf(position('500.00'))).toEqual([
      "Row 2: the two prices come to a result of 50.00, but the row's is 500.00.",
    ]);
  });
});
