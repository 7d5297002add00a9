// A write is tried, shown and done again just the same: what it takes from chance or from the clock comes with its call.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const floors = ['records', 'analytics', 'integrations'].map((name) => join(import.meta.dirname, '../..', name));

/**
 * What is never staged: uploads and pipeline runs have ids of their own, and so have their reports; and calls that the service
 * makes automatically, at a time or for a file, have no key that could ask.
 */
const APART = /integrations\/(triggers\/|imports\/uploads|pipelines\/|brokers\/syncs|folder-watch\/watcher)/;

test('no handler of the book takes ids or the time from anywhere but its call', () => {
  const found = floors.flatMap((floor) =>
    readdirSync(floor, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/node_modules|dist\/|\.test\.ts$|\btest\//.test(name))
      .map((name) => join(floor, name))
      .filter((path) => !APART.test(path.replaceAll('\\', '/')))
      .filter((path) =>
        /\b(randomUUID|randomBytes|Math\.random|Date\.now)\b|new Date\(\)/.test(readFileSync(path, 'utf8')),
      ),
  );
  expect(found).toEqual([]);
});
