import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors } from './errors.ts';

it('a word where a number is read out of a query is said to be none, in words', () => {
  const query = z.object({ limit: z.coerce.number<number>(), name: z.string() });
  const { error } = query.safeParse({ limit: 'two', name: 5 });
  expect(error && fieldErrors(error, 'query')).toEqual([
    { field: 'limit', message: 'must be a number, such as 2' },
    { field: 'name', message: 'Invalid input: expected string, received number' },
  ]);
});
