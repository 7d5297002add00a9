// Candles as bytes, for the queue's store and the cache on disk: a short head, then column after column.
import { createHash } from 'node:crypto';
import { COLUMNS, emptySeries, type Series } from '@zorivest/engine';

const MAGIC = Buffer.from('SWIMBARS');
const CELL = 8;

/** The columns alone name the candles, so that the same ones in another file are the same data. */
export function packSeries(series: Series): Buffer {
  const length = Buffer.alloc(CELL);
  length.writeDoubleLE(series.length);
  return Buffer.concat([
    MAGIC,
    length,
    ...COLUMNS.map((name) => {
      const { buffer } = series[name].slice(); // a copy of its own, out of the memory that threads share
      return Buffer.from(buffer);
    }),
  ]);
}

export function unpackSeries(bytes: Uint8Array): Series {
  const start = MAGIC.length + CELL;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.length >= start ? view.readDoubleLE(MAGIC.length) : -1;
  if (!view.subarray(0, MAGIC.length).equals(MAGIC) || view.length !== start + length * COLUMNS.length * CELL)
    throw new Error('not packed candles');
  const series = emptySeries(length);
  for (const [i, name] of COLUMNS.entries())
    new Uint8Array(series[name].buffer).set(view.subarray(start + i * length * CELL, start + (i + 1) * length * CELL));
  return series;
}

/** The hash of the candles in packed bytes; the same as that of the series they came from. */
export const hashOfPacked = (bytes: Uint8Array) =>
  createHash('sha256')
    .update(bytes.subarray(MAGIC.length + CELL))
    .digest('hex');
