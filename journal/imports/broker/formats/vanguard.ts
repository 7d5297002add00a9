// Vanguard: the transactions part of its download; the holdings above it are passed over.
import { NEW_YORK, tabular } from '../format.ts';
import { isSweep } from '../sweep.ts';
import { sideOf } from '../row-text.ts';

export const vanguard = tabular({
  name: 'vanguard',
  label: 'Vanguard',
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      columns: [
        'accountnumber',
        'tradedate',
        'settlementdate',
        'transactiontype',
        'investmentname',
        'symbol',
        'shares',
        'shareprice',
      ],
      confidence: 0.99,
      read(row, sink) {
        const type = row.text('transactiontype');
        const shared = {
          row: row.number,
          when: row.text('tradedate'),
          symbol: row.text('symbol'),
          account: row.text('accountnumber'),
        };
        const quantity = row.text('shares');
        if (isSweep(shared.symbol, type) && /^(?:sweep|buy|sell|reinvest)/i.test(type))
          return sink.skip(row.number, 'inside', "The account's cash, moved into or out of its settlement fund");
        const moves = shared.symbol !== '' && Number(sink.number(quantity) || '0') !== 0;
        const side = /^(?:buy|sell|reinvestment)/i.test(type) ? sideOf(type) : null;
        const paid = row.text('netamount', 'principalamount');
        if (shared.symbol !== '' && /^(?:corp action \()?(?:redemption|maturity|call)\b/i.test(type))
          sink.redemption({ ...shared, quantity: moves ? quantity : '', amount: paid, memo: type });
        else if (shared.symbol !== '' && /\bmerger\b/i.test(type)) {
          sink.merger({ ...shared, quantity: moves ? quantity : '', cash: row.text('netamount', 'principalamount') });
        } else if (shared.symbol !== '' && /^return of capital/i.test(type)) {
          const amount = row.text('netamount', 'principalamount');
          sink.cash({ ...shared, amount, kind: 'other', memo: type });
          if (!amount.startsWith('-')) sink.event({ ...shared, kind: 'return_of_capital', amount });
        } else if (moves && /^stock split/i.test(type)) sink.event({ ...shared, kind: 'split', sharesAdded: quantity });
        else if (moves && /^transfer|^conversion|^exchange|^spin-?off/i.test(type))
          sink.event({ ...shared, kind: 'transfer', quantity, isSpinOff: /^spin/i.test(type) });
        else if (side !== null && quantity !== '')
          sink.execution({
            ...shared,
            side,
            quantity,
            price: row.text('shareprice'),
            costs: [row.text('commissionfees', 'commissionsandfees', 'commission')],
            amounts: [row.text('principalamount'), row.text('netamount')],
            accrued: row.text('accruedinterest'),
          });
        else
          sink.cash({
            ...shared,
            amount: row.text('netamount', 'principalamount'),
            description: type,
            memo: [type, row.text('investmentname')].filter(Boolean).join(' '),
            quantity,
          });
      },
    },
    // The holdings table that stands first in the same file.
    {
      columns: ['accountnumber', 'investmentname', 'symbol', 'shares', 'shareprice', 'totalvalue'],
      confidence: 0.9,
      read(row, sink) {
        sink.holdings.position({
          symbol: row.text('symbol'),
          quantity: row.text('shares'),
          price: row.text('shareprice'),
          value: row.text('totalvalue'),
          account: row.text('accountnumber'),
        });
        sink.skip(row.number, 'stated', 'A holding, not a transaction');
      },
    },
  ],
});
