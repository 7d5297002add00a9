// The runs of a sweep while they come in, piece by piece and in any order: each piece has its place in one file, so what
// memory does not grow with the sweep, and a piece that comes twice changes nothing.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { PieceRuns } from '@zorivest/engine';
import { pieceAt, piecesOf, type SweepPlan } from './plan.ts';

export interface Spool {
  readonly file: string;
  /** False when the piece was there already. */
  add(piece: number, runs: PieceRuns): boolean;
  has(piece: number): boolean;
  /** Pieces and runs that are in. */
  readonly done: number;
  readonly rows: number;
  readonly columns: readonly string[];
  /** What judging the choice needs, in the order of the pieces. */
  blocks(): Float64Array[];
  /** Closes the file; it stays until it is removed. */
  close(): void;
  remove(): void;
}

class PieceError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PieceError';
  }
}

export function openSpool(file: string, plan: SweepPlan): Spool {
  const handle = openSync(file, 'w');
  const blocksByPiece = new Map<number, Float64Array[]>();
  let columns: readonly string[] = [];
  let rows = 0;
  let open = true;
  const close = (): void => {
    if (open) closeSync(handle);
    open = false;
  };
  return {
    file,
    add: (piece, runs) => {
      if (blocksByPiece.has(piece)) return false;
      if (!(piece >= 0 && piece < piecesOf(plan))) throw new PieceError(`unknown piece ${piece}`);
      const wanted = pieceAt(plan, piece).rows;
      if (runs.rows !== wanted) throw new PieceError(`piece ${piece} holds ${runs.rows} runs, not ${wanted}`);
      if (columns.length > 0 && columns.join() !== runs.columns.join())
        throw new PieceError(
          `piece ${piece} has different figures from the other pieces; do the workers run different versions?`,
        );
      columns = runs.columns;
      const bytes = Buffer.from(runs.values.buffer, runs.values.byteOffset, runs.values.byteLength);
      const start = (plan.before[piece] as number) * columns.length * 8;
      for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, bytes.length - at, start + at);
      const width = runs.judged.length === 0 ? 0 : runs.blocks.length / runs.judged.length;
      blocksByPiece.set(
        piece,
        Array.from(runs.judged, (_, i) => runs.blocks.slice(i * width, (i + 1) * width)),
      );
      rows += runs.rows;
      return true;
    },
    has: (piece) => blocksByPiece.has(piece),
    get done() {
      return blocksByPiece.size;
    },
    get rows() {
      return rows;
    },
    get columns() {
      return columns;
    },
    blocks: () =>
      [...blocksByPiece]
        .toSorted(([a], [b]) => a - b)
        .flatMap(([, blocks]) => blocks)
        .filter((block) => block.length > 0),
    close,
    remove: () => {
      close();
      rmSync(file, { force: true });
    },
  };
}
