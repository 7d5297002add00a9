import { expect, test } from 'vitest';
import { Arriving } from './arriving.ts';

async function* pieces(...sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield await Promise.resolve(new Uint8Array(size));
}

const takeAll = async (content: AsyncIterable<Uint8Array>) => {
  let size = 0;
  for await (const piece of content) size += piece.length;
  return size;
};

test('files of a key have room together over all its requests, until they are gone; those of the person have no limit', async () => {
  const arriving = new Arriving(100);
  const [one, two] = [arriving.of('key'), arriving.of('key')];
  expect(await takeAll(one.through(pieces(30, 30)))).toBe(60);
  await expect(takeAll(two.through(pieces(30, 30)))).rejects.toMatchObject({ status: 413, code: 'too_large' });
  expect(await takeAll(arriving.of('other').through(pieces(90)))).toBe(90);
  expect(await takeAll(arriving.of(null).through(pieces(1000)))).toBe(1000);
  two.release();
  one.release();
  expect(await takeAll(arriving.of('key').through(pieces(100)))).toBe(100);
});
