import { ruleFaults } from '@zorivest/kernel';
import { expect, it } from 'vitest';
import { createJournalServer } from '../server.ts';

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });

it.each(catalogue.entries.map(({ tool }) => [tool.name, tool] as const))('%s keeps the rules of a tool', (_, tool) => {
  expect(ruleFaults(tool)).toEqual([]);
});

it('keeps every input schema under 5 kB, the size at which clients begin to cut them', () => {
  const large = catalogue.entries.filter(({ input }) => JSON.stringify(input.rich).length >= 5000);
  expect(large.map(({ tool }) => tool.name)).toEqual([]);
});
