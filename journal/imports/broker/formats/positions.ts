// A list of positions as a broker's page exports it: what is held, at what price, what it cost. It has no trades; what it
// states is reconciled with the book.
import type { Cells } from '../../text/csv.ts';
import { compact, Header, Row } from '../../text/columns.ts';
import { isNote, NEW_YORK, type Recognition, STATED, type TableFormat } from '../format.ts';
import type { Sink } from '../sink.ts';

/** What each column is called at one broker or another, compact. */
const NAMES = {
  symbol: [
    'symbol',
    'ticker',
    'symbolisin',
    'symboolisin',
    'tickerisin',
    'financialinstrument',
    'financialinstrumentdescription',
    'instrument',
    'symbolcusip',
  ],
  quantity: [
    'qtyquantity',
    'quantity',
    'qty',
    'position',
    'shares',
    'amount',
    'aantal',
    'anzahl',
    'quantité',
    'cantidad',
    'quantità',
    'quantidade',
  ],
  price: [
    'price',
    'lastprice',
    'marketprice',
    'markprice',
    'last',
    'closing',
    'slotkoers',
    'schlußkurs',
    'schlusskurs',
    'clôture',
    'preciodecierre',
    'ultimo',
    'preçodefecho',
    'closeprice',
  ],
  value: ['mktvalmarketvalue', 'marketvalue', 'currentvalue', 'mktval', 'value', 'positionvalue'],
  cost: ['costbasis', 'costbasistotal', 'totalcost', 'costbasismoney'],
  costPrice: [
    'averagecostbasis',
    'averageprice',
    'avgprice',
    'averagecost',
    'avgcost',
    'costbasisprice',
    'costshare',
    'unitcost',
  ],
  unrealised: [
    'gaingainloss',
    'gainloss',
    'totalgainlossdollar',
    'unrealizedpl',
    'unrealizedpnl',
    'gain',
    'totalgainloss',
    'unrlzdpl',
  ],
  currency: ['currency', 'ccy', 'currencyprimary'],
  account: ['accountnumber', 'account', 'accountid'],
  name: [
    'description',
    'product',
    'produkt',
    'produit',
    'producto',
    'prodotto',
    'produto',
    'investmentname',
    'name',
    'security',
  ],
  kind: ['securitytype', 'assettype', 'assetclass', 'assetcategory'],
} as const;

/** DEGIRO's value in the position's own currency: the currency in one column, the amount in the next. */
const LOCAL = ['localvalue', 'lokalewaarde', 'wert', 'valeur', 'valorlocal', 'valore'];
/** And in the account's, named in the heading: "Value in EUR". */
const IN_ACCOUNT = /^(?:valuein|waardein|wertin|montanten|valoren|valorein|valorem)([a-z]{3})$/;

/** A table with one of these is of trades, whatever else it has. */
const TRADES =
  'action|side|tradedate|rundate|transactiontype|settlementdate|datetime|date|time|buysell|type|activitytype|opendate|closeddate|dateacquired|commission'.split(
    '|',
  );

const CASH = /^(?:cash(?: &| and|$)|cash\b.*\bfund|pending activity|money market|sweep|totaal cash|core$|flatex)/i;

function fits(header: Header): boolean {
  const has = (names: readonly string[]) => names.some((name) => header.columns.has(name));
  if (!has(NAMES.symbol) || !has(NAMES.quantity)) return false;
  const local = has(LOCAL) && header.names.some((name) => IN_ACCOUNT.test(compact(name)));
  // Fidelity's Type is Cash or Margin.
  const speaksOfTrades = TRADES.some(
    (name) => header.columns.has(name) && !(name === 'type' && header.columns.has('costbasistotal')),
  );
  return (
    local || (!speaksOfTrades && has(NAMES.value) && (has(NAMES.price) || has(NAMES.cost) || has(NAMES.costPrice)))
  );
}

export const positionList: TableFormat = {
  kind: 'csv',
  name: 'positions',
  label: 'list of positions',
  aliases: ['schwab_positions', 'fidelity_positions', 'ibkr_positions', 'degiro_portfolio'],
  zone: NEW_YORK,
  statesOnly: true,
  recognise({ headers }): Recognition | null {
    const found = headers.find(({ index, header }) => index < 20 && fits(header));
    return found === undefined
      ? null
      : { confidence: 0.9, reason: `Row ${found.index + 1} has the columns of a list of positions.` };
  },
  reader(sink) {
    const list = new PositionList(sink);
    if (sink.fileDate !== '') sink.holdings.useDate(sink.fileDate);
    return { row: (cells, number) => list.row(cells, number) };
  },
};

