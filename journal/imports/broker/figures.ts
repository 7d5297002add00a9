// Cells as numbers, in the file's decimal mark.
import { type DecimalMark, parseNumber, plainValue } from '../text/number.ts';
import { toEight } from './cell.ts';

/**
 * A quantity may carry its unit: "1.50 Lots", "10 shares". Spaces are taken from where they begin only: tried from each
 * of a hundred thousand, they would take minutes.
 */
const UNIT =
  /(?<!\s)\s*(?:lots?|units?|shares?|shs|contracts?|cts|pcs|stück|stk|aandelen|actions|acciones|azioni)\.?$/i;

/** `.123456789`: no shorter cell has nine decimals. */
const SHORTEST_FINE = 9;
const MOST_PLACES = 18;

export class Figures {
  readonly #mark: DecimalMark;

  constructor(mark: DecimalMark) {
    this.#mark = mark;
  }

  /** The number as plain text, '' for a cell that says nothing, null for one that is not a number. */
  text(cell: string): string | null {
    return parseNumber(cell, this.#mark);
  }

  /** What a cell is worth: undefined when it says nothing, null when it is not a number. */
  value(cell: string): number | null | undefined {
    if (this.#mark === '.') {
      const plain = plainValue(cell);
      if (!Number.isNaN(plain)) return plain;
    }
    const text = this.text(cell);
    return text === null ? null : text === '' ? undefined : toEight(text);
  }

  /** The same for a number of shares, contracts or lots. */
  quantity(cell: string): number | null | undefined {
    const value = this.value(cell);
    if (value === null && UNIT.test(cell)) return this.quantity(cell.replace(UNIT, ''));
    // A coin may be had in parts that eight decimals do not show.
    return value === 0 && /[1-9]/.test(cell) ? Number(this.text(cell)) : value;
  }

  /** All digits of a quantity that has more than eight decimals, without its sign; null where it has no more. */
  digits(cell: string): string | null {
    if (cell.length <= SHORTEST_FINE) return null;
    const text = this.text(cell) ?? this.text(cell.replace(UNIT, '')) ?? '';
    const [, digits = '', fraction = ''] = /^-?(\d{1,13}\.(\d{9,}?))0*$/.exec(text) ?? [];
    return fraction.length > 8 ? digits.slice(0, digits.length - Math.max(0, fraction.length - MOST_PLACES)) : null;
  }

  /** A price: eight decimals, and of one that is small eight digits. */
  price(cell: string): number | null | undefined {
    const value = this.value(cell);
    if (typeof value !== 'number' || Math.abs(value) >= 0.1 || cell.length <= SHORTEST_FINE) return value;
    const exact = Number(this.text(cell));
    return Number.isFinite(exact) ? Number(exact.toPrecision(8)) : value;
  }
}
