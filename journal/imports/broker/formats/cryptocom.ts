// Crypto.com: the app's transactions. What a row is stands in its kind; it tells no fee.
import { coinTrade, type CoinTrade, eight, isMoney, priceText, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';

export const cryptocom = tabular({
  name: 'cryptocom',
  label: 'Crypto.com',
  zone: 'UTC',
  layouts: [
    {
      columns: [
        'timestamputc',
        'transactiondescription',
        'currency',
        'amount',
        'nativecurrency',
        'nativeamount',
        'transactionkind',
      ],
      confidence: 0.99,
      read: readTransaction,
    },
  ],
});

const INCOME = /interest|reward|cashback|referral|gift|reimburse|rebate|airdrop|bonus|staking_.*earned/i;
const INSIDE =
  /program_created|program_withdrawn|lockup|stake_|_stake$|unstake|supercharger_(?:deposit|withdrawal)|council_node|dynamic_coin_swap_(?:bonus_exchange_deposit)$/i;
const OUT = /withdrawal|transfer.*(?:out|sent)|crypto_to_exchange|card_top_up|payment/i;
const IN = /deposit|transfer.*(?:in|received)|exchange_to_crypto/i;

function readTransaction(row: Row, sink: Sink): void {
  const kind = row.text('transactionkind');
  const amount = sink.value(row.text('amount'));
  const coin = { code: row.text('currency').toUpperCase(), ...readAmount(sink, row.text('amount')) };
  const other = { code: row.text('tocurrency').toUpperCase(), ...readAmount(sink, row.text('toamount')) };
  const native = { code: row.text('nativecurrency').toUpperCase(), ...readAmount(sink, row.text('nativeamount')) };
  const shared = { row: row.number, when: row.text('timestamputc'), id: row.text('transactionhash') };
  if (!Number.isFinite(amount) || amount === 0) return sink.invalid(row.number, 'The row has no amount');
  if (other.code !== '' && other.quantity > 0 && amount < 0) return book(sink, shared, coin, other, native);
  if (
    /_purchase$|^crypto_purchase|^recurring_buy|^trading_limit_order_crypto_purchase/i.test(kind) &&
    !isMoney(coin.code)
  )
    return book(sink, shared, native, coin, native);
  if (/_sale$|^crypto_sell|_sell$/i.test(kind) && !isMoney(coin.code)) return book(sink, shared, coin, native, native);
  if (INSIDE.test(kind)) return sink.skip(row.number, 'inside', `${kind}: moved inside Crypto.com`);
  const isIn = amount > 0;
  if (isMoney(coin.code)) {
    sink.cash({
      ...shared,
      amount: eight(amount),
      currency: coin.code,
      kind: INCOME.test(kind) ? 'interest' : isIn ? 'deposit' : 'withdrawal',
      memo: row.text('transactiondescription') || kind,
    });
  } else if (INCOME.test(kind) && isIn)
    sink.event({
      ...shared,
      kind: 'reward',
      symbol: coin.code,
      coin: true,
      quantity: coin.digits,
      ...(native.quantity > 0 && isMoney(native.code) ? { value: eight(native.quantity), currency: native.code } : {}),
    });
  else if (OUT.test(kind) || IN.test(kind))
    sink.event({ ...shared, kind: 'transfer', symbol: coin.code, coin: true, quantity: coin.digits });
  else sink.invalid(row.number, `"${kind.slice(0, 40)}" is not a known kind: record it by hand`);
}

function book(
  sink: Sink,
  shared: Pick<CoinTrade, 'row' | 'when' | 'id'>,
  out: CoinTrade['out'],
  into: CoinTrade['in'],
  native: CoinTrade['out'],
): void {
  const isKnown = native.quantity > 0 && isMoney(native.code);
  const price = isMoney(out.code) ? out.quantity / into.quantity : into.quantity / out.quantity;
  coinTrade(sink, {
    ...shared,
    out,
    in: into,
    costs: [],
    ...(isKnown ? { value: { out: native.quantity, in: native.quantity, currency: native.code } } : {}),
    ...(isMoney(out.code) || isMoney(into.code) ? { price: priceText(price) } : {}),
  });
}
