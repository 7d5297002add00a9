import { expect, test } from 'vitest';
import { dsnFromEnvironment, dsnFromShell } from './dsn.ts';

test('the shell names host, user and database, and the password comes from the environment', () => {
  expect(dsnFromShell('mysql://reader@db.example:3307/shop', 'pw')).toEqual({
    ok: true,
    dsn: { host: 'db.example', port: 3307, user: 'reader', password: 'pw', database: 'shop', socket: null },
  });
  expect(dsnFromShell('mariadb://reader@localhost/?socket=/run/m.sock', undefined)).toMatchObject({
    dsn: { socket: '/run/m.sock', database: null, password: null, port: 3306 },
  });
});

test('a password on the command line is refused, and not repeated', () => {
  const result = dsnFromShell('mysql://reader:hunter2@db/shop', undefined);
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining('MYSQL_PWD') });
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('the environment may hold all of it', () => {
  expect(dsnFromEnvironment('mysql://reader:p%40ss@db/shop', 'other')).toMatchObject({ dsn: { password: 'p@ss' } });
});

test.for(['db/shop', 'postgres://u@h/d', 'mysql://db/shop', ''])(
  '%s is refused with the form it should have',
  (text) => {
    expect(dsnFromEnvironment(text, undefined)).toMatchObject({
      ok: false,
      error: expect.stringContaining('mysql://USER@HOST'),
    });
  },
);
