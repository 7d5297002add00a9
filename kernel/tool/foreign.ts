/**
 * Text that others wrote: memos, news, file names, the SQL of somebody's site. To a model it reads like any other fact, and
 * its author may have written it for the model. Fields that hold such text say so once, in their schema:
 *
 *   z.string().meta({ foreign: true })    prose; all text below it, if it is an object or a list
 *   z.string().meta({ foreign: 'name' })  what tools take as an argument: a tag, a symbol, a name; never fenced
 *
 * An answer that holds any begins with the names of the fields. In all of them what could pass for something else is
 * escaped, and long prose stands between marks. All of it is undone where the text comes back in an argument.
 */
import type { JsonSchema } from './schema.ts';

/** Where foreign text stands in an answer. */
export interface ForeignFields {
  /** This very value, or all text inside it. */
  readonly mark?: 'prose' | 'name';
  readonly fields?: ReadonlyMap<string, ForeignFields>;
  /** The items of a list, or the values of a record. */
  readonly items?: ForeignFields;
  readonly values?: ForeignFields;
}

const OPEN = '⟦foreign⟧';
const CLOSE = '⟦/foreign⟧';

/** Prose of at most this many characters is marked by its field's name alone. */
const SHORT = 200;

/**
 * What a reader does not see, or sees in another order: control characters but line ends and tabs, marks that turn the
 * direction of text, blanks without width, the tag characters that spell invisible words; and our own bracket.
 */
const ESCAPED =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are the point
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF⟦]|[\u{E0000}-\u{E01EF}]/gu;

const MARKS = /⟦(?:\/?foreign|U\+([0-9A-F]{4,6}))⟧/g;

export function escapeForeign(text: string): string {
  return text.replace(
    ESCAPED,
    (char) => `⟦U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`,
  );
}

/** Where a schema, rendered as JSON, says that text is foreign; nothing where it never does. */
export function foreignFields(schema: JsonSchema): ForeignFields | undefined {
  const mark = schema.foreign === true ? 'prose' : schema.foreign === 'name' ? 'name' : undefined;
  const fields = new Map<string, ForeignFields>();
  let items = isSchema(schema.items) ? foreignFields(schema.items) : undefined;
  let values = isSchema(schema.additionalProperties) ? foreignFields(schema.additionalProperties) : undefined;
  for (const [name, field] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
    const found = isSchema(field) ? foreignFields(field) : undefined;
    if (found) fields.set(name, found);
  }
  for (const one of [schema.anyOf, schema.oneOf, schema.allOf].flat()) {
    const found = isSchema(one) ? foreignFields(one) : undefined;
    if (!found) continue;
    if (found.mark && !mark) return found;
    for (const [name, field] of found.fields ?? []) fields.set(name, field);
    items ??= found.items;
    values ??= found.values;
  }
  if (!mark && fields.size === 0 && !items && !values) return undefined;
  return {
    ...(mark ? { mark } : {}),
    ...(fields.size > 0 ? { fields } : {}),
    ...(items ? { items } : {}),
    ...(values ? { values } : {}),
  };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The data with its foreign text escaped and, where it is long, fenced; `names` gets the fields that held any. */
export function markForeign(data: unknown, where: ForeignFields, names: Set<string>, name = 'value'): unknown {
  if (typeof data === 'string') {
    if (!where.mark || data === '') return data;
    names.add(name);
    const safe = escapeForeign(data);
    return where.mark === 'prose' && data.length > SHORT ? `${OPEN}${safe}${CLOSE}` : safe;
  }
  if (Array.isArray(data)) {
    const items = below(where, where.items);
    return items ? data.map((item) => markForeign(item, items, names, name)) : data;
  }
  if (typeof data !== 'object' || data === null) return data;
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(data)) {
    const inner = below(where, where.fields?.get(key) ?? where.values);
    out[key] = inner ? markForeign(field, inner, names, where.mark || !where.fields?.has(key) ? name : key) : field;
  }
  return out;
}

/** Inside what is marked as a whole, all text is; a field of it may be marked as a name. */
function below({ mark }: ForeignFields, inner: ForeignFields | undefined): ForeignFields | undefined {
  if (!mark || inner?.mark) return inner;
  return { ...inner, mark };
}

/** Every text in it with what could pass for something else escaped; foreign and own text are not distinguished. */
export function escapeTexts(data: unknown): unknown {
  return markForeign(data, { mark: 'name' }, new Set());
}

/** The arguments as they were before an answer put marks into them. */
export function takeOffMarks(args: unknown): unknown {
  if (typeof args === 'string') {
    if (!args.includes('⟦')) return args;
    return args.replace(MARKS, (_, code?: string) => (code === undefined ? '' : charOf(code)));
  }
  if (Array.isArray(args)) return args.map(takeOffMarks);
  if (typeof args !== 'object' || args === null) return args;
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(args)) out[key] = takeOffMarks(field);
  return out;
}

function charOf(code: string): string {
  const point = Number.parseInt(code, 16);
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

/** An answer in which every field that holds foreign text holds this one: what a test plays an attack through. */
export function foreignSample({ mark, fields, items, values }: ForeignFields, text: string): unknown {
  if (fields) return Object.fromEntries([...fields].map(([name, field]) => [name, foreignSample(field, text)]));
  if (items) return [foreignSample(items, text)];
  if (values) return { any: foreignSample(values, text) };
  return mark ? text : undefined;
}
