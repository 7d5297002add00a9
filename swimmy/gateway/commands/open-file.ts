import { spawn } from 'node:child_process';

/** Shows a file with whatever the desktop opens pages with. */
export async function openFile(file: string): Promise<void> {
  const [opener, ...before] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(opener ?? '', [...before, file], { stdio: 'ignore', detached: true });
    child.on('error', () => reject(new Error(`no program found to open it; open ${file} in a browser`)));
    child.on('spawn', () => {
      child.unref();
      resolve();
    });
  });
}
