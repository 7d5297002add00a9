// What stands in the fields of an entry that is being written.
import type { Answer } from '../../service/client.ts';

export type Entry = Answer<'journal', 'list'>['items'][number];
export type Draft = Answer<'journal', 'drafts'>['items'][number];

export interface Typed {
  readonly title: string;
  readonly body: string;
  /** By comma, as they were typed. */
  readonly tags: string;
}

export const ofEntry = ({ title, body, tags }: Pick<Entry, 'title' | 'body' | 'tags'>): Typed => ({
  title,
  body,
  tags: tags.join(', '),
});

export const isSame = (a: Typed, b: Typed): boolean => a.title === b.title && a.body === b.body && a.tags === b.tags;

/** An entry has a title: the first words, where none was given. */
export function titleOf({ title, body }: Pick<Typed, 'title' | 'body'>): string {
  if (title.trim() !== '') return title;
  const [first = ''] = body.split('\n').filter((line) => line.trim() !== '');
  return first.replace(/^[#\-*\s]+/, '').slice(0, 60) || 'Untitled';
}
