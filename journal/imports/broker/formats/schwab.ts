// Charles Schwab: transaction history, realised gain/loss, and the bank's checking account.
import { NEW_YORK, tabular } from '../format.ts';
import { parseOption } from '../instrument.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import { opposite, sideOf } from '../words.ts';

export const schwab = tabular({
  name: 'schwab',
  label: 'Charles Schwab',
  zone: NEW_YORK,
  newestFirst: true,
  // "Transactions  for account Individual ...123 as of 04/28/2023"
  preamble(cells, found) {
    const account = /\b(?:account|acct)\b.*?((?:[.X*…]+[-\s]?)?\d{3,})/i.exec(cells.join(' ').slice(0, 200))?.[1];
    if (account !== undefined) found.account = account.replaceAll(/[.\s*…]/g, '');
  },
  layouts: [
    {
      columns: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'feescomm', 'amount'],
      confidence: 0.98,
      read(row, sink) {
        const date = row.text('date');
        if (/^transactions? total$/i.test(date)) return sink.skip(row.number, 'Total of the file');
        const action = row.text('action');
        const quantity = row.text('quantity');
        const price = row.text('price');
        // "04/17/2023 as of 04/15/2023": booked on the first day, happened on the second.
        const [booked = '', happened = booked] = date.split(/\s+as of\s+/i);
        const description = row.text('description');
        const ends = optionEnd(action);
        const shared = { row: row.number, when: happened, symbol: row.text('symbol') };
        if (/^reverse split|^name change|^symbol change|^mandatory (?:reorg|exchange)/i.test(action) && quantity !== '')
          return sink.leg({ ...shared, quantity, leaves: /^[-(]/.test(quantity) });
        if (/^(?:stock|forward) split/i.test(action) && quantity !== '')
          return sink.event({ ...shared, kind: 'split', sharesAdded: quantity });
        if (
          /^(?:security transfer|internal transfer|journaled shares|stock plan activity|spin-off|stock merger)/i.test(
            action,
          ) &&
          price === '' &&
          quantity !== '' &&
          row.text('symbol') !== ''
        )
          return sink.event({ ...shared, kind: 'transfer', quantity });
        const stated = /dividend|interest|cash/i.test(action) ? null : sideOf(action);
        // "Cancel Buy" takes a purchase back: it is booked as the opposite, so positions and money hold.
        const cancels = /^cancel/i.test(action) && stated !== null;
        if (cancels) sink.log.warn(`Row ${row.number} takes a trade back; it was imported as the opposite trade.`);
        const side = ends ? closingSide(quantity, ends) : cancels ? opposite(stated) : stated;
        if (side !== null && quantity !== '' && (price !== '' || ends !== undefined)) {
          const option = parseOption(row.text('symbol')) ?? parseOption(description);
          sink.execution({
            row: row.number,
            side,
            symbol: row.text('symbol'),
            option,
            quantity,
            price: ends === undefined ? price : '0',
            costs: [row.text('feescomm')],
            amounts: [row.text('amount')],
            when: happened,
            ends,
          });
        } else if (row.text('amount') === '') sink.skip(row.number, `${action || 'The row'} moves no money`);
        else
          sink.cash({
            row: row.number,
            when: booked,
            amount: row.text('amount'),
            words: action,
            symbol: row.text('symbol'),
            memo: [action, description].filter(Boolean).join(' '),
          });
      },
    },
    {
      columns: ['symbol', 'quantity', 'costpershare', 'proceedspershare'],
      read(row, sink) {
        if (/^total/i.test(row.text('symbol'))) return sink.skip(row.number, 'Total of the file');
        sink.roundTrip({
          row: row.number,
          direction: 'long',
          symbol: row.text('symbol'),
          quantity: row.text('quantity'),
          entryPrice: row.text('costpershare'),
          exitPrice: row.text('proceedspershare'),
          entryTime: row.text('openeddate', 'dateopened', 'opendate'),
          exitTime: row.text('closeddate', 'dateclosed', 'closedate'),
          realized: row.text('gainloss'),
        });
      },
    },
    {
      columns: ['date', 'type', 'checknumber|check', 'description', 'withdrawal', 'deposit', 'runningbalance'],
      confidence: 0.9,
      read(row, sink) {
        const out = row.text('withdrawal');
        sink.cash({
          row: row.number,
          when: row.text('date'),
          amount: out === '' ? row.text('deposit') : out.startsWith('-') ? out : `-${out}`,
          words: `${row.text('type')} ${row.text('description')}`,
          memo: row.text('description'),
        });
      },
    },
  ],
});
