import type { z } from 'zod';
import type { AnyTool, ObjectSchema, Schema } from '../tool/definition.ts';
import { schemaOf } from '../tool/schema.ts';
import { codes, KernelError } from '../tool/errors.ts';

export interface FieldFault {
  readonly path: string;
  readonly message: string;
  /** Where in the text of the field, from 1, when the schema says so. */
  readonly column?: number;
}

/** The arguments as the handler wants them, or an error that names every bad field at once. */
export function validArguments(tool: AnyTool, args: unknown): unknown {
  const parsed = strict(tool).safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const errors = fieldFaults(parsed.error);
  const list = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw new KernelError(codes.invalidArguments, `Invalid arguments for ${tool.name}: ${list}.`, { errors });
}

export function fieldFaults(error: z.ZodError): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') {
      const column: unknown = issue.code === 'custom' ? issue.params?.column : undefined;
      const fault = { path, message: issue.message.replace(/^Invalid input: /, '') };
      return [typeof column === 'number' ? { ...fault, column } : fault];
    }
    return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'unknown field' }));
  });
}

const strictSchemas = new WeakMap<AnyTool, z.ZodObject>();

/**
 * Unknown arguments are refused: a misspelt optional argument silently ignored is a wrong answer. A tool that takes
 * whatever it is sent says so with a loose object.
 */
function strict(tool: AnyTool): z.ZodObject {
  let schema = strictSchemas.get(tool);
  if (!schema) {
    const given = schemaOf(tool.input as Schema<ObjectSchema>);
    strictSchemas.set(tool, (schema = given.def.catchall ? given : given.strict()));
  }
  return schema;
}
