// Every run of a sweep as one piece of text: names once, numbers by row, compressed. Two hundred thousand runs fit into a
// message and a row of the store, and are read a page at a time.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { RealisticFigures } from '../realistic/measure.ts';
import { roundFigure } from '../figures/rounding.ts';
import type { Combination } from './combinations.ts';
import type { SweepRow } from './run.ts';

interface Grid {
  readonly parameters: readonly string[];
  readonly figures: readonly string[];
  readonly rows: readonly (readonly (number | null)[])[];
}

/** Infinite and undefined figures have no JSON form. */
export type Figures = Readonly<Record<string, number | null>>;

export interface GridPage {
  readonly rows: readonly { readonly parameters: Combination; readonly figures: Figures }[];
  readonly total: number;
}

const finite = (value: number) => (Number.isFinite(value) ? roundFigure(value) : null);

/** `rows` in the order they are to be read, best first. */
export function packGrid(rows: readonly SweepRow[]): string {
  const parameters = Object.keys(rows[0]?.parameters ?? {});
  const figures = Object.keys(rows[0]?.figures ?? {}) as (keyof RealisticFigures)[]; // the keys of that very type
  const grid: Grid = {
    parameters,
    figures,
    rows: rows.map((row) => [
      ...parameters.map((name) => finite(row.parameters[name] as number)),
      ...figures.map((name) => finite(row.figures[name])),
    ]),
  };
  return gzipSync(JSON.stringify(grid), { level: 6 }).toString('base64');
}

export function pageOfGrid(text: string, offset: number, limit: number): GridPage {
  const grid = JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString('utf8')) as Grid; // packed by the function above
  return {
    total: grid.rows.length,
    rows: grid.rows.slice(offset, offset + limit).map((row) => ({
      parameters: Object.fromEntries(grid.parameters.map((name, i) => [name, row[i] as number])),
      figures: Object.fromEntries(grid.figures.map((name, i) => [name, row[grid.parameters.length + i] ?? null])),
    })),
  };
}
