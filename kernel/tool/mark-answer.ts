import type { z } from 'zod';
import { foreignFields, markForeign, type ForeignFields } from './foreign.ts';
import { render } from './schema.ts';

const known = new WeakMap<z.ZodType, { readonly where: ForeignFields | undefined }>();

/**
 * What is read without a tool, such as a resource, as an answer of a tool would show it: the foreign text in it named first,
 * escaped and fenced, where its schema says that it is foreign.
 */
export function markAnswer(schema: z.ZodType, data: unknown): unknown {
  let found = known.get(schema);
  if (found === undefined) known.set(schema, (found = { where: foreignFields(render(schema, 'output')) }));
  if (found.where === undefined) return data;
  const names = new Set<string>();
  const marked = markForeign(data, found.where, names, 'items');
  if (names.size === 0) return marked;
  const fields = Array.isArray(marked) ? { items: marked as unknown[] } : (marked as object); // text alone has no field to name
  return typeof fields === 'object' ? { foreign: [...names], ...fields } : fields;
}
