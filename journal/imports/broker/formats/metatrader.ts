// MetaTrader 4 and 5: closed positions, in any language that keeps the columns' order, and the money of the deals.
import { type TableFormat, isNote, type RowReader, tabular } from '../format.ts';
import { compact } from '../../text/columns.ts';
import type { Cells } from '../../text/csv.ts';
import { usualSize } from '../lots.ts';
import type { Sink } from '../sink.ts';
import { type DealColumns, dealColumns, fillKey, readDeal, readMoney } from './metatrader-deals.ts';

/** The history report names Time and Price twice: opening first, closing second. */
const POSITION_WORDS = {
  symbol: ['symbol', 'simbolo', 'símbolo', 'symbole'],
  type: ['type', 'typ', 'tipo'],
  volume: ['volume', 'volumen', 'volumes'],
  price: ['price', 'preis', 'prezzo', 'precio', 'prix'],
  time: ['time', 'zeit', 'ora', 'hora', 'heure', 'orario', 'tempo'],
  profit: ['profit', 'gewinn', 'profitto', 'beneficio', 'ganancia'],
  commission: ['commission', 'kommission', 'commissione', 'comisión', 'commissioni'],
  swap: ['swap'],
  position: ['position', 'posizione', 'posición', 'ticket'],
} as const;

interface Columns {
  readonly symbol: number;
  readonly type: number;
  readonly volume: number;
  readonly prices: readonly [number, number];
  readonly times: readonly [number, number];
  readonly commission: number;
  readonly swap: number;
  readonly position: number;
  readonly profit: number;
}

function positionColumns(cells: Cells): Columns | null {
  const names = cells.map(compact);
  const all = (headings: readonly string[]) => names.flatMap((name, index) => (headings.includes(name) ? [index] : []));
  const prices = all(POSITION_WORDS.price);
  const times = all(POSITION_WORDS.time);
  const one = (headings: readonly string[]) => all(headings)[0] ?? -1;
  const [symbol, type, volume] = [one(POSITION_WORDS.symbol), one(POSITION_WORDS.type), one(POSITION_WORDS.volume)];
  const [openPrice, closePrice] = prices;
  const [openTime, closeTime] = times;
  if ([symbol, type, volume, one(POSITION_WORDS.profit)].includes(-1)) return null;
  if (openPrice === undefined || closePrice === undefined || openTime === undefined || closeTime === undefined)
    return null;
  return {
    symbol,
    type,
    volume,
    prices: [openPrice, closePrice],
    times: [openTime, closeTime],
    commission: one(POSITION_WORDS.commission),
    swap: one(POSITION_WORDS.swap),
    position: one(POSITION_WORDS.position),
    profit: one(POSITION_WORDS.profit),
  };
}

const snake = tabular({
  name: 'metatrader',
  label: 'MetaTrader',
  zone: 'UTC',
  layouts: [
    {
      columns: [
        'ticket',
        'openingtimeutc',
        'closingtimeutc',
        'type',
        'lots|originalpositionsize',
        'symbol',
        'openingprice',
        'closingprice',
      ],
      confidence: 0.99,
      read(row, sink) {
        const id = row.text('ticket');
        sink.roundTrip({
          row: row.number,
          direction: /sell|short|^1$/i.test(row.text('type')) ? 'short' : 'long',
          symbol: row.text('symbol'),
          quantity: row.text('originalpositionsize', 'lots'),
          entryPrice: row.text('openingprice'),
          exitPrice: row.text('closingprice'),
          entryTime: row.text('openingtimeutc'),
          exitTime: row.text('closingtimeutc'),
          multiplier: lotValue(
            sink,
            row.text('originalpositionsize', 'lots'),
            [row.text('openingprice'), row.text('closingprice')],
            row.text('profit', 'profitusd'),
          ),
          negatedCosts: [row.text('commission', 'commissionusd'), row.text('swap', 'swapusd')],
          realized: row.text('profit', 'profitusd'),
          entryId: `${id}-in`,
          exitId: `${id}-out`,
        });
      },
    },
  ],
});

/**
 * What a price point of one lot is worth: the profit the report states, over what the price moved. A size of lots is
 * taken where the profit's rounding allows it; else (a profit in another currency than the price's) what it came to.
 */
function lotValue(sink: Sink, volume: string, prices: readonly [string, string], profit: string): string {
  const [lots, from, to, gained] = [volume, ...prices, profit].map((cell) => Number(sink.number(cell) || '0'));
  const moved = Math.abs((to ?? 0) - (from ?? 0)) * (lots ?? 0);
  const worth = moved === 0 ? 0 : Math.abs(gained ?? 0) / moved;
  if (!Number.isFinite(worth) || worth === 0) return '';
  const size = usualSize(worth, moved);
  return size === undefined ? worth.toFixed(8) : String(size);
}

