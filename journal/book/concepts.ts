// What a person keeps, each concept declared once. Those that stand on others come after them.
import { concept, keepAnswers } from '@zorivest/store';
import { accountRoutes } from './accounts/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import { diaryRoutes } from './diary/routes.ts';
import { filterRoutes } from './filters/routes.ts';
import { fxRoutes } from './fx/routes.ts';
import { identifierRoutes } from './identifiers/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { instrumentRoutes } from './instruments/routes.ts';
import { mistakeRoutes } from './mistakes/routes.ts';
import { restorePlans } from './plans/restore.ts';
import { planRoutes } from './plans/routes.ts';
import { positionRoutes } from './positions/routes.ts';
import { restoreTrades } from './removal/restore.ts';
import { removalRoutes } from './removal/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { settingRoutes } from './settings/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { tradeImageRoutes } from './trades/image-routes.ts';
import { tradeRoutes } from './trades/routes.ts';
import { watchlistRoutes } from './watchlists/routes.ts';

export const bookConcepts = [
  concept({
    name: 'settings',
    tables: ['settings', 'app_defaults'],
    unwatched: ['app_defaults'],
    routes: settingRoutes,
  }),
  concept({
    name: 'accounts',
    tables: ['accounts', 'balance_snapshots'],
    routes: () => keepAnswers(accountRoutes),
  }),
  concept({ name: 'images', tables: ['images'], routes: () => imageRoutes }),
  concept({
    name: 'trades',
    tables: ['trades', 'trade_totals', 'transaction_ledger'],
    unwatched: ['trade_totals'],
    routes: () => [...keepAnswers(tradeRoutes), ...tradeImageRoutes],
    restoring: { trades: restoreTrades },
  }),
  concept({
    name: 'positions',
    tables: ['position_events', 'structure_choices'],
    routes: () => keepAnswers(positionRoutes),
  }),
  concept({ name: 'removal', tables: ['deleted_fills'], routes: () => removalRoutes }),
  concept({
    name: 'plans',
    tables: ['trade_plans'],
    routes: () => planRoutes,
    restoring: { trade_plans: restorePlans },
  }),
  concept({
    name: 'reports',
    tables: ['trade_reports'],
    routes: () => reportRoutes,
  }),
  concept({ name: 'mistakes', tables: ['mistake_entries'], routes: () => mistakeRoutes }),
  concept({ name: 'tags', tables: ['trade_tags', 'hidden_tags'], routes: () => keepAnswers(tagRoutes) }),
  concept({ name: 'filters', tables: ['saved_filters'], routes: () => filterRoutes }),
  concept({
    name: 'diary',
    tables: ['journal_drafts', 'journal_entries', 'entity_links'],
    // Kept anew while somebody types.
    unwatched: ['journal_drafts'],
    routes: () => diaryRoutes,
  }),
  concept({ name: 'watchlists', tables: ['watchlists', 'watchlist_items'], routes: () => watchlistRoutes }),
  concept({ name: 'instruments', tables: ['instrument_names'], routes: () => instrumentRoutes }),
  concept({
    name: 'identifiers',
    tables: ['identifier_cache'],
    unwatched: ['identifier_cache'],
    routes: identifierRoutes,
  }),
  concept({ name: 'fx', tables: ['fx_rates'], routes: fxRoutes }),
  concept({ name: 'cash', tables: ['bank_transactions', 'balance_sources'], routes: () => cashRoutes }),
] as const;
