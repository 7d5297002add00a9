// Monte Carlo over a book's results. A few paths cost less than a process; many would hold up everything else the reader
// is asked, so they are drawn in a process that can be ended.
import { type DrawdownMonteCarlo, drawdownMonteCarlo, type MonteCarloOptions } from '@zorivest/domain';
import { ChildJobFailed, Fault, runChildJob } from '@zorivest/store';

export interface SimulateJob {
  readonly pnls: Float64Array;
  readonly options: MonteCarloOptions;
}

/** A tenth of a second of paths. */
const MOST_HERE = 20_000;

/** A hundred thousand paths take a second or two; on a very busy machine many times that. */
const SECONDS = 60;

const script = new URL(
  import.meta.url.endsWith('.ts') ? './simulate-process.ts' : './simulate-process.js',
  import.meta.url,
);

export async function drawPaths(
  pnls: readonly number[],
  options: MonteCarloOptions,
  signal: AbortSignal,
): Promise<DrawdownMonteCarlo> {
  if (options.simulations <= MOST_HERE) return drawdownMonteCarlo(pnls, options);
  const job: SimulateJob = { pnls: Float64Array.from(pnls), options };
  try {
    return await runChildJob<SimulateJob, DrawdownMonteCarlo>({ script, job, seconds: SECONDS, signal });
  } catch (error) {
    if (!(error instanceof ChildJobFailed) || error.reason === 'cancelled') throw error;
    throw new Fault(503, 'the paths could not be drawn in time; ask for fewer simulations');
  }
}
