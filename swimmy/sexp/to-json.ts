// From what was read to plain JSON values: association lists become objects, everything else arrays.
import type { Sexp, SexpList } from './read.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const WORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['#t', true],
  ['t', true],
  ['true', true],
  ['#f', false],
  ['false', false],
  ['nil', null],
  ['null', null],
]);

/** `PKG::SCHEMA-VERSION`, `:schema-version` and `schema_version` are one key. */
function keyOf(name: string): string {
  return name
    .slice(name.lastIndexOf(':') + 1)
    .toLowerCase()
    .replaceAll('-', '_');
}

/** Infinite and undefined numbers have no JSON form: they become null. */
export function toJson(value: Sexp): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string') return value;
  if (value.kind === 'symbol') {
    const word = WORDS.get(value.name.toLowerCase());
    return word === undefined ? value.name.slice(value.name.lastIndexOf(':') + 1) : word;
  }
  if (value.items.length === 0) return null;
  return isRecord(value)
    ? recordToJson(value)
    : [...value.items.map(toJson), ...(value.tail === undefined ? [] : [toJson(value.tail)])];
}

function pairKey(item: Sexp): string | undefined {
  if (typeof item !== 'object' || item.kind !== 'list') return undefined;
  const first = item.items[0];
  if (typeof first === 'string') return first;
  return typeof first === 'object' && first.kind === 'symbol' ? keyOf(first.name) : undefined;
}

function isRecord(value: SexpList): boolean {
  return value.tail === undefined && value.items.every((item) => pairKey(item) !== undefined);
}

/** The fields of an association list, values unread; undefined when it is not one. */
export function fieldsOf(value: Sexp): Map<string, Sexp> | undefined {
  if (typeof value !== 'object' || value.kind !== 'list' || !isRecord(value)) return undefined;
  const fields = new Map<string, Sexp>();
  for (const item of value.items) {
    const key = pairKey(item);
    if (key === undefined || typeof item !== 'object' || item.kind !== 'list') continue;
    const rest = item.items.slice(1);
    if (rest.length === 0) fields.set(key, item.tail ?? { kind: 'list', items: [] });
    else
      fields.set(
        key,
        item.tail === undefined ? { kind: 'list', items: rest } : { kind: 'list', items: rest, tail: item.tail },
      );
  }
  return fields;
}

function recordToJson(value: SexpList): Json {
  return Object.fromEntries([...(fieldsOf(value) ?? [])].map(([key, field]) => [key, toJson(field)]));
}
