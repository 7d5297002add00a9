// Tiger Brokers' later statements wrap their cells, so that one row of the table runs over several lines of text. The
// rule: a fee's label ends a line of its cell and the fee begins the next one; quantity and price are the figures whose
// product is a third of the same line; dates are cut after a dash and joined again.
import type { Sink } from '../broker/sink.ts';
import { parseNumber } from '../text/number.ts';
import { asRow } from './layout.ts';

const FIGURE = String.raw`-?[\d,]*\.?\d+`;
const LABEL = /(?:Commission|(?:[A-Z][A-Za-z]+ )+Fee):/g;
/** A label alone, or with the beginning of a date behind it: its fee is on the next line. */
const WRAPPED = /^(?:Commission|(?:[A-Z][A-Za-z]+ )+Fee):(?: \d{4}-\d{2}-\d{2})?$/;
const CLOCK = /\b(\d{2}:\d{2}:\d{2}),/;
const DIVIDEND = /(?:^|\s)Quantity: [\d,.]+$/;
const LONGEST_BLOCK = 10;

/** Reads the block that begins at a line; false when none does. */
export function readWrapped(lines: readonly string[], index: number, currency: string, sink: Sink): boolean {
  const line = lines[index] ?? '';
  if (DIVIDEND.test(line)) return dividend(lines.slice(index, index + LONGEST_BLOCK).join('\n'), index + 1, sink);
  // Only a block's first label opens it.
  if (!WRAPPED.test(line) || isInside(lines, index)) return false;
  return trade(blockAt(lines, index), index + 1, currency, sink);
}

/** The lines of one trade: up to the fee of the last label, at most until the next trade's first label. */
function blockAt(lines: readonly string[], index: number): string[] {
  const block = lines.slice(index, index + LONGEST_BLOCK);
  const clock = block.findIndex((line) => CLOCK.test(line));
  const next = block.findIndex((line, at) => at > clock + 1 && WRAPPED.test(line) && !line.startsWith('Platform'));
  return next === -1 || clock === -1 ? block : block.slice(0, next);
}

/** Whether a label belongs to a block that began above: its time comes only after both. */
function isInside(lines: readonly string[], index: number): boolean {
  for (let at = index - 1; at >= 0 && at > index - LONGEST_BLOCK; at--) {
    const line = lines[at] ?? '';
    if (CLOCK.test(line) || DIVIDEND.test(line)) return (lines[index] ?? '').startsWith('Platform') && CLOCK.test(line);
    if (WRAPPED.test(line)) return true;
  }
  return false;
}

function trade(block: readonly string[], row: number, currency: string, sink: Sink): boolean {
  const clock = block.findIndex((line) => CLOCK.test(line));
  const sized = block.map(product);
  const place = sized.findIndex((found) => found !== null);
  const found = sized[place];
  const text = block.join('\n');
  const symbol = /\(([A-Z0-9.]{1,8})\)/.exec(text)?.[1] ?? /^([A-Z0-9.]{1,8}) /.exec(block[place] ?? '')?.[1];
  const date = /\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (clock === -1 || found === null || found === undefined || symbol === undefined || date === undefined) return false;
  const zone = /GMT[+-]\d{1,2}/.exec(text)?.[0] ?? (text.includes('/Eastern') ? 'ET' : '');
  asRow(sink, row, () => {
    sink.execution({
      row,
      side: found.quantity.startsWith('-') ? 'SLD' : 'BOT',
      symbol,
      quantity: found.quantity,
      price: found.price,
      costs: [...fees(block), tax(block[clock] ?? '', block[clock - 1] ?? '')].map(dropSign),
      amounts: [found.amount],
      when: `${date} ${CLOCK.exec(block[clock] ?? '')?.[1] ?? ''} ${zone}`.trim(),
      currency: /\b(USD|HKD|SGD|CNH|AUD)$/m.exec(text)?.[1] ?? currency,
    });
  });
  return true;
}

/** The fee of each label: the last figure before the next label of the line below, or the line's first. */
function fees(block: readonly string[]): string[] {
  return block.flatMap((line, at) => {
    if (!line.match(LABEL)) return [];
    const below = block[at + 1] ?? '';
    const label = below.search(LABEL);
    const before = new RegExp(`(${FIGURE})(?: \\d{4}-\\d{2}-)?\\s?$`).exec(label === -1 ? '' : below.slice(0, label));
    const first = new RegExp(`^(${FIGURE})(?:\\s|$)`).exec(below);
    return before?.[1] ?? first?.[1] ?? [];
  });
}

/** The tax on the fees is the first figure of those before the time that is no fee itself. */
function tax(line: string, above: string): string {
  const figures = /((?:-?[\d,]*\.?\d+ )+)\d{2}:\d{2}:\d{2},/.exec(line)?.[1]?.trim().split(' ') ?? [];
  const startsWithFee = new RegExp(`^${FIGURE} `).test(line) && above.search(LABEL) !== -1;
  return figures[startsWithFee ? 1 : 0] ?? '';
}

/** Two figures of a line and a later one that is their product, to the cent. */
function product(line: string): { readonly quantity: string; readonly price: string; readonly amount: string } | null {
  const figures = line.split(/\s+/).filter((word) => new RegExp(`^${FIGURE}$`).test(word));
  const values = figures.map((word) => Math.abs(Number(parseNumber(word) ?? 'NaN')));
  for (let at = 0; at + 2 < figures.length; at++) {
    const [quantity = 0, price = 0] = values.slice(at, at + 2);
    const place = values.findIndex((value, third) => third > at + 1 && Math.abs(quantity * price - value) <= 0.011);
    if (quantity > 0 && price > 0 && place !== -1)
      return { quantity: figures[at] ?? '', price: figures[at + 1] ?? '', amount: figures[place] ?? '' };
  }
  return null;
}

/** Gross, and the tax withheld, each a row of cash. */
function dividend(block: string, row: number, sink: Sink): boolean {
  const paid = /Paid ([\d,.]+) [\d,.]+ Dividend tax: ([\d,.]+) [\d,.]+ ([A-Z]{3})$/m.exec(block);
  const symbol = /\(([A-Z0-9.]{1,8})\)/.exec(block)?.[1] ?? '';
  const when = joinDate(block);
  if (paid === null || when === null) return false;
  const [, gross = '', withheld = '', currency = ''] = paid;
  asRow(sink, row, () => {
    sink.cash({ row, when, amount: gross, currency, kind: 'dividend', symbol, memo: `Dividend ${symbol}` });
    if (Number(withheld) !== 0)
      sink.cash({ row, when, amount: `-${withheld}`, currency, kind: 'tax', symbol, memo: `Dividend tax ${symbol}` });
  });
  return true;
}

/** "2024-12-" on one line and "26" at the start of a later one. */
function joinDate(block: string): string | null {
  const cut = /^(\d{4}-\d{2})-(?:\s|$)/m.exec(block);
  if (cut === null) return /^\d{4}-\d{2}-\d{2}/m.exec(block)?.[0] ?? null;
  const day = /^(\d{2})(?:\s|$)/m.exec(block.slice(cut.index + cut[0].length))?.[1];
  return day === undefined ? null : `${cut[1]}-${day}`;
}

function dropSign(cell: string): string {
  return cell.replace(/^-/, '');
}
