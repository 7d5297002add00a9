// The runs of a piece as bytes: a short head, then column after column, compressed. Numbers of one column resemble each
// other, so columns take about half the room that rows would.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PieceRuns } from '@zorivest/engine';

interface Head {
  readonly columns: readonly string[];
  readonly rows: number;
  readonly judged: number;
  readonly blocks: number;
}

const LEVEL = 1;
/** No piece is larger when it is unpacked: what says so is not one of ours. */
const MOST_BYTES = 256 * 1024 * 1024;

export function packRuns({ columns, rows, values, judged, blocks }: PieceRuns): Buffer {
  const head: Head = { columns, rows, judged: judged.length, blocks: blocks.length };
  const turned = new Float64Array(values.length);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns.length; column++) turned[column * rows + row] = values[at++] as number;
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const bytesOf = (array: Float64Array | Uint32Array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  return deflateRawSync(Buffer.concat([length, text, bytesOf(turned), bytesOf(blocks), bytesOf(judged)]), {
    level: LEVEL,
  });
}

export function unpackRuns(packed: Uint8Array): PieceRuns {
  const bytes = inflateRawSync(packed, { maxOutputLength: MOST_BYTES });
  const start = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as Head; // packed by the function above
  const { columns, rows } = head;
  let at = start;
  const floats = (length: number) => {
    const out = new Float64Array(length);
    Buffer.from(out.buffer).set(bytes.subarray(at, (at += length * 8)));
    return out;
  };
  const turned = floats(rows * columns.length);
  const blocks = floats(head.blocks);
  const judged = new Uint32Array(head.judged);
  Buffer.from(judged.buffer).set(bytes.subarray(at, at + head.judged * 4));
  const values = new Float64Array(turned.length);
  for (let row = 0, to = 0; row < rows; row++)
    for (let column = 0; column < columns.length; column++) values[to++] = turned[column * rows + row] as number;
  return { columns, rows, values, judged, blocks };
}
