import { dropFaults, referenceFaults, ruleFaults } from '@zorivest/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { presentation } from '../presentation.ts';
import { createJournalServer } from '../server.ts';
import { toolsWithSynonyms } from '../search-terms/index.ts';
import { rarelyFiltered } from './filter.ts';
import { tools } from './index.ts';

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });

it.each(catalogue.entries.map(({ tool }) => [tool.name, tool] as const))('%s keeps the rules of a tool', (_, tool) => {
  expect(ruleFaults(tool)).toEqual([]);
});

it('is counted as the README and the package count it', () => {
  const shown = catalogue.entries.filter(({ tool }) => tool.pagesOnly !== true);
  const canonical = shown.filter(({ tool }) => tool.toolsets.length > 0).length;
  const counts = `${canonical} MCP tools and ${presentation.extras?.length} extras`;
  for (const file of ['../../../README.md', '../package.json'])
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(counts);
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

it('has search words only for tools that exist', () => {
  expect(toolsWithSynonyms.filter((name) => catalogue.get(name) === undefined)).toEqual([]);
});

/** Left out for room or because another tool does it; a filter that all lists share would be counted in each of them. */
const NOT_COUNTED = new Set(['sort', 'search', ...Object.keys(rarelyFiltered)]);
const sources = tools.flatMap(({ name, source }) => (source ? [[name, source] as const] : []));

describe.each(sources)('%s, as a view of its endpoint,', (_, { fields, omit }) => {
  it('leaves out only fields the endpoint has, each with a reason', () => {
    expect(Object.keys(omit).filter((field) => !fields.includes(field))).toEqual([]);
    expect(Object.values(omit).filter((reason) => reason.trim() === '')).toEqual([]);
  });

  it('leaves out at most a third of them', () => {
    const countNames = (names: readonly string[]) => names.filter((name) => !NOT_COUNTED.has(name)).length;
    expect(countNames(Object.keys(omit))).toBeLessThanOrEqual(countNames(fields) / 3);
  });
});
