// A list of prices as a person has it: a CSV with or without names of its columns, or lines pasted from a spreadsheet.
import { compact } from '../text/columns.ts';
import { sniffDelimiter, splitCsv } from '../text/csv.ts';
import { decodeText } from '../text/encoding.ts';
import { parseNumber, sniffDecimalMark } from '../text/number.ts';
import { parseDate } from '../text/time.ts';
import type { RowNote } from '../statement/model.ts';

export interface ListedPrice {
  readonly date: string;
  readonly instrument: string;
  readonly price: number;
  readonly currency?: string;
}

export interface PriceList {
  readonly prices: readonly ListedPrice[];
  readonly invalid: readonly RowNote[];
}

const COLUMNS = {
  date: /^(?:date|day|datum|asof|asofdate|pricedate|timestamp|time)$/,
  instrument: /^(?:instrument|symbol|ticker|security|name|isin|wertpapier)$/,
  price: /^(?:price|close|last|mark|closeprice|lastprice|adjclose|value|kurs|preis)$/,
  currency: /^(?:currency|ccy|waehrung|währung)$/,
} as const;

type Place = Partial<Record<keyof typeof COLUMNS, number>>;

export function readPriceList(bytes: Uint8Array): PriceList {
  const text = decodeText(bytes);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  // What was pasted from a page has spaces between its columns.
  const delimiter = /[\t,;|]/.test(lines[0] ?? '') ? sniffDelimiter(text) : ' ';
  const rows = delimiter === ' ' ? lines.map((line) => line.trim().split(/\s+/)) : splitCsv(text, delimiter);
  const table = rows
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const [first] = table;
  if (first === undefined) return { prices: [], invalid: [] };
  const named = placesByName(first);
  const place = named ?? placesByContent(first);
  if (place === null)
    return {
      prices: [],
      invalid: [
        { row: 1, reason: 'No date, instrument and price were found: name the columns date, instrument, price' },
      ],
    };
  const mark = sniffDecimalMark(table, delimiter);
  const prices: ListedPrice[] = [];
  const invalid: RowNote[] = [];
  for (const [at, cells] of table.entries()) {
    if (named !== null && at === 0) continue;
    const row = at + 1;
    const cell = (column: keyof Place): string => cells[place[column] ?? -1] ?? '';
    const date = parseDate(cell('date'));
    const figure = parseNumber(cell('price').replace(/^[$€£]\s?/, ''), mark);
    const price = figure === null || figure === '' ? null : Number(figure);
    const currency = cell('currency').toUpperCase();
    if (date === null) invalid.push({ row, reason: `"${cell('date').slice(0, 40)}" is no date` });
    else if (cell('instrument') === '') invalid.push({ row, reason: 'no instrument is named' });
    else if (price === null || !(price >= 0))
      invalid.push({ row, reason: `"${cell('price').slice(0, 40)}" is no price` });
    else if (currency !== '' && !/^[A-Z]{3,5}$/.test(currency))
      invalid.push({ row, reason: `"${currency.slice(0, 20)}" is not a currency code` });
    else
      prices.push({ date, instrument: cell('instrument').slice(0, 100), price, ...(currency !== '' && { currency }) });
  }
  return { prices, invalid };
}

/** Null where the first row names no date, instrument and price. */
function placesByName(cells: readonly string[]): Place | null {
  const place: Place = {};
  for (const [at, cell] of cells.entries())
    for (const column of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
      if (place[column] === undefined && COLUMNS[column].test(compact(cell))) {
        place[column] = at;
        break;
      }
  return isWhole(place) ? place : null;
}

/** By what stands in the first row: a date, a number, three letters for the currency, and the rest is the name. */
function placesByContent(cells: readonly string[]): Place | null {
  const place: Place = {};
  for (const [at, cell] of cells.entries()) {
    const isNumber = /^[$€£]?\s?[\d.,']+$/.test(cell);
    if (place.date === undefined && parseDate(cell) !== null && !/^\d+$/.test(cell)) place.date = at;
    else if (place.price === undefined && isNumber) place.price = at;
    else if (place.instrument === undefined && !isNumber) place.instrument = at;
    else if (place.currency === undefined && /^[A-Za-z]{3}$/.test(cell)) place.currency = at;
  }
  return isWhole(place) ? place : null;
}

function isWhole({ date, instrument, price }: Place): boolean {
  return date !== undefined && instrument !== undefined && price !== undefined;
}
