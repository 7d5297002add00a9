// Cells as numbers, in the file's decimal mark.
import { type DecimalMark, parseNumber, plainValue } from '../text/number.ts';
import { toEight } from './cell.ts';

/**
 * A quantity may carry its unit: "1.50 Lots", "10 shares". Spaces are taken from where they begin only: tried from each
 * of a hundred thousand, they would take minutes.
 */
const UNIT =
  /(?<!\s)\s*(?:lots?|units?|shares?|shs|contracts?|cts|pcs|stück|stk|aandelen|actions|acciones|azioni)\.?$/i;

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
    return value === null && UNIT.test(cell) ? this.value(cell.replace(UNIT, '')) : value;
  }
}
