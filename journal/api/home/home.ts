// Where everything of one book lives.
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

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

/** The platform's folder for application data. */
function dataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
}

export function homePath(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  return resolve(env['ZORIVEST_HOME'] ?? join(dataFolder(platform, env), 'zorivest'));
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
