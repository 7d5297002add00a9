import type { Comparison } from './policy.ts';

/** Compares as people mean it: numbers as numbers even when written as text, everything else as text. */
export function compare(left: unknown, operator: Comparison, right: unknown): boolean {
  if (operator === 'eq') return same(left, right);
  if (operator === 'ne') return !same(left, right);
  const [a, b] = comparable(left, right);
  if (operator === 'gt') return a > b;
  if (operator === 'lt') return a < b;
  return operator === 'ge' ? a >= b : a <= b;
}

function same(left: unknown, right: unknown): boolean {
  const [a, b] = comparable(left, right);
  return a === b;
}

function comparable(left: unknown, right: unknown): [number, number] | [string, string] {
  const [a, b] = [asNumber(left), asNumber(right)];
  return a !== null && b !== null ? [a, b] : [asText(left), asText(right)];
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}
