import type { AnyTool } from '@zorivest/kernel';
import { createTrade } from './create-trade.ts';
import { listTrades } from './list-trades.ts';
import { createReport, getReportForTrade } from './reports.ts';
import { attachScreenshot, getScreenshot, getTradeScreenshots } from './screenshots.ts';

export const tradeAnalytics: readonly AnyTool[] = [
  createTrade,
  listTrades,
  attachScreenshot,
  getTradeScreenshots,
  getScreenshot,
  createReport,
  getReportForTrade,
];
