/** What a report's HTML says, without how it looks: the shape a PDF is laid out from. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly { readonly d: string; readonly fill: string | null; readonly stroke: string | null }[];
  readonly texts: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'text' | 'item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'picture'; readonly picture: Picture };

const SKIPPED = /<(style|script|head|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<!doctype[^>]*>/gi;
const BLOCK = /<(h[1-6]|p|li|table|svg|figcaption|pre|blockquote)\b[^>]*>([\s\S]*?)<\/\1>/gi;

export function blocksOf(html: string): Block[] {
  const body = html.replace(SKIPPED, ' ');
  const blocks: Block[] = [];
  let at = 0;
  const loose = (text: string) => {
    const words = plainText(text);
    if (words !== '') blocks.push({ kind: 'text', text: words });
  };
  for (const match of body.matchAll(BLOCK)) {
    loose(body.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, tag = '', inner = ''] = match;
    const block = blockOf(tag.toLowerCase(), inner, whole);
    if (block) blocks.push(block);
  }
  loose(body.slice(at));
  return blocks;
}

function blockOf(tag: string, inner: string, whole: string): Block | null {
  if (tag === 'table') {
    const rows = rowsOf(inner);
    return rows.length > 0 ? { kind: 'table', rows } : null;
  }
  if (tag === 'svg') return { kind: 'picture', picture: pictureOf(whole) };
  const text = plainText(inner);
  if (text === '') return null;
  if (tag === 'li') return { kind: 'item', text };
  if (tag === 'figcaption') return { kind: 'heading', level: 3, text };
  const level = /^h([1-6])$/.exec(tag)?.[1];
  if (level === undefined) return { kind: 'text', text };
  return { kind: 'heading', level: level === '1' ? 1 : level === '2' ? 2 : 3, text };
}

function rowsOf(table: string): string[][] {
  const rows = [...table.matchAll(/<tr\b[^>]*>([\s\S]*?)(?=<\/tr>|<tr\b|$)/gi)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)(?=<\/t[hd]>|<t[hd]\b|$)/gi)].map(([, cell = '']) => plainText(cell)),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  // A table on paper needs the same number of cells in every row.
  return rows.filter((row) => row.length > 0).map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
}

function pictureOf(svg: string): Picture {
  const [, , width = '760', height = '240'] = (attribute(svg, 'viewBox') ?? '').split(/\s+/);
  return {
    width: Number(width) || 760,
    height: Number(height) || 240,
    paths: [...svg.matchAll(/<path\b[^>]*>/gi)].map(([path]) => {
      const [fill, stroke] = [attribute(path, 'fill'), attribute(path, 'stroke')];
      return {
        d: attribute(path, 'd') ?? '',
        fill: fill === 'none' ? null : fill,
        stroke: stroke === 'none' ? null : stroke,
      };
    }),
    texts: [...svg.matchAll(/<text\b([^>]*)>([\s\S]*?)<\/text>/gi)].map(([, attributes = '', text = '']) => ({
      x: Number(attribute(attributes, 'x')),
      y: Number(attribute(attributes, 'y')),
      text: plainText(text),
    })),
  };
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };

function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity)
    .replace(/[ \t\r\f]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}
