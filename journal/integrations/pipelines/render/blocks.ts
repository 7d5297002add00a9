/** What a report's HTML says, without how it looks: the structure a PDF is built from. */
import { type Colours, coloursIn, type Label, labelAt, type Mark, markOf } from './drawing.ts';
import { attribute, htmlTokens, readable, type Token } from './html-tokens.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly texts: readonly (Label & { readonly text: string })[];
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'text' | 'item'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly isHeaded: boolean }
  | { readonly kind: 'picture'; readonly picture: Picture };

type OpenPicture = { -readonly [K in keyof Picture]: Picture[K] extends readonly (infer T)[] ? T[] : Picture[K] };

const TEXT_BLOCKS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'li', 'figcaption', 'pre', 'blockquote', 'div']);

export function blocksOf(html: string): Block[] {
  const reading = new Reading();
  for (const token of htmlTokens(html)) reading.take(token);
  return reading.end();
}

class Reading {
  readonly #blocks: Block[] = [];
  #text = '';
  #tag = '';
  #rows: string[][] | null = null;
  /** The first row names the columns. */
  #isHeaded = false;
  #picture: OpenPicture | null = null;
  /** The colours of the groups that are open. */
  readonly #groups: Colours[] = [];
  /** Where in a picture the words stand that come next. */
  #label: Label | null = null;

  take(token: Token): void {
    if (token.kind === 'text') {
      this.#text += token.text;
      return;
    }
    const { kind, name, attributes } = token;
    if (this.#picture !== null || name === 'svg') this.#takePicture(kind, name, attributes);
    else if (name === 'table') this.#takeTable(kind);
    else if (this.#rows !== null) this.#takeCell(kind, name);
    else if (name === 'br') this.#text += '\n';
    else if (TEXT_BLOCKS.has(name)) {
      this.#finishText();
      this.#tag = kind === 'open' ? name : '';
    } else this.#text += ' ';
  }

  end(): Block[] {
    this.#finishTable();
    this.#finishPicture();
    this.#finishText();
    return this.#blocks;
  }

  #finishText(): void {
    const text = readable(this.#text);
    this.#text = '';
    if (text === '') return;
    const level = this.#tag === 'figcaption' ? 3 : Number(/^h([1-6])$/.exec(this.#tag)?.[1] ?? 0);
    if (level > 0) this.#blocks.push({ kind: 'heading', level: level === 1 ? 1 : level === 2 ? 2 : 3, text });
    else this.#blocks.push({ kind: this.#tag === 'li' ? 'item' : 'text', text });
  }

  #takeTable(kind: 'open' | 'close'): void {
    if (kind === 'close') return this.#finishTable();
    this.#finishTable();
    this.#finishText();
    this.#rows = [];
    this.#isHeaded = false;
  }

  #takeCell(kind: 'open' | 'close', name: string): void {
    const row = this.#rows?.at(-1);
    if (name === 'tr' || name === 'td' || name === 'th') {
      this.#finishCell();
      if (kind === 'open' && name === 'tr') this.#rows?.push([]);
      // The cell's words follow; until then it is empty.
      if (kind === 'open' && name !== 'tr') row?.push('');
      if (kind === 'open' && name === 'th') this.#isHeaded ||= this.#rows?.length === 1;
    } else this.#text += name === 'br' ? '\n' : ' ';
  }

  #finishCell(): void {
    const row = this.#rows?.at(-1);
    if (row !== undefined && row.length > 0) row[row.length - 1] += readable(this.#text);
    this.#text = '';
  }

  #finishTable(): void {
    if (this.#rows === null) return;
    this.#finishCell();
    const rows = this.#rows.filter((row) => row.length > 0);
    this.#rows = null;
    // A table on paper needs the same number of cells in every row.
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
    for (const row of rows) while (row.length < width) row.push('');
    if (rows.length > 0) this.#blocks.push({ kind: 'table', rows, isHeaded: this.#isHeaded });
  }

  #takePicture(kind: 'open' | 'close', name: string, attributes: string): void {
    if (name === 'svg') {
      this.#finishPicture();
      if (kind === 'open') this.#openPicture(attributes);
    } else if (name === 'text') {
      this.#finishLabel();
      if (kind === 'open') this.#label = labelAt(attributes);
    } else if (name === 'g') {
      // An empty one has no end of its own.
      if (kind === 'close') this.#groups.pop();
      else if (!attributes.endsWith('/')) this.#groups.push(coloursIn(attributes, this.#groups.at(-1)));
    } else if (kind === 'open') {
      const mark = markOf(name, attributes, this.#groups.at(-1));
      if (mark !== undefined) this.#picture?.marks.push(mark);
    }
  }

  #openPicture(attributes: string): void {
    this.#finishText();
    const [, , width = '760', height = '240'] = (attribute(attributes, 'viewBox') ?? '').split(/\s+/);
    this.#groups.length = 0;
    this.#picture = { width: Number(width) || 760, height: Number(height) || 240, marks: [], texts: [] };
  }

  #finishLabel(): void {
    if (this.#label !== null) this.#picture?.texts.push({ ...this.#label, text: readable(this.#text) });
    this.#label = null;
    this.#text = '';
  }

  #finishPicture(): void {
    if (this.#picture === null) return;
    this.#finishLabel();
    this.#blocks.push({ kind: 'picture', picture: this.#picture });
    this.#picture = null;
  }
}
