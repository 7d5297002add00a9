// Formats numbers and statements for advice.
import { milliseconds } from '../../text/format.ts';

export function ms(value: number): string {
  if (value >= 10_000) return milliseconds(value);
  return value >= 100 ? `${Math.round(value)} ms` : `${Number(value.toPrecision(3))} ms`;
}

export function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

export function wholeNumber(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));
}

export function truncate(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
