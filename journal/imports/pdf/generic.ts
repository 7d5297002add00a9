// Any broker's document: lines that hold a date, the word for a buy or a sell, and figures where quantity × price is the
// amount. What does not add up is not taken for a trade.
import { absolute, isZero, minus, NO_AMOUNT, NO_QUANTITY, parseAmount, parseQuantity, valueAt } from '@zorivest/domain';
import { NEW_YORK, type PdfFormat } from '../broker/format.ts';
import { parseOption } from '../broker/instrument.ts';
import type { Sink } from '../broker/sink.ts';
import { parseNumber, type DecimalMark } from '../text/number.ts';
import { asRow } from './layout.ts';

const DATE =
  /\b(\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{2} \d{1,2},? \d{4})\b/;
const WORD = /\b(bought|buy|purchase|sold|sell|sale|kauf|verkauf|achat|vente|compra|venta)\b/i;
const FIGURE = /\(?-?[$€£]?\d[\d.,']*\)?/g;

interface FoundRow {
  readonly when: string;
  readonly side: 'BOT' | 'SLD';
  readonly symbol: string;
  readonly figures: readonly [quantity: string, price: string];
}

export const genericPdf: PdfFormat = {
  kind: 'pdf',
  name: 'generic',
  label: 'table',
  zone: NEW_YORK,
  // Never above what asks the user first.
  recognise: (text) => {
    const trades = text.split('\n').filter((line) => tradeOf(line) !== null).length;
    return trades === 0 ? 0 : Math.min(0.6, 0.3 + trades * 0.1);
  },
  read(lines, sink) {
    for (const [index, line] of lines.entries()) {
      const found = tradeOf(line);
      if (found !== null) asRow(sink, index + 1, () => execution(found, line, index + 1, sink));
    }
  },
};

function execution(found: FoundRow, line: string, row: number, sink: Sink): void {
  sink.execution({
    row,
    side: found.side,
    symbol: found.symbol,
    option: parseOption(line),
    quantity: found.figures[0],
    price: found.figures[1],
    when: found.when,
  });
}

function tradeOf(line: string): FoundRow | null {
  const when = DATE.exec(line)?.[0];
  const word = WORD.exec(line)?.[0]?.toLowerCase();
  if (when === undefined || word === undefined) return null;
  const rest = line.replaceAll(new RegExp(DATE, 'g'), ' ').replace(WORD, ' ');
  const symbol = /(?:^|\s)([A-Z][A-Z0-9.]{0,5})(?=\s|$)/.exec(rest)?.[1];
  const figures = product(rest.match(FIGURE) ?? []);
  if (symbol === undefined || figures === null) return null;
  return { when, side: /^(?:s|verk|vente|venta)/.test(word) ? 'SLD' : 'BOT', symbol, figures };
}

const CENT = parseAmount('0.01') ?? NO_AMOUNT;

/** Two figures whose product is a third, to the cent. */
function product(cells: readonly string[]): readonly [string, string] | null {
  const mark: DecimalMark =
    cells.some((cell) => /,\d{2}\)?$/.test(cell)) && !cells.some((cell) => /\.\d{1,4}\)?$/.test(cell)) ? ',' : '.';
  const texts = cells.slice(0, 12).map((cell) => parseNumber(cell, mark)?.replace('-', '') ?? '');
  const values = texts.map((text) => parseAmount(text) ?? NO_AMOUNT);
  const quantities = texts.map((text) => parseQuantity(text) ?? NO_QUANTITY);
  for (let a = 0; a < values.length; a++)
    for (let b = a + 1; b < values.length; b++) {
      const [quantity = NO_QUANTITY, price = NO_AMOUNT] = [quantities[a], values[b]];
      if (isZero(quantity) || isZero(price)) continue;
      const amount = valueAt(quantity, price);
      const adds = values.some((value, c) => c > b && absolute(minus(value, amount)) <= CENT && value > CENT);
      if (adds) return [texts[a] ?? '', texts[b] ?? ''];
    }
  return null;
}
