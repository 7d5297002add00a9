// Where everything of one book lives.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Home {
  readonly root: string;
  readonly database: string;
  readonly bootstrap: string;
  readonly backups: string;
  readonly logs: string;
  /** Held open for as long as a service runs on this home. */
  readonly lock: string;
  /** Where the running service can be found: pid and address. */
  readonly service: string;
}

export function homeAt(root: string): Home {
  return {
    root,
    database: join(root, 'zorivest.db'),
    bootstrap: join(root, 'bootstrap.json'),
    backups: join(root, 'backups'),
    logs: join(root, 'logs'),
    lock: join(root, 'service.lock'),
    service: join(root, 'service.json'),
  };
}

/** Creates the folders; only their owner may look inside. */
export function prepareHome(home: Home): void {
  for (const folder of [home.root, home.backups, home.logs]) mkdirSync(folder, { recursive: true, mode: 0o700 });
}
