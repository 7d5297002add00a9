/** Where the app is: four places, in order. Looks only; starting it is another file's business. */
import { access } from 'node:fs/promises';
import { dirname, join, posix, win32 } from 'node:path';
import type { Host } from '../tool.ts';

export interface FoundApp {
  readonly method: 'installed' | 'dev' | 'path' | 'env';
  /** The executable, the macOS bundle, or the folder to run `npm run dev` in. */
  readonly path: string;
}

export async function findApp(host: Host): Promise<FoundApp | undefined> {
  for (const path of installPaths(host)) if (await exists(path)) return { method: 'installed', path };
  const checkout = await uiFolder(host.serverDir);
  if (checkout) return { method: 'dev', path: checkout };
  for (const path of onPath(host)) if (await exists(path)) return { method: 'path', path };
  const named = host.env.ZORIVEST_GUI_PATH;
  if (named && (await exists(named))) return { method: 'env', path: named };
  return undefined;
}

function installPaths({ platform, env }: Host): string[] {
  if (platform === 'win32') {
    return [
      ...(env.LOCALAPPDATA ? [win32.join(env.LOCALAPPDATA, 'Programs', 'Zorivest', 'Zorivest.exe')] : []),
      ...(env.PROGRAMFILES ? [win32.join(env.PROGRAMFILES, 'Zorivest', 'Zorivest.exe')] : []),
    ];
  }
  if (platform === 'darwin') return ['/Applications/Zorivest.app'];
  return ['/usr/bin/zorivest', '/usr/local/bin/zorivest'];
}

/** From the server's own folder up to the repository's root: the first `ui` (or `journal/ui`) that is a package. */
async function uiFolder(start: string): Promise<string | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    for (const ui of ['ui', join('journal', 'ui')]) {
      if (await exists(join(folder, ui, 'package.json'))) return join(folder, ui);
    }
    if (dirname(folder) === folder) return undefined;
  }
}

function onPath({ platform, env }: Host): string[] {
  const windows = platform === 'win32';
  const path = windows ? win32 : posix;
  const names = windows ? ['zorivest.exe', 'zorivest.cmd'] : ['zorivest'];
  const folders = (env.PATH ?? env.Path ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
