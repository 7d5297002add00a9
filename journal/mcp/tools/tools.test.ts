import { dropFaults, referenceFaults, ruleFaults } from '@zorivest/kernel';
import { expect, it } from 'vitest';
import { presentation } from '../presentation.ts';
import { createJournalServer } from '../server.ts';

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });

it.each(catalogue.entries.map(({ tool }) => [tool.name, tool] as const))('%s keeps the rules of a tool', (_, tool) => {
  expect(ruleFaults(tool)).toEqual([]);
});

it('keeps every input schema under 5 kB, the size at which clients begin to cut them', () => {
  const large = catalogue.entries.filter(({ input }) => JSON.stringify(input.rich).length >= 5000);
  expect(large.map(({ tool }) => tool.name)).toEqual([]);
});

it('names in its descriptions only tools that exist', () => {
  expect(referenceFaults(catalogue)).toEqual([]);
});

it('drops from concise answers no id that another tool takes', () => {
  expect(dropFaults(catalogue.entries, presentation)).toEqual([]);
});

it('are 68 in nine toolsets, of which one tool is in two', () => {
  const sizes = catalogue.toolsets.map(({ name }) => catalogue.members(name)?.length);
  expect(sizes).toEqual([11, 4, 19, 3, 7, 8, 6, 8, 3]);
  const members = catalogue.entries.filter(({ tool }) => tool.toolsets.length > 0);
  expect(members.length).toBe(68);
  expect(members.filter(({ tool }) => tool.hints.readOnly).length).toBe(45);
  expect(members.filter(({ tool }) => tool.guard === 'unguarded').length).toBe(7);
  expect(members.filter(({ tool }) => tool.confirmation === 'required').map(({ tool }) => tool.name)).toEqual([
    'create_trade',
    'disconnect_market_provider',
    'record_quarterly_tax_payment',
    'sync_broker',
    'zorivest_emergency_stop',
    'zorivest_service_restart',
  ]);
});
