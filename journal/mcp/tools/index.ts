import type { AnyTool } from '@zorivest/kernel';
import { accounts } from './accounts/index.ts';
import { behavioral } from './behavioral/index.ts';
import { core } from './core/index.ts';
import { manageSettings } from './extra/manage-settings.ts';
import { queryTradeAnalytics } from './extra/query-trade-analytics.ts';
import { marketData } from './market-data/index.ts';
import { scheduling } from './scheduling/index.ts';
import { tax } from './tax/index.ts';
import { tradeAnalytics } from './trade-analytics/index.ts';
import { tradePlanning } from './trade-planning/index.ts';

/** Every tool of the journal but the discovery kit's. A toolset's tools stand in its folder, one list each. */
export const tools: readonly AnyTool[] = [
  ...core,
  ...tradeAnalytics,
  ...tradePlanning,
  ...marketData,
  ...accounts,
  ...scheduling,
  ...tax,
  ...behavioral,
  manageSettings,
  queryTradeAnalytics,
];
