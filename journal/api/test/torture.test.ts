import { describe, expect, it } from 'vitest';
import { crashPoints, straceFault } from './crash-points.ts';
import { killRepeatedly, load } from './torture.ts';

describe('whatever happens to the process', () => {
  it('after three kills in the middle of writing every acknowledged write is there, and none is half there', async () => {
    const { acknowledged, missing, torn } = await killRepeatedly(3);
    expect({ missing, torn }).toEqual({ missing: [], torn: [] });
    // At least the one of each round that the kill waited for; how many more is the machine's affair.
    expect(acknowledged).toBeGreaterThanOrEqual(3);
  });

  it('32 clients at once for two seconds meet no error and lose no update', async () => {
    const { requests, errors, lost } = await load(32, 2);
    expect({ errors, lost }).toEqual({ errors: [], lost: 0 });
    expect(requests).toBeGreaterThanOrEqual(32);
  });

  // A backup and a rekey are tried in the long run, all points of all operations by `npm run torture`: each takes a process.
  it('killed between two changes of a file, a restore leaves the old book or the new', async () => {
    const { points, third } = await crashPoints('restore', 'our own changes', { sample: 2 });
    expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
  });

  it.skipIf(straceFault() !== null)('killed in a system call of SQLite, an import is there or is not', async () => {
    const { points, third } = await crashPoints('import', 'system calls', { sample: 2 });
    expect({ points: points > 1, third }).toEqual({ points: true, third: [] });
  });
});
