// Statements as large as they come: the service reads them in pieces, and nothing of them stays behind.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UploadFailed } from '@zorivest/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveFile } from '../responses/received-file.ts';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterAll(() => service.close());

const uploads = () => readdirSync(service.home).filter((name) => name.startsWith('upload-'));

/** Fills of Lightspeed's kind, about 60 bytes each. */
function fills(count: number): string {
  let text = 'Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n';
  for (let row = 0; row < count; row++)
    text += `01/02/2024,1${Math.floor(row / 3600) % 6}:${String(Math.floor(row / 60) % 60).padStart(2, '0')}:${String(row % 60).padStart(2, '0')},AAPL,B,${row + 1},185.00,ARCA,0.50\n`;
  return text;
}

it('a file too large for memory arrives whole, straight from the disk', async () => {
  const path = join(service.home, 'large.csv');
  const text = fills(25_000);
  expect(text.length).toBeGreaterThan(1024 * 1024);
  writeFileSync(path, text);
  const body = { account_id: 'U1', file: { bytes: () => createReadStream(path), name: 'large.csv' } };
  const preview = await service.client.imports.brokerCsv({ body: { ...body, preview: true } });
  expect(preview).toMatchObject({ imported: 25_000, run_id: null });
  expect(await service.client.imports.brokerCsv({ body })).toMatchObject({ imported: 25_000, status: 'success' });
  expect(uploads()).toEqual([]);
});

it('a file that cannot be read to its end is not imported by half, and the caller hears why', async () => {
  async function* cutOff() {
    yield new TextEncoder().encode(fills(30_000).replaceAll('AAPL', 'GROW'));
    throw new UploadFailed('growing.csv is being written');
  }
  const sent = service.client.imports.brokerCsv({
    body: { account_id: 'U1', file: { bytes: cutOff, name: 'growing.csv' } },
  });
  await expect(sent).rejects.toThrow('growing.csv is being written');
  expect((await service.client.trades.list({ query: { instrument: 'GROW' } })).total).toBe(0);
  await expect.poll(uploads).toEqual([]);
});

it('a caller that goes away leaves nothing half imported', async () => {
  const before = (await service.client.imports.list({ query: {} })).total;
  const leave = new AbortController();
  const text = fills(60_000).replaceAll('AAPL', 'MSFT');
  const left = service.client.imports.brokerCsv(
    { body: { account_id: 'U1', file: { bytes: new TextEncoder().encode(text), name: 'left.csv' } } },
    { signal: leave.signal },
  );
  setTimeout(() => leave.abort(), 150);
  await expect(left).rejects.toThrow(/abort/i);
  await expect
    .poll(async () => (await service.client.trades.list({ query: { instrument: 'MSFT', limit: 1 } })).total)
    .toBe(0);
  expect((await service.client.imports.list({ query: {} })).total).toBe(before);
  await expect.poll(uploads).toEqual([]);
});

it('two imports of one file at the same time bring each fill once', async () => {
  const bytes = new TextEncoder().encode(fills(3000).replaceAll('AAPL', 'NVDA'));
  const both = await Promise.all(
    ['a.csv', 'b.csv'].map((name) =>
      service.client.imports.brokerCsv({ body: { account_id: 'U1', file: { bytes, name } } }),
    ),
  );
  expect(both.map(({ imported }) => imported).toSorted((a, b) => a - b)).toEqual([0, 3000]);
  expect(both.map(({ duplicates }) => duplicates).toSorted((a, b) => a - b)).toEqual([0, 3000]);
});

it('what waits on the disk is unreadable there and reads back as it was sent', async () => {
  const secret = Buffer.from('account 4711 bought everything\n'.repeat(60_000));
  async function* arriving() {
    for (let at = 0; at < secret.length; at += 50_000) {
      for (const name of uploads()) expect(readFileSync(join(service.home, name)).includes('4711')).toBe(false);
      yield secret.subarray(at, at + 50_000);
    }
  }
  const { file, discard } = await receiveFile({ name: 'x.csv', type: 'text/csv', content: arriving() }, service.home);
  expect(file).toMatchObject({ size: secret.length, sha256: createHash('sha256').update(secret).digest('hex') });
  expect(secret.equals(await file.bytes())).toBe(true);
  expect(secret.equals(await file.bytes())).toBe(true);
  await discard();
  expect(uploads()).toEqual([]);
});

it('a sender that stops in the middle leaves nothing on the disk', async () => {
  async function* brokenContent() {
    yield Buffer.alloc(2 * 1024 * 1024);
    throw new Error('the line went dead');
  }
  await expect(receiveFile({ name: 'x', type: '', content: brokenContent() }, service.home)).rejects.toThrow('dead');
  expect(uploads()).toEqual([]);
});
