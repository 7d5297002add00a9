// What a reader should know before trusting the figures of a run.
import type { RealisticResult } from '../realistic/run.ts';
import type { Mode } from '../request/mode.ts';

/** Leverage through rounding alone is none. */
const LEVERED = 1 + 1e-9;

export function warningsOf({ figures, account }: RealisticResult, mode: Mode): readonly string[] {
  const { ruined_at, peak_leverage } = figures;
  const warnings: string[] = [];
  if (Number.isFinite(ruined_at))
    warnings.push(
      `Ruined: at the close of ${isoTime(ruined_at)} equity was 0 or below, and nothing was traded after it.`,
    );
  if (account.liquidations > 0)
    warnings.push(`Liquidated ${times(account.liquidations)}: equity was less than the maintenance margin.`);
  if (mode.leverage === undefined && peak_leverage > LEVERED)
    warnings.push(
      `A position was worth ${Number(peak_leverage.toPrecision(4))} times the equity. No leverage limit was applied; mode.leverage sets one, with liquidation.`,
    );
  if (account.cutEntries > 0)
    warnings.push(
      `${account.cutEntries === 1 ? '1 entry was' : `${account.cutEntries} entries were`} cut down to mode.leverage, ${mode.leverage} times the equity, and risked less than was asked for.`,
    );
  return warnings;
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000', '');
