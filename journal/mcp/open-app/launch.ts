/**
 * Opening a page in the person's browser, through the platform's own launcher. Arguments are always arrays: an address is
 * never read by a shell.
 */
import type { Host } from '../tool.ts';

interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

/** How long a program may take to fail before it counts as started. */
const STARTED_MS = 300;

export function pageCommand(url: string, platform: NodeJS.Platform): Command {
  // `start` takes its first quoted argument for the window's title.
  if (platform === 'win32') return { file: 'cmd.exe', args: ['/c', 'start', '', url] };
  return { file: platform === 'darwin' ? 'open' : 'xdg-open', args: [url] };
}

/** Opens a page in the person's browser, unless there is no screen or it is forbidden; whether it was opened. */
export async function openPage(url: string, { env, platform }: Host): Promise<boolean> {
  const headless = platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (env.ZORIVEST_NO_BROWSER || headless) return false;
  return start(pageCommand(url, platform));
}

async function start({ file, args }: Command): Promise<boolean> {
  // Loaded when it is needed: most servers never start a program.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => end(true), STARTED_MS);
    const end = (started: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(started);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0 || code === null));
  });
}
