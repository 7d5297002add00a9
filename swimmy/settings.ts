// Every setting from the environment, read once. Names as the downstream system has them.
import { join, resolve } from 'node:path';

export interface Ports {
  readonly external: number;
  readonly backtestRequests: number;
  readonly backtestResults: number;
}

class SettingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function wholeNumber(
  env: Environment,
  name: string,
  fallback: number,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const text = env[name]?.trim();
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SettingError(
      `${name} must be a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? ' up' : ` to ${most}`}, not ${JSON.stringify(text)}`,
    );
  }
  return value;
}

const PORT_MAX = 65_535;

export function portsFrom(env: Environment): Ports {
  return {
    external: wholeNumber(env, 'SWIMMY_PORT_EXTERNAL', 5559, 1, PORT_MAX),
    backtestRequests: wholeNumber(env, 'SWIMMY_PORT_BACKTEST_REQ', 5580, 1, PORT_MAX),
    backtestResults: wholeNumber(env, 'SWIMMY_PORT_BACKTEST_RES', 5581, 1, PORT_MAX),
  };
}

/** State, logs and reports live here. */
export const homeFrom = (env: Environment) => resolve(env.SWIMMY_HOME?.trim() || '.');

/** Where sockets are bound; ZeroMQ binds addresses, not names. */
export function bindHostFrom(env: Environment): string {
  const host = env.SWIMMY_ZMQ_HOST?.trim() || 'localhost';
  return host === 'localhost' ? '127.0.0.1' : host;
}

export const isOn = (text: string | undefined) =>
  ['1', 'true', 'yes', 'on', 'y', 't'].includes(text?.trim().toLowerCase() ?? '');

/**
 * Where the worker that takes messages on a port listens for cancels and tells of progress. The path follows from the
 * port, so gateway and worker find each other without another setting; it never is a network port.
 */
export function controlPath(env: Environment, externalPort: number): string {
  const path = env.SWIMMY_CONTROL_SOCKET?.trim();
  if (path) return resolve(path);
  if (process.platform === 'win32') return `\\\\.\\pipe\\swimmy-control-${externalPort}`;
  return join('/tmp', `swimmy-${process.getuid?.() ?? 0}`, `control-${externalPort}.sock`);
}
