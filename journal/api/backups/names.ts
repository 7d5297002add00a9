// What a backup file is called: when it was made, in UTC, and why.

/** Made by a person, made automatically, made before the book's format changed, or brought from another place. */
export type BackupKind = 'person' | 'auto' | 'migration' | 'outside';

const suffixes: Readonly<Record<BackupKind, string>> = {
  person: '',
  auto: '-auto',
  migration: '-before-migration',
  outside: '-from-outside',
};

const pattern =
  /^zorivest-backup-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)(\d\d)(-auto|-before-migration|-from-outside)?\.zvbak$/;

export function backupName(at: Date, kind: BackupKind): string {
  const [day, clock] = at.toISOString().slice(0, 19).split('T');
  return `zorivest-backup-${day}-${clock?.replaceAll(':', '')}${suffixes[kind]}.zvbak`;
}

export interface ParsedName {
  readonly name: string;
  readonly at: number;
  readonly kind: BackupKind;
}

/** Null when it is not the name of a backup. */
export function parseBackupName(name: string): ParsedName | null {
  const match = pattern.exec(name);
  if (!match) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const kinds = Object.keys(suffixes) as BackupKind[];
  const kind = kinds.find((candidate) => suffixes[candidate] === (match[7] ?? '')) ?? 'person';
  return { name, at: Date.UTC(year, month - 1, day, hour, minute, second), kind };
}
