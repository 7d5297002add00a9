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
  const type = typeof value;
  if (type === 'bigint') throw refusal('a bigint', tool, path);
  if (type === 'function' || type === 'symbol') return undefined; // as JSON leaves it out
  if (type !== 'object' || value === null) return value;
  const object = value as object;
  const name = kindOf(object);
  if (name !== undefined) throw refusal(name, tool, path);
  if (above.includes(object)) throw refusal('a cycle', tool, path);
  if ('toJSON' in object && typeof object.toJSON === 'function') {
    const written: unknown = object.toJSON(key);
    // What `toJSON` gave is written as it is; its own fields may have one in turn.
    if (typeof written !== 'object' || written === null || written === object)
      return typeof written === 'bigint' ? convert(written, key, tool, path, above) : written;
    return convertFields(written, tool, path, [...above, object]);
  }
  return convertFields(object, tool, path, above);
}

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

/** The name of what JSON would write as something else; undefined for everything it can write. */
function kindOf(object: object): string | undefined {
  if (object instanceof Map) return 'a Map';
  if (object instanceof Set) return 'a Set';
  if (object instanceof Error) return 'an Error';
  if (object instanceof Promise) return 'a Promise';
  if (ArrayBuffer.isView(object) || object instanceof ArrayBuffer) return 'bytes';
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
