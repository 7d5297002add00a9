// A broker's Form 1099-B or 1099-DA as a table. There is no standard for it: its columns are known by the names brokers and
// tax programs have for the boxes of the form, and headings between the rows say of which kind those that follow are.
import type { FormBox, Term } from '@zorivest/vocabulary';
import { formBoxes } from '@zorivest/vocabulary';
import { compact } from '../text/columns.ts';
import { cleanCell, sniffDelimiter, splitCsv } from '../text/csv.ts';
import { parseNumber } from '../text/number.ts';
import { parseDate } from '../text/time.ts';
import type { RowNote } from '../statement/model.ts';
import type { FormFile, FormSale } from './model.ts';
import { instrumentOf, readProperty } from './property.ts';
import { yearOfMost } from './year.ts';

/** Names without the box's number (1a, Box 1d) and without blanks; the first column that fits is taken. */
const COLUMNS = {
  symbol: /^(?:symbol|ticker|tickersymbol|securitysymbol|assetsymbol|asset|symbolcusip|codefordigitalasset)$/,
  cusip: /^cusip(?:no|number)?$/,
  description:
    /^(?:description(?:ofproperty|ofsecurity)?|securitydescription|property(?:description)?|security|securityname|investmentname|(?:digital)?assetname|nameofdigitalasset)$/,
  quantity:
    /^(?:quantity(?:sold)?|qty|shares(?:sold)?|noofshares|numberof(?:shares|units)|units|assetquantity|sharesunits)$/,
  acquired:
    /^(?:date(?:of)?(?:acquired|acquisition|bought|purchase)|acquired(?:date)?|acquisitiondate|opendate|purchasedate|dateopened)$/,
  sold: /^(?:date(?:of)?(?:sold|sale|disposed|disposition|closed)(?:ordisposed(?:of)?|orexchanged)?|(?:sold|sale|disposed|disposal|close|closing)date|sold)$/,
  proceeds:
    /^(?:gross|net|total|sales?|adj(?:usted)?)?proceeds(?:amount)?$|^sales?(?:price|amount|proceeds)$|^proceeds(?:fromsale|less.*|gross|net)$/,
  cost_basis: /^(?:adj(?:usted)?)?(?:cost|basis|costbasis|costorotherbasis|costorbasis|totalcost|taxbasis)(?:amount)?$/,
  wash: /^(?:washsale(?:s|loss|amount|adjustment|value)?(?:disallowed|amount)?|washsalelossdisallowed|(?:loss)?disallowed(?:loss|amount)?|washsaledisallowedloss)$/,
  adjustment: /^(?:adjustment(?:s|amount)?|amountofadjustment)$/,
  adjustment_code: /^(?:adjustmentcodes?|codes?|codesfrominstructions)$/,
  box: /^(?:(?:form)?8949(?:code|box|checkbox|category|reportingcategory)?|applicablecheckbox(?:on)?(?:form)?8949|form8949type|reportingcategory|box|formbox|checkbox)$/,
  term: /^(?:term|typeofgain(?:or)?loss|shortorlong(?:term)?|shorttermorlongterm|holdingperiod|gainlossclassification|longshort|gainlosstype|shortlong|typeofgain|ordinaryshorttermorlongterm.*|longtermorshortterm)$/,
  covered: /^(?:covered(?:security|status|noncovered|ornoncovered)?|coverage)$/,
  noncovered: /^(?:(?:is)?noncovered(?:securit(?:y|ies))?|securityisnoncovered)$/,
  reported: /^(?:(?:was)?basisreported(?:toirs|totheirs)?|reportedtoirs|basistoirs|costbasisreportedtoirs)$/,
} as const;

type Column = keyof typeof COLUMNS;
type Places = Partial<Record<Column, number>>;

const NEEDED: readonly Column[] = ['sold', 'proceeds'];

/** What a heading between the rows says of those after it. */
interface Section {
  readonly term: Term | null;
  readonly isCovered: boolean | null;
  readonly box: FormBox | null;
}

const NO_SECTION: Section = { term: null, isCovered: null, box: null };

export function readForm1099Table(text: string): FormFile {
  const rows = splitCsv(text, sniffDelimiter(text)).map((cells) => cells.map(cleanCell));
  const sales: FormSale[] = [];
  const invalid: RowNote[] = [];
  const skipped: RowNote[] = [];
  let places: Places | null = null;
  let section = NO_SECTION;
  const isDigital = /1099[\s-]*DA\b|digital asset/i.test(text.slice(0, 5000));
  const form = isDigital ? '1099-DA' : '1099-B';
  for (const [at, cells] of rows.entries()) {
    const row = at + 1;
    const filled = cells.filter((cell) => cell !== '');
    if (filled.length === 0) continue;
    const head = placesOf(cells);
    if (head !== null) places = head;
    else if (filled.length <= 2 && filled.every((cell) => parseNumber(cell) === null || parseNumber(cell) === ''))
      section = sectionOf(filled.join(' '), section);
    else if (places !== null) {
      const read = readSale(cells, places, section, { row, form });
      if (typeof read === 'string') {
        (read.startsWith('a sum') ? skipped : invalid).push({ row, reason: read });
      } else sales.push(read);
    }
  }
  if (places === null)
    invalid.push({
      row: 1,
      reason: 'no columns for the day of sale and the proceeds were found: name them Date sold and Proceeds',
    });
  return { form, year: yearOfMost(sales), sales, invalid, skipped };
}

