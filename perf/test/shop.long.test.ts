// The whole A/A of counts: fifteen recordings of the shop's thirteen routes, every pair of them, with whole seconds in the log.
// Takes about an hour; `npm run test:long`. `SHOP_RECORDINGS` names a folder for them: an interrupted run resumes
// there, and what was recorded can be judged again. Times need a calm machine: `npm run perf:site -- aa` judges them too.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeCounts, recordMany } from '../site/shop/many.ts';
import { whyNotRecorded } from '../site/shop/recordings.ts';

const reason = whyNotRecorded();
const HOUR = 3_600_000;
const folder = process.env['SHOP_RECORDINGS'] ?? mkdtempSync(join(tmpdir(), 'perf-recordings-'));

describe.skipIf(reason !== null)(`the shop, recorded many times${reason === null ? '' : ` (${reason})`}`, () => {
  test(
    'counts of unchanged code raise no alarm in any pair, and planted ones are found in their routes',
    async () => {
      const judged = judgeCounts(await recordMany(folder, () => {}));
      expect(judged.map(({ pairs }) => pairs)).toEqual([105, 105, 105, 105, 225, 225]);
      expect(judged.filter(({ isMet }) => !isMet)).toEqual([]);
    },
    4 * HOUR,
  );
});
