// Files that are JSON: read whole, since an answer of an API is a page and a journal's export is what one person wrote.
import type { TextReader } from './format.ts';
import type { Sink } from './sink.ts';

/** What is broken is reported, not thrown. */
export function readJson(sink: Sink, read: (parsed: unknown) => void): TextReader {
  let text = '';
  return {
    push: (more) => {
      text += more;
    },
    end: () => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        sink.log.breakOff('The JSON is broken: the download may be incomplete.');
        return;
      }
      read(parsed);
    },
  };
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rows under a name, each with its place in the list; what is no row is reported. */
export function rowsOf(value: unknown, sink: Sink, read: (fields: Fields, row: number) => void): void {
  if (!Array.isArray(value)) return;
  for (const [at, one] of (value as unknown[]).entries()) {
    if (isFields(one)) read(one, at + 1);
    else sink.invalid(at + 1, 'This is no trade');
    sink.finishRow(at + 1);
  }
}

/** A field as a cell: text, or a number as JSON writes it; '' for anything else. */
export function cellOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' && Number.isFinite(value)
      ? plain(value)
      : '';
}

/** Without an exponent, which no cell has. */
function plain(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(18).replace(/\.?0+$/, '') : text;
}

/** The texts of a list, or of a list that is written as text itself. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string' && value.trim().startsWith('[')) {
    try {
      return textsOf(JSON.parse(value));
    } catch {
      return [];
    }
  }
  if (!Array.isArray(value)) return [];
  return (value as unknown[])
    .map((one) => (isFields(one) ? cellOf(one, 'name') : typeof one === 'string' ? one.trim() : ''))
    .filter((text) => text !== '');
}
