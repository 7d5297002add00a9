// Fidelity: account history, with or without the account columns in front.
import { NEW_YORK, tabular } from '../format.ts';
import { parseOption } from '../instrument.ts';
import { sideOf } from '../words.ts';
import { closingSide } from './schwab.ts';

export const fidelity = tabular({
  name: 'fidelity',
  label: 'Fidelity',
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      columns: ['rundate|tradedate', 'action', 'symbol', 'quantity', 'price', 'amount', 'settlementdate'],
      confidence: 0.97,
      read(row, sink) {
        // Actions start with a verb and go on with the security: "YOU BOUGHT PROSHARES SHORT QQQ (PSQ) (Cash)".
        const action = row.text('action');
        const when = row.text('rundate', 'tradedate');
        const symbol = row.text('symbol');
        const quantity = row.text('quantity');
        const ends = /^(?:expired|assigned|exercised)\b/i.test(action);
        const trades =
          /^(?:you )?(?:bought|sold)\b|^reinvestment\b|^(?:buy|sell)\b|^purchase into|^redemption from/i.test(action);
        const side = ends ? closingSide(quantity) : trades ? sideOf(action.split(/\s+/, 3).join(' ')) : null;
        if (side !== null && symbol !== '' && quantity !== '' && (row.text('price') !== '' || ends))
          sink.execution({
            row: row.number,
            side,
            symbol: symbol.replace(/^[-\s]+/, ''),
            option: parseOption(symbol) ?? parseOption(row.text('securitydescription', 'description')),
            quantity,
            price: ends ? '0' : row.text('price'),
            costs: [row.text('commission'), row.text('fees')],
            costKinds: ['commission', 'regulatory'],
            when,
            free: ends,
            account: row.text('accountnumber', 'account'),
            currency: row.text('currency'),
          });
        else if (row.text('amount') === '') sink.skip(row.number, 'The row moves no money');
        else
          sink.cash({
            row: row.number,
            when,
            amount: row.text('amount'),
            words: action,
            symbol,
            memo: action,
            account: row.text('accountnumber', 'account'),
            currency: row.text('currency'),
          });
      },
    },
  ],
});
