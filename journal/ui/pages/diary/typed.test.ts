import { expect, test } from 'vitest';
import { isSame, ofEntry, titleOf } from './typed.ts';

test('an entry without a title is called by its first words', () => {
  expect(titleOf({ title: 'Friday', body: 'Slow' })).toBe('Friday');
  expect(titleOf({ title: ' ', body: '\n## What I did well\n- waited' })).toBe('What I did well');
  expect(titleOf({ title: '', body: '' })).toBe('Untitled');
  expect(titleOf({ title: '', body: 'x'.repeat(500) })).toHaveLength(60);
});

test('what was typed is the same only when title, text and tags are', () => {
  const typed = ofEntry({ title: 'Friday', body: 'Slow', tags: ['mood', 'cash'] });
  expect(typed).toEqual({ title: 'Friday', body: 'Slow', tags: 'mood, cash' });
  expect(isSame(typed, { ...typed })).toBe(true);
  for (const change of [{ title: 'x' }, { body: 'x' }, { tags: 'mood' }])
    expect(isSame(typed, { ...typed, ...change })).toBe(false);
});
