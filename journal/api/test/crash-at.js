// Preloaded into a process (`node --import`): kills it the moment it is about to make the n-th change of a file that
// lasts, which is a rename, a flush or a removal. Counts them on stderr when it is to kill at none.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const killAt = Number(process.env['CRASH_AT'] ?? 0);
let count = 0;

if (isMainThread) {
  const killing = (of, names) => {
    for (const name of names) {
      const original = of[name];
      of[name] = (...args) => {
        // Removing what is not there changes nothing.
        if (!name.startsWith('rm') || fs.existsSync(args[0])) {
          count += 1;
          if (count === killAt) process.kill(process.pid, 'SIGKILL');
        }
        return original(...args);
      };
    }
  };
  killing(fs, ['renameSync', 'fsyncSync', 'rmSync', 'unlinkSync']);
  killing(fs.promises, ['rename', 'rm', 'unlink']);
  syncBuiltinESMExports();
  if (killAt === 0) process.on('exit', () => fs.writeSync(2, `\nCHANGES ${count}\n`));
}
