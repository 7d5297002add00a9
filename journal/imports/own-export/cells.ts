// What a cell of the book's own tables may hold. A cell is null where the file has nothing, and '' where it has an empty
// text in quotation marks.
import { parseQuantity, quantityBeyondNumber } from '@zorivest/domain';
import { type FeeType, feeTypes } from '@zorivest/vocabulary';
import type { Fee } from '../statement/model.ts';

/** Why a cell cannot be taken, in words that go on after the column's name. */
export class CellFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

export type CellReader<T> = (cell: string | null) => T | CellFault;

const MISSING = new CellFault('is missing');

function present<T>(read: (cell: string) => T | CellFault): CellReader<T> {
  return (cell) => (cell === null ? MISSING : read(cell));
}

export function optional<T>(read: CellReader<T>): CellReader<T | null> {
  return (cell) => (cell === null ? null : read(cell));
}

/** Text as it was: the apostrophe that keeps a spreadsheet from running it is taken off. */
export function text(longest: number): CellReader<string> {
  return present((cell) => {
    const plain = cell.startsWith("'") ? cell.slice(1) : cell;
    return plain.length > longest ? new CellFault(`has more than ${longest} characters`) : plain;
  });
}

/** Text with at least one character that is not white space. */
export function nonBlankText(longest: number): CellReader<string> {
  const read = text(longest);
  return (cell) => {
    const found = read(cell);
    return typeof found === 'string' && found.trim() === '' ? MISSING : found;
  };
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
/** Beyond this a double no longer holds cents. */
const LARGEST = 1e13;

export const number: CellReader<number> = present((cell) => {
  const value = NUMBER.test(cell) ? Number(cell) : Number.NaN;
  return Math.abs(value) <= LARGEST ? value : new CellFault(`is not a number: "${cell.slice(0, 40)}"`);
});

export const positive: CellReader<number> = (cell) => {
  const value = number(cell);
  return typeof value === 'number' && value <= 0 ? new CellFault('must be above 0') : value;
};

/** A number above zero with up to 18 decimals: as its text where a number does not hold all of them. */
export const quantity: CellReader<number | string> = present((cell) => {
  const value = positive(cell);
  const exact = typeof value === 'number' ? parseQuantity(cell) : null;
  return exact === null ? value : (quantityBeyondNumber(exact) ?? value);
});

export const notNegative: CellReader<number> = (cell) => {
  const value = number(cell);
  return typeof value === 'number' && value < 0 ? new CellFault('must not be negative') : value;
};

export function oneOf<const W extends string>(known: readonly W[]): CellReader<W> {
  return present((cell) => {
    const found = known.find((word) => word === cell);
    return found ?? new CellFault(`must be one of ${known.join(', ')}`);
  });
}

export const flag: CellReader<boolean> = present((cell) => {
  const lower = cell.toLowerCase(); // spreadsheets write TRUE
  if (lower === 'true') return true;
  return lower === 'false' ? false : new CellFault('must be true or false');
});

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

function isReal(text: string): boolean {
  const at = new Date(text);
  const year = Number(text.slice(0, 4));
  // The thirtieth of February is read as the first of March.
  return year >= 1900 && year <= 2200 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
}

export const day: CellReader<string> = present((cell) =>
  DAY.test(cell) && isReal(cell) ? cell : new CellFault('must be a date such as 2026-01-15'),
);

export const time: CellReader<string> = present((cell) =>
  TIME.test(cell) && isReal(cell) ? cell : new CellFault('must be a time such as 2026-01-15T14:30:00Z'),
);

/** A currency or a coin. */
export const currency: CellReader<string> = present((cell) =>
  /^[A-Z0-9]{2,12}$/.test(cell) ? cell : new CellFault('must be a currency such as USD'),
);

/** What a cost is made of: `exchange=0.02 regulatory=0.01`. */
export const fees: CellReader<readonly Fee[]> = (cell) => {
  const parts: Fee[] = [];
  for (const part of (cell ?? '').split(' ')) {
    if (part === '') continue;
    const [name = '', figure = ''] = part.split('=');
    const amount = number(figure);
    if (!feeTypes.some((type) => type === name) || typeof amount !== 'number')
      return new CellFault('must be pairs such as exchange=0.02');
    parts.push({ type: name as FeeType, amount }); // one of them, as was just seen
  }
  return parts;
};

export function feesText(parts: readonly Fee[]): string | null {
  return parts.length === 0 ? null : parts.map(({ type, amount }) => `${type}=${amount}`).join(' ');
}

/** A list as JSON. */
export function listOf<T>(isItem: (item: unknown) => item is T): CellReader<T[]> {
  return present((cell) => {
    try {
      const found: unknown = JSON.parse(cell);
      if (Array.isArray(found) && found.length > 0 && found.every(isItem)) return found;
    } catch {
      // Reported below, like any other list that is none.
    }
    return new CellFault('is not a list as this book writes it');
  });
}
