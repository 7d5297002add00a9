// All settings: from `mcp-perf.yaml`, overridden by the environment.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { routesFromJson } from '../model/routes.ts';
import { budgetsSchema } from './budget-limits.ts';

const MIB = 1_048_576;
const keep = z.int().min(0).max(10_000);
const days = z.int().min(1).max(3650).nullable();
const bytes = z.int().positive();

/** Unknown keys are refused: a misspelt limit would otherwise be no limit. */
/** In the working directory, unless `MCP_PERF_CONFIG` names another. */
export const CONFIG_FILE = 'mcp-perf.yaml';

export const configSchema = z.strictObject({
  retention: z
    .strictObject({
      keep_last_n: z.int().min(1).max(10_000).default(50).describe('Snapshots retained, newest first.'),
      ttl_days: days.default(null).describe('Snapshots older than this are deleted; null: no limit.'),
    })
    .prefault({}),
  reports: z
    .strictObject({ keep_last_n: z.int().min(1).max(10_000).default(200).describe('Reports retained, newest first.') })
    .prefault({}),
  collector: z
    .strictObject({
      retention: z
        .strictObject({
          keep_last_n: keep.default(50).describe('Bundles retained, newest first.'),
          ttl_days: days.default(null).describe('Bundles older than this are deleted; null: no limit.'),
        })
        .prefault({}),
      max_files_per_spx_dir: z.int().positive().default(500).describe('SPX files taken from one folder.'),
      copy_max_bytes: bytes.default(10 * MIB).describe('Larger files are referenced, not copied.'),
    })
    .prefault({}),
  spx: z
    .strictObject({
      text_gz_max_decompressed_bytes: bytes
        .default(1024 * MIB)
        .describe('A .txt.gz that inflates beyond this is refused. Reading streams, so this bounds time, not memory.'),
    })
    .prefault({}),
  slow_log: z
    .strictObject({
      gz_max_decompressed_bytes: bytes
        .default(64 * 1024 * MIB)
        .describe('A gzip log that inflates beyond this is refused.'),
      max_classes: z
        .int()
        .positive()
        .default(50_000)
        .describe('Statements beyond this number of classes are counted as one.'),
    })
    .prefault({}),
  postgres: z
    .strictObject({
      log_line_prefix: z
        .string()
        .min(1)
        .nullable()
        .default(null)
        .describe('`log_line_prefix` of PostgreSQL logs to stderr; null: one of the usual ones, detected.'),
    })
    .prefault({}),
  timings: z
    .strictObject({ max_bytes: bytes.default(64 * MIB).describe('A larger timings file is refused.') })
    .prefault({}),
  routes: z
    .union([z.array(z.string().min(1)), z.string().min(1)])
    .default([])
    .describe('Routes that group endpoints, or a JSON file of routes that a framework prints.'),
  budgets: budgetsSchema.default({}).describe('Limits by route pattern, for check; not a single value.'),
});

export type Config = Omit<z.output<typeof configSchema>, 'routes'> & {
  readonly routes: readonly string[];
  /** The state folder: `MCP_PERF_HOME`, else `var/mcp` under the working directory. */
  readonly home: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {}

export function loadConfig(env: Environment, cwd: string): Config {
  const named = env.MCP_PERF_CONFIG;
  const path = resolve(cwd, named ?? CONFIG_FILE);
  const fromFile = named !== undefined || existsSync(path) ? readYaml(path) : {};
  const merged = withEnvironment(fromFile, env);
  const parsed = configSchema.safeParse(merged);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
    throw new ConfigError(`The configuration is not valid. ${faults.join('; ')}.`);
  }
  const routes = routesOf(parsed.data.routes, dirname(path));
  return { ...parsed.data, routes, home: resolve(cwd, env.MCP_PERF_HOME || 'var/mcp') };
}

function routesOf(routes: readonly string[] | string, folder: string): readonly string[] {
  if (typeof routes !== 'string') return routes;
  const path = resolve(folder, routes);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new ConfigError(`The routes in ${path} cannot be read: it must be a JSON file.`);
  }
  const found = routesFromJson(json);
  if (found === null)
    throw new ConfigError(
      `${path} contains no routes. Write it with: php artisan route:list --json, or bin/console debug:router --format=json.`,
    );
  return found;
}

function readYaml(path: string): Record<string, unknown> {
  let source: string;
  try {
    source = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`The configuration file ${path} cannot be read.`);
  }
  let value: unknown;
  try {
    value = parse(source) ?? {};
  } catch {
    throw new ConfigError(`The configuration file ${path} is not valid YAML.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(`The configuration file ${path} must hold a map of settings.`);
  }
  return { ...value };
}

/** `collector.copy_max_bytes` is `MCP_PERF_COLLECTOR_COPY_MAX_BYTES`. */
export function variableOf(path: readonly string[]): string {
  return `MCP_PERF_${path.join('_').toUpperCase()}`;
}

/** The settings, as paths into the configuration. */
export function configPaths(): {
  readonly path: readonly string[];
  readonly description: string;
  readonly fallback: unknown;
}[] {
  const walk = (value: unknown, schema: z.ZodType, path: readonly string[]): ReturnType<typeof configPaths> => {
    const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    if (inner instanceof z.ZodObject) {
      return Object.entries(inner.shape).flatMap(([key, part]) =>
        walk(Object(value)[key], part as z.ZodType, [...path, key]),
      );
    }
    // A map or a list has no single value that a variable could set.
    if (
      inner instanceof z.ZodDefault &&
      (inner.unwrap() instanceof z.ZodRecord || inner.unwrap() instanceof z.ZodUnion)
    )
      return [];
    return [{ path, description: schema.description ?? '', fallback: value }];
  };
  return walk(configSchema.parse({}), configSchema, []);
}

function withEnvironment(config: Record<string, unknown>, env: Environment): Record<string, unknown> {
  const merged: Record<string, unknown> = structuredClone(config);
  for (const { path } of configPaths()) {
    const text = env[variableOf(path)];
    if (text === undefined || text === '') continue;
    let at = merged;
    for (const key of path.slice(0, -1)) at = at[key] = { ...Object(at[key]) };
    at[path.at(-1)!] = text === 'null' ? null : /^\d+$/.test(text) ? Number(text) : text;
  }
  return merged;
}
