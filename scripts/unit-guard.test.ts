import { execFileSync, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { attempts } from './unit-guard.ts';

describe('a unit test', () => {
  it.each([
    ['starts a child process', () => spawn('true')],
    ['waits for one', () => execFileSync('true')],
    ['opens a connection', () => connect(80, '127.0.0.1')],
    ['listens', () => createServer().listen(0)],
  ])('that %s is refused, and fails its file', (_, attempt) => {
    expect(attempt).toThrow(/a unit test .*; move it into a test\/ folder/);
    expect(attempts.splice(0)).toHaveLength(1);
  });

  it('that fetches is refused, even where the fault is swallowed', async () => {
    await fetch('http://127.0.0.1:8765').catch(() => undefined);
    expect(attempts.splice(0).length).toBeGreaterThan(0);
  });
});
