// Which column of an unknown table is what: by its usual names, by a saved profile, and, for the side, by what it holds.
import { type AssetClass, byName, type MappedField } from '@zorivest/vocabulary';
import { cleanCell } from '../../text/csv.ts';
import { compact, type Header, type Sample } from '../../text/columns.ts';
import { type Side, sideOf } from '../row-text.ts';

/** What each field is usually called. */
const USUAL: Readonly<Record<MappedField, readonly string[]>> = {
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
    'activity',
    'activitytype',
    'transaction',
    'transtype',
    'tradeaction',
    'tradeside',
    'orderside',
    'operation',
    'vorgang',
    'opération',
    'operación',
    'operazione',
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
  amount: [
    'netamount',
    'amount',
    'total',
    'totalamount',
    'netcash',
    'netproceeds',
    'proceeds',
    'grossamount',
    'tradevalue',
    'value',
    'betrag',
    'montant',
    'importe',
    'importo',
  ],
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
  /** The file's own words for a buy and a sell. */
  readonly sideWords?: { readonly buy: readonly string[]; readonly sell: readonly string[] };
  /** What every row trades, where the symbols do not say. */
  readonly assetClass?: AssetClass;
  /** The currency of rows that name none. */
  readonly currency?: string;
  readonly decimalMark?: '.' | ',';
  readonly dateOrder?: 'mdy' | 'dmy';
  readonly timeZone?: string;
}

/** The columns of each field that a header has, best first. */
export type FieldColumns = Readonly<Record<MappedField, readonly string[]>>;

export class Mapping {
  readonly #profile: ImportProfile | undefined;

  constructor(profile: ImportProfile | undefined) {
    this.#profile = profile;
  }

  has(header: Header, field: MappedField): boolean {
    return this.#names(field).some((name) => header.has(name));
  }

  under(header: Header): FieldColumns {
    const found = byName(USUAL, (_, field) => this.#names(field).filter((name) => header.has(name)));
    // A table whose only size is called "amount" has no amount of money.
    return { ...found, amount: found.amount.filter((name) => name !== found.quantity[0]) };
  }

  #names(field: MappedField): readonly string[] {
    const named = this.#profile?.columns[field];
    return named === undefined ? USUAL[field] : [compact(named)];
  }
}

/** The words of a profile first, then the usual ones. */
export function sideWord(word: string, profile: ImportProfile | undefined): Side | null {
  const { buy = [], sell = [] } = profile?.sideWords ?? {};
  const plain = word.trim().toLowerCase();
  if (buy.some((one) => one.trim().toLowerCase() === plain)) return 'BOT';
  if (sell.some((one) => one.trim().toLowerCase() === plain)) return 'SLD';
  return sideOf(word) ?? (plain === 'long' ? 'BOT' : null);
}

/** What a look at the first rows tells of the rest. */
export interface FileTraits {
  /** The column that says buy or sell, or null. */
  readonly side: string | null;
  /** Some quantities are negative. */
  readonly isSigned: boolean;
  /** Every cost is written as a negative amount. */
  readonly costsNegative: boolean;
  /** The rows themselves: what the columns hold, for what has to be asked. */
  readonly rows: readonly (readonly string[])[];
}

const LOOKED_AT = 500;
/** Of the rows that say anything in it. */
const MOST = 0.5;

export function traitsOf(sample: Sample, header: Header, columns: FieldColumns, profile?: ImportProfile): FileTraits {
  const start = sample.headers.find((one) => one.header.names.join() === header.names.join())?.index ?? 0;
  const rows = sample.rows.slice(start + 1, start + 1 + LOOKED_AT).map((cells) => cells.map(cleanCell));
  const cells = (name: string) => rows.map((row) => row[header.column(name)] ?? '').filter((cell) => cell !== '');
  const shareOfSides = (values: readonly string[]) =>
    values.length === 0
      ? 0
      : values.filter((value) => sideWord(withoutOrderKind(value), profile) !== null).length / values.length;
  const named = columns.side.find((name) => shareOfSides(cells(name)) > 0);
  // No heading gives it away: a column that holds Buy and Sell is the one all the same.
  const held = [...header.columns.keys()].find((name) => name.length > 1 && shareOfSides(cells(name)) >= MOST);
  const costs = [...columns.commission, ...columns.fees]
    .flatMap(cells)
    .filter((cell) => /[1-9]/.test(cell))
    .map((cell) => /^[-(−]/.test(cell) || cell.endsWith('-'));
  return {
    side: named ?? (profile?.columns.side === undefined ? (held ?? null) : null),
    isSigned: columns.quantity.some((name) => cells(name).some((cell) => /^[-(−]/.test(cell))),
    costsNegative: costs.length > 0 && costs.every(Boolean),
    rows,
  };
}

/** "Market Buy", "Limit sell": the kind of order says nothing about the side. */
export function withoutOrderKind(cell: string): string {
  return cell.replace(/^(?:market|limit|stop)\s+/i, '');
}
