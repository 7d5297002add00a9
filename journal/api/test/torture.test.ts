import { describe, expect, it } from 'vitest';
import { killRounds, load } from './torture.ts';

describe('whatever happens to the process', () => {
  it('after ten kills in the middle of writing every acknowledged write is there, and none is half there', async () => {
    const { acknowledged, missing, torn } = await killRounds(10);
    expect({ missing, torn }).toEqual({ missing: [], torn: [] });
    expect(acknowledged).toBeGreaterThan(10);
  });

  it('32 clients at once for five seconds meet no error and lose no update', async () => {
    const { requests, errors, lost } = await load(32, 5);
    expect({ errors, lost }).toEqual({ errors: [], lost: 0 });
    expect(requests).toBeGreaterThan(100);
  });
});
