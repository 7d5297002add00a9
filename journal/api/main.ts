// `zorivest-api`: the service as a process. `serve` runs it; the others are what must touch the book while no service
// runs. People use the `zorivest` command, which calls this one.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { stderrSink } from '@zorivest/kernel/log';
import { Command, CommanderError } from 'commander';
import { Fault, type Home, homeAt, HomeInUse, lockHome, noBook, prepareHome } from '@zorivest/store';
import { demoBook } from '@zorivest/demo';
import { type Listening, loopback, readListening } from './http/listening.ts';
import { readOrigin } from './http/origin.ts';
import { initBook } from './init.ts';
import { changePassphrase, rekeyBook } from './rekey.ts';
import { restoreBook } from './restore.ts';
import { startService } from './service.ts';
import { startSetup } from './setup/setup.ts';
import { version } from './system/version.ts';
import { bootstrapExists, BootstrapDamaged } from './vault/bootstrap.ts';
import type { Proof } from './vault/data-key.ts';

const usage = `Usage: zorivest-api <serve|init|restore|passphrase|rekey> [options]

  serve                 run the service until it is stopped
    --port <number>     8765, or ZORIVEST_API_PORT; 0 takes any free port
    --dev-origin <url>  a page under development, such as http://localhost:5173, that may call from a browser
    --make              make a new book first; its passphrase is the first line of stdin, and its key is printed
    --setup             where there is no book: a page asks for its passphrase, and the service begins then
    --single            keep the book in this process: for a service that lives as long as one command
    --json              print one line with the address once it answers
  init                  make a new book; the passphrase is read from stdin
  restore <file>        put a backup in place of the book, or make a book of it in an empty home; the passphrase is
                        read from stdin, unless ZORIVEST_API_KEY has an admin key
  passphrase            another passphrase; the old and the new one are read from stdin, a line each
  rekey                 another data key, so that keys that were revoked open nothing; the passphrase is read from stdin

  --home <folder>       where the book is (ZORIVEST_HOME)
  --help                this text
  --version             the version

Example: echo "$PASSPHRASE" | zorivest-api init --home ~/book && zorivest-api serve --home ~/book`;

const END_WITHIN = 8000;

const out = (text: string) => process.stdout.write(`${text}\n`);

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** The first line of stdin; a later reader gets the rest. */
async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}

async function readProof(): Promise<Proof> {
  const apiKey = process.env['ZORIVEST_API_KEY'];
  if (apiKey !== undefined && apiKey !== '') return { kind: 'key', apiKey };
  return { kind: 'passphrase', passphrase: await readStdin() };
}

function readPort(text: string | undefined): number {
  const port = Number(text ?? process.env['ZORIVEST_API_PORT'] ?? 8765);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('the port must be a number up to 65535');
  return port;
}

interface ServeOptions {
  readonly json: boolean;
  readonly make: boolean;
  readonly setup: boolean;
  readonly single: boolean;
  readonly devOrigin?: string;
}

interface Options extends ServeOptions {
  readonly home?: string;
  readonly port?: string;
  readonly help: boolean;
  readonly version: boolean;
}

const isWithoutBook = (home: string) => !bootstrapExists(homeAt(home).bootstrap) && !existsSync(homeAt(home).swap);

/** Nothing of a book that was here: neither its database nor a copy of its keys. */
const isEmptyHome = ({ bootstrap, database }: Home) => !existsSync(`${bootstrap}.bak`) && !existsSync(database);

/** Waits for the person to choose the passphrase; the port on which the service then continues, or null when it is to end. */
async function setUp(
  root: string,
  port: number,
  listening: Listening,
  asked: Promise<void>,
  ready: (api: string, setup: string) => void,
): Promise<number | null> {
  const home = homeAt(root);
  prepareHome(home);
  // A second process that waits on the same home gets an error here.
  const lock = await lockHome(home.lock);
  try {
    const setup = await startSetup({ home, port, listening, random: randomBytes, version });
    ready(setup.url, setup.address);
    const isMade = await Promise.race([setup.made.then(() => true), asked.then(() => false)]);
    await setup.close();
    return isMade ? port || Number(new URL(setup.url).port) : null;
  } finally {
    lock.release();
  }
}

