import { expect, test } from 'vitest';
import { z } from 'zod';
import { readArguments } from '../call/validate.ts';
import { createCatalogue } from './catalogue.ts';
import { defineTool } from '../call/define.ts';
import { ruleFaults } from './rules.ts';

const make = (name: string, over: Partial<Parameters<typeof defineTool>[0]> = {}) =>
  defineTool({
    name,
    title: 'Count sheep',
    toolsets: ['night'],
    description: { minimal: 'm'.repeat(60), rich: 'r'.repeat(250) },
    synonyms: ['sleep'],
    input: z.object({}),
    output: z.object({}),
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'guarded',
    confirmation: 'none',
    cost: 'local',
    handler: () => ({}),
    ...over,
  });

const night = [{ name: 'night', description: 'At night.' }];

test('the catalogue keeps the order it was given, is frozen and found by name, method and toolset', () => {
  const catalogue = createCatalogue([make('b_tool', { methods: ['b.tool'] }), make('a_tool')], night);
  expect(catalogue.entries.map((entry) => entry.tool.name)).toEqual(['b_tool', 'a_tool']);
  expect(Object.isFrozen(catalogue.entries)).toBe(true);
  expect(catalogue.byMethod('b.tool')).toBe(catalogue.get('b_tool'));
  expect(catalogue.byMethod('b_tool')).toBe(catalogue.get('b_tool'));
  expect(catalogue.members('night')).toHaveLength(2);
  expect(catalogue.members('day')).toBeUndefined();
});

test.each([
  ['two tools of one name', () => createCatalogue([make('a'), make('a')], night), 'two tools are called a'],
  [
    'two tools behind one method',
    () => createCatalogue([make('a'), make('b', { methods: ['a'] })], night),
    'answer to the method a',
  ],
  ['an undeclared toolset', () => createCatalogue([make('a')], []), 'night, which does not exist'],
])('%s stop the server from starting', (_, build, message) => {
  expect(build).toThrow(message);
});

test('schemas carry no $schema, no type arrays, no patterns, and descriptions in two tiers', () => {
  const input = z.object({
    detail: z.string().describe('Short.').meta({ description: 'Short.', detail: 'And long.' }),
    silent: z.number().int().optional().meta({ detail: 'Only when rich.' }),
    either: z.union([z.string(), z.null()]),
    when: z.union([z.iso.datetime(), z.iso.date()]),
    code: z.string().regex(/^[A-Z]{3}$/),
    any_case: z.preprocess((value) => String(value).toUpperCase(), z.enum(['ON', 'OFF'])).default('ON'),
  });
  const entry = createCatalogue([make('a', { input })], night).get('a');
  expect(entry?.input.minimal).toEqual({
    type: 'object',
    properties: {
      detail: { type: 'string', description: 'Short.' },
      silent: { type: 'integer' },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      when: { type: 'string' },
      code: { type: 'string' },
      any_case: { type: 'string', enum: ['ON', 'OFF'], default: 'ON' },
    },
    required: ['detail', 'either', 'when', 'code'],
  });
  expect(entry?.input.rich).toMatchObject({
    properties: { detail: { description: 'Short. And long.' }, silent: { description: 'Only when rich.' } },
  });
  expect(JSON.stringify(entry?.input)).not.toContain('$schema');
});

test('a schema declared as a function is built when it is first needed, and once', () => {
  let built = 0;
  const input = () => {
    built++;
    return z.object({ sheep: z.number() });
  };
  const entry = createCatalogue([make('a', { input })], night).get('a');
  expect(built).toBe(0);
  expect(entry?.input.minimal).toMatchObject({ required: ['sheep'] });
  expect(entry && readArguments(entry.tool, { sheep: 3 }).input).toEqual({ sheep: 3 });
  expect(built).toBe(1);
});

test('a tool that needs confirmation takes a confirmation_token, others do not', () => {
  const confirmed = make('a', {
    confirmation: 'required',
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  });
  const catalogue = createCatalogue([confirmed, make('b')], night);
  expect(catalogue.get('a')?.input.minimal.properties).toHaveProperty('confirmation_token');
  expect(catalogue.get('b')?.input.minimal.properties).not.toHaveProperty('confirmation_token');
});

test('a sound definition breaks no rule', () => {
  expect(ruleFaults(make('a_tool'))).toEqual([]);
});

test.each([
  ['a dotted name', make('a.tool'), 'the name must be'],
  ['a name of 41 characters', make('a'.repeat(41)), 'the name must be'],
  ['an empty title', make('a', { title: ' ' }), 'the title is empty'],
  ['a short minimal description', make('a', { description: { minimal: 'Hm.', rich: 'r'.repeat(200) } }), 'minimal'],
  ['a long rich description', make('a', { description: { minimal: 'm'.repeat(50), rich: 'r'.repeat(401) } }), 'rich'],
  [
    'a destructive reader',
    make('a', { hints: { readOnly: true, destructive: true, idempotent: true, openWorld: false } }),
    'cannot be destructive',
  ],
  ['a reader that needs confirmation', make('a', { confirmation: 'required' }), 'needs no confirmation'],
])('%s is a fault', (_, tool, fault) => {
  expect(ruleFaults(tool)).toEqual([expect.stringContaining(fault)]);
});
