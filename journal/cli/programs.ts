// The two programs this one starts: where they are, and how to run them.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from './output.ts';

const require = createRequire(import.meta.url);

/** The launcher of a package's command, or null when it is not there. */
function launcher(packageName: string, command: string): string | null {
  // Installed, all commands are one package; in the repository each has its own.
  const sibling = join(import.meta.dirname, '..', 'bin', `${command}.js`);
  if (existsSync(sibling)) return sibling;
  try {
    const bin = join(dirname(require.resolve(packageName)), '..', 'bin', `${command}.js`);
    return existsSync(bin) ? bin : null;
  } catch {
    return null;
  }
}

function apiProgram(): string {
  const found = launcher('@zorivest/api', 'zorivest-api');
  if (found === null)
    throw new UserError(
      'the service itself (zorivest-api) is not there; install zorivest again, or `npm run build` in its sources',
    );
  return found;
}

export function mcpProgram(): string | null {
  return launcher('@zorivest/mcp-server', 'zorivest-mcp');
}

/** Our environment without the API key: every caller of a server brings a key of its own. */
export function childEnv(): NodeJS.ProcessEnv {
  const { ZORIVEST_API_KEY: _, ...rest } = process.env;
  return rest;
}

export interface SpawnOptions {
  readonly devOrigin?: string | undefined;
  /** The passphrase of a book that it makes first. */
  readonly newBook?: string | undefined;
  /** Where there is no book, a page asks for its passphrase. */
  readonly setup?: boolean;
  /** It lives as long as one command: further processes would take longer to start than they save. */
  readonly single?: boolean;
}

/** Starts a service on this home. It ends automatically when this process ends, however it ends. */
export function spawnApi(
  home: string,
  port: number,
  { devOrigin, newBook, setup = false, single = false }: SpawnOptions = {},
): ChildProcess {
  // A large import makes much short-lived data: with small nurseries it is cleared away early, and memory stays flat.
  const flags = ['--max-semi-space-size=8'];
  const args = [
    '--home',
    home,
    '--port',
    String(port),
    ...(devOrigin === undefined ? [] : ['--dev-origin', devOrigin]),
    ...(newBook === undefined ? [] : ['--make']),
    ...(setup ? ['--setup'] : []),
    ...(single ? ['--single'] : []),
  ];
  const child = spawn(process.execPath, [...flags, apiProgram(), 'serve', '--json', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...childEnv(), ZORIVEST_SUPERVISED: '1' },
  });
  if (newBook !== undefined) {
    child.stdin.on('error', () => {}); // one that ends before it reads closes the pipe; it has printed why
    child.stdin.write(`${newBook}\n`);
  }
  return child;
}

/** Runs zorivest-api to its end with something on stdin; what it printed, parsed. */
export async function runApi(args: readonly string[], stdin: string): Promise<Record<string, unknown>> {
  const child = spawn(process.execPath, [apiProgram(), ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => {}); // one that refuses before it reads closes the pipe; it has printed why
  child.stdin.end(stdin);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new UserError(lastLine(Buffer.concat(errors).toString('utf8')));
  return JSON.parse(Buffer.concat(output).toString('utf8')) as Record<string, unknown>;
}

/** The last output of a program, without its own name in front. */
export function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  // A program that fell ends with the version of Node; what happened stands above its stack.
  const fell = /^Node\.js v\d/.test(lines.at(-1) ?? '') ? lines.find((each) => /^\w*Error\b/.test(each)) : undefined;
  if (fell !== undefined && /ERR_MODULE_NOT_FOUND|ERR_DLOPEN_FAILED/.test(text))
    return `a part of it is missing, so install zorivest again: ${fell}`;
  const line = fell ?? lines.at(-1) ?? '';
  return line.replace(/^zorivest-api: /, '') || 'the service ended without saying why';
}
