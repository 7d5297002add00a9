import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ArchiveDamaged, ArchiveReader, ArchiveWriter } from './archive.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-'));
  path = join(folder, 'backup.zvbak');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text);

async function writeArchive(members: Readonly<Record<string, readonly Uint8Array[]>>): Promise<void> {
  const file = openSync(path, 'w');
  const archive = new ArchiveWriter(file);
  for (const [name, chunks] of Object.entries(members)) await archive.add(name, chunks);
  archive.finish('zvbak-salt:c2FsdA==');
  closeSync(file);
}

function reading<T>(look: (archive: ArchiveReader) => T): T {
  const archive = new ArchiveReader(path);
  try {
    return look(archive);
  } finally {
    archive.close();
  }
}

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const zeros = (count: number) => Buffer.alloc(count);

/** An archive byte by byte, as every backup so far was written: sizes in the 64-bit fields only. */
function archiveOf(members: Readonly<Record<string, string>>, method = 0): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const add = (...more: Buffer[]) => {
    parts.push(...more);
    at += more.reduce((sum, { length }) => sum + length, 0);
  };
  for (const [name, text] of Object.entries(members)) {
    const data = method === 0 ? bytes(text) : deflateRawSync(bytes(text));
    const fields = [u16(method), zeros(4), u32(crc32(bytes(text))), u32(0xffffffff), u32(0xffffffff), u16(name.length)];
    const sizes = [u64(text.length), u64(data.length)];
    directory.push(u32(0x02014b50), u16(45), u16(45), u16(0x0800), ...fields, u16(28), zeros(10), u32(0xffffffff));
    directory.push(bytes(name), u16(1), u16(24), ...sizes, u64(at));
    add(u32(0x04034b50), u16(45), u16(0x0800), ...fields, u16(20), bytes(name), u16(1), u16(16), ...sizes, data);
  }
  const [start, count] = [at, Object.keys(members).length];
  add(...directory);
  const [end, size] = [at, at - start];
  add(u32(0x06064b50), u64(44), u16(45), u16(45), zeros(8), u64(count), u64(count), u64(size), u64(start));
  add(u32(0x07064b50), zeros(4), u64(end), u32(1));
  add(u32(0x06054b50), zeros(4), u16(count), u16(count), u32(0xffffffff), u32(0xffffffff), u16(4), bytes('salt'));
  return Buffer.concat(parts);
}

describe('an archive', () => {
  it('gives back what was put in, in any order', async () => {
    const large = Buffer.alloc(3_000_000, 7);
    await writeArchive({ 'book.db': [large, bytes('end')], 'manifest.json': [bytes('{}'), zeros(0)], empty: [] });
    reading((archive) => {
      expect(archive.comment).toBe('zvbak-salt:c2FsdA==');
      expect(archive.text('manifest.json')).toBe('{}');
      expect(archive.text('empty')).toBe('');
      const pieces = [...archive.read('book.db')];
      expect(pieces.length, 'in pieces, never whole').toBeGreaterThan(1);
      expect(Buffer.concat(pieces).equals(Buffer.concat([large, bytes('end')]))).toBe(true);
    });
  });

  it('written byte by byte as the format says is read', () => {
    writeFileSync(path, archiveOf({ 'book.db': 'sealed', 'manifest.json': '{"a":1}' }));
    reading((archive) => {
      expect(archive.comment).toBe('salt');
      expect(archive.text('book.db')).toBe('sealed');
      expect(archive.text('manifest.json')).toBe('{"a":1}');
    });
  });

  it('says what is missing', async () => {
    await writeArchive({ one: [bytes('1')] });
    expect(() => reading((archive) => archive.text('two'))).toThrow('the backup has no two');
  });

  it.each(['one byte of it changed', 'its end cut off', 'nothing in it'])('is called damaged with %s', async (how) => {
    await writeArchive({ one: [bytes('some text that is long enough')] });
    const whole = readFileSync(path);
    if (how.startsWith('one')) whole[whole.indexOf('long')] = 0x4c;
    writeFileSync(path, how.startsWith('its') ? whole.subarray(0, -30) : how.startsWith('nothing') ? '' : whole);
    expect(() => reading((archive) => archive.text('one'))).toThrow(ArchiveDamaged);
  });

  it('that says it is larger than its file is called damaged before memory is taken for it', () => {
    const bytesOf = archiveOf({ one: 'text' });
    const size = bytesOf.indexOf('one', bytesOf.indexOf('one') + 3) + 3 + 4;
    bytesOf.writeBigUInt64LE(BigInt(2 ** 50), size);
    writeFileSync(path, bytesOf);
    expect(() => reading((archive) => [...archive.read('one')])).toThrow(/ends too early/);
    expect(() => reading((archive) => archive.text('one'))).toThrow("the backup's one is damaged");
  });

  it('whose directory says it is larger than its file is called damaged before memory is taken for it', () => {
    const bytesOf = archiveOf({ one: 'text' });
    const end = bytesOf.indexOf(u32(0x06064b50));
    bytesOf.writeBigUInt64LE(BigInt(2 ** 33), end + 40);
    writeFileSync(path, bytesOf);
    expect(() => reading((archive) => archive.text('one'))).toThrow(ArchiveDamaged);
  });

  it('that was packed by somebody else is not unfolded', () => {
    writeFileSync(path, archiveOf({ 'manifest.json': 'x'.repeat(1_000_000) }, 8));
    expect(() => reading((archive) => archive.text('manifest.json'))).toThrow('manifest.json is damaged');
  });
});
