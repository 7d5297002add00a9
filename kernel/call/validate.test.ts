import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from './define.ts';
import { readArguments } from './validate.ts';

const toolTaking = (input: z.ZodObject) =>
  defineTool({
    name: 'echo',
    title: 'Echo',
    toolsets: ['things'],
    description: { minimal: '', rich: '' },
    synonyms: [],
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    guard: 'unguarded',
    confirmation: 'none',
    cost: 'local',
    input,
    output: z.object({}),
    handler: () => ({}),
  });

test('an undeclared field is refused, unless the tool accepts any field', () => {
  expect(() => readArguments(toolTaking(z.object({})), { extra: 1 })).toThrow(/extra: unknown field/);
  expect(readArguments(toolTaking(z.looseObject({})), { extra: 1 }).input).toEqual({ extra: 1 });
});

describe('a lenient tool', () => {
  const input = z.object({
    limit: z.int().optional(),
    share: z.number().optional(),
    open: z.boolean().default(false),
    name: z.string().optional(),
    kind: z.enum(['a', 'b']).optional(),
    notes: z.string().nullable().optional(),
    rows: z.array(z.object({ price: z.number() })).optional(),
  });
  const lenient = { ...toolTaking(input), lenient: true };
  const read = (args: unknown) => readArguments(lenient, args);

  test('takes null as absent, "2" as 2 and "true" as true, at any depth', () => {
    const sent = { limit: '2', share: ' 0.5 ', open: 'true', name: null, kind: null, rows: [{ price: '1e2' }] };
    expect(read(sent).input).toEqual({ limit: 2, share: 0.5, open: true, rows: [{ price: 100 }] });
    expect(sent.limit).toBe('2');
  });

  test('keeps null where null says something', () => {
    expect(read({ notes: null }).input).toEqual({ open: false, notes: null });
  });

  test('binds a confirmation to what was meant, however it was written', () => {
    expect(read({ limit: '2', name: null }).args).toEqual({ limit: 2 });
    expect(read({ limit: 2 }).args).toEqual({ limit: 2 });
  });

  test('refuses everything else, and says what to write', () => {
    expect(() => read({ limit: 'two' })).toThrow('limit: expected number, received string, such as 2');
    const text = z.object({ limit: z.coerce.number<number>() });
    expect(() => readArguments(toolTaking(text), { limit: 'two' })).toThrow('limit: expected a number');
    expect(() => read({ limit: '0x10' })).toThrow('such as 2');
    expect(() => read({ open: 'yes' })).toThrow('open: expected boolean, received string: true or false');
    expect(() => read({ limit: '2.5' })).toThrow('limit');
    expect(() => read(null)).not.toThrow();
    expect(() => read('text')).toThrow('Invalid arguments');
  });

  test('is the exception: any other takes only what its schema says', () => {
    expect(() => readArguments(toolTaking(input), { limit: '2' })).toThrow('limit: expected number, received string.');
  });
});
