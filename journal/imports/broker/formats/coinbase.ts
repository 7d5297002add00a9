// Coinbase: the transaction history in its three ages, and the statement of one wallet.
import { coinTrade, type CoinTrade, eight, isMoney, plainDigits, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import { Conversions } from './coinbase-conversions.ts';
import type { Sink } from '../sink.ts';
import { sideOf, type Side } from '../row-text.ts';

export const coinbase = tabular<Conversions>({
  name: 'coinbase',
  label: 'Coinbase',
  zone: 'UTC',
  open: (sink) => new Conversions(sink),
  close: (conversions) => conversions.end(),
  layouts: [
    {
      columns: ['timestamp', 'transactiontype', 'asset', 'quantitytransacted'],
      confidence: 0.99,
      read: history,
    },
    {
      // One wallet: what came in and went out of it, and what was paid where it was bought or sold.
      columns: ['timestamp', 'balance', 'amount', 'currency', 'to', 'notes', 'transfertotal'],
      confidence: 0.98,
      read: wallet,
    },
    {
      // Fills of Coinbase Pro and Advanced Trade.
      columns: ['portfolio', 'tradeid', 'product', 'side', 'createdat', 'size', 'sizeunit', 'price', 'fee', 'total'],
      confidence: 0.99,
      read: fill,
    },
  ],
});

/** Before 2021 the currency stood in the columns' names: "EUR Spot Price at Transaction". */
const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf', 'sgd'];

const TOTALS = [
  'totalinclusiveoffeesandorspread',
  'totalinclusiveoffees',
  'total',
  // Until 2019, the only amount.
  'amounttransactedinclusiveofcoinbasefees',
];
const FEES = ['feesandorspread', 'fees'];

/** The columns of each figure, by the currency in their names; '' where there is none. */
const FIGURES = new Map(
  ['', ...CURRENCIES].map((currency) => {
    const prefixNames = (names: readonly string[]) => names.map((name) => currency + name);
    const price =
      currency === '' ? ['priceattransaction', 'spotpriceattransaction'] : prefixNames(['spotpriceattransaction']);
    return [
      currency,
      { price, subtotal: prefixNames(['subtotal']), total: prefixNames(TOTALS), fee: prefixNames(FEES) },
    ];
  }),
);

interface RowPrice {
  readonly currency: string;
  readonly price: number;
  /** As the file writes it. */
  readonly priceText: string;
  readonly subtotal: number;
  readonly total: number;
  readonly fee: number;
}

function findPrice(row: Row, sink: Sink): RowPrice | null {
  const stated = row.text('pricecurrency', 'spotpricecurrency');
  const named = stated === '' ? CURRENCIES.find((one) => row.has(`${one}spotpriceattransaction`)) : undefined;
  const columns = FIGURES.get(named ?? '');
  if (columns === undefined) return null;
  const value = (names: readonly string[]) => Math.abs(sink.value(row.field(names)));
  const [price, total] = [value(columns.price), value(columns.total)];
  const figures = {
    currency: (stated || named || 'USD').toUpperCase(),
    price,
    priceText: row.field(columns.price),
    subtotal: value(columns.subtotal),
    total,
  };
  const { subtotal } = figures;
  const between = roundTo8(Math.abs(total - subtotal));
  if (subtotal > 0 && total > 0 && between <= Math.max(subtotal * LARGEST_FEE_SHARE, LARGEST_SMALL_FEE)) {
    const stated = value(columns.fee);
    if (Math.abs(stated - between) > CENT)
      sink.log.warn(
        `Row ${row.number}: the fee is stated as ${stated}, but ${between} lies between the amounts: what was paid counts.`,
      );
    return { ...figures, fee: between };
  }
  if (subtotal > 0 || (columns.fee.some((name) => row.has(name)) && !(total > 0)))
    return { ...figures, fee: value(columns.fee) };
  // One amount with everything in it: what the price does not come to is the fee.
  const worth = price * Math.abs(sink.value(row.text('quantitytransacted')));
  return { ...figures, fee: total > 0 && worth > 0 ? Math.round(Math.abs(total - worth) * 100) / 100 : 0 };
}

/** What may lie between an amount without and with its fee; more is a wrong amount, which the row's own check tells. */
const LARGEST_FEE_SHARE = 0.1;
const LARGEST_SMALL_FEE = 10;
const CENT = 0.0101;

/** Differences of decimals, without what binary fractions leave behind. */
function roundTo8(value: number): number {
  return Number(value.toFixed(8));
}

const INCOME = /reward|staking income|earn|interest|inflation|airdrop|rebate|incentive|bonus/i;
const COST = /subscription|\bfees?\b/i;
const INSIDE = /^(?:pro |exchange |prime )?(?:deposit|withdrawal)$|staking transfer|unstaking|eth2 deprecation|vault/i;

function history(row: Row, sink: Sink, conversions: Conversions): void {
  const type = row.text('transactiontype');
  const asset = row.text('asset').toUpperCase();
  const stated = sink.value(row.text('quantitytransacted'));
  const coin = { code: asset, ...readAmount(sink, row.text('quantitytransacted')) };
  const { quantity } = coin;
  const digits = plainDigits(sink, row.text('quantitytransacted'));
  const shared = { row: row.number, when: row.text('timestamp'), id: row.text('id') };
  const money = findPrice(row, sink);
  if (!Number.isFinite(stated) || quantity === 0 || money === null)
    return sink.invalid(row.number, 'The row has no quantity');
  const side = /\b(?:buy|sell)\b/i.test(type) ? sideOf(type) : null;
  if (isMoney(asset)) return fiat(row, sink, type, stated, asset);
  if (side !== null) return trade(row, sink, side, coin, money);
  if (/^convert/i.test(type)) return conversions.add({ ...shared, coin, money, notes: row.text('notes'), stated });
  if (/^(?:send|card ?spend|payment)/i.test(type) || /^receive/i.test(type)) {
    const sign = /^receive/i.test(type) ? '' : '-';
    sink.event({ ...shared, kind: 'transfer', symbol: asset, coin: true, quantity: `${sign}${digits}` });
  } else if (/^asset migration/i.test(type)) {
    // The coin under its new name comes in a row of its own.
    sink.leg({ ...shared, symbol: asset, coin: true, quantity: digits, leaves: stated < 0 });
  } else if (INSIDE.test(type)) sink.skip(row.number, 'inside', `${type}: moved inside Coinbase`);
  else if (INCOME.test(type)) {
    const value = money.total || money.subtotal || money.price * quantity;
    const worth = value > 0 ? { value: eight(value), currency: money.currency } : {};
    sink.event({ ...shared, kind: 'reward', symbol: asset, coin: true, quantity: digits, ...worth });
  } else sink.invalid(row.number, `"${type.slice(0, 40)}" is not a known movement: record it by hand`);
}

function fiat(row: Row, sink: Sink, type: string, stated: number, currency: string): void {
  // Older files write what left without a sign, and say so in words.
  const out = stated < 0 || /withdraw|send|out|spend/i.test(type);
  const kind = INCOME.test(type) ? 'interest' : COST.test(type) ? 'fee' : out ? 'withdrawal' : 'deposit';
  sink.cash({
    row: row.number,
    when: row.text('timestamp'),
    amount: `${out ? '-' : ''}${eight(Math.abs(stated))}`,
    currency,
    kind,
    memo: [type, row.text('notes')].filter(Boolean).join(' '),
    id: row.text('id'),
  });
}

/** "Bought 0.1 ETH for 300 USDC on ETH-USDC": what was given for a coin may be another coin. */
const PAID_WITH = /\bfor ([\d.,]+) ([A-Z][A-Z0-9]{1,9})\b/;

function trade(row: Row, sink: Sink, side: Side, coin: CoinTrade['out'], money: RowPrice): void {
  const worth = money.subtotal || money.price * coin.quantity;
  const other = PAID_WITH.exec(row.text('notes'));
  const code = other?.[2] ?? money.currency;
  const paid = sink.value(other?.[1] ?? '');
  const inCoins = !isMoney(code) && paid > 0 && code !== coin.code;
  const counter = inCoins
    ? { code, quantity: paid, digits: other?.[1] ?? '' }
    : { code: money.currency, quantity: worth };
  coinTrade(sink, {
    row: row.number,
    when: row.text('timestamp'),
    id: row.text('id'),
    ...(side === 'BOT' ? { out: counter, in: coin } : { out: coin, in: counter }),
    ...(inCoins ? { value: { out: worth, in: worth, currency: money.currency } } : {}),
    costs: money.fee > 0 ? [{ code: money.currency, quantity: money.fee }] : [],
    ...(money.price > 0 ? { price: money.priceText } : {}),
    ...(money.total > 0 && !inCoins ? { stated: money.total } : {}),
  });
}

/** "Coinbase ID (visit https://www.coinbase.com/transactions/[ID] in your browser)" */
const WALLET_IDS = ['coinbaseid', 'coinbaseidvisithttpswwwcoinbasecomtransactionsidinyourbrowser', 'id'];

function wallet(row: Row, sink: Sink): void {
  const amount = sink.value(row.text('amount'));
  const currency = row.text('currency').toUpperCase();
  const id = row.field(WALLET_IDS);
  // A wallet's ids are not those of the history.
  const shared = {
    row: row.number,
    when: row.text('timestamp'),
    id: id === '' ? '' : `wallet-${id}`,
  };
  if (!Number.isFinite(amount) || amount === 0) return sink.invalid(row.number, 'The row has no amount');
  if (isMoney(currency)) {
    sink.cash({ ...shared, amount: eight(amount), currency, description: row.text('notes'), memo: row.text('notes') });
    return;
  }
  const total = Math.abs(sink.value(row.text('transfertotal')));
  const fee = Math.abs(sink.value(row.text('transferfee')));
  const paidIn = row.text('transfertotalcurrency').toUpperCase();
  if (!total || paidIn === '') {
    const kind = amount > 0 && INCOME.test(row.text('notes')) ? 'reward' : 'transfer';
    sink.event({ ...shared, kind, symbol: currency, coin: true, quantity: row.text('amount') });
    return;
  }
  const coin = { code: currency, ...readAmount(sink, row.text('amount')) };
  const paid = { code: paidIn, quantity: amount > 0 ? total - fee : total + fee };
  coinTrade(sink, {
    ...shared,
    ...(amount > 0 ? { out: paid, in: coin } : { out: coin, in: paid }),
    costs: fee > 0 ? [{ code: row.text('transferfeecurrency').toUpperCase() || paidIn, quantity: fee }] : [],
    stated: total,
  });
}

function fill(row: Row, sink: Sink): void {
  const side = sideOf(row.text('side'));
  const [size, price, fee, total] = ['size', 'price', 'fee', 'total'].map((name) =>
    Math.abs(sink.value(row.text(name))),
  );
  const unit = row.text('pricefeetotalunit', 'unit').toUpperCase() || (row.text('product').split('-')[1] ?? '');
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell');
  if (!size || !price || unit === '') return sink.invalid(row.number, 'The row has no size, no price or no unit');
  const coin = { code: row.text('sizeunit').toUpperCase(), quantity: size, digits: row.text('size') };
  const counter = { code: unit, quantity: size * price };
  coinTrade(sink, {
    row: row.number,
    when: row.text('createdat'),
    id: row.text('tradeid') === '' ? '' : `${row.text('product')}-${row.text('tradeid')}`,
    account: row.text('portfolio'),
    ...(side === 'BOT' ? { out: counter, in: coin } : { out: coin, in: counter }),
    costs: fee ? [{ code: unit, quantity: fee }] : [],
    price: row.text('price'),
    ...(total ? { stated: total } : {}),
  });
}
