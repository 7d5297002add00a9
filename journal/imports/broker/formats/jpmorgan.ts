// J.P. Morgan Self-Directed Investing: account activity. Every figure stands in dollars and again in the security's currency.
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';

export const jpmorgan = tabular({
  name: 'jpmorgan',
  label: 'J.P. Morgan',
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      columns: [
        'tradedate',
        'accountnumber',
        'type',
        'description',
        'ticker',
        'priceusd',
        'quantity',
        'amountusd',
        'trancode',
      ],
      confidence: 0.99,
      read: readActivity,
    },
  ],
});

/** Cash that is put away for the night and fetched back: the account has it all the while. */
const SWEEP = /\bsweep\b/i;

function readActivity(row: Row, sink: Sink): void {
  const currency = row.text('localcurrency') || 'USD';
  // In the currency it is traded in, where the file tells it.
  const figure = (name: string) => row.text(`${name}local`) || row.text(`${name}usd`);
  const [type, description] = [row.text('type'), row.text('description')];
  const words = `${type} ${row.text('trancodedescription')}`.trim();
  const [quantity, price, amount] = [row.text('quantity'), figure('price'), figure('amount')];
  const shared = {
    row: row.number,
    when: row.text('tradedate', 'postdate'),
    symbol: row.text('ticker', 'cusip'),
    account: row.text('accountnumber'),
    currency,
  };
  if (SWEEP.test(`${words} ${description}`))
    return sink.skip(row.number, 'inside', 'Cash that was swept into a deposit or a fund, or back');
  const side = sideOf(type) ?? sideOf(row.text('trancodedescription'));
  if (side !== null && shared.symbol !== '' && isStated(sink, quantity) && isStated(sink, price)) {
    sink.execution({
      ...shared,
      side,
      option: sink.option(description),
      quantity: quantity.replace(/^\((.*)\)$/, '$1').replace('-', ''),
      price,
      costs: [figure('commissions').replace('-', '')],
      amounts: [amount],
      settles: row.text('settlementdate'),
      costsInAmount: true,
    });
    return;
  }
  if (!isStated(sink, amount)) return sink.skipMoneyless(row.number, words || 'The row', quantity);
  if (isStated(sink, row.text('taxwithheld')))
    sink.log.warn(
      `Row ${row.number}: J.P. Morgan withheld ${row.text('taxwithheld')} of tax and does not say whether the amount is before or after it: look at it.`,
    );
  sink.cash({
    ...shared,
    when: row.text('postdate', 'tradedate'),
    amount,
    description: `${words} ${description}`,
    memo: description || words,
    quantity,
  });
}

const isStated = (sink: Sink, cell: string): boolean => cell !== '' && sink.value(cell) !== 0;
