// XTB: the account's cash operations, in which a trade of shares tells its quantity and price in words, and its closed
// positions, which alone tell contracts. The currency of the account stands in the file's name only, or in a line above.
import type { Row } from '../../text/columns.ts';
import type { Cells } from '../../text/csv.ts';
import { tabular } from '../format.ts';
import { usualSize } from '../lots.ts';
import type { Sink } from '../sink.ts';

class Account {
  readonly #sink: Sink;
  /** Rows of cash that tell a trade, and the positions they belong to. */
  readonly #closed: Row[] = [];
  readonly #trades = new Set<string>();
  /** In an older form a sale gives back what the shares had cost, and a row of its own what they gained. */
  readonly #sales: ShareTrade[] = [];
  readonly #gains = new Map<string, Row[]>();
  /** What a position of contracts cost, in rows of cash; the position tells it as well. */
  readonly #costs: Row[] = [];
  readonly currency: string;

  constructor(sink: Sink, currency: string) {
    this.#sink = sink;
    this.currency = currency;
  }

  /** A position of shares is repeated by the cash operations; which of the two there is shows at the end. */
  close(row: Row): void {
    this.#closed.push(row);
    this.#sink.hold(row.number);
  }

  noteTrade(symbol: string): void {
    this.#trades.add(symbol);
  }

  sell(trade: ShareTrade): void {
    this.#sales.push(trade);
    this.#sink.hold(trade.row.number);
  }

  gain(row: Row): void {
    const key = momentOf(row);
    this.#gains.set(key, [...(this.#gains.get(key) ?? []), row]);
    this.#sink.hold(row.number);
  }

  cost(row: Row): void {
    this.#costs.push(row);
    this.#sink.hold(row.number);
  }

