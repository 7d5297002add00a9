// The shop on both databases: each planted fault is the first finding, with its route and its proof, and the repaired shop has
// no finding.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JUDGED_FAULTS, needsCalm, recordFault } from '../site/shop/faults.ts';
import { type Recorder, startRecorder, whyNotRecorded } from '../site/shop/recordings.ts';

describe.for(['mysql', 'postgres'] as const)('the shop on %s', (engine) => {
  const reason = whyNotRecorded(engine, true);
  let recorder: Recorder;
  beforeAll(async () => {
    if (reason === null) recorder = await startRecorder(mkdtempSync(join(tmpdir(), 'perf-shop-')), engine);
  }, 120_000);
  afterAll(() => recorder?.stop());

  // Times are judged by `npm run perf:site -- aa`, on a machine that does nothing else.
  test.for(JUDGED_FAULTS.filter((fault) => !needsCalm(fault)))('%s', { timeout: 600_000 }, async (fault, { skip }) => {
    if (reason !== null) skip(reason);
    expect(await recordFault(recorder, fault)).toMatchObject({ fault, isRight: true });
  });
});
