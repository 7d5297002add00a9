// Any table of trades: the usual column names, or a profile the user saved.
import type { DateOrder, MappedField } from '@zorivest/words';
import { compact, Header, Row } from '../columns.ts';
import { type TableFormat, isNote, isTotal, NEW_YORK, type RowReader } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf, unfilled } from '../words.ts';

/** What each field is usually called. */
const USUAL = {
  symbol: [
    'symbol',
    'ticker',
    'stock',
    'instrument',
    'security',
    'contract',
    'underlyingsymbol',
    'isin',
    'cusip',
    'market',
    'pair',
  ],
  side: [
    'side',
    'bs',
    'buysell',
    'action',
    'direction',
    'transcode',
    'transactiontype',
    'tradetype',
    'ordertype',
    'openingdirection',
    'marketpos',
    'marketposition',
    'type',
  ],
  quantity: [
    'filledqty',
    'fillqty',
    'filledquantity',
    'quantityfilled',
    'quantity',
    'qty',
    'shares',
    'noofshares',
    'size',
    'volume',
    'contracts',
    'units',
    'closingquantity',
    'lots',
    'amount',
  ],
  price: [
    'fillprice',
    'avgfillprice',
    'averagefillprice',
    'tradeprice',
    'avgprice',
    'averageprice',
    'price',
    'priceshare',
    'execprice',
    'shareprice',
    'unitprice',
    'pricepershare',
    'executedprice',
    'filledprice',
    'filledavgprice',
    'executionprice',
    'entryprice',
    'rate',
  ],
  time: [
    'exectime',
    'executiontime',
    'filltime',
    'filledtime',
    'tradetime',
    'datetime',
    'timestamp',
    'dateandtime',
    'date',
    'tradedate',
    'executiondate',
    'transactiondate',
    'activitydate',
    'orderexecutiontime',
    'closetime',
    'time',
  ],
  day: ['date', 'tradedate', 'executiondate', 'transactiondate', 'activitydate', 'entrydate', 'td', 'filldate'],
  clock: ['time', 'exectime', 'executiontime', 'tradetime'],
  commission: ['commission', 'commissions', 'comm', 'commissionamount', 'commissionfee'],
  fees: ['fees', 'fee', 'totalfees', 'feeamount', 'routefee', 'regfee', 'secfee', 'tradingfees', 'otherfees', 'taxes'],
  account: ['account', 'accountid', 'accountnumber', 'acct', 'accountname'],
  currency: ['currency', 'curr', 'ccy', 'pricecurrency', 'currencycode'],
  exec_id: ['execid', 'executionid', 'tradeid', 'fillid', 'transactionid', 'dealid'],
  order_id: ['orderid', 'order', 'ordernumber'],
  status: ['status', 'orderstatus', 'state'],
  multiplier: ['multiplier', 'contractsize', 'pointvalue', 'contractmultiplier'],
  entry_price: ['entryprice', 'openprice', 'openingprice', 'buyprice', 'purchaseprice', 'avgentryprice'],
  exit_price: ['exitprice', 'closeprice', 'closingprice', 'sellprice', 'saleprice', 'avgexitprice'],
  entry_time: [
    'entrytime',
    'entrydate',
    'opentime',
    'openingtime',
    'opendate',
    'openeddate',
    'openedtime',
    'opendatetime',
    'dateopened',
  ],
  exit_time: [
    'exittime',
    'exitdate',
    'closetime',
    'closingtime',
    'closedate',
    'closeddate',
    'closedtime',
    'closedatetime',
    'dateclosed',
    'selltime',
  ],
} as const satisfies Readonly<Record<MappedField, readonly string[]>>;

/** A saved mapping for files no format knows. */
export interface ImportProfile {
  readonly name: string;
  /** Field -> the file's column name. Fields left out are looked for under their usual names. */
  readonly columns: Partial<Record<MappedField, string>>;
  /** `positive`: costs are written as positive amounts; `negative`: as negative ones. */
  readonly costs?: 'positive' | 'negative';
  /** The side is the sign of the quantity. */
  readonly signedQuantity?: boolean;
  readonly decimalMark?: '.' | ',';
  readonly dateOrder?: DateOrder;
  readonly timeZone?: string;
}

class Mapping {
  readonly #names: Readonly<Record<MappedField, readonly string[]>>;

  constructor(profile: ImportProfile | undefined) {
    const entries = Object.entries(USUAL).map(([field, usual]) => {
      const named = profile?.columns[field as MappedField];
      return [field, named === undefined ? usual : [compact(named)]];
    });
    // The entries are USUAL's own keys.
    this.#names = Object.fromEntries(entries) as Record<MappedField, readonly string[]>;
  }

  has(header: Header, field: MappedField): boolean {
    return this.#names[field].some((name) => header.has(name));
  }

  /** The columns of each field that this header has, best first. */
  under(header: Header): Readonly<Record<MappedField, readonly string[]>> {
    const entries = Object.entries(this.#names).map(([field, names]) => [
      field,
      names.filter((name) => header.has(name)),
    ]);
    // The entries are the names' own keys.
    return Object.fromEntries(entries) as Record<MappedField, readonly string[]>;
  }
}

