import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBackup, markCopyFolder } from './copies.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-copies-'));
  mkdirSync(join(folder, 'second'));
  file = join(folder, 'book.zvbak');
  // More than one piece, and no whole number of them.
  writeFileSync(file, Buffer.alloc(2.5 * 1024 * 1024, 'backup'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a backup in a second place', () => {
  it('is the same byte for byte, and leaves nothing half behind', async () => {
    const second = join(folder, 'second');
    markCopyFolder(second, 'b1');
    expect(await copyBackup(file, second, 'b1')).toBeNull();
    expect(readFileSync(join(second, 'book.zvbak')).equals(readFileSync(file))).toBe(true);
    expect(readdirSync(second).toSorted()).toEqual(['book.zvbak', 'zorivest-backups.json']);
  });

  it('is copied while others get their turn: a slow stick blocks no other request', async () => {
    const second = join(folder, 'second');
    markCopyFolder(second, 'b1');
    let turns = 0;
    const other = () => {
      turns += 1;
      next = setImmediate(other);
    };
    let next = setImmediate(other);
    await copyBackup(file, second, 'b1');
    clearImmediate(next);
    expect(turns).toBeGreaterThan(0);
  });

  it('is not written where the mark is missing', async () => {
    expect(await copyBackup(file, join(folder, 'second'), 'b1')).toContain('lost its mark');
    expect(readdirSync(join(folder, 'second'))).toEqual([]);
  });
});
