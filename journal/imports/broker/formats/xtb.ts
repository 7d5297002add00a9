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
  readonly currency: string;

  constructor(sink: Sink, currency: string) {
    this.#sink = sink;
    this.currency = currency;
  }

  /** A position of shares is told by the cash operations as well; which of the two there is shows at the end. */
  close(row: Row): void {
    this.#closed.push(row);
    this.#sink.hold(row.number);
  }

  told(symbol: string): void {
    this.#trades.add(symbol);
  }

  end(): void {
    for (const row of this.#closed) {
      const symbol = symbolOf(row);
      if (this.#trades.has(symbol))
        this.#sink.skip(row.number, 'repeated', 'The cash operations tell its purchase and its sale');
      else readPosition(row, this.#sink, this.currency);
    }
  }
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

/** `EUR` alone in a cell of the first lines, or beside a word for it. */
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
const SHARES = /stocks?\b.*(?:purchase|sale|sell)/i;

function readCash(row: Row, sink: Sink, account: Account): void {
  const [type, comment, amount] = [row.text('type'), row.text('comment'), row.text('amount')];
  const symbol = symbolOf(row);
  const shared = { row: row.number, when: row.text('time'), symbol };
  if (account.currency === '' && amount !== '') return sink.invalid(row.number, NO_CURRENCY);
  const trade = TRADE.exec(comment)?.groups;
  if (SHARES.test(type) && trade !== undefined) {
    const { act = '', side = '', quantity = '', price = '' } = trade;
    const isBuy = /open/i.test(act) === /buy/i.test(side);
    const [size, each, paid] = [sink.value(quantity), sink.value(price), Math.abs(sink.value(amount))];
    // In another currency than the account's, what was paid counts: the words name the price and not its currency.
    const isSame = Math.abs(size * each - paid) <= Math.max(0.02, paid * 0.001);
    account.told(symbol);
    sink.execution({
      ...shared,
      side: isBuy ? 'BOT' : 'SLD',
      quantity,
      price: isSame || !(paid > 0) ? price : (paid / size).toFixed(8),
      currency: account.currency,
      amounts: [amount],
      execId: row.text('id'),
    });
    return;
  }
  if (amount === '') return sink.skipMoneyless(row.number, type || 'The row', '');
  sink.cash({
    ...shared,
    amount,
    currency: account.currency,
    ...(/^divi/i.test(type) ? { kind: 'dividend' as const } : {}),
    ...(/withholding/i.test(type) ? { kind: 'tax' as const } : {}),
    ...(/^(?:swap|rollover|sec fee|commission|stamp duty)/i.test(type) ? { kind: 'fee' as const } : {}),
    description: `${type} ${comment}`,
    memo: [type, comment].filter(Boolean).join(': '),
    id: row.text('id'),
  });
}

function readPosition(row: Row, sink: Sink, currency: string): void {
  if (currency === '') return sink.invalid(row.number, NO_CURRENCY);
  const [volume, open, close] = [row.text('volume'), row.text('openprice'), row.text('closeprice')];
  const profit = row.text('grossprofit', 'grosspl', 'profitloss');
  const moved = Math.abs(sink.value(close) - sink.value(open)) * sink.value(volume);
  const worth = moved > 0 ? Math.abs(sink.value(profit)) / moved : 1;
  const size = usualSize(worth, moved);
  const id = row.text('positionid', 'position');
  sink.roundTrip({
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
