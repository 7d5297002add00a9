// Which version opened the book last. A newer one makes a backup first and says so; an older one does not open it at all, since
// it could misread what the newer one wrote, and names the backup that it can read.
import { basename, join } from 'node:path';
import { isNewerVersion } from '@zorivest/contract';
import { Fault, type Home, UnknownSchema } from '@zorivest/store';
import type { Bootstrap } from './bootstrap.ts';

export type OpenedBy = NonNullable<Bootstrap['opened_by']>;

/** A book that was opened by another version than the last time. */
export interface Upgrade {
  readonly from: string;
  readonly to: string;
  /** The book as it was. */
  readonly backup: string;
}

/** What can be done about a book that is too new: the backup from before is named where there is one. */
function wayBack(home: Home, { backup }: Partial<OpenedBy>): string {
  return backup === undefined
    ? 'update Zorivest to open it, or bring a backup from before back with `zorivest restore <file>`'
    : `update Zorivest to open it, or bring the book as it was before back with \`zorivest restore ${join(home.backups, basename(backup))}\``;
}

export function refuseOlder(home: Home, { opened_by: last }: Bootstrap, version: string): void {
  if (last === undefined || !isNewerVersion(last.version, version)) return;
  throw new Fault(
    409,
    `this book was opened by Zorivest ${last.version}, and this is ${version}, which could misread it; ${wayBack(home, last)}`,
    { code: 'book_too_new' },
  );
}

/** The same of a book whose tables say it. */
export function explainUnknown(error: unknown, home: Home, { opened_by: last = { version: '' } }: Bootstrap): unknown {
  if (!(error instanceof UnknownSchema) || last.backup === undefined) return error;
  return new UnknownSchema(`${error.message}; or ${wayBack(home, last).replace(/^[^,]*, or /, '')}`);
}
