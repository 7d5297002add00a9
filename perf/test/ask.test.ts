import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { ask, type Json, newFolder, spxPair } from './program.ts';
import { runHere as run } from './shell-here.ts';

const home = newFolder();
const folder = newFolder();
const before = join(folder, 'before.txt');
const after = join(folder, 'after.txt');

beforeAll(() => {
  writeFileSync(before, 'main;work;query 40\nmain;work 20\nmain;render 40\n');
  writeFileSync(after, 'main;work;query 90\nmain;work 20\nmain;render 30\n');
});

async function answer(...args: readonly string[]): Promise<Json> {
  const { code, out, err } = await run(['ask', ...args, '--json'], { home });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out) as Json;
}

describe('a profile of any language in a snapshot', () => {
  test('answers like its file, has its language, and is not counted as judged', async () => {
    const own = newFolder();
    const [first, second] = ['first.txt', 'second.txt'].map((name) => join(own, name));
    const stacks = (query: number) =>
      `<module> (app.py:1);work (app.py:7);query (db.py:3) ${query}\n<module> (app.py:1);work (app.py:7) 20\n<module> (app.py:1);render (app.py:9) 30\n`;
    writeFileSync(first!, stacks(40));
    writeFileSync(second!, stacks(90));
    const ids = [];
    for (const file of [first!, second!])
      ids.push((JSON.parse((await run(['ingest', file, '--json'], { home: own })).out) as Json).normalized_snapshot_id);
    const askJson = async (...args: readonly string[]) => {
      const { correlation_id: _, ...answer } = JSON.parse(
        (await run(['ask', ...args, '--json'], { home: own })).out,
      ) as Json;
      return answer;
    };
    for (const question of [[], ['--callers-of', 'query'], ['--hot-path'], ['--focus', 'work']])
      expect(await askJson(String(ids[1]), ...question)).toEqual(await askJson(second!, ...question));
    expect(await askJson(String(ids[1]), '--compare-with', String(ids[0]))).toEqual(
      await askJson(second!, '--compare-with', first!),
    );
    const { findings } = JSON.parse((await run(['analyze', '--json'], { home: own })).out) as Json;
    expect(findings).toMatchObject([
      { type: 'hot_function', severity: 'P1', title: expect.stringContaining('Python: 64.3 %') },
    ]);
    expect(JSON.stringify(findings)).not.toContain('PHP');
    const compared = await run(['compare'], { home: own });
    expect(compared).toMatchObject({ code: 2, out: expect.stringContaining('ask --compare-with') });
  });
});

describe('a profile of any language is queried in the shell', () => {
  test('the costliest functions', async () => {
    expect(await answer(after)).toMatchObject({
      unit: 'samples',
      total: 140,
      self: [{ frame: 'query', value: 90, share: 0.6429 }, { frame: 'render' }, { frame: 'work' }],
      with_calls: [
        { frame: 'main', value: 140, share: 1 },
        { frame: 'work', value: 110 },
        { frame: 'query' },
        { frame: 'render' },
      ],
    });
  });

  test('callers, callees, the hot path, and only what lies below a function', async () => {
    expect((await answer(after, '--callers-of', 'que')).rows).toEqual([{ frame: 'work', value: 90, share: 0.6429 }]);
    expect((await answer(after, '--callees-of', 'main')).rows).toMatchObject([{ frame: 'work' }, { frame: 'render' }]);
    expect((await answer(after, '--hot-path')).rows).toMatchObject([
      { frame: 'main' },
      { frame: 'work' },
      { frame: 'query' },
    ]);
    expect(await answer(after, '--focus', 'work')).toMatchObject({
      total: 110,
      with_calls: [{ frame: 'work', share: 1 }, { frame: 'query' }],
    });
  });

  test('what changed', async () => {
    expect((await answer(after, '--compare-with', before)).changes).toEqual([
      { frame: 'query', before: 40, after: 90, change: 50 },
      { frame: 'render', before: 40, after: 30, change: -10 },
    ]);
  });

  test('prints a table for people, and lists the candidates of an ambiguous name', async () => {
    const shown = await run(['ask', after], { home });
    expect(shown.out).toContain('90 samples    64 %  query');
    const refused = await run(['ask', after, '--callers-of', 'r'], { home });
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain('3 functions contain "r"');
    const missing = await run(['ask', join(folder, 'none.txt')], { home });
    expect(missing.code).toBe(2);
  });
});

describe('an HTTP archive', () => {
  const archive = join(folder, 'page.har');
  const entry = (path: string, after: number, wait: number, status = 200) => ({
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + after).toISOString(),
    time: wait + 10,
    request: { method: 'GET', url: `https://shop.example${path}` },
    response: { status },
    timings: { blocked: 10, dns: -1, connect: -1, send: 0, wait, receive: 0 },
  });

  beforeAll(() => {
    const entries = [entry('/', 0, 400), entry('/a.css', 410, 30), entry('/<b>?id=7', 420, 90, 404)];
    writeFileSync(archive, JSON.stringify({ log: { version: '1.2', entries } }));
  });

  test('is a waterfall in the shell, which shows the slowest requests', async () => {
    const shown = await run(['ask', archive, '--limit', '2'], { home });
    expect(shown.out).toContain('3 requests to 1 host, 520 ms from the first start to the last end, 1 failed');
    const [first, second] = shown.out.split('\n').filter((line) => line.includes('|'));
    expect(first).toMatch(/0 ms +410 ms +200 \|·#+ +\| GET https:\/\/shop\.example\/$/);
    expect(second).toMatch(/420 ms +100 ms +404 \| +·#+\| GET https:\/\/shop\.example\/<b>\?id=\?$/);
    expect(shown.err).toContain('1 more');
    expect(await answer(archive, '--filter', 'a.css')).toMatchObject({ requests: [{ ms: 40 }], more: 0 });
  });

  test('is drawn as a page, and refuses queries that need stacks', async () => {
    const page = join(folder, 'waterfall.html');
    expect(await answer(archive, '--flame', page)).toEqual({ waterfall_path: page });
    const text = readFileSync(page, 'utf8');
    expect(text.match(/waiting for the first byte \d/g)).toHaveLength(3);
    expect(text).toContain('shop.example/&lt;b&gt;?id=? (404)');
    expect(text).not.toContain('<b>');
    const refused = await run(['ask', archive, '--callers-of', 'r'], { home });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('it has requests, but no stacks') });
  });
});

test('a snapshot with a profile is queried over the wire, and answers briefly', async () => {
  const { json, text } = spxPair(folder, gzipSync);
  const ingested = await run(['ingest', json, text, '--json'], { home });
  const { normalized_snapshot_id: snapshot } = JSON.parse(ingested.out) as Json;
  const [reply] = await ask(home, { jsonrpc: '2.0', id: 1, method: 'profile.ask', params: { snapshot, limit: 3 } });
  expect(reply?.result).toMatchObject({ unit: 'milliseconds', of: 'functions' });
  expect(reply?.result.with_calls.length).toBeGreaterThan(0);
  // Four characters are about a token.
  expect(JSON.stringify(reply?.result).length).toBeLessThan(2000);
});
