// Which characters the bytes mean. Statements come as UTF-8, UTF-16 from Excel, and Windows-1252 from older systems;
// Windows-1252 is a superset of Latin-1 as used in practice and has a character for every byte, so it ends the search.
import { TextDecoder } from 'node:util';

interface DetectedEncoding {
  readonly encoding: string;
  /** Bytes of a byte-order mark to drop. */
  readonly mark: number;
}

/** What the first bytes show beyond doubt: a byte-order mark, or UTF-16 by its zero bytes. */
function sniff(head: Uint8Array): DetectedEncoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  let even = 0;
  let odd = 0;
  const length = Math.min(head.length, 512);
  for (let i = 0; i < length; i++) {
    if (head[i] !== 0) continue;
    if (i % 2 === 0) even++;
    else odd++;
  }
  if (odd > length / 5 && even === 0) return { encoding: 'utf-16le', mark: 0 };
  if (even > length / 5 && odd === 0) return { encoding: 'utf-16be', mark: 0 };
  return null;
}

/** The encoding a file claims, `<?xml encoding="…"?>` or OFX 1's `CHARSET:`, for bytes that are not UTF-8. */
function readClaim(head: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(head.subarray(0, 1024));
  const xml = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/i.exec(start)?.[1];
  const ofx = /^CHARSET:\s*([\w-]+)/im.exec(start)?.[1];
  const name = xml ?? (ofx === undefined ? undefined : /^\d{3,5}$/.test(ofx) ? `windows-${ofx}` : ofx);
  if (name === undefined || /^utf|^ucs/i.test(name)) return LAST_RESORT;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return LAST_RESORT;
  }
}

const LAST_RESORT = 'windows-1252';

/**
 * Decodes chunk by chunk: UTF-8 while the bytes are UTF-8, from the first chunk that is not on as the file claims.
 * Files lie about it both ways, but text in another encoding is hardly ever valid UTF-8.
 */
export class TextReader {
  #decoder: TextDecoder | null = null;
  #guessing = false;
  #encoding = 'utf-8';
  #claimed = LAST_RESORT;
  /** The bytes of a UTF-8 character cut by the chunk's end. */
  #rest: Uint8Array = new Uint8Array();

  get encoding(): string {
    return this.#encoding;
  }

  read(bytes: Uint8Array): string {
    if (this.#decoder === null) bytes = this.#open(bytes);
    if (!this.#guessing) return this.#decoder?.decode(bytes, { stream: true }) ?? '';
    const joined = this.#rest.length === 0 ? bytes : concat(this.#rest, bytes);
    const whole = joined.length - cutCharacter(joined);
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(joined.subarray(0, whole));
      this.#rest = joined.slice(whole);
      return text;
    } catch {
      return this.#settle(joined);
    }
  }

  end(): string {
    if (this.#decoder === null) return '';
    if (this.#guessing) return this.#rest.length === 0 ? '' : this.#settle(this.#rest);
    return this.#decoder.decode();
  }

  #open(bytes: Uint8Array): Uint8Array {
    const found = sniff(bytes);
    this.#guessing = found === null || found.encoding === 'utf-8';
    this.#encoding = found?.encoding ?? 'utf-8';
    this.#claimed = readClaim(bytes);
    this.#decoder = new TextDecoder(this.#encoding, { ignoreBOM: true });
    return bytes.subarray(found?.mark ?? 0);
  }

  #settle(bytes: Uint8Array): string {
    this.#guessing = false;
    this.#encoding = this.#claimed;
    this.#decoder = new TextDecoder(this.#encoding);
    this.#rest = new Uint8Array();
    return this.#decoder.decode(bytes, { stream: true });
  }
}

export function decodeText(bytes: Uint8Array): string {
  const reader = new TextReader();
  return reader.read(bytes) + reader.end();
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** How many bytes at the end belong to a UTF-8 character that is not complete yet. */
function cutCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needs > back ? back : 0;
    }
  }
  return 0;
}
