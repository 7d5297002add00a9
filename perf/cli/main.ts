// The program: a shell command, or without one the server on stdio.
import { createCatalogue, renderViews } from '@zorivest/kernel';
import { runShell } from './commands.ts';
import { ConfigError } from '../config/config.ts';
import { perfServer, tools, toolsets } from '../server/server.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
// A reader that went away (`| head`) is no fault of ours.
process.stdout.on('error', () => process.exit(0));

const argv = process.argv.slice(2);
// Only information about the server itself: no folder or database is opened for it.
if (argv.includes('--list-views')) {
  process.stdout.write(renderViews(createCatalogue(tools, toolsets), argv.includes('--json')));
  process.exit(0);
}
process.exitCode = await runShell(argv, {
  env: process.env,
  cwd: process.cwd(),
  terminal: { out: process.stdout, err: process.stderr },
  signal: stop.signal,
  serve: async () => {
    try {
      const wire = perfServer({ env: process.env, cwd: process.cwd() }).stdio();
      stop.signal.addEventListener('abort', () => void wire.close(), { once: true });
      await wire.closed;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 2;
    }
  },
});
