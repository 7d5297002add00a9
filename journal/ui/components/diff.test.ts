import { expect, test } from 'vitest';
import { diffLines } from './diff.ts';

const writeDiff = (before: string, after: string) =>
  diffLines(before, after).map(({ change, text }) => `${{ same: ' ', added: '+', removed: '-' }[change]}${text}`);

test('a changed line is the old one gone and the new one there, with what stands around it', () => {
  expect(writeDiff('name: a\ncron: 1\nsteps', 'name: a\ncron: 2\nsteps')).toEqual([
    ' name: a',
    '-cron: 1',
    '+cron: 2',
    ' steps',
  ]);
});

test('a recipient that was slipped in is one added line', () => {
  expect(writeDiff('to:\n- me\nend', 'to:\n- me\n- someone else\nend')).toEqual([
    ' to:',
    ' - me',
    '+- someone else',
    ' end',
  ]);
});

test('equal texts have no change, and both texts can be read back out of the diff', () => {
  expect(diffLines('a\nb', 'a\nb').every(({ change }) => change === 'same')).toBe(true);
  const [before, after] = ['a\nb\nc\na\nb', 'c\nb\na\nb\nd\n'];
  const lines = diffLines(before, after);
  const without = (gone: string) => lines.flatMap(({ change, text }) => (change === gone ? [] : [text])).join('\n');
  expect(without('added')).toBe(before);
  expect(without('removed')).toBe(after);
});
