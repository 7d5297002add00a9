import { expect, test } from 'vitest';
import { askProfile } from '../ask/ask.ts';
import { profileOfSnapshot } from '../ask/snapshot.ts';
import { hotFunction } from '../analysis/rules/hot-function.ts';
import { loadProfile, profiledOf } from '../inputs/profiles/index.ts';
import { snapshotOf } from '../test/made.ts';
import { checkSnapshot } from './foreign.ts';
import { stackProfileOf } from './stack-profiles.ts';

const CALLGRIND = `version: 1
creator: callgrind-3.19.0
events: Ir
fl=(1) main.c
fn=(1) main
10 1000
cfn=(2) parse
calls=40 3
11 90000
cfn=(3) tiny
calls=1 9
12 3

fn=(2) parse
20 80000
cfn=(4) strlen
calls=400 2
21 10000

fn=(3) tiny
30 3

fn=(4) strlen
2 10000
`;
const XHPROF = JSON.stringify({
  'main()': { ct: 1, wt: 1_000_000 },
  'main()==>index': { ct: 1, wt: 990_000 },
  'index==>PDO::query': { ct: 61, wt: 700_000 },
  'index==>render': { ct: 1, wt: 200_000 },
});

const load = (text: string, name: string) => {
  const profile = loadProfile(Buffer.from(text), name);
  if (!('threads' in profile)) throw new Error('no profile');
  return profile;
};
const fromSnapshot = (...profiles: ReturnType<typeof stackProfileOf>[]) => {
  const found = profileOfSnapshot(snapshotOf({ stack_profiles: profiles }));
  if (found === null || 'refused' in found) throw new Error(found?.refused ?? 'no profile');
  return found;
};

test.for([
  ['callgrind.out', CALLGRIND],
  ['xhprof.json', XHPROF],
] as const)('a snapshot of %s answers as the file itself does', ([name, text]) => {
  const file = load(text, name);
  const stored = stackProfileOf(file, name, 'hash');
  const [of, in_] = [{ profiled: profiledOf(file), unit: file.unit }, fromSnapshot(stored)];
  for (const question of [
    { callers_of: name === 'xhprof.json' ? 'PDO::query' : 'strlen' },
    { callees_of: name === 'xhprof.json' ? 'index' : 'main' },
    { hot_path: true },
    { filter: 'e' },
  ]) {
    const answer = askProfile(in_, { ...question, limit: 3 });
    // What is smaller than anyone can see stands there under one name.
    expect(answer.total).toBe(file.graph!.total);
    expect(answer.rows?.slice(0, 2) ?? answer.self?.slice(0, 1)).toEqual(
      ((whole) => whole.rows?.filter(({ frame }) => frame !== 'tiny').slice(0, 2) ?? whole.self?.slice(0, 1))(
        askProfile(of, { ...question, limit: 3 }),
      ),
    );
  }
  expect(() => askProfile(in_, { focus: 'e', limit: 3 })).toThrow(/whole stacks|functions contain/);
});

test('the own costs of all functions add up to the total, in the snapshot too', () => {
  const stored = stackProfileOf(load(CALLGRIND, 'callgrind.out'), 'callgrind.out', 'hash');
  expect(stored.frames).not.toContain('tiny');
  expect(fromSnapshot(stored).profiled.rank('self')).toEqual([
    { frame: 'parse', value: 80_000 },
    { frame: 'strlen', value: 10_000 },
    { frame: 'main', value: 1000 },
    { frame: '(smaller functions)', value: 3 },
  ]);
  // Two files are added, each once.
  expect(fromSnapshot(stored, stored).profiled.total).toBe(182_006);
  expect(fromSnapshot(stored, stored).profiled.callersOf('strlen')).toEqual([{ frame: 'parse', value: 20_000 }]);
});

test('a hot function of callgrind is reported in the unit it counts', () => {
  const stored = stackProfileOf(load(CALLGRIND, 'callgrind.out'), 'callgrind.out', 'hash');
  const many = { ...stored, samples: 40 };
  expect(hotFunction.find({ snapshot: snapshotOf({ stack_profiles: [many] }), queries: [] })?.title).toBe(
    '87.9 % of the instructions is spent in parse itself',
  );
});

test('profiles with whole stacks and without are not added', () => {
  const graph = stackProfileOf(load(XHPROF, 'xhprof.json'), 'xhprof.json', 'one');
  const stacks = { ...stackProfileOf(load('main;work 9\n', 'a.txt'), 'a.txt', 'two'), unit: 'microseconds' };
  expect(profileOfSnapshot(snapshotOf({ stack_profiles: [graph, stacks] }))).toEqual({
    refused: expect.stringContaining('whole stacks and without (xhprof)'),
  });
});

test('a graph that names a function which is not there is refused', () => {
  const stored = stackProfileOf(load(XHPROF, 'xhprof.json'), 'xhprof.json', 'one');
  const snapshot = snapshotOf({ stack_profiles: [stored] });
  expect(checkSnapshot(snapshot, 'no snapshot')).toMatchObject({ ok: true });
  const broken = { ...stored, graph: { ...stored.graph!, edges: [[0, 99, 1, 1] as const] } };
  expect(checkSnapshot(snapshotOf({ stack_profiles: [broken] }), 'no snapshot')).toMatchObject({ ok: false });
});

test('what was measured without a stack stays part of the total in a snapshot', () => {
  const loaded = loadProfile(Buffer.from('p 1 1.5: cycles:\n\t1f main (a)\n\np 1 2.5: cycles:\n\n'), 'perf.txt');
  if (!('threads' in loaded)) throw new Error('no stacks');
  const stored = profileOfSnapshot(
    snapshotOf({ stack_profiles: [stackProfileOf(loaded, 'perf.txt', 'a'.repeat(64))] }),
  );
  expect(stored).toMatchObject({ profiled: { total: 2 } });
});
