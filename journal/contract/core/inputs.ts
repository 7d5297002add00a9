// What an endpoint takes, field by field, for code that asks a person for it: the shell's options, a form of the app.
import { z } from 'zod';
import { isMultipart, type AnyEndpoint } from './endpoint.ts';

export interface InputField {
  readonly name: string;
  /** Where in the request it travels. */
  readonly place: 'params' | 'query' | 'body';
  readonly type: 'text' | 'number' | 'flag' | 'list' | 'document';
  readonly choices: readonly string[];
  /** Null says: take the value away. */
  readonly nullable: boolean;
  readonly description: string | undefined;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Property[];
  readonly oneOf?: readonly Property[];
  readonly items?: Property;
  readonly properties?: Readonly<Record<string, Property>>;
  readonly description?: string;
}

/** Read as what comes out: what is coerced or matched in any case shows its type only there. */
function schemaOf(schema: z.ZodType): Property {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Property;
}

/** The fields of an object, or of every form it can have. */
function propertiesOf(schema: Property): [string, Property][] {
  const forms = schema.anyOf ?? schema.oneOf;
  if (!forms) return Object.entries(schema.properties ?? {});
  const merged = new Map<string, Property[]>();
  for (const form of forms) {
    for (const [name, property] of propertiesOf(form)) merged.set(name, [...(merged.get(name) ?? []), property]);
  }
  return [...merged].map(([name, [first = {}, ...others]]) => {
    const { const: _, ...common } = first;
    return [name, others.length === 0 ? first : { ...common, enum: [first, ...others].flatMap(choicesOf) }];
  });
}

function alternatives(property: Property): readonly Property[] {
  return property.anyOf ?? property.oneOf ?? [property];
}

function choicesOf(property: Property): string[] {
  return alternatives(property).flatMap((one) => {
    if (one.const !== undefined) return [String(one.const)];
    return (one.enum ?? []).filter((value) => value !== null).map(String);
  });
}

const types: Readonly<Record<string, InputField['type']>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'flag',
  array: 'list',
};

function typeOf(property: Property): InputField['type'] {
  const kinds = alternatives(property).filter(({ type }) => type !== 'null');
  if (kinds.some((one) => choicesOf(one).length > 0)) return 'text';
  // Where several are taken, text is what a person types.
  const kind = kinds.length === 1 ? kinds[0] : kinds.find(({ type }) => type === 'string');
  if (kind?.type === 'array' && kind.items?.type !== 'string') return 'document';
  return types[kind?.type ?? ''] ?? 'document';
}

const isNullable = (property: Property) => (property.anyOf ?? []).some(({ type }) => type === 'null');

/** The fields of a schema as if they travelled in `place`. */
function fieldsOf(schema: z.ZodType, place: InputField['place']): InputField[] {
  return propertiesOf(schemaOf(schema)).map(([name, property]) => ({
    name,
    place,
    type: typeOf(property),
    choices: [...new Set(choicesOf(property))],
    nullable: isNullable(property),
    description: property.description,
  }));
}

export function inputFields({ params, query, body }: AnyEndpoint): InputField[] {
  const sent = isMultipart(body) ? body.fields : body;
  return [
    ...(params ? fieldsOf(params, 'params') : []),
    ...(query ? fieldsOf(query, 'query') : []),
    ...(sent ? fieldsOf(sent, 'body') : []),
  ];
}
