import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { redact, redactText } from './redact.ts';
import { rotatingFile } from './rotating-file.ts';

const at = new Date('2026-01-02T03:04:05Z');

function logInto(lines: unknown[]) {
  return createLogger({ sink: (line) => lines.push(JSON.parse(line)), clock: () => at });
}

test('a line is one JSON object with time, level, message and the fields of its logger', () => {
  const lines: unknown[] = [];
  logInto(lines).with({ correlation_id: 'c1' }).info('started', { port: 8765 });
  expect(lines).toEqual([
    { time: at.toISOString(), level: 'info', message: 'started', correlation_id: 'c1', port: 8765 },
  ]);
});

test('the level can be changed while running, for every logger of the family', () => {
  const lines: unknown[] = [];
  const log = logInto(lines);
  const child = log.with({ part: 'x' });
  child.debug('unheard');
  log.setLevel('debug');
  child.debug('heard');
  expect(child.level).toBe('debug');
  expect(lines).toHaveLength(1);
});

test('an object that cannot be written does not take the process down', () => {
  const lines: unknown[] = [];
  const circle: Record<string, unknown> = { big: 10n };
  circle.self = circle;
  const angry = {
    get boom(): never {
      throw new Error('no');
    },
  };
  logInto(lines).info('odd', { circle });
  logInto(lines).info('odder', { angry });
  expect(lines).toEqual([
    expect.objectContaining({ circle: { big: '10', self: '[circular]' } }),
    expect.objectContaining({ message: 'a log line could not be written' }),
  ]);
});

test.each([
  ['password', { password: 'hunter2' }],
  ['api_key', { user: { api_key: 'abc' } }],
  ['Authorization', { headers: { Authorization: 'Token abc' } }],
  ['session_token', { session_token: 'abc' }],
  ['passphrase', [{ passphrase: 'abc' }]],
])('the value under %s is never written', (_, value) => {
  expect(JSON.stringify(redact(value))).toContain('[redacted]');
  expect(JSON.stringify(redact(value))).not.toMatch(/hunter2|abc/);
});

test.each([
  ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [redacted]'],
  ['https://user:pass@example.test/x', 'https://[redacted]@example.test/x'],
  ['key zrv_sk_abcdefghijk used', 'key [redacted] used'],
  ['token ctk_abcdefgh1234', 'token [redacted]'],
  ['open http://127.0.0.1:8765/#t=tkt_abcdefgh1234', 'open http://127.0.0.1:8765/#t=[redacted]'],
  ['session tok_0123456789abcdef ended', 'session [redacted] ended'],
  ['sent X-Api-Key: hunter2-hunter2 along', 'sent X-Api-Key: [redacted] along'],
  ['started with passphrase=correct-horse', 'started with passphrase=[redacted]'],
  ['the passphrase is not right', 'the passphrase is not right'],
  ['https://example.test/q?symbol=AAPL&apikey=XYZ123', 'https://example.test/q?symbol=AAPL&apikey=[redacted]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '[redacted]'],
  ['nothing secret: bearer of news, 12 tokens', 'nothing secret: bearer of news, 12 tokens'],
])('%s is written as %s', (text, safe) => {
  expect(redactText(text)).toBe(safe);
});

test('counts and flags under telling names stay readable', () => {
  expect(redact({ has_api_key: true, tokens_used: 5, token: null })).toEqual({
    has_api_key: true,
    tokens_used: 5,
    token: null,
  });
});

test('an error keeps its name, message, code and cause', () => {
  const error = Object.assign(new Error('outer', { cause: new TypeError('inner') }), { code: 'E_OUTER' });
  expect(redact(error)).toMatchObject({
    name: 'Error',
    message: 'outer',
    code: 'E_OUTER',
    cause: { name: 'TypeError', message: 'inner' },
  });
});

test('a log file is rotated before it grows past its size, and old ones are dropped', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kernel-log-'));
  const file = join(folder, 'logs', 'server.log');
  const sink = rotatingFile(file, { maxBytes: 30, keep: 2 });
  for (const word of ['one', 'two', 'three', 'four']) sink(`${word} ${'.'.repeat(18)}`);
  sink.close();
  expect(readdirSync(join(folder, 'logs')).toSorted()).toEqual(['server.log', 'server.log.1', 'server.log.2']);
  expect(readFileSync(file, 'utf8')).toContain('four');
  expect(readFileSync(`${file}.2`, 'utf8')).toContain('two');
});
