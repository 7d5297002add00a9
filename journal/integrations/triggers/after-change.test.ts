import { Turn } from '@zorivest/store';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AfterChange, type AfterChangeParts } from './after-change.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits until the book no longer changes, and looks at it once', async () => {
  const turn = new Turn();
  const logs = { feature: () => ({ error: (message: string) => expect.fail(message) }) };
  // The work of this test reads nothing of the book.
  const parts = { turn, logs, guard: { isLocked: false } } as unknown as AfterChangeParts;
  const run = vi.fn(async () => {});
  const work = new AfterChange(parts, { name: 'looking', label: 'test.look', waitMs: 1000, run });
  work.opened();
  turn.take('an import of two seconds');
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).not.toHaveBeenCalled();
  turn.leave();
  work.changed();
  await vi.advanceTimersByTimeAsync(3000);
  expect(run).toHaveBeenCalledTimes(1);
  await work.closing();
});
