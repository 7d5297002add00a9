import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { DEEPEST_CALL } from '../../model/snapshot.ts';
import { newFolder } from '../../test/program.ts';
import { loadCachegrind } from './load.ts';

/** What Xdebug writes for: main includes lib.php, which asks the database three times; a recursion two deep. */
function recording(head: string, unit: number): string {
  const t = (us: number) => us * unit;
  const query = (us: number) => `fl=(1) php:internal\nfn=(1) php::mysqli_query\n9 ${t(us)} 0\n\n`;
  const call = (fn: number, us: number) => `cfl=(1)\ncfn=(${fn})\ncalls=1 0 0\n3 ${t(us)} 0\n`;
  return `${head}
cmd: /srv/www/index.php
part: 1
positions: line

${unit === 1 ? 'events: Time Memory' : 'events: Time_(10ns) Memory_(bytes)'}

${query(100)}fl=(2) /srv/www/lib.php
fn=(2) Shop->find
5 ${t(10)} 0
${call(1, 100)}
${query(200)}fl=(2)
fn=(2)
5 ${t(20)} 0
${call(1, 200)}
fl=(2)
fn=(3) deep
7 ${t(5)} 0

fl=(2)
fn=(3)
7 ${t(5)} 0
${call(3, 5)}
fl=(2)
fn=(4) require_once::/srv/www/lib.php
1 ${t(50)} 0
${call(2, 110)}${call(2, 220)}${call(3, 10)}
fl=(3) /srv/www/index.php
fn=(5) {main}
1 ${t(600)} 0
${call(4, 390)}
summary: ${t(1000)} 2097152

`;
}

async function load(text: string, name = 'cachegrind.out.1794758400.77', gzip = false) {
  const path = join(newFolder(), name);
  writeFileSync(path, gzip ? gzipSync(text) : text);
  return loadCachegrind({ path, gzip, endpoint: null, maxInflatedBytes: 1e9 });
}

const V2 = 'version: 1\ncreator: xdebug 2.9.6 (PHP 7.4.3)';
const V3 = 'version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.35)';

describe.for([
  ['Xdebug 2, in microseconds', recording(V2, 1)],
  ['Xdebug 3, in units of 10 ns', recording(V3, 100)],
] as const)('a profile of %s', ([, text]) => {
  test('has the calls, times and tree the program had, in the names SPX uses', async () => {
    const { profiles, notes, windows } = await load(text);
    expect(notes).toEqual([]);
    const [profile] = profiles;
    expect(profile).toMatchObject({
      kind: 'cachegrind',
      endpoint: '/srv/www/index.php',
      wall_ms: 1,
      mem_mb: 2,
      started_at: '2026-11-15T16:00:00.000Z',
    });
    expect(windows).toEqual([{ startUs: 1_794_758_400e6, endUs: 1_794_758_401e6 + 1000 }]);
    const spans = Object.fromEntries(profile!.spans.map((span) => [span.label, span]));
    expect(spans['mysqli_query']).toMatchObject({ calls: 2, self_ms: 0.3, total_ms: 0.3 });
    expect(spans['Shop::find']).toMatchObject({ calls: 2, self_ms: 0.03, total_ms: 0.33, file: '/srv/www/lib.php' });
    expect(spans['/srv/www/lib.php']).toMatchObject({ calls: 1, self_ms: 0.05, total_ms: 0.39 });
    // A recursive call is part of the outer one's time, and its depth is reported.
    expect(spans['deep']).toMatchObject({ calls: 2, total_ms: 0.01, max_cycle_depth: 1 });
    const [main] = profile!.call_tree;
    expect(profile!.spans[main!.span]!.label).toBe('/srv/www/index.php');
    const lib = main!.children[0]!;
    expect(lib.children.map(({ span, calls }) => [profile!.spans[span]!.label, calls])).toEqual([
      ['Shop::find', 2],
      ['deep', 1],
    ]);
  });

  test('is read from gzip too, and as far as it goes where it was cut', async () => {
    expect((await load(text, 'x.gz', true)).profiles[0]).toMatchObject({ wall_ms: 1, started_at: null });
    const cut = await load(text.slice(0, text.indexOf('fn=(5)')));
    expect(cut.notes.join()).toContain('summary is missing');
    expect(cut.profiles[0]!.spans.map(({ label }) => label)).toContain('Shop::find');
  });
});

test('a file that several requests were appended to holds a profile of each', async () => {
  const { profiles, windows } = await load(recording(V3, 100) + recording(V3, 100));
  expect(profiles.map(({ wall_ms: wall }) => wall)).toEqual([1, 1]);
  expect(windows).toEqual([null, null]);
});

test('a recursion of a hundred thousand calls is read, its tree to the depth limit', async () => {
  const depth = 100_000;
  const blocks = Array.from(
    { length: depth - 1 },
    (_, i) => `fl=(1)\nfn=(1)\n7 1 0\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n7 ${100_000 + i} 0\n`,
  );
  const path = join(newFolder(), 'cachegrind.out.1');
  writeFileSync(
    path,
    `version: 1\ncreator: xdebug 3.2.0\ncmd: /srv/deep.php\npart: 1\npositions: line\n\nevents: Time_(10ns) Memory_(bytes)\n\nfl=(1) /srv/deep.php\nfn=(1) deep\n7 100000 0\n\n${blocks.join('\n')}\nsummary: ${100_000 + depth - 1} 0\n`,
  );
  const { profiles } = await loadCachegrind({ path, gzip: false, endpoint: null, maxInflatedBytes: 1 << 30 });
  const [{ spans, call_tree: tree }] = profiles as [(typeof profiles)[number]];
  expect(spans).toMatchObject([{ label: 'deep', calls: depth, max_cycle_depth: depth - 1 }]);
  let levels = 0;
  for (let nodes = tree; nodes.length > 0; nodes = nodes[0]!.children) levels++;
  expect(levels).toBe(DEEPEST_CALL);
});
