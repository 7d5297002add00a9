// Gemini: the transaction history. Every coin and currency of the account has three columns of its own, what came or went,
// what it cost and the balance; a row fills those that it moved. Figures may carry their coin: "(0.07 BTC)".
import { coinCost, coinTrade, type CoinTrade, eight, isMoney, plainDigits, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';

export const gemini = tabular({
  name: 'gemini',
  label: 'Gemini',
  zone: 'UTC',
  layouts: [
    {
      columns: ['date', 'timeutc|time', 'type', 'symbol', 'specification', 'liquidityindicator', 'tradingfeeratebps'],
      confidence: 0.99,
      read: readTransaction,
    },
  ],
});

type Holding = CoinTrade['out'];

interface CoinMovement extends Holding {
  /** Negative = out of the account. */
  readonly amount: number;
  readonly figure: string;
}

const AMOUNT = /^([A-Z0-9]{2,10}) Amount(?: \1)?$/i;
const FEE = /^(?:Trading )?Fee \(([A-Z0-9]{2,10})\)(?: \1)?$/i;
const INCOME = /interest|reward|staking|airdrop|bonus|promo|referral|rebate/i;

function readTransaction(row: Row, sink: Sink): void {
  const type = row.text('type');
  // The last row sums up.
  if (type === '' && row.text('date') === '') return sink.ignore(row.number);
  const { moved, costs } = figuresOf(row, sink);
  const id = row.text('tradeid');
  const shared = { row: row.number, when: timeOf(row) };
  if (/^(?:buy|sell)$/i.test(type)) {
    const [out, into] = [moved.find(({ amount }) => amount < 0), moved.find(({ amount }) => amount > 0)];
    if (out === undefined || into === undefined || moved.length > 2)
      return sink.invalid(row.number, 'The row does not say what was given for what');
    const money = isMoney(into.code) ? into : out;
    coinTrade(sink, {
      ...shared,
      id,
      orderId: row.text('orderid'),
      out,
      in: into,
      costs,
      ...(isMoney(money.code) ? { stated: money.quantity } : {}),
    });
    return;
  }
  if (!/^(?:credit|debit|interest credit|reward)$/i.test(type))
    return sink.invalid(row.number, `"${type.slice(0, 40)}" is not a known type: record it by hand`);
  const [one] = moved;
  if (one === undefined || moved.length > 1) return sink.invalid(row.number, 'The row has no amount');
  const what = `${type} ${row.text('specification')}`;
  const hash = row.text('txhash');
  const base = { ...shared, id: hash === '' ? id : `${hash}:${row.text('deposittxoutput', 'withdrawaltxoutput')}` };
  const isIncome = INCOME.test(what) && one.amount > 0;
  if (isMoney(one.code))
    sink.cash({
      ...base,
      amount: eight(one.amount),
      currency: one.code,
      kind: isIncome ? 'interest' : one.amount > 0 ? 'deposit' : 'withdrawal',
      memo: what,
    });
  else {
    const quantity = `${one.amount < 0 ? '-' : ''}${plainDigits(sink, one.figure)}`;
    sink.event({ ...base, symbol: one.code, coin: true, quantity, kind: isIncome ? 'reward' : 'transfer' });
  }
  for (const cost of costs) {
    if (isMoney(cost.code))
      sink.cash({
        ...base,
        id: base.id === '' ? '' : `${base.id}:fee`,
        amount: eight(-cost.quantity),
        currency: cost.code,
        kind: 'fee',
        memo: `Fee of a ${type.toLowerCase()}`,
      });
    else coinCost(sink, base, cost);
  }
}

/** A workbook has day and time in both cells, a table one in each. */
function timeOf(row: Row): string {
  const date = row.text('date');
  return /\d[T ]\d/.test(date) ? date : `${date} ${row.text('timeutc', 'time')}`;
}

function figuresOf(
  row: Row,
  sink: Sink,
): { readonly moved: readonly CoinMovement[]; readonly costs: readonly Holding[] } {
  const moved: CoinMovement[] = [];
  const costs: Holding[] = [];
  for (const [name, cell] of row.entries()) {
    if (cell === '') continue;
    const [, coin] = AMOUNT.exec(name) ?? [];
    const [, paid] = FEE.exec(name) ?? [];
    const code = (coin ?? paid ?? '').toUpperCase();
    if (code === '') continue;
    const figure = cell.replaceAll(new RegExp(`\\s*\\b${code}\\b`, 'gi'), '');
    const amount = sink.value(figure);
    const holding = { code, ...readAmount(sink, figure) };
    if (!(holding.quantity > 0)) continue;
    if (coin === undefined) costs.push(holding);
    else moved.push({ ...holding, amount, figure });
  }
  return { moved, costs };
}
