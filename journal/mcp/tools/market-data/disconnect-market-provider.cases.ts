import type { Cases } from '../../test/cases.ts';
import { connectProvider } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'disconnect_market_provider',
  good: [
    {
      args: { provider_name: 'finnhub', confirm_destructive: true },
      gives: { status: 'removed' },
      after: ({ world }) => connectProvider(world, 'finnhub'),
    },
    {
      args: { provider_name: 'polygon', confirm_destructive: true },
      confirmed: true,
      gives: { status: 'removed' },
      after: ({ world }) => connectProvider(world, 'polygon'),
    },
  ],
  bad: [
    {
      args: { provider_name: 'astrology', confirm_destructive: true },
      code: 'not_found',
    },
  ],
};
