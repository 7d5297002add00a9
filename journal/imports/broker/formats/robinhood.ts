// Robinhood: account activity. Buy/Sell for shares, BTO/STO/BTC/STC for options, whose contract is the description.
import type { OptionEnd } from '../../statement/model.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { type Option, parseOption } from '../instrument.ts';
import { closingSide } from '../option-end.ts';
import { memoize } from '../memoize.ts';
import type { Side } from '../row-text.ts';

export const robinhood = tabular<(description: string) => Option | null>({
  name: 'robinhood',
  label: 'Robinhood',
  zone: NEW_YORK,
  newestFirst: true,
  open: () => memoize(optionIn),
  layouts: [
    {
      columns: [
        'activitydate',
        'processdate',
        'settledate',
        'instrument',
        'description',
        'transcode',
        'quantity',
        'price',
        'amount',
      ],
      confidence: 0.99,
      read(row, sink, contract) {
        const code = row.text('transcode').toUpperCase();
        const description = row.text('description');
        const quantity = row.text('quantity');
        const when = row.text('activitydate');
        if (code === '' && when === '') return sink.ignore(row.number);
        // "1S" is a short position; an expired one is bought back at nothing.
        const ends = ENDS[code];
        const moved = { row: row.number, when, symbol: row.text('instrument') };
        // SPL adds shares, SPR and SXCH take the old ones ("10S") and bring the new.
        if (code === 'SPL' && quantity !== '') return sink.event({ ...moved, kind: 'split', sharesAdded: quantity });
        if ((code === 'SPR' || code === 'SXCH') && quantity !== '')
          return sink.leg({ ...moved, quantity: quantity.replace(/S$/i, ''), leaves: /S$/i.test(quantity) });
        if (code === 'ACATI' || code === 'ACATO') {
          const sign = code === 'ACATO' ? '-' : '';
          if (quantity !== '' && moved.symbol !== '')
            return sink.event({ ...moved, kind: 'transfer', quantity: `${sign}${quantity.replace(/S$/i, '')}` });
        }
        if (code === 'SOFF' && quantity !== '' && moved.symbol !== '')
          return sink.event({ ...moved, kind: 'transfer', quantity, isSpinOff: true });
        // MRGS and MRGC tell a merger: shares that leave ("10S"), shares that come, and money.
        if ((code === 'MRGS' || code === 'MRGC' || code === 'MRG') && moved.symbol !== '') {
          const leaves = /S$/i.test(quantity);
          return sink.merger({
            ...moved,
            quantity: quantity === '' ? '' : `${leaves ? '-' : ''}${quantity.replace(/S$/i, '')}`,
            cash: row.text('amount'),
          });
        }
        if (code === 'ROC' && moved.symbol !== '' && row.text('amount') !== '') {
          const memo = description.replaceAll(/\s+/g, ' ');
          sink.cash({ ...moved, amount: row.text('amount'), kind: 'other', memo });
          return sink.event({ ...moved, kind: 'return_of_capital', amount: row.text('amount') });
        }
        const isShort = quantity.endsWith('S') || quantity.endsWith('s');
        const side = ends === undefined ? SIDES[code] : closingSide(isShort ? quantity : `-${quantity}`, ends);
        if (side !== undefined)
          sink.execution({
            row: row.number,
            side,
            symbol: row.text('instrument'),
            option: contract(description),
            quantity: isShort ? quantity.slice(0, -1) : quantity,
            price: ends === undefined ? row.text('price') : '0',
            amounts: [row.text('amount')],
            costsInAmount: true,
            when,
            ends,
          });
        else if (row.text('amount') === '')
          sink.skipMoneyless(row.number, code || 'The row', quantity.replace(/S$/i, ''));
        else
          sink.cash({
            row: row.number,
            when,
            amount: row.text('amount'),
            description: `${WORDS[code] ?? ''} ${description}`,
            symbol: row.text('instrument'),
            memo: description.replaceAll(/\s+/g, ' '),
            quantity: quantity.replace(/S$/i, ''),
          });
      },
    },
  ],
});

const SIDES: Readonly<Record<string, Side>> = {
  BUY: 'BOT',
  SELL: 'SLD',
  BTO: 'BOT',
  STO: 'SLD',
  BTC: 'BOT',
  STC: 'SLD',
};

/** An option's contract stands in the first line of the description. */
function optionIn(description: string): Option | null {
  return parseOption(description.replace(/^option expiration for\s+/i, '').split('\n')[0] ?? '');
}

/** Expiry, assignment, and exercise. */
const ENDS: Readonly<Record<string, OptionEnd>> = { OEXP: 'expiry', OASGN: 'assignment', OEXCS: 'exercise' };

const WORDS: Readonly<Record<string, string>> = {
  CDIV: 'dividend',
  MDIV: 'dividend',
  INT: 'interest',
  MINT: 'interest',
  ACH: 'ach',
  GOLD: 'fee',
  AFEE: 'fee',
  DFEE: 'fee',
  DTAX: 'tax',
  SLIP: 'interest',
  XENT: 'transfer',
  CIL: 'cash in lieu',
};
