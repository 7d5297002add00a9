// A zip file with nothing of the day or the machine in it: names in order, one time, given modes. `fflate` and other
// tools write the current time or lose the modes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

export interface ZipFile {
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

/** The first day that a zip file knows. */
const DATE = (1 << 5) | 1;
const VERSION = 20;
const UNIX = 3 << 8;
const UTF8 = 0x0800;
const deflate = promisify(deflateRaw);

/** Large files are the same from build to build: their compressed form is cached. */
const WORTH_KEEPING = 4 * 1024 * 1024;

async function deflateCached(content: Uint8Array, cache: string): Promise<Uint8Array> {
  if (content.length < WORTH_KEEPING) return deflate(content, { level: 9 });
  const hash = createHash('sha256').update(content).digest('hex');
  const cached = join(cache, `${hash}.zlib-${process.versions.zlib}`);
  if (existsSync(cached)) return readFileSync(cached);
  const made = await deflate(content, { level: 9 });
  mkdirSync(cache, { recursive: true });
  writeFileSync(cached, made);
  return made;
}

/** The files by their names; `cache` is a folder for what took long to pack. */
export async function zip(files: Readonly<Record<string, ZipFile>>, cache: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of Object.keys(files).toSorted()) {
    const { content, isExecutable = false } = files[name] as ZipFile;
    const data = await deflateCached(content, cache);
    const stored = data.length < content.length ? { method: 8, data } : { method: 0, data: content };
    const named = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(VERSION, 0);
    head.writeUInt16LE(UTF8, 2);
    head.writeUInt16LE(stored.method, 4);
    head.writeUInt16LE(DATE, 8);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(stored.data.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(named.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, named]);
    const entry = Buffer.alloc(14);
    // The Unix mode of a plain file, in the upper half.
    entry.writeUInt32LE(((0o100000 | (isExecutable ? 0o755 : 0o644)) << 16) >>> 0, 6);
    entry.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(UNIX | VERSION, 0);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), made, head, entry, named]));
    parts.push(local, stored.data);
    offset += local.length + stored.data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end]);
}
