// eToro: the sheets of the account statement, saved as CSV one by one or one below the other. A closed position is told
// again by the account's activity; where a file has both, the position counts.
import { tabular } from '../format.ts';
import type { Row } from '../../text/columns.ts';
import type { Sink } from '../sink.ts';

/** Positions told as a whole by the file, by their id. */
type Closed = Set<string>;

export const etoro = tabular<Closed>({
  name: 'etoro',
  label: 'eToro',
  zone: 'UTC',
  dateOrder: 'dmy',
  open: () => new Set(),
  layouts: [
    {
      columns: ['action', 'amount', 'units|unitscontracts', 'openrate', 'closerate', 'opendate', 'closedate'],
      confidence: 0.99,
      read: readClosedPosition,
    },
    {
      columns: ['date', 'type', 'details', 'amount', 'units|unitscontracts', 'realizedequitychange', 'balance'],
      confidence: 0.99,
      read: activity,
    },
    {
      columns: ['dateofpayment', 'instrumentname', 'netdividendreceivedusd|netdividendreceivedeur'],
      confidence: 0.98,
      read: dividend,
    },
  ],
});

const CURRENCIES = ['usd', 'eur', 'gbp', 'aud'];

function readClosedPosition(row: Row, sink: Sink, closed: Closed): void {
  const [, said = '', rest = ''] = /^(buy|sell|long|short)\b\s*(.*)$/i.exec(row.text('action')) ?? [];
  // Since 2023 the direction has a column of its own, and the action names the instrument only.
  const [verb, name] = [row.text('longshort') || said, said === '' ? row.text('action') : rest];
  if (!/^(?:buy|sell|long|short)$/i.test(verb))
    return sink.invalid(row.number, 'The action is neither a buy nor a sell');
  const id = row.text('positionid');
  if (id !== '') closed.add(id);
  const profit = row.textIn('profit', CURRENCIES);
  const currency = profit?.suffix.toUpperCase() ?? 'USD';
  const leverage = sink.number(row.text('leverage').replace(/^x/i, ''));
  const rate = row.text('fxrateatopenusd', 'fxrateatopen');
  const plain = (leverage === '' || leverage === '1') && /^1?(?:\.0*)?$/.test(rate);
  sink.roundTrip({
    row: row.number,
    direction: /^(?:buy|long)$/i.test(verb) ? 'long' : 'short',
    symbol: symbolOf(name || row.text('instrument', 'details')),
    ...classOf(row.text('type', 'assettype')),
    isin: row.text('isin'),
    quantity: unitsOf(row),
    entryPrice: row.text('openrate'),
    exitPrice: row.text('closerate'),
    entryTime: row.text('opendate'),
    exitTime: row.text('closedate'),
    currency,
    ...(plain ? { entryAmounts: [row.text('amount')] } : {}),
    ...(profit === null ? {} : { realized: profit.text }),
    ...(id === '' ? {} : { entryId: `${id}-open`, exitId: `${id}-close` }),
  });
}

const OPENED = /^open position|^position opened/i;
const CLOSED = /^position closed|^close position|^profit\/loss of trade/i;
const COST = /fee|rollover|overnight|sdrt|commission/i;
const INSIDE = /copy|mirror|edit (?:stop|take)|cash ?available/i;

function activity(row: Row, sink: Sink, closed: Closed): void {
  const type = row.text('type');
  const id = row.text('positionid');
  const [amount, units] = [sink.number(row.text('amount')), sink.number(unitsOf(row))];
  const opens = OPENED.test(type);
  if (opens || CLOSED.test(type)) {
    if (closed.has(id)) return sink.skip(row.number, 'repeated', 'The closed position is imported as a whole');
    const [worth, count] = [Math.abs(Number(amount)), Math.abs(Number(units))];
    if (!(worth > 0) || !(count > 0)) return sink.invalid(row.number, 'The row has no amount or no units');
    sink.execution({
      row: row.number,
      side: opens ? 'BOT' : 'SLD',
      symbol: symbolOf(row.text('details')),
      ...classOf(row.text('assettype')),
      quantity: unitsOf(row),
      price: (worth / count).toFixed(8),
      when: row.text('date'),
      // The amount is in dollars whatever the instrument is traded in, and so is the price that follows from it.
      currency: 'USD',
      amounts: [row.text('amount')],
      ...(opens ? {} : { realized: row.text('realizedequitychange') }),
    });
    return;
  }
  if (INSIDE.test(type)) return sink.skip(row.number, 'inside', `${type}: moved inside eToro`);
  // Costs and income change the equity; deposits and withdrawals do not, and their amount has no sign.
  const change = sink.number(row.text('realizedequitychange'));
  const isCost = COST.test(type);
  const leaves = Number(amount) < 0 || isCost || /withdraw/i.test(type);
  const moved = Number(change) === 0 ? `${leaves ? '-' : ''}${(amount ?? '').replace(/^-/, '')}` : (change ?? '');
  sink.cash({
    row: row.number,
    when: row.text('date'),
    amount: moved,
    currency: 'USD',
    description: isCost ? `fee ${type}` : type,
    symbol: symbolOf(row.text('details')),
    memo: [type, row.text('details')].filter(Boolean).join(' '),
  });
}

function dividend(row: Row, sink: Sink): void {
  const net = row.textIn('netdividendreceived', CURRENCIES);
  const currency = net?.suffix.toUpperCase() ?? 'USD';
  sink.cash({
    row: row.number,
    when: row.text('dateofpayment'),
    amount: net?.text ?? '',
    currency,
    kind: 'dividend',
    symbol: symbolOf(row.text('instrumentname')),
    isin: row.text('isin'),
    memo: `Dividend ${row.text('instrumentname')}`,
    withheld: { amount: row.text(`withholdingtaxamount${currency.toLowerCase()}`), currency },
  });
}

function unitsOf(row: Row): string {
  return row.text('units', 'unitscontracts');
}

/** AAPL/USD is AAPL, and so is Apple (AAPL). */
function symbolOf(text: string): string {
  return /\(([A-Z][A-Z0-9.]{0,11})\)$/.exec(text)?.[1] ?? text.replace(/\/[A-Z]{3}$/, '').trim();
}

function classOf(type: string): { readonly assetClass?: 'CRYPTO' | 'FOREX' } {
  if (/crypto/i.test(type)) return { assetClass: 'CRYPTO' };
  return /currenc|forex/i.test(type) ? { assetClass: 'FOREX' } : {};
}
