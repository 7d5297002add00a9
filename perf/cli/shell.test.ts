import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newFolder, slowLog, spxPair } from '../test/program.ts';
import { runHere as run } from '../test/shell-here.ts';

async function ingestFiles(folder: string, ...files: string[]): Promise<string> {
  const { out } = await run(['ingest', ...files, '--json'], { home: join(folder, 'home') });
  return (JSON.parse(out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
}

describe('the shell', () => {
  test('an error names the command that helps, and as JSON the method', async () => {
    const unknown = 'a'.repeat(64);
    const home = newFolder();
    const result = await run(['analyze', unknown], { home });
    expect([result.code, result.err]).toEqual([
      2,
      expect.stringContaining('`mcp-perf-server runs` shows the snapshots'),
    ]);
    expect((await run(['analyze', unknown, '--json'], { home })).out).toContain('runs.list');
  });

  test('ingest, analyze and report need no id: they take the last snapshot', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const { json, text } = spxPair(folder, gzipSync);
    const id = await ingestFiles(folder, json, text, slowLog(folder));
    const analysed = await run(['analyze'], { home });
    expect(analysed).toMatchObject({ code: 0 });
    expect(analysed.out).toContain('Fix first');
    expect(analysed.out).toContain('select * from users where token = ? and id = ?');
    const folded = await run(['report', id.slice(0, 12), '--format', 'folded'], { home });
    expect(folded.out).toBe('GET /shop?…;index.php 100000\nGET /shop?…;index.php;Shop::<b>list</b> 300000\n');
    const scope = await run(['report', '--format', 'speedscope', '--json'], { home });
    const path = (JSON.parse(scope.out) as { speedscope_path: string }).speedscope_path;
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      shared: { frames: [{ name: 'index.php' }, { name: 'Shop::<b>list</b>' }] },
      profiles: [
        {
          type: 'evented',
          unit: 'milliseconds',
          events: [
            { type: 'O', frame: 0, at: 0 },
            { type: 'O', frame: 1, at: 10 },
            { type: 'C', frame: 1, at: 310 },
            { type: 'C', frame: 0, at: 400 },
          ],
        },
      ],
      provenance: [{ name: 'GET /shop?…', from: 'source' }],
    });
  });

  test('a count of one is printed in the singular everywhere', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const { json, text } = spxPair(folder, gzipSync);
    const log = join(folder, 'one.log');
    writeFileSync(
      log,
      '# Time: 2026-11-18T08:00:00.000000Z\n# User@Host: a[a] @ h [] Id: 1\n# Query_time: 3.0 Lock_time: 0 Rows_sent: 1 Rows_examined: 90000\nSET timestamp=1794988800;\nSELECT * FROM users WHERE id = 1;\n',
    );
    const printed = [
      await run(['ingest', log], { home }),
      await run(['ingest', json, text, log], { home }),
      await run(['analyze'], { home }),
      await run(['report', '--format', 'markdown'], { home }),
      await run(['report', '--format', 'html'], { home }),
      await run(['runs'], { home }),
    ].map(({ out }) => out);
    expect(printed[0]).toContain('1 query class, 0 functions from 1 file');
    expect(printed[2]).toMatch(/1 run\b/);
    for (const out of printed)
      expect(out).not.toMatch(
        /\b`?1`? (query |further )?(runs|requests|calls|endpoints|findings|files|functions|samples|classes|statements|snapshots)\b/,
      );
  });

  test('compare is a gate: 0 without a regression, 1 with one, 2 when it cannot judge', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const base = await ingestFiles(folder, slowLog(folder, 'a.log', 0.1));
    const slower = await ingestFiles(folder, slowLog(folder, 'b.log', 0.3));
    expect((await run(['compare', base, base], { home })).code).toBe(0);
    const gate = await run(['compare', base, slower], { home });
    expect(gate.code).toBe(1);
    expect(gate.out).toContain('+200 %');
    expect((await run(['compare', slower, base], { home })).code).toBe(0);
    expect((await run(['compare', base, 'f'.repeat(64)], { home })).code).toBe(2);
    for (const change of ['5', '0.05', '-5%', '5%%', '', '500%'])
      expect(await run(['compare', base, slower, `--min-change=${change}`], { home })).toMatchObject({
        code: 2,
        err: expect.stringContaining('must be a percentage with its sign'),
      });
    expect((await run(['compare', base, slower, '--min-change', '5 %'], { home })).code).toBe(1);
  });

  test('a side that is not named is never the other one, and a name is never empty', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const base = await ingestFiles(folder, slowLog(folder, 'a.log', 0.1));
    const again = await run(['compare', base], { home });
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('The last snapshot is the base itself') });
    await ingestFiles(folder, slowLog(folder, 'b.log', 0.101));
    expect((await run(['compare', base], { home })).code).toBe(0);
    expect(await run(['compare', '--candidate', base], { home })).toMatchObject({
      code: 2,
      err: expect.stringContaining('is the candidate itself'),
    });
    for (const command of ['check', 'analyze', 'pin main', 'ask'])
      expect(await run([...command.split(' '), ''], { home })).toMatchObject({
        code: 2,
        err: expect.stringContaining('The name of the snapshot is empty'),
      });
  });

  test('a release that immediately answers 500 does not pass the gate, in text and as JSON', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const requests = (status: number, ms: number) =>
      Array.from({ length: 10 }, (_, i) => ({
        route: '/',
        url: 'http://h/',
        status,
        ttfb_ms: ms,
        wall_ms: ms + i / 10,
      }));
    const file = (name: string, status: number, ms: number) => {
      const path = join(folder, name);
      writeFileSync(
        path,
        JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests: requests(status, ms) }),
      );
      return path;
    };
    await ingestFiles(folder, file('a.json', 200, 300));
    await ingestFiles(folder, file('b.json', 500, 5));
    // The last two snapshots, without naming them.
    const gate = await run(['compare'], { home });
    expect(gate.code).toBe(1);
    expect(gate.out).toContain('500  /  0 → 10 times');
    expect(gate.out).not.toContain('No regressions');
    const { out } = await run(['compare', '--json'], { home });
    expect(JSON.parse(out)).toMatchObject({
      has_regressions: true,
      improvements: [],
      failures: [{ endpoint: '/', status: 500, baseline: 0, candidate: 10 }],
      regressions: [{ kind: 'endpoint', name: '/', metric: 'status', baseline: 200, candidate: 500 }],
    });
  });

  test('compare takes lists, the beginnings of ids, and the folder of another machine', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const one = await ingestFiles(folder, slowLog(folder, 'a.log', 0.1));
    const two = await ingestFiles(folder, slowLog(folder, 'b.log', 0.11));
    const lists = [
      'compare',
      '--base',
      `${one.slice(0, 4)},${two.slice(0, 4)}`,
      '--candidate',
      two.slice(0, 5),
      '--json',
    ];
    expect(JSON.parse((await run(lists, { home })).out)).toMatchObject({
      baseline_snapshot_ids: [one, two],
      candidate_snapshot_ids: [two],
      has_regressions: false,
    });
    // A variable that is not set does not choose another base.
    for (const unset of [['--base', ''], ['--candidate', ' , '], ['']])
      expect(await run(['compare', ...unset], { home })).toMatchObject({
        code: 2,
        err: expect.stringContaining('is empty'),
      });
    // Only the base is named: the candidate is the last snapshot.
    const short = await run(['compare', one.slice(0, 4), '--json'], { home });
    expect(JSON.parse(short.out)).toMatchObject({ baseline_snapshot_id: one, candidate_snapshot_id: two });
    const there = join(home, 'snapshots', `snapshot_${one}`);
    const foreign = await run(['compare', there, two, '--json'], { home: join(folder, 'elsewhere') });
    expect(JSON.parse(foreign.out).error.message).toContain('no such snapshot');
    expect((await run(['compare', there, there], { home: join(folder, 'elsewhere') })).code).toBe(0);
    writeFileSync(
      join(there, 'snapshot.json'),
      readFileSync(join(there, 'snapshot.json'), 'utf8').replace('100', '101'),
    );
    const changed = await run(['compare', there, there], { home: join(folder, 'elsewhere') });
    expect(changed).toMatchObject({ code: 2, err: expect.stringContaining('does not match its own id') });
    const unknown = await run(['compare', 'abc', two], { home });
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('No snapshot begins with abc') });
  });

  test('SNAPSHOT_ID names the snapshot when the command does not', async () => {
    const folder = newFolder();
    const first = await ingestFiles(folder, slowLog(folder, 'a.log', 0.1));
    await ingestFiles(folder, slowLog(folder, 'b.log', 0.3));
    const { out } = await run(['analyze', '--json'], { home: join(folder, 'home'), env: { SNAPSHOT_ID: first } });
    expect(JSON.parse(out)).toMatchObject({ normalized_snapshot_id: first });
  });

  test('a bad file is an invalid one to validate (1) and cannot be ingested (2), a wrong flag is 2, and help shows an example', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    writeFileSync(join(folder, 'x.bin'), 'nothing we know');
    expect((await run(['validate', join(folder, 'x.bin')], { home })).code).toBe(1);
    expect(await run(['ingest', join(folder, 'x.bin')], { home })).toMatchObject({
      code: 2,
      out: expect.stringContaining('x.bin'),
    });
    expect((await run(['analyze', '--nope'], { home })).code).toBe(2);
    expect(await run(['analyze'], { home })).toMatchObject({
      code: 2,
      err: expect.stringContaining('no snapshot yet'),
    });
    expect((await run(['compare', '--help'], { home })).out).toContain('Example:');
  });
});
