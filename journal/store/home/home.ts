// Where everything of one book lives.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Home {
  readonly root: string;
  readonly database: string;
  /** What must always be writable, also while the book is replaced: the guard, confirmations, modes of keys. */
  readonly control: string;
  readonly bootstrap: string;
  readonly backups: string;
  /** Statements that wait to be imported, encrypted; nothing in it outlives a lock or the service. */
  readonly uploads: string;
  /** Files of writes that wait for the person, each encrypted under a key that control.db has. */
  readonly approvals: string;
  readonly logs: string;
  /** Held open for as long as a service runs on this home. */
  readonly lock: string;
  /** Where the running service can be found: pid and address. */
  readonly service: string;
  /** Proves that a request comes from somebody who can read the home; there while the service runs. */
  readonly localSecret: string;
  /** What is being put in place of the book; it exists only during that. */
  readonly swap: string;
}

export function homeAt(root: string): Home {
  return {
    root,
    database: join(root, 'zorivest.db'),
    control: join(root, 'control.db'),
    bootstrap: join(root, 'bootstrap.json'),
    backups: join(root, 'backups'),
    uploads: join(root, 'uploads'),
    approvals: join(root, 'approvals'),
    logs: join(root, 'logs'),
    lock: join(root, 'service.lock'),
    service: join(root, 'service.json'),
    localSecret: join(root, 'local.secret'),
    swap: join(root, 'swap.json'),
  };
}

const stamp = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

/** Where a database goes that a restore takes the place of. */
export function asideName(database: string, at: Date): string {
  return `${database}.before-restore-${stamp(at)}`;
}

/** Where a control.db goes that cannot be opened. */
export function unreadableName(home: Home, at: Date): string {
  return `${home.control}.unreadable-${stamp(at)}`;
}

/** Creates the folders; only their owner may look inside, also where they were made with wider rights. Windows has no such modes:
 * there the rights are those of the person's own data folder. */
export function prepareHome(home: Home, platform = process.platform): void {
  for (const folder of [home.root, home.backups, home.uploads, home.approvals, home.logs]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (platform !== 'win32' && (statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  }
}
