// Numbers as they are shown: what binary arithmetic adds in the last digits (-183.9999999999975) is taken off once, where
// a result leaves. Ten decimals from 100 up, twelve significant digits below: finer than 1e-9 everywhere.

export function rounded(value: number): number {
  if (!Number.isFinite(value)) return value;
  return Math.abs(value) >= 100 ? Number(value.toFixed(10)) : Number(value.toPrecision(12));
}

/** Every number of plain data, rounded. */
export function roundedAll<T>(data: T): T;
export function roundedAll(data: unknown): unknown {
  if (typeof data === 'number') return rounded(data);
  if (Array.isArray(data)) return data.map((entry: unknown) => roundedAll(entry));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, entry]) => [key, roundedAll<unknown>(entry)]));
}
