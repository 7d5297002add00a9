// Saxo: transactions. Quantity and price stand only in the words of the event; the amount is in the account's currency, which
// no column names, at the stated rate.
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';

export const saxo = tabular({
  name: 'saxo',
  label: 'Saxo',
  zone: 'Europe/Copenhagen',
  dateOrder: 'dmy',
  layouts: [
    {
      columns: [
        'tradedate',
        'valuedate',
        'type',
        'instrumentisin',
        'instrumentcurrency',
        'instrumentsymbol',
        'event',
        'amount',
        'conversionrate',
      ],
      confidence: 0.99,
      read: readTransaction,
    },
  ],
});

/** `Buy 10 @ 123.45 USD`; the decimal sign of the words may be another than the amount's. */
const TRADE =
  /^(?<verb>buy|sell|bought|sold|køb|salg|kauf|verkauf|achat|vente)\s+(?<quantity>-?[\d.,]+)\s*@\s*(?<price>[\d.,]+)(?:\s*(?<currency>[A-Z]{3}))?/i;

function readTransaction(row: Row, sink: Sink): void {
  const [type, event, amount] = [row.text('type'), row.text('event'), row.text('amount')];
  const [ticker = ''] = row.text('instrumentsymbol').split(':');
  const isin = row.text('instrumentisin');
  const rate = sink.value(row.text('conversionrate'));
  const isOther = rate > 0 && rate !== 1;
  const shared = {
    row: row.number,
    when: row.text('tradedate'),
    symbol: ticker || isin,
    isin,
    account: row.text('clientid'),
  };
  const trade = TRADE.exec(event)?.groups;
  if (trade !== undefined && /trade|handel|opération/i.test(type)) {
    const { verb = '', quantity = '', price = '', currency = row.text('instrumentcurrency') } = trade;
    const worth = sink.value(quantity.replace('-', '')) * sink.value(price);
    const side = sideOf(verb);
    const paid = Math.abs(sink.value(amount)) / (isOther ? rate : 1);
    const costs = side === 'SLD' ? worth - paid : paid - worth;
    sink.execution({
      ...shared,
      side,
      name: row.text('instrument'),
      quantity: quantity.replace('-', ''),
      price,
      currency,
      settles: row.text('valuedate'),
      orderId: row.text('orderid'),
      ...(isOther ? { fx: { currency: '', rate: row.text('conversionrate') } } : { amounts: [amount] }),
      // What is charged stands nowhere but in the amount; within a cent of each of two currencies it is rounding.
      ...(isOther ? { costs: costs > 0.02 ? [costs.toFixed(2)] : [] } : { costsInAmount: true }),
    });
    return;
  }
  if (amount === '' || sink.value(amount) === 0) return sink.skipMoneyless(row.number, event || type || 'The row', '');
  if (isOther || row.text('instrumentcurrency') === '')
    return sink.invalid(
      row.number,
      `${event.slice(0, 40) || type}: Saxo tells ${amount} in the account's currency and does not name it, so record it by hand`,
    );
  sink.cash({
    ...shared,
    amount,
    currency: row.text('instrumentcurrency'),
    description: `${type} ${event}`,
    memo: event || type,
  });
}
