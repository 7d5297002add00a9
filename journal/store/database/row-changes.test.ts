import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnection, type Connection } from './dialect.ts';
import { RowCapture } from './row-changes.ts';

let folder: string;
let connection: Connection;
let capture: RowCapture;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rows-'));
  connection = openConnection(join(folder, 'book.db'), Buffer.alloc(32, 7), { create: true });
  connection.exec(`
    create table trades (id text not null primary key, price real not null, notes text);
    create table tags (trade text not null references trades (id) on delete cascade on update cascade, tag text not null,
      primary key (trade, tag));
    create table plans (id integer primary key autoincrement, trade text references trades (id) on delete set null);
    create table images (id integer primary key, data blob not null);
    create table caches (name text primary key, value text)`);
  capture = new RowCapture(connection, ['caches']);
  connection.exec(`
    insert into trades values ('T1', 0.1, 'held'), ('T2', 2, null);
    insert into tags values ('T1', 'late'), ('T1', 'fomo');
    insert into plans (trade) values ('T1');
    insert into images values (1, x'00ff10')`);
  capture.begin();
});

afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const t1 = { id: 'T1', price: 0.1, notes: 'held' };

test('a removal shows what went with it, and what lost its reference', () => {
  connection.exec(`delete from trades where id = 'T1'`);
  const changes = capture.changes();
  expect(changes).toHaveLength(4);
  expect(changes).toEqual(
    expect.arrayContaining([
      { table: 'trades', before: t1, after: null },
      { table: 'tags', before: { trade: 'T1', tag: 'late' }, after: null },
      { table: 'tags', before: { trade: 'T1', tag: 'fomo' }, after: null },
      { table: 'plans', before: { id: 1, trade: 'T1' }, after: { id: 1, trade: null } },
    ]),
  );
});

test('a row that is changed twice is one change, and one that is given its value back is none', () => {
  connection.exec(`update trades set notes = 'a' where id = 'T1'; update trades set notes = 'b' where id = 'T1'`);
  expect(capture.changes()).toEqual([{ table: 'trades', before: t1, after: { ...t1, notes: 'b' } }]);
  connection.exec(`update trades set notes = 'held' where id = 'T1'`);
  expect(capture.changes()).toEqual([]);
  expect(capture.hasAny).toBe(true);
});

test('a new row is seen as it ends; one that is gone again is none; an import may leave new rows out', () => {
  connection.exec(`insert into trades values ('T3', 3, null); update trades set price = 4 where id = 'T3'`);
  connection.exec(`insert into trades values ('T4', 4, null); delete from trades where id = 'T4'`);
  connection.exec(`update trades set notes = 'n' where id = 'T2'`);
  expect(capture.changes()).toEqual([
    { table: 'trades', before: null, after: { id: 'T3', price: 4, notes: null } },
    { table: 'trades', before: { id: 'T2', price: 2, notes: null }, after: { id: 'T2', price: 2, notes: 'n' } },
  ]);
  expect(capture.changes({ made: false })).toHaveLength(1);
});

test('a place that the next row takes over is a removal and a new row', () => {
  connection.exec(`delete from trades where id = 'T2'; insert into trades values ('T9', 9, null)`);
  expect(capture.changes()).toEqual([
    { table: 'trades', before: { id: 'T2', price: 2, notes: null }, after: null },
    { table: 'trades', before: null, after: { id: 'T9', price: 9, notes: null } },
  ]);
});

test('a replacing insert and an upsert are seen, whatever they say about conflicts', () => {
  connection.exec(`insert or replace into trades values ('T2', 5, 'r')`);
  connection.exec(`insert into trades values ('T1', 6, 'u') on conflict (id) do update set price = excluded.price`);
  const prices = () => capture.changes().map(({ before, after }) => [before?.['price'], after?.['price']]);
  expect(prices()).toEqual([
    [2, 5],
    [0.1, 6],
  ]);
  connection.exec(`insert or replace into trades values ('T2', 2, null)`);
  expect(prices()).toEqual([[0.1, 6]]);
});

test('bytes are captured as stored, unwatched tables are not seen, and a rollback leaves nothing', () => {
  connection.exec(`begin; delete from images; insert into caches values ('a', 'b')`);
  expect(capture.changes()).toEqual([
    { table: 'images', before: { id: 1, data: Buffer.from([0, 255, 16]) }, after: null },
  ]);
  connection.exec('rollback');
  expect(capture.hasAny).toBe(false);
  capture.begin();
  expect(capture.changes()).toEqual([]);
});
