import { expect, test } from 'vitest';
import type { FeedRow } from './feed.ts';
import { sessionsOf, tellSession } from './sessions.ts';

const row = (at: string, who: string, kind: FeedRow['kind'] = 'read'): FeedRow => ({
  id: `${who} ${at}`,
  at: `2026-11-15T${at}:00Z`,
  who,
  kind,
  sentence: '',
  tools: [],
});

test('a session is what one assistant did until it was quiet for half an hour, independent of others meanwhile', () => {
  const feed = [
    row('12:00', 'cursor', 'refused'),
    row('11:40', 'cursor', 'write'),
    row('11:35', 'claude'),
    row('11:10', 'cursor'),
    row('11:05', 'you', 'person'),
    row('10:30', 'cursor'),
  ];
  expect(
    sessionsOf(feed).map((session) => [
      session.who,
      session.rows.map(({ at }) => at.slice(11, 16)),
      tellSession(session),
    ]),
  ).toEqual([
    ['cursor', ['11:10', '11:40', '12:00'], 'one read, one change, one not done'],
    ['claude', ['11:35'], 'one read'],
    ['cursor', ['10:30'], 'one read'],
  ]);
});
