// Trading 212: order and cash history.
import { tabular } from '../format.ts';
import { sideOf } from '../words.ts';

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
        if (/^stock split (?:open|close)/i.test(action)) {
          sink.leg({
            row: row.number,
            when: row.text('time'),
            symbol: row.text('ticker', 'isin'),
            quantity: row.text('noofshares'),
            leaves: /close/i.test(action),
          });
          return;
        }
        const pence = row.text('currencypriceshare') === 'GBX';
        const side = /\b(?:buy|sell)\b/i.test(action) ? sideOf(action) : null;
        if (side !== null)
          sink.execution({
            row: row.number,
            side,
            symbol: row.text('ticker', 'isin'),
            quantity: row.text('noofshares'),
            price: row.text('priceshare'),
            costs: [
              'currencyconversionfee',
              'stampdutyreservetax',
              'finrafee',
              'transactionfee',
              'ptmlevy',
              'frenchtransactiontax',
            ].map((name) => row.text(name).replace(/^-/, '')),
            costKinds: ['other', 'other', 'regulatory', 'regulatory', 'regulatory', 'other'],
            when: row.text('time'),
            execId: row.text('id'),
            // London quotes pence: the price stays as it is quoted, a hundredth of it is paid.
            ...(pence ? { currency: 'GBP', multiplier: '0.01' } : { currency: row.text('currencypriceshare') }),
          });
        else
          sink.cash({
            row: row.number,
            when: row.text('time'),
            amount: row.text('total', 'totalgbp', 'totaleur', 'totalusd'),
            currency: row.text('currencytotal'),
            words: action,
            symbol: row.text('ticker'),
            memo: [action, row.text('notes')].filter(Boolean).join(' '),
            id: row.text('id'),
          });
      },
    },
  ],
});
