// Bitstamp: the transactions since 2023. Every figure is positive; what a row is stands in its type.
import { coinCost, coinTrade, eight, isMoney, plainDigits, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const bitstamp = tabular({
  name: 'bitstamp',
  label: 'Bitstamp',
  zone: 'UTC',
  layouts: [
    {
      columns: [
        'id',
        'account',
        'type',
        'subtype',
        'datetime',
        'amount',
        'amountcurrency',
        'value',
        'valuecurrency',
        'rate',
        'fee',
      ],
      confidence: 0.99,
      read: readTransaction,
    },
  ],
});

const INCOME = /staking|reward|interest|lending|airdrop|referral/i;

function readTransaction(row: Row, sink: Sink): void {
  const type = row.text('type');
  const figure = (name: string) => readAmount(sink, row.text(name));
  const [amount, worth, fee] = [figure('amount'), figure('value'), figure('fee')];
  const { quantity } = amount;
  const coin = { code: row.text('amountcurrency').toUpperCase(), ...amount };
  const shared = { row: row.number, when: row.text('datetime'), id: row.text('id') };
  const costs = fee.quantity > 0 ? [{ code: row.text('feecurrency').toUpperCase(), ...fee }] : [];
  if (!(quantity > 0)) return sink.invalid(row.number, 'The row has no amount');
  if (/^market$/i.test(type)) {
    const side = sideOf(row.text('subtype'));
    const paid = { code: row.text('valuecurrency').toUpperCase(), ...worth };
    if (side === null || !(worth.quantity > 0))
      return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell, or for how much');
    coinTrade(sink, {
      ...shared,
      orderId: row.text('orderid'),
      ...(side === 'BOT' ? { out: paid, in: coin } : { out: coin, in: paid }),
      costs,
      price: row.text('rate'),
      stated: worth.quantity,
    });
    return;
  }
  const isIn = /deposit|credit/i.test(type) || INCOME.test(type);
  if (!isIn && !/withdraw|debit|payout/i.test(type))
    return sink.invalid(row.number, `"${type.slice(0, 40)}" is not a known type: record it by hand`);
  if (isMoney(coin.code))
    sink.cash({
      ...shared,
      amount: eight(isIn ? quantity : -quantity),
      currency: coin.code,
      kind: INCOME.test(type) ? 'interest' : isIn ? 'deposit' : 'withdrawal',
      memo: type,
    });
  else if (INCOME.test(type))
    sink.event({ ...shared, kind: 'reward', symbol: coin.code, coin: true, quantity: coin.digits });
  else
    sink.event({
      ...shared,
      kind: 'transfer',
      symbol: coin.code,
      coin: true,
      quantity: `${isIn ? '' : '-'}${plainDigits(sink, row.text('amount'))}`,
    });
  for (const cost of costs) {
    if (isMoney(cost.code))
      sink.cash({
        ...shared,
        id: `${shared.id}:fee`,
        amount: eight(-cost.quantity),
        currency: cost.code,
        kind: 'fee',
        memo: `Fee of a ${type}`,
      });
    else coinCost(sink, shared, cost);
  }
}
