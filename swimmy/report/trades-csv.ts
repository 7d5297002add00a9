import type { Trade } from '@zorivest/engine';

const COLUMNS = [
  'side',
  'entry_time',
  'exit_time',
  'entry_price',
  'exit_price',
  'volume',
  'pnl',
  'reason',
] as const satisfies readonly (keyof Trade)[];

/** One line for each trade; times as ISO, so that any spreadsheet reads them. */
export function tradesCsv(trades: readonly Trade[]): string {
  const cell = (trade: Trade, name: (typeof COLUMNS)[number]): string =>
    name === 'entry_time' || name === 'exit_time' ? new Date(trade[name] * 1000).toISOString() : String(trade[name]);
  return `${COLUMNS.join(',')}\n${trades.map((trade) => `${COLUMNS.map((name) => cell(trade, name)).join(',')}\n`).join('')}`;
}
