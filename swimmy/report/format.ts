// Numbers and times as a page shows them.

const MINUS = '−';
const NONE = '–';

const signText = (text: string) => text.replace('-', MINUS);

export function figure(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NONE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  return signText(value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }));
}

/** As few significant digits as needed, for prices and parameters. */
export function plain(value: number): string {
  return signText(value.toLocaleString('en-US', { maximumSignificantDigits: 8, useGrouping: false }));
}

/** A fraction as percent; small ones keep two significant digits. */
export function percent(value: number | null | undefined, digits = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return figure(value);
  const size = Math.abs(100 * value);
  const needed = size > 0 && size < 0.1 ? Math.min(6, 1 - Math.floor(Math.log10(size))) : digits;
  return `${figure(100 * value, needed)} %`;
}

const DAY = 86_400;
/** How to show times of daily bars, which all begin at midnight, or of any others. */
export const timesLike = (times: readonly number[]): ((seconds: number) => string) =>
  times.every((time) => time % DAY === 0) ? (seconds) => moment(seconds).slice(0, 10) : moment;

export const moment = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

export function duration(seconds: number | null): string {
  if (seconds === null) return NONE;
  if (seconds < 3600) return `${figure(seconds / 60, 0)} min`;
  return seconds < 2 * 86_400 ? `${figure(seconds / 3600, 1)} h` : `${figure(seconds / 86_400, 1)} days`;
}
