import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from './define.ts';
import { validArguments } from './validate.ts';

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

test('a field nobody declared is refused, unless the tool says that it takes whatever it is sent', () => {
  expect(() => validArguments(toolTaking(z.object({})), { extra: 1 })).toThrow(/extra: unknown field/);
  expect(validArguments(toolTaking(z.looseObject({})), { extra: 1 })).toEqual({ extra: 1 });
});
