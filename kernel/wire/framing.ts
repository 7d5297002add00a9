/**
 * Bytes to messages. A peer speaks one of two framings, detected from its first bytes and answered in kind: one JSON
 * text per line, or LSP-style `Content-Length` headers. Nothing a peer sends can make the reader hold more than
 * `maxBytes` of it: what is too long is counted past and reported, and the stream continues behind it.
 */

export type Framing = 'lines' | 'headers';

export type Frame =
  | { readonly kind: 'message'; readonly text: string }
  /** Bytes that carry no message. `oversized`: longer than allowed. `framing`: headers that say no length. */
  | { readonly kind: 'fault'; readonly fault: 'oversized' | 'framing'; readonly reason: string };

const DEFAULT_MAX_BYTES = 16 * 1024 * 1024;

/** A header block is two short lines; more than this is not one. */
const MAX_HEADER_BYTES = 8 * 1024;
const LF = 0x0a;
const HEADER_START = /content-length:/i;

/** Puts one message into the peer's framing. */
export function encodeFrame(framing: Framing, json: string): string {
  return framing === 'lines' ? `${json}\n` : `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

export class FrameReader {
  readonly #maxBytes: number;
  #framing: Framing | null = null;
  /** Bytes not yet part of a message, as they came: joined only when a message is complete. */
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes of an oversized body still to be passed over; `line`: up to the next line end. */
  #skipping: number | 'line' = 0;
  /** After a broken header block: bytes are dropped until something looks like the next one. */
  #lost = false;

  constructor(maxBytes: number = DEFAULT_MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Known from the first byte that is not blank; `lines` until then. */
  get framing(): Framing {
    return this.#framing ?? 'lines';
  }

  /** Takes what arrived and gives each frame it completes. */
  push(chunk: Buffer, take: (frame: Frame) => void): void {
    this.#framing ??= detect(chunk);
    if (this.#framing === 'headers') this.#headers(chunk, take);
    else this.#lines(chunk, take);
  }

  /** The stream has ended: a last line may lack its line end. */
  end(take: (frame: Frame) => void): void {
    const rest = this.#drain();
    if (rest.length === 0 || this.#skipping !== 0) return;
    if (this.framing === 'lines') return message(rest, take);
    take({ kind: 'fault', fault: 'framing', reason: 'the input ended inside a message' });
  }

  #lines(chunk: Buffer, take: (frame: Frame) => void): void {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(LF, from);
      const end = at === -1 ? chunk.length : at;
      if (this.#skipping === 0 && this.#held + end - from > this.#maxBytes) {
        this.#drain();
        this.#skipping = 'line';
        take(this.#oversizedFault());
      }
      if (at === -1) {
        if (this.#skipping === 0 && end > from) this.#hold(chunk.subarray(from));
        return;
      }
      if (this.#skipping !== 0) this.#skipping = 0;
      else if (this.#held === 0) message(chunk.subarray(from, at), take);
      else {
        this.#hold(chunk.subarray(from, at));
        message(this.#drain(), take);
      }
      from = at + 1;
    }
  }

  #headers(chunk: Buffer, take: (frame: Frame) => void): void {
    let rest: Buffer = chunk;
    while (rest.length > 0) {
      if (typeof this.#skipping === 'number' && this.#skipping > 0) {
        const skipped = Math.min(this.#skipping, rest.length);
        this.#skipping -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      if (this.#need !== null) {
        const wanted = this.#need - this.#held;
        this.#hold(rest.subarray(0, wanted));
        rest = rest.subarray(wanted);
        if (this.#held < this.#need) return;
        this.#need = null;
        message(this.#drain(), take);
        continue;
      }
      this.#hold(rest);
      rest = this.#header(this.#drain(), take);
    }
  }

  /** Length of the body being read; `null` between messages. */
  #need: number | null = null;

  /** Reads one header block; what follows it is returned, an unfinished one is held. */
  #header(bytes: Buffer, take: (frame: Frame) => void): Buffer {
    let block = bytes;
    if (this.#lost) {
      const at = block.toString('latin1').search(HEADER_START);
      if (at === -1) {
        this.#hold(block.subarray(Math.max(0, block.length - 'content-length:'.length)));
        return Buffer.alloc(0);
      }
      block = block.subarray(at);
      this.#lost = false;
    }
    const { headers, after } = headerBlock(block);
    if (headers === null) {
      if (block.length <= MAX_HEADER_BYTES) this.#hold(block);
      else this.#lose('a header block has no end', take);
      return Buffer.alloc(0);
    }
    // Blank lines between messages are harmless.
    if (headers.trim() === '') return block.subarray(after);
    const length = contentLength(headers);
    if (typeof length === 'string') {
      this.#lose(length, take);
    } else if (length > this.#maxBytes) {
      this.#skipping = length;
      take(this.#oversizedFault());
    } else if (length === 0) {
      take({ kind: 'message', text: '' });
    } else {
      this.#need = length;
    }
    return block.subarray(after);
  }

  #lose(reason: string, take: (frame: Frame) => void): void {
    this.#lost = true;
    take({ kind: 'fault', fault: 'framing', reason });
  }

  #oversizedFault(): Frame {
    return { kind: 'fault', fault: 'oversized', reason: `a message may have at most ${this.#maxBytes} bytes` };
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#held += bytes.length;
  }

  #drain(): Buffer {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#held = 0;
    return bytes;
  }
}

/** By the first byte that is not blank: a letter opens a header, anything else a line of JSON (or of nonsense). */
function detect(chunk: Buffer): Framing | null {
  for (const byte of chunk) {
    if (byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === LF) continue;
    return byte === 0x43 || byte === 0x63 ? 'headers' : 'lines';
  }
  return null;
}

/** Blank lines are no messages. */
function message(bytes: Buffer, take: (frame: Frame) => void): void {
  const text = bytes.toString('utf8').trim();
  if (text !== '') take({ kind: 'message', text });
}

/** The text up to the first empty line, whichever line ends are used, and where the body starts. */
function headerBlock(bytes: Buffer): { readonly headers: string | null; readonly after: number } {
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const start = at === 0 || bytes.subarray(0, at).toString('latin1').trim() === '';
    if (start) return { headers: '', after: at + 1 };
    const next = bytes[at + 1] === 0x0d ? at + 2 : at + 1;
    if (bytes[next] === LF) return { headers: bytes.toString('latin1', 0, at), after: next + 1 };
  }
  return { headers: null, after: 0 };
}

/** The length a header block announces, or what is wrong with it. */
function contentLength(headers: string): number | string {
  let length: number | undefined;
  for (const line of headers.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === -1) return 'a header line has no colon';
    if (line.slice(0, colon).trim().toLowerCase() !== 'content-length') continue;
    const value = line.slice(colon + 1).trim();
    if (!/^\d{1,15}$/.test(value)) return 'Content-Length is not a whole number';
    length = Number(value);
  }
  return length ?? 'there is no Content-Length header';
}
