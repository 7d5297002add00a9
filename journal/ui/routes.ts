// The pages: where, what, and the key that goes there. The rail, the palette and the tests read this table.
import type { IconName } from './look/icon-names.ts';
import { tradePage } from './pages/trade/later.ts';
import { later, type Later } from './parts/later.ts';

export interface PageRoute extends Later {
  readonly path: string;
  readonly title: string;
  /** After `g`. */
  readonly key?: string;
  /** Where the rail leads; pages without one are reached from others. */
  readonly rail?: string;
  readonly icon?: IconName;
}

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    title: 'Dashboard',
    key: 'd',
    rail: '/',
    icon: 'dashboard',
    ...later(async () => (await import('./pages/dashboard/page.tsx')).DashboardPage),
  },
  {
    path: '/trades',
    title: 'Trades',
    key: 't',
    rail: '/trades',
    icon: 'trades',
    ...later(async () => (await import('./pages/trades/page.tsx')).TradesPage),
  },
  {
    path: '/trades/:id',
    title: 'Trade',
    ...tradePage,
  },
  {
    path: '/trades/:id/replay',
    title: 'Replay',
    ...later(async () => (await import('./pages/trade/replay-page.tsx')).ReplayPage),
  },
  {
    path: '/calendar/:month?',
    title: 'Calendar',
    key: 'c',
    rail: '/calendar',
    icon: 'calendar',
    ...later(async () => (await import('./pages/calendar/page.tsx')).CalendarPage),
  },
  {
    path: '/analytics/:tab?',
    title: 'Analytics',
    key: 'a',
    rail: '/analytics/results',
    icon: 'analytics',
    ...later(async () => (await import('./pages/analytics/page.tsx')).AnalyticsPage),
  },
  {
    path: '/worth',
    title: 'Net worth',
    key: 'w',
    rail: '/worth',
    icon: 'worth',
    ...later(async () => (await import('./pages/worth/page.tsx')).WorthPage),
  },
  {
    path: '/income',
    title: 'Income',
    rail: '/income',
    icon: 'income',
    ...later(async () => (await import('./pages/income/page.tsx')).IncomePage),
  },
  {
    path: '/diary',
    title: 'Diary',
    rail: '/diary',
    icon: 'diary',
    ...later(async () => (await import('./pages/diary/page.tsx')).DiaryPage),
  },
  {
    path: '/plans',
    title: 'Plans',
    key: 'p',
    rail: '/plans',
    icon: 'plans',
    ...later(async () => (await import('./pages/plans/page.tsx')).PlansPage),
  },
  {
    path: '/playbooks',
    title: 'Playbooks',
    rail: '/playbooks',
    icon: 'playbooks',
    ...later(async () => (await import('./pages/playbooks/page.tsx')).PlaybooksPage),
  },
  {
    path: '/risk',
    title: 'Risk',
    rail: '/risk',
    icon: 'risk',
    ...later(async () => (await import('./pages/risk/page.tsx')).RiskPage),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    rail: '/accounts',
    icon: 'accounts',
    ...later(async () => (await import('./pages/accounts/page.tsx')).AccountsPage),
  },
  {
    path: '/imports',
    title: 'Imports',
    key: 'i',
    rail: '/imports',
    icon: 'imports',
    ...later(async () => (await import('./pages/imports/page.tsx')).ImportsPage),
  },
  {
    path: '/tax/:year?',
    title: 'Tax',
    rail: '/tax',
    icon: 'tax',
    ...later(async () => (await import('./pages/tax/page.tsx')).TaxPage),
  },
  {
    path: '/assistant',
    title: 'Assistant',
    key: 'x',
    rail: '/assistant',
    icon: 'assistant',
    ...later(async () => (await import('./pages/assistant/page.tsx')).AssistantPage),
  },
  {
    path: '/pipelines',
    title: 'Pipelines',
    rail: '/pipelines',
    icon: 'reports',
    ...later(async () => (await import('./pages/pipelines/page.tsx')).PipelinesPage),
  },
  {
    path: '/settings/:tab?',
    title: 'Settings',
    key: 's',
    rail: '/settings/display',
    icon: 'settings',
    ...later(async () => (await import('./pages/settings/page.tsx')).SettingsPage),
  },
];
