import type { JournalTool } from '../tool.ts';
import * as accounts from './accounts/index.ts';
import * as behavioral from './behavioral/index.ts';
import * as core from './core/index.ts';
import * as extra from './extra/index.ts';
import * as marketData from './market-data/index.ts';
import * as pages from './pages/index.ts';
import * as scheduling from './scheduling/index.ts';
import * as tax from './tax/index.ts';
import * as tradeAnalytics from './trade-analytics/index.ts';
import * as tradePlanning from './trade-planning/index.ts';

/** Every tool of the journal but the discovery kit's: all that the folders' lists name, one line each, in the order of the toolsets. */
export const tools: readonly JournalTool[] = [
  core,
  tradeAnalytics,
  tradePlanning,
  marketData,
  accounts,
  scheduling,
  tax,
  behavioral,
  extra,
  pages,
].flatMap((folder): JournalTool[] => Object.values(folder));