/** Null where the row names no day of sale and no proceeds. */
function placesOf(cells: readonly string[]): Places | null {
  const places: Places = {};
  for (const [at, cell] of cells.entries()) {
    const name = compact(cell).replace(/^(?:form1099(?:b|da))?(?:box)?1[a-i](?=\D)/, '');
    for (const column of Object.keys(COLUMNS) as Column[])
      if (places[column] === undefined && COLUMNS[column].test(name)) {
        places[column] = at;
        break;
      }
  }
  return NEEDED.every((column) => places[column] !== undefined) ? places : null;
}

function sectionOf(text: string, before: Section): Section {
  const term = termOf(text);
  const isCovered = coveredOf(text);
  const letter = /\bbox(?:es)?\s+([A-L])\b/i.exec(text)?.[1]?.toUpperCase();
  const box = formBoxes.find((one) => one === letter) ?? null;
  // A title that says neither (a name, an address) changes nothing.
  if (term === null && isCovered === null && box === null) return before;
  return { term: term ?? (isCovered === null ? null : before.term), isCovered, box };
}

function termOf(text: string): Term | null {
  if (/\blong|^l(?:t)?$/i.test(text)) return 'long';
  return /\bshort|^s(?:t)?$/i.test(text) ? 'short' : null;
}

function coveredOf(text: string): boolean | null {
  if (/non-?\s?covered|un-?covered|(?:not|isn.t|wasn.t)\s+(?:being\s+)?reported/i.test(text)) return false;
  return /covered|reported to the irs/i.test(text) ? true : null;
}

const YES = /^(?:y|yes|true|x|1|checked)$/i;
const NO = /^(?:n|no|false|0|unchecked)$/i;

function readSale(
  cells: readonly string[],
  places: Places,
  section: Section,
  { row, form }: { readonly row: number; readonly form: FormFile['form'] },
): FormSale | string {
  const cell = (column: Column): string => cells[places[column] ?? -1] ?? '';
  if (cells.some((one) => /^(?:sub)?-?\s?totals?\b|^grand total/i.test(one))) return 'a sum, not a sale';
  const soldText = cell('sold');
  const sold = parseDate(soldText);
  if (sold === null) return `"${soldText.slice(0, 40)}" is no day of a sale`;
  const figure = (column: Column): number | null | string => {
    const text = cell(column).replace(/\s*[A-Z]$/, '');
    const value = parseNumber(text);
    return value === null ? `"${text.slice(0, 40)}" is no amount` : value === '' ? null : Number(value);
  };
  const proceeds = figure('proceeds');
  const cost_basis = figure('cost_basis');
  const stated = figure('quantity');
  const washed = figure(places.wash === undefined ? 'adjustment' : 'wash');
  for (const one of [proceeds, cost_basis, stated, washed]) if (typeof one === 'string') return one;
  if (typeof proceeds !== 'number') return 'no proceeds are stated';
  const description = cell('description') || cell('symbol') || cell('cusip');
  const property = readProperty(description);
  const quantity = typeof stated === 'number' && stated !== 0 ? Math.abs(stated) : property.quantity;
  const instrument = instrumentOf(cell('symbol')) ?? property.instrument;
  const acquired = parseDate(cell('acquired'));
  const term = termOf(cell('term')) ?? section.term ?? termByDays(acquired, sold);
  return {
    row,
    ...(instrument !== null && { instrument }),
    ...(cell('cusip') !== '' && { cusip: cell('cusip') }),
    description: description.slice(0, 200),
    quantity,
    acquired,
    sold,
    proceeds,
    cost_basis: typeof cost_basis === 'number' ? cost_basis : null,
    wash: washOf(washed, places, cell('adjustment_code')),
    box: boxOf(cell('box'), term, coveredBy(cell, section), form) ?? section.box,
    term,
  };
}

/** Null where the form has no column for it: an adjustment with another code is none of a wash sale. */
function washOf(value: number | string | null, places: Places, code: string): number | null {
  const amount = typeof value === 'number' ? Math.abs(value) : 0;
  if (places.wash !== undefined) return amount;
  if (places.adjustment === undefined) return null;
  return places.adjustment_code === undefined || /W/i.test(code) ? amount : 0;
}

function coveredBy(cell: (column: Column) => string, section: Section): boolean | null {
  const reported = cell('reported');
  if (YES.test(reported)) return true;
  if (NO.test(reported)) return false;
  const [covered, noncovered] = [cell('covered'), cell('noncovered')];
  const isCovered = coveredOf(covered) ?? coveredOf(noncovered);
  if (isCovered !== null) return isCovered;
  if (YES.test(covered) || NO.test(covered)) return YES.test(covered);
  // A box that is checked says that it is not covered.
  if (YES.test(noncovered) || NO.test(noncovered)) return NO.test(noncovered);
  return section.isCovered;
}

function boxOf(text: string, term: Term | null, isCovered: boolean | null, form: FormFile['form']): FormBox | null {
  const letter = /^(?:box\s*)?\(?([A-L])\)?(?:\b|$)/i.exec(text)?.[1]?.toUpperCase();
  const stated = formBoxes.find((one) => one === letter);
  if (stated !== undefined) return stated;
  if (term === null || isCovered === null) return null;
  const boxes = form === '1099-DA' ? ['G', 'J', 'H', 'K'] : ['A', 'D', 'B', 'E'];
  const box = boxes[(isCovered ? 0 : 2) + (term === 'long' ? 1 : 0)];
  return formBoxes.find((one) => one === box) ?? null;
}

/** Long-term from the day after a year on. */
function termByDays(acquired: string | null, sold: string): Term | null {
  if (acquired === null) return null;
  const year = String(Number(acquired.slice(0, 4)) + 1);
  return sold > year + acquired.slice(4) ? 'long' : 'short';
}