class PositionList {
  readonly #sink: Sink;
  #header: Header | null = null;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  row(cells: Cells, number: number): void {
    const text = cells.join(' ').slice(0, 300);
    this.#findDate(text);
    const opened = new Header(cells);
    if (fits(opened)) {
      this.#header = opened;
      return;
    }
    if (this.#header === null) return this.#findAccount(text);
    if (isNote(cells)) return this.#findAccount(text);
    const row = new Row(this.#header, cells, number);
    this.#state(row, cells);
    this.#sink.skip(number, 'stated', STATED);
  }

  /** "Positions for account Individual ...123 as of 09:33 AM ET, 2024/01/02", "Date downloaded Jan-02-2024 9:33 a.m ET". */
  #findDate(text: string): void {
    if (!/\bas of\b|downloaded|\bdate\b/i.test(text)) return;
    const found =
      /(\d{4}[/-]\d{2}[/-]\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4}|[A-Z][a-z]{2}-\d{1,2}-\d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4})/.exec(
        text,
      )?.[1];
    if (found !== undefined)
      this.#sink.holdings.useDate(found.replace(/^([A-Z][a-z]{2})-(\d{1,2})-(\d{4})$/, '$2 $1 $3'));
  }

  #findAccount(text: string): void {
    const found = /\b(?:account|acct)\b.*?((?:[.X*…]+[-\s]?)?\d{3,})/i.exec(text)?.[1];
    if (found !== undefined) this.#sink.useAccount(found.replaceAll(/[.\s*…]/g, ''));
  }

  #state(row: Row, cells: Cells): void {
    const field = (name: keyof typeof NAMES) => row.field(NAMES[name]);
    const name = field('name');
    const symbol = field('symbol');
    const { value, currency } = this.#value(row, cells);
    const shared = { account: field('account'), row: row.number, ...(currency === '' ? {} : { currency }) };
    const total = /^(?:account |grand )?totals?\b/i.test(symbol) || /^(?:account |grand )?totals?\b/i.test(name);
    if (total)
      return this.#sink.holdings.figure({ ...shared, kind: 'nav', subject: 'account', amounts: { positions: value } });
    const quantity = field('quantity');
    const isCash =
      CASH.test(symbol) || CASH.test(name) || symbol.endsWith('**') || /^cash|money market/i.test(field('kind'));
    if (isCash)
      return this.#sink.holdings.balance({ ...shared, amount: value || quantity, currency: currency || 'USD' });
    // A portfolio without a symbol names its ISIN.
    const isin = /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(symbol) ? symbol : '';
    const option = this.#sink.option(symbol) ?? this.#sink.option(name);
    const multiplier = option === null ? '1' : '100';
    this.#sink.holdings.position({
      ...shared,
      symbol: symbol.replace(/\*+$/, ''),
      ...(option === null ? {} : { symbol: this.#sink.option(symbol) === null ? name : symbol }),
      quantity,
      price: field('price'),
      value,
      cost: field('cost'),
      costPrice: field('costPrice'),
      unrealised: field('unrealised'),
      ...(value === '' || field('price') === '' ? {} : { multiplier }),
      isin,
      name,
      kind: field('kind'),
    });
  }

  /** Its value in its own currency. */
  #value(row: Row, cells: Cells): { readonly value: string; readonly currency: string } {
    const currency = row.field(NAMES.currency);
    const names = this.#header?.names ?? [];
    const at = names.findIndex((name) => LOCAL.includes(compact(name)));
    const inAccount = names.findIndex((name) => IN_ACCOUNT.test(compact(name)));
    if (at === -1 || inAccount === -1) return { value: row.field(NAMES.value), currency };
    const [first = '', second = ''] = [cells[at]?.trim(), cells[at + 1]?.trim()];
    const account = IN_ACCOUNT.exec(compact(names[inAccount] ?? ''))?.[1]?.toUpperCase() ?? '';
    if (/^[A-Z]{3}$/.test(first)) return { value: second, currency: first };
    const both = /^([A-Z]{3})\s+(.+)$/.exec(first);
    if (both !== null) return { value: both[2] ?? '', currency: both[1] ?? '' };
    return { value: cells[inAccount]?.trim() ?? first, currency: currency || account };
  }
}
