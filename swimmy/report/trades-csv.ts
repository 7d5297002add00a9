import type { Trade } from '@zorivest/engine';
import { csvOf } from '../table/csv.ts';
import { tradeRows } from '../table/trades.ts';

/** One line for each trade; times as ISO, so that any spreadsheet reads them. */
export const tradesCsv = (trades: readonly Trade[]) => [...csvOf(tradeRows(trades))].join('');
