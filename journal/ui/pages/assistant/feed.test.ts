import { expect, test } from 'vitest';
import { feedOf, type Write } from './feed.ts';
import type { ActivityCall } from './record.ts';

const now = new Date('2026-11-15T10:02:30Z');
const labels = new Map([['k1', 'IDE key']]);

const call = (id: number, at: string, more: Partial<ActivityCall> = {}): ActivityCall => ({
  id,
  at: `2026-11-15T${at}Z`,
  tool: 'list_trades',
  outcome: 'ok',
  client: { name: 'cursor', version: null },
  key_id: 'k1',
  arguments: {},
  duration_ms: 3,
  request_ids: [],
  operations: [],
  ...more,
});

const write = (id: number, at: string, more: Partial<Write> = {}): Write => ({
  id,
  at: `2026-11-15T${at}Z`,
  actor: 'key:k1',
  key_id: 'k1',
  tool: 'create_trade',
  action: 'trade.create',
  resource_type: 'trade',
  resource_id: 'P17',
  before: null,
  after: { instrument: 'NVDA', action: 'SLD', quantity: 100, price: 12.5 },
  request_id: 'r1',
  undo: { bin_id: 7, why_not: null },
  ...more,
});

const writeFeed = (calls: readonly ActivityCall[], writes: readonly Write[]) =>
  feedOf({ calls, writes, labels, now }).map(({ who, sentence }) => `${who} ${sentence}`);

test('a write is a row of its own with the client’s name and the word of the thing', () => {
  const calls = [call(1, '10:00:00', { tool: 'create_trade', request_ids: ['r1'] })];
  expect(
    writeFeed(calls, [
      write(1, '10:00:00'),
      write(2, '10:00:01', {
        resource_type: 'trade_plan',
        resource_id: '4',
        after: { ticker: 'SPY', strategy_name: 'breakout' },
      }),
    ]),
  ).toEqual(['cursor recorded the plan SPY, breakout', 'cursor recorded the execution NVDA, sold 100 at 12.50']);
});

test('a write is shown before its call is reported, under the name of the key', () => {
  expect(writeFeed([], [write(1, '10:00:00')])).toEqual(['IDE key recorded the execution NVDA, sold 100 at 12.50']);
});

test('reads of a minute that is over are one row; those of this minute stand alone', () => {
  const calls = [
    call(5, '10:02:20'),
    call(4, '10:02:10'),
    call(3, '10:01:50'),
    call(2, '10:01:10', { tool: 'get_account' }),
    call(1, '10:01:05'),
  ];
  expect(writeFeed(calls, [])).toEqual([
    'cursor list trades',
    'cursor list trades',
    'cursor 3 reads: list trades ×2, get account',
  ]);
});

test('a refused call is shown with its reason and never folded', () => {
  const calls = [call(2, '10:00:30', { outcome: 'declined' }), call(1, '10:00:10', { outcome: 'refused_guard' })];
  expect(writeFeed(calls, [])).toEqual(['cursor list trades: declined', 'cursor list trades: refused by the guard']);
});

test('what the person does to the book is not in it; the stop is', () => {
  const byPerson = { actor: 'person', key_id: null, tool: null };
  const stop = { ...byPerson, action: 'guard.lock', resource_type: 'guard', resource_id: '1' };
  expect(writeFeed([], [write(1, '10:00:00', byPerson), write(2, '10:00:01', stop)])).toEqual([
    'you stopped the assistants',
  ]);
});

test('a key is called by its name in what was decided about it', () => {
  const mode = {
    actor: 'person',
    key_id: null,
    tool: null,
    action: 'key.mode',
    resource_type: 'key',
    resource_id: 'k1',
  };
  expect(writeFeed([], [write(1, '10:00:00', mode)])).toEqual(['you changed the key IDE key']);
});

test('a row knows the tools it was done with, folded reads every one of theirs once', () => {
  const calls = [
    call(4, '10:00:30'),
    call(3, '10:00:20', { tool: 'get_trade' }),
    call(2, '10:00:10'),
    call(1, '09:00:00', { tool: 'create_trade', outcome: 'declined' }),
  ];
  const rows = feedOf({ calls, writes: [write(1, '10:01:00')], labels, now });
  expect(rows.map(({ tools }) => tools)).toEqual([['create_trade'], ['list_trades', 'get_trade'], ['create_trade']]);
});

test('a call that asked for a yes and got none has written nothing, and is listed as declined', () => {
  const calls = [call(1, '10:00:00', { tool: 'create_trade', outcome: 'declined', request_ids: ['r1'] })];
  expect(writeFeed(calls, [write(1, '10:00:00', { action: 'approval.request', resource_type: 'approval' })])).toEqual([
    'cursor create trade: declined',
  ]);
});

test('a call that was agreed to is no look at the book: what was written stands for it', () => {
  const calls = [call(1, '10:00:05', { tool: 'create_trade', operations: ['approvals.request'], request_ids: ['r9'] })];
  expect(writeFeed(calls, [write(1, '10:00:00')])).toEqual(['cursor recorded the execution NVDA, sold 100 at 12.50']);
});
