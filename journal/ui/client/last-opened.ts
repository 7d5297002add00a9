// Which book was open in this browser last and when, for the door: its folder's name, nothing that is in it.
export interface LastOpened {
  readonly name: string;
  readonly at: string;
}

const KEPT = 'zorivest.book';

/** The last part of a path, on whatever system it was written. */
const folderOf = (home: string): string => home.split(/[\\/]/).findLast((part) => part !== '') ?? home;

export function noteOpened(home: string): void {
  localStorage.setItem(KEPT, JSON.stringify({ name: folderOf(home), at: new Date().toISOString() }));
}

/** Null where nothing was kept, or something else. */
export function lastOpened(): LastOpened | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Partial<LastOpened> | null;
    return typeof kept?.name === 'string' && typeof kept.at === 'string' ? { name: kept.name, at: kept.at } : null;
  } catch {
    return null;
  }
}