async function serve(home: string, port: number, options: ServeOptions): Promise<void> {
  const { json, single, devOrigin } = options;
  // A service that lives as long as one command serves no one else.
  const listening = single ? loopback : readListening(process.env);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ask());
  const passphrase = options.make ? await readLine() : null;
  // A supervisor that dies closes this pipe: the service must not live on without it.
  if (isSupervised()) process.stdin.once('end', ask).resume();
  const sayReady = (api: string, setup?: string) =>
    out(
      json
        ? JSON.stringify({ ready: true, api, pid: process.pid, ...(setup !== undefined && { setup }) })
        : `Zorivest API: ${api}${setup === undefined ? '' : `\nChoose the passphrase of your book at ${setup}`}`,
    );
  let chosen = port;
  const isNew = passphrase === null && isWithoutBook(home);
  if (isNew) {
    // What is missing may be mended; a book is only made where there never was one.
    if (!options.setup || !isEmptyHome(homeAt(home))) throw noBook(homeAt(home));
    const setup = await setUp(home, port, listening, asked, sayReady);
    if (setup === null) return void process.stdin.destroy();
    chosen = setup;
  }
  const service = await startService({
    home,
    port: chosen,
    listening,
    demo: demoBook,
    ...(passphrase !== null && { newBook: { passphrase, made: (book) => out(JSON.stringify(book)) } }),
    onStop: ask,
    onUpgrade: (upgraded) =>
      out(json ? JSON.stringify({ upgraded }) : `Upgraded from ${upgraded.from} to ${upgraded.to}`),
    processes: !single,
    ...(devOrigin !== undefined && { devOrigin: readOrigin(devOrigin) }),
  });
  if (!isNew) sayReady(service.url);
  process.on('unhandledRejection', (error) => service.app.log.error('an unhandled rejection', { error }));
  await asked;
  // Whatever still holds it: who asked must not wait for longer. What was not committed is not there afterwards.
  setTimeout(() => process.exit(0), END_WITHIN).unref();
  await service.stop();
  // Listening for the supervisor would keep the process alive.
  process.stdin.destroy();
}

const isSupervised = () => process.env['ZORIVEST_SUPERVISED'] === '1';

function explain(error: unknown, port: number): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Fault || error instanceof HomeInUse || error instanceof BootstrapDamaged) return message;
  if (code === 'EADDRINUSE') {
    // `zorivest up` has two ports to choose.
    const option = isSupervised() ? '--api-port' : '--port';
    return `port ${port} is taken, perhaps by another zorivest; stop the program that uses it, or choose another with ${option} or ZORIVEST_API_PORT`;
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return `the home cannot be written: ${message}`;
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'the disk is full; free some space and try again';
  if (error instanceof CommanderError) return `${message.replace(/^error: /, '')}; see zorivest-api --help`;
  return message;
}

export async function main(args: string[]): Promise<void> {
  let port = 0;
  try {
    const program = new Command('zorivest-api')
      .helpOption(false)
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .option('--home <folder>')
      .option('--port <number>')
      .option('--dev-origin <url>')
      .option('--make', '', false)
      .option('--setup', '', false)
      .option('--single', '', false)
      .option('--json', '', false)
      .option('-h, --help', '', false)
      .option('--version', '', false)
      .argument('[command]')
      .argument('[file]')
      .parse(args, { from: 'user' });
    const values = program.opts<Options>();
    if (values.version) return void out(version);
    const [command, file] = program.args;
    if (values.help || command === undefined) {
      out(usage);
      process.exitCode = values.help ? 0 : 2;
      return;
    }
    const homePath = values.home ?? process.env['ZORIVEST_HOME'];
    if (homePath === undefined) throw new Error('say where the book is, with --home or ZORIVEST_HOME');
    const home = resolve(homePath);
    if (command === 'serve') {
      port = readPort(values.port);
      await serve(home, port, values);
    } else if (command === 'init') {
      out(JSON.stringify(await initBook(home, await readStdin())));
    } else if (command === 'restore' && file !== undefined) {
      out(JSON.stringify(await restoreBook(home, file, await readProof())));
    } else if (command === 'passphrase') {
      const [old = '', chosen = ''] = (await readStdin()).split(/\r?\n/);
      out(JSON.stringify(await changePassphrase(home, old, chosen)));
    } else if (command === 'rekey') {
      out(JSON.stringify(await rekeyBook(home, await readStdin())));
    } else {
      throw new Error(`unknown command ${command}; see zorivest-api --help`);
    }
  } catch (error) {
    stderrSink(`zorivest-api: ${explain(error, port)}`);
    process.exitCode = 1;
    // Nothing that was started before the failure may keep it alive.
    setTimeout(() => process.exit(), END_WITHIN).unref();
    process.stdin.destroy();
  }
}
