// Numbers as they are shown: what binary arithmetic adds in the last digits (-183.9999999999975) is taken off once, where
// a result leaves. Nine decimals keep 1e-9 of money and prices; what is smaller keeps ten digits.

/** Below the smallest price there is, and above what two equal prices leave behind when they are subtracted. */
const NOISE = 1e-10;

export function roundFigure(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (Math.abs(value) < NOISE) return 0;
  return Math.abs(value) >= 1e-3 ? Number(value.toFixed(9)) : Number(value.toPrecision(10));
}

/** Every number of plain data, rounded. */
export function roundFigures<T>(data: T): T;
export function roundFigures(data: unknown): unknown {
  if (typeof data === 'number') return roundFigure(data);
  if (Array.isArray(data)) return data.map((entry: unknown) => roundFigures(entry));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, entry]) => [key, roundFigures<unknown>(entry)]));
}
