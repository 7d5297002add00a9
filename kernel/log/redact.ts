/**
 * Secrets leave by two doors: under a telling key, or inside a harmless-looking string. Both are shut here, for every
 * line of every log; the patterns are deliberately wider than any one server needs.
 */
const SECRET_KEY =
  /(?:^|[_.-])(?:pass(?:word|phrase|wd)?|secret|token|api[_-]?key|apikey|authorization|cookie|set-cookie|credential|private[_-]?key|session[_-]?(?:id|token)|bearer|dek|kek)s?$/i;

const REPLACEMENT = '[redacted]';

const SECRET_VALUE: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${REPLACEMENT}`],
  // userinfo in any URL: scheme://user:password@host
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+(?::[^\s/@]*)?@/gi, `$1${REPLACEMENT}@`],
  // our own keys and tokens, and the shapes of well-known ones
  [/\b(?:zrv_sk_|zrv_st_|ctk_|tkt_|tok_)[\w-]{6,}/g, REPLACEMENT],
  [/\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9_-]{16,}/g, REPLACEMENT],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16})\b/g, REPLACEMENT],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REPLACEMENT],
  // a header or a setting in free text: `X-Api-Key: …`, `passphrase=…`
  [/\b((?:x-)?api[-_]?key|pass(?:word|phrase|wd))(\s*[:=]\s*)(?!\[redacted\])[^\s&"',;]+/gi, `$1$2${REPLACEMENT}`],
  // secret-looking query parameters
  [/([?&](?:api_?key|apikey|token|access_token|key|secret|password|signature|sig)=)[^&\s"']+/gi, `$1${REPLACEMENT}`],
];

const MAX_DEPTH = 8;
const MAX_STRING = 8192;

/** The same value without its secrets; errors become their name, message and code. Cycles and depth are cut. */
export function redact(value: unknown): unknown {
  return clean(value, 0, new Set());
}

/** The same text without its secrets. */
export function redactText(text: string): string {
  const short = text.length > MAX_STRING ? `${text.slice(0, MAX_STRING)}…[${text.length - MAX_STRING} more]` : text;
  return SECRET_VALUE.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), short);
}

function clean(value: unknown, depth: number, seen: Set<object>): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[deep]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  seen.add(value);
  const result = Array.isArray(value)
    ? value.map((item) => clean(item, depth + 1, seen))
    : Object.fromEntries(
        Object.entries(value instanceof Error ? errorFields(value) : value).map(([key, item]) => [
          key,
          SECRET_KEY.test(key) && item !== null && item !== undefined && typeof item !== 'boolean'
            ? REPLACEMENT
            : clean(item, depth + 1, seen),
        ]),
      );
  // Only ancestors make a cycle; the same object twice side by side is fine.
  seen.delete(value);
  return result;
}

/** A stack is for the log only, where it is worth having; `cause` chains are included. */
function errorFields(error: Error): Record<string, unknown> {
  const { code } = error as Error & { code?: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  };
}
