import type { Shape, SharpeSpread } from '@zorivest/engine';

/** The facts about its runs that an answer carries for the ledger of trials. */
export interface TrialFacts {
  /** A hash of the candles' contents. */
  readonly dataset: string;
  /** The strategy without its names and constants. */
  readonly strategy: string;
  /** The Sharpe of every run, per day. */
  readonly tried: SharpeSpread;
  /** Of the run that the answer is about. */
  readonly best: Shape;
  /** Whether it ran on the held-out bars. */
  readonly opened: boolean;
}
