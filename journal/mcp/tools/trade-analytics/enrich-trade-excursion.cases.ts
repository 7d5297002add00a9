import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'enrich_trade_excursion',
  good: [
    {
      args: ({ world }) => {
        // Other cases ask the provider for what it has not; a while later it is asked again.
        world.bench.advance(5 * 60_000);
        return { trade_exec_id: 'E1' };
      },
      gives: { mfe_dollars: 100, mae_dollars: 100, data_source: 'polygon 1m' },
    },
  ],
  bad: [{ args: { trade_exec_id: 'no-such-trade' }, code: 'not_found' }],
};
