// The round numbers and times that an axis is labelled with: about as many as wanted, one step apart.

/** Steps of 1, 2 and 5; the next is taken from the middle between two on, as they are seen on a scale of sizes. */
const FACTORS = [
  [Math.sqrt(50), 10],
  [Math.sqrt(10), 5],
  [Math.SQRT2, 2],
] as const;

/** The step as a number of units, or as how many make one: 0.1 cannot be added up exactly, 1 / 10 can be counted. */
interface Step {
  readonly size: number;
  readonly isFraction: boolean;
}

function roundStep(rough: number): Step {
  const power = Math.floor(Math.log10(rough));
  const factor = FACTORS.find(([from]) => rough / 10 ** power >= from)?.[1] ?? 1;
  return power < 0
    ? { size: 10 ** -power / factor, isFraction: true }
    : { size: 10 ** power * factor, isFraction: false };
}

const lengthOf = ({ size, isFraction }: Step): number => (isFraction ? 1 / size : size);

/** The multiples of a round step within the span; one that misses them all is asked for more of them. */
export function roundNumbers([low, high]: readonly [number, number], wanted: number): number[] {
  if (!(high > low)) return low === high ? [low] : [];
  const { size, isFraction } = roundStep((high - low) / wanted);
  const at = (i: number) => (isFraction ? i / size : i * size);
  const places = (value: number) => Math.round(isFraction ? value * size : value / size);
  let [first, last] = [places(low), places(high)];
  if (at(first) < low) first += 1;
  if (at(last) > high) last -= 1;
  if (last < first) return wanted < 2 ? roundNumbers([low, high], wanted * 2) : [];
  return Array.from({ length: last - first + 1 }, (_, i) => at(first + i));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** Weeks begin on Sundays, and 1970 began on a Thursday. */
const FIRST_SUNDAY = 3 * DAY;

/** Steps of one length, and below those of months: about as long. */
const LENGTHS: readonly number[] = [
  ...[1, 5, 15, 30].map((n) => n * SECOND),
  ...[1, 5, 15, 30].map((n) => n * MINUTE),
  ...[1, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2].map((n) => n * DAY),
  WEEK,
];
const MONTHS: readonly (readonly [length: number, months: number])[] = [
  [30 * DAY, 1],
  [90 * DAY, 3],
  [365 * DAY, 12],
];

/** Times of the clock and of the calendar in UTC, in milliseconds, within the span. */
export function roundTimes([from, to]: readonly [number, number], wanted: number): number[] {
  if (!(to > from)) return from === to ? [from] : [];
  const rough = (to - from) / wanted;
  const all = [...LENGTHS.map((length) => [length, 0] as const), ...MONTHS];
  const above = all.findIndex(([length]) => length > rough);
  // Beyond years round numbers of them, below seconds round numbers of their parts.
  if (above === -1) return everyMonths(from, to, 12 * Math.max(1, lengthOf(roundStep(rough / (365 * DAY)))));
  if (above === 0) return everyLength(from, to, Math.max(1, lengthOf(roundStep(rough))));
  const [below, next] = [all[above - 1], all[above]];
  if (below === undefined || next === undefined) return [];
  // The nearer of the two, by how many times one is the other.
  const [length, months] = rough / below[0] < next[0] / rough ? below : next;
  return months === 0 ? everyLength(from, to, length) : everyMonths(from, to, months);
}

function everyLength(from: number, to: number, step: number): number[] {
  const offset = step === WEEK ? FIRST_SUNDAY : 0;
  const first = Math.ceil((from - offset) / step);
  const last = Math.floor((to - offset) / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => offset + (first + i) * step);
}

function everyMonths(from: number, to: number, step: number): number[] {
  const begin = new Date(from);
  const month = begin.getUTCFullYear() * 12 + begin.getUTCMonth();
  const times: number[] = [];
  for (let at = Math.floor(month / step) * step; ; at += step) {
    const time = new Date(0).setUTCFullYear(0, at, 1);
    if (time > to) return times;
    if (time >= from) times.push(time);
  }
}
