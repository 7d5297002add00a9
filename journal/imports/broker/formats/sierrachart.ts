// Sierra Chart: Trade Activity Log, exported. The export writes prices times 100 with seven decimals, in UTC.
import { fractionOf, parseAmount, roundToEightPlaces } from '@zorivest/domain';
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const sierra = tabular({
  name: 'sierrachart',
  label: 'Sierra Chart',
  aliases: ['sierra', 'sierra_chart'],
  zone: 'UTC',
  layouts: [
    {
      columns: [
        'activitytype',
        'symbol',
        'buysell',
        'fillprice',
        'quantity|filledquantity',
        'datetime|transdatetime',
        'internalorderid',
      ],
      confidence: 0.99,
      read(row, sink) {
        if (row.lower('activitytype') !== 'fills')
          return sink.skip(row.number, 'not_a_trade', 'An order event, not a fill');
        const price = row.text('fillprice');
        if (!/\.\d{4,}$/.test(price))
          return sink.invalid(
            row.number,
            'The log was saved, not exported: use File > Export in the Trade Activity Log',
          );
        const scaled = parseAmount(price);
        sink.execution({
          row: row.number,
          side: sideOf(row.text('buysell')),
          // ESH26_FUT_CME, MESH24_FUT_CME.CME: the venue stands behind the contract.
          symbol: row.text('symbol').replace(/(?:_FUT_[A-Z0-9]+)?(?:\.[A-Z0-9_-]+)?$/i, ''),
          future: true,
          quantity: row.text('filledquantity', 'quantity'),
          price: scaled === null ? price : String(roundToEightPlaces(fractionOf(scaled, 1, 100))),
          when: row.text('datetime', 'transdatetime').replace(/\s{2,}/, ' '),
          account: row.text('tradeaccount'),
          execId: row.text('fillexecutionserviceid'),
          orderId: row.text('internalorderid'),
        });
      },
    },
  ],
});
