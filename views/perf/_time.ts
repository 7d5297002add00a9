import type { Formats } from '../page/formats.ts';

/** Milliseconds with as many places as mean something; many of them as seconds. */
export function milliseconds(value: number, { plain }: Pick<Formats, 'plain'>): string {
  return value >= 10_000 ? `${plain(value / 1000, 1)} s` : `${plain(value, value < 10 ? 2 : 0)} ms`;
}
