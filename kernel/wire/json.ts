/** Deeper than any legitimate message; beyond it a recursive reader of the value could run out of stack. */
export const MAX_DEPTH = 64;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: 'parse' | 'depth'; readonly reason: string };

/** A JSON text as a value that is safe to walk. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, fault: 'parse', reason: (error as SyntaxError).message };
  }
  if (text.length > MAX_DEPTH * 2 && deeperThan(value, MAX_DEPTH)) {
    return { ok: false, fault: 'depth', reason: `values may be nested at most ${MAX_DEPTH} deep` };
  }
  return { ok: true, value };
}

function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => deeperThan(item, levels - 1));
  for (const key in value) if (deeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
