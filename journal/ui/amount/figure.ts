// A figure before it is in the page: its text, whether it tells an amount, and which way a result went. A component that shows
// one asks `isHidden` first.
import { money, multiple, percent, price, quantity } from './format.ts';

type Value = number | null | undefined;

export interface Figure {
  readonly text: string;
  /** A share of something, or a multiple of what was risked, tells no amount. */
  readonly tells: 'amount' | 'share';
  /** Of a result; a quantity or a price went nowhere. */
  readonly tone?: Tone;
}

export type Tone = 'gain' | 'loss' | 'even';

export interface AmountKind {
  readonly currency?: string | null | undefined;
  /** A result: with its sign, a mark and a colour. */
  readonly result?: boolean | undefined;
  /** A mean of prices is shown with fewer places than a price that was paid. */
  readonly as?: 'money' | 'price' | 'mean' | 'quantity' | undefined;
  /** Of a quantity, all of its digits where a number does not hold them. */
  readonly exact?: string | undefined;
}

export function amountFigure(value: Value, { currency, result = false, as = 'money', exact }: AmountKind = {}): Figure {
  const tells = 'amount';
  if (as === 'price' || as === 'mean') return { text: price(value, as === 'mean' ? 4 : 8), tells };
  if (as === 'quantity') return { text: quantity(value, exact), tells };
  if (!result) return { text: money(value, currency), tells };
  const text = money(value, currency, 'always');
  return { text, tells, tone: toneOf(value, text) };
}

export const multipleFigure = (value: Value): Figure => shareOf(value, multiple(value));

export const shareFigure = (value: Value): Figure => shareOf(value, percent(value, 2, 'always'));

const shareOf = (value: Value, text: string): Figure => ({ text, tells: 'share', tone: toneOf(value, text) });

/** By the figure as it is shown: what is rounded to nothing was neither won nor lost. */
const toneOf = (value: Value, text: string): Tone =>
  !value || !/[1-9]/.test(text) ? 'even' : value < 0 ? 'loss' : 'gain';

interface Hiding {
  readonly amountsHidden: boolean;
  readonly sharesHidden: boolean;
}

export const isHidden = ({ tells }: Figure, { amountsHidden, sharesHidden }: Hiding): boolean =>
  tells === 'amount' ? amountsHidden : sharesHidden;

/** Never by colour alone: a mark says it too. */
export const marks: Readonly<Record<Tone, string>> = { gain: '▲', loss: '▼', even: '' };
