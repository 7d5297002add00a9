// Merrill: account activity. Blanks stand before the commas, and what a row is stands in the first word of its description.
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const merrill = tabular({
  name: 'merrill',
  label: 'Merrill',
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      columns: [
        'tradedate',
        'settlementdate',
        'account',
        'description',
        'type',
        'symbolcusip',
        'quantity',
        'price',
        'amount',
      ],
      confidence: 0.98,
      read: (row, sink) => readActivity(row, sink, row.text('description')),
    },
    {
      // Since October 2026, of one account.
      columns: ['settlementdate', 'description', 'type', 'symbolcusip', 'quantity', 'price', 'amount'],
      confidence: 0.97,
      read: (row, sink) => readActivity(row, sink, row.text('description')),
    },
    {
      columns: [
        'tradedate',
        'settlementdate',
        'account',
        'description1',
        'description2',
        'symbolcusip',
        'quantity',
        'price',
        'amount',
      ],
      confidence: 0.98,
      read: (row, sink) => readActivity(row, sink, `${row.text('description1')} ${row.text('description2')}`.trim()),
    },
  ],
});

function readActivity(row: Row, sink: Sink, description: string): void {
  const cell = (name: string) => row.text(name).replace(/^--$/, '').replace(/^\+/, '');
  const [symbol, quantity, price, amount] = [cell('symbolcusip'), cell('quantity'), cell('price'), cell('amount')];
  const shared = {
    row: row.number,
    when: row.text('tradedate', 'settlementdate'),
    symbol,
    account: row.text('account'),
  };
  const side = /^(?:purchase|sale|buy|sell|bought|sold|reinvestment)\b/i.test(description)
    ? sideOf(description.split(/\s+/, 1)[0] ?? '')
    : null;
  if (side !== null && symbol !== '' && quantity !== '' && price !== '')
    sink.execution({
      ...shared,
      side,
      option: sink.option(description.replace(/^\S+\s+/, '')),
      quantity,
      price,
      amounts: [amount],
      settles: row.text('settlementdate'),
      costsInAmount: true,
    });
  else if (amount === '') sink.skipMoneyless(row.number, description || 'The row', quantity);
  else
    sink.cash({
      ...shared,
      when: row.text('settlementdate', 'tradedate'),
      amount,
      description: `${row.text('type')} ${description}`,
      memo: description,
      quantity,
    });
}
