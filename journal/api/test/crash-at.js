// Preloaded into a process (`node --import`): kills it the moment it is about to make the n-th change of a file that
// lasts, which is a rename, a flush or a removal. Counts them on stderr when it was told to kill at none.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const killAt = Number(process.env['CRASH_AT'] ?? 0);
let count = 0;

if (isMainThread) {
  for (const name of ['renameSync', 'fsyncSync', 'rmSync', 'unlinkSync']) {
    const original = fs[name];
    fs[name] = (...args) => {
      // Removing what is not there changes nothing.
      if (name !== 'rmSync' || fs.existsSync(args[0])) {
        count += 1;
        if (count === killAt) process.kill(process.pid, 'SIGKILL');
      }
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  if (killAt === 0) process.on('exit', () => fs.writeSync(2, `\nCHANGES ${count}\n`));
}
