// Time by call: each call as wide as its share of the time, on top of its caller.
import type { Tone } from './line-chart.ts';
import { canvas, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';

export interface Frame {
  readonly name: string;
  /** Its total time, including the calls it made. */
  readonly value: number;
  readonly children: readonly Frame[];
  /** The caller's key for it. */
  readonly key?: string;
}

export interface FlameGraph {
  readonly label: string;
  readonly width: number;
  /** The whole picture is as wide as this one. */
  readonly root: Frame;
  readonly format: (value: number) => string;
  /** Whether it is highlighted, such as a search result. */
  readonly marked?: (frame: Frame) => boolean;
  /** Another tone than that of all, and how strong; such as how much slower it became. */
  readonly tint?: (frame: Frame) => { readonly tone: Tone; readonly strength: number };
  /** Deeper calls are not drawn. */
  readonly mostRows?: number;
}

const LINE = 20;
/** Narrower than this a frame is invisible. */
const NARROWEST = 0.8;

export function flameGraph({ label, width, root, format, marked, tint, mostRows = 60 }: FlameGraph): Shape {
  const cells: Shape[] = [];
  let rows = 0;
  const draw = (frame: Frame, from: number, wide: number, row: number): void => {
    if (wide < NARROWEST || row >= mostRows) return;
    rows = Math.max(rows, row + 1);
    cells.push(cell(frame, from, wide, row));
    let at = from;
    for (const child of frame.children) {
      const share = root.value > 0 ? (child.value / root.value) * width : 0;
      draw(child, at, share, row + 1);
      at += share;
    }
  };
  const cell = (frame: Frame, from: number, wide: number, row: number): Shape => {
    const stands = marked?.(frame) ?? false;
    // Neighbours are distinguished by their strength, the same for the same name.
    const { tone, strength } = stands
      ? { tone: 'loss', strength: 0.6 }
      : (tint?.(frame) ?? { tone: 'first', strength: 0.14 + 0.06 * (nameNumber(frame.name) % 4) });
    const room = Math.floor((wide - 6) / 7.6);
    const text = frame.name.length <= room ? frame.name : room > 3 ? `${frame.name.slice(0, room - 1)}…` : '';
    return shape('g', keyOf(frame.key), [
      title(`${frame.name}: ${format(frame.value)}`),
      shape('rect', {
        x: from,
        y: row * LINE,
        width: Math.max(NARROWEST, wide - 1),
        height: LINE - 1,
        class: `cell ${tone}`,
        'fill-opacity': strength,
      }),
      ...(text !== '' && textWidth(text) <= wide
        ? [textAt(from + 4, row * LINE + 14, text, 'start', 'cell-text')]
        : []),
    ]);
  };
  draw(root, 0, width, 0);
  return canvas(width, Math.max(1, rows) * LINE, label, cells);
}

function nameNumber(name: string): number {
  let sum = 0;
  for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) % 9973;
  return sum;
}
