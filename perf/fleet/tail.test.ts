import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Tail } from './tail.ts';

const record = (i: number) =>
  `# Time: 2026-11-17T10:00:0${i}.000000Z\n# User@Host: a[a] @ b []  Id: ${i}\n# Query_time: 0.1  Lock_time: 0 Rows_sent: 1  Rows_examined: 1\nSET timestamp=1;\nselect ${i};\n`;

function start(first = '') {
  const folder = mkdtempSync(join(tmpdir(), 'perf-tail-'));
  const log = join(folder, 'slow.log');
  writeFileSync(log, first);
  const tail = new Tail([log], join(folder, 'home'), true);
  const again = () => new Tail([log], join(folder, 'home'), true);
  const look = async (of = tail) => {
    const { slices, gaps } = await of.look();
    return { text: slices.map(({ path }) => readFileSync(path, 'utf8')).join(''), gaps };
  };
  return { folder, log, tail, again, look };
}

test('returns whole records once, and the last one when the next has begun', async () => {
  const { log, tail, look } = start();
  await look();
  await tail.done();
  appendFileSync(log, record(1) + record(2).slice(0, 80));
  expect((await look()).text).toBe(record(1));
  await tail.done();
  appendFileSync(log, record(2).slice(80) + record(3));
  expect((await look()).text).toBe(record(2));
  await tail.done();
  expect((await look()).text).toBe('');
});

test('bytes that were returned but not confirmed are returned again, unchanged, after a restart', async () => {
  const { log, tail, look, again } = start();
  await look();
  await tail.done();
  appendFileSync(log, record(1) + record(2));
  expect((await look()).text).toBe(record(1));
  appendFileSync(log, record(3));
  const restarted = again();
  expect((await look(restarted)).text).toBe(record(1));
  await restarted.done();
  expect((await look(restarted)).text).toBe(record(2));
});

test('reports once that what a log already contains is skipped, unless it is read from the start', async () => {
  const { folder, log, look } = start(record(1));
  const fromNow = new Tail([log], join(folder, 'other'), false);
  expect(await look(fromNow)).toEqual({
    text: '',
    gaps: [`${log} is followed from its current end; --from-start also reads what it already contains.`],
  });
  await fromNow.done();
  expect(await look(fromNow)).toEqual({ text: '', gaps: [] });
  expect((await look()).gaps).toEqual([]);
});

test('follows a rotation to the end of the old file, and says what a cut took away', async () => {
  const { log, tail, look } = start(record(1));
  await look();
  await tail.done();
  renameSync(log, `${log}.1`);
  appendFileSync(`${log}.1`, record(2));
  writeFileSync(log, record(3) + record(4));
  const { text, gaps } = await look();
  expect({ text, gaps }).toEqual({ text: record(1) + record(2) + record(3), gaps: [] });
  await tail.done();
  truncateSync(log);
  const cut = await look();
  expect(cut.gaps.join()).toContain('was cut');
});

test('files that were rotated in between are read too, and one that was compressed since is reported', async () => {
  const { log, tail, look } = start(record(1));
  await look();
  await tail.done();
  renameSync(log, `${log}.3`);
  const at = statSync(`${log}.3`).mtimeMs / 1000;
  for (const [name, text, seconds] of [
    ['.4', record(9), -10],
    ['.2', record(2) + record(3), 10],
    ['.1.gz', 'packed', 20],
    ['2', 'another log', 20],
  ] as const) {
    writeFileSync(log + name, text);
    utimesSync(log + name, at + seconds, at + seconds);
  }
  writeFileSync(log, record(4) + record(5));
  expect(await look()).toEqual({
    text: record(1) + record(2) + record(3) + record(4),
    gaps: [`${log} was rotated more than once: what is in slow.log.1.gz is missing.`],
  });
});

test('a log that was cut and has grown beyond its old end is distinguished from one that only grew', async () => {
  const { log, tail, look, again } = start(record(1) + record(2));
  await look();
  await tail.done();
  await look();
  await tail.done();
  writeFileSync(log, record(3) + record(4) + record(5));
  const cut = await look(again());
  expect(cut.text).toBe(record(3) + record(4));
  expect(cut.gaps.join()).toContain('was cut');
});

test('two processes follow different logs from one folder', async () => {
  const { folder, log, tail, look } = start(record(1) + record(2));
  const other = join(folder, 'access.log');
  writeFileSync(other, '');
  const second = new Tail([other], join(folder, 'home'), true);
  await look();
  await second.look();
  await tail.done();
  await look();
  appendFileSync(other, 'a line\n');
  expect((await look(second)).text).toBe('a line\n');
  // Neither what the first has handed out nor its files are touched by the second.
  await second.done();
  expect((await look()).text).toBe(record(1));
  expect((await look(new Tail([log], join(folder, 'home'), true))).text).toBe(record(1));
});

test('entries of PostgreSQL and lines of an access log end where theirs end', async () => {
  const entry = (i: number) =>
    `2026-11-17 10:00:0${i}.000 UTC [7] a@b LOG:  duration: 1 ms  statement: select\n\t${i}\n`;
  const line = '1.1.1.1 - - [17/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 0.01\n';
  for (const [added, whole] of [
    [entry(1) + entry(2), entry(1)],
    [`${line}${line}1.1.1.1 - half`, line + line],
  ] as const) {
    const { log, tail, look } = start();
    await look();
    await tail.done();
    appendFileSync(log, added);
    expect((await look()).text).toBe(whole);
  }
});
