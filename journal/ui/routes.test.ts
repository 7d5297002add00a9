import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';
import { analyticsTabs, settingsTabs } from './tabs.ts';
import { addresses, walkedFrom } from './test/addresses.ts';

test('every page is looked at by the walks', () => {
  const pattern = (path: string) => new RegExp(`^${path.replaceAll(/\/:\w+(\?)?/g, '(?:/[^/]+)$1')}$`);
  const missing = routes
    .map(({ path }) => path)
    .filter((path) => walkedFrom[path] === undefined && !addresses.some((address) => pattern(path).test(address)));
  expect(missing, 'add its address in journal/ui/test/addresses.ts').toEqual([]);
  const gone = Object.values(walkedFrom).filter((walk) => !existsSync(join(import.meta.dirname, 'test', walk)));
  expect(gone).toEqual([]);
});

test('every tab is looked at by the walks', () => {
  const tabs = [
    ...analyticsTabs.map(({ id }) => `/analytics/${id}`),
    ...settingsTabs.map(({ id }) => `/settings/${id}`),
  ];
  expect(
    tabs.filter((tab) => !addresses.includes(tab)),
    'add its address in journal/ui/test/addresses.ts',
  ).toEqual([]);
});
