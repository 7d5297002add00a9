// Candles in a bucket: a store on a port of its own that checks every signature by its own arithmetic.
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Series } from '@zorivest/engine';
import { createBarsFolder } from '../worker/bars-folder.ts';
import { openBucket } from '../worker/bucket.ts';
import { bucketSource, createCandleStore } from '../worker/candle-store.ts';
import { hashOfPacked, packSeries } from '../worker/packed-series.ts';

const keys = { id: 'KEY', secret: 'secret' };
const region = 'eu-central-1';
const objects = new Map<string, Buffer>();
let server: Server;
let address: string;
let folder: string;

/** Whether a request is signed by the key, worked out from what arrived. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [day = '', area = '', service = '', end = ''] = scope.split('/');
  const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
  if (id !== keys.id || headers['x-amz-content-sha256'] !== hash(body)) return false;
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name))) return false;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${hash(body)}`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash(canonical)}`;
  let key: Buffer = Buffer.from(`AWS4${keys.secret}`);
  for (const part of [day, area, service, end]) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bucket-'));
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const url = request.url ?? '';
      const known = objects.get(url);
      if (!isSigned(request, body)) {
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      } else if (request.method === 'PUT') {
        objects.set(url, body);
        response.writeHead(200).end();
      } else if (known === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'last-modified': new Date().toUTCString() }).end(known);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/candles/of us`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const machine = (name: string, secret = keys.secret) =>
  createCandleStore(
    bucketSource(openBucket({ address, region, keys: { ...keys, secret } })),
    createBarsFolder(join(folder, name), 1e9),
  );

const column = (from: number) => Float64Array.from({ length: 5 }, (_, i) => from + i);
const series: Series = {
  length: 5,
  t: column(1_700_000_000),
  o: column(1),
  h: column(3),
  l: column(0),
  c: column(2),
  v: column(10),
};

test('one machine puts candles there once, and another has the very same', async () => {
  const hash = hashOfPacked(packSeries(series));
  const first = machine('one');
  await first.offer(hash, series);
  await first.offer(hash, series);
  expect([...objects.keys()]).toEqual([`/candles/of%20us/${hash}.gz`]);
  const { t, c } = await machine('two').load(hash);
  expect([[...t], [...c]]).toEqual([[...series.t], [...series.c]]);
  await expect(machine('three').load('0'.repeat(64))).rejects.toThrow('submit again');
  // What somebody else has put there under its name is not run.
  objects.set(`/candles/of%20us/${hash}.gz`, objects.get(`/candles/of%20us/${hash}.gz`)!.subarray(0, 0));
  await expect(machine('four').load(hash)).rejects.toThrow('unexpected end of file');
});

test('a key that does not fit is named, and its secret is not', async () => {
  const refused = machine('five', 'wrong').offer('1'.repeat(64), series);
  await expect(refused).rejects.toThrow(/403.*AWS_SECRET_ACCESS_KEY/);
  await expect(refused).rejects.not.toThrow('wrong');
});
