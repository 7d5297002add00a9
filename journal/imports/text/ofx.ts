// The tags and values of OFX and QFX, 1.x (SGML, where values have no closing tag) and 2.x (XML).
import { parseDate } from './time.ts';

const LONGEST_VALUE = 1 << 20;

/** What takes the tags of a file, in their order. */
export interface OfxTags {
  /** `name` with the slash of a closing tag, `raw` the text after it. */
  tag(name: string, raw: string): void;
  refuse(reason: string): void;
  end(): void;
}

export class OfxReader {
  readonly #statement: OfxTags;
  #buffer = '';
  #begun = false;
  #stopped = false;

  constructor(statement: OfxTags) {
    this.#statement = statement;
  }

  push(text: string): void {
    this.#buffer += text;
    this.#read(false);
  }

  end(): void {
    this.#read(true);
    this.#statement.end();
  }

  /** Reads every tag whose value is complete: the next tag has begun, or the file has ended. */
  #read(ended: boolean): void {
    if (this.#stopped) return;
    const text = this.#buffer;
    let at = this.#begun ? 0 : text.search(/<OFX[\s>]/i);
    if (at === -1) {
      if (!ended && text.length < LONGEST_VALUE) return;
      at = Math.max(text.search(/<[A-Z]/i), 0);
    }
    this.#begun = true;
    for (;;) {
      const open = tagStart(text, at);
      if (open === -1) break;
      if (text.charCodeAt(open + 1) === BANG && /^<!DOCTYPE|^<!ENTITY/i.test(text.slice(open, open + 9))) {
        this.#statement.refuse(
          'The file declares a document type (DOCTYPE), which statements do not need and attacks do: refused.',
        );
        this.#stopped = true;
        break;
      }
      const close = text.indexOf('>', open);
      if (close === -1) {
        at = open;
        break;
      }
      const next = valueEnd(text, close + 1);
      if (next === -1 && !ended) {
        at = open;
        break;
      }
      const value = text.slice(close + 1, next === -1 ? text.length : next);
      this.#statement.tag(text.slice(open + 1, close).trim(), value);
      at = next === -1 ? text.length : next;
    }
    if (text.length - at > LONGEST_VALUE) {
      this.#statement.refuse('A value of the file is longer than a megabyte and was cut.');
      at = text.length;
    }
    this.#buffer = ended || this.#stopped ? '' : text.slice(at);
  }
}

/** The next `<` that begins a tag: "a < b" does not. */
function tagStart(text: string, from: number): number {
  for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at + 1))
    if (beginsTag(text.charCodeAt(at + 1))) return at;
  return -1;
}

const BANG = 0x21;

/** A letter, `/`, `?` or `!`. */
function beginsTag(code: number): boolean {
  return (
    (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x2f || code === 0x3f || code === BANG
  );
}

/** Where a value ends: at the next tag that is not CDATA. */
function valueEnd(text: string, from: number): number {
  let at = tagStart(text, from);
  while (at !== -1 && text.startsWith(CDATA, at)) {
    const end = text.indexOf(']]>', at);
    if (end === -1) return -1;
    at = tagStart(text, end + 3);
  }
  return at;
}

/** `20231106120000.000[-5:EST]` is 6 November where the bank is, which is the day on its statement. */
export function ofxDate(text: string): string | null {
  if (text === '') return null;
  const digits = /^\s*(\d{4})(\d{2})(\d{2})/.exec(text);
  return parseDate(digits === null ? text : `${digits[1]}-${digits[2]}-${digits[3]}`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const CDATA = '<![CDATA[';

/** The text inside and around CDATA. One that never ends is left as it stands, and looked for once. */
function withoutCdata(raw: string): string {
  let text = '';
  let at = 0;
  for (let open = raw.indexOf(CDATA); open !== -1; open = raw.indexOf(CDATA, at)) {
    const close = raw.indexOf(']]>', open + CDATA.length);
    if (close === -1) break;
    text += raw.slice(at, open) + raw.slice(open + CDATA.length, close);
    at = close + 3;
  }
  return at === 0 ? raw : text + raw.slice(at);
}

/** Unescaped once, as the bank escaped it once. */
export function decodeText(raw: string): string {
  const text = withoutCdata(raw);
  if (!text.includes('&')) return text.trim();
  return text
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : whole;
    })
    .trim();
}
