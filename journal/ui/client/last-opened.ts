// Which book was open in this browser last and when, for the door: its folder's name, nothing that is in it.
export interface LastOpened {
  readonly name: string;
  readonly at: string;
}

const STORAGE_KEY = 'zorivest.book';

/** The last part of a path, on whatever system it was written. */
const folderOf = (home: string): string => home.split(/[\\/]/).findLast((part) => part !== '') ?? home;

export function noteOpened(home: string): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ name: folderOf(home), at: new Date().toISOString() }));
}

/** Null where nothing, or something else, is stored. */
export function lastOpened(): LastOpened | null {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<LastOpened> | null;
    return typeof stored?.name === 'string' && typeof stored.at === 'string'
      ? { name: stored.name, at: stored.at }
      : null;
  } catch {
    return null;
  }
}
