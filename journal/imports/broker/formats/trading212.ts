// Trading 212: orders, dividends, cash and card. Every amount has a currency of its own: in a column beside it, or,
// before 2022, in its heading ("Total (GBP)").
import type { FeeType } from '@zorivest/words';
import type { CashKind } from '../../model.ts';
import type { Row } from '../columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../words.ts';

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
/** The column beside an amount that says its currency. */
const CURRENCY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  ['total', 'result', 'withholdingtax', ...COST_NAMES].map((name) => [name, `currency${name}`]),
);

export const trading212 = tabular({
  name: 'trading212',
  label: 'Trading 212',
  zone: 'UTC',
  layouts: [
    {
      columns: ['action', 'time', 'isin', 'ticker', 'noofshares', 'priceshare'],
      confidence: 0.99,
      read(row, sink) {
        const action = row.text('action');
        const shared = {
          row: row.number,
          when: row.text('time'),
          symbol: row.text('ticker', 'isin'),
          isin: row.text('isin'),
        };
        if (/^stock split (?:open|close)/i.test(action))
          sink.leg({ ...shared, quantity: row.text('noofshares'), leaves: /close/i.test(action) });
        else if (/\b(?:buy|sell)\b/i.test(action)) order(row, sink);
        else if (/^stock distribution|^custom stock distribution|^transfer (?:in|out)\b/i.test(action))
          sink.event({
            ...shared,
            kind: 'transfer',
            quantity: `${/out/i.test(action) ? '-' : ''}${row.text('noofshares')}`,
            id: row.text('id'),
          });
        else cash(row, sink);
      },
    },
  ],
});

/** An amount and its currency, wherever that stands. */
function amountOf(row: Row, name: string): { readonly text: string; readonly currency: string } {
  const plain = row.text(name);
  if (plain !== '') return { text: plain, currency: row.text(CURRENCY_OF[name] ?? '') };
  const found = row.textIn(name, CURRENCIES);
  return { text: found?.text ?? '', currency: found?.suffix.toUpperCase() ?? '' };
}

function order(row: Row, sink: Sink): void {
  const total = amountOf(row, 'total');
  const result = amountOf(row, 'result');
  const names = row.present(COST_NAMES, CURRENCIES);
  const costs = names.map((name) => amountOf(row, name));
  const currency = row.text('currencypriceshare');
  const rate = sink.number(row.text('exchangerate'));
  sink.execution({
    row: row.number,
    side: sideOf(row.text('action')),
    symbol: row.text('ticker', 'isin'),
    isin: row.text('isin'),
    name: row.text('name'),
    quantity: row.text('noofshares'),
    price: row.text('priceshare'),
    currency,
    costs: costs.map(({ text }) => text.replace(/^-/, '')),
    // A cost without a currency is in the account's, as the total is.
    costCurrencies: costs.map((cost) => cost.currency || total.currency),
    costKinds: names.map((name) => COSTS[name] ?? 'other'),
    ...(rate === null || rate === '' ? {} : { fx: { currency: total.currency, rate, inverse: true } }),
    amounts: [total.text],
    amountCurrency: total.currency,
    realized: result.text,
    when: row.text('time'),
    execId: row.text('id'),
  });
}

/** Card payments are money that left; what comes back for them is neither interest nor a dividend. */
function kindOf(action: string, negative: boolean): CashKind | undefined {
  if (/^card|^new card/i.test(action)) return negative ? 'withdrawal' : 'deposit';
  if (/cashback|adjustment|currency conversion/i.test(action)) return 'other';
  return /lending|interest/i.test(action) ? 'interest' : undefined;
}

function cash(row: Row, sink: Sink): void {
  const action = row.text('action');
  const total = amountOf(row, 'total');
  const withheld = amountOf(row, 'withholdingtax');
  const kind = kindOf(action, total.text.startsWith('-'));
  sink.cash({
    row: row.number,
    when: row.text('time'),
    amount: total.text,
    currency: total.currency,
    words: action,
    ...(kind === undefined ? {} : { kind }),
    symbol: row.text('ticker'),
    isin: row.text('isin'),
    memo: [action, row.text('notes'), row.text('merchantname')].filter(Boolean).join(' '),
    withheld: { amount: withheld.text, currency: withheld.currency },
    id: row.text('id'),
  });
}
