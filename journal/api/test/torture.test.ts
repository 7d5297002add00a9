import { describe, expect, it } from 'vitest';
import { killRepeatedly, load } from './torture.ts';

// Kills between the changes of a file are tried in the long run, all of them by `npm run torture`: each takes a process.
describe('whatever happens to the process', () => {
  it('after three kills in the middle of writing every acknowledged write is there, and none is half there', async () => {
    const { acknowledged, missing, torn } = await killRepeatedly(3);
    expect({ missing, torn }).toEqual({ missing: [], torn: [] });
    // At least the one of each round that the kill waited for; how many more is the machine's affair.
    expect(acknowledged).toBeGreaterThanOrEqual(3);
  });

  it('32 simultaneous clients for two seconds meet no error and lose no update', async () => {
    const { requests, errors, lost } = await load(32, 2);
    expect({ errors, lost }).toEqual({ errors: [], lost: 0 });
    expect(requests).toBeGreaterThanOrEqual(32);
  });
});
