// Which bars of one length belong together in a longer one.
import { barSeconds } from './market.ts';

const DAY = barSeconds['1d'];

/** In seconds, by name; months are not of one length. */
export const barLengths: ReadonlyMap<string, number> = new Map(
  Object.entries(barSeconds).filter(([name]) => name !== '1M'),
);

/** Each longer length that is made of whole ones of this, the shortest first; none where nothing is known of it. */
export function longerBars(interval: string): readonly (readonly [name: string, seconds: number])[] {
  const own = barLengths.get(interval);
  return own === undefined ? [] : [...barLengths].filter(([, seconds]) => seconds > own && seconds % own === 0);
}

/** Monday before, at midnight: the first second there was a Thursday. */
const weekOf = (time: number): number => Math.floor((time + 3 * DAY) / (7 * DAY));

/**
 * From where to where bars make one of this many seconds. A day's bars are counted from its first: those of a session that opens at
 * half past begin at half past.
 */
export function groupBars(times: readonly number[], seconds: number): (readonly [from: number, to: number])[] {
  const starts: number[] = [];
  let [group, day, opened] = ['', -1, 0];
  for (const [at, time] of times.entries()) {
    const today = Math.floor(time / DAY);
    if (today !== day) [day, opened] = [today, time];
    const its =
      seconds > DAY ? `${weekOf(time)}` : `${today} ${seconds === DAY ? 0 : Math.floor((time - opened) / seconds)}`;
    if (its === group) continue;
    group = its;
    starts.push(at);
  }
  return starts.map((from, i) => [from, starts[i + 1] ?? times.length]);
}
