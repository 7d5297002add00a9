// A picture as plain data: a tree of SVG nodes. Nothing here or beside it knows what is drawn, so that the folder can
// move to a package of its own.

export interface Shape {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (Shape | string)[];
}

export function shape(tag: string, attributes: Shape['attributes'] = {}, children: Shape['children'] = []): Shape {
  return { tag, attributes, children };
}

export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The tree as markup. */
export function markup({ tag, attributes, children }: Shape): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(typeof value === 'number' ? tidy(value) : value)}"`)
    .join('');
  const inner = children.map((child) => (typeof child === 'string' ? escapeMarkup(child) : markup(child))).join('');
  return inner === '' ? `<${tag}${written}/>` : `<${tag}${written}>${inner}</${tag}>`;
}

/** A tenth of a pixel is fine enough for any line. */
const tidy = (value: number) => String(Math.round(value * 10) / 10);

/** The frame of a picture: scales with its container, and says what it shows to those who cannot see it. */
export function canvas(width: number, height: number, label: string, children: Shape['children']): Shape {
  return shape(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'picture' },
    children,
  );
}

export const words = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): Shape =>
  shape('text', { x, y, 'text-anchor': anchor }, [text]);
