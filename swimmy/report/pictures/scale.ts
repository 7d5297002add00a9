// Values to pixels, and the round values an axis is labelled with.

export type Scale = (value: number) => number;

export function linear([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const span = high - low || 1;
  return (value) => from + ((value - low) / span) * (to - from);
}

/** Lowest and highest of the values that are numbers; a flat line gets some room around it. */
export function extent(values: readonly number[], including: readonly number[] = []): readonly [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of [...values, ...including]) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const room = low === high ? Math.max(Math.abs(low) * 0.01, 1e-9) : 0;
  return [low - room, high + room];
}

/** Some round values between two, at 1, 2 or 5 times a power of ten. */
export function ticks([low, high]: readonly [number, number], wanted: number): number[] {
  const rough = (high - low) / Math.max(1, wanted);
  if (!(rough > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

interface TimeTick {
  readonly time: number;
  readonly text: string;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Round times (UTC, seconds) between two: years, months, days or hours, whichever gives about as many as wanted. */
export function timeTicks([low, high]: readonly [number, number], wanted: number): TimeTick[] {
  const rough = (high - low) / Math.max(1, wanted);
  const fixed = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];
  const step = fixed.find((each) => each >= rough);
  if (step !== undefined) {
    const first = Math.ceil(low / step) * step;
    const count = Math.max(0, Math.floor((high - first) / step) + 1);
    return Array.from({ length: count }, (_, i) => first + i * step).map((time) => ({
      time,
      text: step < DAY ? hourText(time) : dayText(time),
    }));
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120].find((each) => each * 31 * DAY >= rough) ?? 240;
  const start = new Date(low * 1000);
  const first = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  const found: TimeTick[] = [];
  for (let month = first; ; month += months) {
    const time = Date.UTC(Math.floor(month / 12), month % 12) / 1000;
    if (time > high) return found;
    const year = String(Math.floor(month / 12));
    if (time >= low) found.push({ time, text: months >= 12 ? year : `${MONTHS[month % 12]} ${year.slice(2)}` });
  }
}

const two = (value: number) => String(value).padStart(2, '0');
const dayText = (time: number) => {
  const date = new Date(time * 1000);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
};
const hourText = (time: number) => {
  const date = new Date(time * 1000);
  return time % DAY === 0 ? dayText(time) : `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
};
