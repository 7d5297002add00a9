// The files that the rest of the system writes: status lines and metrics. A missing file is an empty object, a broken
// one a warning next to what could be read; an unknown major version is refused by name, because guessing would mislead.
import { readFile, stat } from 'node:fs/promises';
import { KernelError } from '@zorivest/kernel';
import { readSexp } from '../sexp/read.ts';
import { toJson, type Json } from '../sexp/to-json.ts';
import { swimmyCodes } from './requests.ts';

export interface SourceFile {
  /** The name shown to people, never the path. */
  readonly name: string;
  readonly path: string;
  readonly majors: readonly number[];
}

export interface SourceReading {
  readonly values: Readonly<Record<string, Json>>;
  readonly source_schema_version: number | null;
  readonly mtime: string | null;
  readonly stale: boolean;
  readonly warnings: readonly string[];
}

const STALE_MS = 5 * 60_000;
const LARGEST = 1_000_000;
/** Seconds from 1900, where Lisp counts from, to 1970. */
const UNIVERSAL_EPOCH = 2_208_988_800;

type Parse = (text: string) => { readonly values: Record<string, Json>; readonly warnings: string[] };

async function readSource(source: SourceFile, parse: Parse, now: number): Promise<SourceReading> {
  let text: string;
  let mtimeMs: number;
  try {
    const stats = await stat(source.path);
    if (stats.size > LARGEST) throw new Error(`too large: ${stats.size} bytes`);
    mtimeMs = stats.mtimeMs;
    text = await readFile(source.path, 'utf8');
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const warnings = absent ? [] : [`${source.name} could not be read`];
    return { values: {}, source_schema_version: null, mtime: null, stale: true, warnings };
  }
  const { values, warnings } = parse(text);
  const version = values.schema_version;
  if (version !== undefined && !source.majors.includes(Math.floor(Number(version)))) {
    throw new KernelError(
      swimmyCodes.unknownSchema,
      `${source.name} has schema_version ${JSON.stringify(version)}; this gateway reads ${source.majors.join(', ')}. Update swimmy-mcp.`,
      { source: source.name, schema_version: version, supported: source.majors },
    );
  }
  return {
    values: withIsoTime(values),
    source_schema_version: typeof version === 'number' ? version : null,
    mtime: new Date(mtimeMs).toISOString(),
    stale: now - mtimeMs > STALE_MS,
    warnings: warnings.map((warning) => `${source.name}: ${warning}`),
  };
}

/** `KEY: value` lines; numbers become numbers, `N/A` null, names and ids stay text. */
export const readStatusLines = (source: SourceFile, now: number) =>
  readSource(
    source,
    (text) => {
      const values: Record<string, Json> = {};
      const warnings: string[] = [];
      for (const [i, line] of text.split(/\r?\n/).entries()) {
        if (line.trim() === '') continue;
        const colon = line.indexOf(':');
        const key = line.slice(0, colon).trim().toLowerCase();
        if (colon < 1 || !/^[a-z0-9_ -]{1,64}$/.test(key)) warnings.push(`line ${i + 1} has no key and was skipped`);
        else values[key] = statusValue(key, line.slice(colon + 1).trim());
      }
      return { values, warnings };
    },
    now,
  );

function statusValue(key: string, text: string): Json {
  if (text === '' || text === 'N/A') return null;
  if (/_(id|name)$/.test(key)) return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

export const readMetrics = (source: SourceFile, now: number) =>
  readSource(
    source,
    (text) => {
      try {
        const value = toJson(readSexp(text));
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          return { values: { ...(value as Record<string, Json>) }, warnings: [] };
        return { values: {}, warnings: ['it holds no key-value list'] };
      } catch (error) {
        return {
          values: salvage(text),
          warnings: [
            `it is broken (${error instanceof Error ? error.message : 'unreadable'}); what could be read is shown`,
          ],
        };
      }
    },
    now,
  );

/** The whole pairs of a file that was cut off while it was written. */
function salvage(text: string): Record<string, Json> {
  const pairs = [...text.matchAll(/\(([^\s()."]+)\s+\.\s+([^\s()"]+|"(?:[^"\\]|\\.)*")\)/g)].map(([pair]) => pair);
  try {
    const value = toJson(readSexp(`(${pairs.join(' ')})`));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...(value as Record<string, Json>) }
      : {};
  } catch {
    return {};
  }
}

/** Lisp's universal time counts from 1900; both it and Unix time become ISO text. */
function withIsoTime(values: Record<string, Json>): Record<string, Json> {
  const { timestamp } = values;
  if (typeof timestamp !== 'number') return values;
  const seconds = timestamp > 3_000_000_000 ? timestamp - UNIVERSAL_EPOCH : timestamp;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? values : { ...values, timestamp: date.toISOString() };
}
