/** A time as people write it. */
export function milliseconds(value: number | null): string {
  if (value === null) return 'n/a';
  if (value >= 7_200_000) return `${(value / 3_600_000).toFixed(1)} h`;
  if (value >= 120_000) return `${(value / 60_000).toFixed(1)} min`;
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} s`;
  if (value >= 1000) return `${(value / 1000).toFixed(2)} s`;
  if (value >= 100) return `${Math.round(value)} ms`;
  if (value >= 1) return `${value.toFixed(1)} ms`;
  return value === 0 ? '0 ms' : `${Number(value.toPrecision(2))} ms`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share >= 0.1 ? 0 : 1)} %`;
}

/** The word after a number: `plural(1, 'run')` is "run", of any other number "runs". */
export function plural(value: number | undefined, one: string, many = `${one}s`): string {
  return value === 1 ? one : many;
}

/** Messages of others may or may not end with a full stop; ours need one, since more text follows. */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US').replaceAll(',', '\u202f');
}
