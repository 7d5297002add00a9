// Where the book is, and who is serving it.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { mcpNote } from '@zorivest/contract';

/** The platform's folder for application data. */
function dataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share');
}

export function findHome(
  option: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return resolve(option ?? env['ZORIVEST_HOME'] ?? join(dataFolder(platform, env), 'zorivest'));
}

export function hasBook(home: string): boolean {
  return existsSync(join(home, 'bootstrap.json'));
}

function readJson(path: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** The address of the service that runs on this home, if its note is there; it may be stale after a crash. */
export function notedService(home: string): string | null {
  const url = readJson(join(home, 'service.json'))?.['url'];
  return typeof url === 'string' ? url : null;
}

/** The socket of that service, for those who can read the home. */
export function notedSocket(home: string): string | null {
  const socket = readJson(join(home, 'service.json'))?.['socket'];
  return typeof socket === 'string' ? socket : null;
}

/** The address of the MCP server that `zorivest up` runs on this home; it may be stale after a crash. */
export function notedMcp(home: string): string | null {
  const url = readJson(join(home, mcpNote))?.['url'];
  return typeof url === 'string' ? url : null;
}

export function noteMcp(home: string, url: string | null): void {
  const path = join(home, mcpNote);
  if (url === null) rmSync(path, { force: true });
  else writeFileSync(path, `${JSON.stringify({ url })}\n`, { mode: 0o600 });
}

/** What a running service gives to those who can read its home: a flood of strangers does not keep them out. */
export function localProof(home: string): Record<string, string> {
  const secret = localSecret(home);
  return secret === '' ? {} : { 'x-zorivest-local': secret };
}

/** Empty where there is none. */
export function localSecret(home: string): string {
  try {
    return readFileSync(join(home, 'local.secret'), 'utf8').trim();
  } catch {
    return '';
  }
}

export const firstRunFile = 'first-run.json';

/** The credentials that `zorivest quickstart` made, so that a newcomer has nothing to remember. */
export function firstRunCredentials(home: string): { apiKey: string; ideKey: string; passphrase: string } | null {
  const noted = readJson(join(home, firstRunFile));
  const { api_key: apiKey, ide_key: ideKey, passphrase } = noted ?? {};
  if (typeof apiKey !== 'string' || typeof passphrase !== 'string') return null;
  // A first run that was broken off has but the one.
  return { apiKey, ideKey: typeof ideKey === 'string' ? ideKey : apiKey, passphrase };
}

/** Keeps the credentials of a first run true; a book that has none gets none. */
export function rememberFirstRun(home: string, change: { passphrase: string }): void {
  const path = join(home, firstRunFile);
  const noted = readJson(path);
  if (noted !== null) writeFileSync(path, `${JSON.stringify({ ...noted, ...change })}\n`, { mode: 0o600 });
}

/** A port somebody chose, by an option or the environment. */
export function chosenPort(option: string | undefined, variable: string): number | undefined {
  return (option ?? process.env[variable]) === undefined ? undefined : portFrom(option, variable, 0);
}

export function portFrom(option: string | undefined, variable: string, byDefault: number): number {
  const port = Number(option ?? process.env[variable] ?? byDefault);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`${option === undefined ? variable : 'the port'} must be a number between 0 and 65535`);
  }
  return port;
}
