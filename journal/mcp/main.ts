/** The command `zorivest-mcp`. Over stdio only protocol may reach stdout; every message to people goes to stderr. */
import { KernelError, renderExplanation, renderViews } from '@zorivest/kernel';
import { createLogger, stderrSink } from '@zorivest/kernel/log';
import { HELP, readOptions, UsageError, type CliOptions } from './cli/options.ts';
import { createJournalServer, type JournalServer } from './server.ts';
import { createPairedKey, listenForClient } from './session/paired-key.ts';
import { VERSION } from './version.ts';

async function main(): Promise<void> {
  const options = await readOptions(process.argv.slice(2), process.env);
  // The key lives in the client that uses it and nowhere a child process or a crash dump would show it.
  delete process.env.ZORIVEST_API_KEY;
  if (options.command === 'help') return void process.stdout.write(HELP);
  if (options.command === 'version') return void process.stdout.write(`${VERSION}\n`);

  const log = createLogger({ sink: stderrSink, fields: { server: 'zorivest-mcp' } });
  const paired =
    options.apiKey === undefined && options.home !== undefined && options.transport === 'stdio'
      ? createPairedKey({ home: options.home, apiUrl: options.apiUrl })
      : undefined;
  const apiKey = options.apiKey ?? (paired === undefined ? undefined : () => paired.read());
  const server = createJournalServer({
    apiUrl: options.apiUrl,
    operator: options.operator,
    confirm: options.confirm,
    log,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(options.auth === undefined ? {} : { auth: options.auth }),
  });
  if (options.command === 'list-tools') return listTools(server, options);
  if (options.command === 'list-views') return void process.stdout.write(renderViews(server.catalogue, options.json));

  if (paired) listenForClient(process.stdin, (client) => paired.introduce(client));
  const { closed } = options.transport === 'http' ? await serveHttp(server, options) : server.stdio();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  // A supervisor that dies closes this pipe, also while it was still starting us: we must not live on without it.
  const isSupervised = options.transport === 'http' && process.env.ZORIVEST_SUPERVISED === '1';
  if (isSupervised) process.stdin.once('end', () => void server.close()).resume();
  await closed;
  await server.close();
  // Listening for the supervisor would keep the process alive.
  if (isSupervised) process.stdin.destroy();
}

async function serveHttp(server: JournalServer, { port }: CliOptions) {
  try {
    const wire = await server.http({ port });
    server.log.info('listening', { url: wire.url });
    return wire;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new UsageError(`Port ${port} is taken, perhaps by another zorivest-mcp. Choose one with --port.`);
  }
}

function listTools(server: JournalServer, { as, json }: CliOptions): void {
  const surface = server.surface(
    as === 'modern' ? { era: 'modern' } : { era: 'legacy', client: { name: as, version: '' } },
  );
  process.stdout.write(json ? `${JSON.stringify({ tools: surface.tools }, null, 2)}\n` : renderExplanation(surface));
}

try {
  await main();
} catch (error) {
  const expected = error instanceof UsageError || error instanceof KernelError;
  process.stderr.write(`zorivest-mcp: ${expected ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError || error instanceof KernelError ? 2 : 1;
}
