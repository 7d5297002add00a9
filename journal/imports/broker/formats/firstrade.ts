// Firstrade: account history. Options have no symbol; their description names them.
import { NEW_YORK, tabular } from '../format.ts';
import { type Option, parseOption } from '../instrument.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import { sideOf } from '../row-text.ts';

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
        // Assigned, exercised and expired contracts are recognised by their description alone.
        const ending =
          /\b(?:assigned|assignment|exercised|exercise|expired|expiration)\b/i.exec(description)?.[0] ?? '';
        const option = optionIn(description);
        const ends = option === null ? undefined : optionEnd(ending);
        const quantity = row.text('quantity');
        if (ends !== undefined && quantity !== '' && sink.value(quantity) !== 0) {
          sink.execution({
            row: row.number,
            side: closingSide(quantity, ends),
            symbol: row.text('symbol', 'cusip'),
            option,
            quantity,
            price: '0',
            when: row.text('tradedate'),
            ends,
          });
          return;
        }
        const side = sideOf(row.text('action'));
        if (row.lower('recordtype') === 'trade' && side !== null) {
          sink.execution({
            row: row.number,
            side,
            symbol: row.text('symbol', 'cusip'),
            option,
            quantity,
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
            description: `${row.text('action')} ${description}`,
            symbol: row.text('symbol'),
            memo: description,
          });
      },
    },
  ],
});

/** "ASSIGNED PUT HARB 03/21/25 45 HARBOUR TOOLS": the option begins with its right, wherever that stands. */
function optionIn(description: string): Option | null {
  const at = description.search(/\b(?:CALL|PUT)\b/i);
  return at === -1 ? null : parseOption(description.slice(at));
}
