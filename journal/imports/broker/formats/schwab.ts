// Charles Schwab: transaction history, realised gain/loss, and the bank's checking account.
import type { OptionEnd } from '../../statement/model.ts';
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import { type Side, sideOf } from '../row-text.ts';

export const schwab = tabular<(action: string) => Action>({
  name: 'schwab',
  label: 'Charles Schwab',
  zone: NEW_YORK,
  newestFirst: true,
  open: () => memoize(actionOf),
  // "Transactions  for account Individual ...123 as of 04/28/2023"
  preamble(cells, found) {
    const account = /\b(?:account|acct)\b.*?((?:[.X*…]+[-\s]?)?\d{3,})/i.exec(cells.join(' ').slice(0, 200))?.[1];
    if (account !== undefined) found.account = account.replaceAll(/[.\s*…]/g, '');
  },
  layouts: [
    {
      columns: ['date', 'action', 'symbol', 'description', 'quantity', 'price', 'feescomm', 'amount'],
      confidence: 0.98,
      read: history,
    },
    {
      columns: ['symbol', 'quantity', 'costpershare', 'proceedspershare'],
      read(row, sink) {
        if (/^total/i.test(row.text('symbol'))) return sink.ignore(row.number);
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
          result: row.text('gainloss'),
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
          description: `${row.text('type')} ${row.text('description')}`,
          memo: row.text('description'),
        });
      },
    },
  ],
});

interface Action {
  /** Shares that come or go without a trade, in one row or two; null for everything else. */
  readonly moves: 'leg' | 'split' | 'transfer' | 'merger' | 'capital' | 'redemption' | null;
  readonly ends: OptionEnd | undefined;
  readonly side: Side | null;
  /** "Cancel Buy" takes a purchase back: both leave. */
  readonly cancels: boolean;
}

function actionOf(action: string): Action {
  const stated = /dividend|interest|cash/i.test(action) ? null : sideOf(action);
  const cancels = /^cancel/i.test(action) && stated !== null;
  const moves = /^(?:cash|stock) (?:and stock )?merger/i.test(action)
    ? 'merger'
    : /^return of capital|^non-?taxable (?:dist|div)/i.test(action)
      ? 'capital'
      : REDEMPTION.test(action)
        ? 'redemption'
        : positionMove(action);
  return { moves, ends: optionEnd(action), side: stated, cancels };
}

/** "Full Redemption" tells the bonds that left, "Full Redemption Adj" the money. */
const REDEMPTION = /^(?:(?:full|partial|bond) redemption|(?:full|partial) call|maturity|matured)\b/i;

function positionMove(action: string): Action['moves'] {
  return /^reverse split|^name change|^symbol change|^mandatory (?:reorg|exchange)/i.test(action)
    ? 'leg'
    : /^(?:stock|forward) split/i.test(action)
      ? 'split'
      : /^(?:security transfer|internal transfer|journaled shares|stock plan activity|spin-?off)/i.test(action)
        ? 'transfer'
        : null;
}

/** 01/02/2024: what is longer says more than a day. */
const LONGEST_DATE = 10;

function history(row: Row, sink: Sink, meaning: (action: string) => Action): void {
  const date = row.text('date');
  if (date.length > LONGEST_DATE && /^transactions? total$/i.test(date)) return sink.ignore(row.number);
  const action = row.text('action');
  const { moves, ends, side: traded, cancels } = meaning(action);
  const quantity = row.text('quantity');
  const price = row.text('price');
  const amount = row.text('amount');
  // "04/17/2023 as of 04/15/2023": booked on the first day, happened on the second.
  const days = date.length > LONGEST_DATE ? date.split(/\s+as of\s+/i) : null;
  const booked = days?.[0] ?? date;
  const shared = { row: row.number, when: days?.[1] ?? booked, symbol: row.text('symbol') };
  // "Cash Merger" tells the money, "Cash Merger Adj" the shares that left.
  if (moves === 'merger' && price === '') {
    sink.merger({ ...shared, quantity, cash: amount });
    return;
  }
  if (moves === 'redemption' && shared.symbol !== '' && price === '') {
    sink.redemption({ ...shared, quantity, amount, memo: action });
    return;
  }
  if (moves === 'capital' && amount !== '' && shared.symbol !== '') {
    sink.cash({ ...shared, when: booked, amount, kind: 'other', memo: action });
    if (!amount.startsWith('-')) sink.event({ ...shared, kind: 'return_of_capital', amount });
    return;
  }
  if (quantity !== '') {
    if (moves === 'leg') {
      sink.leg({ ...shared, quantity, leaves: /^[-(]/.test(quantity) });
      return;
    }
    if (moves === 'split') {
      sink.event({ ...shared, kind: 'split', sharesAdded: quantity });
      return;
    }
    if (moves === 'transfer' && price === '' && shared.symbol !== '') {
      sink.event({ ...shared, kind: 'transfer', quantity, isSpinOff: /^spin-?off/i.test(action) });
      return;
    }
  }
  const side = ends === undefined ? traded : closingSide(quantity, ends);
  const description = row.text('description');
  if (side !== null && quantity !== '' && (price !== '' || ends !== undefined))
    sink.execution({
      row: shared.row,
      when: shared.when,
      symbol: shared.symbol,
      side,
      option: sink.option(shared.symbol) ?? sink.option(description),
      quantity,
      price: ends === undefined ? price : '0',
      costs: [row.text('feescomm')],
      amounts: [amount],
      ends,
      cancels,
    });
  else if (amount === '') sink.skipMoneyless(row.number, action || 'The row', quantity);
  else
    sink.cash({
      ...shared,
      when: booked,
      amount,
      description: action,
      memo: [action, description].filter(Boolean).join(' '),
      quantity,
    });
}
