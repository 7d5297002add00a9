import { drawdownMonteCarlo } from '@zorivest/domain';
import { monteCarlo } from 'grademark';
import { timeRun } from './area.ts';

const PATHS = 100_000;
const TRADES = 250;
/** grademark keeps every sampled trade; a hundredth of the work already shows its pace. */
const PEER_SHARE = 100;

/** One row: the whole simulation, and the sampling alone of the peer on a hundredth of the paths. */
export function simulationRow(): string {
  const pnls = Array.from({ length: 1000 }, (_, i) => Math.round((((i * 7919) % 1000) - 470) * 37) / 100);
  const ours = timeRun(() => drawdownMonteCarlo(pnls, { simulations: PATHS, seed: 1 })).processor;
  const blocks = timeRun(() => drawdownMonteCarlo(pnls, { simulations: PATHS, seed: 1, block: 10 })).processor;
  const trades = pnls.map((profit) => ({ profit, profitPct: profit / 100, growth: 1 + profit / 10_000 }));
  // Only the fields it samples matter to grademark; the rest of a trade is carried along.
  const sample = trades as unknown as Parameters<typeof monteCarlo>[0];
  const peer = timeRun(() => monteCarlo(sample, PATHS / PEER_SHARE, TRADES)).processor * PEER_SHARE;
  return (
    `| Monte Carlo, ${PATHS.toLocaleString('en-US')} paths x ${TRADES} trades | ${ours.toFixed(0)} ms (limit 2,000) | ` +
    `blocks of 10: ${blocks.toFixed(0)} ms | ${(peer / ours).toFixed(1)}x faster than grademark's sampling alone |`
  );
}
