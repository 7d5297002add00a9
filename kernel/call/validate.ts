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

export interface ReadArguments {
  /** As the handler wants them. */
  readonly input: unknown;
  /** As they were meant: what a confirmation is bound to. */
  readonly args: unknown;
}

/** The arguments as they were meant, or one error that names every bad field. */
export function readArguments(tool: AnyTool, sent: unknown): ReadArguments {
  const args = sent ?? {};
  const parsed = strictSchema(tool).safeParse(args);
  if (parsed.success) return { input: parsed.data, args };
  const meant = tool.lenient === true ? coerce(args, parsed.error) : undefined;
  const again = meant === undefined ? parsed : strictSchema(tool).safeParse(meant);
  if (again.success) return { input: again.data, args: meant };
  const errors = fieldFaults(again.error, tool.lenient === true ? hintFor : undefined);
  const list = errors.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  throw new KernelError(codes.invalidArguments, `Invalid arguments for ${tool.name}: ${list}.`, { errors });
}

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Models write `null` for what they leave out, and figures and yes or no as text. Where the schema refuses them, they are
 * taken as they were meant; `undefined` where nothing was written so.
 */
function coerce(args: unknown, { issues }: z.ZodError): unknown {
  let copy: unknown;
  for (const issue of issues) {
    const value = at(copy ?? args, issue.path);
    const better = value === null ? undefined : readMeaning(value, issue);
    if (value !== null && better === undefined) continue;
    copy ??= structuredClone(args);
    put(copy, issue.path, better);
  }
  return copy;
}

function readMeaning(value: unknown, issue: z.core.$ZodIssue): unknown {
  if (typeof value !== 'string' || issue.code !== 'invalid_type') return undefined;
  const text = value.trim();
  if (issue.expected === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  const wantsNumber = issue.expected === 'number' || issue.expected === 'int';
  return wantsNumber && NUMBER.test(text) ? Number(text) : undefined;
}

type Fields = Record<PropertyKey, unknown>;

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Fields)[key];
  }
  return here;
}

/** Sets what is at the path, or takes it away; a place in a list stays. */
function put(root: unknown, path: readonly PropertyKey[], value: unknown): void {
  const last = path.at(-1);
  const parent = at(root, path.slice(0, -1));
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  if (value !== undefined) (parent as Fields)[last] = value;
  else if (!Array.isArray(parent)) delete (parent as Fields)[last];
}

export function fieldFaults(error: z.ZodError, hint: (issue: z.core.$ZodIssue) => string = () => ''): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') {
      const column: unknown = issue.code === 'custom' ? issue.params?.column : undefined;
      const fault = { path, message: formatIssue(issue) + hint(issue) };
      return [typeof column === 'number' ? { ...fault, column } : fault];
    }
    return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: 'unknown field' }));
  });
}

/** A word where a number is read out of text has become NaN, which explains nothing to the reader. */
function formatIssue({ message }: z.core.$ZodIssue): string {
  const plain = message.replace(/^Invalid input: /, '');
  return plain === 'expected number, received NaN' ? 'expected a number' : plain;
}

/** What to write instead, where the type alone does not say it. */
function hintFor(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return '';
  if (issue.expected === 'number' || issue.expected === 'int') return ', such as 2';
  return issue.expected === 'boolean' ? ': true or false' : '';
}

const strictSchemas = new WeakMap<AnyTool, z.ZodObject>();

/**
 * Unknown arguments are refused: a misspelt optional argument silently ignored is a wrong answer. A tool that takes
 * whatever it is sent says so with a loose object.
 */
function strictSchema(tool: AnyTool): z.ZodObject {
  let schema = strictSchemas.get(tool);
  if (!schema) {
    const declared = schemaOf(tool.input as Schema<ObjectSchema>);
    strictSchemas.set(tool, (schema = declared.def.catchall ? declared : declared.strict()));
  }
  return schema;
}
