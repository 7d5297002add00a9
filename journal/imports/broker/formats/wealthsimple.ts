// Wealthsimple: activities. `direction` is the position's; the fill's side is in the sub-type. Option prices are per contract.
import { fractionOf, parseAmount, roundToEightPlaces } from '@zorivest/domain';
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const wealthsimple = tabular({
  name: 'wealthsimple',
  label: 'Wealthsimple',
  zone: 'America/Toronto',
  layouts: [
    {
      columns: ['activitytype', 'activitysubtype', 'symbol', 'quantity', 'unitprice'],
      confidence: 0.98,
      read(row, sink) {
        const when = `${row.text('effectivedate', 'transactiondate')} ${row.text('effectivetime')}`.trim();
        const shared = {
          row: row.number,
          when,
          account: row.text('accountid', 'account'),
          currency: row.text('currency'),
        };
        if (row.lower('activitytype') !== 'trade') {
          sink.cash({
            ...shared,
            amount: row.text('netcashamount', 'netamount', 'amount'),
            description: `${row.text('activitytype')} ${row.text('activitysubtype')}`,
            symbol: row.text('symbol'),
            memo: row.text('description', 'name', 'activitytype'),
          });
          return;
        }
        const option = sink.option(row.text('symbol'));
        const price = sink.number(row.text('unitprice'));
        const value = price === null ? null : parseAmount(price);
        sink.execution({
          ...shared,
          side: sideOf(row.text('activitysubtype')),
          symbol: row.text('symbol'),
          option,
          quantity: row.text('quantity'),
          price:
            option === null || value === null
              ? row.text('unitprice')
              : String(roundToEightPlaces(fractionOf(value, 1, 100))),
          costs: [row.text('commission').replace(/^-/, '')],
          amounts: [row.text('netcashamount', 'netamount')],
        });
      },
    },
  ],
});
