// The pages: where, what, and the key that goes there. The rail, the palette and the tests read this table.
import type { IconName } from './theme/icon-names.ts';
import { later, type Later } from './components/later.ts';

/** The choices of the filter bar. */
export type Choice = 'accounts' | 'period' | 'tags' | 'show';

const ALL: readonly Choice[] = ['accounts', 'period', 'tags', 'show'];

export interface PageRoute extends Later {
  readonly path: string;
  readonly title: string;
  /** After `g`. */
  readonly key?: string;
  /** Where the rail leads; pages without one are reached from others. */
  readonly rail?: string;
  readonly icon?: IconName;
  /** What of the filter its figures follow; the bar offers nothing else. */
  readonly obeys?: readonly Choice[];
  /** One of the four that a phone has room for; the others are behind More. */
  readonly bar?: true;
}

export const routes: readonly PageRoute[] = [
  {
    path: '/',
    obeys: ALL,
    title: 'Dashboard',
    key: 'd',
    rail: '/',
    icon: 'dashboard',
    bar: true,
    ...later(async () => (await import('./pages/dashboard/page.tsx')).DashboardPage),
  },
  {
    path: '/trades',
    obeys: ALL,
    title: 'Trades',
    key: 't',
    rail: '/trades',
    icon: 'trades',
    bar: true,
    ...later(async () => (await import('./pages/trading.ts')).TradesPage),
  },
  {
    path: '/trades/:id',
    title: 'Trade',
    ...later(async () => (await import('./pages/trading.ts')).TradePage),
  },
  {
    path: '/trades/:id/replay',
    title: 'Replay',
    ...later(async () => (await import('./pages/trading.ts')).ReplayPage),
  },
  {
    path: '/calendar/:month?',
    obeys: ['accounts', 'tags', 'show'],
    title: 'Calendar',
    key: 'c',
    rail: '/calendar',
    icon: 'calendar',
    bar: true,
    ...later(async () => (await import('./pages/trading.ts')).CalendarPage),
  },
  {
    path: '/analytics/:tab?',
    obeys: ALL,
    title: 'Analytics',
    key: 'a',
    rail: '/analytics/results',
    icon: 'analytics',
    ...later(async () => (await import('./pages/trading.ts')).AnalyticsPage),
  },
  {
    path: '/worth',
    obeys: ['accounts', 'period'],
    title: 'Net worth',
    key: 'w',
    rail: '/worth',
    icon: 'worth',
    ...later(async () => (await import('./pages/money.ts')).WorthPage),
  },
  {
    path: '/income',
    obeys: ['accounts', 'period'],
    title: 'Income',
    rail: '/income',
    icon: 'income',
    ...later(async () => (await import('./pages/money.ts')).IncomePage),
  },
  {
    path: '/diary',
    title: 'Diary',
    rail: '/diary',
    icon: 'diary',
    ...later(async () => (await import('./pages/money.ts')).DiaryPage),
  },
  {
    path: '/plans',
    title: 'Plans',
    key: 'p',
    rail: '/plans',
    icon: 'plans',
    ...later(async () => (await import('./pages/money.ts')).PlansPage),
  },
  {
    path: '/playbooks',
    obeys: ['accounts', 'period', 'tags'],
    title: 'Playbooks',
    rail: '/playbooks',
    icon: 'playbooks',
    ...later(async () => (await import('./pages/money.ts')).PlaybooksPage),
  },
  {
    path: '/playbooks/:id/compare',
    obeys: ['accounts', 'period', 'tags'],
    title: 'Rules vs. you',
    ...later(async () => (await import('./pages/money.ts')).ComparePage),
  },
  {
    path: '/risk',
    title: 'Risk',
    rail: '/risk',
    icon: 'risk',
    ...later(async () => (await import('./pages/money.ts')).RiskPage),
  },
  {
    path: '/accounts',
    obeys: ['accounts', 'tags'],
    title: 'Accounts',
    rail: '/accounts',
    icon: 'accounts',
    ...later(async () => (await import('./pages/money.ts')).AccountsPage),
  },
  {
    path: '/imports',
    title: 'Imports',
    key: 'i',
    rail: '/imports',
    icon: 'imports',
    ...later(async () => (await import('./pages/money.ts')).ImportsPage),
  },
  {
    path: '/tax/:year?',
    title: 'Tax',
    rail: '/tax',
    icon: 'tax',
    ...later(async () => (await import('./pages/money.ts')).TaxPage),
  },
  {
    path: '/assistant',
    title: 'Assistant',
    key: 'x',
    rail: '/assistant',
    icon: 'assistant',
    bar: true,
    ...later(async () => (await import('./pages/system.ts')).AssistantPage),
  },
  {
    path: '/reports',
    title: 'Reports',
    rail: '/reports',
    icon: 'reports',
    ...later(async () => (await import('./pages/system.ts')).PipelinesPage),
  },
  {
    path: '/reports/week/:iso',
    title: 'Week',
    ...later(async () => (await import('./pages/trading.ts')).WeekPage),
  },
  {
    path: '/replay/:day',
    title: 'Replay of a day',
    ...later(async () => (await import('./pages/trading.ts')).DayReplayPage),
  },
  {
    path: '/settings/:tab?',
    title: 'Settings',
    key: 's',
    rail: '/settings/display',
    icon: 'settings',
    ...later(async () => (await import('./pages/system.ts')).SettingsPage),
  },
];
