// The time span and the gaps of candles, as answers report them.
import type { Span } from '@zorivest/engine';
import * as z from 'zod';

const iso = (seconds: number) => new Date(1000 * seconds).toISOString();

export const NO_WORKER = 'no swimmy-worker is reachable; start one where this gateway runs.';

const gap = z.object({ from: z.string(), to: z.string() });
/** What candles cover; absent where a file was not read. */
export const spanShape = {
  bars: z.number().nullable(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  step_seconds: z.number().nullable().describe('The usual time between two bars'),
  gaps: z
    .number()
    .nullable()
    .describe('Places where bars are missing, not counting weekends and regular closing hours'),
  longest_gaps: z.array(gap),
};

/** The same with times that can be read. */
export function timesOf({ bars, first_time, last_time, step_seconds, gaps, longest_gaps = [] }: Partial<Span>) {
  const at = (seconds: number | null | undefined) => (typeof seconds === 'number' ? iso(seconds) : null);
  return {
    bars: bars ?? null,
    first: at(first_time),
    last: at(last_time),
    step_seconds: step_seconds ?? null,
    gaps: gaps ?? null,
    longest_gaps: longest_gaps.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
  };
}
