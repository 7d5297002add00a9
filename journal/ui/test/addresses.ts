// An address of every page, and of each of its tabs: each is looked at by axe, in both themes and on a telephone.
export const addresses = [
  '/',
  '/trades',
  '/calendar/2026-10',
  '/analytics/results',
  '/analytics/time',
  '/analytics/strategies',
  '/analytics/r',
  '/analytics/drawdown',
  '/analytics/costs',
  '/analytics/behaviour',
  '/analytics/what-if',
  '/worth',
  '/income',
  '/diary',
  '/plans',
  '/trades/unknown/replay',
  '/playbooks',
  '/playbooks/1/compare',
  '/risk',
  '/accounts',
  '/imports',
  '/tax/2026',
  '/assistant',
  '/reports',
  '/reports/week/2026-W46',
  '/replay/2026-11-10',
  '/settings/display',
  '/settings/privacy',
  '/settings/tags',
  '/settings/providers',
  '/settings/mail',
  '/settings/reviewer',
  '/settings/backups',
  '/settings/keys',
  '/settings/guard',
  '/settings/logs',
  '/settings/own',
  '/settings/about',
];

/** The first address of each page: its tabs have theirs in the long run. */
export const firstAddresses = addresses.filter(
  (path, at) => addresses.findIndex((other) => pageOf(other) === pageOf(path)) === at,
);

function pageOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Pages that need something to stand on: the walk that goes there. */
export const walkedFrom: Readonly<Record<string, string>> = { '/trades/:id': 'walks/one-trade.ts' };
