import type { Cases } from '../../test/cases.ts';
import { PNG } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'get_screenshot',
  good: [
    {
      args: async ({ world }) => {
        const { image_id } = await world.bench.api.images.attachToTrade({
          params: { exec_id: 'E4' },
          body: { caption: 'The breakout', file: { bytes: Buffer.from(PNG, 'base64'), name: 'chart.png' } },
        });
        return { image_id };
      },
      gives: { width: 1, height: 1 },
      image: true,
    },
  ],
  bad: [{ args: { image_id: 999 }, code: 'not_found' }],
};
