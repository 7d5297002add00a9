// Puts one entry into a configuration file, or takes it out, and leaves the rest as it is. Pure: text in, text out.
import { isDeepStrictEqual } from 'node:util';
import * as toml from 'smol-toml';
import { CannotEdit } from './cannot-edit.ts';
import { parseJsonc, removeIn, setIn } from './jsonc.ts';

type Entries = Record<string, unknown>;

const isObject = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The servers a file lists; refuses a file that would not survive being edited. */
function serversIn(document: unknown, under: string): Entries {
  if (!isObject(document)) throw new CannotEdit('it does not hold an object');
  const servers = document[under] ?? {};
  if (!isObject(servers)) throw new CannotEdit(`its "${under}" is not an object`);
  return servers;
}

/** Comments, order and indentation stay: a diff shows one entry. */
export function editJson(text: string, under: string, name: string, entry: Entries): string {
  if (text.trim() === '') return `${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`;
  serversIn(parseJsonc(text), under);
  return setIn(text, [under, name], entry);
}

export function removeJson(text: string, under: string, name: string): string {
  if (text.trim() === '') return text;
  return name in serversIn(parseJsonc(text), under) ? removeIn(text, [under, name]) : text;
}

export function tomlTable(under: string, name: string, entry: Entries): string {
  return toml.stringify({ [under]: { [name]: entry } });
}

/** Replaces our own table, sub-tables included, or adds it at the end. */
export function editToml(text: string, under: string, name: string, entry: Entries): string {
  const rest = removeToml(text, under, name).trimEnd();
  const after = `${rest === '' ? '' : `${rest}\n\n`}${tomlTable(under, name, entry)}`;
  const before = parseToml(text);
  return holding(after, { ...before, [under]: { ...serversIn(before, under), [name]: entry } });
}

export function removeToml(text: string, under: string, name: string): string {
  const before = parseToml(text);
  const { [name]: own, ...others } = serversIn(before, under);
  if (own === undefined) return text;
  const after = withoutTable(text, [under, name]);
  const left = parseToml(after);
  return holding(after, { ...before, ...(under in left && { [under]: others }) }, under in left ? [] : [under]);
}

function parseToml(text: string): Entries {
  try {
    return toml.parse(text);
  } catch {
    throw new CannotEdit('it is not TOML');
  }
}

/** The text without the lines of one table and of those below it. */
function withoutTable(text: string, path: readonly string[]): string {
  const remaining: string[] = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const table = tableNamed(line);
    if (table !== null) isInside = path.every((key, depth) => table[depth] === key);
    if (!isInside) remaining.push(line);
  }
  return remaining.join('\n');
}

/** The keys a line names as a table; null for any other line. */
function tableNamed(line: string): string[] | null {
  if (!/^\s*\[/.test(line)) return null;
  try {
    const keys: string[] = [];
    for (let table: unknown = toml.parse(line); isObject(table); table = Object.values(table)[0]) {
      const [key] = Object.keys(table);
      if (key !== undefined) keys.push(key);
    }
    return keys;
  } catch {
    return null;
  }
}

/** Lines were moved by their looks: what they now say is read again before it is trusted. */
function holding(text: string, expected: Entries, gone: readonly string[] = []): string {
  const wanted = Object.fromEntries(Object.entries(expected).filter(([key]) => !gone.includes(key)));
  if (!isDeepStrictEqual(plain(parseToml(text)), plain(wanted))) {
    throw new CannotEdit('its tables are written in a way that cannot be edited safely');
  }
  return text;
}

/** The library's objects have no prototype, ours have. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
