// Writes the S-expressions that the downstream parser (lexpr) accepts: bare lower-case symbols, `#t`/`#f`,
// plain decimals at full precision, and strings whose control characters are `\xHH;`.

declare const written: unique symbol;
/** Text that came out of this writer. The brand keeps raw strings from being spliced into a message. */
export type SexpText = string & { readonly [written]: true };

const mark = (text: string): SexpText => text as SexpText; // the only place where the brand is given

const SYMBOL = /^[a-z_][a-z0-9_]*$/;

export function symbol(name: string): SexpText {
  if (!SYMBOL.test(name)) throw new RangeError(`not a plain symbol: ${JSON.stringify(name)}`);
  return mark(name);
}

/** A capitalised name of the downstream's expression grammar, e.g. `CrossUp`. */
export function variant(name: string): SexpText {
  if (!/^[A-Z][A-Za-z]*$/.test(name)) throw new RangeError(`not a variant name: ${JSON.stringify(name)}`);
  return mark(name);
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};

export function string(text: string): SexpText {
  const escaped = text.replace(
    /["\\\p{Cc}]/gu,
    (char) => NAMED_ESCAPES[char] ?? `\\x${char.codePointAt(0)?.toString(16)};`,
  );
  return mark(`"${escaped}"`);
}

/** `1e-7` is unreadable downstream, so exponents are written out: `0.0000001`. */
export function number(value: number): SexpText {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  const shortest = String(value);
  const exponentAt = shortest.indexOf('e');
  if (exponentAt < 0) return mark(shortest);
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = shortest.slice(sign.length, exponentAt).split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(shortest.slice(exponentAt + 1));
  if (point <= 0) return mark(`${sign}0.${'0'.repeat(-point)}${digits}`);
  return mark(`${sign}${digits.padEnd(point, '0')}`);
}

export const boolean = (value: boolean): SexpText => mark(value ? '#t' : '#f');

export const list = (items: readonly SexpText[]): SexpText => mark(`(${items.join(' ')})`);

export const pair = (key: SexpText, value: SexpText): SexpText => mark(`(${key} . ${value})`);

/** `((key . value) ...)` with symbol keys; absent values leave no trace. */
export function record(fields: Readonly<Record<string, SexpText | undefined>>): SexpText {
  const pairs: SexpText[] = [];
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) pairs.push(pair(symbol(key), value));
  return list(pairs);
}
