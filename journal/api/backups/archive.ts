// A backup file is a ZIP whose members are stored, not deflated (they are encrypted, and do not shrink). Written from
// front to back; sizes and checksums are filled in afterwards, and the 64-bit fields are used so that no book is too big.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const END64_LOCATOR = 0x07064b50;
const IN_EXTRA = 0xffffffff;

interface Member {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly crc: number;
  /** Whether its bytes stand there as they are. */
  readonly isStored: boolean;
}

export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged';
}

const extra64 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(4 + values.length * 8);
  buffer.writeUInt16LE(1, 0);
  buffer.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => buffer.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return buffer;
};

export class ArchiveWriter {
  readonly #file: number;
  readonly #members: Member[] = [];
  #position = 0;

  constructor(file: number) {
    this.#file = file;
  }

  async add(name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Member> {
    const offset = this.#position;
    this.#append(this.#localHeader(name, 0, 0));
    let size = 0;
    let crc = 0;
    for await (const chunk of chunks) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      this.#append(chunk);
    }
    writeAll(this.#file, this.#localHeader(name, size, crc), offset);
    const member = { name, offset, size, crc, isStored: true };
    this.#members.push(member);
    return member;
  }

  finish(comment: string): void {
    const start = this.#position;
    for (const member of this.#members) this.#append(this.#centralHeader(member));
    const size = this.#position - start;
    const count = this.#members.length;

    const end64 = Buffer.alloc(56);
    const end64At = this.#position;
    end64.writeUInt32LE(END64, 0);
    end64.writeBigUInt64LE(44n, 4);
    end64.writeUInt16LE(45, 12);
    end64.writeUInt16LE(45, 14);
    end64.writeBigUInt64LE(BigInt(count), 24);
    end64.writeBigUInt64LE(BigInt(count), 32);
    end64.writeBigUInt64LE(BigInt(size), 40);
    end64.writeBigUInt64LE(BigInt(start), 48);
    this.#append(end64);

    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(END64_LOCATOR, 0);
    locator.writeBigUInt64LE(BigInt(end64At), 8);
    locator.writeUInt32LE(1, 16);
    this.#append(locator);

    const note = Buffer.from(comment, 'utf8');
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(IN_EXTRA, 12);
    end.writeUInt32LE(IN_EXTRA, 16);
    end.writeUInt16LE(note.length, 20);
    this.#append(Buffer.concat([end, note]));
  }

  #append(bytes: Uint8Array): void {
    writeAll(this.#file, bytes, this.#position);
    this.#position += bytes.length;
  }

  #localHeader(name: string, size: number, crc: number): Buffer {
    const title = Buffer.from(name, 'utf8');
    const extra = extra64(size, size);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL, 0);
    header.writeUInt16LE(45, 4);
    header.writeUInt16LE(0x0800, 6);
    header.writeUInt32LE(crc, 14);
    header.writeUInt32LE(IN_EXTRA, 18);
    header.writeUInt32LE(IN_EXTRA, 22);
    header.writeUInt16LE(title.length, 26);
    header.writeUInt16LE(extra.length, 28);
    return Buffer.concat([header, title, extra]);
  }

  #centralHeader({ name, offset, size, crc }: Member): Buffer {
    const title = Buffer.from(name, 'utf8');
    const extra = extra64(size, size, offset);
    const header = Buffer.alloc(46);
    header.writeUInt32LE(CENTRAL, 0);
    header.writeUInt16LE(45, 4);
    header.writeUInt16LE(45, 6);
    header.writeUInt16LE(0x0800, 8);
    header.writeUInt32LE(crc, 16);
    header.writeUInt32LE(IN_EXTRA, 20);
    header.writeUInt32LE(IN_EXTRA, 24);
    header.writeUInt16LE(title.length, 28);
    header.writeUInt16LE(extra.length, 30);
    header.writeUInt32LE(IN_EXTRA, 42);
    return Buffer.concat([header, title, extra]);
  }
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

const CHUNK = 1024 * 1024;
/** A manifest has a few kilobytes. */
const LONGEST_TEXT = 16 * 1024 * 1024;
/** A directory has five members. */
const LONGEST_DIRECTORY = 1024 * 1024;

export class ArchiveReader {
  readonly #file: number;
  readonly #members = new Map<string, Member>();
  readonly comment: string;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      this.comment = this.#readDirectory();
    } catch (error) {
      this.close();
      throw error instanceof ArchiveDamaged
        ? error
        : new ArchiveDamaged('the backup file is not complete: it was cut off or is not a Zorivest backup');
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The member's bytes in pieces; throws at the end when the checksum is wrong. */
  *read(name: string): Generator<Buffer> {
    const member = this.#members.get(name);
    if (!member) throw new ArchiveDamaged(`the backup has no ${name}`);
    if (!member.isStored) throw new ArchiveDamaged(`the backup's ${name} is damaged: it was packed by somebody else`);
    const header = this.#bytes(member.offset, 30);
    if (header.readUInt32LE(0) !== LOCAL) throw new ArchiveDamaged(`the backup's ${name} is not where it should be`);
    let position = member.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    let crc = 0;
    for (let left = member.size; left > 0;) {
      const chunk = this.#bytes(position, Math.min(CHUNK, left));
      crc = crc32(chunk, crc);
      yield chunk;
      position += chunk.length;
      left -= chunk.length;
    }
    if (crc !== member.crc) throw new ArchiveDamaged(`the backup's ${name} is damaged`);
  }

  /** A whole member; what is too large to be a text of ours is not read into memory. */
  text(name: string): string {
    if ((this.#members.get(name)?.size ?? 0) > LONGEST_TEXT)
      throw new ArchiveDamaged(`the backup's ${name} is damaged`);
    return Buffer.concat([...this.read(name)]).toString('utf8');
  }

  #readDirectory(): string {
    const { size } = fstatSync(this.#file);
    const tailAt = Math.max(0, size - 22 - 65_535);
    const tail = this.#bytes(tailAt, size - tailAt);
    const endAt = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (endAt < 20) throw new ArchiveDamaged('the backup file is not complete: its directory is missing');
    const comment = tail.toString('utf8', endAt + 22, endAt + 22 + tail.readUInt16LE(endAt + 20));
    const end64At = Number(tail.readBigUInt64LE(endAt - 20 + 8));
    const end64 = this.#bytes(end64At, 56);
    if (end64.readUInt32LE(0) !== END64) throw new ArchiveDamaged('the backup file has a damaged directory');
    const directorySize = Number(end64.readBigUInt64LE(40));
    if (directorySize > LONGEST_DIRECTORY) throw new ArchiveDamaged('the backup file has a damaged directory');
    const directory = this.#bytes(Number(end64.readBigUInt64LE(48)), directorySize);
    for (let at = 0; at < directory.length;) {
      if (directory.readUInt32LE(at) !== CENTRAL) throw new ArchiveDamaged('the backup file has a damaged directory');
      const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
      const extraAt = nameEnd + 4;
      const name = directory.toString('utf8', at + 46, nameEnd);
      this.#members.set(name, {
        name,
        isStored: directory.readUInt16LE(at + 10) === 0,
        crc: directory.readUInt32LE(at + 16),
        size: Number(directory.readBigUInt64LE(extraAt)),
        offset: Number(directory.readBigUInt64LE(extraAt + 16)),
      });
      at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    return comment;
  }

  #bytes(at: number, length: number): Buffer {
    const buffer = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const got = readSync(this.#file, buffer, done, length - done, at + done);
      if (got === 0) throw new ArchiveDamaged('the backup file is not complete: it ends too early');
      done += got;
    }
    return buffer;
  }
}
