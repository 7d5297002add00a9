// E*TRADE: transaction history, before and after the Morgan Stanley layout.
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const etrade = tabular({
  name: 'etrade',
  label: 'E*TRADE',
  zone: NEW_YORK,
  newestFirst: true,
  // "For Account:,#####1234"
  preamble(cells, found) {
    const account = /account.*?([#X*]*\d{3,})/i.exec(cells.join(' ').slice(0, 200))?.[1];
    if (account !== undefined) found.account = account.replaceAll(/[#*]/g, '');
  },
  layouts: [
    {
      columns: ['activitytradedate|transactiondate', 'activitytype|transactiontype', 'symbol', 'quantity', 'price'],
      without: ['processdate'],
      confidence: 0.93,
      read(row, sink) {
        const type = row.text('activitytype', 'transactiontype');
        const when = row.text('activitytradedate', 'transactiondate');
        const quantity = row.text('quantity');
        if (/^total/i.test(when)) return sink.ignore(row.number);
        const ends = optionEnd(type);
        const account = row.text('accountnumber', 'account');
        // A bond has no symbol; its CUSIP is in the next column.
        const symbol = symbolIn(row.text('symbol'));
        const cusip = symbolIn(row.text('cusip'));
        const moved = { row: row.number, when, symbol, account };
        if (quantity !== '' && sink.number(quantity) !== '0' && symbol !== '') {
          if (/^reverse split|^name change|^symbol change/i.test(type))
            return sink.leg({ ...moved, quantity, leaves: /^[-(]/.test(quantity) });
          if (/^(?:stock |forward )?split/i.test(type))
            return sink.event({ ...moved, kind: 'split', sharesAdded: quantity });
          if (
            /^(?:transfer|security transfer|journal|receive|deliver|spin-?off)/i.test(type) &&
            /^[$]?0*(?:\.0*)?$/.test(row.text('amount'))
          )
            return sink.event({ ...moved, kind: 'transfer', quantity, isSpinOff: /^spin/i.test(type) });
        }
        if (/\bmerger\b/i.test(type) && symbol !== '')
          return sink.merger({ ...moved, quantity: nothing(quantity), cash: nothing(row.text('amount')) });
        if (/return of capital/i.test(type) && symbol !== '' && nothing(row.text('amount')) !== '') {
          sink.cash({ ...moved, amount: row.text('amount'), kind: 'other', memo: type });
          return sink.event({ ...moved, kind: 'return_of_capital', amount: row.text('amount') });
        }
        if (
          /^(?:bond )?(?:redemption|maturity|matured|called|full call|partial call)/i.test(type) &&
          (nothing(row.text('price')) === '' || isPaidBack(row, sink))
        )
          return sink.redemption({
            ...moved,
            symbol: symbol || cusip,
            quantity: nothing(quantity),
            amount: nothing(row.text('amount')),
            memo: type,
          });
        const trades = /^(?:bought|sold|buy|sell)|^(?:dividend )?reinvest/i.test(type) && quantity !== '';
        const side = ends ? closingSide(quantity, ends) : trades ? sideOf(type) : null;
        if (side !== null && quantity !== '')
          sink.execution({
            row: row.number,
            side,
            symbol: symbol || cusip,
            option: sink.option(row.text('description').replaceAll(/\s+/g, ' ')) ?? sink.option(symbol),
            quantity,
            price: ends === undefined ? row.text('price') : '0',
            costs: [row.text('commission'), row.text('fees')],
            costKinds: ['commission', 'regulatory'],
            amounts: [row.text('amount')],
            when,
            ends,
            account,
          });
        else if (row.text('amount') === '') sink.skipMoneyless(row.number, type || 'The row', quantity);
        else
          sink.cash({
            row: row.number,
            when,
            amount: row.text('amount'),
            description: `${type} ${row.text('description')}`,
            symbol: symbol || cusip,
            memo: [type, row.text('description')].filter(Boolean).join(' '),
            account,
            quantity,
          });
      },
    },
  ],
});

/** The file writes 0 where it has nothing to say. */
function nothing(cell: string): string {
  return /^[$]?0*(?:\.0*)?$/.test(cell) ? '' : cell;
}

function symbolIn(cell: string): string {
  return cell === '--' ? '' : cell;
}

/** A bond's price is in percent: what was paid is a hundredth of quantity × price. */
function isPaidBack(row: Row, sink: Sink): boolean {
  const [size, price, paid] = ['quantity', 'price', 'amount'].map((name) => Math.abs(sink.value(row.text(name))));
  return Math.abs(((size ?? 0) * (price ?? 0)) / 100 - (paid ?? 0)) <= (paid ?? 0) * 0.06;
}
