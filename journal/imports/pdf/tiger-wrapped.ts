// Tiger Brokers' later statements (2023 on): cells are wrapped, so that a trade or a dividend runs over several lines.
import type { Sink } from '../broker/sink.ts';
import { asRow } from './layout.ts';

const FIGURE = String.raw`-?[\d,]*\.?\d+`;
/** The heads of three kinds of blocks. */
const DATED = /^Commission: (\d{4}-\d{2}-\d{2})$/;
const SETTLED = /^Settlement Fee:$/;
const DIVIDEND = /(?:^|\s)Quantity: [\d,.]+$/;

/** QQQ US NASDAQ Open 1 440.50000 440.60000 440.50 0.00 -0.99 2024-04-Platform Fee: 0.00 0.00 0.10 23:45:38, */
const TRADE = new RegExp(
  String.raw`^([A-Z0-9.]{1,8}) .*?(${FIGURE}) (${FIGURE}) ${FIGURE} ${FIGURE}(?: ${FIGURE})? -([\d,.]+)(?: \d{4}-\d{2}-)?\s?Platform Fee: (${FIGURE}) .* (\d{2}:\d{2}:\d{2}),$`,
);
const LONGEST_BLOCK = 9;

/** Reads the block that begins at a line; false when none does. */
export function readWrapped(lines: readonly string[], index: number, sink: Sink): boolean {
  const line = lines[index] ?? '';
  const dated = DATED.exec(line)?.[1];
  if (dated !== undefined) return datedTrade(lines, index, dated, sink);
  const block = lines.slice(index, index + LONGEST_BLOCK).join('\n');
  if (SETTLED.test(line)) return settledTrade(block, index + 1, sink);
  return DIVIDEND.test(line) && dividend(block, index + 1, sink);
}

/** Commission: 2024-04-08 / the trade with its commission and the tax on it / -1.00 GMT+8 10 */
function datedTrade(lines: readonly string[], index: number, date: string, sink: Sink): boolean {
  const trade = TRADE.exec(lines[index + 1] ?? '');
  if (trade === null) return false;
  const [, symbol = '', quantity = '', price = '', commission = '', gst = '', time = ''] = trade;
  const [platform = '', zone = ''] = (lines[index + 2] ?? '').split(' ');
  asRow(sink, index + 2, () => {
    sink.execution({
      row: index + 2,
      side: quantity.startsWith('-') ? 'SLD' : 'BOT',
      symbol,
      quantity,
      price,
      costs: [commission, gst, platform].map(unsigned),
      when: `${date} ${time} ${zone}`.trim(),
      currency: 'USD',
    });
  });
  return true;
}

/** Settlement Fee: / -0.01 2024-12-19 / … 3 118.29960 354.90 0.00 Commission: 2024- / -0.99 0.00 0.00 13:01:49, US USD … */
function settledTrade(block: string, row: number, sink: Sink): boolean {
  const settlement = /^-([\d,.]+) (\d{4}-\d{2}-\d{2})$/m.exec(block);
  const figures = new RegExp(`(${FIGURE}) (${FIGURE}) ${FIGURE} ${FIGURE} Commission:`).exec(block);
  const commission = new RegExp(`^-([\\d,.]+) (${FIGURE}) ${FIGURE} (\\d{2}:\\d{2}:\\d{2}), .*?([A-Z]{3})$`, 'm').exec(
    block,
  );
  const symbol = /^\(([A-Z0-9.]{1,8})\)/m.exec(block)?.[1];
  if (settlement === null || figures === null || commission === null || symbol === undefined) return false;
  const platform = /Platform Fee:.*\n-([\d,.]+)/.exec(block)?.[1] ?? '';
  const quantity = figures[1] ?? '';
  asRow(sink, row, () => {
    sink.execution({
      row,
      side: quantity.startsWith('-') ? 'SLD' : 'BOT',
      symbol,
      quantity,
      price: figures[2] ?? '',
      costs: [settlement[1] ?? '', commission[1] ?? '', unsigned(commission[2] ?? ''), platform],
      when: `${settlement[2]} ${commission[3]} ${block.includes('/Eastern') ? 'ET' : ''}`.trim(),
      currency: commission[4] ?? 'USD',
    });
  });
  return true;
}

/** Gross, and the tax withheld, each a row of cash. */
function dividend(block: string, row: number, sink: Sink): boolean {
  const paid = /Paid ([\d,.]+) [\d,.]+ Dividend tax: ([\d,.]+) [\d,.]+ ([A-Z]{3})$/m.exec(block);
  const symbol = /\(([A-Z0-9.]{1,8})\)/.exec(block)?.[1] ?? '';
  const month = /^(\d{4}-\d{2})-(?:\s|$)/m.exec(block)?.[1];
  const when =
    month === undefined
      ? /^\d{4}-\d{2}-\d{2}/m.exec(block)?.[0]
      : `${month}-${/^(\d{2})(?:\s|$)/m.exec(block)?.[1] ?? ''}`;
  if (paid === null || when === undefined) return false;
  const [, gross = '', tax = '', currency = ''] = paid;
  asRow(sink, row, () => {
    sink.cash({ row, when, amount: gross, currency, kind: 'dividend', symbol, memo: `Dividend ${symbol}` });
    if (Number(tax) !== 0)
      sink.cash({ row, when, amount: `-${tax}`, currency, kind: 'tax', symbol, memo: `Dividend tax ${symbol}` });
  });
  return true;
}

function unsigned(cell: string): string {
  return cell.replace(/^-/, '');
}
