import { one, type Cases } from '../../test/cases.ts';
import { PNG } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'get_trade_screenshots',
  good: [
    {
      args: async ({ world }) => {
        await world.bench.api.images.attachToTrade({
          params: { exec_id: 'E3' },
          body: { caption: 'The breakout', file: { bytes: Buffer.from(PNG, 'base64'), name: 'chart.png' } },
        });
        return { trade_id: 'E3' };
      },
      gives: { items: one({ caption: 'The breakout' }), count: 1 },
    },
  ],
  bad: [{ args: { trade_id: 'no-such-trade' }, code: 'not_found' }],
};
