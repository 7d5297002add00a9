// JSON in which a number stays what is written: parsed as a double, 0.1 + 0.2 or an id above 2^53 would be another.

/** Numbers are text. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export function parseExactly(text: string): Json {
  return JSON.parse(text, (_, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' ? plainText(source ?? String(value)) : value,
  ) as Json; // every number has just become text
}

const EXPONENT = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/;
/** Nothing of money has more digits; what has would only fill memory. */
const MOST_DIGITS = 100;

/** `1.5e-7` as `0.00000015`; any other number as it stands. */
function plainText(source: string): string {
  const [, sign, whole = '', fraction = '', power] = EXPONENT.exec(source) ?? [];
  if (power === undefined || Math.abs(Number(power)) > MOST_DIGITS) return source;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${sign}${plain.replace(/^0+(?=\d)/, '')}`;
}

export type Fields = { readonly [name: string]: Json };

export function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field as text, through objects within objects; '' where there is none. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found.trim() : typeof found === 'boolean' ? String(found) : '';
}

export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let at = value;
  for (const name of path) at = isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** The objects of a list; null where there is no list. */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Fields[] | null {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? (found as readonly Json[]).filter(isFields) : null;
}
