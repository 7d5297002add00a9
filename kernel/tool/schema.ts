import { z } from 'zod';
import type { ObjectSchema, Schema } from './definition.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** Both tiers of one schema, computed once per tool. */
export interface TieredSchema {
  readonly minimal: JsonSchema;
  readonly rich: JsonSchema;
}

const built = new WeakMap<() => z.ZodType, z.ZodType>();

/** The schema itself; one that is declared as a function is built when it is first needed, and cached. */
export function schemaOf<S extends z.ZodType>(schema: Schema<S>): S {
  if (typeof schema !== 'function') return schema;
  // What stands under a function is what that function returned.
  const known = built.get(schema) as S | undefined;
  if (known) return known;
  const made = schema();
  built.set(schema, made);
  return made;
}

const CONFIRMATION_TOKEN = { type: 'string', description: 'From {tool:get_confirmation_token}.' } as const;

/** The input schema as clients see it: an object at the root, no `$schema`, no root union, no type arrays. */
export function inputSchemas(schema: ObjectSchema, confirmed: boolean): TieredSchema {
  const json = render(schema, 'input');
  if (json.type !== 'object') throw new TypeError('an input schema must be an object at its root');
  const full = confirmed
    ? { ...json, properties: { ...(json.properties as JsonSchema), confirmation_token: CONFIRMATION_TOKEN } }
    : json;
  return { minimal: tier(full, 'minimal') as JsonSchema, rich: tier(full, 'rich') as JsonSchema };
}

/**
 * The output schema of what every client is sent, detailed or concise: what a concise answer drops is not promised.
 * A root array is wrapped like the data itself; `undefined` for any other root.
 */
export function outputSchema(rendered: JsonSchema, drops: readonly string[] = []): JsonSchema | undefined {
  const json = shapeOnly(tier(rendered, 'minimal'), new Set(drops)) as JsonSchema;
  if (json.type === 'object') return json;
  if (json.type !== 'array') return undefined;
  return { type: 'object', properties: { items: json, count: { type: 'integer' } } };
}

const SHAPE = new Set(['type', 'items', 'anyOf', 'oneOf', 'enum', 'const', 'additionalProperties']);

/** `{}`: anything. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * Names and types, which is what a client uses of it. Descriptions and the second list of all names under `required`
 * would cost more tokens than the rest together.
 */
function shapeOnly(node: unknown, drops: ReadonlySet<string>): unknown {
  if (Array.isArray(node)) return node.map((one) => shapeOnly(one, drops));
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'properties') out[key] = keepFields(value as JsonSchema, drops, (one) => shapeOnly(one, drops));
    else if (SHAPE.has(key) && !isEmpty(value)) out[key] = DATA.has(key) ? value : shapeOnly(value, drops);
  }
  return out;
}

/** A schema as JSON, with everything it says, our own words included. */
export function render(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    // Zod leaves the default out where an argument is read in more than one spelling (a flag, a word in any case).
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type === 'default') jsonSchema.default ??= _zod.def.defaultValue;
    },
  }) as Record<string, unknown>;
  return json;
}

/**
 * Clients reject `type: [..]`. Lengths and patterns of text, names of free keys and bounds that only keep nonsense out
 * are checked on every call all the same; a model gains nothing from knowing them, and each costs tokens on every list.
 */
function plain(node: Record<string, unknown>): Record<string, unknown> {
  const { type, minimum, maximum, anyOf, minLength: _min, maxLength: _max, pattern: _pattern, ...others } = node;
  const { propertyNames: _names, ...rest } = others;
  const text = Array.isArray(anyOf) && anyOf.every(isFreeText);
  return {
    ...(text ? { type: 'string' } : anyOf === undefined ? {} : { anyOf }),
    ...(Array.isArray(type)
      ? { anyOf: type.map((one: unknown) => ({ type: one })) }
      : type === undefined
        ? {}
        : { type }),
    ...rest,
    ...(bounds(minimum) ? { minimum } : {}),
    ...(bounds(maximum) ? { maximum } : {}),
  };
}

/** Text in some form or other: a date or a time. Which forms there are is for the description to say. */
function isFreeText(schema: unknown): boolean {
  const { type, enum: values, const: value } = (schema ?? {}) as JsonSchema;
  return type === 'string' && values === undefined && value === undefined;
}

function bounds(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) < 1e9;
}

/** Values that are data, not schemas: walking into them would edit what the tool's author wrote. */
const DATA = new Set(['enum', 'const', 'default', 'required', 'examples']);

/** Bounds that a model respects without being asked: a price is positive, a list has something in it and ends. */
function isObvious(key: string, value: unknown): boolean {
  if (key === 'minimum' || key === 'exclusiveMinimum' || key === 'minItems') return value === 0 || value === 1;
  return key === 'maxItems';
}

/** Walks a schema and leaves each description in the wanted tier. */
function tier(node: unknown, want: 'minimal' | 'rich'): unknown {
  if (Array.isArray(node)) return node.map((item) => tier(item, want));
  if (typeof node !== 'object' || node === null) return node;
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(plain(node as Record<string, unknown>))) {
    if (key === 'detail' || key === 'foreign') continue;
    // Unknown arguments are refused in any case; saying so costs tokens on every property.
    if (key === 'additionalProperties' && value === false && want === 'minimal') continue;
    if (isObvious(key, value)) continue;
    if (DATA.has(key)) out[key] = value;
    else if (key === 'properties' || key === '$defs')
      out[key] = mapValues(value as JsonSchema, (schema) => tier(schema, want));
    else out[key] = tier(value, want);
  }
  const { description, detail } = node as Record<string, unknown>;
  if (want === 'rich' && typeof detail === 'string') {
    out.description = typeof description === 'string' ? `${description} ${detail}` : detail;
  }
  return out;
}

/** An output schema that promises none of these fields, at any depth: what a concise answer may lack. */
export function withoutFields(schema: JsonSchema, drops: ReadonlySet<string>): JsonSchema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') out[key] = keepFields(value as JsonSchema, drops, walk);
      else out[key] = DATA.has(key) ? value : walk(value);
    }
    return out;
  };
  return walk(schema) as JsonSchema;
}

function keepFields(
  properties: JsonSchema,
  drops: ReadonlySet<string>,
  change: (schema: unknown) => unknown,
): Record<string, unknown> {
  return mapValues(Object.fromEntries(Object.entries(properties).filter(([name]) => !drops.has(name))), change);
}

/** Inside `properties` a key is a parameter's name, whatever it is called. */
function mapValues(properties: JsonSchema, change: (schema: unknown) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}
