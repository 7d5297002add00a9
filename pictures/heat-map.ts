// A value for each pair of two things, by how strong its cell is.
import { extent } from './axis.ts';
import { canvas, cellOpacity, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';

export interface HeatMap {
  readonly label: string;
  readonly width: number;
  /** What the columns and rows are, where their names do not say it. */
  readonly xName?: string;
  readonly yName?: string;
  readonly columns: readonly string[];
  /** The first stands at the bottom, as in any chart, unless the rows are read like a text. */
  readonly rows: readonly string[];
  readonly order?: 'upwards' | 'downwards';
  /** One row for each of `rows`; null where there is nothing. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly format: (value: number) => string;
  /** More about a cell, such as how many it is the mean of. */
  readonly note?: (row: number, column: number) => string;
  readonly keyAt?: (row: number, column: number) => string;
}

const TOP = 8;
const TALLEST_CELL = 34;

export function heatMap(map: HeatMap): Shape {
  const { label, width, xName = '', yName = '', columns, rows, order = 'upwards', values, format } = map;
  const left = 16 + Math.max(...rows.map(textWidth), textWidth(yName), 0);
  const bottom = xName === '' ? 24 : 40;
  const cellWidth = (width - left - 4) / Math.max(1, columns.length);
  const cellHeight = Math.min(TALLEST_CELL, Math.max(10, cellWidth));
  const height = TOP + bottom + cellHeight * rows.length;
  const [low, high] = extent(values.flat().filter((value) => value !== null));
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const roomy = cellHeight >= 16 && cellWidth >= 44;
  const topOf = (row: number) => TOP + (order === 'upwards' ? rows.length - 1 - row : row) * cellHeight;
  const every = (size: number, room: number) => Math.max(1, Math.ceil(room / size));
  const widest = Math.max(...columns.map(textWidth), 20) + 6;
  return canvas(width, height, label, [
    ...values.flatMap((row, j) => row.flatMap((value, i) => (value === null ? [] : [cell(value, i, j)]))),
    ...rows.flatMap((name, j) =>
      j % every(cellHeight, 14) === 0 ? [textAt(left - 6, topOf(j) + cellHeight / 2 + 4, name, 'end')] : [],
    ),
    ...columns.flatMap((name, i) =>
      i % every(cellWidth, widest) === 0 && left + (i + 0.5) * cellWidth + textWidth(name) / 2 <= width
        ? [textAt(left + (i + 0.5) * cellWidth, height - bottom + 16, name, 'middle')]
        : [],
    ),
    ...(xName === '' ? [] : [textAt(left + (width - left) / 2, height - 6, xName, 'middle')]),
    ...(yName === '' ? [] : [textAt(4, height - bottom + 16, yName)]),
  ]);

  function cell(value: number, i: number, j: number): Shape {
    const strength = Math.abs(value) / most;
    const at = { x: left + i * cellWidth, y: topOf(j) };
    const place = [xName, columns[i] ?? ''].join(' ').trim() + ', ' + [yName, rows[j] ?? ''].join(' ').trim();
    const note = map.note?.(j, i) ?? '';
    return shape('g', keyOf(map.keyAt?.(j, i)), [
      shape(
        'rect',
        {
          ...at,
          width: Math.max(1, cellWidth - 1),
          height: cellHeight - 1,
          class: `cell ${value < 0 ? 'loss' : 'gain'}`,
          'fill-opacity': cellOpacity(strength),
        },
        [title(`${place}: ${format(value)}${note === '' ? '' : `, ${note}`}`)],
      ),
      ...(roomy && textWidth(format(value)) < cellWidth
        ? [textAt(at.x + cellWidth / 2, at.y + cellHeight / 2 + 4, format(value), 'middle', 'cell-text')]
        : []),
    ]);
  }
}
