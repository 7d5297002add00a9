import { FILTERED, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_mistake_summary',
  good: [
    {
      args: async ({ world }) => {
        const account_id = 'habits';
        const fill = { instrument: 'F', action: 'BOT', quantity: 1, price: 12 } as const;
        await world.bench.api.accounts.create({ body: { account_id, name: 'Habits', account_type: 'broker' } });
        await world.bench.api.trades.create({ body: { exec_id: 'H1', account_id, ...fill } });
        await world.bench.api.mistakes.create({
          body: { trade_exec_id: 'H1', category: 'no_stop', estimated_cost: 25 },
        });
        return { account_id, period: 'all' };
      },
      gives: { count: 1, total_cost: 25 },
    },
    FILTERED,
  ],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
