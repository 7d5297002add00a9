// The tabs of pages that have some: the last part of their address, and what a person reads.

export const analyticsTabs = [
  { id: 'results', title: 'Results' },
  { id: 'time', title: 'Time' },
  { id: 'strategies', title: 'Strategies' },
  { id: 'r', title: 'R' },
  { id: 'drawdown', title: 'Drawdown' },
  { id: 'costs', title: 'Costs' },
  { id: 'behaviour', title: 'Behaviour' },
] as const;

export const settingsTabs = [
  { id: 'display', title: 'Display' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'tags', title: 'Tags' },
  { id: 'providers', title: 'Providers' },
  { id: 'mail', title: 'Mail' },
  { id: 'reviewer', title: 'Reviewer' },
  { id: 'backups', title: 'Backups' },
  { id: 'keys', title: 'Keys' },
  { id: 'guard', title: 'Guard' },
  { id: 'logs', title: 'Logs' },
  { id: 'own', title: 'Your values' },
  { id: 'about', title: 'About' },
] as const;
