// The zip that xlsx and ods files are: its directory is read first, a member only when it is asked for, in chunks, and never
// more of it than the directory promised or the limits allow. So a small file that unpacks to gigabytes costs nothing.

import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';
import { refuseDamage, WorkbookError } from './cell.ts';

export interface Member {
  readonly name: string;
  /** Unpacked, as the directory says. */
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  readonly crc: number;
  readonly headerAt: number;
  readonly isEncrypted: boolean;
}

export interface ZipLimits {
  /** Bytes that one member may unpack to. */
  readonly mostUnpacked: number;
  /** Beyond `freeUnpacked` bytes a member may unpack to this many times its size. */
  readonly mostRatio: number;
  readonly freeUnpacked: number;
  /** Parts in all; absent: 10,000. */
  readonly mostMembers?: number;
}

/** A sheet of a million rows is about 400 MB of XML; XML of a table packs to a tenth or a twentieth, a bomb to a thousandth. */
const LIMITS: ZipLimits = { mostUnpacked: 1 << 29, mostRatio: 150, freeUnpacked: 16 << 20 };

const MOST_MEMBERS = 10_000;

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Packed bytes at a time: no more than 4 MB come out of so few, a tenth of that as a rule. */
const CHUNK = 4 << 10;

const DAMAGED = 'The file is damaged: it is a zip whose table of contents cannot be read. Download it again.';

export class Zip {
  readonly members: ReadonlyMap<string, Member>;
  readonly #bytes: Uint8Array;
  readonly #limits: ZipLimits;

  constructor(bytes: Uint8Array, limits: ZipLimits = LIMITS) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.members = refuseDamage(DAMAGED, () => readDirectory(bytes, limits.mostMembers ?? MOST_MEMBERS));
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** A small member as text. */
  text(name: string): string {
    const decoder = new TextDecoder();
    let text = '';
    for (const chunk of this.chunks(name)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }

  /** A member's unpacked bytes; refuses one that is damaged or larger than it may be. */
  *chunks(name: string): Generator<Uint8Array> {
    const member = this.members.get(name);
    if (member === undefined) throw new WorkbookError(`The file has no part "${name}": it is damaged or incomplete.`);
    if (member.isEncrypted) {
      throw new WorkbookError('The file is protected by a password. Save it without one, then import it again.');
    }
    this.#refuseBomb(member, member.size);
    let size = 0;
    let crc = 0;
    for (const chunk of unpack(member, this.#packed(member))) {
      size += chunk.length;
      this.#refuseBomb(member, size);
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (size !== member.size || crc !== member.crc) {
      throw new WorkbookError(`The file is damaged: its part "${name}" is not what it was. Download it again.`);
    }
  }

  #refuseBomb(member: Member, size: number): void {
    const { mostUnpacked, mostRatio, freeUnpacked } = this.#limits;
    if (size <= freeUnpacked || (size <= mostUnpacked && size <= member.packed * mostRatio)) return;
    const megabytes = Math.round(size / 2 ** 20);
    throw new WorkbookError(`The part "${member.name}" would unpack to ${megabytes} MB or more: refused.`);
  }

  #packed({ name, headerAt, packed }: Member): Uint8Array {
    const bytes = this.#bytes;
    const view = viewOf(bytes);
    if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== LOCAL_HEADER)
      throw new WorkbookError(DAMAGED);
    const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
    if (start + packed > bytes.length) {
      throw new WorkbookError(`The file is cut off inside its part "${name}". Download it again.`);
    }
    return bytes.subarray(start, start + packed);
  }
}

function* unpack(member: Member, packed: Uint8Array): Generator<Uint8Array> {
  if (member.method === 0) {
    for (let at = 0; at < packed.length; at += CHUNK) yield packed.subarray(at, at + CHUNK);
    return;
  }
  if (member.method !== 8) {
    throw new WorkbookError(
      `The part "${member.name}" is packed in a way this program does not read (${member.method}).`,
    );
  }
  const ready: Uint8Array[] = [];
  const inflate = new Inflate((chunk) => {
    if (chunk.length > 0) ready.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += CHUNK) {
      inflate.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length);
      yield* ready.splice(0);
    }
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError(`The file is damaged: its part "${member.name}" cannot be unpacked. Download it again.`);
  }
}

function readDirectory(bytes: Uint8Array, mostMembers: number): Map<string, Member> {
  const view = viewOf(bytes);
  const end = findEnd(view);
  let count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff) {
    const locator = end - 20;
    if (locator < 0 || view.getUint32(locator, true) !== ZIP64_LOCATOR) throw new WorkbookError(DAMAGED);
    const end64 = wholeNumber(view.getBigUint64(locator + 8, true));
    if (view.getUint32(end64, true) !== ZIP64_END) throw new WorkbookError(DAMAGED);
    count = wholeNumber(view.getBigUint64(end64 + 32, true));
    at = wholeNumber(view.getBigUint64(end64 + 48, true));
  }
  if (count > mostMembers) throw new WorkbookError(`The file has ${count} parts, more than any we know: refused.`);
  const members = new Map<string, Member>();
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new WorkbookError(DAMAGED);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const extraAt = at + 46 + nameLength;
    const name = new TextDecoder().decode(bytes.subarray(at + 46, extraAt)).replaceAll('\\', '/');
    // Of two parts of one name another program might read the other one.
    if (members.has(name)) throw new WorkbookError(`The file has two parts "${name}": refused.`);
    const sizes = readSizes(view, at, extraAt, extraAt + extraLength);
    members.set(name, {
      name,
      ...sizes,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    });
    at = extraAt + extraLength + view.getUint16(at + 32, true);
  }
  return members;
}

/** Sizes and place; those that need more than 32 bits stand in the entry's extra field, in this order. */
function readSizes(view: DataView, entry: number, extraFrom: number, extraTo: number) {
  let size = view.getUint32(entry + 24, true);
  let packed = view.getUint32(entry + 20, true);
  let headerAt = view.getUint32(entry + 42, true);
  for (let at = extraFrom; at + 4 <= extraTo; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let next = at + 4;
    const read = () => {
      const value = wholeNumber(view.getBigUint64(next, true));
      next += 8;
      return value;
    };
    if (size === 0xffffffff) size = read();
    if (packed === 0xffffffff) packed = read();
    if (headerAt === 0xffffffff) headerAt = read();
  }
  return { size, packed, headerAt };
}

/** The end record stands before a comment of at most 64 kB. */
function findEnd(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new WorkbookError('The file is cut off: it begins as a zip and has no table of contents. Download it again.');
}

function wholeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new WorkbookError(DAMAGED);
  return Number(value);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
