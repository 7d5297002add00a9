import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

const event = (id: number, data: Readonly<Record<string, unknown>>, type = 'import') => ({
  id,
  type,
  at: '2026-11-16T10:00:00Z',
  data,
});
const reading = (bytes_read: number, upload_id = 'u1') => ({
  upload_id,
  stage: 'reading',
  bytes_read,
  bytes_total: 10,
});

test('the progress of an upload is the newest report about it, until it is through', () => {
  expect(progressOf([], 'u1')).toBeNull();
  const heard = [event(3, { tool: 'list_trades' }, 'call_ended'), event(2, reading(9, 'u2')), event(1, reading(4))];
  expect(progressOf(heard, 'u1')).toEqual({ read: 4, total: 10 });
  expect(progressOf([event(4, reading(10)), ...heard], 'u1')).toBeNull();
  expect(progressOf([event(5, { upload_id: 'u1', stage: 'done' }), ...heard], 'u1')).toBeNull();
});
