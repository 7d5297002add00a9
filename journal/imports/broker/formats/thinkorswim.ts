// thinkorswim: account statements (many sections) and the Filled Orders of paperMoney's activity export.
// A statement tells every trade twice: the trade history has the legs, the cash balance has the fees. The legs are read
// from the first, their costs from the second; where there is no trade history, the cash balance's words must do.
import { absolute, isZero, minus, parseAmount, parseQuantity, roundToCents, valueAt } from '@zorivest/domain';
import type { Cells } from '../../text/csv.ts';
import { compact, Header, Row } from '../../text/columns.ts';
import { type TableFormat, isNote, NEW_YORK } from '../format.ts';
import type { Fill } from '../input.ts';
import type { Sink } from '../sink.ts';
import { sideOf, explainUnfilled } from '../row-text.ts';
import { optionInWords, optionOf, optionOnFuture } from './thinkorswim-options.ts';

const FILLS = ['exectime|timeplaced', 'side', 'qty', 'symbol', 'price|netprice', 'poseffect|spread'];
const CASH = ['date', 'time', 'type', 'ref|refno', 'description', 'amount'];

export const thinkorswim: TableFormat = {
  kind: 'csv',
  name: 'thinkorswim',
  label: 'thinkorswim',
  aliases: ['tos', 'papermoney', 'td_ameritrade', 'tdameritrade'],
  zone: NEW_YORK,
  recognise({ headers }) {
    for (const { index, header } of headers) {
      const found = header.hasAll(FILLS) && header.has('poseffect') ? FILLS : header.hasAll(CASH) ? CASH : null;
      if (found !== null)
        return {
          confidence: 0.97,
          reason: `Row ${index + 1} has the thinkorswim columns ${header.spellNames(found)}.`,
        };
    }
    return null;
  },
  reader(sink) {
    const statement = new Statement(sink);
    let header: Header | null = null;
    let kind: 'fills' | 'cash' | null = null;
    return {
      row(cells, number) {
        if (isNote(cells)) {
          statement.title(cells.join(''));
          kind = null;
          return;
        }
        const names = isHeader(cells) ? cells.map(compact) : [];
        if (names.includes('side') && names.includes('qty') && names.includes('symbol')) {
          header = new Header(cells);
          kind = header.hasAll(FILLS) ? 'fills' : null;
          return;
        }
        if (names.includes('description') && names.includes('type') && names.includes('date')) {
          header = new Header(cells);
          kind = header.hasAll(CASH) ? 'cash' : null;
          return;
        }
        if (header === null || kind === null) return;
        const row = new Row(header, cells, number);
        if (kind === 'fills') statement.fillRow(row);
        else statement.cashRow(row);
      },
      end: () => statement.end(),
    };
  },
};

/** Headers name a symbol or a description; rows of a section hold dates and figures instead. */
function isHeader(cells: Cells): boolean {
  return cells.some((cell) => /^\s*(?:symbol|description)\s*$/i.test(cell));
}

const SPREAD =
  /^(?:VERTICAL|DIAGONAL|CALENDAR|BUTTERFLY|CONDOR|IRON|STRADDLE|STRANGLE|COVERED|COLLAR|RATIO|BACK|UNBALANCED|VERT|COMBO|DBL|CUSTOM|\d+\/\d+)/i;
const TRADE = /\b(BOT|SOLD)\s+([+-]?[\d,]+(?:\.\d+)?)\s+(.+?)\s+@\s*(-?[\d.,]+)/i;

interface CashTrade {
  readonly row: Row;
  readonly when: string;
  readonly underlying: string;
  readonly costs: readonly string[];
  /** What the trade moved, before costs. */
  readonly amount: string;
}

/** "Misc Fees" are what regulators and exchanges take. */
const COST_KINDS = ['regulatory', 'commission'] as const;

interface Leg {
  readonly fill: Fill;
  readonly underlying: string;
}

class Statement {
  readonly #sink: Sink;
  readonly #fills: Leg[] = [];
  /** The order history repeats the trade history; it counts where that is missing. */
  readonly #orders: Leg[] = [];
  readonly #cashTrades: CashTrade[] = [];
  #when = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** "Account Statement for 12345678 (margin) since …" */
  title(text: string): void {
    const account = /statement for ([\w-]*\d[\w-]*)/i.exec(text)?.[1];
    if (account !== undefined) this.#sink.useAccount(account);
  }

