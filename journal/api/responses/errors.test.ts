import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './errors.ts';

it('a word in a query instead of a number is refused with a plain message', () => {
  const query = z.object({ limit: z.coerce.number<number>(), name: z.string() });
  const { error } = query.safeParse({ limit: 'two', name: 5 });
  expect(error && fieldErrors(error, 'query')).toEqual([
    { field: 'limit', message: 'must be a number, such as 2' },
    { field: 'name', message: 'Invalid input: expected string, received number' },
  ]);
});
