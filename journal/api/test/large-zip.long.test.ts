/** A book of 100,000 executions leaves as a zip and arrives in another home, in the processes and the memory the service has. */
import { rmSync } from 'node:fs';
import { Zip } from '@zorivest/imports';
import { createClient } from '@zorivest/contract';
import { expect, it } from 'vitest';
import { endProcess, serve } from './process.ts';
import { openTestService, passphrase, withAccount, type TestService } from './test-service.ts';

const EXECUTIONS = 100_000;

/** As Webull has it. */
function writeStatement(): Uint8Array {
  const begin = Date.UTC(2020, 0, 2, 15);
  const lines = ['Name,Symbol,Side,Status,Filled,Total Qty,Price,Avg Price,Time-in-Force,Placed Time,Filled Time'];
  for (let n = 0; n < EXECUTIONS; n += 1) {
    const [day = '', clock = ''] = new Date(begin + n * 1_000_000).toISOString().split('T');
    const [year, month, date] = day.split('-');
    const time = `${month}/${date}/${year} ${clock.slice(0, 8)} EST`;
    const price = (50 + (n % 700) / 100).toFixed(2);
    const symbol = `SYM${'ABCDEFGHIJ'[(n >> 1) % 10]}`;
    lines.push(
      `A share,${symbol},${n % 2 === 0 ? 'Buy' : 'Sell'},Filled,100,100,${price},${price},DAY,${time},${time}`,
    );
  }
  return Buffer.from(lines.join('\n'));
}

/** The home of a service that has stopped, with the built program on it. */
async function reopen({ service, home, apiKey }: TestService) {
  await service.stop();
  const running = await serve(home, apiKey);
  await running.client.auth.unlock({ body: { api_key: apiKey } });
  const person = createClient({ baseUrl: running.url, auth: { kind: 'passphrase', passphrase } });
  return { ...running, person };
}

const membersOf = (bytes: Uint8Array) =>
  new Map(
    (JSON.parse(new Zip(bytes).text('manifest.json')) as { members: { name: string; sha256: string }[] }).members.map(
      ({ name, sha256 }) => [name, sha256],
    ),
  );

it('a large book leaves and comes back, byte for byte', async () => {
  const [one, other] = [await openTestService(), await openTestService()];
  await withAccount(one.client);
  const from = await reopen(one);
  const to = await reopen(other);
  try {
    const { imported, warnings, errors } = await from.client.imports.brokerCsv({
      body: { account_id: 'U1', file: { bytes: writeStatement(), name: 'table.csv' } },
    });
    expect({ imported, warnings, errors }).toMatchObject({ imported: EXECUTIONS });
    const { bytes } = await from.person.exports.book({});
    const arrived = await to.person.exports.importBook({ body: { file: { bytes, name: 'book.zip' } } });
    expect(arrived.tables['trades']).toBe(EXECUTIONS);
    const [left, again] = [membersOf(bytes), membersOf((await to.person.exports.book({})).bytes)];
    left.delete('audit.csv');
    again.delete('audit.csv');
    expect(again).toEqual(left);
  } finally {
    await endProcess(from.child, 'SIGTERM');
    await endProcess(to.child, 'SIGTERM');
    for (const { home } of [one, other]) rmSync(home, { recursive: true, force: true });
  }
});