function fits(mapping: Mapping, header: Header): boolean {
  const paired = ['entry_price', 'exit_price', 'entry_time', 'exit_time'].every((field) =>
    mapping.has(header, field as MappedField),
  );
  return (
    mapping.has(header, 'symbol') &&
    mapping.has(header, 'quantity') &&
    (paired || (mapping.has(header, 'price') && mapping.has(header, 'time')))
  );
}

/** A header further down is not a header of the file. */
const LOOKED_AT = 40;

/** The mapper, with a profile or without. */
export function genericFormat(profile?: ImportProfile): TableFormat {
  const mapping = new Mapping(profile);
  return {
    kind: 'csv',
    name: 'generic',
    label: profile === undefined ? 'usual' : `"${profile.name}"`,
    zone: profile?.timeZone ?? NEW_YORK,
    ...(profile?.dateOrder === undefined ? {} : { dateOrder: profile.dateOrder }),
    recognise(sample) {
      const found = sample.headers.find(({ index, header }) => index < LOOKED_AT && fits(mapping, header));
      if (found === undefined) return null;
      return {
        confidence: profile === undefined ? 0.5 : 1,
        reason: `Row ${found.index + 1} has columns for symbol, quantity, price and date, but they are no known broker's: check the preview.`,
      };
    },
    reader: (sink) => genericReader(sink, mapping, profile),
  };
}

export const generic = genericFormat();

function genericReader(sink: Sink, mapping: Mapping, profile: ImportProfile | undefined): RowReader {
  let header: Header | null = null;
  let columns = mapping.under(new Header([]));
  let zone = '';
  return {
    row(cells, number) {
      if (header === null) {
        const candidate = new Header(cells);
        if (cells.length < 3 || !fits(mapping, candidate)) return;
        header = candidate;
        columns = mapping.under(candidate);
        zone =
          /\((?:UTC|GMT)\s*([+-]\d{1,2}(?::?\d{2})?)?\)/i
            .exec(cells.join(' ').slice(0, 5000))?.[0]
            .replaceAll(/[()\s]/g, '') ?? '';
        return;
      }
      if (isNote(cells)) return;
      const row = new Row(header, cells, number);
      const cell = (field: MappedField) => {
        const value = columns[field].length === 0 ? '' : row.text(...columns[field]);
        // A zone in the header is the zone of every time below it.
        return zone !== '' && /time|clock/.test(field) && /\d:\d{2}/.test(value) ? `${value} ${zone}` : value;
      };
      sink.startRow();
      const reason = unfilled(cell('status'));
      if (isTotal(cells)) sink.skip(number, 'A total');
      else if (reason !== null && !/open|closed/i.test(cell('status'))) sink.skip(number, reason);
      else readRow(sink, row, cell, profile);
      sink.finishRow(number);
    },
  };
}

const COST_KINDS = ['commission', 'other'] as const;

function readRow(sink: Sink, row: Row, cell: (field: MappedField) => string, profile: ImportProfile | undefined): void {
  const quantity = cell('quantity');
  const costs = [cell('commission'), cell('fees')];
  const shared = {
    row: row.number,
    symbol: cell('symbol'),
    quantity,
    ...(profile?.costs === 'negative' ? { negatedCosts: costs } : { costs }),
    costKinds: COST_KINDS,
    account: cell('account'),
    currency: cell('currency'),
    multiplier: cell('multiplier'),
  };
  const word = cell('side').replace(/^(?:market|limit|stop)\s+/i, '');
  if (cell('entry_price') !== '' && cell('exit_price') !== '' && cell('exit_time') !== '') {
    const short = /^(?:s|short|sell|sld|ss|1)\b/i.test(word) || (word === '' && quantity.startsWith('-'));
    sink.roundTrip({
      ...shared,
      direction: short ? 'short' : 'long',
      entryPrice: cell('entry_price'),
      exitPrice: cell('exit_price'),
      entryTime: cell('entry_time') || cell('time'),
      exitTime: cell('exit_time'),
    });
    return;
  }
  const signed = quantity.startsWith('-') || /^\(.*\)$/.test(quantity);
  const side =
    profile?.signedQuantity === true
      ? signed
        ? 'SLD'
        : 'BOT'
      : (sideOf(word) ??
        (/^long$/i.test(word) ? 'BOT' : word === '' && quantity !== '' ? (signed ? 'SLD' : 'BOT') : null));
  if (side === null && word !== '') return sink.skip(row.number, `"${word.slice(0, 40)}" is neither a buy nor a sell`);
  const stated = cell('time') || cell('entry_time');
  const clock = cell('clock');
  const told = /\d:\d{2}/.test(stated) || clock === '' || clock === stated ? stated : `${stated} ${clock}`;
  // "Trade Date" and "Exec Time" in columns of their own.
  const day = cell('day');
  const when = day !== '' && !told.startsWith(day) && sink.moment(told) === null ? `${day} ${stated}` : told;
  sink.execution({
    ...shared,
    side,
    price: cell('price') || cell('entry_price'),
    when,
    execId: cell('exec_id'),
    orderId: cell('order_id'),
  });
}