export const metatrader: TableFormat = {
  ...snake,
  aliases: ['metatrader4', 'metatrader5', 'mt4', 'mt5'],
  dateOrder: 'dmy',
  recognise(sample) {
    const plain = snake.recognise(sample);
    if (plain !== null) return plain;
    const found = sample.headers.find(
      ({ header }) => header.names.length >= 8 && positionColumns(header.names) !== null,
    );
    return found === undefined
      ? null
      : { confidence: 0.96, reason: `Row ${found.index + 1} has the columns of a MetaTrader history report.` };
  },
  reader: (sink, sample) => new Report(sink, snake.reader(sink, sample)),
};

/** Which table of the report a row stands in: they follow each other under titles of their own. */
type Section =
  | { readonly of: 'positions'; readonly at: Columns }
  | { readonly of: 'deals'; readonly at: DealColumns }
  | { readonly of: 'orders' }
  | { readonly of: 'totals' };

/** The account's line: `Account: 1234567 (EUR, Broker-Server, real, Hedge)`. */
const ACCOUNT_LINE = /^(?:account|konto|conto|cuenta|compte|conta)/;

class Report implements RowReader {
  readonly #sink: Sink;
  /** The plain table, which has no sections. */
  readonly #table: RowReader;
  /** The fills of the positions, by time, symbol and price. */
  readonly #known = new Set<string>();
  #section: Section | null = null;
  #currency = '';

  constructor(sink: Sink, table: RowReader) {
    this.#sink = sink;
    this.#table = table;
  }

  row(cells: Cells, number: number): void {
    if (ACCOUNT_LINE.test(compact(cells.find((cell) => cell.trim() !== '') ?? '')))
      this.#currency = /\(\s*([A-Z]{3})\b/.exec(cells.join(' '))?.[1] ?? this.#currency;
    const opened = cells.length >= 8 ? sectionOf(cells) : null;
    if (opened !== null) this.#section = opened;
    else if (this.#section === null) this.#table.row(cells, number);
    else if (isNote(cells)) this.#section = { of: 'totals' };
    else if (this.#section.of !== 'totals') {
      this.#read(this.#section, cells, number);
      this.#sink.finishRow(number);
    }
  }

  #read(section: Exclude<Section, { of: 'totals' }>, cells: Cells, row: number): void {
    if (section.of === 'orders') this.#sink.skip(row, 'not_a_trade', 'an order; its executions are in the deal rows');
    else if (section.of === 'positions') this.#position(cells, section.at, row);
    // Under the deals stand their sums.
    else if ((cells[section.at.type] ?? '').trim() === '') this.#sink.ignore(row);
    else readDeal(this.#sink, cells, section.at, { row, currency: this.#currency, known: this.#known });
  }

  #position(cells: Cells, at: Columns, row: number): void {
    const sink = this.#sink;
    const cell = (place: number) => cells[place]?.trim() ?? '';
    const kind = cell(at.type).toLowerCase();
    if (!/buy|sell|kauf|acquist|compra|achat|vente|vendita/.test(kind)) {
      // Where money stands among the positions, its amount is the last number of the row.
      const numbers = cells.filter((text) => sink.number(text.trim()) !== '');
      const money = {
        row,
        type: kind,
        when: cell(at.times[0]),
        amount: cell(at.profit) || (numbers.at(-1) ?? ''),
        comment: '',
        currency: this.#currency,
        id: cell(at.position),
      };
      if (!readMoney(sink, money)) sink.skip(row, 'not_a_trade', `${cell(at.type) || 'The row'} is not a position`);
      return;
    }
    for (const side of [0, 1] as const)
      this.#known.add(fillKey(cell(at.times[side]), cell(at.symbol), cell(at.prices[side])));
    sink.roundTrip({
      row,
      direction: /sell|verkauf|vendita|vente/.test(kind) ? 'short' : 'long',
      symbol: cell(at.symbol),
      quantity: cell(at.volume),
      entryPrice: cell(at.prices[0]),
      exitPrice: cell(at.prices[1]),
      entryTime: cell(at.times[0]),
      exitTime: cell(at.times[1]),
      multiplier: lotValue(sink, cell(at.volume), [cell(at.prices[0]), cell(at.prices[1])], cell(at.profit)),
      negatedCosts: [cell(at.commission), cell(at.swap)],
      realized: cell(at.profit),
      ...(cell(at.position) === '' ? {} : { entryId: `${cell(at.position)}-in`, exitId: `${cell(at.position)}-out` }),
    });
  }
}

function sectionOf(cells: Cells): Section | null {
  const positions = positionColumns(cells);
  if (positions !== null) return { of: 'positions', at: positions };
  const deals = dealColumns(cells);
  if (deals !== null) return { of: 'deals', at: deals };
  const names = cells.map(compact);
  const isOrders = names.some((name) => /^(?:state|status|estado|stato|état)$/.test(name)) && names.includes('order');
  return isOrders ? { of: 'orders' } : null;
}
