import type { AnyTool } from '@zorivest/kernel';
import { aiReviewTrade } from './ai-review.ts';
import { estimatePfofImpact, getCostOfFree, getFeeBreakdown, scoreExecutionQuality } from './costs.ts';
import { createTrade } from './create-trade.ts';
import { enrichTradeExcursion } from './excursion.ts';
import { listTrades } from './list-trades.ts';
import { detectOptionsStrategy } from './options-strategy.ts';
import { getExpectancyMetrics, getSqn, getStrategyBreakdown, simulateDrawdown } from './performance.ts';
import { createReport, getReportForTrade } from './reports.ts';
import { getRoundTrips } from './round-trips.ts';
import { attachScreenshot, getScreenshot, getTradeScreenshots } from './screenshots.ts';

export const tradeAnalytics: readonly AnyTool[] = [
  createTrade,
  listTrades,
  attachScreenshot,
  getTradeScreenshots,
  getScreenshot,
  getRoundTrips,
  enrichTradeExcursion,
  getFeeBreakdown,
  scoreExecutionQuality,
  estimatePfofImpact,
  getExpectancyMetrics,
  simulateDrawdown,
  getStrategyBreakdown,
  getSqn,
  getCostOfFree,
  aiReviewTrade,
  detectOptionsStrategy,
  createReport,
  getReportForTrade,
];
