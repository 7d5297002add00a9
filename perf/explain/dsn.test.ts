import { expect, test } from 'vitest';
import { dsnFromEnvironment, dsnFromShell } from './dsn.ts';

test('the shell names host, user and database, and the password comes from the environment', () => {
  expect(dsnFromShell('mysql://reader@db.example:3307/shop', { MYSQL_PWD: 'pw', PGPASSWORD: 'other' })).toEqual({
    ok: true,
    dsn: {
      engine: 'mysql',
      host: 'db.example',
      port: 3307,
      user: 'reader',
      password: 'pw',
      database: 'shop',
      socket: null,
      sslmode: null,
    },
  });
  expect(dsnFromShell('mariadb://reader@localhost/?socket=/run/m.sock', {})).toMatchObject({
    dsn: { socket: '/run/m.sock', database: null, password: null, port: 3306 },
  });
});

test('a password on the command line is refused, and not repeated', () => {
  const result = dsnFromShell('mysql://reader:hunter2@db/shop', {});
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining('MYSQL_PWD') });
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('the environment may hold all of it', () => {
  expect(dsnFromEnvironment('mysql://reader:p%40ss@db/shop', { MYSQL_PWD: 'other' })).toMatchObject({
    dsn: { password: 'p@ss' },
  });
});

test('PostgreSQL has its own port and its own password', () => {
  expect(dsnFromShell('postgres://reader@db/shop?sslmode=verify-full', { PGPASSWORD: 'pw' })).toMatchObject({
    dsn: { engine: 'postgres', port: 5432, password: 'pw', sslmode: 'verify-full' },
  });
  const refused = dsnFromShell('postgresql://reader:hunter2@db/shop', {}, '--scratch');
  expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/PGPASSWORD.*MCP_PERF_SCRATCH/) });
});

test.for(['db/shop', 'oracle://u@h/d', 'mysql://db/shop', ''])('%s is refused with the form it should have', (text) => {
  expect(dsnFromEnvironment(text, {})).toMatchObject({
    ok: false,
    error: expect.stringContaining('mysql://USER@HOST'),
  });
});
