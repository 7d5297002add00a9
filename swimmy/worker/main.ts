// `swimmy-worker`: runs backtests until it is stopped.
import { generateCsv } from '@zorivest/engine';
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { VERSION } from '../version.ts';
import { QUEUE_OPTIONS, queueAddress, withOptions } from '../queue/address.ts';
import { startWorker } from './worker.ts';

const HELP = `swimmy-worker: runs the backtests that are sent to it

usage: swimmy-worker [--queue nats://host:4222] [--cache DIR] [--candles DIR|URL] [--allow-path DIR]...
       swimmy-worker --sample-candles [count] > candles.csv

  --queue URL             share a NATS JetStream queue with other workers, on any machines: a sweep is cut into pieces
                          of about two seconds, which all of them run (nats://user:password@host:4222, tls://host:4222)
  --creds FILE            credentials file of the queue (JWT and nkey)
  --nkey FILE             or a file with the seed of an nkey, or SWIMMY_QUEUE_USER and SWIMMY_QUEUE_PASSWORD
  --tls-ca FILE           the certificate authority (CA) of the queue; --tls-cert FILE --tls-key FILE: our own
  --cache DIR             where candles are cached as columns on this machine (default: SWIMMY_HOME/cache)
  --candles DIR|URL       where workers share candles in place of the queue's own store: a folder that is the same on
                          every machine, or a bucket of an S3-compatible store, https://host/bucket/folder, with
                          AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION (as SWIMMY_CANDLES; give it to all)
  --allow-path DIR        let requests name candle files below DIR too; otherwise only files below the folder the
                          worker was started in are read (may be given several times)
  --sample-candles        write one-minute sample candles as CSV and end
  --version               print the version and end

It binds SWIMMY_PORT_EXTERNAL (5559) and SWIMMY_PORT_BACKTEST_REQ (5580) on SWIMMY_ZMQ_HOST (127.0.0.1) and answers
to SWIMMY_PORT_BACKTEST_RES (5581). Reports go to SWIMMY_HOME/reports, tables of runs and trades to SWIMMY_HOME/tables.
SWIMMY_BACKTEST_WORKERS sets the threads, SWIMMY_PIECE_MEMORY_MB (256) what a piece of a sweep may take on top of its candles,
SWIMMY_QUEUE_STORE_MB (8192) what the queue may keep on its disk.
It runs backtests and nothing else: no message can make it trade.

example: swimmy-worker & swimmy-mcp submit swimmy/examples/golden-cross.json --watch
`;

const ORPHANED_MS = 500;

function log(event: string, details: object = {}): void {
  process.stderr.write(`${JSON.stringify({ timestamp: new Date().toISOString(), event, ...details })}\n`);
}

interface Options {
  readonly cache?: string;
  readonly candles?: string;
  readonly allowPath: readonly string[];
  readonly help?: boolean;
  readonly version?: boolean;
  readonly sampleCandles?: boolean;
}

async function main(): Promise<void> {
  const program = new Command('swimmy-worker')
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .option('--cache <dir>')
    .option('--candles <dir>')
    .option('--allow-path <dir>', '', (dir: string, before: readonly string[]) => [...before, dir], [])
    .option('-h, --help')
    .option('--version')
    .option('--sample-candles')
    .argument('[count]');
  for (const [name, { value }] of Object.entries(QUEUE_OPTIONS)) program.option(`--${name} <${value}>`);
  const values = program.parse().opts<Options & Readonly<Record<string, string>>>();
  if (values.help) return void process.stdout.write(HELP);
  if (values.version) return void process.stdout.write(`${VERSION}\n`);
  if (values.sampleCandles) {
    for (const chunk of generateCsv(Number(program.args[0] ?? 100_000) || 100_000, 42)) process.stdout.write(chunk);
    return;
  }
  // Read before our start is announced: a process that waits for it may end our parent immediately.
  const parent = process.ppid;
  const worker = await startWorker({
    env: process.env,
    cores: availableParallelism(),
    queue: queueAddress(withOptions(process.env, (name) => program.getOptionValue(name))),
    cacheDir: values.cache,
    sharedCandles: values.candles ?? (process.env.SWIMMY_CANDLES?.trim() || undefined),
    paths: { folder: process.cwd(), also: values.allowPath },
    log,
  });
  const stop = (): void => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
    void worker.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  // npx, ended by its id, takes only the shell between it and us along: a kill of npx is meant for us.
  if (process.env.npm_command === 'exec')
    setInterval(() => {
      if (process.ppid !== parent) stop();
    }, ORPHANED_MS).unref();
}

process.on('unhandledRejection', (reason) =>
  log('unexpected', { reason: reason instanceof Error ? reason.message : String(reason) }),
);
main().catch((error: unknown) => {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '');
  process.stderr.write(
    `swimmy-worker: ${/in use/i.test(reason) ? `a port is taken (${reason}); is another worker running?` : reason}\n`,
  );
  process.exitCode = 1;
});
