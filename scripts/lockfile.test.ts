import { describe, expect, it } from 'vitest';
import { lockFaults, resolveEntry, type LockEntries } from './lockfile.ts';

const integrity = 'sha512-x';
const whole: LockEntries = {
  '': { devDependencies: { bundler: '^2.0.0' } },
  'node_modules/bundler': {
    version: '2.1.0',
    integrity,
    optionalDependencies: { '@bundler/linux-arm64': '2.1.0', '@bundler/linux-x64': '2.1.0' },
  },
  'node_modules/@bundler/linux-arm64': { version: '2.1.0', integrity },
  'node_modules/@bundler/linux-x64': { version: '2.1.0', integrity },
};

const without = (key: string): LockEntries =>
  Object.fromEntries(Object.entries(whole).filter(([other]) => other !== key));

describe('the lock, checked alone', () => {
  it('passes when it has every package of every platform with its integrity', () => {
    expect(lockFaults(whole, {})).toEqual([]);
  });

  it('names the binding of another platform that is left out', () => {
    expect(lockFaults(without('node_modules/@bundler/linux-arm64'), {})).toEqual([
      '@bundler/linux-arm64@2.1.0, asked for by bundler, is not in the lock: run `npm run lock`',
    ]);
  });

  it('names an entry without integrity', () => {
    const bare = { ...whole, 'node_modules/@bundler/linux-x64': { version: '2.1.0' } };
    expect(lockFaults(bare, {})).toEqual(['@bundler/linux-x64@2.1.0 has no integrity: run `npm run lock`']);
  });

  it('names a binding of another version than its package asks for', () => {
    const mixed = { ...whole, 'node_modules/@bundler/linux-x64': { version: '2.0.9', integrity } };
    expect(lockFaults(mixed, {})).toEqual([
      '@bundler/linux-x64@2.1.0, asked for by bundler, is not in the lock: run `npm run lock`',
    ]);
  });

  it('names what package.json asks for and the lock does not have', () => {
    expect(lockFaults(without('node_modules/bundler'), {})).toEqual([
      'bundler@^2.0.0, asked for by package.json, is not in the lock: run `npm run lock`',
    ]);
  });

  it('takes the version of a workspace package from its folder', () => {
    const workspace: LockEntries = {
      'journal/cli': { version: '0.1.0', dependencies: { '@ours/api': '0.1.0' } },
      'journal/api': { version: '0.1.0' },
      'node_modules/@ours/api': { link: true, resolved: 'journal/api' },
    };
    expect(lockFaults(workspace, {})).toEqual([]);
    expect(lockFaults({ ...workspace, 'journal/api': { version: '0.2.0' } }, {})).toHaveLength(1);
  });

  it('leaves out a peer that is optional', () => {
    const peer = { version: '1.0.0', integrity, peerDependencies: { ui: '1.0.0' } };
    const optional = { ...peer, peerDependenciesMeta: { ui: { optional: true } } };
    expect(lockFaults({ 'node_modules/plugin': optional }, {})).toEqual([]);
    expect(lockFaults({ 'node_modules/plugin': peer }, {})).toHaveLength(1);
  });

  it('asks for the reason of an override', () => {
    expect(lockFaults(whole, { overrides: { bundler: '2.1.0' } })).toEqual([
      'the override of bundler gives no reason under "//overrides"',
    ]);
  });
});

describe('where a dependency is found', () => {
  it('is the nearest node_modules, then those above', () => {
    const entries: LockEntries = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b/node_modules/a': { version: '2.0.0' },
      'node_modules/b/node_modules/c': { version: '1.0.0' },
    };
    expect(resolveEntry(entries, 'node_modules/b/node_modules/c', 'a')).toBe('node_modules/b/node_modules/a');
    expect(resolveEntry(entries, 'node_modules/b', 'a')).toBe('node_modules/b/node_modules/a');
    expect(resolveEntry(entries, 'journal/api', 'a')).toBe('node_modules/a');
    expect(resolveEntry(entries, '', 'd')).toBeNull();
  });
});
