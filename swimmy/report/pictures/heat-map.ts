// A value for each pair of two settings, by how dark its cell is.
import { extent } from './scale.ts';
import { canvas, shape, words, type Shape } from './shape.ts';

export interface HeatMapPicture {
  readonly label: string;
  readonly width: number;
  readonly xName: string;
  readonly yName: string;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** One row for each of `ys`; null where there is nothing. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly format: (value: number) => string;
}

const TOP = 8;
const BOTTOM = 40;
const TALLEST_CELL = 34;

export function heatMapPicture({ label, width, xName, yName, xs, ys, values, format }: HeatMapPicture): Shape {
  const left = 16 + 7 * Math.max(...ys.map((value) => String(value).length), yName.length);
  const cellWidth = (width - left - 4) / Math.max(1, xs.length);
  const cellHeight = Math.min(TALLEST_CELL, Math.max(10, cellWidth));
  const height = TOP + BOTTOM + cellHeight * ys.length;
  const [low, high] = extent(values.flat().filter((value) => value !== null));
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const roomy = cellWidth >= 44 && cellHeight >= 16;
  // Largest first axis value on top, as in any chart.
  const lineOf = (row: number) => TOP + (ys.length - 1 - row) * cellHeight;
  const every = (size: number, room: number) => Math.max(1, Math.ceil(room / size));
  return canvas(width, height, label, [
    ...values.flatMap((row, j) => row.flatMap((value, i) => (value === null ? [] : [cell(value, i, j)]))),
    ...ys.flatMap((value, j) =>
      j % every(cellHeight, 14) === 0 ? [words(left - 6, lineOf(j) + cellHeight / 2 + 4, String(value), 'end')] : [],
    ),
    ...xs.flatMap((value, i) =>
      i % every(cellWidth, 34) === 0
        ? [words(left + (i + 0.5) * cellWidth, height - BOTTOM + 16, String(value), 'middle')]
        : [],
    ),
    words(left + (width - left) / 2, height - 6, xName, 'middle'),
    words(4, height - BOTTOM + 16, yName),
  ]);

  function cell(value: number, i: number, j: number): Shape {
    const strength = Math.abs(value) / most;
    const at = { x: left + i * cellWidth, y: lineOf(j) };
    const title = `${xName} ${xs[i]}, ${yName} ${ys[j]}: ${format(value)}`;
    return shape('g', {}, [
      shape(
        'rect',
        {
          ...at,
          width: cellWidth - 1,
          height: cellHeight - 1,
          class: `cell ${value < 0 ? 'loss' : 'gain'}`,
          'fill-opacity': (0.08 + 0.82 * strength).toFixed(2),
        },
        [shape('title', {}, [title])],
      ),
      ...(roomy
        ? [
            shape(
              'text',
              {
                x: at.x + cellWidth / 2,
                y: at.y + cellHeight / 2 + 4,
                'text-anchor': 'middle',
                class: strength > 0.5 ? 'on-cell' : 'beside-cell',
              },
              [format(value)],
            ),
          ]
        : []),
    ]);
  }
}
