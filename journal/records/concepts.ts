// What a person keeps, each concept declared once. Those that stand on others come after them.
import { concept, keepAnswers } from '@zorivest/store';
import { accountRoutes } from './accounts/routes.ts';
import { cashRoutes } from './cash/routes.ts';
import { diaryRoutes } from './diary/routes.ts';
import { draftRoutes } from './drafts/routes.ts';
import { filterRoutes } from './filters/routes.ts';
import { fxRoutes } from './fx/routes.ts';
import { identifierRoutes } from './identifiers/routes.ts';
import { imageRoutes } from './images/routes.ts';
import { instrumentRoutes } from './instruments/routes.ts';
import { mistakeRoutes } from './mistakes/routes.ts';
import { restorePlans } from './plans/restore.ts';
import { type PlaybookParts, playbookRoutes } from './playbooks/routes.ts';
import { type PlanParts, planRoutes } from './plans/routes.ts';
import { positionRoutes } from './positions/routes.ts';
import { restoreTrades } from './deletion/restore.ts';
import { removalRoutes } from './deletion/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { riskAccountRoutes } from './risk-accounts/routes.ts';
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
    leaving: {
      settings: {
        withoutRows: { column: 'key', values: ['backup.copy_to'], why: 'a folder of this machine' },
        replaced: true,
      },
      app_defaults: { replaced: true },
    },
    routes: settingRoutes,
  }),
  concept({
    name: 'accounts',
    tables: ['accounts', 'balance_snapshots'],
    leaving: { accounts: { replaced: true }, balance_snapshots: 'every column' },
    routes: () => keepAnswers(accountRoutes),
  }),
  concept({
    name: 'images',
    tables: ['images'],
    leaving: { images: { files: { data: 'images', thumbnail: 'thumbnails' } } },
    routes: () => imageRoutes,
  }),
  concept({
    name: 'trades',
    tables: ['trades', 'trade_totals', 'transaction_ledger'],
    unwatched: ['trade_totals'],
    leaving: {
      trades: 'every column',
      trade_totals: { replaced: true },
      transaction_ledger: 'every column',
    },
    routes: () => [...keepAnswers(tradeRoutes), ...tradeImageRoutes],
    restoring: { trades: restoreTrades },
  }),
  concept({
    name: 'positions',
    tables: ['position_events', 'structure_choices'],
    leaving: { position_events: 'every column', structure_choices: 'every column' },
    routes: () => keepAnswers(positionRoutes),
  }),
  concept({
    name: 'removal',
    tables: ['deleted_fills'],
    leaving: { deleted_fills: 'every column' },
    routes: () => removalRoutes,
  }),
  concept({
    name: 'plans',
    tables: ['trade_plans', 'plan_stops'],
    leaving: { trade_plans: 'every column', plan_stops: 'every column' },
    routes: (parts: PlanParts) => planRoutes(parts),
    restoring: { trade_plans: restorePlans },
  }),
  concept({
    name: 'reports',
    tables: ['trade_reports'],
    leaving: { trade_reports: 'every column' },
    routes: () => reportRoutes,
  }),
  concept({
    name: 'mistakes',
    tables: ['mistake_entries', 'refused_suspicions'],
    leaving: { mistake_entries: 'every column', refused_suspicions: 'every column' },
    routes: () => mistakeRoutes,
  }),
  concept({
    name: 'playbooks',
    tables: ['playbooks', 'trip_playbooks', 'playbook_ticks'],
    leaving: { playbooks: 'every column', trip_playbooks: 'every column', playbook_ticks: 'every column' },
    routes: (parts: PlaybookParts) => playbookRoutes(parts),
  }),
  concept({
    name: 'risk accounts',
    tables: ['risk_accounts', 'risk_rules', 'risk_warnings'],
    unwatched: ['risk_warnings'],
    leaving: {
      risk_accounts: 'every column',
      risk_rules: 'every column',
      risk_warnings: { stays: 'warnings that were sent already' },
    },
    routes: () => riskAccountRoutes,
  }),
  concept({
    name: 'tags',
    tables: ['trade_tags', 'hidden_tags'],
    leaving: { trade_tags: 'every column', hidden_tags: 'every column' },
    routes: () => keepAnswers(tagRoutes),
  }),
  concept({
    name: 'filters',
    tables: ['saved_filters'],
    leaving: { saved_filters: 'every column' },
    routes: () => filterRoutes,
  }),
  concept({
    name: 'diary',
    tables: ['journal_entries', 'entity_links'],
    leaving: { journal_entries: 'every column', entity_links: 'every column' },
    routes: () => diaryRoutes,
  }),
  concept({
    name: 'drafts',
    tables: ['drafts'],
    // Saved again and again while somebody types.
    unwatched: ['drafts'],
    leaving: { drafts: { stays: 'drafts: what is not yet written belongs to the browser that writes it' } },
    routes: () => draftRoutes,
  }),
  concept({
    name: 'watchlists',
    tables: ['watchlists', 'watchlist_items'],
    leaving: { watchlists: 'every column', watchlist_items: 'every column' },
    routes: () => watchlistRoutes,
  }),
  concept({
    name: 'instruments',
    tables: ['instrument_names'],
    leaving: { instrument_names: 'every column' },
    routes: () => instrumentRoutes,
  }),
  concept({
    name: 'identifiers',
    tables: ['identifier_cache'],
    unwatched: ['identifier_cache'],
    leaving: { identifier_cache: { stays: 'answers of a provider, asked again' } },
    routes: identifierRoutes,
  }),
  concept({ name: 'prices', tables: ['prices'], leaving: { prices: 'every column' } }),
  concept({ name: 'fx', tables: ['fx_rates'], leaving: { fx_rates: 'every column' }, routes: fxRoutes }),
  concept({
    name: 'cash',
    tables: ['bank_transactions', 'balance_sources', 'cash_statements'],
    leaving: {
      bank_transactions: 'every column',
      balance_sources: 'every column',
      cash_statements: 'every column',
    },
    routes: () => cashRoutes,
  }),
] as const;
