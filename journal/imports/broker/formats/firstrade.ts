// Firstrade: account history. Options have no symbol; their description names them.
import { NEW_YORK, tabular } from '../format.ts';
import { parseOption } from '../instrument.ts';
import { sideOf } from '../words.ts';

export const firstrade = tabular({
  name: 'firstrade',
  label: 'Firstrade',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['symbol', 'quantity', 'price', 'action', 'tradedate', 'settleddate', 'recordtype'],
      confidence: 0.99,
      read(row, sink) {
        const description = row.text('description');
        const side = sideOf(row.text('action'));
        if (row.lower('recordtype') === 'trade' && side !== null) {
          const option = parseOption(description);
          sink.execution({
            row: row.number,
            side,
            symbol: row.text('symbol', 'cusip'),
            option,
            quantity: row.text('quantity'),
            price: row.text('price'),
            costs: [row.text('commission'), row.text('fee')],
            costKinds: ['commission', 'regulatory'],
            amounts: [row.text('amount')],
            costsInAmount: true,
            when: row.text('tradedate'),
          });
        } else
          sink.cash({
            row: row.number,
            when: row.text('tradedate'),
            amount: row.text('amount'),
            words: `${row.text('action')} ${description}`,
            symbol: row.text('symbol'),
            memo: description,
          });
      },
    },
  ],
});
