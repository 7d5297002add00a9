// Every adapter against its broker, played by a server on this machine from `played/<adapter>.ts`.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokerServer } from './broker-server.ts';

const server = new BrokerServer();
beforeAll(() => server.open());
afterAll(() => server.close());

const here = import.meta.dirname;
const names = readdirSync(join(here, '../adapters')).map((file) => file.replace(/\.ts$/, ''));

it('plays every broker', () => {
  const missing = names.filter((name) => !existsSync(join(here, 'played', `${name}.ts`)));
  expect(missing.map((name) => `test/played/${name}.ts is missing`)).toEqual([]);
});

for (const name of names.filter((one) => existsSync(join(here, 'played', `${one}.ts`)))) {
  const { play } = (await import(`./played/${name}.ts`)) as { play: (server: BrokerServer) => void };
  describe(`the adapter of ${name}`, () => {
    play(server);
  });
}
