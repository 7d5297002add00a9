// The documentation of the brokers against their adapters.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Broker, BROKERS } from './registry.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/sync.md'), 'utf8');

it('the page has a row for every broker, and says of each whether it was seen live and what it tells', () => {
  const rows = new Map<Broker, string>();
  for (const { id } of BROKERS) {
    const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${id}\``));
    if (row !== undefined) rows.set(id, row);
  }
  expect(BROKERS.map(({ id }) => id).filter((id) => !rows.has(id))).toEqual([]);
  for (const { id, seenLive, supports } of BROKERS) {
    expect([id, rows.get(id)?.includes('not yet')]).toEqual([id, !seenLive]);
    if (!id.startsWith('ibkr')) expect(rows.get(id)).toContain(`| ${supports.join(', ')} `);
  }
});

it('every broker has a name of its own and says what it needs', () => {
  expect(new Set(BROKERS.map(({ id }) => id)).size).toBe(BROKERS.length);
  for (const { id, settings, openings } of BROKERS) {
    expect([id, openings.length > 0]).toEqual([id, true]);
    for (const { name, description } of settings) expect([id, name, description.length > 5]).toEqual([id, name, true]);
  }
});
