import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newFolder, run, slowLog, spxPair } from './program.ts';

async function ingested(folder: string, ...files: string[]): Promise<string> {
  const { out } = await run(['ingest', ...files, '--json'], { home: join(folder, 'home') });
  return (JSON.parse(out) as { normalized_snapshot_id: string }).normalized_snapshot_id;
}

describe('the shell', () => {
  test('ingest, analyze and report need no id: they take the last snapshot', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const { json, text } = spxPair(folder, gzipSync);
    const id = await ingested(folder, json, text, slowLog(folder));
    const analysed = await run(['analyze'], { home });
    expect(analysed).toMatchObject({ code: 0 });
    expect(analysed.out).toContain('Fix first');
    expect(analysed.out).toContain('select * from users where token = ? and id = ?');
    const html = await run(['report', '--format', 'html'], { home });
    expect(html.out).toContain('<!doctype html>');
    const folded = await run(['report', id.slice(0, 12), '--format', 'folded'], { home });
    expect(folded.out).toBe('GET /shop?…;index.php 100000\nGET /shop?…;index.php;Shop::<b>list</b> 300000\n');
    const scope = await run(['report', '--format', 'speedscope', '--json'], { home });
    const path = (JSON.parse(scope.out) as { speedscope_path: string }).speedscope_path;
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      shared: { frames: [{ name: 'index.php' }, { name: 'Shop::<b>list</b>' }] },
      profiles: [{ type: 'sampled', unit: 'milliseconds', samples: [[0], [0, 1]], weights: [100, 300] }],
    });
  });

  test('compare is a gate: 0 without a regression, 1 with one, 2 when it cannot tell', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    const base = await ingested(folder, slowLog(folder, 'a.log', 0.1));
    const slower = await ingested(folder, slowLog(folder, 'b.log', 0.3));
    expect((await run(['compare', base, base], { home })).code).toBe(0);
    const gate = await run(['compare', base, slower], { home });
    expect(gate.code).toBe(1);
    expect(gate.out).toContain('+200 %');
    expect((await run(['compare', slower, base], { home })).code).toBe(0);
    expect((await run(['compare', base, 'f'.repeat(64)], { home })).code).toBe(2);
  });

  test('SNAPSHOT_ID names the snapshot when the command does not', async () => {
    const folder = newFolder();
    const first = await ingested(folder, slowLog(folder, 'a.log', 0.1));
    await ingested(folder, slowLog(folder, 'b.log', 0.3));
    const { out } = await run(['analyze', '--json'], { home: join(folder, 'home'), env: { SNAPSHOT_ID: first } });
    expect(JSON.parse(out)).toMatchObject({ normalized_snapshot_id: first });
  });

  test('a bad file is exit code 1, a wrong flag 2, and help shows an example', async () => {
    const folder = newFolder();
    const home = join(folder, 'home');
    writeFileSync(join(folder, 'x.bin'), 'nothing we know');
    expect((await run(['validate', join(folder, 'x.bin')], { home })).code).toBe(1);
    expect((await run(['ingest', join(folder, 'x.bin')], { home })).code).toBe(1);
    expect((await run(['analyze', '--nope'], { home })).code).toBe(2);
    expect(await run(['analyze'], { home })).toMatchObject({
      code: 2,
      err: expect.stringContaining('no snapshot yet'),
    });
    expect((await run(['compare', '--help'], { home })).out).toContain('Example:');
  });
});
