// How something went, as small as a word: above the line is more than at the start.
import type { ReactNode } from 'react';
import { linePath } from '@zorivest/pictures';

const WIDTH = 48;
const HEIGHT = 18;
/** So that the stroke is not cut at its turning points. */
const MARGIN = 1.5;

export function SmallLine({ points }: { readonly points: readonly number[] | undefined }): ReactNode {
  // Without points it is there all the same, and empty: a list that scrolls makes and removes nothing.
  if (points === undefined)
    return (
      <svg className="small-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <path className="level" />
        <path />
      </svg>
    );
  const [low, high] = [Math.min(0, ...points), Math.max(0, ...points)];
  const y = (value: number) => MARGIN + (1 - (value - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN);
  const x = (at: number) => MARGIN + (at / Math.max(1, points.length - 1)) * (WIDTH - 2 * MARGIN);
  const last = points.at(-1) ?? 0;
  return (
    // The row says in words how it ended; what lies between is for the eye.
    <svg className={`small-line ${last < 0 ? 'loss' : 'gain'}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className="level" d={`M0 ${y(0)}H${WIDTH}`} />
      <path d={linePath(points.map((value, at) => [x(at), y(value)]))} />
    </svg>
  );
}

/** What results come to one after the other, from nothing. */
export function addUp(results: readonly number[]): number[] {
  let sum = 0;
  return [0, ...results.map((result) => (sum += result))];
}
