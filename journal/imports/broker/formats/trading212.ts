// Trading 212: orders, dividends, cash and card. Every amount has a currency of its own: in the column next to it, or,
// before 2022, in its heading ("Total (GBP)").
import type { FeeType } from '@zorivest/vocabulary';
import type { CashKind } from '../../statement/model.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { memoize } from '../memoize.ts';
import { type Side, sideOf } from '../row-text.ts';

const CURRENCIES = ['gbp', 'eur', 'usd', 'chf', 'czk', 'pln', 'ron', 'huf', 'sek', 'nok', 'dkk', 'bgn', 'cad', 'gbx'];

const COSTS: Readonly<Record<string, FeeType>> = {
  currencyconversionfee: 'other',
  stampdutyreservetax: 'other',
  stampduty: 'other',
  finrafee: 'regulatory',
  transactionfee: 'regulatory',
  ptmlevy: 'regulatory',
  frenchtransactiontax: 'other',
};

const COST_NAMES = Object.keys(COSTS);
/** The column next to an amount that has its currency. */
const CURRENCY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  ['total', 'result', 'withholdingtax', ...COST_NAMES].map((name) => [name, `currency${name}`]),
);

export const trading212 = tabular<(action: string) => Action>({
  name: 'trading212',
  label: 'Trading 212',
  zone: 'UTC',
  open: () => memoize(actionOf),
  layouts: [
    {
      columns: ['action', 'time', 'isin', 'ticker', 'noofshares', 'priceshare'],
      confidence: 0.99,
      read(row, sink, meaning) {
        const { is, side } = meaning(row.text('action'));
        if (is === 'order') return order(row, sink, side);
        if (is === 'money') return cash(row, sink);
        const shared = {
          row: row.number,
          when: row.text('time'),
          symbol: row.text('ticker', 'isin'),
          isin: row.text('isin'),
        };
        const quantity = row.text('noofshares');
        if (is === 'closed' || is === 'opened') sink.leg({ ...shared, quantity, leaves: is === 'closed' });
        else
          sink.event({
            ...shared,
            kind: 'transfer',
            quantity: `${is === 'out' ? '-' : ''}${quantity}`,
            id: row.text('id'),
          });
      },
    },
    {
      // An export of money only has no columns for shares.
      columns: ['action', 'time', 'id', 'total', 'currencytotal'],
      without: ['noofshares'],
      confidence: 0.95,
      read(row, sink, meaning) {
        if (meaning(row.text('action')).is === 'money') cash(row, sink);
        else sink.invalid(row.number, 'The file has no column for the number of shares: export it with orders');
      },
    },
  ],
});

interface Action {
  /** A split closes the old shares and opens the new ones; shares come in and go out without a trade. */
  readonly is: 'order' | 'closed' | 'opened' | 'in' | 'out' | 'money';
  readonly side: Side | null;
}

function actionOf(action: string): Action {
  if (/^stock split (?:open|close)/i.test(action))
    return { is: /close/i.test(action) ? 'closed' : 'opened', side: null };
  if (/\b(?:buy|sell)\b/i.test(action)) return { is: 'order', side: sideOf(action) };
  if (/^stock distribution|^custom stock distribution|^transfer (?:in|out)\b/i.test(action))
    return { is: /out/i.test(action) ? 'out' : 'in', side: null };
  return { is: 'money', side: null };
}

interface Amount {
  readonly text: string;
  readonly currency: string;
}

/** An amount and its currency, wherever that stands. */
function amountOf(row: Row, name: string): Amount {
  const plain = row.text(name);
  if (plain !== '') return { text: plain, currency: row.text(CURRENCY_OF[name] ?? '') };
  const found = row.textIn(name, CURRENCIES);
  return { text: found?.text ?? '', currency: found?.suffix.toUpperCase() ?? '' };
}

