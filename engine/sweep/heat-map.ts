// Two swept parameters against each other: the best run of each pair of values, whatever the other parameters were.
import type { Ranking } from '../request/mode.ts';
import type { Axis, Combination } from './combinations.ts';

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

export interface HeatMapBuilder {
  /** Runs come best first, so the first at a place is its best. */
  add(parameters: Combination, figures: Readonly<Record<Ranking, number>>): void;
  finish(): HeatMap | undefined;
}

/** By the two parameters with the most values; nothing when fewer than two vary, or they have too many. */
export function buildHeatMap(axes: readonly Axis[], by: Ranking): HeatMapBuilder {
  const [x, y] = axes
    .map(({ name, values }) => ({ name, values: [...new Set(values)].toSorted((a, b) => a - b) }))
    .filter(({ values }) => values.length > 1 && values.length <= MOST_VALUES)
    .toSorted((a, b) => b.values.length - a.values.length);
  if (x === undefined || y === undefined) return { add: () => undefined, finish: () => undefined };
  const values: (number | null)[][] = y.values.map(() => x.values.map(() => null));
  const column = new Map(x.values.map((value, i) => [value, i]));
  const line = new Map(y.values.map((value, i) => [value, i]));
  return {
    add: (parameters, figures) => {
      const row = values[line.get(parameters[y.name]) ?? -1];
      const at = column.get(parameters[x.name]);
      const value = figures[by];
      if (row === undefined || at === undefined || row[at] !== null || !Number.isFinite(value)) return;
      row[at] = Number(value.toPrecision(5)); // for the eye, and short in an answer
    },
    finish: () => ({ x: x.name, y: y.name, xs: x.values, ys: y.values, values }),
  };
}
