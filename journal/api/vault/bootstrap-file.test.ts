import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickKdf } from '../test/quick-kdf.ts';
import { BootstrapFile } from './bootstrap-file.ts';
import { type Bootstrap, readBootstrap, writeBootstrap } from './bootstrap.ts';
import { newKeys } from './vault.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-bootstrap-'));
  path = join(folder, 'bootstrap.json');
  const made = await newKeys({ passphrase: 'a passphrase', now: new Date(), random: randomBytes, kdf: quickKdf });
  writeBootstrap(path, made.bootstrap);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const labels = ({ keys }: Bootstrap) => keys.map(({ label }) => label);
const withLabel = (more: string) => (current: Bootstrap) => ({
  ...current,
  keys: current.keys.map((key) => ({ ...key, label: `${key.label}${more}` })),
});

describe('bootstrap.json of an open vault', () => {
  it('takes changes in turn, each from what the one before left', async () => {
    const file = new BootstrapFile(path);
    await Promise.all(['a', 'b', 'c'].map((more) => file.change(withLabel(more))));
    expect(labels(file.current)).toEqual(['first keyabc']);
    expect(readBootstrap(path)).toEqual(file.current);
    expect(labels(readBootstrap(`${path}.bak`))).toEqual(['first keyab']);
  });

  it('has a lock in force before it is stored, and keeps it whatever was being stored meanwhile', async () => {
    const file = new BootstrapFile(path);
    const changing = file.change(withLabel('!'));
    const holding = file.hold((current) => ({ ...current, locked_by_person: true }));
    expect(file.current.locked_by_person).toBe(true);
    await changing;
    expect(file.current).toMatchObject({ locked_by_person: true, keys: [{ label: 'first key!' }] });
    await holding;
    expect(readBootstrap(path)).toEqual(file.current);
  });

  it('has nothing in force that could not be stored, and the next change is stored again', async () => {
    const file = new BootstrapFile(path);
    const failingChange = () => {
      throw new Error('no');
    };
    await expect(file.change(failingChange)).rejects.toThrow('no');
    await file.change(withLabel('?'));
    expect(labels(readBootstrap(path))).toEqual(['first key?']);
  });
});
