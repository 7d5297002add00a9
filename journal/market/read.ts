/** Reading what strangers send: every access says what it expects and gives `null` for anything else. */

export type Json = Readonly<Record<string, unknown>>;

export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(object) : []);

export const text = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' || trimmed === 'None' || trimmed === 'N/A' || trimmed === '-' ? null : trimmed;
};

/** Numbers come as numbers, as text, with `%`, with thousands commas, or as "None". */
export const number = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const written = text(value);
  if (written === null) return null;
  const parsed = Number(written.replace(/[%,]/g, ''));
  return Number.isFinite(parsed) ? parsed : null;
};

/** A bid or an offer: zero is how some write that there is none. */
export const side = (value: unknown): number | null => {
  const price = number(value);
  return price !== null && price > 0 ? price : null;
};

/** The latest of some ISO times. */
export const newest = (...times: readonly (string | null)[]): string | null =>
  times.reduce((latest, one) => (one !== null && (latest === null || one > latest) ? one : latest), null);

/** ISO time of an epoch in seconds or milliseconds, or of a written date. */
export const time = (value: unknown): string | null => {
  const epoch = typeof value === 'number' ? value : null;
  const written = epoch === null ? text(value) : null;
  if (epoch === null && written === null) return null;
  if (epoch === 0) return null;
  const date = new Date(epoch === null ? compactTime(written ?? '') : epoch < 1e11 ? epoch * 1000 : epoch);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

export const day = (value: unknown): string | null => {
  const written = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}/.exec(value.trim())?.[0] : undefined;
  return written ?? time(value)?.slice(0, 10) ?? null;
};

/** Rows that have what a row cannot be without; the rest are left out. */
export function rows<T>(items: readonly Json[], make: (item: Json) => T | null): T[] {
  return items.flatMap((item) => {
    const row = make(item);
    return row === null ? [] : [row];
  });
}

/** Alpha Vantage writes 20260102T143000; others "2026-01-02 14:30:00", meant as UTC. */
function compactTime(written: string): string {
  const compact = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?$/.exec(written);
  if (compact) {
    const [, y, mo, d, h, mi, s] = compact;
    return `${y}-${mo}-${d}T${h}:${mi}:${s ?? '00'}Z`;
  }
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(written) ? `${written.replace(' ', 'T')}Z` : written;
}