  end(): void {
    for (const trade of this.#sales) {
      const gain = this.#gains.get(momentOf(trade.row))?.shift();
      readShares(trade, this.#sink, this.currency, gain?.text('amount'));
      if (gain !== undefined) this.#sink.join(gain.number, trade.row.number);
    }
    const known = new Set<string>();
    for (const row of this.#closed) {
      if (this.#trades.has(symbolOf(row)))
        this.#sink.skip(row.number, 'repeated', 'The cash operations tell its purchase and its sale');
      else if (readPosition(row, this.#sink, this.currency)) known.add(positionOf(row));
    }
    for (const row of [...[...this.#gains.values()].flat(), ...this.#costs]) {
      if (known.has(positionOf(row))) this.#sink.skip(row.number, 'repeated', 'Its closed position tells it');
      else readMoney(row, this.#sink, this.currency);
    }
  }
}

/** By its column, or in words: "Profit of position #501". */
function positionOf(row: Row): string {
  return row.text('positionid', 'position') || (/#(\d+)/.exec(row.text('comment'))?.[1] ?? '-');
}

export const xtb = tabular<Account>({
  name: 'xtb',
  label: 'XTB',
  zone: 'UTC',
  dateOrder: 'dmy',
  open: (sink, sample) => new Account(sink, currencyOf(sample.rows) || sink.fileCurrency),
  close: (account) => account.end(),
  layouts: [
    {
      columns: [
        'ticker|symbol',
        'type',
        'volume',
        'openprice',
        'opentime',
        'closeprice',
        'closetime',
        'grossprofit|grosspl|profitloss',
      ],
      confidence: 0.99,
      read: (row, _, account) => account.close(row),
    },
    {
      // The cash operations of every age.
      columns: ['id', 'type', 'time', 'ticker|symbol', 'comment', 'amount'],
      without: ['balance', 'openprice'],
      confidence: 0.97,
      read: readCash,
    },
  ],
});

/** `EUR` alone in a cell of the first lines, or next to a word for it. */
function currencyOf(rows: readonly Cells[]): string {
  const codes = rows
    .slice(0, 13)
    .flat()
    .map((cell) => /^(?:currency:?\s*)?([A-Z]{3})$/.exec(cell.trim())?.[1]);
  return codes.find((code) => /^(?:EUR|USD|PLN|GBP|CZK|RON|HUF|CHF)$/.test(code ?? '')) ?? '';
}

/** `AAPL.US` is what everybody calls AAPL; elsewhere the place is part of the name. */
function symbolOf(row: Row): string {
  return row.text('ticker', 'symbol').replace(/\.US$/i, '');
}

/** `OPEN BUY 3 @ 185.20`, `CLOSE BUY 1/3 @ 190.10`: of a part, what stands before the slash. */
const TRADE = /^(?<act>open|close)\s+(?<side>buy|sell)\s+(?<quantity>[\d.,]+)(?:\/[\d.,]+)?\s*@\s*(?<price>[\d.,]+)/i;
const NO_CURRENCY =
  "XTB tells the account's currency in the name of its file only: give it the name it had (EUR_….xlsx), then import it again";
/** The result of a position alone; of shares it belongs to the sale of the same moment. */
const GAIN = /^(?:close trade|profit\/loss)$/i;
const COST = /^(?:swap|rollover|sec fee|commission|stamp duty)/i;
const SHARES = /stocks?\b.*(?:purchase|sale|sell)/i;

interface ShareTrade {
  readonly row: Row;
  /** What the comment says. */
  readonly groups: Readonly<Record<string, string>>;
}

function momentOf(row: Row): string {
  return `${symbolOf(row)}|${row.text('time')}`;
}

function readCash(row: Row, sink: Sink, account: Account): void {
  const type = row.text('type');
  if (account.currency === '' && row.text('amount') !== '') return sink.invalid(row.number, NO_CURRENCY);
  const groups = SHARES.test(type) ? TRADE.exec(row.text('comment'))?.groups : undefined;
  if (groups !== undefined) {
    account.noteTrade(symbolOf(row));
    if (/close/i.test(groups['act'] ?? '')) account.sell({ row, groups });
    else readShares({ row, groups }, sink, account.currency);
  } else if (GAIN.test(type) && symbolOf(row) !== '') account.gain(row);
  else if (COST.test(type) && positionOf(row) !== '-') account.cost(row);
  else readMoney(row, sink, account.currency);
}

function readShares({ row, groups }: ShareTrade, sink: Sink, currency: string, gain = ''): void {
  const { act = '', side = '', quantity = '', price = '' } = groups;
  const isBuy = /open/i.test(act) === /buy/i.test(side);
  const [size, each] = [sink.value(quantity), sink.value(price)];
  const amount = gain === '' ? row.text('amount') : (sink.value(row.text('amount')) + sink.value(gain)).toFixed(8);
  const paid = Math.abs(sink.value(amount));
  // In another currency than the account's, what was paid counts: the words name the price and not its currency.
  const isSame = Math.abs(size * each - paid) <= Math.max(0.02, paid * 0.001);
  sink.execution({
    row: row.number,
    when: row.text('time'),
    symbol: symbolOf(row),
    side: isBuy ? 'BOT' : 'SLD',
    quantity,
    price: isSame || !(paid > 0) ? price : (paid / size).toFixed(8),
    currency,
    amounts: [amount],
    execId: row.text('id'),
    ...(gain === '' ? {} : { realized: gain }),
  });
}

function readMoney(row: Row, sink: Sink, currency: string): void {
  const [type, comment, amount] = [row.text('type'), row.text('comment'), row.text('amount')];
  if (amount === '') return sink.skipMoneyless(row.number, type || 'The row', '');
  sink.cash({
    row: row.number,
    when: row.text('time'),
    symbol: symbolOf(row),
    amount,
    currency,
    ...(/^divi/i.test(type) ? { kind: 'dividend' as const } : {}),
    ...(/withholding/i.test(type) ? { kind: 'tax' as const } : {}),
    ...(COST.test(type) ? { kind: 'fee' as const } : {}),
    description: `${type} ${comment}`,
    memo: [type, comment].filter(Boolean).join(': '),
    id: row.text('id'),
  });
}

function readPosition(row: Row, sink: Sink, currency: string): boolean {
  if (currency === '') {
    sink.invalid(row.number, NO_CURRENCY);
    return false;
  }
  const [volume, open, close] = [row.text('volume'), row.text('openprice'), row.text('closeprice')];
  const profit = row.text('grossprofit', 'grosspl', 'profitloss');
  const moved = Math.abs(sink.value(close) - sink.value(open)) * sink.value(volume);
  const worth = moved > 0 ? Math.abs(sink.value(profit)) / moved : 1;
  const size = usualSize(worth, moved);
  const id = row.text('positionid', 'position');
  return sink.roundTrip({
    row: row.number,
    direction: /sell/i.test(row.text('type')) ? 'short' : 'long',
    symbol: symbolOf(row),
    quantity: volume,
    entryPrice: open,
    exitPrice: close,
    entryTime: row.text('opentime'),
    exitTime: row.text('closetime'),
    multiplier: size === undefined ? worth.toFixed(8) : String(size),
    negatedCosts: [row.text('commission'), row.text('swap'), row.text('rollover')],
    realized: profit,
    currency,
    ...(id === '' ? {} : { entryId: `${id}-in`, exitId: `${id}-out` }),
  });
}
