// Fidelity: account history, with or without the account columns in front.
import { NEW_YORK, tabular } from '../format.ts';
import type { ExchangeLeg } from '../input.ts';
import { parseOption } from '../instrument.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import type { Sink } from '../sink.ts';
import { isSweep } from '../sweep.ts';
import { opposite, sideOf } from '../words.ts';

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
        const ends = optionEnd(action);
        const account = row.text('accountnumber', 'account');
        const moved = { row: row.number, when, symbol: symbol.replace(/^[-\s]+/, ''), account };
        if (quantity !== '' && isSweep(symbol, action) && !/^dividend|^interest/i.test(action))
          return sink.skip(row.number, "The account's cash, moved into or out of its sweep fund");
        if (symbol !== '' && quantity !== '' && row.text('price') === '' && isMove(action)) {
          move(action, { ...moved, quantity }, sink);
          return;
        }
        if (symbol !== '' && row.text('price') === '' && MERGER.test(action)) {
          sink.merger({ ...moved, quantity, cash: row.text('amount') });
          return;
        }
        if (symbol !== '' && row.text('amount') !== '' && CAPITAL.test(action)) {
          const amount = row.text('amount');
          sink.cash({ ...moved, amount, kind: 'other', memo: action, currency: row.text('currency') });
          if (!amount.startsWith('-')) sink.event({ ...moved, kind: 'return_of_capital', amount });
          return;
        }
        const trades =
          /^(?:you )?(?:bought|sold)\b|^reinvestment\b|^(?:buy|sell)\b|^purchase into|^redemption from/i.test(action);
        const stated = trades ? sideOf(action.split(/\s+/, 3).join(' ')) : null;
        // "YOU BOUGHT CANCELLED …" takes a purchase back: it is booked as the opposite, so positions and money hold.
        const cancels = stated !== null && /^(?:you )?(?:bought|sold)\s+cancel/i.test(action);
        if (cancels) sink.log.warn(`Row ${row.number} takes a trade back; it was imported as the opposite trade.`);
        const side = ends ? closingSide(quantity, ends) : cancels ? opposite(stated) : stated;
        if (side !== null && symbol !== '' && quantity !== '' && (row.text('price') !== '' || ends !== undefined))
          sink.execution({
            row: row.number,
            side,
            symbol: symbol.replace(/^[-\s]+/, ''),
            option: parseOption(symbol) ?? parseOption(row.text('securitydescription', 'description')),
            quantity,
            price: ends === undefined ? row.text('price') : '0',
            costs: [row.text('commission'), row.text('fees')],
            costKinds: ['commission', 'regulatory'],
            amounts: [row.text('amount')],
            accrued: row.text('accruedinterest'),
            when,
            ends,
            account,
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
            account,
            currency: row.text('currency'),
          });
      },
    },
  ],
});

/** "MERGER MER FROM …" brings shares, "MERGER MER PAYOUT …" takes them and pays. */
const MERGER = /^merger\b/i;
const CAPITAL = /^return of capital\b/i;
const EXCHANGE = /^reverse split|^name change|^exchanged/i;
const SPLIT = /^(?:stock |forward )?split\b|^distribution.*\bsplit\b/i;
const TRANSFER = /^transfer(?:red)?\b|^journaled|^shares (?:received|delivered)|^distribution spinoff/i;

function isMove(action: string): boolean {
  return EXCHANGE.test(action) || SPLIT.test(action) || TRANSFER.test(action);
}

/** "REVERSE SPLIT R/S FROM 12345X104#REOR M005…" tells the shares that come and those that go in two rows. */
function move(action: string, moved: Omit<ExchangeLeg, 'leaves'>, sink: Sink): void {
  const { quantity, ...rest } = moved;
  if (EXCHANGE.test(action)) sink.leg({ ...moved, leaves: /^[-(]/.test(quantity) });
  else if (SPLIT.test(action)) sink.event({ ...rest, kind: 'split', sharesAdded: quantity });
  else sink.event({ ...rest, kind: 'transfer', quantity });
}
