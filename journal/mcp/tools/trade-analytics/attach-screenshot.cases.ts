import { number, type Cases } from '../../test/cases.ts';
import { PNG } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'attach_screenshot',
  good: [
    {
      args: { trade_id: 'E1', image_base64: PNG, mime_type: 'image/png', caption: 'The breakout' },
      gives: { image_id: number },
    },
  ],
  bad: [{ args: { trade_id: 'E1', image_base64: 'not base64!' }, code: 'invalid_arguments' }],
};