  fillRow(row: Row): void {
    // The further legs of a spread leave the time to the first.
    const stated = row.text('exectime', 'timeplaced');
    if (stated !== '') this.#when = stated;
    const reason = explainUnfilled(row.text('status'));
    if (reason !== null) return this.#sink.skip(row.number, 'not_filled', reason);
    const symbol = row.text('symbol');
    const price = row.text('price', 'netprice').replace(/^~$/, '');
    const list = row.has('exectime') ? this.#fills : this.#orders;
    const onFuture = optionOnFuture(`${symbol} ${row.text('strike')} ${row.text('type')}`);
    list.push({
      underlying: symbol.split(/\s+/)[0] ?? '',
      fill: {
        row: row.number,
        side: sideOf(row.text('side')),
        symbol,
        ...(onFuture === null ? { option: optionOf(row, this.#sink, symbol) } : { instrument: onFuture }),
        quantity: row.text('qty'),
        price: price === '' ? row.text('netprice') : price,
        costs: this.#netPriceCost(row),
        when: this.#when,
        orderId: row.text('orderid', 'refno'),
      },
    });
  }

  cashRow(row: Row): void {
    const type = row.text('type').toUpperCase();
    const when = `${row.text('date')} ${row.text('time')}`;
    if (row.text('date') === '' || type === '' || type === 'BAL') return;
    const match = TRADE.exec(row.text('description').slice(0, 200));
    if (type === 'TRD') {
      const what = match?.[3] ?? '';
      const named = SPREAD.test(what)
        ? (what.split(/\s+/).find((word) => /^[/.]?[A-Z]{1,6}$/.test(word) && !SPREAD.test(word)) ?? '')
        : (what.split(/\s+/)[0] ?? '');
      this.#cashTrades.push({
        row,
        when,
        underlying: named,
        costs: [row.text('miscfees'), row.text('commissionsfees', 'commissions')],
        amount: row.text('amount'),
      });
      return;
    }
    this.#sink.cash({
      row: row.number,
      when,
      amount: row.text('amount'),
      description: `${WORDS[type] ?? type} ${row.text('description')}`,
      memo: row.text('description'),
    });
  }

  end(): void {
    if (this.#fills.length > 0) {
      for (const { fill } of this.#orders) {
        this.#sink.skip(fill.row, 'repeated', 'An order: its executions are imported');
      }
      this.#fromLegs(this.#fills);
    } else if (this.#cashTrades.length > 0) for (const trade of this.#cashTrades) this.#fromWords(trade);
    else this.#fromLegs(this.#orders);
  }

  #fromLegs(fills: readonly Leg[]): void {
    const costs = Map.groupBy(this.#cashTrades, ({ when, underlying }) => this.#key(when, underlying));
    const legs = Map.groupBy(fills, ({ fill, underlying }) => this.#key(fill.when, underlying));
    for (const [key, group] of legs) {
      const stated = costs.get(key);
      for (const [index, { fill }] of group.entries()) {
        // What a spread cost as a whole is put on its first leg: the total is right and nothing is made up.
        if (stated === undefined) this.#sink.execution(fill);
        else
          this.#sink.execution({
            ...fill,
            costs: [],
            negatedCosts: index === 0 ? stated.flatMap((trade) => trade.costs) : [],
            costKinds: COST_KINDS,
            // Of several legs the cash balance tells only what they came to together.
            ...(group.length === 1 && stated.length === 1 ? { amounts: stated.map(({ amount }) => amount) } : {}),
          });
      }
    }
    for (const { row } of this.#cashTrades) {
      this.#sink.skip(row.number, 'repeated', 'The same trade is in the trade history');
    }
  }

  #fromWords({ row, when, costs, amount }: CashTrade): void {
    const sink = this.#sink;
    const match = TRADE.exec(row.text('description').slice(0, 200));
    if (match === null)
      return sink.invalid(row.number, 'The description does not say BOT or SOLD, a quantity and a price');
    const [, verb = '', quantity = '', what = '', price = ''] = match;
    if (SPREAD.test(what))
      return sink.invalid(
        row.number,
        'A spread of several legs without their prices: export the account statement with its trade history',
      );
    const onFuture = optionOnFuture(what);
    sink.execution({
      row: row.number,
      side: /^bot$/i.test(verb) ? 'BOT' : 'SLD',
      symbol: what.split(/\s+/)[0] ?? '',
      ...(onFuture === null ? { option: optionInWords(what) } : { instrument: onFuture }),
      quantity,
      price,
      // The cash balance writes costs as what they do to the balance: -0.65 is a cost.
      negatedCosts: costs,
      costKinds: COST_KINDS,
      amounts: [amount],
      when,
      orderId: row.text('ref', 'refno').replace(/^="?|"$/g, ''),
    });
  }

  #key(when: string, underlying: string): string {
    return `${this.#sink.moment(when)?.instant ?? when}|${underlying.replace(/^[./]/, '').replace(/:.*$/, '').toUpperCase()}`;
  }

  /** paperMoney has no fees but a net price; on single legs the difference is the commission per unit. */
  #netPriceCost(row: Row): readonly string[] {
    if (row.text('price') === row.text('netprice') || !/^(?:stock|single|etf)?$/i.test(row.text('spread'))) return [];
    const price = parseAmount(this.#sink.number(row.text('price')) ?? '');
    const net = parseAmount(this.#sink.number(row.text('netprice')) ?? '');
    const quantity = parseQuantity(this.#sink.number(row.text('qty')) ?? '');
    if (price === null || net === null || quantity === null) return [];
    const difference = absolute(minus(price, net));
    return isZero(difference) ? [] : [String(roundToCents(valueAt(absolute(quantity), difference)))];
  }
}

const WORDS: Readonly<Record<string, string>> = {
  DOI: 'dividend or interest',
  DIV: 'dividend',
  EFN: 'electronic funds',
  JRN: 'journal',
  JNL: 'journal',
  WIN: 'wire in',
  WOU: 'wire out',
  RAD: 'receive and deliver transfer',
  FND: 'deposit',
  LIQ: 'other',
};
