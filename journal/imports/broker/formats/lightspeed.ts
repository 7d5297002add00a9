// Lightspeed and DAS Trader: executions with fees split by venue. ECN fees are negative when the venue pays.
import { NEW_YORK, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const lightspeed = tabular({
  name: 'lightspeed',
  label: 'Lightspeed',
  aliases: ['das', 'das_trader', 'dastrader'],
  zone: NEW_YORK,
  layouts: [
    {
      columns: [
        'tradedate',
        'executiontime|rawexectime',
        'symbol',
        'qty',
        'price',
        'commissionamount|feesec',
        'tradenumber|sequencenumber',
      ],
      confidence: 0.99,
      read(row, sink) {
        const number = row.text('tradenumber');
        const sequence = row.text('sequencenumber');
        if (/cancel|correct/i.test(row.text('tradestatus', 'status', 'canceled')))
          return sink.skip(row.number, 'not_filled', 'Cancelled or corrected trade');
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')) ?? sideOf(row.text('buysell', 'longshort')),
          symbol: row.text('symbol', 'cusip'),
          quantity: row.text('qty'),
          price: row.text('price'),
          costs: ['commissionamount', 'feesec', 'feetaf', 'feemf', 'fee1', 'fee2', 'fee3', 'feestamp', 'fee4'].map(
            (name) => row.text(name),
          ),
          costKinds: ['commission', 'regulatory', 'regulatory', 'other', 'other', 'other', 'other', 'other', 'other'],
          amounts: [row.text('principalamount', 'principal'), row.text('netamount')],
          when: `${row.text('tradedate')} ${row.text('executiontime', 'rawexectime')}`,
          account: row.text('accountnumber', 'account'),
          currency: row.text('currencycode', 'currency'),
          ...(sequence === '' ? {} : { execId: `${row.text('tradedate').replaceAll('/', '')}-${number}-${sequence}` }),
          orderId: row.text('orderid'),
        });
      },
    },
    {
      columns: ['date', 'time', 'symbol', 'bs|side', 'qty|shares', 'price', 'route'],
      confidence: 0.9,
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('bs', 'side')),
          symbol: row.text('symbol'),
          quantity: row.text('qty', 'shares'),
          price: row.text('price'),
          costs: ['commission', 'comm', 'ecnfee', 'secfee', 'taffee', 'fees', 'fee'].map((name) => row.text(name)),
          costKinds: ['commission', 'commission', 'ecn', 'regulatory', 'regulatory', 'other', 'other'],
          when: `${row.text('date')} ${row.text('time')}`,
          account: row.text('account'),
        });
      },
    },
    {
      // DAS Trader's trade window: the date is the file's, not the rows'.
      columns: ['time', 'symbol', 'side', 'price', 'qty', 'route', 'cloid|tradeid|liq'],
      confidence: 0.9,
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('symbol'),
          quantity: row.text('qty'),
          price: row.text('price'),
          costs: [row.text('ecnfee'), row.text('commission')],
          costKinds: ['ecn', 'commission'],
          when: `${row.text('date') || sink.fileDate} ${row.text('time')}`.trim(),
          account: row.text('account'),
          orderId: row.text('cloid'),
        });
      },
    },
  ],
});
