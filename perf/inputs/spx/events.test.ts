import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caseFiles, casePath } from '../../test/cases.ts';
import { EventReader } from './events.ts';
import { readMetadata } from './metadata.ts';
import { inflate } from '../files/inflate.ts';
import { spxName } from './name.ts';

function read(text: string | Buffer, metrics = 0, piece = 7): EventReader {
  const reader = new EventReader(metrics);
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length; i += piece) reader.push(bytes.subarray(i, i + piece));
  reader.end();
  return reader;
}

const plain = (reader: EventReader) =>
  reader.builder!.functions.map(({ calls, maxCycleDepth, inclusive, exclusive }, i) => [
    reader.names[i] ?? '',
    calls,
    maxCycleDepth,
    ...inclusive,
    ...exclusive,
  ]);

describe('what an SPX report means', () => {
  test('a function that calls itself counts its time once', () => {
    const reader = read('[events]\n0 1 0\n1 1 10\n1 1 20\n1 0 50\n1 0 60\n0 0 100\n[functions]\nmain\nloop');
    expect(plain(reader)).toEqual([
      ['main', 1, 0, 100, 50],
      ['loop', 2, 1, 50, 50],
    ]);
  });

  test('a value lost by the writer is the one before it', () => {
    const reader = read('[events]\n0 1 0 0\n1 1 10 5\n1 0 30 \n0 0 40 9\n[functions]\na\nb', 2);
    expect(reader.repairedLines).toBe(1);
    expect(plain(reader)[1]).toEqual(['b', 1, 0, 20, 0, 20, 0]);
  });

  test('two events on one line are taken apart at the glued index', () => {
    const reader = read('[events]\n0 1 0 0\n1 1 10 51 0 30 5\n0 0 40 9\n[functions]\na\nb', 2);
    expect(reader.badLines).toBe(0);
    expect(plain(reader)[1]).toEqual(['b', 1, 0, 20, 0, 20, 0]);
  });

  test('frames still open where the file ends are not calls', () => {
    const { builder } = read('[events]\n0 1 0\n1 1 10\n1 0 20\n2 1 3');
    expect(builder).toMatchObject({ calls: 1, depth: 1 });
  });
});

test('metadata with control characters and bytes that are not UTF-8 is read all the same', () => {
  const bytes = Buffer.concat([
    Buffer.from('{"key":"k","wall_time_ms":1500,"enabled_metrics":["wt","zm"],"http_request_uri":"/a'),
    Buffer.from([0x01, 0xff]),
    Buffer.from('b"}'),
  ]);
  expect(readMetadata(bytes)).toMatchObject({ ok: true, metadata: { wallUs: 1500, metrics: ['wt', 'zm'] } });
});

test('names of SPX and of the documents are both understood', () => {
  expect(spxName('/d/spx-full-20261115_003125-web-1-24974-1804289383.txt.gz')).toMatchObject({
    half: 'txt.gz',
    counterpart: '/d/spx-full-20261115_003125-web-1-24974-1804289383.json',
    run: { timestamp: '20261115_003125', host: 'web-1', pid: '24974', runid: '1804289383' },
  });
  expect(spxName('/d/spx-full-20260216-web1-4242-runA.json')?.run).toMatchObject({
    host: 'web1',
    pid: '4242',
    runid: 'runA',
  });
});

describe('real reports', () => {
  test.for(caseFiles('.functions.tsv', 'spx-expected'))('%s: every value', async (table, context) => {
    const key = table.slice(0, -'.functions.tsv'.length);
    const json = casePath(context, 'spx').concat('/', key, '.json');
    const metadata = existsSync(json) ? readMetadata(readFileSync(json)) : null;
    const reader = new EventReader(metadata?.ok ? metadata.metadata.metrics.length : 0);
    for await (const chunk of inflate(
      createReadStream(casePath(context, 'spx', `${key}.txt.gz`)),
      Number.MAX_SAFE_INTEGER,
    ))
      reader.push(chunk);
    reader.end();
    const rows = plain(reader);
    const expected = readFileSync(casePath(context, 'spx-expected', table), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    for (const line of expected) {
      const [index, ...cells] = line.split('\t');
      expect(rows[Number(index)]!.map(String)).toEqual(cells);
    }
  });
});

test('damaged reports never throw and never hold more calls than events', (context) => {
  const text = gunzipSync(readFileSync(casePath(context, 'spx', 'spx-full-20261115_004002-vm-3990-1804289383.txt.gz')));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 30 }),
      (damage) => {
        const bytes = Buffer.from(text);
        for (const [at, byte] of damage) bytes[at] = byte;
        const { builder } = read(bytes, 10, 4096);
        expect(builder?.calls ?? 0).toBeLessThanOrEqual(builder?.events ?? 0);
      },
    ),
    { numRuns: 60 },
  );
});
