// The deals of a MetaTrader report: money that came and went stands only here. The fills among them repeat the
// positions before; one that is in no position is of a trade that is still open.
import { compact } from '../../text/columns.ts';
import type { Cells } from '../../text/csv.ts';
import type { CashKind } from '../../statement/model.ts';
import type { Sink } from '../sink.ts';

const WORDS = {
  deal: ['deal', 'geschäft', 'affare', 'operazione', 'transacción', 'transaction', 'trato', 'negocio'],
  symbol: ['symbol', 'simbolo', 'símbolo', 'symbole'],
  type: ['type', 'typ', 'tipo'],
  direction: ['direction', 'richtung', 'direzione', 'dirección', 'sens', 'direção'],
  volume: ['volume', 'volumen', 'volumes'],
  price: ['price', 'preis', 'prezzo', 'precio', 'prix', 'preço'],
  time: ['time', 'zeit', 'ora', 'hora', 'heure', 'orario', 'tempo'],
  profit: ['profit', 'gewinn', 'profitto', 'beneficio', 'ganancia', 'lucro', 'bénéfice'],
  balance: ['balance', 'kontostand', 'saldo', 'bilancio', 'solde', 'bilanz'],
  comment: ['comment', 'kommentar', 'commento', 'comentario', 'commentaire', 'comentário'],
} as const;

export type DealColumns = Readonly<Record<keyof typeof WORDS, number>>;

export function dealColumns(cells: Cells): DealColumns | null {
  const names = cells.map(compact);
  const at = Object.fromEntries(
    Object.entries(WORDS).map(([role, words]) => [
      role,
      names.findIndex((name) => (words as readonly string[]).includes(name)),
    ]),
  ) as Record<keyof typeof WORDS, number>; // a place for every role
  const { time, symbol, type, direction, profit, balance } = at;
  return [time, symbol, type, direction, profit, balance].includes(-1) ? null : at;
}

/** What a deal is that is no fill, by MetaTrader's own words, which no language translates. */
const KINDS: readonly (readonly [RegExp, CashKind | 'by sign'])[] = [
  [/^balance$/, 'by sign'],
  [/^interest/, 'interest'],
  [/^dividend/, 'dividend'],
  [/^tax$/, 'tax'],
  [/commission|^charge$|^fee$|^agent/, 'fee'],
  [/^credit$|^bonus$|^correction$|^so compensation|adjust|refund/, 'other'],
];

/** A row of money, in a table of deals or, of the older program, among the positions; false where it is none. */
export function readMoney(
  sink: Sink,
  {
    row,
    type,
    when,
    amount,
    comment,
    currency,
    id,
  }: Readonly<Record<'type' | 'when' | 'amount' | 'comment' | 'currency' | 'id', string>> & { readonly row: number },
): boolean {
  const word = type.trim().toLowerCase();
  const kind = KINDS.find(([pattern]) => pattern.test(word))?.[1];
  if (kind === undefined) return false;
  const isOut = Number(sink.number(amount) || '0') < 0;
  sink.cash({
    row,
    when,
    amount,
    currency,
    kind: kind === 'by sign' ? (isOut ? 'withdrawal' : 'deposit') : kind,
    memo: [type, comment].filter(Boolean).join(': '),
    ...(id === '' ? {} : { id: `deal-${id}` }),
  });
  return true;
}

/** What a fill is known by in both tables. */
export function fillKey(time: string, symbol: string, price: string): string {
  return [time.trim(), symbol.trim().toUpperCase(), price.replaceAll(/[^\d.,]/g, '')].join('|');
}

export function readDeal(
  sink: Sink,
  cells: Cells,
  at: DealColumns,
  { row, currency, known }: { readonly row: number; readonly currency: string; readonly known: ReadonlySet<string> },
): void {
  const cell = (place: number) => cells[place]?.trim() ?? '';
  const type = cell(at.type);
  const money = {
    row,
    type,
    currency,
    when: cell(at.time),
    amount: cell(at.profit),
    comment: cell(at.comment),
    id: cell(at.deal),
  };
  if (readMoney(sink, money)) return;
  if (!/^(?:buy|sell)/i.test(type))
    return sink.invalid(
      row,
      `A deal of the kind "${type.slice(0, 30)}" is not known: look at it and record it by hand`,
    );
  if (known.has(fillKey(cell(at.time), cell(at.symbol), cell(at.price))))
    return sink.skip(row, 'repeated', 'A deal of a position that is listed above');
  sink.skip(row, 'open_trade', 'A deal of a trade that is still open: the report in which it is closed tells it');
}
