import type { Answer } from '../../client/client.ts';

export type Plan = Answer<'plans', 'list'>['items'][number];

export const nameOf = ({ ticker, direction }: Pick<Plan, 'ticker' | 'direction'>): string =>
  `${ticker} ${direction === 'BOT' ? 'long' : 'short'}`;

export const statuses: readonly (readonly [status: Plan['status'], name: string])[] = [
  ['draft', 'Draft'],
  ['active', 'Active'],
  ['executed', 'Traded'],
  ['expired', 'Expired'],
  ['cancelled', 'Cancelled'],
];
