import { describe, expect, test } from 'vitest';
import { loadProfile } from '../../inputs/profiles/index.ts';
import { stackProfileOf } from '../../snapshot/stack-profiles.ts';
import { snapshotOf } from '../../test/made.ts';
import { hotFunction } from './hot-function.ts';

const find = (text: string) => {
  const loaded = loadProfile(Buffer.from(text), 'made.txt');
  if (!('threads' in loaded)) throw new Error('no stacks');
  const profile = stackProfileOf(loaded, 'made.txt', 'hash');
  return hotFunction.find({ snapshot: snapshotOf({ stack_profiles: [profile] }), queries: [] });
};

/** Work that is spread over many functions, as in a healthy program. */
const spread = Array.from({ length: 12 }, (_, i) => `<module> (app.py:1);step_${i} (app.py:${i}) 10`).join('\n');

describe('a hot function', () => {
  test('is named with its language, its share and who calls it', () => {
    const found = find(`${spread}\n<module> (app.py:1);orders (shop.py:9);total (shop.py:40) 180\n`);
    expect(found).toMatchObject({ type: 'hot_function', severity: 'P1', metrics: { share_of_profile: 0.6 } });
    expect(found!.title).toBe('Python: 60 % of the time is spent in total (shop.py:40) itself');
    expect(found!.impact_summary).toContain('orders (shop.py:9)');
    expect(found!.recommendations[0]!.verification_step).toContain('py-spy');
    expect(JSON.stringify(found)).not.toContain('PHP');
  });

  test('waiting does not count as work, and garbage collection is reported as such', () => {
    const waiting = `(root);(idle) 5000\n${spread}\n`;
    expect(find(waiting)).toBeNull();
    const collecting = Array.from({ length: 4 }, (_, i) => `main app.js:1;work_${i} app.js:2 20`).join('\n');
    expect(find(`${collecting}\nmain app.js:1;(garbage collector) 60\n`)!.title).toBe(
      'JavaScript: 42.9 % of the time is spent on garbage collection',
    );
  });

  test('a program whose work is spread, and a profile of a few records, have no finding', () => {
    expect(find(spread)).toBeNull();
    const few = stacksOf('main;work 9\n');
    expect(hotFunction.find({ snapshot: snapshotOf({ stack_profiles: [few] }), queries: [] })).toBeNull();
  });
});

function stacksOf(text: string) {
  const loaded = loadProfile(Buffer.from(text), 'made.txt');
  if (!('threads' in loaded)) throw new Error('no stacks');
  return stackProfileOf(loaded, 'made.txt', 'hash');
}
