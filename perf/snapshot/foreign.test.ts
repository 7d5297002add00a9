import { expect, test } from 'vitest';
import { type CallNode, DEEPEST_CALL } from '../model/snapshot.ts';
import { snapshotOf, timing } from '../test/made.ts';
import { checkSnapshot } from './foreign.ts';

test('a snapshot as deep as any that is written is taken, and one made to be deeper is refused', () => {
  const nestedCalls = (depth: number) => {
    let calls: CallNode[] = [];
    for (let i = 0; i < depth; i++) calls = [{ span: 0, calls: 1, total_ms: 1, children: calls }];
    return { request_profiles: [timing('/', 9, { kind: 'spx', call_tree: calls })] };
  };
  expect(checkSnapshot(snapshotOf(nestedCalls(DEEPEST_CALL)), 'is none')).toMatchObject({ ok: true });
  const hostile = { ...snapshotOf({}), ...nestedCalls(100_000) };
  expect(checkSnapshot(hostile, 'is none')).toEqual({
    ok: false,
    message: 'is none (its calls are nested too deeply)',
  });
});
