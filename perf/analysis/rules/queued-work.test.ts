import { expect, test } from 'vitest';
import { type CallSketch, profileOf, snapshot } from '../../test/snapshots.ts';
import { queuedWork } from './queued-work.ts';

const find = (...calls: CallSketch[]) =>
  queuedWork.find({
    snapshot: snapshot({ request_profiles: [profileOf('GET /products', [['index.php', 1, 100, ...calls]])] }),
    queries: [],
  });
const SYNC = String.raw`Illuminate\Queue\SyncQueue::push`;

test('queued work in a request is reported by its share, and a very short job is not', () => {
  expect(find([SYNC, 2, 70])).toMatchObject({
    type: 'queued_work_in_request',
    severity: 'P1',
    endpoint: 'GET /products',
  });
  expect(find([SYNC, 1, 4])).toBeNull();
});
