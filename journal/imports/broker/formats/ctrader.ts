// cTrader: closed positions, each with its opening and its closing. Sizes are lots; what a lot holds is known for
// currencies and metals, else it follows from the stated result.
import { isMoney } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import { lotSize } from '../lots.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const ctrader = tabular({
  name: 'ctrader',
  label: 'cTrader',
  zone: 'UTC',
  dateOrder: 'dmy',
  layouts: [
    {
      columns: [
        'symbol',
        'openingdirection|direction',
        'openingtime',
        'closingtime',
        'entryprice',
        'closingprice',
        'closingquantity|closingvolume|quantity|volume|lots',
      ],
      without: ['marketpos'],
      confidence: 0.97,
      read,
    },
  ],
});

const LOTS = /\blots?\b/i;

function read(row: Row, sink: Sink): void {
  const side = sideOf(row.text('openingdirection', 'direction'));
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it was opened by a buy or a sell');
  const symbol = row.text('symbol').toUpperCase();
  const size = row.text('closingquantity', 'quantity', 'lots') || row.text('closingvolume', 'volume');
  const [entry, exit] = [row.text('entryprice'), row.text('closingprice')];
  const gross = row.textIn('gross', CURRENCIES) ?? { text: row.text('grossprofit', 'gross'), suffix: '' };
  const net = row.textIn('net', CURRENCIES) ?? { text: row.text('netprofit', 'net'), suffix: '' };
  const account = (gross.suffix || net.suffix).toUpperCase();
  const stated = {
    lots: sink.value(size.replace(/(?<![\sa-z])\s*[a-z]+$/i, '')),
    moved: sink.value(exit) - sink.value(entry),
  };
  // A volume is in units; a quantity, and every column of that name, in lots.
  const isUnits = row.text('closingquantity', 'quantity', 'lots') === '' && !LOTS.test(size);
  const quote = quoteOf(symbol);
  const sameCurrency = account === '' || (quote ?? account) === account;
  const found = isUnits
    ? { units: 1, rate: null }
    : lotSize(symbol, stated, sink.value(gross.text || net.text), sameCurrency);
  const currency = quote ?? account;
  const closed = closingId(row, sink);
  const [commission, swap] = [row.text('commission', 'commissions'), row.text('swap')];
  const id = row.text('id', 'positionid', 'closingdealid', 'dealid');
  const opened = row.text('openingdealid');
  sink.roundTrip({
    row: row.number,
    direction: side === 'BOT' ? 'long' : 'short',
    symbol,
    ...(quote === null ? {} : { assetClass: 'FOREX' }),
    quantity: String(Math.round(stated.lots * found.units * 1e8) / 1e8),
    entryPrice: entry,
    exitPrice: exit,
    entryTime: row.readZoned('openingtime'),
    exitTime: row.readZoned('closingtime'),
    negatedCosts: [
      row.has('commission|commissions') ? commission : findHiddenCosts(sink, gross.text, net.text, swap),
      swap,
    ],
    costKinds: ['commission', 'other'],
    ...(currency === '' ? {} : { currency }),
    ...(account === '' || account === currency || found.rate === null
      ? {}
      : {
          costCurrencies: [account, account],
          fx: { currency: account, rate: found.rate.toFixed(8) },
          amountCurrency: account,
        }),
    ...(net.text || gross.text ? { realized: net.text || gross.text, result: gross.text || net.text } : {}),
    ...(id === '' ? {} : { entryId: `${opened || id}-${closed}-in`, exitId: `${id}-${closed}-out` }),
  });
}

/** Where no column tells the commission, what the result lost on its way from gross to net. */
function findHiddenCosts(sink: Sink, gross: string, net: string, swap: string): string {
  const cost = gross === '' || net === '' ? 0 : sink.value(net) - sink.value(gross) - sink.value(swap);
  return Number.isFinite(cost) && cost !== 0 ? cost.toFixed(2) : '';
}

const CURRENCIES = ['usd', 'eur', 'gbp', 'chf', 'aud', 'cad', 'jpy', 'nzd', 'pln', 'czk', 'sek', 'nok', 'zar', 'sgd'];

/** The second currency of a pair: what its price is in. */
function quoteOf(symbol: string): string | null {
  const pair = /^([A-Z]{3})\/?([A-Z]{3})(?:\.[A-Z]+)?$/.exec(symbol);
  const [, base = '', quote = ''] = pair ?? [];
  return isMoney(base) && isMoney(quote) ? quote : null;
}

/** When a position was closed tells its parts apart: in UTC, since each export may be written for another zone. */
function closingId(row: Row, sink: Sink): string {
  const [written, zoned] = [row.text('closingtime'), row.readZoned('closingtime')];
  const instant = zoned === written ? null : (sink.moment(zoned)?.instant ?? null);
  if (instant === null) return written.replaceAll(/\D/g, '');
  const [year = '', month = '', day = '', ...clock] = new Date(instant).toISOString().split(/\D/);
  // The day first, and thousandths where the file has them, as cTrader writes UTC itself.
  return [day, month, year, ...clock].join('').slice(0, written.replaceAll(/\D/g, '').length);
}
