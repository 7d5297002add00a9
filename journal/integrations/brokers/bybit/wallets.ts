// Movements in Bybit's two wallets other than fills: conversions, interest and gifts of the unified account by its log, and
// everything in the funding wallet. A conversion is two rows with the same time: what was given and what was received.
import { type AnswerRow, coinCost, coinTrade, isMoney, type Sink, readAmount } from '@zorivest/imports';
import { type Fields, textAt } from '../client/exact-json.ts';
import { isNegative, isZero, magnitude } from '../client/figures.ts';

/** The kinds of the log that no other list contains; trades, transfers and deliveries come from elsewhere. */
export const LOG_TYPES = ['CURRENCY_SELL', 'CURRENCY_BUY', 'INTEREST', 'AIRDROP', 'BONUS', 'FEE_REFUND'] as const;

interface Movement {
  readonly id: string;
  readonly when: string;
  readonly coin: string;
  /** Above zero: into the wallet. */
  readonly amount: string;
  readonly what: string;
  readonly kind: 'conversion' | 'gift' | 'interest' | 'elsewhere' | 'inside' | 'unknown';
}

/** Rows of the unified account's log: `change` is what a row did to the wallet. */
export function readLog(rows: readonly Fields[]): AnswerRow[] {
  return readMoves(
    rows.map((row): Movement => {
      const text = (name: string) => textAt(row, name);
      const type = text('type');
      return {
        // The documentation's own sample repeats an id.
        id: [text('id'), text('tradeId'), type, text('currency')].join(':'),
        when: text('transactionTime'),
        coin: text('currency'),
        amount: text('change'),
        what: type,
        kind: type.startsWith('CURRENCY_') ? 'conversion' : type === 'INTEREST' ? 'interest' : 'gift',
      };
    }),
  );
}

const ELSEWHERE = /deposit|withdraw/i;
const GIFTS = /interest|reward|airdrop|bonus|rebate|cashback|yield|distribution/i;
const WITHIN = /transfer|earn|saving|stak|subscri|redeem|redemption/i;

/** Rows of the funding wallet, by the words Bybit has for them. */
export function readFunding(rows: readonly Fields[]): AnswerRow[] {
  return readMoves(
    rows.map((row): Movement => {
      const text = (name: string) => textAt(row, name);
      const what = `${text('showBusiTypeEn')} ${text('descriptionEn')}`.trim();
      const isOut = text('ioDirection') === 'O';
      return {
        id: text('currcCursor') || [text('createTime'), text('currency'), text('afterAmt')].join(':'),
        when: `${text('createTime')}000`,
        coin: text('currency'),
        amount: isOut ? `-${magnitude(text('txnAmt'))}` : magnitude(text('txnAmt')),
        what,
        kind: kindOf(what, isOut),
      };
    }),
  );
}

function kindOf(what: string, isOut: boolean): Movement['kind'] {
  if (/convert|conversion|exchange/i.test(what)) return 'conversion';
  if (GIFTS.test(what) && !isOut) return 'gift';
  if (ELSEWHERE.test(what)) return 'elsewhere';
  // What goes to another member is no longer the person's; what goes to the other wallet is.
  return WITHIN.test(what) && !/sub-?account|member|uid/i.test(what) ? 'inside' : 'unknown';
}

function readMoves(moves: readonly Movement[]): AnswerRow[] {
  const open = new Map<string, Movement[]>();
  const partners = new Map<Movement, Movement>();
  for (const move of moves) {
    if (move.kind !== 'conversion') continue;
    const waiting = open.get(move.when) ?? [];
    const place = waiting.findIndex(
      (other) => isNegative(other.amount) !== isNegative(move.amount) && other.coin !== move.coin,
    );
    const [other] = place === -1 ? [] : waiting.splice(place, 1);
    if (other === undefined) open.set(move.when, [...waiting, move]);
    else partners.set(move, other).set(other, move);
  }
  const rowOf = new Map<Movement, number>();
  return moves.map((move) => (sink, row) => {
    const partner = partners.get(move);
    const first = partner === undefined ? undefined : rowOf.get(partner);
    rowOf.set(move, row);
    if (first !== undefined) return sink.join(row, first);
    return readMove(sink, row, move, partner);
  });
}

function readMove(sink: Sink, row: number, move: Movement, partner: Movement | undefined): void {
  const { id, when, coin, amount, what, kind } = move;
  if (kind === 'elsewhere') return sink.skip(row, 'repeated', 'The list of deposits and withdrawals tells it');
  if (kind === 'inside')
    return sink.skip(row, 'inside', 'Moved between the wallets of the account, or to and from Earn');
  if (isZero(amount)) return sink.skip(row, 'no_money', 'Moves nothing');
  if (partner !== undefined) {
    const [out, into] = isNegative(amount) ? [move, partner] : [partner, move];
    coinTrade(sink, {
      row,
      when,
      id: out.id,
      out: { code: out.coin, ...readAmount(sink, out.amount) },
      in: { code: into.coin, ...readAmount(sink, into.amount) },
      costs: [],
    });
    return;
  }
  if (kind === 'conversion' || kind === 'unknown')
    return sink.invalid(
      row,
      `${amount} ${coin.slice(0, 12)} (${what.slice(0, 60)}): Bybit does not say what it was for; record it by hand`,
    );
  if (isMoney(coin)) {
    sink.cash({ row, when, id, amount, currency: coin, kind: 'interest', memo: what });
    return;
  }
  if (isNegative(amount)) coinCost(sink, { row, when, id, of: what }, { code: coin, ...readAmount(sink, amount) });
  else sink.event({ row, when, id, kind: 'reward', symbol: coin, coin: true, quantity: amount });
}
