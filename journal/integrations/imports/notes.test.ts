import { expect, it } from 'vitest';
import { RunNotes } from './notes.ts';

it('a file of many bad rows reports its first ten thousand, and still stores what an undo restores', () => {
  const notes = new RunNotes();
  for (let row = 1; row <= 10_001; row++) notes.add({ outcome: 'skipped', message: 'A total', row });
  notes.add({ outcome: 'updated', message: 'costs 0 became 2', ref: 'fill', before: { commission: '0' } });
  expect(notes.all).toHaveLength(10_001);
  expect(notes.all.at(-1)).toMatchObject({ ref: 'fill', before: '{"commission":"0"}' });
  expect(notes.unwritten()).toHaveLength(10_001);
  expect(notes.unwritten()).toEqual([]);
});
