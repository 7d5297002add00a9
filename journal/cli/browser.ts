import { spawn } from 'node:child_process';

/** The platform's way to open a file or an address with what usually opens it. */
export function browserFor(
  target: string,
  platform: NodeJS.Platform = process.platform,
): readonly [command: string, ...args: string[]] {
  if (platform === 'darwin') return ['open', target];
  if (platform === 'win32') return ['explorer.exe', target];
  return ['xdg-open', target];
}

/** Starts it and leaves it alone; `failed` settles when nothing here can open the target, and never otherwise. */
export function startBrowser(target: string): { readonly failed: Promise<void> } {
  const [command, ...args] = browserFor(target);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.unref();
  const failed = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    // Explorer's exit says nothing: it is 1 when all went well.
    child.once('exit', (code) => {
      if (code !== 0 && process.platform !== 'win32') resolve();
    });
  });
  return { failed };
}

/** The command that brings a port of this machine to where the person sits; null where they sit in front of it, or see its screen. */
export function tunnelFor(
  port: string,
  user: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const [, , host, sshPort] = (env['SSH_CONNECTION'] ?? '').split(' ');
  if (!host || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return null;
  return `ssh${sshPort === '22' ? '' : ` -p ${sshPort}`} -L ${port}:127.0.0.1:${port} ${user}@${host}`;
}
