import { ruleFaults } from '@zorivest/kernel';
import { expect, it } from 'vitest';
import { createJournalServer } from '../server.ts';

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });

it.each(catalogue.entries.map(({ tool }) => [tool.name, tool] as const))('%s keeps the rules of a tool', (_, tool) => {
  expect(ruleFaults(tool)).toEqual([]);
});

it('keeps every input schema under 5 kB, the size at which clients begin to cut them', () => {
  for (const { tool, input } of catalogue.entries) {
    expect(JSON.stringify(input.rich).length, tool.name).toBeLessThan(5000);
  }
});
