/** `{"ref": "ctx.step.path"}` and `{"var": "name"}` anywhere in a step's parameters, resolved just before it runs. */
import { StepError } from './step.ts';

const REF = /^ctx\.(\w+)((?:\.\w+)*)$/;
const MAX_DEPTH = 64;
const MAX_BYTES = 10 * 1024 * 1024;

export interface Reference {
  readonly step: string;
  readonly path: readonly string[];
}

export class ReferenceError extends Error {
  override readonly name = 'ReferenceError';
}

export function parseReference(text: string): Reference | null {
  const match = REF.exec(text);
  if (!match) return null;
  return { step: match[1] ?? '', path: (match[2] ?? '').split('.').filter((part) => part !== '') };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const only = (value: Record<string, unknown>, key: string): unknown =>
  Object.keys(value).length === 1 ? value[key] : undefined;

/** Every reference and variable in a value, with where it stands. */
export function referencesIn(value: unknown, at = ''): { at: string; ref?: string; variable?: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => referencesIn(item, `${at}[${n}]`));
  if (!isObject(value)) return [];
  const ref = only(value, 'ref');
  if (typeof ref === 'string') return [{ at, ref }];
  const variable = only(value, 'var');
  if (typeof variable === 'string') return [{ at, variable }];
  return Object.entries(value).flatMap(([key, item]) => referencesIn(item, at === '' ? key : `${at}.${key}`));
}

export interface Scope {
  readonly outputs: ReadonlyMap<string, unknown>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The same parameters with every reference replaced by a copy of what it points to. */
export function resolve(value: unknown, scope: Scope, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new ReferenceError(`parameters are nested more than ${MAX_DEPTH} levels deep`);
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope, depth + 1));
  if (!isObject(value)) return value;
  const ref = only(value, 'ref');
  if (typeof ref === 'string') return copy(lookUp(ref, scope));
  const variable = only(value, 'var');
  if (typeof variable === 'string') {
    if (!Object.hasOwn(scope.variables, variable)) throw new ReferenceError(`variable "${variable}" is not defined`);
    return copy(scope.variables[variable]);
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, scope, depth + 1)]));
}

/** The same value with its variables put in; what a reference will deliver is only known when the step runs. */
export function withVariables(value: unknown, variables: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, variables));
  if (!isObject(value)) return value;
  const variable = only(value, 'var');
  if (typeof variable === 'string' && Object.hasOwn(variables, variable)) return variables[variable];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, variables)]));
}

export function lookUp(text: string, { outputs }: Pick<Scope, 'outputs'>): unknown {
  const reference = parseReference(text);
  if (!reference) throw new ReferenceError(`"${text}" is not a reference; it must look like ctx.step.path`);
  if (!outputs.has(reference.step)) throw new ReferenceError(`"${text}": step "${reference.step}" has no output`);
  let value = outputs.get(reference.step);
  for (const part of reference.path) {
    const next: unknown = Array.isArray(value)
      ? value[Number(part)]
      : isObject(value) && Object.hasOwn(value, part)
        ? value[part]
        : undefined;
    if (next === undefined) throw new ReferenceError(`"${text}": there is no "${part}"`);
    value = next;
  }
  return value;
}

/** Steps never share an object: what one does to its input is not seen by another. */
export function copy(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) return null;
  if (text.length > MAX_BYTES) throw new StepError('a step output may have at most 10 MB', 'OUTPUT_TOO_LARGE');
  return JSON.parse(text);
}
