import { expect, it } from 'vitest';
import { crashPoints } from './crash-points.ts';

it('killed between two changes of a file, a backup leaves the book as it was and no half of itself', async () => {
  const { points, third } = await crashPoints('backup', 'our own changes', { sample: 4 });
  expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
});
