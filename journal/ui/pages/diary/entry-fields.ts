// The fields of an entry that is being written.
import type { Answer } from '../../client/client.ts';
import type { Fields } from '../../client/keeper.ts';

export type Entry = Answer<'journal', 'list'>['items'][number];

export interface EntryFields {
  readonly title: string;
  readonly body: string;
  /** By comma, as they were typed. */
  readonly tags: string;
}

export const ofEntry = ({ title, body, tags }: Pick<Entry, 'title' | 'body' | 'tags'>): EntryFields => ({
  title,
  body,
  tags: tags.join(', '),
});

/** Of the entry that is written, and as it was when the writing began. */
export interface Base {
  readonly journal_entry_id: string | null;
  readonly entry_updated_at: string | null;
}

const FORM = 'diary:';

/** An entry is written under its own id, a new one under a made one. */
export const formOf = (id: string): string => `${FORM}${id}`;

/** Which entry a draft is of; null for one of another form. */
export const idOfForm = (form: string): string | null => (form.startsWith(FORM) ? form.slice(FORM.length) : null);

/** A draft has no empty values of its own kind: what is not known is an empty text. */
export const fieldsOf = (typed: EntryFields, { journal_entry_id, entry_updated_at }: Base): Fields => ({
  ...typed,
  journal_entry_id: journal_entry_id ?? '',
  entry_updated_at: entry_updated_at ?? '',
});

const textIn = (fields: Fields, name: string): string => String(fields[name] ?? '');

export const typedIn = (fields: Fields): EntryFields => ({
  title: textIn(fields, 'title'),
  body: textIn(fields, 'body'),
  tags: textIn(fields, 'tags'),
});

export const baseIn = (fields: Fields): Base => ({
  journal_entry_id: textIn(fields, 'journal_entry_id') || null,
  entry_updated_at: textIn(fields, 'entry_updated_at') || null,
});

/** An entry has a title: the first words, where none was given. */
export function titleOf({ title, body }: Pick<EntryFields, 'title' | 'body'>): string {
  if (title.trim() !== '') return title;
  const [first = ''] = body.split('\n').filter((line) => line.trim() !== '');
  return first.replace(/^[#\-*\s]+/, '').slice(0, 60) || 'Untitled';
}
