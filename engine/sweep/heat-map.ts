// Two swept parameters against each other: the best run of each pair of values, whatever the other parameters were.
import type { Ranking } from '../request/mode.ts';
import type { SweepRow } from './run.ts';

export interface HeatMap {
  readonly x: string;
  readonly y: string;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** One row for each of `ys`; null where no run is. */
  readonly values: readonly (readonly (number | null)[])[];
}

/** As many as a picture can show. */
const MOST_VALUES = 60;

/** By the two parameters with the most values; undefined when fewer than two vary, or they have too many. */
export function heatMap(rows: readonly SweepRow[], by: Ranking): HeatMap | undefined {
  const names = Object.keys(rows[0]?.parameters ?? {});
  const axes = names
    .map((name) => ({
      name,
      values: [...new Set(rows.map(({ parameters }) => parameters[name] as number))].toSorted((a, b) => a - b),
    }))
    .filter(({ values }) => values.length > 1 && values.length <= MOST_VALUES)
    .toSorted((a, b) => b.values.length - a.values.length);
  const [x, y] = axes;
  if (x === undefined || y === undefined) return undefined;
  const values: (number | null)[][] = y.values.map(() => x.values.map(() => null));
  const column = new Map(x.values.map((value, i) => [value, i]));
  const line = new Map(y.values.map((value, i) => [value, i]));
  // Rows come best first, so the first at a place is its best.
  for (const { parameters, figures } of rows) {
    const row = values[line.get(parameters[y.name] as number) ?? -1];
    const at = column.get(parameters[x.name] as number);
    const value = figures[by];
    if (row === undefined || at === undefined || row[at] !== null || !Number.isFinite(value)) continue;
    row[at] = Number(value.toPrecision(5)); // for the eye, and short in an answer
  }
  return { x: x.name, y: y.name, xs: x.values, ys: y.values, values };
}
