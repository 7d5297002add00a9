// A picture as plain data: a tree of SVG nodes with presentation attributes and classes, never a style attribute, so
// that it can be shown under any content security policy. It is written as text (`markup`) or built in a document
// (`element`).

export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export function shape(tag: string, attributes: Shape['attributes'] = {}, children: Shape['children'] = []): Shape {
  return { tag, attributes, children };
}

/** The frame of a picture: scales with its container, and describes what it shows to screen readers. */
export function canvas(width: number, height: number, label: string, children: Shape['children']): Shape {
  return shape(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'picture' },
    children,
  );
}

export type Anchor = 'start' | 'middle' | 'end';

export const textAt = (x: number, y: number, text: string, anchor: Anchor = 'start', tone = ''): Shape =>
  shape('text', { x, y, 'text-anchor': anchor, ...(tone !== '' && { class: tone }) }, [text]);

/** The tooltip, also read aloud by screen readers. */
export const title = (text: string): Shape => shape('title', {}, [text]);

/** The caller's key of what a mark stands for, so that a click can open it. */
export const keyOf = (key: string | undefined): Shape['attributes'] => (key === undefined ? {} : { 'data-key': key });

const NARROW = /[ .,:;!|'’‘()[\]ijltfrI·-]/;
const WIDE = /[A-Z0-9mw%–−+±@…]/;

/** How wide a text is, about and rather too wide: pictures are arranged where no font can be measured. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += NARROW.test(sign) ? 4.6 : WIDE.test(sign) ? 8 : 7.2;
  return width;
}

/** A tenth of a pixel is fine enough for any line. */
export const coordinate = (value: number): string => String(Math.round(value * 10) / 10);

/** The strongest cell: up to here ink can be read on gain and loss, in every theme and choice of colours. */
const DEEPEST = 0.48;
const PALEST = 0.08;

/** How much of its colour a cell with words in it has, of a strength from 0 to 1. */
export const cellOpacity = (strength: number): string => (PALEST + (DEEPEST - PALEST) * strength).toFixed(2);
