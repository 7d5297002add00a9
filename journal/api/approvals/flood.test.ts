import { expect, test } from 'vitest';
import { refuseCrowd, refuseFlood } from './flood.ts';

const MB = 1024 * 1024;
const card = (size: number, fileMb?: number) => ({
  size,
  file: fileMb === undefined ? null : JSON.stringify({ upload_id: 'u', size: fileMb * MB }),
});
const asked = { size: 1000, fileSize: 0 };

test('a sixth card of a key is refused until the person has decided', () => {
  const four = Array.from({ length: 4 }, () => card(10));
  expect(() => refuseFlood(four, asked)).not.toThrow();
  expect(() => refuseFlood([...four, card(10)], asked)).toThrow(
    expect.objectContaining({ status: 429, code: 'too_many_waiting' }),
  );
});

test('more than a megabyte waiting, and more than 200 MB of files, sent along or uploaded before, is refused', () => {
  const large = expect.objectContaining({ status: 413, code: 'too_large' }) as Error;
  const most = [card(256 * 1024), card(256 * 1024), card(256 * 1024)];
  expect(() => refuseFlood(most, { size: 256 * 1024, fileSize: 0 })).not.toThrow();
  expect(() => refuseFlood(most, { size: 256 * 1024 + 1, fileSize: 0 })).toThrow(large);
  const files = [card(10, 120), card(10, 60)];
  expect(() => refuseFlood(files, { size: 10, fileSize: 20 * MB })).not.toThrow();
  expect(() => refuseFlood(files, { size: 10, fileSize: 20 * MB + 1 })).toThrow(large);
});

test('all keys together have no more waiting than one stop can end', () => {
  const many = expect.objectContaining({ status: 429, code: 'too_many_waiting' }) as Error;
  expect(() => refuseCrowd({ count: 99, bytes: 8 * MB - 1000 }, 1000)).not.toThrow();
  expect(() => refuseCrowd({ count: 99, bytes: 8 * MB - 1000 }, 1001)).toThrow(many);
  expect(() => refuseCrowd({ count: 100, bytes: 0 }, 1)).toThrow(many);
});
