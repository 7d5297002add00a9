// The words brokers use for the same few things.
import type { CashKind } from '../statement/model.ts';

export type Side = 'BOT' | 'SLD';

const BUYS = new Set([
  'b',
  'bot',
  'bto',
  'btc',
  'bid',
  'cover',
  'covered',
  'bc',
  'kauf',
  'kaufen',
  'achat',
  'acheter',
  'compra',
  'comprar',
  'buycover',
  'acquisto',
  'koop',
  'aankoop',
  'kupno',
  'zakup',
]);
const SELLS = new Set([
  's',
  'sld',
  'sto',
  'stc',
  'ss',
  'ask',
  'sshrt',
  'short',
  'verkauf',
  'verkaufen',
  'vente',
  'vendre',
  'venta',
  'vender',
  'vendita',
  'verkoop',
  'venda',
  'sprzedaż',
  'sprzedaz',
]);

/** Which side of the trade a word names, or null. */
export function sideOf(text: string): Side | null {
  const plain = text.toLowerCase();
  if (plain === 'buy' || plain === 'b') return 'BOT';
  if (plain === 'sell' || plain === 's') return 'SLD';
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (word === '') return null;
  if (BUYS.has(word) || /\b(?:buy|bought|purchase[ds]?|reinvest\w*)\b/.test(word)) return 'BOT';
  if (SELLS.has(word) || /\b(?:sell|sold|sale|redemption|redeemed)\b/.test(word)) return 'SLD';
  return null;
}

/** Why a row with this order status is not a fill, or null when it is one. */
export function explainUnfilled(status: string): string | null {
  const word = status.trim().toLowerCase();
  if (
    word === '' ||
    word === 'filled' ||
    /^(?:filled|executed|complete[d]?|fill|partial(?:ly)?[ _]?fill(?:ed)?|ausgeführt|teilweise ausgeführt|exécuté|ejecutado|done|ok|fll|eseguito)\b/.test(
      word,
    )
  )
    return null;
  if (/cancel|storniert|annul|cancelado|\bout\b/.test(word)) return 'Cancelled order (not executed)';
  if (/reject|abgelehnt|rejet|rechazado/.test(word)) return 'Rejected order';
  if (/pending|working|open|queued|ausstehend|en attente|pendiente|placed|accepted|new/.test(word))
    return 'Order not filled yet';
  if (/expire/.test(word)) return 'Expired order (not executed)';
  return `Order not filled (status: ${status.trim().slice(0, 40)})`;
}

/** Money for a part of a share: what it was sold for, and no income. A payment in lieu of a dividend is one. */
export function isCashInLieu(text: string): boolean {
  return /\bcash[- ]in[- ]lieu\b|\bin lieu of (?:an? )?(?:fr|part|share)/i.test(text);
}

/** What a cash movement is, from the broker's words and its sign. */
export function cashKind(text: string, negative: boolean): CashKind {
  const lower = text.toLowerCase();
  if (isCashInLieu(lower)) return 'other';
  if (/withh|nra tax|foreign tax|\btax(?:es)?\b/.test(lower)) return 'tax';
  if (
    /dividend|\bdiv\b|distribution|cap(?:ital)? gain|\bcdiv\b|in lieu|long term cap|short term cap|return of capital/.test(
      lower,
    )
  )
    return 'dividend';
  if (/interest|\bint\b|\bbond int/.test(lower)) return 'interest';
  if (/\bfees?\b|commission|charge|subscription|regulatory|\badr\b|\btaf\b|service/.test(lower)) return 'fee';
  if (
    /transfer|journal|\bjrnl?\b|sweep|\bacats?\b|moneylink|money link|\btfr\b|exchange (?:in|out)/.test(lower) &&
    !/deposit|withdraw/.test(lower)
  )
    return negative ? 'transfer_out' : 'transfer_in';
  if (
    /deposit|contribution|\bach\b|wire|funds? received|credit|debit|withdraw|disburse|payment|check|electronic|\brad\b|bill pay|purchase/.test(
      lower,
    )
  )
    return negative ? 'withdrawal' : 'deposit';
  return 'other';
}
