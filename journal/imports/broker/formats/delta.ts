// Delta Exchange: order history of its linear perpetuals. Sizes are contracts of a fixed fraction of a coin.
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

/** Coins per contract. */
const CONTRACTS: Readonly<Record<string, string>> = { BTCUSD: '0.001', ETHUSD: '0.01' };

export const delta = tabular({
  name: 'delta',
  label: 'Delta Exchange',
  zone: 'Asia/Kolkata',
  newestFirst: true,
  layouts: [
    {
      columns: ['time', 'contract', 'qty', 'side', 'filledremaining', 'execprice', 'ordervalue', 'tradingfees'],
      confidence: 0.99,
      read(row, sink) {
        const [filled = '', remaining = ''] = row.text('filledremaining').split('/');
        if (sink.number(filled) === '0')
          return sink.skip(row.number, 'not_filled', 'Order not filled (nothing executed)');
        if (sink.number(remaining) !== '0')
          return sink.invalid(row.number, 'A partly filled order has no times of its fills: export the trade history');
        const contract = row.text('contract').toUpperCase();
        const multiplier = CONTRACTS[contract];
        if (multiplier === undefined)
          return sink.invalid(row.number, `The size of a ${contract.slice(0, 20)} contract is not known`);
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: contract,
          quantity: filled,
          price: row.text('execprice'),
          costs: [row.text('tradingfees').replace(/^-/, '')],
          when: row.text('time'),
          amounts: [row.text('ordervalue')],
          realized: row.text('realisedpl'),
          orderId: row.text('orderid'),
          multiplier,
          assetClass: 'CRYPTO',
        });
      },
    },
  ],
});
