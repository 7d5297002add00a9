// All runs of a sweep, in the order they were run -> the table of them, best first, and a report of the best. Only
// their scores and their order are in memory; the figures go from file to file.
import { closeSync, openSync, readSync } from 'node:fs';
import {
  buildHeatMap,
  fateOf,
  LISTED_RUNS,
  scoreOf,
  SHAPE_COLUMNS,
  shapeOfRow,
  spreadOf,
  sweepSpace,
  type Mode,
  type RankedRuns,
  type RealisticFigures,
  type Strategy,
  type SweepRow,
} from '@zorivest/engine';
import { createTable, type Column } from '../table/table.ts';

export interface SpooledRuns {
  readonly strategy: Strategy;
  readonly mode: Mode;
  /** The rows of every piece, in order. */
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly blocks: readonly Float64Array[];
  /** Where the table goes. */
  readonly table: string;
}

/** Rows read in one call. */
const CHUNK = 8192;
const WHOLE = new Set(['trades', 'wins', 'losses', 'liquidations']);

export function reduceRuns(runs: SpooledRuns): RankedRuns {
  const { strategy, mode, columns, rows } = runs;
  const space = sweepSpace(strategy, mode);
  const handle = openSync(runs.file, 'r');
  try {
    const width = columns.length;
    const read = (from: number, into: Float64Array): void => {
      const bytes = Buffer.from(into.buffer, into.byteOffset, into.byteLength);
      for (let at = 0; at < bytes.length;) {
        const got = readSync(handle, bytes, at, bytes.length - at, from * width * 8 + at);
        if (got === 0) throw new Error('the runs of the sweep are incomplete');
        at += got;
      }
    };
    const figureNames = columns.slice(1, width - SHAPE_COLUMNS.length);
    // One object for all rows: a million of them would be made twice, only to be looked at.
    const looked = Object.fromEntries(figureNames.map((name) => [name, NaN]));
    const figuresAt = (values: Float64Array, at: number): RealisticFigures => {
      for (let i = 0; i < figureNames.length; i++) looked[figureNames[i] as string] = values[at + 1 + i] as number;
      return looked as unknown as RealisticFigures; // as a piece wrote them
    };
    const shapeAt = (values: Float64Array, at: number) =>
      shapeOfRow(values.subarray(at + width - SHAPE_COLUMNS.length, at + width));

    const sharpe = columns.indexOf('shape_sharpe');
    const scores = new Float64Array(rows);
    const sharpes = new Float64Array(rows);
    const chunk = new Float64Array(Math.min(CHUNK, rows) * width);
    for (let from = 0; from < rows; from += CHUNK) {
      const part = chunk.subarray(0, Math.min(CHUNK, rows - from) * width);
      read(from, part);
      for (let i = 0; i * width < part.length; i++) {
        scores[from + i] = scoreOf(figuresAt(part, i * width), mode.rank_by);
        sharpes[from + i] = part[i * width + sharpe] as number;
      }
    }
    // Equal ones in the order they were run.
    const order = Uint32Array.from({ length: rows }, (_, i) => i).toSorted((a, b) => {
      const [first, second] = [scores[a] as number, scores[b] as number];
      return first === second ? a - b : second > first ? 1 : -1;
    });

    const names = space.axes.map(({ name }) => name);
    const table = createTable(runs.table, {
      columns: [...names.map((name): Column => ({ name })), ...figureNames.map(figureColumn), OUTCOME],
      parameters: names.length,
      rows,
    });
    try {
      const map = buildHeatMap(space.axes, mode.rank_by);
      const first: SweepRow[] = [];
      let best: RankedRuns['best'];
      const row = new Float64Array(width);
      const outWidth = names.length + figureNames.length + 1;
      const out = new Float64Array(Math.min(CHUNK, rows) * outWidth);
      let filled = 0;
      for (const at of order) {
        read(at, row);
        const parameters = space.at(row[0] as number) ?? {};
        const figures = figuresAt(row, 0);
        map.add(parameters, figures);
        best ??= { shape: shapeAt(row, 0) };
        if (first.length < LISTED_RUNS) first.push({ parameters, figures: { ...figures } });
        for (const name of names) out[filled++] = parameters[name] ?? NaN;
        for (let i = 0; i < figureNames.length; i++) out[filled++] = row[1 + i] as number;
        out[filled++] = FATES.indexOf(fateOf(figures));
        if (filled < out.length) continue;
        table.write(out.subarray(0, filled));
        filled = 0;
      }
      table.write(out.subarray(0, filled));
      table.finish();
      return { best, tried: spreadOf(sharpes), blocks: runs.blocks, first, heatMap: map.finish() };
    } catch (error) {
      table.abandon();
      throw error;
    }
  } finally {
    closeSync(handle);
  }
}

const FATES = ['lived', 'ruined'] as const;
const OUTCOME: Column = { name: 'outcome', kind: 'word', words: FATES };
const figureColumn = (name: string): Column => (WHOLE.has(name) ? { name, kind: 'whole' } : { name });
