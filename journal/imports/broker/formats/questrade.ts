// Questrade: executions of Questrade Edge and the account activity export.
import type { OptionEnd } from '../../statement/model.ts';
import { CanadianListings, withoutPoint } from '../canadian-listings.ts';
import { NEW_YORK, tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

const ENDS: Readonly<Record<string, OptionEnd>> = { EXP: 'expiry', ASN: 'assignment', EXE: 'exercise' };

export const questrade = tabular<CanadianListings>({
  name: 'questrade',
  label: 'Questrade',
  zone: NEW_YORK,
  newestFirst: true,
  // A dividend stands above the purchase that names its share in full: the newest row is the first.
  open(_, { rows }) {
    const listings = new CanadianListings();
    for (const cells of rows) for (const cell of cells) listings.note(cell);
    return listings;
  },
  layouts: [
    {
      columns: ['symbol', 'action', 'fillqty', 'fillprice', 'exectime'],
      confidence: 0.98,
      read(row, sink, listings) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('action')),
          symbol: symbolOf(row.text('symbol'), sink, listings),
          quantity: row.text('fillqty'),
          price: row.text('fillprice'),
          costs: [row.text('commission').replace(/^-/, '')],
          when: row.text('exectime'),
          account: row.text('account').split(' - ')[0] ?? '',
          currency: row.text('currency'),
          orderId: row.text('orderid'),
        });
      },
    },
    {
      columns: [
        'transactiondate',
        'settlementdate',
        'action',
        'symbol',
        'quantity',
        'price',
        'grossamount',
        'netamount',
        'activitytype',
      ],
      confidence: 0.98,
      read(row, sink, listings) {
        const side = /^trades?$/i.test(row.text('activitytype')) ? sideOf(row.text('action')) : null;
        const shared = {
          row: row.number,
          // The export writes days as midnights.
          when: row.text('transactiondate').replace(/(?<!\s)\s+12:00:00 AM$/i, ''),
          symbol: symbolOf(row.text('symbol'), sink, listings),
          account: row.text('account'),
          currency: row.text('currency'),
        };
        const end = ENDS[row.text('action').toUpperCase()];
        const option = end === undefined ? null : (sink.option(shared.symbol) ?? sink.option(row.text('description')));
        if (end !== undefined && option !== null)
          sink.event({ ...shared, option, kind: end, quantity: row.text('quantity') });
        else if (side !== null)
          sink.execution({
            ...shared,
            side,
            quantity: row.text('quantity'),
            price: row.text('price'),
            costs: [row.text('commission').replace(/^-/, '')],
            amounts: [row.text('grossamount'), row.text('netamount')],
          });
        else
          sink.cash({
            ...shared,
            amount: row.text('netamount', 'grossamount'),
            description: `${row.text('activitytype')} ${row.text('description')}`,
            memo: row.text('description', 'activitytype'),
          });
      },
    },
  ],
});

/** What a row is about. */
function symbolOf(symbol: string, sink: Sink, listings: CanadianListings): string {
  const bare = withoutPoint(symbol);
  if (bare === symbol) listings.note(symbol);
  return bare === symbol || sink.option(bare) !== null ? bare : listings.of(symbol);
}
