// An author's answer as JSON carries it. What JSON cannot carry is refused with its place, because `JSON.stringify` would turn it
// into `{}` and the model would read that as data.
import { codes, KernelError } from '../tool/errors.ts';

/**
 * The same data with every `toJSON` called, as `JSON.stringify` calls it; data that needs nothing is returned as it is.
 * An error thrown inside a `toJSON` passes through.
 */
export function jsonData(data: unknown, tool: string): unknown {
  return convert(data, '', tool, [], []);
}

function convert(value: unknown, key: string, tool: string, path: string[], above: object[]): unknown {
  checkKind(value, tool, path);
  const written = hasToJson(value) ? value.toJSON(key) : value;
  if (written !== value) checkKind(written, tool, path);
  if (typeof written === 'function' || typeof written === 'symbol') return undefined; // as JSON leaves it out
  if (typeof written !== 'object' || written === null) return written;
  if (above.includes(written) || (typeof value === 'object' && above.includes(value as object)))
    throw refusal('a cycle', tool, path);
  return convertFields(written, tool, path, written === value ? above : [...above, value as object]);
}

const hasToJson = (value: unknown): value is { readonly toJSON: (key: string) => unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';

/** The same object, unless a field of it had to be converted. */
function convertFields(object: object, tool: string, path: string[], above: object[]): unknown {
  above.push(object);
  let copy: Record<string, unknown> | unknown[] | undefined;
  for (const [key, field] of Object.entries(object) as [string, unknown][]) {
    if (typeof field !== 'object' && typeof field !== 'bigint' && typeof field !== 'function') continue;
    if (field === null) continue;
    path.push(key);
    const written = convert(field, key, tool, path, above);
    path.pop();
    if (written === field) continue;
    copy ??= Array.isArray(object) ? [...(object as unknown[])] : { ...object };
    (copy as Record<string, unknown>)[key] = written; // an index of a list is a key of it, too
  }
  above.pop();
  return copy ?? object;
}

/** Refuses what JSON would write as something else. */
function checkKind(value: unknown, tool: string, path: readonly string[]): void {
  const kind = kindOf(value);
  if (kind !== undefined) throw refusal(kind, tool, path);
}

function kindOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return 'a bigint';
  if (value instanceof Map) return 'a Map';
  if (value instanceof Set) return 'a Set';
  if (value instanceof Error) return 'an Error';
  if (value instanceof Promise) return 'a Promise';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'bytes';
  return undefined;
}

function refusal(kind: string, tool: string, path: readonly string[]): KernelError {
  const place = path.length === 0 ? 'itself' : `at ${path.join('.')}`;
  return new KernelError(
    codes.internal,
    `The answer of ${tool} holds ${kind} ${place}, which JSON cannot carry. Its handler must return plain data.`,
    { tool, path: path.join('.') },
  );
}
