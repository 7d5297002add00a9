// Puts one entry into a configuration file, or takes it out, and leaves the rest as it is. Pure: text in, text out.
import { isObject, parseJsonc, removeIn, setIn } from './jsonc.ts';

export class CannotEdit extends Error {
  override readonly name = 'CannotEdit';
}

type Json = Record<string, unknown>;

/** The servers a file lists; refuses a file that would not survive being edited. */
function serversIn(text: string, under: string): Json {
  let document: unknown;
  try {
    document = text.trim() === '' ? {} : parseJsonc(text);
  } catch {
    throw new CannotEdit('it is not JSON');
  }
  if (!isObject(document)) throw new CannotEdit('it does not hold an object');
  const servers = document[under] ?? {};
  if (!isObject(servers)) throw new CannotEdit(`its "${under}" is not an object`);
  return servers;
}

/** Comments, order and indentation stay: a diff shows one entry. */
export function editJson(text: string, under: string, name: string, entry: Json): string {
  serversIn(text, under);
  if (text.trim() === '') return `${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`;
  return setIn(text, [under, name], entry);
}

export function removeJson(text: string, under: string, name: string): string {
  return name in serversIn(text, under) ? removeIn(text, [under, name]) : text;
}

const tomlValue = (value: unknown): string =>
  isObject(value)
    ? `{ ${Object.entries(value)
        .map(([key, inner]) => `${JSON.stringify(key)} = ${tomlValue(inner)}`)
        .join(', ')} }`
    : JSON.stringify(value);

export function tomlTable(under: string, name: string, entry: Json): string {
  const lines = Object.entries(entry).map(([key, value]) => `${key} = ${tomlValue(value)}`);
  return `[${under}.${name}]\n${lines.join('\n')}\n`;
}

/** Replaces our own table, sub-tables included, or adds it at the end. */
export function editToml(text: string, under: string, name: string, entry: Json): string {
  const rest = removeToml(text, under, name).trimEnd();
  return `${rest === '' ? '' : `${rest}\n\n`}${tomlTable(under, name, entry)}`;
}

export function removeToml(text: string, under: string, name: string): string {
  const own = new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*"?${name}"?\\s*(\\..*)?\\]`);
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) inside = own.test(line);
    if (!inside) kept.push(line);
  }
  return kept.join('\n');
}
