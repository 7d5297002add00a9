// Removes what this program put outside of its own folder; the book stays, and its place is printed.
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasBook } from '../home.ts';
import { say, sayJson } from '../output.ts';
import { runningService } from '../service.ts';
import { removeFromLogin } from './service.ts';

export async function uninstall(home: string, options: { json: boolean }): Promise<void> {
  const startedWithLogin = removeFromLogin(home);
  const cache = join(homedir(), '.cache', 'zorivest');
  const hadCache = existsSync(cache);
  rmSync(cache, { recursive: true, force: true });
  const running = await runningService(home);
  const hasOne = hasBook(home);
  if (options.json)
    return sayJson({ home, book: hasOne, started_with_login: startedWithLogin, running: running !== null });
  if (startedWithLogin) say('Zorivest no longer starts with your login.');
  if (hadCache) say(`Its compiled code is removed from ${cache}.`);
  if (running !== null) say(`It is still running at ${running}; stop it with Ctrl-C where it runs.`);
  say(hasOne ? `Your book stays where it is: ${home}` : `There is no book in ${home}.`);
  say('Next:');
  say('  zorivest connect <client> --undo   for each client that you connected');
  say(
    '  npm uninstall --global zorivest    or `apt remove zorivest`, `brew uninstall zorivest`: the way you installed it',
  );
}
