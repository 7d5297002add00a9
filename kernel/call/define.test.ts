import { expect, it } from 'vitest';
import { z } from 'zod';
import { createServer } from '../server/index.ts';
import { silentLogger } from '../log/logger.ts';
import { ruleFaults } from '../tool/rules.ts';
import { defineTool, type ToolKind } from './define.ts';

const toolOf = (kind: ToolKind) =>
  defineTool({
    name: `${kind}_it`,
    kind,
    description: 'Does one thing.',
    input: z.object({ id: z.string() }),
    handler: ({ id }) => ({ id }),
  });
const kinds: readonly ToolKind[] = ['read', 'add', 'change', 'destroy'];

it.each([
  ['read', { readOnly: true, destructive: false, idempotent: true, openWorld: false }, 'none'],
  ['add', { readOnly: false, destructive: false, idempotent: false, openWorld: false }, 'none'],
  ['change', { readOnly: false, destructive: false, idempotent: true, openWorld: false }, 'none'],
  ['destroy', { readOnly: false, destructive: true, idempotent: false, openWorld: false }, 'required'],
] as const)('hints and confirmation of a tool that does %s follow from its kind', (kind, hints, confirmation) => {
  const tool = toolOf(kind);
  expect(tool).toMatchObject({ hints, confirmation, guard: 'guarded', cost: 'local', synonyms: [] });
  expect(tool.title).toBe(`${kind.charAt(0).toUpperCase()}${kind.slice(1)} it`);
  expect(ruleFaults(tool)).toEqual([]);
});

it('what the author sets overrides the defaults, and is checked as ever', () => {
  const tool = defineTool({
    name: 'ask_far_away',
    kind: 'read',
    title: 'Ask',
    description: { minimal: 'Too short.', rich: 'Too short as well.' },
    hints: { openWorld: true },
    guard: 'unguarded',
    cost: 'network',
    toolsets: [],
    input: z.object({}),
    output: z.object({ far: z.boolean() }),
    handler: () => ({ far: true }),
  });
  expect(tool).toMatchObject({ title: 'Ask', guard: 'unguarded', cost: 'network', toolsets: [] });
  expect(tool.hints).toEqual({ readOnly: true, destructive: false, idempotent: true, openWorld: true });
  expect(ruleFaults(tool)).toHaveLength(2);
});

it('a kind or all four hints must be given', () => {
  const words = { name: 'x', description: 'X.', input: z.object({}), handler: () => 1 };
  // @ts-expect-error -- neither is there
  defineTool(words);
  // @ts-expect-error -- three hints of four
  defineTool({ ...words, hints: { readOnly: true, destructive: false, idempotent: true } });
});

it('a server of such tools needs no toolsets; what destroys brings the tool for its tokens', () => {
  const server = createServer({ name: 'short', version: '1.0.0', tools: kinds.map(toolOf), log: silentLogger });
  for (const client of ['claude-code', 'cursor', 'goose', 'unheard-of']) {
    const { tools } = server.surface({ client: { name: client, version: '1' } });
    expect(tools.map(({ name }) => name)).toEqual([
      'read_it',
      'add_it',
      'change_it',
      'destroy_it',
      'get_confirmation_token',
    ]);
  }
});
