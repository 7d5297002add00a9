import { expect, test } from 'vitest';
import { profileOf, snapshot } from '../../test/snapshots.ts';
import { lockedSessions } from './locked-sessions.ts';

const find = (ms: number) =>
  lockedSessions.find({
    snapshot: snapshot({
      request_profiles: [profileOf('GET /cart', [['index.php', 1, 600, ['session_start', 1, ms]]])],
    }),
    queries: [],
  });

test('a session that takes long to open was held by another request', () => {
  expect(find(400)).toMatchObject({ type: 'locked_sessions', severity: 'P1', endpoint: 'GET /cart' });
  expect(find(400)!.recommendations[0]!.action).toContain('session_write_close()');
});

test('one that opens immediately was not', () => {
  expect(find(2)).toBeNull();
});
