// The tabs of pages that have some: the last part of their address, and what a person reads.

export const analyticsTabs = [
  { id: 'results', title: 'Results' },
  { id: 'time', title: 'Time' },
  { id: 'strategies', title: 'Strategies' },
  { id: 'r', title: 'R' },
  { id: 'drawdown', title: 'Drawdown' },
  { id: 'costs', title: 'Costs' },
  { id: 'behaviour', title: 'Behaviour' },
  { id: 'what-if', title: 'What if' },
] as const;

/** In four groups; `words` is what else somebody may look for who does not know our name for it. */
export const settingsTabs = [
  { id: 'display', title: 'Display', group: 'Look', words: 'theme dark light colours numbers week currency time zone' },
  { id: 'privacy', title: 'Privacy', group: 'Look', words: 'hide amounts percentages' },
  { id: 'tags', title: 'Tags', group: 'Book', words: 'setups labels names' },
  { id: 'own', title: 'Your values', group: 'Book', words: 'settings changed file' },
  { id: 'backups', title: 'Backups', group: 'Book', words: 'restore export whole book copy' },
  { id: 'providers', title: 'Providers', group: 'Outside', words: 'prices quotes bars market data key' },
  { id: 'mail', title: 'Mail', group: 'Outside', words: 'email smtp server reports' },
  { id: 'reviewer', title: 'Reviewer', group: 'Outside', words: 'second opinion model ai' },
  { id: 'keys', title: 'Keys', group: 'Assistants and service', words: 'assistant program access revoke' },
  { id: 'guard', title: 'Guard', group: 'Assistants and service', words: 'limits approvals stop ask first' },
  { id: 'logs', title: 'Logs', group: 'Assistants and service', words: 'errors faults debug level' },
  { id: 'about', title: 'About', group: 'Assistants and service', words: 'version licence' },
] as const;
