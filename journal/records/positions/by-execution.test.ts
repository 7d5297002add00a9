import { expect, it } from 'vitest';
import { mapByExecution } from './positions.ts';

it('a fill belongs to the trade it opened, though it closed another and part of it was moved to a third', () => {
  const closed = { entry_exec_ids: ['first'], exit_exec_ids: ['reversing'] };
  const opened = { entry_exec_ids: ['reversing'], exit_exec_ids: ['last'] };
  const movedTo = { entry_exec_ids: ['elsewhere', 'reversing'], exit_exec_ids: ['sold'] };
  const trips = mapByExecution([closed, opened, movedTo]);
  expect(trips.get('reversing')).toBe(opened);
  expect([...trips]).toEqual(
    expect.arrayContaining([
      ['first', closed],
      ['last', opened],
      ['elsewhere', movedTo],
      ['sold', movedTo],
    ]),
  );
});
