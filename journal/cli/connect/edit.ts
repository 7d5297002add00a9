// Puts one entry into a configuration file and leaves every other byte's meaning alone. Pure: text in, text out.

export class CannotEdit extends Error {
  override readonly name = 'CannotEdit';
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file's own indentation, so that a diff shows one entry. */
function indentOf(text: string): string | number {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
}

export function editJson(text: string, under: string, name: string, entry: Json): string {
  let document: unknown;
  try {
    document = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    // Rewriting a file with comments would lose them.
    throw new CannotEdit('it is not plain JSON (comments or trailing commas)');
  }
  if (!isObject(document)) throw new CannotEdit('it does not hold an object');
  const servers = document[under] ?? {};
  if (!isObject(servers)) throw new CannotEdit(`its "${under}" is not an object`);
  const edited = { ...document, [under]: { ...servers, [name]: entry } };
  return `${JSON.stringify(edited, null, indentOf(text))}\n`;
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
  const own = new RegExp(`^\\s*\\[\\s*${under}\\s*\\.\\s*"?${name}"?\\s*(\\..*)?\\]`);
  const kept: string[] = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) inside = own.test(line);
    if (!inside) kept.push(line);
  }
  const rest = kept.join('\n').trimEnd();
  return `${rest === '' ? '' : `${rest}\n\n`}${tomlTable(under, name, entry)}`;
}
