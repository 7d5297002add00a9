import { expect, it } from 'vitest';
import { crashPoints, straceFault } from './crash-points.ts';

it('killed between two changes of a file, a backup leaves the book as it was and no half of itself', async () => {
  const { points, third } = await crashPoints('backup', 'our own changes', { sample: 4 });
  expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
});

it.skipIf(straceFault() !== null)('killed in a system call of SQLite, an import is there or is not', async () => {
  const { points, third } = await crashPoints('import', 'system calls', { sample: 4 });
  expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
});

it('killed between two changes of a file, a restore leaves the old book or the new', async () => {
  const { points, third } = await crashPoints('restore', 'our own changes', { sample: 4 });
  expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
});
