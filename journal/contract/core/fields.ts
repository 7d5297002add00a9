// The field types that recur in every resource. Text is stored exactly as sent: blankness is refused, never trimmed
// away. Names are stored as they look.
import { asItLooks, hidesSigns } from '@zorivest/vocabulary';
import { z } from 'zod';

// NUL and its kin break logs and terminals; half a sign is stored as another, and two of them as one; `..` between separators is how a path climbs out of its folder.
const unsafeId = /[\p{Cc}\p{Cs}]|(^|[\\/])\.\.([\\/]|$)/u;

/** An id in a path or a body. */
export const idText = z
  .string()
  .min(1)
  .max(200)
  .regex(/\S/, 'must not be blank')
  .refine((value) => !unsafeId.test(value), 'must not contain control characters, half a sign or ".." path segments');

export function text(max: number): z.ZodString {
  return z.string().max(max);
}

/** Text with at least one character that is not white space. */
export function nonBlankText(max: number): z.ZodString {
  return z.string().max(max).regex(/\S/, 'must not be blank');
}

/**
 * What a thing is called: an instrument, an account, a tag. `A\u{200b}APL` would be shown as AAPL and be another one, and so would
 * `AAPL` with a space behind it. For what comes in; what is stored already is answered as it is.
 */
export function nameText(max: number): z.ZodString {
  return nonBlankText(max)
    .refine(
      (value) => !hidesSigns(value),
      'must not contain signs that cannot be seen, such as zero-width or right-to-left marks',
    )
    .overwrite(asItLooks);
}

// Beyond this a double no longer holds cents.
const LARGEST = 1e13;

/** An amount of money, or a price: a plain JSON number. */
export const amount = z.number().min(-LARGEST).max(LARGEST);
export const positive = z.number().gt(0).max(LARGEST);
export const notNegative = z.number().min(0).max(LARGEST);

/** ISO-8601; a time without an offset is read as UTC, a bare date as its midnight. Impossible dates are refused. */
export const isoTime = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()], {
    error: 'must be an ISO-8601 date or time that exists, such as 2026-01-15T14:30:00Z',
  })
  .refine((value) => {
    const year = Number(value.slice(0, 4));
    return year >= 1900 && year <= 2200;
  }, 'must lie between the years 1900 and 2200');

/** A day in a query, a path or a body; the evening before it is one too. */
export const isoDay = z.iso.date('must be a day such as 2026-03-31').refine((value) => {
  const year = Number(value.slice(0, 4));
  return year > 1900 && year <= 2200;
}, 'must lie between the years 1901 and 2200');

/** Times the service answers with: UTC, ISO-8601. */
export const timestamp = z.string();

export const tags = z.array(nameText(64)).max(50);

/** A whole number in a query string. */
export function queryInt(options: { min: number; max: number; default: number }) {
  return z.coerce.number<number>().int().min(options.min).max(options.max).default(options.default);
}

const flag = z.preprocess((value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return value;
}, z.boolean()) as unknown as z.ZodType<boolean, boolean>; // preprocess forgets that callers pass a boolean

/** A boolean in a query string: true, false, 1 or 0. */
export function queryFlag(byDefault: boolean) {
  return flag.default(byDefault);
}

/** `limit` and `offset` of a list; `max` is the largest page. */
export function paging(options: { limit?: number; max?: number } = {}) {
  const max = options.max ?? 1000;
  return {
    limit: queryInt({ min: 1, max, default: options.limit ?? 50 }),
    offset: queryInt({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }),
  };
}

/** One page of a list: `total` counts every match, not the page. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });
}

/** An enum that is matched without regard to case and answered in its one spelling. */
export function anyCase<const V extends readonly [string, ...string[]]>(values: V) {
  const known = new Map(values.map((value) => [value.toLowerCase(), value]));
  return z.preprocess(
    (value) => (typeof value === 'string' ? (known.get(value.toLowerCase()) ?? value) : value),
    z.enum(values),
  ) as unknown as z.ZodType<V[number], string>; // preprocess types its input as unknown
}

/** Text that others wrote: marked where an assistant reads it, so that it is never taken for an instruction. */
export function foreign<S extends z.ZodType>(schema: S): S {
  return schema.meta({ foreign: true });
}

/** The same for what is given back as an argument: a symbol, a file's name. */
export function foreignName<S extends z.ZodType>(schema: S): S {
  return schema.meta({ foreign: 'name' });
}
