// What may be written at a place of a policy, by the service's own schemas.
import { childrenOf, type Node, nodeOf, type Path } from './json-nodes.ts';

/** As much of JSON Schema as the service writes. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Schemas {
  readonly policy: Schema;
  readonly steps: readonly { readonly type: string; readonly summary: string; readonly params_schema: Schema }[];
}

export interface FieldHint {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Hint {
  readonly path: Path;
  /** The value the cursor is in. */
  readonly node: Node;
  /** The permitted values, in words: `a whole number from 10 to 3600`. */
  readonly kind: string;
  readonly about: string | null;
  /** The words it can be. */
  readonly values: readonly unknown[];
  /** The object at the cursor or around it, and the fields it does not have yet. */
  readonly object: Node | undefined;
  readonly fields: readonly FieldHint[];
}

/** All that a schema allows, alternatives side by side. */
const alternatives = (schema: Schema): readonly Schema[] => {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap(alternatives)];
};

function inside(schema: Schema, part: string | number): readonly Schema[] {
  return alternatives(schema).flatMap((one) => {
    if (typeof part === 'number') return one.items ?? [];
    const named = one.properties?.[part];
    if (named !== undefined) return named;
    return typeof one.additionalProperties === 'object' ? one.additionalProperties : [];
  });
}

/** The schemas of a place; the type of a step decides its fields, as far as the text names one. */
function schemasAt({ policy, steps }: Schemas, nodes: readonly Node[], text: string, path: Path): readonly Schema[] {
  let here: readonly Schema[] = [policy];
  for (const [i, part] of path.entries()) {
    here = here.flatMap((schema) => inside(schema, part));
    if (i === 2 && path[0] === 'steps' && part === 'params') {
      const type = wordAt(nodes, text, [...path.slice(0, 2), 'type']);
      here = steps.filter((step) => step.type === type).map(({ params_schema }) => params_schema);
    }
  }
  return here.flatMap(alternatives);
}

function wordAt(nodes: readonly Node[], text: string, path: Path): string | null {
  const node = nodeOf(nodes, path);
  return node?.kind === 'text' && node.path.length === path.length ? text.slice(node.start + 1, node.end - 1) : null;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'fields in braces',
  null: 'null',
};

// A schema says of every whole number that it is one JavaScript can hold.
const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 2 ** 53 - 1;

function kindOf(schema: Schema): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const range = [
    ...(isBound(schema.minimum) ? [`from ${schema.minimum}`] : []),
    ...(isBound(schema.maximum) ? [`to ${schema.maximum}`] : []),
  ];
  return types.map((type) => [kinds[type] ?? type, ...range].join(' '));
}

const valuesOf = (schema: Schema): readonly unknown[] =>
  schema.enum ?? (schema.const !== undefined ? [schema.const] : schema.type === 'boolean' ? [true, false] : []);

export function hintAt(schemas: Schemas, text: string, nodes: readonly Node[], node: Node): Hint {
  const { path } = node;
  const found = schemasAt(schemas, nodes, text, path);
  const isType = path.length === 3 && path[0] === 'steps' && path[2] === 'type';
  const around = node.kind === 'object' ? node : nodeOf(nodes, path.slice(0, -1));
  const object = around?.kind === 'object' ? around : undefined;
  return {
    path,
    node,
    kind: [...new Set(found.flatMap(kindOf))].join(', or '),
    about: isType
      ? summaryOf(schemas, wordAt(nodes, text, path))
      : (found.find(({ description }) => description !== undefined)?.description ?? null),
    values: isType ? schemas.steps.map(({ type }) => type) : valuesAt(node, found),
    object,
    fields: object === undefined ? [] : absentFields(nodes, object, schemasAt(schemas, nodes, text, object.path)),
  };
}

/** The words it can be; where there are none and nothing is written yet, something to begin with. */
function valuesAt({ kind }: Node, found: readonly Schema[]): readonly unknown[] {
  const options = [...new Set(found.flatMap(valuesOf))];
  const [first] = found;
  return options.length > 0 || kind !== 'missing' || first === undefined ? options : [beginningOf(first)];
}

/** The needed ones first. */
function absentFields(nodes: readonly Node[], object: Node, schemas: readonly Schema[]): readonly FieldHint[] {
  const present = new Set(childrenOf(nodes, object).map(({ path }) => String(path.at(-1))));
  const fields = new Map<string, FieldHint>();
  for (const { properties = {}, required = [] } of schemas)
    for (const [name, schema] of Object.entries(properties))
      if (!present.has(name)) fields.set(name, { name, schema, required: required.includes(name) });
  return [...fields.values()].toSorted((a, b) => Number(b.required) - Number(a.required));
}

const summaryOf = ({ steps }: Schemas, type: string | null): string | null =>
  steps.find((step) => step.type === type)?.summary ?? null;

/** A value to begin with: what holds when it is left out, else the first it can be, else an empty one. */
export function beginningOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [first] = alternatives(schema).flatMap(valuesOf);
  if (first !== undefined) return first;
  const [type] = alternatives(schema).flatMap((one) => one.type ?? []);
  if (type === 'integer' || type === 'number') return isBound(schema.minimum) ? schema.minimum : 0;
  if (type === 'array') return [];
  if (type !== 'object') return '';
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(
    required.flatMap((name) => (properties[name] ? [[name, beginningOf(properties[name])]] : [])),
  );
}
