// Packages as the registry has them, for platforms that this machine is not: fetched once by npm, held to the hash of the lock,
// and read here.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface TarballRequest {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

const BLOCK = 512;

/** The plain files of a tar, by their paths without the first folder. */
function readTar(tar: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength);
  const files = new Map<string, Buffer>();
  const text = (from: number, length: number) =>
    bytes
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '');
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const type = text(at + 156, 1);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const prefix = text(at + 345, 155);
    const name = long ?? (prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`);
    long = undefined;
    // A name that is too long for its field comes in a record before it.
    if (type === 'x') long = /^\d+ path=(.*)$/m.exec(content.toString('utf8'))?.[1];
    else if (type === 'L') long = content.toString('utf8').replace(/\0.*$/s, '');
    else if (type === '0' || type === '') files.set(name.replace(/^[^/]+\//, ''), content);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

/** The files of a package; throws when npm cannot get it, or gets another than the one that was meant. */
export function fetchPackage({ name, version, integrity }: TarballRequest, cache: string): ReadonlyMap<string, Buffer> {
  const file = join(cache, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const args = ['pack', `${name}@${version}`, '--pack-destination', cache, '--loglevel=error'];
    try {
      execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'] });
    } catch {
      throw new Error(`${name}@${version} cannot be downloaded from the registry`);
    }
  }
  const tarball = readFileSync(file);
  const found = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (found !== integrity) {
    rmSync(file);
    throw new Error(`${name}@${version} does not match the lock: its hash differs`);
  }
  return readTar(gunzipSync(tarball));
}
