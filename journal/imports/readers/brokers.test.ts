import { brokers } from '@zorivest/vocabulary';
import { expect, it } from 'vitest';
import { FORMATS } from './registry.ts';

const named = FORMATS.map((format) => ({
  format: format.name,
  names: [format.name, ...(format.aliases ?? [])],
}));

it('reads the files of every broker the words name', () => {
  const read = new Set(named.flatMap(({ names }) => names));
  expect(Object.keys(brokers).filter((name) => !read.has(name))).toEqual([]);
});

it('names the broker of every format but those for unknown files', () => {
  // A broker with several kinds of files has a format for each, such as ibkr_activity.
  const isNamed = (name: string) => name in brokers || name.replace(/_.*/, '') in brokers;
  const unnamed = named.filter(({ names }) => !names.some(isNamed)).map(({ format }) => format);
  expect([...new Set(unnamed)]).toEqual(['generic']);
});
