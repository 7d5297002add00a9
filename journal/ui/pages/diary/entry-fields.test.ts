import { expect, test } from 'vitest';
import { baseIn, fieldsOf, formOf, idOfForm, ofEntry, titleOf, typedIn } from './entry-fields.ts';

test('an entry without a title is called by its first words', () => {
  expect(titleOf({ title: 'Friday', body: 'Slow' })).toBe('Friday');
  expect(titleOf({ title: ' ', body: '\n## What I did well\n- waited' })).toBe('What I did well');
  expect(titleOf({ title: '', body: '' })).toBe('Untitled');
  expect(titleOf({ title: '', body: 'x'.repeat(500) })).toHaveLength(60);
});

test('what was typed is a draft and back again, with the entry it changes', () => {
  const typed = ofEntry({ title: 'Friday', body: 'Slow', tags: ['mood', 'cash'] });
  expect(typed).toEqual({ title: 'Friday', body: 'Slow', tags: 'mood, cash' });
  for (const base of [
    { journal_entry_id: null, entry_updated_at: null },
    { journal_entry_id: 'J1', entry_updated_at: '2026-11-06T20:00:00Z' },
  ]) {
    const fields = fieldsOf(typed, base);
    expect([typedIn(fields), baseIn(fields)]).toEqual([typed, base]);
  }
  expect([idOfForm(formOf('J1')), idOfForm('trade:J1')]).toEqual(['J1', null]);
});