function order(row: Row, sink: Sink, side: Side | null): void {
  const total = amountOf(row, 'total');
  const result = amountOf(row, 'result');
  const costs: string[] = [];
  const costCurrencies: string[] = [];
  const costKinds: FeeType[] = [];
  for (const name of row.present(COST_NAMES, CURRENCIES)) {
    const { text, currency } = amountOf(row, name);
    if (text === '') continue;
    costs.push(text.startsWith('-') ? text.slice(1) : text);
    // A cost without a currency is in the account's, as the total is.
    costCurrencies.push(currency || total.currency);
    costKinds.push(COSTS[name] ?? 'other');
  }
  sink.execution({
    row: row.number,
    side,
    symbol: row.text('ticker', 'isin'),
    isin: row.text('isin'),
    name: row.text('name'),
    quantity: row.text('noofshares'),
    price: row.text('priceshare'),
    currency: row.text('currencypriceshare'),
    costs,
    costCurrencies,
    costKinds,
    fx: {
      currency: total.currency,
      rate: rateIn(row, sink, side, total, sumPaidIn(costs, costCurrencies, total.currency, sink)),
      inverse: true,
    },
    amounts: [total.text],
    amountCurrency: total.currency,
    realized: result.text,
    when: row.text('time'),
    execId: row.text('id'),
  });
}

function sumPaidIn(costs: readonly string[], currencies: readonly string[], currency: string, sink: Sink): number {
  return costs.reduce((sum, cost, at) => (currencies[at] === currency ? sum + sink.value(cost) : sum), 0);
}

/** The stated rate; without one, the ratio of quantity × price to the total before its costs. */
function rateIn(row: Row, sink: Sink, side: Side | null, total: Amount, costs: number): string {
  const stated = row.text('exchangerate');
  if (sink.value(stated) > 0) return stated;
  const before = Math.abs(sink.value(total.text)) + (side === 'BOT' ? -costs : costs);
  const rate = (sink.value(row.text('noofshares')) * sink.value(row.text('priceshare'))) / before;
  return before > 0 && rate > 0 && Number.isFinite(rate) ? rate.toFixed(8) : '';
}

/** Card payments are money that left; what comes back for them is neither interest nor a dividend. */
function kindOf(action: string, negative: boolean): CashKind | undefined {
  if (/^card|^new card/i.test(action)) return negative ? 'withdrawal' : 'deposit';
  if (/cashback|adjustment|currency conversion/i.test(action)) return 'other';
  return /lending|interest/i.test(action) ? 'interest' : undefined;
}

/** One currency for another: what left and what came, each in its own; the fee is in what left. */
function readConversion(row: Row, sink: Sink): void {
  const readMove = (name: 'from' | 'to', sign: string) => {
    const amount = row.text(`currencyconversion${name}amount`).replace(/^-/, '');
    const id = row.text('id');
    return sink.cash({
      row: row.number,
      when: row.text('time'),
      amount: `${sign}${amount}`,
      currency: row.text(`currencycurrencyconversion${name}amount`),
      kind: 'other',
      memo: row.text('action'),
      id: id === '' ? '' : `${id}:${name}`,
    });
  };
  if (readMove('from', '-')) readMove('to', '');
}

/** The ratio of the total to shares × what was paid for each, after tax, in the currency the tax is in. */
function rateOf(row: Row, sink: Sink, total: Amount, withheld: Amount): { rate?: number } {
  if (withheld.currency === total.currency || row.text('currencypriceshare') !== withheld.currency) return {};
  const rate = Math.abs(
    sink.value(total.text) / (sink.value(row.text('noofshares')) * sink.value(row.text('priceshare'))),
  );
  return rate > 0 && Number.isFinite(rate) ? { rate: Number(rate.toFixed(8)) } : {};
}

function cash(row: Row, sink: Sink): void {
  const action = row.text('action');
  const total = amountOf(row, 'total');
  if (total.text === '' && row.text('currencyconversionfromamount') !== '') return readConversion(row, sink);
  const withheld = amountOf(row, 'withholdingtax');
  const kind = kindOf(action, total.text.startsWith('-'));
  sink.cash({
    row: row.number,
    when: row.text('time'),
    amount: total.text,
    currency: total.currency,
    description: action,
    ...(kind === undefined ? {} : { kind }),
    symbol: row.text('ticker'),
    isin: row.text('isin'),
    memo: [action, row.text('notes'), row.text('merchantname')].filter(Boolean).join(' '),
    withheld: { amount: withheld.text, currency: withheld.currency, ...rateOf(row, sink, total, withheld) },
    id: row.text('id'),
  });
}
