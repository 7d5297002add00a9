// Opens the configured store: a folder of this machine, or with `MCP_PERF_STORE` that of a fleet, in PostgreSQL or behind HTTP.
import { ConfigError, type Environment } from '../config/config.ts';
import { dsnFromEnvironment } from '../explain/dsn.ts';
import { SnapshotStore, type Store } from '../snapshot/store.ts';
import { HttpStore } from './http-store.ts';
import { PostgresStore } from './postgres-store.ts';

export function openStore(env: Environment, home: string, now: () => Date): Store {
  const named = env.MCP_PERF_STORE;
  if (!named) return new SnapshotStore(home, now);
  if (/^https?:\/\//.test(named)) return new HttpStore(named, tokenOf(env));
  return postgresStore(named, env, now, 'MCP_PERF_STORE');
}

export function tokenOf(env: Environment): string {
  const token = env.MCP_PERF_TOKEN;
  if (!token)
    throw new ConfigError(
      'MCP_PERF_TOKEN is not set: create a token with mcp-perf-server token add on the machine of the store.',
    );
  return token;
}

/** `name` is the option or variable that named it: the address itself may contain a password. */
export function postgresStore(
  text: string,
  env: Environment,
  now: () => Date,
  name: string,
  connections?: number,
): PostgresStore {
  const result = dsnFromEnvironment(text, env, name);
  if (!result.ok) throw new ConfigError(result.error);
  if (result.dsn.engine !== 'postgres')
    throw new ConfigError(`${name}: a store is a PostgreSQL, e.g. postgres://perf@db.example/perf.`);
  return new PostgresStore(result.dsn, now, connections);
}
