/**
 * Starting a program that outlives this one. An IDE kills the process tree of a server it ends, so the app is started
 * through the platform's own launcher. Arguments are always arrays: a path is never read by a shell.
 */
import type { Host } from '../tool.ts';
import type { FoundApp } from './discovery.ts';

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** How long a program may take to fail before it counts as started. */
const STARTED_MS = 300;

export function launchCommand({ method, path }: FoundApp, { platform }: Pick<Host, 'platform'>): Command {
  if (method === 'dev') {
    const npm = platform === 'win32' ? 'npm.cmd' : 'npm';
    return platform === 'linux'
      ? { file: 'setsid', args: [npm, 'run', 'dev'], cwd: path }
      : { file: npm, args: ['run', 'dev'], cwd: path };
  }
  // `start` takes its first quoted argument for the window's title.
  if (platform === 'win32') return { file: 'cmd.exe', args: ['/c', 'start', '', path] };
  if (platform === 'darwin') return { file: 'open', args: path.endsWith('.app') ? ['-a', path] : [path] };
  return { file: 'setsid', args: [path] };
}

function pageCommand(url: string, platform: NodeJS.Platform): Command {
  if (platform === 'win32') return { file: 'cmd.exe', args: ['/c', 'start', '', url] };
  return { file: platform === 'darwin' ? 'open' : 'xdg-open', args: [url] };
}

/** Starts the app; waits for its end if told to. Answers with what went wrong, if anything did. */
export function launch(
  app: FoundApp,
  host: Pick<Host, 'platform'>,
  waitMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  return start(launchCommand(app, host), waitMs, signal);
}

/** Opens a page in the person's browser, unless there is no screen or it is forbidden; whether it was opened. */
export async function openPage(url: string, { env, platform }: Host): Promise<boolean> {
  const headless = platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  if (env.ZORIVEST_NO_BROWSER || headless) return false;
  return (await start(pageCommand(url, platform), 0)) === undefined;
}

async function start({ file, args, cwd }: Command, waitMs: number, signal?: AbortSignal): Promise<string | undefined> {
  // Loaded when it is needed: most servers never start a program.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    // Where `setsid` makes the new session itself it must not lead one already, or it would fork and hide the outcome.
    const detached = file !== 'setsid';
    const child = spawn(file, [...args], { detached, stdio: 'ignore', ...(cwd ? { cwd } : {}) });
    const timer = setTimeout(() => end(undefined), Math.max(waitMs, STARTED_MS));
    const end = (failure: string | undefined) => {
      clearTimeout(timer);
      child.unref();
      resolve(failure);
    };
    signal?.addEventListener('abort', () => end(undefined), { once: true });
    child.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ENOENT' ? `${file} was not found` : error.message),
    );
    child.once('exit', (code) => end(code === 0 || code === null ? undefined : `it ended with code ${code}`));
  });
}
