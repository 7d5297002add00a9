import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reporting } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listen = () => {
  const reports: (readonly [number, string | undefined])[] = [];
  return {
    reports,
    progress: ({ done, message }: { done: number; message?: string }) => void reports.push([done, message]),
  };
};

it('says what is done, every second that it still is, and that it has ended', async () => {
  const { reports, progress } = listen();
  const work = reporting('Importing', { progress }, () => new Promise((resolve) => setTimeout(resolve, 2500)), 1);
  await vi.advanceTimersByTimeAsync(2500);
  await work;
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports).toEqual([
    [1, 'Importing'],
    [2, 'Importing, 1 s'],
    [3, 'Importing, 2 s'],
    [4, 'Done'],
  ]);
});

it('falls silent when the work fails', async () => {
  const { reports, progress } = listen();
  await expect(reporting('Syncing', { progress }, () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(reports).toEqual([[0, 'Syncing']]);
});
