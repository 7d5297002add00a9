// XML read as a stream, without what makes XML dangerous: a document type is refused, so no entity can be declared,
// fetched or multiplied. A file cut short gives what came before the cut, and says where it ended.
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text(text: string): void;
  close(name: string): void;
}

const DOCTYPE = 'The file declares a document type (DOCTYPE), which statements do not need and attacks do: refused.';

/** Deeper nesting is not a statement; it only costs memory. */
const DEEPEST = 200;
const LONGEST_TEXT = 16 << 20;

export class XmlReader {
  readonly #parser = new SaxesParser();
  #fault: string | null = null;
  #depth = 0;
  #begun = false;
  /** Characters since the last tag. */
  #silent = 0;

  constructor(handler: XmlHandler) {
    const parser = this.#parser;
    parser.on('doctype', () => {
      this.#stop(DOCTYPE);
    });
    parser.on('error', (error) => {
      this.#stop(`The XML is broken at line ${parser.line}: ${error.message.replace(/^\d+:\d+:\s*/, '')}`);
    });
    parser.on('opentag', (tag) => {
      if (this.#fault !== null) return;
      this.#begun = true;
      this.#silent = 0;
      if (++this.#depth > DEEPEST) return this.#stop(`The XML nests deeper than ${DEEPEST} levels: refused.`);
      handler.open(localName(tag.name), tag.attributes, parser.line);
    });
    parser.on('closetag', (tag) => {
      this.#depth--;
      this.#silent = 0;
      if (this.#fault === null) handler.close(localName(tag.name));
    });
    const text = (part: string) => {
      if (this.#fault === null) handler.text(part);
    };
    parser.on('text', text);
    parser.on('cdata', text);
  }

  /** What stopped the reading, or null. */
  get fault(): string | null {
    return this.#fault;
  }

  push(text: string): void {
    if (this.#fault !== null) return;
    // Seen before it is read: a document type of many megabytes must not be collected first.
    if (!this.#begun && /<!DOCTYPE/i.test(text)) return this.#stop(DOCTYPE);
    this.#silent += text.length;
    if (this.#silent > LONGEST_TEXT) return this.#stop('The XML has a text or tag of many megabytes: refused.');
    this.#guard(() => this.#parser.write(text));
  }

  end(): void {
    if (this.#fault !== null) return;
    this.#guard(() => this.#parser.close());
  }

  #stop(fault: string): void {
    this.#fault ??= fault;
  }

  #guard(step: () => unknown): void {
    try {
      step();
    } catch (error) {
      this.#stop(`The XML is broken: ${error instanceof Error ? error.message : 'unreadable'}`);
    }
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
