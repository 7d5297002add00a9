// Fidelity: account history, with or without the account columns in front.
import type { OptionEnd } from '../../statement/model.ts';
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import type { ExchangeLeg } from '../input.ts';
import { closingSide, optionEnd } from '../option-end.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import { isSweepFund, isSweepMove } from '../sweep.ts';
import { type Side, sideOf } from '../row-text.ts';

type Meanings = ReturnType<typeof meanings>;

export const fidelity = tabular<Meanings>({
  name: 'fidelity',
  label: 'Fidelity',
  zone: NEW_YORK,
  newestFirst: true,
  open: meanings,
  layouts: [
    {
      columns: ['rundate|tradedate', 'action', 'symbol', 'quantity', 'price', 'amount', 'settlementdate'],
      confidence: 0.97,
      read: history,
    },
  ],
});

/** What the words of one file mean, each worked out once. */
function meanings() {
  return { action: memoize(actionOf), isSweepFund: memoize(isSweepFund) };
}

interface Action {
  readonly ends: OptionEnd | undefined;
  readonly side: Side | null;
  /** "YOU BOUGHT CANCELLED …" takes a purchase back: both leave. */
  readonly cancels: boolean;
  readonly isIncome: boolean;
  readonly isSweep: boolean;
  readonly isMove: boolean;
  readonly isMerger: boolean;
  readonly isCapital: boolean;
  readonly isRedemption: boolean;
}

/** Actions start with a verb and go on with the security: "YOU BOUGHT PROSHARES SHORT QQQ (PSQ) (Cash)". */
function actionOf(action: string): Action {
  const trades = /^(?:you )?(?:bought|sold)\b|^reinvestment\b|^(?:buy|sell)\b|^purchase into|^redemption from/i.test(
    action,
  );
  const stated = trades ? sideOf(action.split(/\s+/, 3).join(' ')) : null;
  const cancels = stated !== null && /^(?:you )?(?:bought|sold)\s+cancel/i.test(action);
  return {
    ends: optionEnd(action),
    side: stated,
    cancels,
    isIncome: /^dividend|^interest/i.test(action),
    isSweep: isSweepMove(action),
    isMove: EXCHANGE.test(action) || SPLIT.test(action) || TRANSFER.test(action),
    isMerger: MERGER.test(action),
    isCapital: CAPITAL.test(action),
    isRedemption: REDEMPTION.test(action),
  };
}

function history(row: Row, sink: Sink, known: Meanings): void {
  const actionText = row.text('action');
  const action = known.action(actionText);
  const when = row.text('rundate', 'tradedate');
  const stated = row.text('symbol');
  const symbol = stated.replace(/^[-\s]+/, '');
  const quantity = row.text('quantity');
  const price = row.text('price');
  const amount = row.text('amount');
  const account = row.text('accountnumber', 'account');
  const currency = row.text('currency');
  const moved = { row: row.number, when, symbol, account };
  if (quantity !== '' && (action.isSweep || known.isSweepFund(stated)) && !action.isIncome)
    return sink.skip(row.number, 'inside', "The account's cash, moved into or out of its sweep fund");
  if (stated !== '' && quantity !== '' && price === '' && action.isMove)
    return move(actionText, { ...moved, quantity }, sink);
  if (stated !== '' && price === '' && action.isMerger) {
    sink.merger({ ...moved, quantity, cash: amount });
    return;
  }
  if (stated !== '' && price === '' && action.isRedemption) {
    sink.redemption({ ...moved, quantity, amount, currency, memo: actionText });
    return;
  }
  if (stated !== '' && amount !== '' && action.isCapital) {
    sink.cash({ ...moved, amount, kind: 'other', memo: actionText, currency });
    if (!amount.startsWith('-')) sink.event({ ...moved, kind: 'return_of_capital', amount });
    return;
  }
  const { ends, cancels } = action;
  const side = ends ? closingSide(quantity, ends) : action.side;
  if (side !== null && stated !== '' && quantity !== '' && (price !== '' || ends !== undefined))
    sink.execution({
      row: row.number,
      side,
      symbol,
      option: sink.option(stated) ?? sink.option(row.text('securitydescription', 'description')),
      quantity,
      price: ends === undefined ? price : '0',
      costs: [row.text('commission'), row.text('fees')],
      costKinds: COST_KINDS,
      amounts: [amount],
      accrued: row.text('accruedinterest'),
      when,
      ends,
      account,
      currency,
      cancels,
    });
  else if (amount === '') sink.skipMoneyless(row.number, actionText || 'The row', quantity);
  else
    sink.cash({
      row: row.number,
      when,
      amount,
      description: actionText,
      symbol: stated,
      memo: actionText,
      account,
      currency,
      quantity,
    });
}

const COST_KINDS = ['commission', 'regulatory'] as const;
/** "MERGER MER FROM …" brings shares, "MERGER MER PAYOUT …" takes them and pays. */
const MERGER = /^merger\b/i;
/** "REDEMPTION PAYOUT #REOR …", "FULL CALL PAYOUT …"; from the core fund it is the account's cash. */
const REDEMPTION = /^(?:redemption payout|(?:full |partial )?call payout|matured)\b/i;
const CAPITAL = /^return of capital\b/i;
const EXCHANGE = /^reverse split|^name change|^exchanged/i;
const SPLIT = /^(?:stock |forward )?split\b|^distribution.*\bsplit\b/i;
const TRANSFER = /^transfer(?:red)?\b|^journaled|^shares (?:received|delivered)|^distribution spin-?off/i;
const SPIN_OFF = /^distribution spin-?off/i;

/** "REVERSE SPLIT R/S FROM 12345X104#REOR M005…" tells the shares that come and those that go in two rows. */
function move(action: string, moved: Omit<ExchangeLeg, 'leaves'>, sink: Sink): void {
  const { quantity, ...rest } = moved;
  if (EXCHANGE.test(action)) sink.leg({ ...moved, leaves: /^[-(]/.test(quantity) });
  else if (SPLIT.test(action)) sink.event({ ...rest, kind: 'split', sharesAdded: quantity });
  else sink.event({ ...rest, kind: 'transfer', quantity, isSpinOff: SPIN_OFF.test(action) });
}
