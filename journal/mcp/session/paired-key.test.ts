import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CHALLENGE_HEADER, PROOF_HEADER, proofFor } from '@zorivest/contract';
import { createPairedKey } from './paired-key.ts';

const SECRET = 'what only the home holds';
const home = mkdtempSync(join(tmpdir(), 'paired-'));
writeFileSync(join(home, 'local.secret'), `${SECRET}\n`);
writeFileSync(join(home, 'key.json'), JSON.stringify({ api_key: 'zrv_sk_given' }));
afterAll(() => rmSync(home, { recursive: true }));

/** A server at the address of the service; records its requests. */
function answering(prove: (challenge: string) => Promise<string>) {
  const heard: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const headers = Object.fromEntries(request.headers);
    heard.push(`${JSON.stringify(headers)} ${await request.text()}`);
    const proof = await prove(headers[CHALLENGE_HEADER] ?? '');
    return Response.json({ status: 'allowed', key_file: 'key.json' }, { headers: { [PROOF_HEADER]: proof } });
  };
  return { heard, key: createPairedKey({ home, apiUrl: 'http://127.0.0.1:8765', fetch }) };
}

it('the secret of the home goes to the service of that home alone', async () => {
  const ours = answering((challenge) => proofFor(SECRET, challenge, 8765));
  expect(await ours.key.read()).toBe('zrv_sk_given');
  // Somebody else has the port, and knows nothing, or passes the question on to where the service is.
  for (const prove of [() => Promise.resolve(''), (challenge: string) => proofFor(SECRET, challenge, 9999)]) {
    const { heard, key } = answering(prove);
    await expect(key.read()).rejects.toThrow('is not the service of the journal');
    expect(heard.filter((text) => text.includes(SECRET))).toEqual([]);
  }
});
